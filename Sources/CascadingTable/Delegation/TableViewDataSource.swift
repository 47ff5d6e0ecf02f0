public import Essentials

/// The methods that provide the sections, rows and cells of a table, like UIKit's `UITableViewDataSource`.
///
/// Only `tableView(_:numberOfRowsInSection:)` and `tableView(_:cellForRowAt:)` have no default. The table calls
/// every method on ``TableActor``, so implementations need no locks. They must not block: load slow data in
/// `tableView(_:prefetchRowsAt:)`.
///
/// Pages cache what the methods return. Call a method such as ``TableView/reloadRows(at:with:)`` or
/// ``TableView/reloadData()`` when your data changes. In a method that cannot throw, call `tableView.refuse(…)` to
/// reject a visitor's action.
///
/// Actions, such as `commit`, are requirements with `async throws`. Implement them with or without `async` and
/// `throws`. The error that they throw refuses the action, and the visitor sees it. While one waits, other requests are
/// answered and may change the table. The visitor's response waits for up to `--loading-timeout` (default: 30 seconds).
///
/// Unlike in UIKit, the table holds its data source strongly.
@TableActor
public protocol TableViewDataSource: AnyObject {
    /// The result of `tableView(_:commit:forRowAt:)`: nothing, or ``Unimplemented``. Swift infers it.
    associatedtype CommitResult = Unimplemented
    /// The result of `tableView(_:moveRowAt:to:)`: nothing, or ``Unimplemented``. Swift infers it.
    associatedtype MoveResult = Unimplemented

    // MARK: Sections and rows
    /// Asks the data source for the number of sections in the table.
    ///
    /// The table caches the answer until it changes. A negative number counts as 0, and more than 2^20 as 2^20. Both
    /// are reported as anomalies.
    ///
    /// - Parameter tableView: The table that asks.
    /// - Returns: The number of sections. Default: 1.
    func numberOfSections(in tableView: TableView) -> Int

    /// Asks the data source for the number of rows in a section.
    ///
    /// The table caches the answer until it changes. A negative number counts as 0, and more than 2^40 as 2^40. Both
    /// are reported as anomalies. If counting takes long, implement `tableView(_:prefetchNumberOfRowsInSection:)`
    /// too.
    ///
    /// - Parameters:
    ///   - tableView: The table that asks.
    ///   - section: The index of a section, from 0.
    /// - Returns: The number of rows. There is no default.
    func tableView(_ tableView: TableView, numberOfRowsInSection section: Int) -> Int

    /// Asks the data source for the cell of a row.
    ///
    /// A cell is a value, so there is no reuse queue as in UIKit. It is asked for when a page shows the row, and when a
    /// query looks at it. Pages cache the row until it is reloaded.
    ///
    /// - Parameters:
    ///   - tableView: The table that asks.
    ///   - indexPath: The index path of a row that exists.
    /// - Returns: The contents of the row. There is no default.
    func tableView(_ tableView: TableView, cellForRowAt indexPath: IndexPath) -> TableViewCell

    /// Asks the data source for many rows of a section in one call.
    ///
    /// Implement it if you can read many rows at once, for example from a database. A row of a batch is complete. The
    /// table then does not ask for its cell, identifier, height or anything else about it. In edit mode, and for each
    /// action of a visitor, rows are asked for one by one.
    ///
    /// Not in UIKit.
    ///
    /// - Parameters:
    ///   - tableView: The table that asks.
    ///   - rows: The row numbers of one page.
    ///   - section: The index of the section.
    /// - Returns: The rows in the order of `rows`, or nil to be asked row by row. A batch with another number of rows
    ///   is reported as an anomaly, and rows are asked for one by one. Default: nil.
    func tableView(_ tableView: TableView, rowsAt rows: [Int], inSection section: Int) -> RowBatch?

    /// Asks the data source for the columns of cells in the `columns` style.
    ///
    /// The table caches the answer until it changes. Not in UIKit.
    ///
    /// - Parameter tableView: The table that asks.
    /// - Returns: The columns in the order in which they are shown. Default: no columns.
    func columns(in tableView: TableView) -> [TableViewColumn]

