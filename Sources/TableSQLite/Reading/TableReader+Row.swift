import CascadingTable
import GRDB

extension TableReader {
    /// The columns of one row; none when there is no such row.
    func columns(ofRowWith key: RowKey, in database: Database) throws -> [RowColumn] {
        guard key.components.count == max(queries.keys.count, 1) else { return [] }
        if queries.keys.isEmpty {
            guard case .integer(let place) = key.components[0], place >= 0 else { return [] }
        }
        var columns: [RowColumn] = []
        var values: [(column: String, value: SQLiteValue)] = []
        do {
            var cursor = try database.cursor(queries.row, key.components)
            guard try cursor.next(), queries.keys.isEmpty || self.key(in: cursor, row: 0) == key else { return [] }
            for (index, column) in table.columns.enumerated() {
                let place = queries.keys.count + index
                let field = cursor.field(at: place, isBoolean: column.isBoolean)
                columns.append(RowColumn(name: column.name, type: column.type, value: field.value))
                values.append((column.name, cursor.value(at: place)))
            }
        }
        for foreignKey in table.foreignKeys {
            // A reference that leads nowhere, for want of the table or the row, is shown without a link.
            guard let link = try? link(from: foreignKey, values: values, in: database) else { continue }
            for index in columns.indices
            where columns[index].link == nil
                && foreignKey.columns.contains(where: { Identifier.matches($0, columns[index].name) })
            {
                columns[index].link = link
            }
        }
        return columns
    }

    /// The link to the row a foreign key refers to, or nil when it refers to none.
    private func link(
        from foreignKey: ForeignKey, values: [(column: String, value: SQLiteValue)], in database: Database
    ) throws -> String? {
        let referring = foreignKey.columns.map { name in
            values.first { Identifier.matches($0.column, name) }?.value ?? .null
        }
        guard !referring.contains(.null),
            let entry = try Catalog.entry(named: foreignKey.table, in: database)
        else { return nil }
        let other = TableReader(try Catalog.description(of: entry, in: database), paths: paths)
        let primaryKey = other.table.columns.filter { $0.primaryKeyIndex > 0 }
            .sorted { $0.primaryKeyIndex < $1.primaryKeyIndex }.map(\.name)
        let referred = foreignKey.referredColumns ?? primaryKey
        guard referred.count == referring.count, !other.queries.keys.isEmpty else { return nil }
        var cursor = try database.cursor(other.queries.key(whereColumns: referred), referring)
        guard try cursor.next() else { return nil }
        return paths.link(fromRowToRow: other.key(in: cursor, row: 0).text, of: other.table.name)
    }
}
