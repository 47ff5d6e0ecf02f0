import FoundationEssentials

/// A row as it was found during a gesture, which needs not be asked for its name again as long as nothing has been told
/// that would make it another, or move it.
@TableActor
struct ResolvedRow {
    let indexPath: IndexPath
    let identifier: String
    /// Those of the table by the time it was seen.
    private let changeCount: UInt64

    init(at indexPath: IndexPath, named identifier: String, in tableView: TableView) {
        self.indexPath = indexPath
        self.identifier = identifier
        changeCount = tableView.changeCounter.count
    }

    /// Whether the row is still where it was seen.
    ///
    /// Who answers by the visitor's session may answer otherwise by now without having told of anything.
    func isThere(in tableView: TableView) -> Bool {
        tableView.changeCounter.count == changeCount && tableView.batch == nil
            && !tableView.context.reads.contains(.session)
    }

    /// Where the row is now; nil when it is gone.
    func location(in tableView: TableView) -> RowReference? {
        if isThere(in: tableView) { return RowReference(indexPath: indexPath, identifier: identifier) }
        return tableView.location(ofRow: identifier, lastSeenAt: indexPath)
    }
}
