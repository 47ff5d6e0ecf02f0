import Foundation

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

extension TableClient {
    /// The changes of a table between two revisions.
    public struct Change: Sendable, Hashable, Decodable {
        /// The revision of the table; 0 for a table of PostgreSQL.
        public var revision: UInt64
        /// The updates in their order.
        public var changes: [Update]

        /// A Boolean value that indicates whether the rows have to be read again. Tables of databases always say so.
        public var isReload: Bool { changes.contains { $0.type == "reloadData" } }

        /// An update of rows or sections.
        public struct Update: Sendable, Hashable, Decodable {
            /// The kind of update, such as `insertRows`, or `reloadData` for unknown changes.
            public var type: String
            /// The places of the rows, each with the numbers of its section and its row.
            public var rows: [[Int]]?
            /// The numbers of the sections.
            public var sections: [Int]?
            /// The identifiers of new rows; nil if the server does not send them.
            public var ids: [String]?
        }
    }

    /// The changes of a table, from the first iteration on.
    public struct Changes: AsyncSequence, Sendable {
        let connection: Connection

        /// Returns an iterator with a connection of its own.
        public func makeAsyncIterator() -> Iterator { Iterator(connection: connection) }

        /// An iterator that opens a lost connection again, after the last change that it received.
        public struct Iterator: AsyncIteratorProtocol {
            let connection: Connection
            var stream: Exchanges.Parts.Iterator?
            var head: HTTPURLResponse?
            /// The bytes of an event that has not ended, or of a refusal.
            var rest = Data()
            /// The identifier of the last event; nil before the first one.
            var id: String?
            var waiting: ArraySlice<Change> = []
            /// The failures since the last answer.
            var failures = 0
            var hasBegun = false

            /// Returns the next change, and waits for it; nil if the task is cancelled.
            ///
            /// - Throws: ``TableProblem`` if the server sends no changes, ``UnreadableAnswer``, or `URLError` if there is no
            ///   server at first.
            public mutating func next() async throws -> Change? {
                while !Task.isCancelled {
                    if let change = waiting.popFirst() { return change }
                    do { try await receive() } catch  where !Task.isCancelled {
                        (stream, head, rest, failures) = (nil, nil, Data(), failures + 1)
                        let pause = Connection.pause(after: error, failures, isReading: true)
                        guard let pause, hasBegun || failures <= connection.configuration.maxRetries else {
                            throw error
                        }
                        try? await Task.sleep(for: pause)
                    } catch {}
                }
                return nil
            }

            /// Receives a part of the stream.
            private mutating func receive() async throws {
                // A page tells why there is no table. On Linux, a stream on a new connection takes half of a processor (URLSession).
                if stream == nil { _ = try await connection.page([], size: 1) }
                var open = stream ?? connection.events(after: id).makeAsyncIterator()
                let part = try await open.next()
                stream = open
                (head, rest) = (part?.head ?? head, rest + (part?.bytes ?? Data()))
                guard rest.count <= connection.configuration.maxAnswerBytes else { throw UnreadableAnswer.tooLong }
                let isOpen = head?.statusCode == 200 && head?.mimeType == "text/event-stream"
                if part == nil { throw isOpen ? URLError(.networkConnectionLost) : head.problem(rest) }
                guard isOpen else { return }
                if part?.head != nil {
                    (failures, hasBegun) = (0, true)
                    // Changes before now may have been missed.
                    if id == nil { waiting.append(Change(revision: 0, changes: [.init(type: "reloadData")])) }
                }
                while let end = rest.firstRange(of: Data("\n\n".utf8)) {
                    // A heartbeat is a comment.
                    for line in String(decoding: rest[..<end.lowerBound], as: UTF8.self).split(separator: "\n") {
                        if line.hasPrefix("id: ") { id = String(line.dropFirst(4)) }
                        guard line.hasPrefix("data: ") else { continue }
                        waiting.append(
                            try UnreadableAnswer.decode(line.dropFirst(6).utf8, "This is no change."))
                    }
                    rest = Data(rest[end.upperBound...])
                }
            }
        }
    }
}
