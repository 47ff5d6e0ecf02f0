import CascadingTable

/// A table at its place in the server.
final class MountedTable: Sendable {
    let tableView: TableView
    /// Tells this table's revisions from those of every other, also of one that stood here before or in another process.
    let tag: String

    /// Tells those who listen to the table.
    let broadcast: TableBroadcast

    init(_ tableView: TableView) {
        self.tableView = tableView
        tag = String(UInt64.random(in: .min ... .max), radix: 36)
        broadcast = TableBroadcast(of: tableView, tag: tag)
    }
}
