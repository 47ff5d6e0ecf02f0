import CascadingTable
import GRDB

extension TableReader {
    /// The sections that a column's values make, each with its count; anchors are found when a section is first read.
    func groups(by column: ColumnDescription) async throws -> [Extent] {
        let queries = queries
        let limit = configuration.sectionLimit
        let groups = try await pool.readInBackground(within: configuration.openingTimeout) { database in
            var groups: [Extent] = []
            var cursor = try database.cursor(queries.groups(column: column.name), [.integer(Int64(limit) + 1)])
            while try cursor.next() {
                groups.append(
                    Extent(
                        group: .init(column: column.name, value: cursor.value(at: 0)),
                        count: Int(cursor.integer(at: 1))))
            }
            return groups
        }
        guard groups.count <= limit else {
            throw SQLiteTableError(
                .tooManySections, "\(table.name) has more than \(limit) different values of \(column.name).")
        }
        return groups
    }

    /// That run of rows with its count and anchors, found in one pass on a thread that may wait.
    func measured(_ extent: Extent = Extent()) async throws -> Extent {
        let queries = queries
        return try await pool.readInBackground(within: configuration.openingTimeout) { database in
            var extent = extent
            try extent.measure(with: queries, in: database)
            return extent
        }
    }

    /// Where the row of that key is in the run of rows, or nil when it is not in it.
    func loadRow(of key: RowKey, in extent: Extent) async throws -> Int? {
        guard !queries.keys.isEmpty else {
            guard extent.group == nil, case .integer(let place)? = key.components.first else { return nil }
            return Int(exactly: place).flatMap { (0..<extent.count).contains($0) ? $0 : nil }
        }
        guard key.components.count == queries.keys.count else { return nil }
        return try await pool.readInBackground(within: configuration.queryTimeout) { database in
            var cursor = try database.cursor(
                queries.rowKey(extent.part(after: nil)), extent.arguments(after: nil) + key.components)
            // SQLite's comparison may be wider than the key: 'A' for 'a', '1' for 1.
            guard try cursor.next(), self.key(in: cursor, row: 0) == key else { return nil }
            return try extent.row(of: key, with: queries, in: database)
        }
    }

    /// Which of the groups, in their order, that row is in; nil where rows have no key.
    func loadGroup(ofRowWith key: RowKey, among groups: [Extent.Group]) async throws -> Int? {
        guard !queries.keys.isEmpty, key.components.count == queries.keys.count else { return nil }
        return try await pool.readInBackground(within: configuration.queryTimeout) { database in
            // SQLite compares, for only it knows the collation.
            var low = 0
            var high = groups.count
            while low < high {
                let middle = (low + high) / 2
                if try comes(key, after: groups[middle], in: database) { low = middle + 1 } else { high = middle }
            }
            return low < groups.count ? low : nil
        }
    }

    private func comes(_ key: RowKey, after group: Extent.Group, in database: Database) throws -> Bool {
        if group.value == .null {
            var cursor = try database.cursor(queries.rowKey(.init(column: group.column)), [.null] + key.components)
            return try !cursor.next()
        }
        var cursor = try database.cursor(queries.isAfterValue(of: group.column), key.components + [group.value])
        return try cursor.next()
    }
}