    // MARK: Headers and footers
    /// Asks the data source for the title above a section.
    ///
    /// It is not asked if ``TableViewDelegate/tableView(_:viewForHeaderInSection:)`` returns a view.
    ///
    /// - Parameters:
    ///   - tableView: The table that asks.
    ///   - section: The index of the section.
    /// - Returns: The title, or nil for no header. Default: nil.
    func tableView(_ tableView: TableView, titleForHeaderInSection section: Int) -> String?

    /// Asks the data source for the title below a section.
    ///
    /// It is shown below the section's last row. It is not asked if
    /// ``TableViewDelegate/tableView(_:viewForFooterInSection:)`` returns a view.
    ///
    /// - Parameters:
    ///   - tableView: The table that asks.
    ///   - section: The index of the section.
    /// - Returns: The title, or nil for no footer. Default: nil.
    func tableView(_ tableView: TableView, titleForFooterInSection section: Int) -> String?

    // MARK: Identity
    /// Asks the data source for a permanent identifier of a row.
    ///
    /// Requests, selections and expanded rows name a row by its identifier, so they still find it after it moves. Not
    /// in UIKit.
    ///
    /// - Parameters:
    ///   - tableView: The table that asks.
    ///   - indexPath: The index path of a row that exists.
    /// - Returns: An identifier that is unique in the table, or nil to identify the row by its position. Two rows of a
    ///   page with one identifier are reported as an anomaly. Default: nil.
    func tableView(_ tableView: TableView, identifierForRowAt indexPath: IndexPath) -> String?

    /// Asks the data source for the current position of the row with an identifier.
    ///
    /// Called for requests with `_row`, `_next` or `id` if the row is no longer at its last known position. If the
    /// position must be loaded first, call ``TableView/needs(_:)`` and return nil. Not in UIKit.
    ///
    /// - Parameters:
    ///   - tableView: The table that asks.
    ///   - identifier: An identifier that `tableView(_:identifierForRowAt:)` returned, or any other text that a
    ///     client sent.
    /// - Returns: The index path of the row, or nil if it does not exist. Default: each row is asked for its
    ///   identifier, which takes time in proportion to the number of rows.
    func tableView(_ tableView: TableView, indexPathForRowWithIdentifier identifier: String) -> IndexPath?

    /// Asks the data source for the next row whose text begins with a text that a visitor types.
    ///
    /// Not in UIKit.
    ///
    /// - Parameters:
    ///   - tableView: The table that asks.
    ///   - text: The beginning to find, up to 200 bytes. Case and accents are ignored; see ``PrefixMatcher``.
    ///   - indexPath: The row after which the search begins, or nil to begin at the first row.
    /// - Returns: The index path of the row, or nil if no later row begins with the text. The table then searches again
    ///   from the first row. Default: up to 100,000 cells are compared, by the value in the sorted column or in the
    ///   column of the visitor's cursor, or else with ``TableViewCell/begins(with:)``. The search ends without a result
    ///   at the first rows that would have to be loaded.
    func tableView(
        _ tableView: TableView, indexPathForRowStartingWith text: String, after indexPath: IndexPath?
    ) -> IndexPath?

    /// Asks the data source for a second table that has only the rows that match a query, in its order.
    ///
    /// Implement it if your database can read the rows of a query page by page. Create the table with
    /// ``TableView/init(root:answering:of:)``. Its rows have new positions, so give them identifiers. Keep the table
    /// for the next page of the query until your rows change. If it must be loaded first, call ``TableView/needs(_:)``
    /// and return nil.
    ///
    /// Called for requests with `_sort`, `_search` or filters, if ``TableView/queryOptions`` allows the query. Not in
    /// UIKit.
    ///
    /// - Parameters:
    ///   - tableView: The table that asks.
    ///   - query: The sort order, filters and search text.
    /// - Returns: The table with the matching rows. Nil to keep the rows at their positions; then
    ///   `tableView(_:rowsInSection:matching:)` is asked. Default: nil.
    func tableView(_ tableView: TableView, tableAnswering query: TableQuery) -> TableView?

