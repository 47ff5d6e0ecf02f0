import Bytes
package import CascadingTable
package import TableDatabase

extension SQLiteDatabase {
    /// Reads a row, with links to the rows that it refers to.
    ///
    /// - Throws: ``SQLiteTableError`` with the code `unknownTable` or `unknownRow` if there is no such table or row.
    package func record(ofRow key: String, in source: TableSource, isWhole: Bool) async throws -> DatabaseRecord {
        let record = try await pool.readInBackground(within: configuration.queryTimeout) {
            [configuration] database, _ in
            let table = try Catalog.table(named: source.name, configuration, in: database)
            let reader = TableReader(table, configuration)
            guard var record = try RowKey(text: key).flatMap({ try reader.record(ofRowWith: $0, in: database) }) else {
                throw SQLiteTableError(.unknownRow, "There is no row \"\(key)\" in \(table.name).")
            }
            record.isWritable = reader.isWritable
            record.labelColumns = Catalog.labelColumns(
                of: table.columns, table.name, key: table.primaryKeyNames, configuration)
            if configuration.history != nil {
                record.past = try HistoryTable().past(ofRow: key, of: table.name, in: database)
                record.past.keep(table.columnNames, by: configuration.rules)
            }
            return record
        }
        // Readers of a part of a table may not learn what others refer to.
        guard isWhole, showsAllTables else { return record }
        var complete = record
        complete.referrers = try await referrers(of: record)
        if rules == nil { complete.linkHistory(ofRow: key) }
        return complete
    }

    package func past(ofRow key: String, in source: TableSource, at time: String) async throws -> PastOfRow {
        // A row that does not exist for the visitor has no past.
        if rules != nil { _ = try await record(ofRow: key, in: source, isWhole: false) }
        return try await pool.readInBackground(within: configuration.queryTimeout) { [configuration] database, _ in
            let table = try Catalog.table(named: source.name, configuration, in: database)
            // The changes of an earlier row of the same key end where the latest ones begin.
            var changes = try HistoryTable().past(
                ofRow: key, of: table.name, at: configuration.rules == nil ? time : nil, in: database)
            changes.keep(table.columnNames, by: configuration.rules)
            return (
                table.name, changes, try HistoryTable().beginning(in: database),
                table.columns.map { ($0.name, $0.type) }
            )
        }
    }

    /// Returns the tables that refer to a row, with the numbers of their rows, as far as they are counted in time.
    private func referrers(of record: DatabaseRecord) async throws -> [DatabaseRecord.Referrer] {
        let found = try await pool.readInBackground(within: configuration.queryTimeout) {
            [configuration] database, _ in
            let entry = try Catalog.requireEntry(named: record.tableName, in: database)
            return try Catalog.foreignKeys(to: entry.name, in: database).compactMap { entry, key in
                let table = try? Catalog.table(entry, configuration, in: database)
                return table.flatMap { $0.foreignKeys.contains(key) ? ($0, key) : nil }
            }
        }
        let end = ContinuousClock.now + referrersTime
        var referrers: [DatabaseRecord.Referrer] = []
        for (table, key) in found {
            let values = key.referredColumns.compactMap { name in
                record.columns.first { QuotedIdentifier.matches($0.name, name) }?.value.argument
            }
            guard values.count == key.columns.count else { continue }
            let conditions =
                key.columns.map { "t.\(QuotedIdentifier.quoted($0)) = ?" } + (table.owned.map { ["(\($0.sql))"] } ?? [])
            let sql = "SELECT count(*) FROM \(table.relation.source) WHERE \(conditions.joined(separator: " AND "))"
            let count = try await count(
                sql, values + (table.owned?.arguments ?? []), within: max(end - .now, .milliseconds(1)))
            guard count != 0 || rules?.showsRows(of: table.name, below: record) == true else { continue }
            referrers.append(
                .init(
                    (table.name, table.entry.segment),
                    where: zip(key.columns, values).map { ($0, $1.string ?? "") }, count: count))
        }
        return referrers
    }

