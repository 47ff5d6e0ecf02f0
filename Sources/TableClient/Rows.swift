import Foundation

extension TableClient {
    /// A row as a client read it.
    @dynamicMemberLookup
    public struct Row<Value: Sendable>: Identifiable, Sendable {
        /// The identifier of the row, which is its key.
        public let id: String
        /// The decoded values.
        public let value: Value
        /// All values as the server wrote them, with each digit.
        let seen: Fields

        /// Returns one of the values.
        public subscript<Member>(dynamicMember keyPath: KeyPath<Value, Member>) -> Member { value[keyPath: keyPath] }
    }

    /// The rows that match a query, in pages that are read when they are needed.
    ///
    /// Each page continues after the last row of the page before, and not at a number. So rows that others add or delete
    /// meanwhile neither repeat nor hide other rows. With `sort`, that holds as long as the last row of the page is there and
    /// its sorted value is the same.
    public struct Rows<Value: Decodable & Sendable>: AsyncSequence, Sendable {
        let connection: Connection
        let query: [URLQueryItem]
        let limit: Int

        /// Returns an iterator that begins with the first row.
        public func makeAsyncIterator() -> Iterator { Iterator(rows: self, next: query, left: limit) }

        /// An iterator that holds the rest of one page.
        public struct Iterator: AsyncIteratorProtocol {
            let rows: Rows
            var page: ArraySlice<(id: String, fields: Fields)> = []
            /// The query of the next page; nil after the last one.
            var next: [URLQueryItem]?
            var left: Int

            /// Returns the next row, and reads a page for it if necessary; nil at the end.
            ///
            /// - Throws: ``TableProblem``, ``UnreadableAnswer``, `URLError` or `CancellationError`.
            public mutating func next() async throws -> Row<Value>? {
                while page.isEmpty, left > 0, let query = next {
                    let size = Swift.min(left, rows.connection.configuration.pageSize)
                    let answer = try await rows.connection.page(query, size: size)
                    page = answer.rows[...]
                    next = answer.next.map { rows.query + [URLQueryItem(name: "_next", value: $0)] }
                    guard next != query else { throw UnreadableAnswer("The server sent one page twice.") }
                }
                guard left > 0, let row = page.popFirst() else { return nil }
                left -= 1
                return try await rows.connection.whole(row)
            }
        }
    }
}

extension TableClient.Row: Equatable where Value: Equatable {}

extension TableClient.Row where Value: Decodable {
    /// Creates a row from its values.
    ///
    /// - Throws: ``UnreadableAnswer`` that names the column of another type.
    init(id: String, fields: Fields) throws {
        value = try UnreadableAnswer.decode(fields.json, "The row \"\(id)\" is no \(Value.self).")
        (self.id, seen) = (id, fields)
    }

    /// Creates a row that was stored. A value that cannot be read back is the one that was sent, because the change is done.
    init(_ stored: (id: String, fields: Fields?), sent value: Value, _ fields: Fields) {
        let fields = stored.fields ?? fields
        self = (try? Self(id: stored.id, fields: fields)) ?? Self(id: stored.id, value: value, seen: fields)
    }
}

/// A page of a table.
struct Page {
    var rows: [(id: String, fields: Fields)]
    /// The token of the next page; nil for the last one.
    var next: String?
}

extension Page {
    init(_ json: Data) throws {
        let page = Fields(json: json)
        guard let sections = page["sections"] else { throw UnreadableAnswer.noTable }
        next = page.text("next")
        rows = try Fields.list(sections).flatMap { Fields.list($0["rows"]) }.map { row in
            let cell = Fields(json: row["cell"] ?? [])
            guard let id = row.text("id"), let json = cell["fields"] else { throw UnreadableAnswer.noTable }
            let fields = Fields(json: json)
            // Infinities are null, with their text beside.
            let texts = Fields(json: cell["strings"] ?? []).items.filter { fields[$0.name] == Fields.null }
            return (id, fields.replacing(Fields(items: texts)))
        }
    }
}
