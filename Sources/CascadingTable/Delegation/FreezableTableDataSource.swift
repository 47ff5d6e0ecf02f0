/// A data source that can copy its rows as they are at one moment, so that an export is consistent.
///
/// An export reads rows window by window. The rows of other data sources may change meanwhile. The export then writes
/// each remaining row once, in its old or its new state.
@TableActor
public protocol FreezableTableDataSource: TableViewDataSource {
    /// Returns a second table with the current rows, which never changes.
    ///
    /// Called once at the start of each export. The work may wait, for example for a snapshot of a database.
    ///
    /// - Parameter tableView: The table that is exported.
    /// - Throws: Any error. It ends the export.
    func makeFrozenTable(of tableView: TableView) async throws -> FrozenTable
}

/// A data source whose whole tables never are pages: it copies the rows of a query, too.
@TableActor
package protocol WholeTableDataSource: FreezableTableDataSource {
    /// Returns a second table with the current rows that match a query, which never changes.
    ///
    /// - Parameters:
    ///   - tableView: The table that is exported.
    ///   - query: The query; nil for all rows.
    /// - Returns: The table with the rows of the query, or one with all rows, which is still to be asked the query.
    func makeFrozenTable(of tableView: TableView, answering query: TableQuery?) async throws -> FrozenTable
}

/// A copy of a table that never changes, and the revision that it was copied from.
public struct FrozenTable: Sendable {
    /// The copy, whose rows are exported.
    public var tableView: TableView
    /// The revision of the original table that has the rows of the copy; nil if it may also have had other rows.
    ///
    /// The entity tag of a streamed export is made from it. Without a revision the export has no tag.
    public var revision: UInt64?

    /// Creates the description of a copy.
    ///
    /// - Parameters:
    ///   - tableView: The copy.
    ///   - revision: The revision of the original table that has the rows of the copy; nil if that is unknown.
    public init(_ tableView: TableView, revision: UInt64?) {
        self.tableView = tableView
        self.revision = revision
    }
}