    /// Asks the data source for the rows of a section that match a query, in its order.
    ///
    /// Called for requests with `_sort`, `_search` or filters, if ``TableView/queryOptions`` allows the query. The
    /// result is cached until the table changes. Not in UIKit.
    ///
    /// - Parameters:
    ///   - tableView: The table that asks.
    ///   - section: The index of the section.
    ///   - query: The sort order, filters and search text.
    /// - Returns: The row numbers, or work that finds them. Default: nil, and the table compares the cells. It does so
    ///   for up to 100,000 rows, none of which may have to be loaded.
    func tableView(_ tableView: TableView, rowsInSection section: Int, matching query: TableQuery) -> TableRowOrder?

    /// Asks the data source for a permanent identifier of a section.
    ///
    /// Not in UIKit.
    ///
    /// - Parameters:
    ///   - tableView: The table that asks.
    ///   - section: The index of the section.
    /// - Returns: An identifier that is unique in the table, or nil to identify the section by its position. Default:
    ///   nil.
    func tableView(_ tableView: TableView, identifierForSection section: Int) -> String?

    // MARK: Loading
    /// Asks the data source for the work that loads rows, before the table asks for these rows.
    ///
    /// Implement it if the rows come from a network, a file or a database. The request waits for the work; other
    /// requests are answered meanwhile. If the work throws, the request fails with that error. If it takes longer than
    /// `--loading-timeout` (default: 30 seconds), the request is refused.
    ///
    /// UIKit's method prefetches ahead of scrolling and returns nothing. This method is required if rows are not in
    /// memory.
    ///
    /// - Parameters:
    ///   - tableView: The table that asks.
    ///   - indexPaths: The index paths of the rows that a page or an action needs.
    /// - Returns: The work, or nil if all of the rows are in memory. Default: nil.
    func tableView(_ tableView: TableView, prefetchRowsAt indexPaths: [IndexPath]) -> TablePrefetch?

    /// Tells the data source that rows are no longer needed, so that loading them can be canceled.
    ///
    /// Called once when the client has disconnected or `--loading-timeout` is over. Rows for which another request
    /// still waits are left out. Default: does nothing.
    ///
    /// - Parameters:
    ///   - tableView: The table that waited for the rows.
    ///   - indexPaths: The index paths of the rows.
    func tableView(_ tableView: TableView, cancelPrefetchingForRowsAt indexPaths: [IndexPath])

    /// Asks the data source for work that counts the rows of a section.
    ///
    /// Implement it if counting takes long. Until the rows are counted, return the number of known rows from
    /// `tableView(_:numberOfRowsInSection:)`. Pages then say that there are more rows. The work runs when a request
    /// needs a row after the known ones. Call ``TableView/reloadData()`` when the number is known.
    ///
    /// Not in UIKit.
    ///
    /// - Parameters:
    ///   - tableView: The table that asks.
    ///   - section: The index of the section.
    /// - Returns: The work, or nil if the known number of rows is exact. Default: nil.
    func tableView(_ tableView: TableView, prefetchNumberOfRowsInSection section: Int) -> TablePrefetch?

    // MARK: Editing and moving
    /// Asks the data source whether a row can be edited in edit mode.
    ///
    /// Only such rows are asked for ``TableViewDelegate/tableView(_:editingStyleForRowAt:)``. Called for each row of a
    /// page in edit mode and before the action.
    ///
    /// - Parameters:
    ///   - tableView: The table that asks.
    ///   - indexPath: The index path of a row that exists.
    /// - Returns: Whether the row can be edited. Default: whether the data source implements
    ///   `tableView(_:commit:forRowAt:)` (UIKit: true).
    func tableView(_ tableView: TableView, canEditRowAt indexPath: IndexPath) -> Bool

