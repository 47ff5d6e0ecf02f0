import Bytes
package import CascadingTable
import LocalizedMessages

/// A table whose rows can be changed, as its database describes it.
package struct EditableTable: Sendable {
    package var name: String
    package var columns: [EditableColumn]
    /// A Boolean value that indicates whether a declared key identifies the rows. Otherwise another row can get the
    /// identifier of a deleted one.
    package var hasKey: Bool

    package init(name: String, columns: [EditableColumn], hasKey: Bool) {
        (self.name, self.columns, self.hasKey) = (name, columns, hasKey)
    }

    package func column(named name: String) -> EditableColumn? { columns.first { $0.name.isExactly(name) } }
}

/// A column of a table whose rows can be changed.
package struct EditableColumn: Sendable, Hashable {
    package var name: String
    /// The declared type.
    package var type: String
    package var kind: TableViewEditableField.Kind
    package var isNullable: Bool
    /// A Boolean value that indicates whether the database computes the values.
    package var isGenerated = false
    /// The default of a new row as SQL writes it, or what the database does; nil for none.
    package var defaultText: String?
    /// A Boolean value that indicates whether the database stores a text that is a number as that number.
    package var convertsNumbers = false
    /// The name of the table to whose rows the values refer; nil for none.
    package var reference: String?

    package init(name: String, type: String, kind: TableViewEditableField.Kind, isNullable: Bool) {
        (self.name, self.type, self.kind, self.isNullable) = (name, type, kind, isNullable)
    }
}

extension EditableTable {
    private typealias Issue = TableViewValidationError.Issue

    /// The next step of a change, after its row was read.
    package enum Step {
        case fail(EditedRow.Failure)
        /// Writes these values to the row, or to a new one; deletes the row if the change does so.
        case write([Field])
        /// The row is already as it was asked for.
        case keep
    }

    /// Decides what to do with a row: the part of every change that does not depend on the database.
    ///
    /// - Parameters:
    ///   - change: The change.
    ///   - row: The row as it is stored now; nil if it is gone, and for a new row.
    package func step(of change: RowChange, on row: StoredRow?) -> Step {
        var change = change
        if change.isRestoring { change.values.removeAll { column(named: $0.name)?.isGenerated == true } }
        let issues = change.values.compactMap(issue)
        guard issues.isEmpty else { return .fail(.invalid(issues)) }
        guard change.kind != .insert else { return .write(change.values) }
        guard let row else {
            if case .nothing = change.seen { return .fail(.noSuchRow) }
            if case .tags = change.seen { return .fail(.noSuchRow) }
            return .fail(.conflicts([]))
        }
        if let failure = failure(of: change, on: row) { return .fail(failure) }
        guard change.kind == .change else { return .write([]) }
        let values = change.values.filter { field in
            column(named: field.name).map { !$0.equals(field.value, row.value(of: field.name)) } ?? false
        }
        return values.isEmpty ? .keep : .write(values)
    }

    /// Returns the reason why a row is not the one that the maker of a change saw; nil if it is.
    private func failure(of change: RowChange, on row: StoredRow) -> EditedRow.Failure? {
        func conflict(_ column: String, saw: FieldValue?) -> EditConflict {
            EditConflict(
                column: column, yours: change.values.first { $0.name.isExactly(column) }?.value,
                theirs: row.value(of: column) ?? .null, saw: saw)
        }
        switch change.seen {
        case .nothing: return nil
        case .tags(let tags): return tags.contains(row.tag) ? nil : .otherState
        case .values(let old, let tag):
            var conflicts: [EditConflict] = []
            for field in old {
                guard let column = column(named: field.name) else {
                    return .invalid([unknown(field.name)])
                }
                let counts =
                    change.kind == .delete || !hasKey || change.values.contains { $0.name.isExactly(field.name) }
                if counts, !column.equals(field.value, row.value(of: field.name)) {
                    conflicts.append(conflict(field.name, saw: field.value))
                }
            }
            guard conflicts.isEmpty, !hasKey || change.kind == .delete else {
                return conflicts.isEmpty ? nil : .conflicts(conflicts)
            }
            // Without a key, another row can have the identifier now.
            guard let tag else {
                let isWhole = hasKey || columns.allSatisfy { column in old.contains { $0.name.isExactly(column.name) } }
                return isWhole
                    ? nil
                    : .invalid([Issue("", "The rows of this table have no key. Send all old values, or If-Match.")])
            }
            if tag != row.tag { conflicts = columns.map { conflict($0.name, saw: nil) } }
            return conflicts.isEmpty ? nil : .conflicts(conflicts)
        }
    }

    /// Returns what is wrong with a value, whatever the row; nil if nothing is.
    private func issue(with field: Field) -> Issue? {
        guard let column = column(named: field.name) else { return unknown(field.name) }
        if column.isGenerated { return Issue(field.name, "The database computes this value. Leave it out.") }
        if case .excerpt = field.value {
            return Issue(field.name, "The text has bytes that are not UTF-8, so that it cannot be written.")
        }
        return nil
    }

    private func unknown(_ name: String) -> Issue {
        let names = columns.filter { !$0.isGenerated }.map(\.name)
        let list = names.joined(separator: ", ")
        guard let nearest = names.nearest(to: name) else {
            return Issue(name, "The table has no column \"\(name)\". Columns: \(list).")
        }
        return Issue(name, "The table has no column \"\(name)\". Did you mean \"\(nearest)\"? Columns: \(list).")
    }
}

extension EditableColumn {
    /// Returns whether a value from outside is the stored one.
    ///
    /// A blob may be its base64, and in a column of numbers a number may be its text, as formats write them.
    func equals(_ value: FieldValue, _ stored: FieldValue?) -> Bool {
        guard let stored else { return false }
        switch (value, stored) {
        case (.boolean(let one), .integer(let number)): return number == (one ? 1 : 0)
        case (.integer(let number), .boolean(let other)): return number == (other ? 1 : 0)
        case (.integer(let number), .decimal(let other)): return Double(exactly: number) == other
        case (.decimal(let number), .integer(let other)): return number == Double(exactly: other)
        case (.text(let text), .bytes(let bytes)): return text.isExactly(ByteWriter.text { $0.base64(bytes) })
        case (.text(let text), .integer), (.text(let text), .decimal), (.text(let text), .number):
            return convertsNumbers && text == stored.formText
        default: return value.isStored(as: stored)
        }
    }
}
