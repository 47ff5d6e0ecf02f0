/// A data source that can show its rows as they are at one moment, for an export that reads all of them.
///
/// Exports of other tables see changes that happen during the export. Each row that stays is written once, in its old or its
/// new state.
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
