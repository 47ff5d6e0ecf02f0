public import Bytes
import HTTPTypes

/// The items of a query or form: names and values in the order sent, including duplicates.
///
///     let query = try Query("_sort=name&tag=a&tag=b")
///     query["_sort"]        // "name"
///     query.all("tag")      // ["a", "b"]
public struct Query: Sendable, Hashable {
    /// A `name=value` pair. A name without `=` has an empty value.
    public struct Item: Sendable, Hashable {
        /// The decoded text before the first `=`.
        @ExactString public var name: String
        /// The decoded text after the first `=`; empty without one.
        @ExactString public var value: String

        /// Creates an item from decoded text.
        public init(name: String, value: String) {
            self.name = name
            self.value = value
        }
    }

    private var items: [Item]

    /// Creates a query from items.
    public init(_ items: [Item] = []) {
        self.items = items
    }

    /// Reads `a=1&b=2`, and decodes `%XX` and `+`. Empty items are left out.
    ///
    /// - Parameters:
    ///   - text: The query, without `?`.
    ///   - limit: The limit of items. Default: no limit.
    /// - Throws: ``HTTPError`` 400 for malformed text, or for more than `limit` items.
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

    /// The first value with a name; nil if there is none.
    public subscript(name: String) -> String? {
        items.first { $0.name == name }?.value
    }

    /// Returns all values with a name, in order.
    public func all(_ name: String) -> [String] {
        items.compactMap { $0.name == name ? $0.value : nil }
    }
}

extension Query: RandomAccessCollection {
    /// The position of the first item.
    public var startIndex: Int { items.startIndex }
    /// The position after the last item.
    public var endIndex: Int { items.endIndex }
    /// The item at a position.
    public subscript(position: Int) -> Item { items[position] }
}

extension Query: ExpressibleByDictionaryLiteral {
    /// Creates a query from names and values, in the order of the literal.
    public init(dictionaryLiteral elements: (String, String)...) {
        items = elements.map { Item(name: $0.0, value: $0.1) }
    }
}
