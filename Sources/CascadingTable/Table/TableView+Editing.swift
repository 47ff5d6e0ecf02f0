public import FoundationEssentials

extension TableView {
    /// Whether rows are being edited in the page that was asked for; where that does not say, in the visitor's session.
    public var isEditing: Bool {
        note(read: .query)
        if context.request.isEditing == nil { note(read: .session) }
        return showsEditing
    }

    /// The same for who writes a page, which is the visitor's own anyhow as soon as his session holds anything.
    public var showsEditing: Bool {
        context.request.isEditing ?? context.knownSession?.isEditing ?? false
    }

    /// Begins or ends editing in the visitor's session.
    public func setEditing(_ editing: Bool) {
        context.session.isEditing = editing
    }

    /// What editing does to the row; none where it cannot be edited.
    public func editingStyle(forRowAt indexPath: IndexPath) -> TableViewCell.EditingStyle {
        questions(forRowAt: indexPath).editingStyle
    }

    /// The button of edit mode was pressed and confirmed: has the data source insert or delete the row.
    public func commit(
        _ editingStyle: TableViewCell.EditingStyle, forRowAt indexPath: IndexPath
    ) throws {
        try requireUsableRow(at: indexPath)
        guard editingStyle != .none, self.editingStyle(forRowAt: indexPath) == editingStyle else {
            throw TableViewError(.notEditable, "The row has no \(editingStyle.rawValue) button.")
        }
        try carryOut {
            performBatchUpdates { dataSource?.tableView(self, commit: editingStyle, forRowAt: indexPath) }
        }
    }

    /// The visitor begins to edit the row: tells the delegate.
    public func beginEditing(rowAt indexPath: IndexPath) throws {
        try requireUsableRow(at: indexPath)
        guard let dataSource, dataSource.tableView(self, canEditRowAt: indexPath) else {
            throw TableViewError(.notEditable, "The row cannot be edited.")
        }
        try carryOut { delegate?.tableView(self, willBeginEditingRowAt: indexPath) }
    }

    /// The visitor has ended editing the row, which may be disabled by now, or gone, and then is nil: tells the delegate.
    public func endEditing(rowAt indexPath: IndexPath?) throws {
        if let indexPath { try requireRow(at: indexPath) }
        try carryOut { delegate?.tableView(self, didEndEditingRowAt: indexPath) }
    }

    public func canMoveRow(at indexPath: IndexPath) -> Bool {
        questions(forRowAt: indexPath).isMovable
    }

    /// A row was dragged and let go: asks the delegate where it may go and has the data source move it there.
    ///
    /// The move is announced unless the data source announced changes of its own, or did not move the row.
    ///
    /// - Parameter source: The row's place before the move.
    /// - Parameter proposed: the row's place after the move; a section's end is a place.
    /// - Returns: where the row is now.
    @discardableResult
    public func dragRow(at source: IndexPath, to proposed: IndexPath) throws -> IndexPath {
        try requireUsableRow(at: source)
        guard canMoveRow(at: source) else { throw TableViewError(.notMovable, "The row cannot be moved.") }
        try requirePlace(proposed, forRowFrom: source)
        let target =
            delegate?.tableView(self, targetIndexPathForMoveFromRowAt: source, toProposedIndexPath: proposed)
            ?? proposed
        try reporting(at: source) { () throws(TableViewError) in try requirePlace(target, forRowFrom: source) }
        guard target != source else { return source }
        return try moveRow(at: source, into: target)
    }

    /// Has the data source move the row, which can be undone.
    private func moveRow(at source: IndexPath, into target: IndexPath) throws -> IndexPath {
        let identifier = identifier(forRowAt: source)
        let title = cellForRow(at: source)?.title ?? identifier
        let ownName = ownName(ofRowAt: source)
        let undoCount = context.undos.count
        try change(.moveRow(from: source, to: target)) {
            dataSource?.tableView(self, moveRowAt: source, to: target)
        } unless: {
            // A row that has a name of its own takes it along; a name by place ends with the row, as bare delegates'.
            ownName?.hasSuffix("-\(source.row)") == false && self.ownName(ofRowAt: source) == ownName
        }
        let place = currentIndexPath(ofRow: identifier, lastSeenAt: target)
        let end = place == source ? target : place ?? target
        if context.undos.count == undoCount { registerUndo(ofMoving: title, identifier, from: source, to: end) }
        return end
    }

