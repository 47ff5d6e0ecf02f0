import Bytes
import CascadingTable

extension EditableTable {
    /// Returns the fields of the form for a row, or for a new row.
    func fields(of row: StoredRow?) -> [TableViewEditableField] {
        let kind = row == nil ? RowChange.Kind.insert : .change
        return columns.filter { !$0.isGenerated && !$0.refusedKinds.contains(kind) }
            .map { $0.field(row?.value(of: $0.name), isNew: row == nil) }
    }
}

extension EditableColumn {
    /// Returns a value with the type that it is written with: that of the value in its place, or else the declared one, or
    /// else that of most values of the column.
    ///
    /// - Throws: ``TableViewValidationError`` for a text that is no value of the column.
    func value(_ value: FieldValue, insteadOf old: FieldValue?, _ types: RowChange.Types)
        throws(TableViewValidationError)
        -> FieldValue
    {
        switch (value, old) {
        case (.null, _): return value
        case (_, _) where isJSON && types == .declared:
            guard let json = value.json else { break }
            return .json(json)
        case (.json, _) where !isJSON: break
        case (.number(let digits), _) where !isExact:
            guard let number = Double(digits), number.isFinite else {
                throw TableViewValidationError(name, "The number is too large.")
            }
            return .decimal(number)
        case (.text(let text), _) where types != .any && holdsJSON && JSONReader.minified(text) == nil:
            // A text that is no JSON can be replaced by another one.
            if case .text(let other)? = old, JSONReader.minified(other) == nil { return value }
        case (.boolean(let boolean), .text?) where types == .typed: return .text("\(boolean)")
        case (.integer(let number), .decimal?) where types == .typed && takesAnyType: return .decimal(Double(number))
        case (.text(let text), _) where types == .typed && takesAnyType:
            let isNumber =
                switch old {
                case .integer?, .decimal?: true
                case nil, .null?: holdsNumbers
                default: false
                }
            let number = TableViewEditableField(name, label: name, kind: .decimal)
            guard isNumber, let found = try? number.storedValue(of: text) else { return value }
            return try self.value(found, insteadOf: old, types)
        case (.text(let text), _) where types == .typed || types == .declared && refusesTexts:
            var field = field(old, isNew: old == nil)
            if field.kind == .text { field.kind = .multilineText }
            do { return try field.storedValue(of: text) } catch {
                guard types == .declared else { throw error }
                throw TableViewValidationError(name, "The column takes only values of the type \(type).")
            }
        default: return value
        }
        throw TableViewValidationError(name, "The column takes only values of the type \(type).")
    }

    private var holdsJSON: Bool { ["json", "jsonb"].contains(type.lowercased()) }

    /// A Boolean value that indicates whether the database would store a text that is no value of the type.
    private var refusesTexts: Bool { convertsNumbers && !isExact && [.integer, .decimal, .boolean].contains(kind) }

    fileprivate func field(_ value: FieldValue?, isNew: Bool) -> TableViewEditableField {
        let kind = kind(for: value)
        var field = TableViewEditableField(
            name, label: title ?? (name.isEmpty ? "(no name)" : name), value: value?.formText ?? "", kind: kind,
            // A Boolean field that is required must be true.
            isRequired: !isNullable && kind != .boolean, help: help(for: value))
        field.reference = reference.map(FieldReference.init)
        // Every state but those that the column cannot have.
        if isNullable { field.states.append(.null) }
        if isNew, defaultText != nil { field.states.append(.standard) }
        field.isExact = isExact
        field.state = isNew ? field.states.last ?? .value : value == .null ? .null : .value
        return field
    }

    /// The limit of a text in one line, in characters.
    private static let lineLength = 80

    private func kind(for value: FieldValue?) -> TableViewEditableField.Kind {
        switch (kind, value) {
        case (.multilineText, _), (.file, _): kind
        case (.choice(let choices), .text(let text)?) where choices.contains(text): kind
        case (.date, .text(let text)?) where TableViewEditableField.isDay(text): kind
        // A text stays one, whatever the type of the column.
        case (_, .text(let text)?):
            text.count > Self.lineLength || text.contains(where: \.isNewline) ? .multilineText : .text
        // A column without a type keeps the type of each value.
        case (_, .integer?) where takesAnyType, (_, .decimal?) where takesAnyType: .decimal
        // A switch shows no other values.
        case (.boolean, let value?) where ![.boolean(true), .boolean(false), .null].contains(value): .text
        default: kind
        }
    }

    private func help(for value: FieldValue?) -> String? {
        var parts = type.isEmpty ? [] : [type]
        if let reference { parts.append("→ \(reference)") }
        if let defaultText { parts.append("default: \(defaultText)") }
        if case .bytes(let bytes)? = value { parts.append("\(bytes.count) bytes") }
        return parts.isEmpty ? nil : parts.joined(separator: ", ")
    }
}
