import Bytes
import HTTPTypes

/// The items of a query or a form: names with values, in the order sent, duplicates kept.
///
///     let query = try Query("_sort=name&tag=a&tag=b")
///     query["_sort"]        // "name"
///     query.all("tag")      // ["a", "b"]
public struct Query: Sendable, Hashable {
    /// One `name=value`; a name without `=` has an empty value.
    public struct Item: Sendable, Hashable {
        /// What stands before the first `=`, decoded.
        public var name: String
        /// What stands after it, decoded; empty without one.
        public var value: String

        /// Makes an item of decoded text.
        public init(name: String, value: String) {
            self.name = name
            self.value = value
        }
    }

    private var items: [Item]

    /// Makes a query of these items.
    public init(_ items: [Item] = []) {
        self.items = items
    }

    /// Reads `a=1&b=2`, decoding `%XX` and `+`; empty items are left out.
    ///
    /// - Throws: ``HTTPError`` 400 when it is malformed or has more than `limit` items.
    public init(_ text: String, limit: Int = .max) throws {
        try self.init(bytes: text.utf8, limit: limit)
    }

    init(bytes: some Collection<UInt8>, limit: Int) throws {
        items = []
        for item in bytes.split(separator: UInt8(ascii: "&")) {
            guard items.count < limit else {
                throw HTTPError(.badRequest, "The request has more than \(limit) parameters.")
            }
            let mark = item.firstIndex(of: UInt8(ascii: "="))
            guard
                let name = PercentCoding.decode(item[..<(mark ?? item.endIndex)], plusIsSpace: true),
                let value = mark.map({ PercentCoding.decode(item[item.index(after: $0)...], plusIsSpace: true) }) ?? ""
            else { throw HTTPError(.badRequest, "A parameter is not valid percent-encoded UTF-8.") }
            items.append(Item(name: name, value: value))
        }
    }

    /// The first value of that name.
    public subscript(name: String) -> String? {
        items.first { $0.name == name }?.value
    }

    /// Every value of that name, in order.
    public func all(_ name: String) -> [String] {
        items.compactMap { $0.name == name ? $0.value : nil }
    }
}

extension Query: RandomAccessCollection {
    public var startIndex: Int { items.startIndex }
    public var endIndex: Int { items.endIndex }
    public subscript(position: Int) -> Item { items[position] }
}

extension Query: ExpressibleByDictionaryLiteral {
    public init(dictionaryLiteral elements: (String, String)...) {
        items = elements.map { Item(name: $0.0, value: $0.1) }
    }
}
