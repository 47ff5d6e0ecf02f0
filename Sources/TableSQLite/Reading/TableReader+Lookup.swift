import CascadingTable
import TableDatabase

extension TableReader {
    /// Returns the groups of rows with equal values of a column, with their numbers of rows, in the order of the
    /// values.
    ///
    /// - Throws: ``SQLiteTableError`` with the code `tooManySections` if there are more than `limit` values.
    func groups(by column: RelationColumn, limit: Int, in database: Transaction) throws -> [KeysetIndex] {
        let groups = try database.cursor(
            queries.groups(column: column.name), queries.all.arguments + [.integer(Int64(limit) + 1)]
        ).map { KeysetIndex(group: .init(column: column.name, value: $0.value(at: 0)), count: Int($0.integer(at: 1))) }
        guard groups.count <= limit else {
            throw SQLiteTableError(
                .tooManySections, "\(table.name) has more than \(limit) different values of \(column.name).")
        }
        return groups
    }

    /// Returns the position of a key's row, or nil if the index does not contain the row.
    func row(of key: RowKey, in extent: KeysetIndex, in database: Transaction) throws -> Int? {
        guard !queries.keys.isEmpty else {
            guard extent.group == nil, case .integer(let place)? = key.components.first else { return nil }
            return Int(exactly: place).flatMap { (0..<extent.count).contains($0) ? $0 : nil }
        }
        guard let position = try position(ofRowNamed: key, in: extent, of: database) else { return nil }
        return try extent.row(at: position, with: queries, in: database)
    }

    /// Returns the sort values of a key's row, or nil if the index does not contain the row.
    func position(
        ofRowNamed key: RowKey, in extent: KeysetIndex = KeysetIndex(), of database: Transaction
    ) throws -> [SQLValue]? {
        guard key.components.count == (key.isRowid ? queries.keys : queries.names).count else { return nil }
        var cursor = try extent.cursor(
            { queries.named($0, byKeys: key.isRowid) }, extent.rows(with: queries), key.components, with: queries,
            in: database)
        // SQLite may find more rows than the key's: 'A' for 'a', '1' for 1.
        while try cursor.next() { if self.key(ofNamed: cursor) == key { return queries.position(in: cursor) } }
        return nil
    }

    /// Returns the key of the row after a position, or before it; nil if there is none.
    func key(after position: [SQLValue], isReversed: Bool = false, in database: Transaction) throws -> String? {
        for run in (isReversed ? queries.all.reversed : queries.all).runs(after: position) {
            let arguments = run.arguments + [.integer(1), .integer(0)]
            var cursor = try database.singleCursor(queries.allNamed(run), arguments)
            if try cursor.next() { return key(ofNamed: cursor).text }
        }
        return nil
    }

    /// Returns the rowid of a key's row, or nil if the query contains no such row.
    func rowid(ofRowWith key: RowKey, in database: Transaction) throws -> Int64? {
        guard case .rowid = table.access, case .integer(let rowid)? = try position(ofRowNamed: key, of: database)?.last
        else { return nil }
        return rowid
    }

    /// Returns the index of the group that contains a row, or nil if rows have no keys.
    func group(ofRowWith key: RowKey, among groups: [KeysetIndex], in database: Transaction) throws -> Int? {
        guard !queries.keys.isEmpty, let position = try position(ofRowNamed: key, of: database) else { return nil }
        let keys = Array(position.suffix(queries.keys.count))
        // SQLite makes the comparisons, because only SQLite knows the collation.
        var low = 0
        var high = groups.count
        while low < high {
            let middle = (low + high) / 2
            guard let group = groups[middle].group else { return nil }
            if try comes(keys, after: group, in: database) { low = middle + 1 } else { high = middle }
        }
        return low < groups.count ? low : nil
    }

    private func comes(_ keys: [SQLValue], after group: KeysetIndex.Group, in database: Transaction) throws -> Bool {
        if group.value == .null {
            let rows = queries.rows(of: group)
            var cursor = try database.cursor(queries.named(rows, byKeys: true), rows.arguments + keys)
            return try !cursor.next()
        }
        var cursor = try database.cursor(queries.isAfterValue(of: group.column), keys + [group.value])
        return try cursor.next()
    }
}
