public import Foundation

/// A client of a table that a server of CascadingTable serves.
///
/// ```swift
/// let orders = TableClient(URL(string: "http://127.0.0.1:8080/orders/"))
/// for try await order in orders.rows(as: Order.self, where: ["status": "open"]) {
///     print(order.id, order.total)
/// }
/// ```
///
/// A request whose answer is lost is sent again, and changes the table once. A client can be used by several tasks at a time.
public struct TableClient: Sendable {
    let connection: Connection

    /// Creates a client. It sends nothing yet.
    ///
    /// - Parameters:
    ///   - url: The address of the table, such as `https://shop.example/orders/`. A query is left out.
    ///   - token: The token of those who may change rows; nil for a server without one.
    ///   - configuration: The settings of the client.
    public init(_ url: URL, token: String? = nil, configuration: Configuration = Configuration()) {
        connection = Connection(to: url, token: token, configuration)
    }

    /// The settings of a client.
    public struct Configuration: Sendable {
        /// The number of rows that a request asks for, 1 to 1,000 unless the server allows more. Default: 100.
        public var pageSize = 100
        /// The number of times that a request is sent again after a temporary failure. Default: 4.
        public var maxRetries = 4
        /// The time without a byte after which a request counts as lost, in seconds. Default: 60.
        public var timeout: TimeInterval = 60
        /// The limit of an answer in bytes. A longer one is an ``UnreadableAnswer``. Default: 64 MiB.
        public var maxAnswerBytes = 64 << 20
        /// The additional headers of each request, such as those of a login.
        public var headers: [String: String] = [:]

        /// Creates the default settings.
        public init() {}
    }

    /// Returns the rows of the table, or those that match.
    ///
    /// - Parameters:
    ///   - type: The type of a row. Its coding keys are names of columns; other columns are not decoded.
    ///   - filters: The values by column, or by column and operator: `["status": "open", "total__gte": "100"]`. A row matches all
    ///     of them, or one of them with `"_or": "1"`. Other parameters of a table's address are allowed, too.
    ///   - words: The words that each row has in its texts.
    ///   - sort: The columns that decide about the order: `["placed": .reverse, "id": .forward]`. Without them, rows have the
    ///     order of their keys.
    ///   - limit: The maximum number of rows; nil for all.
    /// - Returns: A sequence that asks for the next page when its rows are needed.
    public func rows<Value: Decodable & Sendable>(
        as type: Value.Type = Value.self, where filters: [String: String] = [:], search words: String? = nil,
        sort: KeyValuePairs<String, SortOrder> = [:], limit: Int? = nil
    ) -> Rows<Value> {
        var items = filters.sorted { $0.key < $1.key }.map { URLQueryItem(name: $0.key, value: $0.value) }
        if let words { items.append(URLQueryItem(name: "_search", value: words)) }
        items += sort.map { URLQueryItem(name: $0.value == .forward ? "_sort" : "_sort_desc", value: $0.key) }
        return Rows(connection: connection, query: items, limit: limit ?? .max)
    }

    /// Returns a row as it is now.
    ///
    /// - Parameters:
    ///   - id: The identifier of the row.
    ///   - as: The type of the row.
    /// - Throws: ``TableProblem`` with the status 404 if there is no such row.
    public func row<Value: Decodable & Sendable>(_ id: String, as: Value.Type = Value.self) async throws -> Row<Value> {
        let page = try await connection.page([URLQueryItem(name: "_row", value: id)], size: 1)
        guard let row = page.rows.first else { throw TableProblem(status: 404, detail: "There is no such row.") }
        return try await connection.whole(row)
    }

    /// Adds a row.
    ///
    /// - Parameter value: The values. Columns that it does not encode, such as a nil key, get their defaults.
    /// - Returns: The row as it was stored, with its identifier.
    /// - Throws: ``TableProblem`` with the reason at each value that the table does not accept.
    @discardableResult
    public func create<Value: Codable & Sendable>(_ value: Value) async throws -> Row<Value> {
        let values = try Fields(of: value)
        return Row(try await connection.change("POST", ["values": values.json]), sent: value, values)
    }

    /// Saves the values that differ from those that were seen.
    ///
    /// ```swift
    /// var draft = order.value
    /// draft.status = "sent"
    /// let saved = try await orders.save(draft, old: order)
    /// ```
    ///
    /// - Parameters:
    ///   - new: The values to store. Nil is stored as NULL. Nothing is sent if none differs.
    ///   - old: The row as it was read.
    /// - Returns: The row as it is stored now, with the changes of others to other columns.
    /// - Throws: ``EditConflict`` if somebody changed one of these values since; nothing is changed then. ``TableProblem`` with
    ///   the reason at each value that the table does not accept.
    @discardableResult
    public func save<Value: Codable & Sendable>(_ new: Value, old: Row<Value>) async throws -> Row<Value> {
        let values = try Fields(of: new, seen: old.seen).changes(since: Fields(of: old.value, seen: old.seen))
        guard !values.items.isEmpty else { return old }
        let seen = Fields(items: values.items.map { .init(name: $0.name, json: old.seen[$0.name] ?? Fields.null) })
        let row = try await change("PATCH", ["values": values.json, "old": seen.json], of: old, to: new, values)
        return Row(row, sent: new, old.seen.replacing(values))
    }

    /// Deletes a row.
    ///
    /// - Parameter row: The row as it was read.
    /// - Throws: ``EditConflict`` if somebody changed or deleted it since; nothing is changed then.
    public func delete<Value: Decodable & Sendable>(_ row: Row<Value>) async throws {
        _ = try await change("DELETE", ["old": row.seen.json], of: row, to: nil, nil)
    }

    /// The changes of the table from now on.
    ///
    /// The first element comes when the server has begun to send changes. Rows that you read after it miss nothing.
    /// A lost connection is opened again, until the task is cancelled.
    public var changes: Changes { Changes(connection: connection) }

    /// Changes or deletes a row that has the values that were seen.
    private func change<Value: Decodable>(
        _ method: String, _ parts: [String: [UInt8]], of row: Row<Value>, to new: Value?, _ values: Fields?
    ) async throws -> (id: String, fields: Fields?) {
        do {
            return try await connection.change(method, parts.merging(["id": Fields.json(row.id)]) { $1 })
        } catch let problem as TableProblem where problem.conflicts != nil {
            var conflict = EditConflict(columns: problem.conflicts ?? [], yours: new, saw: row)
            do { conflict.theirs = try await self.row(row.id) } catch let gone as TableProblem where gone.status == 404
            {}
            if let values, let theirs = conflict.theirs?.seen {
                conflict.merged = try Row(id: row.id, fields: theirs.replacing(values)).value
            }
            throw conflict
        }
    }
}
