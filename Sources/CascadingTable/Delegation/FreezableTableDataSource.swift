/// A data source that can show its rows as they are at one moment, for an export that reads all of them.
///
/// Exports of a table without it read the table while it may change: rows that stay are written once, and rows that change
/// meanwhile are written as they were or as they are.
@TableActor
public protocol FreezableTableDataSource: TableViewDataSource {
    /// Returns another table with the same rows. It never changes.
    func makeFrozenTable(of tableView: TableView) async throws -> FrozenTable
}

/// A table that never changes.
public struct FrozenTable: Sendable {
    public var tableView: TableView
    /// The revision of the original table that shows the same rows.
    public var revision: UInt64

    public init(_ tableView: TableView, revision: UInt64) {
        self.tableView = tableView
        self.revision = revision
    }
}