    /// Asks the data source whether a row can be moved.
    ///
    /// Called for each row of a page in edit mode and before the action. Rows that a query has sorted or filtered
    /// cannot be moved on that page.
    ///
    /// - Parameters:
    ///   - tableView: The table that asks.
    ///   - indexPath: The index path of a row that exists.
    /// - Returns: Whether the row can be moved. Default: whether the data source implements
    ///   `tableView(_:moveRowAt:to:)`.
    func tableView(_ tableView: TableView, canMoveRowAt indexPath: IndexPath) -> Bool

    /// Tells the data source to delete a row, or to insert a row at its position.
    ///
    /// Change your data, then call ``TableView/deleteRows(at:with:)`` or ``TableView/insertRows(at:with:)``. Call
    /// `tableView.refuse(…)` to reject the action. Also called when the handler of a ``TableViewRowAction`` returns
    /// ``TableViewRowAction/Result/delete``.
    ///
    /// Pages without JavaScript ask for confirmation first. Default: does nothing.
    ///
    /// - Parameters:
    ///   - tableView: The table whose row is edited.
    ///   - editingStyle: The action, either `delete` or `insert`.
    ///   - indexPath: The index path of the row.
    @discardableResult
    func tableView(
        _ tableView: TableView, commit editingStyle: TableViewCell.EditingStyle, forRowAt indexPath: IndexPath
    ) async throws -> CommitResult

    /// Tells the data source to move a row to another position.
    ///
    /// Move the item in your data. The table announces the move itself, unless you announce changes, and makes it
    /// undoable, unless you register an undo. Call `tableView.refuse(…)` to reject the move. A move that leaves the row
    /// at its position is refused, too, if the row has an identifier.
    ///
    /// Default: does nothing.
    ///
    /// - Parameters:
    ///   - tableView: The table whose row is moved.
    ///   - source: The current index path of the row.
    ///   - destination: The index path of the row after the move.
    @discardableResult
    func tableView(_ tableView: TableView, moveRowAt source: IndexPath, to destination: IndexPath) async throws
        -> MoveResult

    /// Asks the data source whether a section can be moved.
    ///
    /// Called for each section of a page in edit mode and before the action. Not in UIKit.
    ///
    /// - Parameters:
    ///   - tableView: The table that asks.
    ///   - section: The index of the section.
    /// - Returns: Whether the section can be moved. Default: false.
    func tableView(_ tableView: TableView, canMoveSection section: Int) -> Bool

    /// Tells the data source to move a section to another position.
    ///
    /// The table announces the move itself, unless you announce changes, and makes it undoable, unless you register an
    /// undo. Call `tableView.refuse(…)` to reject the move.
    ///
    /// Not in UIKit. Default: does nothing.
    ///
    /// - Parameters:
    ///   - tableView: The table whose section is moved.
    ///   - source: The current index of the section.
    ///   - destination: The index of the section after the move.
    func tableView(_ tableView: TableView, moveSection source: Int, to destination: Int) async throws

    // MARK: Index
    /// Asks the data source for the titles of the index beside the table, such as A to Z.
    ///
    /// The table caches the answer until it changes.
    ///
    /// - Parameter tableView: The table that asks.
    /// - Returns: The titles in order, or nil for no index. Default: nil.
    func sectionIndexTitles(for tableView: TableView) -> [String]?

    /// Asks the data source for the section that an index title leads to.
    ///
    /// The table caches the answer until it changes.
    ///
    /// - Parameters:
    ///   - tableView: The table that asks.
    ///   - title: The index title.
    ///   - index: The position of the title in the index, from 0.
    /// - Returns: The index of a section. A title of a section that does not exist is left out and reported as an
    ///   anomaly. Default: 0.
    func tableView(_ tableView: TableView, sectionForSectionIndexTitle title: String, at index: Int) -> Int
}

extension TableViewDataSource {
    /// Returns 1.
    public func numberOfSections(in tableView: TableView) -> Int { 1 }
    public func tableView(_ tableView: TableView, rowsAt rows: [Int], inSection section: Int) -> RowBatch? { nil }

