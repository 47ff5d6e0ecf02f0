public import FoundationEssentials
import OrderedCollections

extension TableView {
    /// Touches several rows in one interaction, leaving the others selected; rows that are selected are not touched
    /// again.
    ///
    /// Allowed where the table allows multiple selection, or where the delegate answers true to
    /// `shouldBeginMultipleSelectionInteractionAt` for the first row. The delegate is told that it begins, of each row
    /// as by a touch, and that it ends. A row that the delegate refuses is left out.
    ///
    /// - Throws: where it is not allowed, a row is not there or disabled, or the limit would be passed; nothing has
    ///   been changed then.
    @discardableResult
    public func touchRows(at indexPaths: [IndexPath]) throws -> SelectionResult {
        guard let first = indexPaths.first else { return SelectionResult() }
        for indexPath in indexPaths { try requireRow(at: indexPath) }
        guard
            allowsMultipleSelection
                || delegate?.tableView(self, shouldBeginMultipleSelectionInteractionAt: first) == true
        else { throw TableViewError(.singleSelection, "Only one row can be selected at a time.") }
        let rows = names(ofRowsAt: indexPaths)
        let unselected = rows.filter { selection[$0.key] == nil }
        for (_, indexPath) in unselected { try requireUsableRow(at: indexPath) }
        try makeRoom(forRows: unselected.count, besideOthers: true)
        delegate?.tableView(self, didBeginMultipleSelectionInteractionAt: first)
        defer { delegate?.tableViewDidEndMultipleSelectionInteraction(self) }
        return forEachRow(rows) { identifier, indexPath in
            try isSelected(identifier: identifier)
                ? indexPath : touch(rowAt: indexPath, besideOthers: true)?.indexPath
        }
    }

    /// Deselects several rows, asking and telling the delegate of each as by `releaseRow(at:)`; a row that the delegate
    /// refuses is left out.
    ///
    /// - Throws: where a row is not there; nothing has been changed then.
    @discardableResult
    public func releaseRows(at indexPaths: [IndexPath]) throws -> SelectionResult {
        for indexPath in indexPaths { try requireRow(at: indexPath) }
        return forEachRow(names(ofRowsAt: indexPaths)) { _, indexPath in
            try releaseRow(at: indexPath)
        }
    }

    /// Makes sure that the limit lets so many rows more be selected.
    ///
    /// Selected rows that are gone do not count. They are forgotten as far as room is needed, also if there is too little.
    ///
    /// Cost: 64 rows are looked up at most, each maybe in the whole table. Those of a longer selection begin at a random row.
    func makeRoom(forRows count: Int, besideOthers: Bool) throws(TableViewError) {
        let selectionLimit = selectionLimit ?? SelectedRows.limit
        guard count > 0 else { return }
        let others = besideOthers ? selection : SelectedRows()
        var excess = others.count + count - max(selectionLimit, 0)
        guard excess > 0 else { return }
        let rows = others.all.elements
        let step = max(1, rows.count / Self.maxLookups)
        let start = rows.count > Self.maxLookups ? Int.random(in: rows.indices) : 0
        for lookup in 0..<min(rows.count, Self.maxLookups) {
            let (identifier, place) = rows[(start + lookup * step) % rows.count]
            guard currentIndexPath(ofRow: identifier, lastSeenAt: place) == nil else { continue }
            context.session.deselect(identifier)
            excess -= 1
            if excess == 0 { return }
        }
        throw TableViewError(.selectionLimitReached, Self.sentence(forSelectionLimit: selectionLimit))
    }

    private static func sentence(forSelectionLimit limit: Int) -> LocalizedMessage {
        switch limit {
        case ...0: "No row can be selected."
        case 1: "At most 1 row can be selected."
        default: "At most \(limit) rows can be selected. Deselect some first."
        }
    }

    /// The number of selected rows that a request looks up to make room.
    private static let maxLookups = 64

    /// The rows by name, by which they are found again when handlers have changed the tree.
    private func names(ofRowsAt indexPaths: [IndexPath]) -> OrderedDictionary<String, IndexPath> {
        OrderedDictionary(indexPaths.map { (identifier(forRowAt: $0), $0) }) { first, _ in first }
    }

    /// Calls the body with each row where it is by then, and collects what it answers and throws.
    private func forEachRow(
        _ rows: OrderedDictionary<String, IndexPath>,
        _ body: (String, IndexPath) throws -> IndexPath?
    ) -> SelectionResult {
        var targets: OrderedDictionary<String, IndexPath> = [:]
        var outcome = SelectionResult()
        for (identifier, seen) in rows {
            do {
                guard let place = currentIndexPath(ofRow: identifier, lastSeenAt: seen) else {
                    throw TableViewError(.noSuchRow, "The row no longer exists.")
                }
                guard let target = try body(identifier, place) else { continue }
                targets[self.identifier(forRowAt: target)] = target
            } catch {
                outcome.refused.append(.init(at: seen, identifier: identifier, error: error))
            }
        }
        outcome.rows = targets.compactMap { currentIndexPath(ofRow: $0.key, lastSeenAt: $0.value) }
        return outcome
    }
}
