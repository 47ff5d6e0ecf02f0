import CascadingTable
import GRDB

extension TableReader {
    /// The groups of rows with the same value of a column, in the order of the values, each with its count.
    ///
    /// - Throws: ``SQLiteTableError`` with the code `tooManySections` if there are more than `limit` values.
    func groups(by column: ColumnDescription, limit: Int, in database: Database) throws -> [Extent] {
        var groups: [Extent] = []
        var cursor = try database.cursor(queries.groups(column: column.name), [.integer(Int64(limit) + 1)])
        while try cursor.next() {
            groups.append(
                Extent(
                    group: .init(column: column.name, value: cursor.value(at: 0)), count: Int(cursor.integer(at: 1))))
        }
        guard groups.count <= limit else {
            throw SQLiteTableError(
                .tooManySections, "\(table.name) has more than \(limit) different values of \(column.name).")
        }
        return groups
    }

    /// Where the row of that key is in the run of rows, or nil when it is not in it.
    func row(of key: RowKey, in extent: Extent, in database: Database) throws -> Int? {
        guard !queries.keys.isEmpty else {
            guard extent.group == nil, case .integer(let place)? = key.components.first else { return nil }
            return Int(exactly: place).flatMap { (0..<extent.count).contains($0) ? $0 : nil }
        }
        guard key.components.count == queries.keys.count else { return nil }
        let position: [SQLiteValue]
        do {
            var cursor = try extent.cursor(queries.position, nil, key.components, with: queries, in: database)
            // SQLite's comparison may be wider than the key: 'A' for 'a', '1' for 1.
            guard try cursor.next(), self.key(in: cursor, row: 0) == key else { return nil }
            position = queries.position(in: cursor)
        }
        return try extent.row(at: position, with: queries, in: database)
    }

    /// Which of the groups, in their order, that row is in; nil where rows have no key.
    func group(ofRowWith key: RowKey, among groups: [Extent], in database: Database) throws -> Int? {
        guard !queries.keys.isEmpty, key.components.count == queries.keys.count else { return nil }
        // SQLite compares, for only it knows the collation.
        var low = 0
        var high = groups.count
        while low < high {
            let middle = (low + high) / 2
            guard let group = groups[middle].group else { return nil }
            if try comes(key, after: group, in: database) { low = middle + 1 } else { high = middle }
        }
        return low < groups.count ? low : nil
    }

    private func comes(_ key: RowKey, after group: Extent.Group, in database: Database) throws -> Bool {
        if group.value == .null {
            var cursor = try database.cursor(queries.position(.init(column: group.column)), [.null] + key.components)
            return try !cursor.next()
        }
        var cursor = try database.cursor(queries.isAfterValue(of: group.column), key.components + [group.value])
        return try cursor.next()
    }
}