    /// Returns no columns.
    public func columns(in tableView: TableView) -> [TableViewColumn] { [] }
    public func tableView(_ tableView: TableView, titleForHeaderInSection section: Int) -> String? { nil }
    public func tableView(_ tableView: TableView, titleForFooterInSection section: Int) -> String? { nil }
    public func tableView(_ tableView: TableView, identifierForRowAt indexPath: IndexPath) -> String? { nil }
    public func tableView(_ tableView: TableView, indexPathForRowWithIdentifier identifier: String) -> IndexPath? {
        tableView.searchForRow(withIdentifier: identifier)
    }
    public func tableView(
        _ tableView: TableView, indexPathForRowStartingWith text: String, after indexPath: IndexPath?
    ) -> IndexPath? {
        tableView.searchForRow(startingWith: text, after: indexPath)
    }
    public func tableView(_ tableView: TableView, tableAnswering query: TableQuery) -> TableView? { nil }
    public func tableView(
        _ tableView: TableView, rowsInSection section: Int, matching query: TableQuery
    ) -> TableRowOrder? { nil }
    public func tableView(_ tableView: TableView, identifierForSection section: Int) -> String? { nil }
    public func tableView(_ tableView: TableView, prefetchRowsAt indexPaths: [IndexPath]) -> TablePrefetch? { nil }
    public func tableView(_ tableView: TableView, prefetchNumberOfRowsInSection section: Int) -> TablePrefetch? { nil }
    public func tableView(_ tableView: TableView, canEditRowAt indexPath: IndexPath) -> Bool {
        implementsCommit(forRowAt: indexPath)
    }
    public func tableView(_ tableView: TableView, canMoveRowAt indexPath: IndexPath) -> Bool { implementsMove }
    public func tableView(_ tableView: TableView, canMoveSection section: Int) -> Bool { false }
    public func tableView(_ tableView: TableView, moveSection source: Int, to destination: Int) async throws {}
    public func tableView(_ tableView: TableView, cancelPrefetchingForRowsAt indexPaths: [IndexPath]) {}

    /// Returns nil, for no index.
    public func sectionIndexTitles(for tableView: TableView) -> [String]? { nil }
    public func tableView(_ tableView: TableView, sectionForSectionIndexTitle title: String, at index: Int) -> Int { 0 }
}

// Only a data source without a method of its own gets these, and its result then is `Unimplemented`.
extension TableViewDataSource where CommitResult == Unimplemented {
    public func tableView(
        _ tableView: TableView, commit editingStyle: TableViewCell.EditingStyle, forRowAt indexPath: IndexPath
    ) async throws -> Unimplemented { Unimplemented() }
}

extension TableViewDataSource where MoveResult == Unimplemented {
    public func tableView(
        _ tableView: TableView, moveRowAt source: IndexPath, to destination: IndexPath
    ) async throws -> Unimplemented { Unimplemented() }
}

extension TableViewDataSource {
    /// Returns whether the data source implements a form of `tableView(_:commit:forRowAt:)`, for a row.
    func implementsCommit(forRowAt indexPath: IndexPath) -> Bool {
        if let node = self as? CascadingBareTableDelegate { return node.commits(rowAt: indexPath) }
        return CommitResult.self != Unimplemented.self
    }

    /// A Boolean value that indicates whether the class implements a form of `tableView(_:moveRowAt:to:)`.
    var implementsMove: Bool {
        if self is CascadingBareTableDelegate { return ActionMethod.moveRowAt.isOverridden(in: type(of: self)) }
        return MoveResult.self != Unimplemented.self
    }
}

/// The result of a method that a data source does not implement.
///
/// Swift infers it for ``TableViewDataSource/CommitResult`` and similar types, so that the table knows which methods
/// exist. You never name it.
public struct Unimplemented: Sendable, Hashable {
    init() {}
}

/// Runs a body that does not wait. In an asynchronous method, Swift would choose the asynchronous form of a method.
@TableActor
func withoutWaiting(_ body: () throws -> Void) rethrows { try body() }
