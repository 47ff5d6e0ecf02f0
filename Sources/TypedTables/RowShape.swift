import Bytes
import CascadingTable
import Essentials
import LocalizedMessages

/// The columns of a type, which its `Codable` conformance tells, and the rows as cells and forms.
struct RowShape<Row: Codable & Identifiable & Sendable>: Sendable {
    /// A value of the rows.
    struct Column: Sendable {
        var name: String
        var kind: TableViewEditableField.Kind?
        var isOptional: Bool
        var isNumber: Bool
        /// A Boolean value that indicates whether a form must have a value: no value is made of the empty text.
        var isRequired: Bool
    }

    let columns: [Column]
    /// The names of the dates that are shown without a time.
    var days: [String] = []
    /// An example, and one for each column that differs in that column only.
    private let example: Row?
    private let variants: [String: Row]

    init() {
        let probe = RowDecoder()
        let example = try? Row(from: probe)
        var variants: [String: Row] = [:]
        for key in probe.keys { variants[key.name] = try? Row(from: RowDecoder(varying: key.name)) }
        // A type with an `init(from:)` of its own may need values that no example has.
        columns = example == nil ? [] : probe.keys.map { Self.column($0) }
        (self.example, self.variants) = (example, variants)
    }

    /// Returns the kind of the field of a form for values of a type; nil for values that are not edited.
    static func kind(of type: any Decodable.Type) -> TableViewEditableField.Kind? {
        switch type {
        case is Bool.Type: .boolean
        case is any BinaryInteger.Type: .integer
        case is Double.Type, is Float.Type, is Decimal.Type: .decimal
        case is String.Type, is URL.Type, is UUID.Type, is Date.Type: .text
        default: (type as? any CaseIterable.Type)?.texts.map { .choice($0) }
        }
    }

    private static func column(_ key: RowDecoder.Key) -> Column {
        let kind = kind(of: key.type)
        return Column(
            name: key.name, kind: kind, isOptional: key.isOptional, isNumber: kind == .integer || kind == .decimal,
            isRequired: !key.isOptional && kind != .boolean && key.type != String.self)
    }

    /// Returns the name of the column that a key path reads; nil if the examples do not tell.
    func name<Value>(of path: KeyPath<Row, Value>) -> String? {
        guard let example else { return nil }
        let value = String(reflecting: example[keyPath: path])
        return columns.map(\.name).first { name in
            variants[name].map { String(reflecting: $0[keyPath: path]) != value } ?? false
        }
    }

    /// Returns the values of a row, but for those with some names.
    func fields(of row: Row, hidden: [String] = []) throws -> [Field] {
        let encoder = RowEncoder(hidden: hidden, days: days)
        try row.encode(to: encoder)
        return encoder.fields
    }

    /// Returns a row with the texts of a form, and the other values of an old row.
    ///
    /// - Parameter old: The row before; nil for a new one, which has examples for other values.
    /// - Throws: `TableViewValidationError` for a text that is no value of its column.
    func row(_ texts: [String: String], changing old: Row?) throws -> Row {
        let encoder = RowEncoder(keepsValues: true, days: days)
        try old?.encode(to: encoder)
        let decoder = RowDecoder { key in
            let stored = encoder.values[key.name] as? any Decodable
            guard let text = texts[key.name] else { return stored }
            // A form shows less of some values, such as the seconds of a time without their fractions.
            let isUnchanged = encoder.fields.contains {
                $0.name.isExactly(key.name) && Self.text(of: $0.value).isExactly(text)
            }
            if isUnchanged, let stored { return stored }
            if text.isEmpty, key.isOptional { return Nothing() }
            do { return try Self.value(key.type, of: text) } catch {
                throw TableViewValidationError(
                    key.name,
                    key.type == Date.self
                        ? "Write a day as 2026-05-31, or a time as 2026-05-31T12:00:00Z."
                        : "This is no value of the column.")
            }
        }
        return try Row(from: decoder)
    }

    /// Returns a value as the field of a form shows it.
    static func text(of value: FieldValue) -> String {
        guard case .date(let date, let precision) = value else { return value.formText }
        let text = date.formatted(.iso8601)
        return precision == .day ? String(text.prefix { $0 != "T" }) : text
    }

    private static func value<Value: Decodable>(_ type: Value.Type, of text: String) throws -> any Decodable {
        try Example.value(type, of: text)
    }

    /// A value that is of no type, for a column without a value.
    struct Nothing: Decodable {}
}

extension CaseIterable {
    /// The raw values of all cases as texts; nil for cases without.
    fileprivate static var texts: [String]? {
        let texts = allCases.map { ($0 as? any RawRepresentable).map { "\($0.rawValue)" } }
        return texts.contains(nil) || texts.isEmpty ? nil : texts.compactMap(\.self)
    }
}
