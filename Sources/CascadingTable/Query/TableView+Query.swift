extension TableView {
    /// The columns that a query can name: those of the table, or `title` and `subtitle` of one that has none.
    public var queryColumns: [TableViewColumn] {
        let columns = columns
        return columns.isEmpty ? [TableViewColumn("title"), TableViewColumn("subtitle")] : columns
    }

    /// Refuses a query that the table does not answer.
    public func check(_ query: TableQuery) throws(TableViewError) {
        func refuse(_ message: String) -> TableViewError { TableViewError(.notQueryable, message) }
        if !query.sort.isEmpty, !queryOptions.contains(.sorting) { throw refuse("The table cannot be sorted.") }
        if !query.filters.isEmpty, !queryOptions.contains(.filtering) { throw refuse("The table cannot be filtered.") }
        if !query.words.isEmpty, !queryOptions.contains(.searching) { throw refuse("The table cannot be searched.") }
        guard query.sort.count <= TableQuery.maxSortKeys, query.filters.count <= TableQuery.maxFilters,
            query.words.count <= TableQuery.maxWords
        else {
            throw refuse(
                "At most \(TableQuery.maxSortKeys) columns to sort by, \(TableQuery.maxFilters) filters and "
                    + "\(TableQuery.maxWords) words, please.")
        }
        for name in query.sort.map(\.column) + query.filters.map(\.column) { try checkColumn(name) }
    }

    /// Refuses a name of a column that there is not, and says which there are.
    private func checkColumn(_ name: String) throws(TableViewError) {
        let columns = queryColumns
        guard !columns.contains(where: { $0.name == name }) else { return }
        let known = columns.map(\.name).joined(separator: ", ")
        throw TableViewError(.noSuchColumn, "There is no column \(name); known are \(known).")
    }
}
