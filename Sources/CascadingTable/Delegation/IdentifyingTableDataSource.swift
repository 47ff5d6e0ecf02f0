/// A data source that knows the identifiers of all its rows without their cells.
package protocol IdentifyingTableDataSource: TableViewDataSource {
    /// Returns the identifiers of all rows, in their order.
    ///
    /// - Parameter limit: The maximum number of identifiers.
    /// - Returns: The identifiers; nil if there are more, or if rows have none.
    func identifiersOfRows(in tableView: TableView, atMost limit: Int) async throws -> [String]?

    /// Returns the filter that finds some rows.
    ///
    /// - Parameter identifiers: The identifiers of the rows.
    /// - Returns: The filter; nil if no filter of one column finds these rows alone.
    func filter(findingRows identifiers: [String]) -> TableQuery.Filter?
}
