import CascadingTable
import TableDatabase

/// The source of a table's rows: a file, and the name of a table or view in it.
package struct TableSource: Sendable {
    var file: any FileReader
    let name: String
    /// The statement whose rows are read; nil for a table or view.
    var statement: StatementWithValues?
    /// The column by whose values rows are grouped in sections, or nil.
    var sectionColumn: String?
    /// The rows to read and their order, or nil for all rows in the order of their keys.
    var query: TableQuery?
    /// The condition of the table's owner. A row outside of it does not exist. Nil for all rows.
    let owned: SQLCondition?
    /// The number of rows of the whole table, and the state of the file with that number.
    var total: (token: SQLiteDatabase.ChangeToken, count: Int)?
    var configuration: SQLiteDatabase.Configuration

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

    /// Returns the maximum time to read the layout. The rows of a view are computed, as those of a query.
    private func openingTimeout(_ known: TableLayout?) async throws -> Duration {
        var kind = statement == nil ? known?.reader.table.entry.kind : .view
        if kind == nil {
            kind = try await readInBackground(within: configuration.queryTimeout) { [name] database, _ in
                try Catalog.requireEntry(named: name, in: database).kind
            }
        }
        return kind == .view
            ? min(configuration.queryTimeout, configuration.openingTimeout) : configuration.openingTimeout
    }

    /// Runs the body in a read transaction, with the layout of the table in the state that the transaction reads.
    ///
    /// - Parameters:
    ///   - known: The layout read last. It is used again if the file has not changed since.
    ///   - timeout: The maximum time if the file has not changed; by default `queryTimeout`. Otherwise it is
    ///     `openingTimeout`, and `queryTimeout` for a view.
    /// - Throws: ``SQLiteTableError`` with the code `unknownTable` if there is no such table.
    func read<Value: Sendable>(
        _ known: TableLayout?, within timeout: Duration? = nil,
        _ body: @escaping @Sendable (inout TableLayout, Transaction) throws -> Value
    ) async throws -> (layout: TableLayout, value: Value) {
        if let known {
            let read = try await readInBackground(within: timeout ?? configuration.queryTimeout) {
                database, token in
                guard token == known.token else { return nil as (TableLayout, Value)? }
                var layout = known
                let value = try body(&layout, database)
                return (layout, value)
            }
            if let read { return read }
        }
        let limit: Duration
        if known == nil, let timeout { limit = timeout } else { limit = try await openingTimeout(known) }
        let (layout, value) = try await readInBackground(within: limit) { database, token in
            var layout = try makeLayout(token, in: database)
            let value = try body(&layout, database)
            return (layout, value)
        }
        guard !layout.isCounted else { return (layout, value) }
        // Most counts are so fast that the first page can wait for them.
        let counted = try await resultIfQuick(within: configuration.countTimeout) { [self, layout] in
            try await complete(layout, within: configuration.openingTimeout) { try $0.countRows(in: $1) }
        }
        return ((counted ?? nil) ?? layout, value)
    }

    /// Adds to a layout what takes a pass over many rows: counts or anchors.
    ///
    /// - Parameter isLong: Whether it may take long, so that other reads go first. Default: false.
    /// - Returns: Nil if the file has changed since.
    func complete(
        _ layout: TableLayout, within timeout: Duration, isLong: Bool = false,
        by body: @escaping @Sendable (inout TableLayout, Transaction) throws -> Void
    ) async throws -> TableLayout? {
        try await readInBackground(within: timeout, isLong: isLong) { database, token in
            guard token == layout.token else { return nil }
            var layout = layout
            try body(&layout, database)
            return layout
        }
    }

    /// Reads on this thread. Returns nil if that takes more than some milliseconds, or if the file has changed.
    ///
    /// - Returns: The result of the body, with the layout and the anchors that were found in it.
    func readShortly<Value>(
        _ layout: TableLayout, _ body: (inout TableLayout, Transaction) throws -> Value
    ) throws(SQLiteTableError) -> (layout: TableLayout, value: Value)? {
        guard statement == nil else { return nil }
        return try file.readShortly(of: name) { database, token in
            guard token == layout.token else { return nil }
            var layout = layout
            let value = try body(&layout, database)
            return (layout, value)
        }.flatMap { $0 }
    }

    /// Returns the columns, keys and indexes of the rows.
    func description(in database: Transaction) throws -> TableDescription {
        if let statement { return try Catalog.description(of: statement, named: name, in: database) }
        return try Catalog.description(of: Catalog.requireEntry(named: name, in: database), in: database)
    }

    private func makeLayout(_ token: SQLiteDatabase.ChangeToken, in database: Transaction) throws -> TableLayout {
        var table = try description(in: database)
        if query?.includesLabels == true {
            table = try Catalog.labelled(table, isPartial: owned != nil, configuration, in: database)
        }
        let reader = TableReader(table, configuration, query, where: owned)
        let start = ContinuousClock.now
        func layout(sections: [KeysetIndex]) throws -> TableLayout {
            var layout = TableLayout(token, reader, sections: sections)
            if let query, layout.isCounted, sections.allSatisfy({ $0.count == 0 }) {
                layout.refusal = try reader.refusal(of: query, in: database)
            }
            if start + QueryAdvice.slowTime < .now { layout.advice = try? reader.advice(in: database) }
            return layout
        }
        guard let sectionColumn else {
            if let query, let rowids = try reader.rankedRowids(of: query, in: database) {
                var layout = TableLayout(token, reader, sections: [KeysetIndex(count: rowids.count)])
                layout.rowids = [rowids]
                return layout
            }
            if statement != nil, let first = try reader.firstRows(in: database) {
                var layout = try layout(sections: [KeysetIndex(count: first.batch.count)])
                layout.firstRows = first
                return layout
            }
            var all = KeysetIndex()
            if let total, let query, !query.leavesOutRows, total.token == token {
                all = KeysetIndex(count: total.count)
            } else {
                // Rows of which few match are searched for long.
                try all.countFirstRows(with: reader.queries, in: database, within: configuration.countTimeout * 10)
            }
            return try layout(sections: [all])
        }
        let groups = try reader.groups(
            by: table.column(named: sectionColumn), limit: configuration.sectionLimit, in: database)
        return try layout(sections: groups)
    }
}

/// Runs a read and cancels it if it takes longer than a limit.
///
/// - Returns: Nil if it takes longer.
func resultIfQuick<Value: Sendable>(
    within limit: Duration, _ read: @escaping @Sendable () async throws -> Value
) async throws -> Value? {
    let work = Task { try await read() }
    let clock = Task {
        try await Task.sleep(for: limit)
        work.cancel()
    }
    defer { clock.cancel() }
    do {
        return try await withTaskCancellationHandler {
            try await work.value
        } onCancel: {
            work.cancel()
        }
    } catch {
        try Task.checkCancellation()
        if error is CancellationError { return nil }
        if let error = error as? SQLiteTableError, error.code == .timedOut { return nil }
        throw error
    }
}
