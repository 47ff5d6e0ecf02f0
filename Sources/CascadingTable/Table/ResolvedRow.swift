import FoundationEssentials

/// A row as it was found during an action. Its identifier is asked for again only if the table may have changed.
@TableActor
struct ResolvedRow {
    let indexPath: IndexPath
    let identifier: String
    /// The change count of the table when the row was found.
    private let changeCount: UInt64

    init(at indexPath: IndexPath, named identifier: String, in tableView: TableView) {
        self.indexPath = indexPath
        self.identifier = identifier
        changeCount = tableView.changeCounter.count
    }

    /// Returns whether the row is certainly still at its index path.
    ///
    /// It is false if the session or the visitor was read, because answers that depend on them can change without an
    /// announcement.
    func isThere(in tableView: TableView) -> Bool {
        tableView.changeCounter.count == changeCount && tableView.batch == nil
            && !tableView.context.reads.isPersonal
    }

    /// Returns the current place of the row; nil if it no longer exists.
    func location(in tableView: TableView) -> RowReference? {
        if isThere(in: tableView) { return RowReference(indexPath: indexPath, identifier: identifier) }
        return tableView.location(ofRow: identifier, lastSeenAt: indexPath)
    }
}
