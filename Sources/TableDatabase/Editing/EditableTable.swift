import Bytes
package import CascadingTable
import LocalizedMessages

/// A table whose rows can be changed, as its database describes it.
package struct EditableTable: Sendable {
    package var name: String
    package var columns: [EditableColumn]
    /// The columns of the declared key. Without one, another row can get the identifier of a deleted one.
    package var key: [String]
    /// The rules for the visitor; nil for none.
    package var rule: DatabaseTable?

    package init(name: String, columns: [EditableColumn], key: [String]) {
        (self.name, self.columns, self.key) = (name, columns, key)
    }

    /// Returns the form of a row, or of a new row.
    package func form(of row: StoredRow?) -> RowForm { RowForm(visible.fields(of: row), key: key, of: row) }

    package func column(named name: String) -> EditableColumn? { columns.first { $0.name.isExactly(name) } }

    /// Returns the key among the values of a change; nil if they have none.
    package func key(of change: RowChange) -> [SQLValue]? {
        let values = key.compactMap { name -> SQLValue? in
            guard let field = change.values.first(where: { $0.name.isExactly(name) }) else { return nil }
            return try? column(named: name)?.value(field.value, insteadOf: nil, change.types).written
        }
        return values.isEmpty || values.count < key.count ? nil : values
    }
}