    /// The time in which the rows that refer to a row are counted. Those that take longer are linked without a number.
    private var referrersTime: Duration { configuration.countTimeout * 5 }

    package func neighbours(
        ofRow key: String, in query: TableQuery, of source: TableSource
    ) async throws -> RowNeighbours {
        let found = try await resultIfQuick(within: neighboursTime, isTimeout: source.isTimeout) {
            [pool, configuration, neighboursTime] in
            try await pool.readInBackground(within: neighboursTime) { database, _ in
                let table = try Catalog.table(named: source.name, configuration, in: database)
                let reader = TableReader(
                    try table.extended(for: query, configuration, in: database), configuration, query)
                guard reader.readsByKey, let key = RowKey(text: key),
                    let position = try reader.position(ofRowNamed: key, of: database)
                else { return RowNeighbours() }
                return RowNeighbours(
                    previous: try reader.key(after: position, isReversed: true, in: database),
                    next: try reader.key(after: position, in: database))
            }
        }
        return found ?? RowNeighbours()
    }

    /// The time in which the rows beside a row are found.
    private var neighboursTime: Duration { configuration.countTimeout * 50 }

    package func editing(
        of record: DatabaseRecord, ofRow key: String, in source: TableSource
    ) async throws -> TableEditing? {
        editing(of: record.tableName, isWritable: record.isWritable, record: key)
    }

    /// Reads the list of tables, and counts their rows until the time is over.
    package func listItems(isLong: Bool) async throws -> (items: [ListItem], size: Int?) {
        let time = isLong ? configuration.listTimeout : min(configuration.countTimeout, configuration.listTimeout)
        let end = ContinuousClock.now + time
        let (entries, size) = try await pool.readInBackground(within: configuration.queryTimeout) { database, _ in
            let size = "SELECT page_count * page_size FROM pragma_page_count, pragma_page_size"
            return try (Catalog.entries(in: database), database.cursor(size).first { Int($0.integer(at: 0)) })
        }
        var items: [ListItem] = []
        var indexNames: [String] = []
        for entry in entries where entry.rule(in: configuration)?.isHidden != true {
            var item = ListItem(name: entry.name, segment: entry.segment, kind: entry.kind == .view ? .view : .table)
            do {
                let description = try await pool.readInBackground(within: configuration.queryTimeout) {
                    [configuration] database, _ in
                    try Catalog.table(entry, configuration, in: database)
                }
                item = description.relation.listItem
                item.indexes = description.indexSummary
                if let index = description.fullTextIndex?.name, !QuotedIdentifier.matches(index, entry.name) {
                    indexNames.append(index)
                }
                item.count = try await count(of: description, within: end - .now, isLong: isLong)
            } catch let error as SQLiteTableError where error.code == .timedOut {
                try Task.checkCancellation()
            } catch let error as SQLiteTableError {
                (item.summary, item.link) = (error.message.description, nil)
            }
            items.append(item)
        }
        for index in items.indices where indexNames.contains(where: { QuotedIdentifier.matches($0, items[index].name) })
        {
            items[index].kind = .fullTextIndex
        }
        return (items, size)
    }

    /// Returns the number of rows of a table; nil if counting them takes longer.
    private func count(of table: TableDescription, within time: Duration, isLong: Bool) async throws -> Int? {
        guard time > .zero else { return nil }
        let statements = TableStatements(table)
        return try await count(
            statements.count(statements.all), statements.all.arguments, within: time, isLong: isLong)
    }

    /// Returns the number that a statement counts; nil if that takes longer.
    private func count(
        _ sql: String, _ arguments: [SQLValue] = [], within time: Duration, isLong: Bool = false
    ) async throws -> Int? {
        try await resultIfQuick(within: time, isTimeout: source(of: "").isTimeout) { [pool] in
            try await pool.readInBackground(within: time, isLong: isLong) { database, _ in
                try database.cursor(sql, arguments).first { Int($0.integer(at: 0)) }
            }
        } ?? nil
    }
}