    /// The way back, for the row wherever it is by then; one that goes by its place is not found again once anything
    /// has changed.
    private func registerUndo(
        ofMoving title: String, _ identifier: String, from source: IndexPath, to end: IndexPath
    ) {
        let name = hasRow(at: end) && self.identifier(forRowAt: end) == identifier ? identifier : nil
        let revision = revision
        registerUndo("Move \(title)") { tableView in
            let place =
                name.map { tableView.currentIndexPath(ofRow: $0, lastSeenAt: end) }
                ?? (tableView.revision == revision ? end : nil)
            guard let place else { throw TableViewError(.noSuchRow, "The row no longer exists.") }
            try tableView.requirePlace(source, forRowFrom: place)
            if place != source { _ = try tableView.moveRow(at: place, into: source) }
        }
    }

    public func canMoveSection(_ section: Int) -> Bool {
        dataSource?.tableView(self, canMoveSection: section) ?? false
    }

    /// A section was dragged and let go: has the data source move it, and announces the move unless that did.
    public func dragSection(_ section: Int, to destination: Int) throws {
        for section in [section, destination] where !(0..<numberOfSections).contains(section) {
            throw TableViewError(.noSuchSection, "There is no section \(section).")
        }
        guard canMoveSection(section) else { throw TableViewError(.notMovable, "The section cannot be moved.") }
        if section != destination { try moveSection(section, into: destination) }
    }

    /// Has the data source move the section, which can be undone.
    private func moveSection(_ section: Int, into destination: Int) throws {
        let identifier = identifier(forSection: section)
        let title = headerView(forSection: section)?.title ?? identifier
        let undoCount = context.undos.count
        try change(.moveSection(from: section, to: destination)) {
            dataSource?.tableView(self, moveSection: section, to: destination)
        }
        guard context.undos.count == undoCount else { return }
        let name = self.identifier(forSection: destination) == identifier ? identifier : nil
        let revision = revision
        registerUndo("Move \(title)") { tableView in
            let sections = 0..<tableView.numberOfSections
            let place =
                name.map { name in sections.first { tableView.identifier(forSection: $0) == name } }
                ?? (tableView.revision == revision ? destination : nil)
            guard let place, sections.contains(section) else {
                throw TableViewError(.noSuchSection, "The section no longer exists.")
            }
            if place != section { try tableView.moveSection(place, into: section) }
        }
    }

    /// Things were let go over the table: has the delegate take them in.
    public func drop(_ drop: TableViewDrop) throws {
        let destination = drop.destination
        guard destination.count == 2, (0..<numberOfSections).contains(destination.section),
            (0...numberOfRows(inSection: destination.section)).contains(destination.row)
        else { throw TableViewError(.noSuchRow, "There is no place \(destination.section).\(destination.row).") }
        guard let delegate, delegate.tableView(self, canHandle: drop) else {
            throw TableViewError(.notDroppable, "The table does not accept what was dropped.")
        }
        try carryOut { performBatchUpdates { delegate.tableView(self, performDropWith: drop) } }
    }

    /// Runs the body, and announces the change unless the body announced any, or nothing was changed.
    private func change(
        _ change: TableViewChange, _ body: () -> Void, unless isUnchanged: () -> Bool = { false }
    ) throws {
        let before = revision
        try carryOut {
            performBatchUpdates {
                let announced = batch?.changes.count
                body()
                guard revision == before, batch?.changes.count == announced, context.refusal == nil else { return }
                if isUnchanged() { return refuse("The row cannot be moved there.") }
                addToBatch(change)
            }
        }
    }

    /// The name that the data source gives the row now, whatever was answered before; nil where it gives none.
    private func ownName(ofRowAt indexPath: IndexPath) -> String? {
        guard let dataSource, indexPath.section < dataSource.numberOfSections(in: self),
            indexPath.row < dataSource.tableView(self, numberOfRowsInSection: indexPath.section)
        else { return nil }
        return dataSource.tableView(self, identifierForRowAt: indexPath)
    }

    private func requirePlace(_ place: IndexPath, forRowFrom source: IndexPath) throws(TableViewError) {
        let count = numberOfRows(inSection: place.section)
        let last = place.section == source.section ? count - 1 : count
        guard place.count == 2, (0..<numberOfSections).contains(place.section), place.row >= 0, place.row <= last
        else {
            throw TableViewError(.noSuchRow, "There is no place \(place.row) in section \(place.section).")
        }
    }
}
