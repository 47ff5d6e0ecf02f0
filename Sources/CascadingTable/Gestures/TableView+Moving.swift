public import Essentials

// The things that visitors move with the mouse or the keyboard: rows, sections, and data that they drop on the table.
extension TableView.Gestures {
    /// Returns whether a visitor can move a row. The data source decides.
    public func canMoveRow(at indexPath: IndexPath) -> Bool {
        tableView.responder(forRowAt: indexPath).isMovable
    }

    /// Moves a row that a visitor dragged. The delegate chooses the target, and the data source moves the row.
    ///
    /// The move is announced, unless the data source announced changes itself. The visitor can undo it.
    ///
    /// - Parameters:
    ///   - source: The index path of the row.
    ///   - proposed: The index path of the row after the move. In another section, the position after the last row is
    ///     allowed.
    /// - Returns: The index path where the row is now.
    /// - Throws: ``TableViewError`` with `noSuchRow`, `disabled`, `notMovable`, or `vetoed` if the row was not moved;
    ///   any error passed to `refuse(_:)`.
    @discardableResult
    public func dragRow(at source: IndexPath, to proposed: IndexPath) async throws -> IndexPath {
        try tableView.requireUsableRow(at: source)
        guard canMoveRow(at: source) else { throw TableViewError(.notMovable, "The row cannot be moved.") }
        try tableView.requirePlace(proposed, forRowFrom: source)
        let target = try await tableView.carryOut {
            tableView.delegate?.tableView(
                tableView, targetIndexPathForMoveFromRowAt: source, toProposedIndexPath: proposed)
                ?? proposed
        }
        try tableView.reporting(at: source) { () throws(TableViewError) in
            try tableView.requirePlace(target, forRowFrom: source)
        }
        guard target != source else { return source }
        return try await tableView.moveRow(at: source, into: target)
    }

    /// Returns whether a visitor can move a section. The data source decides.
    public func canMoveSection(_ section: Int) -> Bool {
        tableView.dataSource?.tableView(tableView, canMoveSection: section) ?? false
    }

    /// Moves a section that a visitor dragged, by asking the data source to move it.
    ///
    /// The move is announced, unless the data source announced changes itself. The visitor can undo it.
    ///
    /// - Parameters:
    ///   - section: The section to move.
    ///   - destination: The position of the section after the move.
    /// - Throws: ``TableViewError`` with `noSuchSection` or `notMovable`; any error passed to `refuse(_:)`.
    public func dragSection(_ section: Int, to destination: Int) async throws {
        for section in [section, destination] { try tableView.requireSection(section) }
        guard canMoveSection(section) else { throw TableViewError(.notMovable, "The section cannot be moved.") }
        if section != destination { try await tableView.moveSection(section, into: destination) }
    }

    /// Asks the delegate to accept data that a visitor dropped on the table.
    ///
    /// - Throws: ``TableViewError`` with `noSuchRow` if the destination does not exist, or `notDroppable`; any error
    ///   passed to `refuse(_:)`.
    public func drop(_ drop: TableViewDrop) async throws {
        let destination = drop.destination
        guard destination.count == 2, (0..<tableView.numberOfSections).contains(destination.section),
            (0...tableView.numberOfRows(inSection: destination.section)).contains(destination.row)
        else { throw TableViewError(.noSuchRow, "There is no place \(destination.section).\(destination.row).") }
        guard let delegate = tableView.delegate, delegate.tableView(tableView, canHandle: drop) else {
            throw TableViewError(.notDroppable, "The table does not accept what was dropped.")
        }
        try await tableView.carryOut {
            try tableView.startUpdates { try await delegate.tableView(tableView, performDropWith: drop) }
        }
    }
}

extension TableView {
    /// Asks the data source to move a row, and registers the undo.
    fileprivate func moveRow(at source: IndexPath, into target: IndexPath) async throws -> IndexPath {
        let identifier = identifier(forRowAt: source)
        let title = cellForRow(at: source)?.title ?? identifier
        let ownName = ownName(ofRowAt: source)
        let undoCount = context.undos.count
        try await change(.moveRow(from: source, to: target)) { dataSource in
            try await dataSource.tableView(self, moveRowAt: source, to: target)
        } unless: {
            // An identifier of the data source moves with its row. An identifier that ends with the row number, as bare
            // delegates give, does not.
            ownName?.hasSuffix("-\(source.row)") == false && self.ownName(ofRowAt: source) == ownName
        }
        let place = currentIndexPath(ofRow: identifier, lastSeenAt: target)
        let end = place == source ? target : place ?? target
        if context.undos.count == undoCount { registerUndo(ofMoving: title, identifier, from: source, to: end) }
        return end
    }

    /// Registers the move back. The row is found by its identifier.
    ///
    /// Without an identifier, the move can be undone only as long as the table has not changed.
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
            if place != source { _ = try await tableView.moveRow(at: place, into: source) }
        }
    }

    /// Asks the data source to move a section, and registers the undo.
    fileprivate func moveSection(_ section: Int, into destination: Int) async throws {
        let identifier = identifier(forSection: section)
        let title = headerView(forSection: section)?.title ?? identifier
        let undoCount = context.undos.count
        try await change(.moveSection(from: section, to: destination)) { dataSource in
            try await dataSource.tableView(self, moveSection: section, to: destination)
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
            if place != section { try await tableView.moveSection(place, into: section) }
        }
    }

    /// Asks the data source to make a change, and announces it, unless the data source announced or changed nothing.
    private func change(
        _ change: TableViewChange, _ body: @escaping @TableActor (any TableViewDataSource) async throws -> Void,
        unless isUnchanged: () -> Bool = { false }
    ) async throws {
        guard let dataSource else { return }
        if try await announces({ try startUpdates { try await body(dataSource) } }) { return }
        if isUnchanged() { throw TableViewError(.vetoed, "The row cannot be moved there.") }
        apply(change)
    }

    /// Returns the identifier that the data source gives the row now, without the cache; nil if it gives none.
    private func ownName(ofRowAt indexPath: IndexPath) -> String? {
        guard let dataSource, indexPath.section < dataSource.numberOfSections(in: self),
            indexPath.row < dataSource.tableView(self, numberOfRowsInSection: indexPath.section)
        else { return nil }
        return dataSource.tableView(self, identifierForRowAt: indexPath)
    }

    fileprivate func requirePlace(_ place: IndexPath, forRowFrom source: IndexPath) throws(TableViewError) {
        let count = numberOfRows(inSection: place.section)
        let last = place.section == source.section ? count - 1 : count
        guard place.count == 2, (0..<numberOfSections).contains(place.section), place.row >= 0, place.row <= last
        else {
            throw TableViewError(.noSuchRow, "There is no place \(place.row) in section \(place.section).")
        }
    }
}
