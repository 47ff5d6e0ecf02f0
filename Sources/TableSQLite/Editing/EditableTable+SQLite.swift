import Bytes
import CascadingTable
import GRDB
import TableDatabase

extension EditableTable {
    /// Creates the description of a table for its editors.
    init(_ table: TableDescription, _ checks: [CheckConstraint], in database: Database) throws {
        var (generated, defaults): (Set<ExactString>, [ExactString: String]) = ([], [:])
        var cursor = try database.cursor(
            "SELECT name, hidden IN (2, 3), dflt_value FROM pragma_table_xinfo(?)", [SQLValue(table.name)])
        while try cursor.next() {
            guard let name = cursor.text(at: 0).map({ ExactString($0) }) else { continue }
            if cursor.integer(at: 1) != 0 { generated.insert(name) }
            defaults[name] = cursor.text(at: 2)
        }
        let columns = table.columns.map { column in
            let isKey = table.primaryKeyNames.contains(where: column.name.isExactly)
            // A key that does not name the rows beside their rowids is the rowid itself.
            let isRowid = table.primaryKey.isEmpty && isKey
            var editable = EditableColumn(
                name: column.name, type: column.type, kind: column.kind(checks),
                isNullable: column.isNullable && !isKey)
            editable.isGenerated = generated.contains(ExactString(column.name))
            editable.defaultText = isRowid ? "the next number" : defaults[ExactString(column.name)]
            editable.convertsNumbers = column.affinity == .number
            editable.takesAnyType = ["", "ANY"].contains(column.type.uppercased())
            editable.reference =
                table.foreignKeys.first { $0.columns.contains { QuotedIdentifier.matches($0, column.name) } }?.table
            return editable
        }
        self.init(name: table.name, columns: columns, key: table.primaryKeyNames)
    }
}

extension RelationColumn {
    /// The kind of the values, by the declared type and the checks.
    fileprivate func kind(_ checks: [CheckConstraint]) -> TableViewEditableField.Kind {
        let choices = checks.first { !$0.choices.isEmpty && $0.columns == [name] }?.choices
        if let choices { return .choice(choices) }
        let type = type.uppercased()
        if isBoolean { return .boolean }
        if type.contains("INT") { return .integer }
        if ["REAL", "FLOA", "DOUB", "DEC", "NUM"].contains(where: type.contains) { return .decimal }
        if type.contains("BLOB") { return .file() }
        if type == "DATE" { return .date }
        return type == "JSON" ? .multilineText : .text
    }
}
