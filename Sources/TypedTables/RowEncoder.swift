import CascadingTable
import Essentials

/// Reads the values of a row by its `encode(to:)`, in the order in which it encodes them.
final class RowEncoder: Encoder {
    /// The values as fields of a cell.
    private(set) var fields: [Field] = []
    /// The values as the row has them, by the names of their keys.
    private(set) var values: [String: any Encodable] = [:]
    private let keepsValues: Bool
    private let hidden: [String]
    private let days: [String]

    var codingPath: [any CodingKey] { [] }
    var userInfo: [CodingUserInfoKey: Any] { [:] }

    /// - Parameters:
    ///   - keepsValues: Whether ``values`` is needed, too.
    ///   - hidden: The names of values that are left out.
    ///   - days: The names of dates that are days.
    init(keepsValues: Bool = false, hidden: [String] = [], days: [String] = []) {
        (self.keepsValues, self.hidden, self.days) = (keepsValues, hidden, days)
    }

    func container<Key>(keyedBy type: Key.Type) -> KeyedEncodingContainer<Key> {
        KeyedEncodingContainer(Keyed(encoder: self))
    }

    func unkeyedContainer() -> any UnkeyedEncodingContainer { Nothing() }
    func singleValueContainer() -> any SingleValueEncodingContainer { Nothing() }

    fileprivate func add(_ name: String, _ value: some Encodable, _ field: FieldValue) {
        if !hidden.contains(name) { fields.append(Field(name, field)) }
        if keepsValues { values[name] = value }
    }

    /// Returns a value as a field shows it.
    static func field(of value: some Encodable) throws -> FieldValue {
        switch value {
        case let value as String: .text(value)
        case let value as Bool: .boolean(value)
        case let value as any BinaryInteger: Int64(exactly: value).map(FieldValue.integer) ?? .number("\(value)")
        case let value as Double: .decimal(value)
        case let value as Float: .decimal(Double(value))
        case let value as Decimal: .number(value.description)
        case let value as Date: .date(value)
        case let value as URL: .url(value.absoluteString)
        case let value as UUID: .text(value.uuidString)
        case let value as Data: .bytes(Array(value))
        default: try nested(value)
        }
    }

    /// Returns an enumeration as its raw value, and other values as JSON.
    private static func nested(_ value: some Encodable) throws -> FieldValue {
        let encoder = JSONEncoder()
        encoder.dateEncodingStrategy = .iso8601
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        let json = String(decoding: try encoder.encode(value), as: UTF8.self)
        if json == "null" { return .null }
        if json.hasPrefix("\""), let text = try? JSONDecoder().decode(String.self, from: Data(json.utf8)) {
            return .text(text)
        }
        return Int64(json).map(FieldValue.integer) ?? .json(json)
    }

    private struct Keyed<Key: CodingKey>: KeyedEncodingContainerProtocol {
        let encoder: RowEncoder
        var codingPath: [any CodingKey] { [] }

        mutating func encodeNil(forKey key: Key) { encoder.add(key.stringValue, String?.none, .null) }
        mutating func encode(_ value: String, forKey key: Key) { encoder.add(key.stringValue, value, .text(value)) }
        mutating func encode(_ value: Bool, forKey key: Key) { encoder.add(key.stringValue, value, .boolean(value)) }
        mutating func encode(_ value: Int, forKey key: Key) {
            encoder.add(key.stringValue, value, .integer(Int64(value)))
        }
        mutating func encode(_ value: Double, forKey key: Key) { encoder.add(key.stringValue, value, .decimal(value)) }
        mutating func encode(_ value: some Encodable, forKey key: Key) throws {
            var field = try RowEncoder.field(of: value)
            if case .date(let date, _) = field, encoder.days.contains(key.stringValue) {
                field = .date(date, precision: .day)
            }
            encoder.add(key.stringValue, value, field)
        }
        mutating func encodeIfPresent(_ value: (some Encodable)?, forKey key: Key) throws {
            if let value { try encode(value, forKey: key) } else { encodeNil(forKey: key) }
        }
        mutating func encodeIfPresent(_ value: String?, forKey key: Key) {
            if let value { encode(value, forKey: key) } else { encodeNil(forKey: key) }
        }
        mutating func encodeIfPresent(_ value: Bool?, forKey key: Key) {
            if let value { encode(value, forKey: key) } else { encodeNil(forKey: key) }
        }
        mutating func encodeIfPresent(_ value: Double?, forKey key: Key) {
            if let value { encode(value, forKey: key) } else { encodeNil(forKey: key) }
        }
        mutating func encodeIfPresent(_ value: Int?, forKey key: Key) {
            if let value { encode(value, forKey: key) } else { encodeNil(forKey: key) }
        }
        mutating func nestedContainer<Nested>(
            keyedBy keyType: Nested.Type, forKey key: Key
        ) -> KeyedEncodingContainer<Nested> { KeyedEncodingContainer(Keyed<Nested>(encoder: RowEncoder())) }
        mutating func nestedUnkeyedContainer(forKey key: Key) -> any UnkeyedEncodingContainer { Nothing() }
        mutating func superEncoder() -> any Encoder { RowEncoder() }
        mutating func superEncoder(forKey key: Key) -> any Encoder { RowEncoder() }
    }

    /// The container of a row that is not encoded by keys. It has no columns.
    private struct Nothing: UnkeyedEncodingContainer, SingleValueEncodingContainer {
        var codingPath: [any CodingKey] { [] }
        var count: Int { 0 }
        mutating func encodeNil() {}
        mutating func encode(_ value: some Encodable) {}
        mutating func nestedContainer<Key>(keyedBy keyType: Key.Type) -> KeyedEncodingContainer<Key> {
            RowEncoder().container(keyedBy: keyType)
        }
        mutating func nestedUnkeyedContainer() -> any UnkeyedEncodingContainer { self }
        mutating func superEncoder() -> any Encoder { RowEncoder() }
    }
}
