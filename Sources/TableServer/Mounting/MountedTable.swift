import CascadingTable

/// A table at its place in the server.
final class MountedTable: Sendable {
    let tableView: TableView
    /// Tells this table's revisions from those of every other, also of one that stood here before or in another process.
    let tag: String

    init(_ tableView: TableView) {
        self.tableView = tableView
        tag = String(UInt64.random(in: .min ... .max), radix: 36)
    }
}
