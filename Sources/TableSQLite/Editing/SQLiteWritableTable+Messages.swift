import Bytes
import CascadingTable
import GRDB
import GRDBSQLite
import LocalizedMessages
import TableDatabase

extension SQLiteWritableTable {
    typealias Issue = TableViewValidationError.Issue

    /// Returns what is wrong with the values of a change, at their columns; nil for an error that has nothing to do with
    /// the values.
    func issues(of error: DatabaseError, _ change: RowChange, in database: Database) throws -> [Issue]? {
        let reason = error.message ?? ""
        switch error.extendedResultCode {
        case .SQLITE_CONSTRAINT_NOTNULL:
            return columns(in: reason).map { Issue($0, "Enter a value. NULL is not allowed.") }
        case .SQLITE_CONSTRAINT_UNIQUE, .SQLITE_CONSTRAINT_PRIMARYKEY, .SQLITE_CONSTRAINT_ROWID:
            let names = columns(in: reason)
            if names.count == 1 { return [Issue(names[0], "Another row has this value already. It must be unique.")] }
            guard names.isEmpty else {
                let list = names.joined(separator: ", ")
                return names.map { Issue($0, "Another row has these values of \(list) already. They must be unique.") }
            }
            // An index of expressions is named in quotation marks.
            let index = reason.after("index '").dropLast()
            let rule = try CheckConstraint.rule(ofIndex: String(index), columns: description.columnNames, in: database)
            let message: LocalizedMessage = "Another row has these values already: \(rule?.expression ?? reason)."
            let columns = rule?.columns ?? []
            return columns.isEmpty ? [Issue("", message)] : columns.map { Issue($0, message) }
        case .SQLITE_CONSTRAINT_CHECK:
            let title = reason.after("constraint failed: ")
            let found = checks.filter { title.isExactly($0.title) }
            let names = description.columnNames.filter { column in
                found.contains { $0.columns.contains(where: column.isExactly) }
            }
            guard !names.isEmpty else {
                return [Issue("", Self.message(about: nil, expression: found.first?.expression ?? title))]
            }
            // Several checks can have the same title.
            let rules = found.map(\.expression).joined(separator: ", ")
            let message = Self.message(about: found.count == 1 ? found[0] : nil, expression: rules)
            return names.map { Issue($0, message) }
        case .SQLITE_CONSTRAINT_FOREIGNKEY:
            let broken = try brokenReferences(of: EditedRow(change), in: database)
            return broken.isEmpty ? try referrers(in: database) : broken
        case .SQLITE_CONSTRAINT_DATATYPE:
            guard let name = columns(in: reason.after(" column ")).first,
                let type = editable.column(named: name)?.type
            else { return [Issue("", LocalizedMessage(verbatim: reason))] }
            return [Issue(name, "The column takes only values of the type \(type).")]
        case .SQLITE_CONSTRAINT_TRIGGER, .SQLITE_CONSTRAINT_VTAB:
            return [Issue("", LocalizedMessage(verbatim: reason))]
        default: break
        }
        switch error.resultCode {
        case .SQLITE_MISMATCH:
            return description.primaryKeyNames.map { Issue($0, "The key of this table is a whole number.") }
        case .SQLITE_CONSTRAINT, .SQLITE_ERROR, .SQLITE_TOOBIG, .SQLITE_RANGE:
            return [Issue("", "SQLite cannot write the row: \(reason).")]
        default: return nil
        }
    }

    /// Returns the sentence about a value that a check refuses.
    private static func message(about check: CheckConstraint?, expression: String) -> LocalizedMessage {
        if let choices = check?.choices, !choices.isEmpty {
            let list = choices.joined(separator: ", ")
            return "Use one of: \(list)."
        }
        return "The value must match the rule of the table: \(expression)."
    }

    /// Returns which columns refer to rows that do not exist.
    func brokenReferences(of row: EditedRow, in database: Database) throws -> [Issue] {
        var issues: [Issue] = []
        for key in description.foreignKeys where row.change.kind != .delete {
            // A change is not at fault for a reference that was broken before.
            let isNew = key.columns.contains { name in
                row.change.values.contains { QuotedIdentifier.matches($0.name, name) }
                    || row.before?.value(of: name) != row.after?.value(of: name)
            }
            guard isNew || row.change.kind != .change else { continue }
            let values = key.columns.map { name in
                let value = row.change.values.first { QuotedIdentifier.matches($0.name, name) }?.value
                return (value ?? row.after?.value(of: name) ?? row.before?.value(of: name))?.written ?? .null
            }
            guard !values.contains(.null) else { continue }
            let condition = key.referredColumns.map { "\(QuotedIdentifier.quoted($0)) = ?" }.joined(separator: " AND ")
            let sql = "SELECT 1 FROM \(QuotedIdentifier.quoted(key.table)) WHERE \(condition)"
            let isFound = try? database.cursor(sql, values).hasRow()
            if isFound != true {
                issues += key.columns.map { Issue($0, "There is no such row in \(key.table).") }
            }
        }
        return issues
    }

    /// Returns the sentence about a row to which rows of other tables refer.
    func referrers(in database: Database) throws -> [Issue] {
        let tables = try Catalog.foreignKeys(to: description.name, in: database).map(\.table.name)
        let list = tables.joined(separator: ", ")
        return [Issue("", "Rows of other tables refer to this row: \(list).")]
    }

    /// Returns the columns of the table that a message names as `table.column, table.column`.
    private func columns(in message: String) -> [String] {
        let list = message.after("constraint failed: ")
        return list.split(separator: ", ").compactMap { part in
            let name =
                part.hasPrefix("\(description.name).")
                ? String(part.dropFirst(description.name.count + 1)) : String(part)
            return description.columnNames.first { QuotedIdentifier.matches($0, name) }
        }
    }
}

extension Cursor {
    fileprivate consuming func hasRow() throws -> Bool { try next() }
}

extension String {
    /// Returns what follows a text; all of this one if it does not contain it.
    fileprivate func after(_ text: String) -> String {
        firstRange(of: text).map { String(self[$0.upperBound...]) } ?? self
    }
}
