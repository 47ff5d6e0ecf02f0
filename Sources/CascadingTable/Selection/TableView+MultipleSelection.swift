public import Essentials
import OrderedCollections

extension TableView.Gestures {
    /// Selects several rows in one interaction, in addition to the rows that are selected.
    ///
    /// It is allowed if ``TableView/allowsMultipleSelection`` is true, in edit mode also if
    /// ``TableView/allowsMultipleSelectionDuringEditing`` is true, or if the delegate returns true from
    /// `shouldBeginMultipleSelectionInteractionAt` for the first row. The delegate is told that the interaction begins
    /// and ends, and about each row as by ``touchRow(at:)``. Rows that the delegate refuses are skipped. Rows that are
    /// already selected are not touched again.
    ///
    /// - Returns: The rows that are selected and the rows that were refused.
    /// - Throws: ``TableViewError`` with `singleSelection`, `noSuchRow`, `disabled` or `selectionLimitReached`. Then
    ///   nothing has changed.
    @discardableResult
    public func touchRows(at indexPaths: [IndexPath]) async throws -> SelectionResult {
        guard let first = indexPaths.first else { return SelectionResult() }
        for indexPath in indexPaths { try tableView.requireRow(at: indexPath) }
        guard
            tableView.selectsSeveralRows
                || tableView.delegate?.tableView(tableView, shouldBeginMultipleSelectionInteractionAt: first) == true
        else { throw TableViewError(.singleSelection, "Only one row can be selected at a time.") }
        let rows = tableView.names(ofRowsAt: indexPaths)
        let unselected = rows.filter { tableView.selection[$0.key] == nil }
        for (_, indexPath) in unselected { try tableView.requireUsableRow(at: indexPath) }
        try tableView.makeRoom(forRows: unselected.count, besideOthers: true)
        tableView.delegate?.tableView(tableView, didBeginMultipleSelectionInteractionAt: first)
        defer { tableView.delegate?.tableViewDidEndMultipleSelectionInteraction(tableView) }
        return await tableView.forEachRow(rows) { identifier, indexPath in
            if tableView.isSelected(identifier: identifier) { return indexPath }
            return try await tableView.touch(rowAt: indexPath, besideOthers: true)?.indexPath
        }
    }

    /// Deselects several rows, after asking the delegate about each as by ``releaseRow(at:)``.
    ///
    /// Rows that the delegate refuses are skipped.
    ///
    /// - Returns: The rows that are not selected any more and the rows that were refused.
    /// - Throws: ``TableViewError`` with `noSuchRow`. Then nothing has changed.
    @discardableResult
    public func releaseRows(at indexPaths: [IndexPath]) async throws -> SelectionResult {
        for indexPath in indexPaths { try tableView.requireRow(at: indexPath) }
        return await tableView.forEachRow(tableView.names(ofRowsAt: indexPaths)) { _, indexPath in
            try await releaseRow(at: indexPath)
        }
    }
}

extension TableView {
    /// A Boolean value that indicates whether the visitor can select several rows at a time now.
    package var selectsSeveralRows: Bool {
        allowsMultipleSelection || allowsMultipleSelectionDuringEditing && showsEditing
    }

    /// Checks that more rows can be selected without exceeding the limit.
    ///
    /// Selected rows that no longer exist do not count. They are deselected as far as room is needed, even if the check
    /// fails.
    ///
    /// Cost: at most 64 rows are looked up. Each lookup may search the whole table. In a longer selection, the lookups
    /// start at a random row.
    func makeRoom(forRows count: Int, besideOthers: Bool) throws(TableViewError) {
        let selectionLimit = selectionLimit ?? SelectedRows.limit
        guard count > 0 else { return }
        let others = besideOthers ? selection : SelectedRows()
        var excess = others.count + count - max(selectionLimit, 0)
        guard excess > 0 else { return }
        let start = Int.random(in: 0...max(others.count - Self.maxLookups, 0))
        for (identifier, row) in others.rows.dropFirst(start).prefix(Self.maxLookups) {
            guard currentIndexPath(ofRow: identifier, lastSeenAt: row.place) == nil else { continue }
            deselect(identifier)
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

    /// The maximum number of selected rows that a request looks up to make room.
    private static let maxLookups = 64

    /// Returns the rows by identifier, so that they can be found again after handlers have changed the table.
    fileprivate func names(ofRowsAt indexPaths: [IndexPath]) -> OrderedDictionary<String, IndexPath> {
        OrderedDictionary(indexPaths.map { (identifier(forRowAt: $0), $0) }) { first, _ in first }
    }

    /// Calls the body with the current index path of each row, and collects results and errors.
    fileprivate func forEachRow(
        _ rows: OrderedDictionary<String, IndexPath>,
        _ body: (String, IndexPath) async throws -> IndexPath?
    ) async -> SelectionResult {
        var targets: OrderedDictionary<String, IndexPath> = [:]
        var outcome = SelectionResult()
        for (identifier, seen) in rows {
            do {
                guard let place = currentIndexPath(ofRow: identifier, lastSeenAt: seen) else {
                    throw TableViewError(.noSuchRow, "The row no longer exists.")
                }
                guard let target = try await body(identifier, place) else { continue }
                targets[self.identifier(forRowAt: target)] = target
            } catch {
                outcome.refused.append(SelectionResult.Refusal(indexPath: seen, identifier: identifier, error: error))
            }
        }
        outcome.rows = targets.compactMap { currentIndexPath(ofRow: $0.key, lastSeenAt: $0.value) }
        return outcome
    }
}
