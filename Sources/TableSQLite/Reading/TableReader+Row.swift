import CascadingTable
import TableDatabase

extension TableReader {
    /// Returns the values by which the row of a key is found, or nil if there is no such row.
    func keys(ofRowWith key: RowKey, in database: Transaction) throws -> [SQLValue]? {
        if readsByKey { return try position(ofRowNamed: key, of: database)?.suffix(queries.keys.count) }
        guard key.components.count == 1, case .integer(let place) = key.components[0], place >= 0 else { return nil }
        return key.components
    }

    /// Returns the columns of one row, or an empty array if there is no such row.
    func columns(ofRowWith key: RowKey, in database: Transaction) throws -> [RowColumn] {
        guard let keys = try keys(ofRowWith: key, in: database) else { return [] }
        var columns: [RowColumn] = []
        var values: [(column: String, value: SQLValue)] = []
        for (column, cell) in zip(table.columns, try self.values(ofRowWith: keys, in: database) ?? []) {
            columns.append(RowColumn(name: column.name, type: column.typeAndProblem, value: cell.field))
            values.append((column.name, cell.value))
        }
        for foreignKey in table.foreignKeys {
            // A reference to a missing table or row is shown without a link.
            guard let link = try? link(from: foreignKey, values: values, in: database) else { continue }
            for index in columns.indices
            where columns[index].link == nil
                && foreignKey.columns.contains(where: { QuotedIdentifier.matches($0, columns[index].name) })
            {
                columns[index].link = link
            }
        }
        return columns
    }

    /// Returns the link to the row that a foreign key refers to, or nil if it refers to no row.
    private func link(
        from foreignKey: ForeignKey, values: [(column: String, value: SQLValue)], in database: Transaction
    ) throws -> String? {
        let referring = foreignKey.columns.map { name in
            values.first { QuotedIdentifier.matches($0.column, name) }?.value ?? .null
        }
        guard !referring.contains(.null),
            let entry = try Catalog.entry(named: foreignKey.table, in: database)
        else { return nil }
        // A row of this table must not tell of one that does not exist for its reader.
        let isOwn = QuotedIdentifier.matches(entry.name, table.name)
        let other = TableReader(
            try Catalog.description(of: entry, in: database), configuration, where: isOwn ? owned : nil)
        let primaryKey = other.table.columns.filter { $0.primaryKeyIndex > 0 }
            .sorted { $0.primaryKeyIndex < $1.primaryKeyIndex }.map(\.name)
        let referred = foreignKey.referredColumns ?? primaryKey
        guard referred.count == referring.count, !other.queries.keys.isEmpty else { return nil }
        var cursor = try database.cursor(
            other.queries.named(whereColumns: referred), other.queries.arguments(nil, group: nil) + referring)
        guard try cursor.next() else { return nil }
        return configuration.paths.link(fromRowToRow: other.key(ofNamed: cursor).text, of: other.table.name)
    }
}

/// A column of one row, with its value.
struct RowColumn: Sendable {
    var name: String
    /// The declared type.
    var type: String
    var value: FieldValue
    /// The link to the referenced row of another table, or nil.
    var link: String?
}
