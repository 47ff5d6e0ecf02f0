import Bytes
import CascadingTable
import GRDB
import TableDatabase

extension TableReader {
    /// Passes the groups of a request to a collector.
    ///
    /// - Throws: `TableViewError` with `notQueryable` for blobs and long values.
    func collect(
        _ request: GroupRequest, into collector: inout some GroupCollector, in database: Transaction
    ) throws {
        let table = try table.extended(for: request.query.ofGroupedRows, configuration, in: database)
        let statements = TableStatements(table, request.query.ofGroupedRows)
        for key in request.grouping.keys where key.bin == nil {
            try refuseBlobs(of: key.column, statements, in: database)
        }
        let groups = try SQLGroups(
            request, table.sqlColumns(named: statements.expression), .sqlite, from: statements.source,
            where: statements.all)
        let keys = request.grouping.keys
        let areBoolean = keys.map { key in
            key.bin == nil && table.columns.contains { $0.name.isExactly(key.column) && $0.isBoolean }
        }
        let count = 2 * keys.count + 1 + request.grouping.aggregates.count
        let isRead: Void? = try database.withMaxValueBytes(configuration.maxValueBytes) {
            var cursor = try database.singleCursor(groups.sql, groups.arguments)
            while try nextGroup(&cursor) {
                var group: [FieldValue] = []
                group.reserveCapacity(count)
                for index in 0..<count {
                    group.append(cursor.field(at: index, isBoolean: index < keys.count && areBoolean[index]))
                }
                for (key, value) in zip(keys, group) {
                    if case .bytes = value { throw TableViewError.noGroups(ofColumn: key.column) }
                }
                try collector.add(group)
            }
        }
        if isRead == nil { throw TableViewError.noGroups(ofColumn: keys.map(\.column).joined(separator: ", ")) }
    }

    /// Moves to the next group. SQLite adds integers in 64 bits.
    private func nextGroup(_ cursor: inout Cursor) throws -> Bool {
        do { return try cursor.next() } catch let error as DatabaseError {
            switch error.message {
            case "integer overflow":
                throw TableViewError(.notQueryable, "The sum has more than 64 bits. Use the mean.")
            case TableViewError.tooManyValues.message.description: throw TableViewError.tooManyValues
            default: throw error
            }
        }
    }

    /// Refuses a column with blobs among its first values, because grouping large blobs takes much memory.
    private func refuseBlobs(of name: String, _ statements: TableStatements, in database: Transaction) throws {
        guard let index = table.columns.firstIndex(where: { $0.name.isExactly(name) }),
            table.columns[index].affinity == .none
        else { return }
        var cursor = try database.singleCursor(
            """
            SELECT 1 FROM (SELECT typeof(\(statements.expression(index))) AS v FROM \(statements.source)\(statements.all.filter) \
            LIMIT 1000) WHERE v = 'blob'
            """, statements.all.arguments)
        if try cursor.next() { throw TableViewError.noGroups(ofColumn: name) }
    }
}
