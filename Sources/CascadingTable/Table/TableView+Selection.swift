public import FoundationEssentials

extension TableView {
    /// The rows selected in the visitor's session, in the order of selection.
    public var indexPathsForSelectedRows: [IndexPath] {
        note(read: .session)
        return selection.all.compactMap { currentIndexPath(ofRow: $0.key, lastSeenAt: $0.value) }
    }

    /// How many rows are selected in the visitor's session, also of those that have gone since.
    public var numberOfSelectedRows: Int { selection.count }

    /// The row selected first, or nil when none is.
    public var indexPathForSelectedRow: IndexPath? { indexPathsForSelectedRows.first }

    /// Selects a row without asking or telling the delegate; nothing where there is no such row.
    public func selectRow(at indexPath: IndexPath) {
        guard hasRow(at: indexPath) else {
            return report(.indexOutOfRange, "There is no row \(indexPath) to select.", at: indexPath)
        }
        context.session.select(
            identifier(forRowAt: indexPath), at: indexPath, besideOthers: allowsMultipleSelection)
    }

    /// Deselects a row without asking or telling the delegate; nothing where there is no such row.
    public func deselectRow(at indexPath: IndexPath) {
        guard hasRow(at: indexPath) else { return }
        context.session.deselect(identifier(forRowAt: indexPath))
    }

    /// Whether the row of that name is selected in the visitor's session.
    public func isSelected(identifier: String) -> Bool {
        !selection.isEmpty && selection[identifier] != nil
    }

    /// The rows selected in the visitor's session, with the places where they were last seen.
    var selection: SelectedRows {
        context.knownSession?.selection ?? SelectedRows()
    }

    /// Runs a check of what a delegate answered, which is an anomaly where it fails.
    func reporting(
        at indexPath: IndexPath, _ check: () throws(TableViewError) -> Void
    ) throws(TableViewError) {
        do { try check() } catch {
            report(.indexOutOfRange, "A delegate named a place that is none. \(error.message)", at: indexPath)
            throw error
        }
    }

    func requireRow(at indexPath: IndexPath) throws(TableViewError) {
        guard hasRow(at: indexPath) else {
            throw TableViewError(.noSuchRow, "There is no row \(indexPath.row) in section \(indexPath.section).")
        }
    }

    func requireUsableRow(at indexPath: IndexPath) throws(TableViewError) {
        try requireRow(at: indexPath)
        guard questions(forRowAt: indexPath).cell.isEnabled else {
            throw TableViewError(.disabled, "The row cannot be used.")
        }
    }
}
