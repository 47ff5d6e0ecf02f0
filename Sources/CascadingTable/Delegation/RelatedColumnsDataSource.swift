/// A data source whose rows refer to rows of other tables, or are referred to by them.
///
/// Queries can name columns of these rows if the table has the option ``TableQueryOptions/relatedColumns``.
package protocol RelatedColumnsDataSource: TableViewDataSource {
    /// Returns the columns of related rows that visitors can choose.
    func relatedColumns(in tableView: TableView) async throws -> [TableViewColumn]
}