/// A column of a table whose rows can be changed.
package struct EditableColumn: Sendable, Hashable {
    package var name: String
    /// The label in forms; nil for the name.
    var title: String?
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
    /// A Boolean value that indicates whether the column has no type, so that each value is stored with its own.
    package var takesAnyType = false
    /// A Boolean value that indicates whether most values of a column without a type are numbers.
    package var holdsNumbers = false
    /// A Boolean value that indicates whether numbers are written with the digits that were typed.
    package var isExact = false
    /// A Boolean value that indicates whether values are JSON. A text of a program that sends JSON is then a text in JSON.
    package var isJSON = false
    /// The kinds of changes in which the database does not allow the server to set the column.
    package var refusedKinds: Set<RowChange.Kind> = []
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
    ///   - hasKey: Whether no other row can have the identifier now.
    package func step(of change: RowChange, on row: StoredRow?, hasKey: Bool) -> Step {
        var change = change
        if rule != nil, !change.isRestoring, change.action == nil {
            return visible.step(of: change, on: row, hasKey: hasKey)
        }
        if change.isRestoring {
            // The columns may be others by now.
            change.values.removeAll { column(named: $0.name)?.isGenerated ?? (change.kind == .insert) }
        }
        // Each message about an unknown column lists all columns.
        var issues = Array(change.values.lazy.compactMap { issue(with: $0, in: change.kind) }.prefix(100))
        guard issues.isEmpty else { return .fail(.invalid(issues)) }
        for (index, field) in change.values.enumerated() {
            guard let column = column(named: field.name) else { continue }
            do throws(TableViewValidationError) {
                change.values[index].value = try column.value(
                    field.value, insteadOf: row?.value(of: field.name), change.types)
            } catch { issues += error.issues }
        }
        guard issues.isEmpty else { return .fail(.invalid(issues)) }
        guard change.kind != .insert else { return .write(change.values) }
        guard let row else {
            if case .nothing = change.seen { return .fail(.noSuchRow) }
            if case .tags = change.seen { return .fail(.noSuchRow) }
            return .fail(.conflicts([]))
        }
        if let failure = failure(of: change, on: row, hasKey: hasKey) { return .fail(failure) }
        guard change.kind == .change else { return .write([]) }
        let values = change.values.filter { field in
            row.value(of: field.name).map { !$0.isStored(as: field.value) } ?? false
        }
        return values.isEmpty ? .keep : .write(values)
    }

    /// Returns the reason why a row is not the one that the maker of a change saw; nil if it is.
    private func failure(of change: RowChange, on row: StoredRow, hasKey: Bool) -> EditedRow.Failure? {
        func conflict(_ column: String, saw: FieldValue?) -> EditConflict {
            EditConflict(
                column: column, yours: change.values.first { $0.name.isExactly(column) }?.value,
                theirs: row.value(of: column) ?? .null, saw: saw)
        }
        let known = change.isRestoring ? row.tag : row.visibleTag
        switch change.seen {
        case .nothing: return nil
        case .tags(let tags): return tags.contains(known) ? nil : .otherState
        case .values(let old, let tag):
            var conflicts: [EditConflict] = []
            for field in old {
                guard let column = column(named: field.name) else {
                    return .invalid([unknown(field.name)])
                }
                let counts =
                    change.kind == .delete || !hasKey || change.values.contains { $0.name.isExactly(field.name) }
                let stored = row.value(of: field.name) ?? .null
                let isSame =
                    change.isRestoring && change.types == .any
                    ? stored.isStored(as: field.value) : column.equals(field.value, stored)
                if counts, !isSame {
                    conflicts.append(conflict(field.name, saw: field.value))
                }
            }
            guard conflicts.isEmpty else { return .conflicts(conflicts) }
            // The digest stands for what was not said: values such as files, and the whole row without a key.
            let unsaid = change.values.map(\.name).filter { name in !old.contains { $0.name.isExactly(name) } }
            let countsAll = !hasKey || (change.kind == .delete && old.isEmpty)
            if let tag {
                guard tag != known, countsAll || !unsaid.isEmpty else { return nil }
                conflicts = (countsAll ? columns.map(\.name) : unsaid).map { conflict($0, saw: nil) }
            } else {
                let isWhole = columns.allSatisfy { column in old.contains { $0.name.isExactly(column.name) } }
                guard hasKey || isWhole else {
                    return .invalid([Issue("", "The rows of this table have no key. Send all old values, or If-Match.")]
                    )
                }
                if !unsaid.isEmpty || change.kind == .delete && old.isEmpty { return .unseen }
            }
            return conflicts.isEmpty ? nil : .conflicts(conflicts)
        }
    }

    /// Returns what is wrong with a value, whatever the row; nil if nothing is.
    private func issue(with field: Field, in kind: RowChange.Kind) -> Issue? {
        guard let column = column(named: field.name) else { return unknown(field.name) }
        if column.refusedKinds.contains(kind) { return Issue(field.name, "The database does not allow this.") }
        if column.isGenerated { return Issue(field.name, "The database computes this value. Leave it out.") }
        if case .number(let digits) = field.value, column.kind == .integer, !column.isExact,
            digits.count(where: \.isNumber) > Self.keptDigits || Double(digits)?.isFinite != true
        {
            return Issue(field.name, "The column takes only values of the type \(column.type).")
        }
        if case .excerpt = field.value, field.value.written == nil {
            return Issue(field.name, "The text has bytes that are not UTF-8, so that it cannot be written.")
        }
        return nil
    }

    /// The digits that a floating-point number keeps.
    private static let keptDigits = 15

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
        case (.number(let digits), .decimal(let other)): return Double(digits) == other
        case (.decimal(let number), .integer(let other)): return number == Double(exactly: other)
        case (.text(let text), .bytes(let bytes)): return text.isExactly(ByteWriter.text { $0.base64(bytes) })
        case (.text(let text), .decimal(let number)) where !number.isFinite: return text == stored.formText
        case (.text(let text), .integer), (.text(let text), .decimal), (.text(let text), .number):
            return convertsNumbers && text == stored.formText
        case (.integer, .number), (.decimal, .number), (.number, .number), (.number, .integer):
            return value.formText.significantDigits == stored.formText.significantDigits
        case (_, .json(let json)):
            if case .text(let text) = value, text.isExactly(json) { return true }
            return value.json.flatMap(JSONReader.json) == JSONReader.json(json)
        default: return value.isStored(as: stored)
        }
    }
}

extension FieldValue {
    /// The JSON of a value that a program sent in JSON; nil for NULL and for bytes.
    var json: String? {
        switch self {
        case .text(let text): ByteWriter.text { $0.jsonString(text) }
        case .json, .number, .integer, .decimal, .boolean: formText
        default: nil
        }
    }
}

extension String {
    /// The sign, digits and exponent of a number: the same for `9.5`, `9.50` and `95e-1`.
    fileprivate var significantDigits: [String] {
        let parts = lowercased().split(separator: "e", maxSplits: 1)
        let number = (parts.first ?? "").split(separator: ".", maxSplits: 1, omittingEmptySubsequences: false)
        let whole = number.first.map { $0.filter(\.isNumber) } ?? ""
        let all = whole + (number.count > 1 ? number[1] : "")
        let digits = all.drop { $0 == "0" }
        guard !digits.isEmpty else { return [] }
        let zeros = digits.reversed().prefix { $0 == "0" }.count
        let exponent = (parts.count > 1 ? Int(parts[1]) ?? 0 : 0) + whole.count - (all.count - digits.count)
        return [hasPrefix("-") ? "-" : "", String(digits.dropLast(zeros)), "\(exponent)"]
    }
}
