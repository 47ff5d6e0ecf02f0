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
    fileprivate func field(_ value: FieldValue?, isNew: Bool) -> TableViewEditableField {
        let kind = kind(for: value)
        var field = TableViewEditableField(
            name, label: name.isEmpty ? "(no name)" : name, value: value?.formText ?? "", kind: kind,
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
        case (.text, .text(let text)?) where text.count > Self.lineLength || text.contains(where: \.isNewline):
            return .multilineText
        // A column without a type keeps the type of each value.
        case (.text, .integer?) where type.isEmpty: return .integer
        case (.text, .decimal?) where type.isEmpty: return .decimal
        case (.choice(let choices), .text(let text)?) where !choices.contains(text): return .text
        // A switch and a picker of days show no other values.
        case (.boolean, let value?): return [.boolean(true), .boolean(false), .null].contains(value) ? .boolean : .text
        case (.date, .text(let text)?): return TableViewEditableField.isDay(text) ? .date : .text
        default: return kind
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
