/// The content of our `table.json` for the measured table.
struct Table: Codable, Sendable {
    var revision: Int
    var title: String
    var columns: [Column]
    var sections: [Section]
    var count: Int
    @Nullable var next: String?
    @Nullable var next_url: String?
    @Nullable var previous: String?
    @Nullable var previous_url: String?

    struct Column: Codable, Sendable {
        var name: String
        var title: String
        var alignment: String
    }

    struct Section: Codable, Sendable {
        var index: Int
        var id: String
        var count: Int
        var header: Header
        var rows: [Row]
        @Nullable var footer: Header?
    }

    struct Header: Codable, Sendable {
        var title: String
        @Nullable var subtitle: String?
        @Nullable var image: String?
        var fields: [String: String]
        @Nullable var link: String?
        var height: Int
    }

    struct Row: Codable, Sendable {
        var section: Int
        var row: Int
        var id: String
        var height: String
        var cell: Cell
        @Nullable var accessory: String?
        @Nullable var link: String?
        var indentation: Int
        var selected: Bool
        var select: String
        var actions: [String]
    }

    struct Cell: Codable, Sendable {
        var kind: String
        @Nullable var title: String?
        @Nullable var subtitle: String?
        @Nullable var image: String?
        var fields: Fields
    }

    struct Fields: Codable, Sendable {
        var name: String
        var state: String
        var weight: Int
    }
}

/// A value that is encoded as null if it is nil, instead of being left out.
@propertyWrapper
struct Nullable<Value: Codable & Sendable>: Codable, Sendable {
    var wrappedValue: Value?

    init(wrappedValue: Value?) {
        self.wrappedValue = wrappedValue
    }

    init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        wrappedValue = container.decodeNil() ? nil : try container.decode(Value.self)
    }

    func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(wrappedValue)
    }
}

extension KeyedEncodingContainer {
    /// Encodes the wrapped value directly, which takes half as long as encoding the wrapper.
    mutating func encode<Value>(_ value: Nullable<Value>, forKey key: Key) throws {
        if let value = value.wrappedValue {
            try encode(value, forKey: key)
        } else {
            try encodeNil(forKey: key)
        }
    }
}
