package import CascadingTable
import LocalizedMessages
package import TableDatabase

/// The source of a table's rows: a file, and the name of a table or view in it.
package struct TableSource: RelationSource {
    var file: any FileReader
    let name: String
    /// The statement whose rows are read; nil for a table or view.
    var statement: StatementWithValues?
    /// The column by whose values rows are grouped in sections, or nil.
    var sectionColumn: String?
    /// The rows to read and their order.
    package var query = TableQuery()
    var configuration: SQLiteDatabase.Configuration
    /// The rows as they were prepared last.
    var prepared = PreparedTable()
    /// The rows that were queried, or nil.
    private var original: PreparedTable?

    init(
        file: any FileReader, name: String, statement: StatementWithValues? = nil, sectionColumn: String? = nil,
        configuration: SQLiteDatabase.Configuration
    ) {
        (self.file, self.name, self.statement) = (file, name, statement)
        (self.sectionColumn, self.configuration) = (sectionColumn, configuration)
    }

    package var limits: RelationLimits {
        RelationLimits(
            queryTimeout: configuration.queryTimeout, countTimeout: configuration.countTimeout,
            groupingTimeout: configuration.groupingTimeout, completeGroupingTimeout: configuration.openingTimeout,
            maxValueBytes: configuration.maxValueBytes, longTime: configuration.openingTimeout)
    }

    package var openingTime: Duration? {
        let isTable = prepared.last.map { $0.reader.table.entry.kind != .view } ?? true
        return query.isEmpty && statement == nil && isTable ? configuration.openingTimeout : nil
    }

    package func isTimeout(_ error: any Error) -> Bool { (error as? SQLiteTableError)?.code == .timedOut }

    package func answering(_ query: TableQuery) -> (source: any RelationSource, relation: Relation?) {
        (querying(query), nil)
    }

    private func querying(_ query: TableQuery) -> TableSource {
        var source = self
        (source.query, source.prepared, source.original) = (query, PreparedTable(), original ?? prepared)
        return source
    }

    /// Runs the body in a read transaction. A statement of a visitor has limits.
    func readInBackground<Result: Sendable>(
        within timeout: Duration, isLong: Bool = false,
        _ body: @escaping @Sendable (Transaction, SQLiteDatabase.ChangeToken) throws -> Result
    ) async throws -> Result {
        guard statement != nil else { return try await file.readInBackground(within: timeout, isLong: isLong, body) }
        do {
            return try await file.readInBackground(within: timeout, isLong: isLong) { database, token in
                try StatementLimits.apply(to: database) { try body(database, token) }
            }
        } catch let error as SQLiteTableError where error.code == .timedOut {
            throw SQLiteTableError(
                .timedOut, "The statement took too long. Ask for fewer rows, or use columns with an index.")
        }
    }

    package func read<Result: Sendable>(
        within time: Duration?, isLong: Bool, _ body: @escaping @Sendable (any RelationRows) async throws -> Result
    ) async throws -> Result {
        do {
            return try await readInBackground(within: time ?? configuration.queryTimeout, isLong: isLong) {
                database, token in
                try Self.result {
                    let rows = try rows(in: database, token)
                    return try inPlace { try await body(rows) }
                }
            }.get()
        } catch let error as SQLiteTableError where error.code == .timedOut && time == nil && !query.isEmpty {
            throw TableViewError(.busy, slowQuery)
        }
    }

    func read<Result: Sendable>(
        _ body: @escaping @Sendable (any RelationRows) async throws -> Result
    ) async throws -> Result { try await read(within: openingTime, isLong: false, body) }

    /// Returns the result of a body, or the error for the visitor that it throws. Others are errors of the file.
    private static func result<Result>(_ body: () throws -> Result) throws -> Swift.Result<Result, TableViewError> {
        do { return .success(try body()) } catch let error as TableViewError { return .failure(error) }
    }

    /// The message for a query that takes too long. It lists the columns that have an index.
    private var slowQuery: LocalizedMessage {
        let table = (prepared.last ?? original?.last)?.reader.table
        let names = table?.indexedColumns.prefix(8).joined(separator: ", ") ?? ""
        if names.isEmpty { return "Sorting and searching took too long. Try again, or use fewer filters." }
        return "Sorting and searching took too long. Sort or filter by a column with an index: \(names)."
    }

    package func readShortly<Result: Sendable>(
        _ body: @escaping @Sendable (any RelationRows) async throws -> Result
    ) throws -> Result? {
        guard statement == nil, let known = prepared.last, known.reader.readsByKey, known.reader.fitsOneStatement
        else { return nil }
        let result = try file.readShortly(of: name) { database, token -> Swift.Result<Result, TableViewError>? in
            guard token == known.token else { return nil }
            let rows = SQLiteRows(source: self, prepared: known, database: database)
            return try Self.result { try inPlace { try await body(rows) } }
        }
        return try (result ?? nil)?.get()
    }

    /// Returns the rows of the state that a transaction reads.
    private func rows(in database: Transaction, _ token: SQLiteDatabase.ChangeToken) throws -> SQLiteRows {
        if let known = prepared.value(of: token) {
            return SQLiteRows(source: self, prepared: known, database: database)
        }
        let known = original?.value(of: token)
        var table = try known?.reader.table ?? description(in: database)
        table = try table.extended(for: query, configuration, in: database)
        var rows = PreparedRows(
            token, TableReader(table, configuration, query, isSectioned: sectionColumn != nil))
        if !rows.reader.readsByKey, let filter = query.filters.first(where: \.ranksRows) { throw filter.cannotRank }
        if sectionColumn == nil { rows.rowids = try rows.reader.rankedRowids(in: database) }
        rows.count = rows.rowids?.count
        rows.references = known?.references
        prepared.set(rows)
        return SQLiteRows(source: self, prepared: rows, database: database)
    }

    /// Returns the number of rows, if they were counted in the state of others.
    func knownCount(in rows: PreparedRows) -> Int? {
        if let count = prepared.value(of: rows.token)?.count { return count }
        return query.leavesOutRows ? nil : original?.value(of: rows.token)?.count
    }

    /// Returns the columns, keys and indexes of the rows.
    func description(in database: Transaction) throws -> TableDescription {
        if let statement { return try Catalog.description(of: statement, named: name, in: database) }
        return try Catalog.table(named: name, configuration, in: database)
    }

    package func snapshot() async throws -> any RelationSource {
        var source = querying(query)
        source.file = try await file.snapshot(within: configuration.openingTimeout)
        source.readWholeValues()
        return source
    }

    /// Reads whole values, in as much time as counting all rows takes.
    private mutating func readWholeValues() {
        configuration.maxValueBytes = .max
        configuration.queryTimeout = max(configuration.openingTimeout, configuration.queryTimeout)
    }

    package func freeze(answering query: TableQuery, knowing state: RelationState?) async throws -> FrozenRelation {
        let time = configuration.openingTimeout
        var source = self
        source.file = try await file.snapshot(within: time)
        let current = try await source.read(within: time, isLong: false) { rows -> RelationOverview? in
            guard rows.state != state else { return nil }
            var overview = try await rows.overview()
            if overview.accuracy != .exact {
                (overview.count, overview.accuracy) = (try await rows.count(within: nil), .exact)
            }
            return overview
        }
        source = source.querying(query)
        source.configuration.maxPageBytes /= 4
        source.readWholeValues()
        do {
            let overview = try await source.readInBackground(within: time) { [source] database, token in
                try Self.result { try source.prepareWhole(source.rows(in: database, token)) }
            }.get()
            return FrozenRelation(source, overview, current: current)
        } catch let error as SQLiteTableError where error.code == .timedOut && !query.isEmpty {
            throw TableViewError(.busy, slowQuery)
        }
    }

    /// Prepares rows that are read to their end, whose number and order are needed.
    private func prepareWhole(_ rows: SQLiteRows) throws -> RelationOverview {
        var prepared = rows.prepared
        var overview = RelationOverview(rows.relation)
        overview.state = rows.state
        overview.sections = try rows.sections()
        if let sections = overview.sections {
            overview.count = sections.reduce(0) { $0 + $1.count }
        } else if let copy = try prepared.reader.copied(in: rows.database) {
            prepared.reader = copy
            overview.count = try copy.count(in: rows.database)
        } else {
            overview.count = try rows.count(within: nil)
        }
        if overview.count == 0, !query.isEmpty, let refusal = try rows.refusal() { throw refusal }
        if overview.sections == nil, prepared.rowids == nil {
            prepared.rowids = try prepared.reader.rowids(count: overview.count, in: rows.database)
        }
        prepared.count = overview.count
        self.prepared.set(prepared)
        return overview
    }

    package var statementText: String? {
        guard configuration.rules == nil, !query.includesLabels, let table = prepared.last?.reader.table,
            !table.isStatement
        else { return nil }
        return TableStatements(table, query).text
    }
}
