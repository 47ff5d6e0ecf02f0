import CascadingTable
import TableDatabase

extension SQLiteDatabase {
    /// Reads a row, with links to the rows that it refers to.
    ///
    /// - Throws: ``SQLiteTableError`` with the code `unknownTable` or `unknownRow` if there is no such table or row.
    func record(
        named key: String, ofTable name: String, where owned: SQLCondition?
    ) async throws -> DatabaseRecord {
        try await pool.readInBackground(within: configuration.queryTimeout) { [configuration] database, _ in
            let entry = try Catalog.requireEntry(named: name, in: database)
            let reader = TableReader(try Catalog.description(of: entry, in: database), configuration, where: owned)
            let columns = try RowKey(text: key).map { try reader.columns(ofRowWith: $0, in: database) } ?? []
            guard !columns.isEmpty else {
                throw SQLiteTableError(.unknownRow, "There is no row \"\(key)\" in \(entry.name).")
            }
            return DatabaseRecord(tableName: entry.name, columns: columns)
        }
    }

    /// Reads the list of tables, and counts their rows until the time is over.
    func listItems(isLong: Bool) async throws -> [ListItem] {
        let time = isLong ? configuration.listTimeout : min(configuration.countTimeout, configuration.listTimeout)
        let end = ContinuousClock.now + time
        let entries = try await pool.readInBackground(within: configuration.queryTimeout) { database, _ in
            try Catalog.entries(in: database)
        }
        var items: [ListItem] = []
        for entry in entries { items.append(try await item(of: entry, countingUntil: end, isLong: isLong)) }
        return items
    }

    private func item(
        of entry: CatalogEntry, countingUntil end: ContinuousClock.Instant, isLong: Bool
    ) async throws -> ListItem {
        var item = ListItem(name: entry.name, segment: entry.segment, isView: entry.kind == .view)
        do {
            let description = try await pool.readInBackground(within: configuration.queryTimeout) { database, _ in
                try Catalog.description(of: entry, in: database)
            }
            item.summary = description.summary
            item.link = configuration.paths.link(toTable: entry.name)
            let rest = end - .now
            guard rest > .zero else { return item }
            let count = TableStatements(description).count(.init())
            let found = try await resultIfQuick(within: rest) { [pool] in
                try await pool.readInBackground(within: rest, isLong: isLong) { database, _ in
                    var cursor = try database.cursor(count)
                    return try cursor.next() ? Int(cursor.integer(at: 0)) : nil
                }
            }
            item.count = found ?? nil
        } catch let error as SQLiteTableError where error.code == .timedOut {
            try Task.checkCancellation()
        } catch let error as SQLiteTableError {
            item.summary = error.message.description
            item.link = nil
        }
        return item
    }
}
