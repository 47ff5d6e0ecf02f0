import CascadingTable
import Essentials

/// Makes rows by their `init(from:)`: examples of their type, and rows of the values of a form.
final class RowDecoder: Decoder {
    /// A value that a row was decoded from, by its key.
    struct Key {
        var name: String
        var type: any Decodable.Type
        var isOptional: Bool
    }

    /// Returns the value of a key; nil for an example.
    typealias Values = (_ key: Key) throws -> (any Decodable)?

    /// The keys that were asked for so far, in order.
    private(set) var keys: [Key] = []
    /// The name of the key whose value differs from that of other examples; nil for none.
    private let variedName: String?
    private let values: Values

    var codingPath: [any CodingKey] { [] }
    var userInfo: [CodingUserInfoKey: Any] { [:] }

    init(varying name: String? = nil, values: @escaping Values = { _ in nil }) {
        (variedName, self.values) = (name, values)
    }

    func container<Key>(keyedBy type: Key.Type) -> KeyedDecodingContainer<Key> {
        KeyedDecodingContainer(Keyed(decoder: self))
    }

    func unkeyedContainer() throws -> any UnkeyedDecodingContainer { throw Self.unsupported }
    func singleValueContainer() throws -> any SingleValueDecodingContainer { throw Self.unsupported }

    private static var unsupported: DecodingError {
        .dataCorrupted(.init(codingPath: [], debugDescription: "A row is decoded by keys."))
    }

    fileprivate func value<Value: Decodable>(_ type: Value.Type, _ name: String, isOptional: Bool) throws -> Value? {
        let key = Key(name: name, type: type, isOptional: isOptional)
        keys.append(key)
        if let value = try values(key) { return value as? Value }
        let isVaried = name == variedName
        return isOptional && !isVaried ? nil : try Example.value(type, isVaried: isVaried)
    }

    private struct Keyed<Key: CodingKey>: KeyedDecodingContainerProtocol {
        let decoder: RowDecoder
        var codingPath: [any CodingKey] { [] }
        var allKeys: [Key] { [] }

        func contains(_ key: Key) -> Bool { true }
        func decodeNil(forKey key: Key) throws -> Bool { false }
        func decode<Value: Decodable>(_ type: Value.Type, forKey key: Key) throws -> Value {
            guard let value = try decoder.value(type, key.stringValue, isOptional: false) else {
                throw DecodingError.valueNotFound(
                    type, .init(codingPath: [key], debugDescription: "There is no value."))
            }
            return value
        }
        func decodeIfPresent<Value: Decodable>(_ type: Value.Type, forKey key: Key) throws -> Value? {
            try decoder.value(type, key.stringValue, isOptional: true)
        }
        func decodeIfPresent(_ type: Bool.Type, forKey key: Key) throws -> Bool? {
            try decoder.value(type, key.stringValue, isOptional: true)
        }
        func decodeIfPresent(_ type: String.Type, forKey key: Key) throws -> String? {
            try decoder.value(type, key.stringValue, isOptional: true)
        }
        func decodeIfPresent(_ type: Double.Type, forKey key: Key) throws -> Double? {
            try decoder.value(type, key.stringValue, isOptional: true)
        }
        func decodeIfPresent(_ type: Int.Type, forKey key: Key) throws -> Int? {
            try decoder.value(type, key.stringValue, isOptional: true)
        }
        func nestedContainer<Nested>(
            keyedBy type: Nested.Type, forKey key: Key
        ) throws -> KeyedDecodingContainer<Nested> { throw RowDecoder.unsupported }
        func nestedUnkeyedContainer(forKey key: Key) throws -> any UnkeyedDecodingContainer {
            throw RowDecoder.unsupported
        }
        func superDecoder() throws -> any Decoder { throw RowDecoder.unsupported }
        func superDecoder(forKey key: Key) throws -> any Decoder { throw RowDecoder.unsupported }
    }
}

/// Decodes one value from a text, or two different examples of a type.
struct Example: Decoder, SingleValueDecodingContainer, UnkeyedDecodingContainer {
    /// The text; nil for an example.
    private var text: String?
    private var isVaried = false

    var codingPath: [any CodingKey] { [] }
    var userInfo: [CodingUserInfoKey: Any] { [:] }
    var count: Int? { 0 }
    var isAtEnd: Bool { true }
    var currentIndex: Int { 0 }

    /// Returns one of two examples of a type.
    static func value<Value: Decodable>(_ type: Value.Type, isVaried: Bool) throws -> Value {
        if let cases = (type as? any CaseIterable.Type)?.examples, let last = cases.last {
            if let value = (isVaried ? last : cases[0]) as? Value { return value }
        }
        return try Example(text: nil, isVaried: isVaried).decode(type)
    }

    /// Returns the value that a text of a form stands for.
    ///
    /// - Throws: An error if the text is no value of the type.
    static func value<Value: Decodable>(_ type: Value.Type, of text: String) throws -> Value {
        try Example(text: text).decode(type)
    }

    func decode<Value: Decodable>(_ type: Value.Type) throws -> Value {
        let value: Any? =
            switch type {
            case is Bool.Type: text.map { $0 == "true" } ?? isVaried
            case is String.Type: text ?? (isVaried ? "1" : "")
            case is Decimal.Type: Decimal(string: text ?? (isVaried ? "1" : "0"), locale: nil)
            case is Date.Type: date
            case is URL.Type: URL(string: text ?? (isVaried ? "about:1" : "about:0"))
            case is UUID.Type:
                UUID(uuidString: text ?? "00000000-0000-4000-8000-00000000000\(isVaried ? 1 : 0)")
            case is Data.Type: Data(isVaried ? [1] : [])
            case let type as any (LosslessStringConvertible & Numeric).Type: type.init(text ?? (isVaried ? "1" : "0"))
            default: try type.init(from: self)
            }
        guard let value = value as? Value else {
            throw DecodingError.dataCorrupted(.init(codingPath: [], debugDescription: "This is no value of the type."))
        }
        return value
    }

    /// The day or time of a text in ISO 8601, or as SQL writes it: with a space, and without a time zone for UTC.
    private var date: Date? {
        guard let text else { return Date(timeIntervalSince1970: isVaried ? 1 : 0) }
        if TableViewEditableField.isDay(text) {
            return try? Date(text, strategy: Date.ISO8601FormatStyle().year().month().day())
        }
        let time = text.dropFirst(11)
        let zone = time.contains { "Z+-".contains($0) } ? "" : "Z"
        return try? Date("\(text.prefix(10))T\(time)\(zone)", strategy: .iso8601)
    }

    func decodeNil() -> Bool { text?.isEmpty ?? !isVaried }
    func singleValueContainer() -> any SingleValueDecodingContainer { self }
    func unkeyedContainer() -> any UnkeyedDecodingContainer { self }
    func container<Key>(keyedBy type: Key.Type) -> KeyedDecodingContainer<Key> {
        RowDecoder().container(keyedBy: type)
    }
    func nestedContainer<Key>(keyedBy type: Key.Type) -> KeyedDecodingContainer<Key> { container(keyedBy: type) }
    func nestedUnkeyedContainer() -> any UnkeyedDecodingContainer { self }
    func superDecoder() -> any Decoder { self }
}

extension CaseIterable {
    /// Some cases, or all.
    fileprivate static var examples: [Any] { Array(allCases) }
}
