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
        let label = labels.map { "coalesce(' ' || \(QuotedIdentifier.quoted($0)), '')" }.joined(separator: " || ")
        let statement = ChoiceStatement(
            matching: text, limit: limit, from: other.source,
            value: "CAST(\(QuotedIdentifier.quoted(referred)) AS TEXT)",
            label: labels.isEmpty ? "''" : "substr(\(label), 2)", TextMatching.dialect)
        var cursor = try database.cursor(statement.sql, statement.arguments)
        var choices: [RowChoice] = []
        while try cursor.next() {
            choices.append(RowChoice(value: cursor.text(at: 0) ?? "", label: cursor.text(at: 1) ?? ""))
        }
        return choices
    }
}
