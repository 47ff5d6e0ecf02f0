import Bytes
import Essentials
package import LocalizedMessages

extension TableView {
    /// The columns that a query can name.
    ///
    /// They are the columns of the table that can be queried. A table without columns has `title`, `subtitle` and the
    /// fields of its first cells. At most 64 cells are read, and only if they are in memory.
    package var queryColumns: [TableViewColumn] {
        if let summary { return summary.queryColumns }
        if let origin { return origin.queryColumns }
        let columns = columns
        guard columns.isEmpty else {
            return columns.allSatisfy(\.isQueryable) ? columns : columns.filter(\.isQueryable)
        }
        if let known = answers.queryColumns { return known }
        return columnsOfFirstCells()
    }

    private func columnsOfFirstCells() -> [TableViewColumn] {
        var columns = [TableViewColumn("title"), TableViewColumn("subtitle")]
        let sections = 0..<min(numberOfSections, 64)
        guard !queryOptions.isEmpty, let section = sections.first(where: { numberOfRows(inSection: $0) > 0 }) else {
            return columns
        }
        let indexPaths = (0..<min(numberOfRows(inSection: section), 64)).map { IndexPath(row: $0, section: section) }
        guard prefetch(rowsAt: indexPaths) == nil else { return columns }
        var names: Set = [ExactString("title"), ExactString("subtitle")]
        for indexPath in indexPaths {
            for field in cellForRow(at: indexPath)?.fields ?? [] where names.insert(ExactString(field.name)).inserted {
                columns.append(TableViewColumn(field.name))
            }
        }
        answers.queryColumns = columns
        return columns
    }

    /// Returns the table that answers a query: a table of the data source, or else one with the matching rows of this
    /// table.
    ///
    /// - Throws: ``TableViewError`` if the table does not offer the query, or if the query can match no row;
    ///   ``TableLoadNeeded`` if the rows must be loaded first.
    package func table(answering query: TableQuery) throws -> TableView {
        try check(query)
        if query.grouping != nil {
            // Groups by columns of other tables are those of the rows with these columns.
            var rows = TableQuery()
            rows.relatedColumns = query.relatedColumns
            if !rows.isEmpty, answered?.query != rows, let table = dataSource?.tableView(self, tableAnswering: rows) {
                return try table.table(answering: query)
            }
            return try summary(answering: query)
        }
        if let table = dataSource?.tableView(self, tableAnswering: query) { return table }
        try requireLoaded()
        switch try arrangement(for: query) {
        case .ready(let rows): return TableView(QueriedRows(rows, of: self))
        case .awaiting(let work): throw TableLoadNeeded(prefetch: .awaiting(work))
        }
    }

    /// Runs the work for a query once for all requests that wait for it.
    ///
    /// - Throws: ``TableViewError`` with `busy` if too many queries are running; errors of the work.
    package func run(
        _ query: TableQuery, _ work: @escaping @TableActor @Sendable () async throws -> Void
    ) async throws {
        try await queryResults.reads.run(query, work)
    }

    /// Checks whether the table offers a query.
    ///
    /// - Throws: ``TableViewError`` with `notQueryable` if it is not offered or too long, or `noSuchColumn`.
    package func check(_ query: TableQuery) throws(TableViewError) {
        func refuse(_ message: LocalizedMessage) -> TableViewError { TableViewError(.notQueryable, message) }
        if !query.sort.isEmpty, query.grouping == nil, !queryOptions.contains(.sorting) {
            throw refuse("The table cannot be sorted.")
        }
        if !query.filters.isEmpty, !queryOptions.contains(.filtering) { throw refuse("The table cannot be filtered.") }
        if !query.words.isEmpty, !queryOptions.contains(.searching) { throw refuse("The table cannot be searched.") }
        if query.includesLabels, !queryOptions.contains(.labels) { throw refuse("The table has no labels.") }
        guard query.sort.count <= TableQuery.maxSortKeys, query.filters.count <= TableQuery.maxFilters,
            query.words.count <= TableQuery.maxWords
        else {
            throw refuse(
                """
                A query can have at most \(TableQuery.maxSortKeys) columns to sort by, \(TableQuery.maxFilters) filters \
                and \(TableQuery.maxWords) words.
                """)
        }
        let related = queryOptions.contains(.relatedColumns) ? query.relatedColumns : []
        for name in query.grouping == nil ? query.columnNames : query.filters.map(\.column)
        where !related.contains(ExactString(name)) { try checkColumn(name) }
        guard let grouping = query.grouping else { return }
        if !queryOptions.contains(.filtering) {
            throw refuse("Rows of this table cannot be grouped, because they cannot be filtered.")
        }
        let columns = queryColumns
        let others = related.map(\.wrappedValue).filter { name in !columns.contains { $0.name.isExactly(name) } }
        try grouping.check(sort: query.sort, columns + others.map { TableViewColumn($0) })
    }

    /// Throws an error that lists the columns, if a column does not exist.
    private func checkColumn(_ name: String) throws(TableViewError) {
        let columns = queryColumns
        guard !columns.contains(where: { $0.name.isExactly(name) }) else { return }
        throw TableViewError(.noSuchColumn, .unknownColumn(name, among: columns.map(\.name)))
    }
}

extension LocalizedMessage {
    /// The message about a column that a table does not have.
    package static func unknownColumn(_ name: String, among columns: [String]) -> LocalizedMessage {
        let list = columns.joined(separator: ", ")
        guard let nearest = columns.nearest(to: name) else { return "Unknown column \"\(name)\". Columns: \(list)." }
        return "Unknown column \"\(name)\". Did you mean \"\(nearest)\"? Columns: \(list)."
    }
}
