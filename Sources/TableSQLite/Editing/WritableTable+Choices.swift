import Bytes
import CascadingTable
import GRDB
import TableDatabase

extension WritableTable {
    /// Returns the rows that a foreign key of one column can refer to.
    ///
    /// - Parameters:
    ///   - column: The referring column.
    ///   - text: A part of the key or of the label; empty for any rows.
    ///   - limit: The limit of rows.
    func choices(
        of column: String, matching text: String, limit: Int, _ configuration: SQLiteDatabase.Configuration,
        in database: Database
    ) throws -> [RowChoice] {
        let key = description.foreignKeys.first { key in
            key.columns.count == 1 && QuotedIdentifier.matches(key.columns[0], column)
        }
        guard let key, let entry = try Catalog.entry(named: key.table, in: database) else { return [] }
        let other = try Catalog.description(of: entry, in: database)
        guard let referred = (key.referredColumns ?? other.primaryKeyNames).first else { return [] }
        let labels = Catalog.labelColumns(of: other.columns, entry.name, key: [referred], configuration)
        let names = ([referred] + labels).map(QuotedIdentifier.quoted)
        let condition = names.map { "instr(lower(CAST(\($0) AS TEXT)), lower(?1)) > 0" }.joined(separator: " OR ")
        var cursor = try database.cursor(
            """
            SELECT \(names.joined(separator: ", ")) FROM \(other.source)
            WHERE \(names[0]) IS NOT NULL AND (?1 = '' OR \(condition)) LIMIT \(limit)
            """, [SQLValue(text)])
        var choices: [RowChoice] = []
        while try cursor.next() {
            let label = labels.indices.compactMap { cursor.text(at: $0 + 1) }.joined(separator: " ")
            choices.append(RowChoice(value: cursor.text(at: 0) ?? "", label: label))
        }
        return choices
    }
}
