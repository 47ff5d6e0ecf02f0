import Bytes
import CascadingTable
import HTTPMessages
import Synchronization

/// A path with its tables: one table, or one for each combination of the path's parameters and for each visitor.
final class Mount: Sendable {
    typealias Resolver = @Sendable (PathParameters, Query, TableVisitor) async throws -> (any MountableTable)?
    /// Returns the names of those parameters of a query that decide which table answers. The other ones are those of pages.
    typealias ParameterNames = @Sendable (PathParameters, Request) throws -> [String]

    let path: RoutePath
    private let resolver: Resolver?
    /// The table of a path without parameters.
    private let table: MountedTable?
    private let state: Mutex<State>
    /// The visitors who share a table.
    private let sharing: Sharing
    /// The limit of tables that stay open.
    let capacity: Int
    let parameterNames: ParameterNames?
    /// The table that lists the values of the path's parameter; nil if they are not known.
    let list: TableView?

    /// The visitors who share a table.
    enum Sharing: Sendable {
        /// All visitors.
        case everyone
        /// Each visitor has a table of their own. A user with other properties gets another one, if `isWhole` is true and the
        /// type is `Hashable`.
        case visitor(isWhole: Bool)
        /// All visitors with equal rights.
        case rights(@Sendable (TableVisitor) -> any VisitorRights)
    }

    private struct State {
        var open = LRUCache<Key, MountedTable>()
        var opening: [Key: Task<MountedTable?, any Error>] = [:]
    }

    /// The identity of a table: the values of the path's parameters, and the visitor.
    private struct Key: Hashable {
        var values: [ExactString] = []
        var visitor: VisitorKey?
    }

    init(_ path: RoutePath, _ owner: any MountableTable) {
        self.path = path
        resolver = nil
        (parameterNames, list) = (nil, nil)
        sharing = .everyone
        capacity = 1
        let table = MountedTable(owner)
        self.table = table
        var open = LRUCache<Key, MountedTable>()
        open.insert(table, for: Key())
        state = Mutex(State(open: open))
    }

    /// - Parameters:
    ///   - path: The path, ending in a slash.
    ///   - sharing: The visitors who share a table.
    ///   - capacity: The limit of tables that stay open. The least recently used table is dropped first.
    ///   - parameterNames: Returns the names of the query's parameters for each of which a table is made; nil for none.
    ///   - list: The table that lists the values of the path's parameter; nil if they are not known.
    ///   - resolver: Makes a table.
    init(
        _ path: RoutePath, for sharing: Sharing, capacity: Int,
        parameterNames: ParameterNames? = nil, list: TableView? = nil, resolver: @escaping Resolver
    ) {
        self.path = path
        self.resolver = resolver
        self.parameterNames = parameterNames
        (self.sharing, self.list) = (sharing, list)
        self.capacity = capacity
        table = nil
        state = Mutex(State())
    }

    /// A Boolean value that indicates whether the path has one table, which all visitors share.
    var hasOneTable: Bool { table != nil }

    /// A Boolean value that indicates whether the table depends on the visitor.
    var isForVisitors: Bool { if case .everyone = sharing { false } else { true } }

    private var audience: MountedTable.Audience { if case .visitor = sharing { .visitor } else { .everyone } }

    /// Returns those parameters of a query that decide which table answers. Of several with one name it is the last.
    ///
    /// - Throws: The error for a request that the mount refuses.
    func ownParameters(_ request: Request, below path: PathParameters) throws -> Query {
        guard let parameterNames else { return Query() }
        let query = request.query
        return Query(
            try parameterNames(path, request).compactMap { name in query[name].map { .init(name: name, value: $0) } })
    }

    /// Returns the table for the parameters and the visitor, if it is open.
    func openTable(_ parameters: PathParameters, _ own: Query, for visitor: TableVisitor?) -> MountedTable? {
        if let table { return table }
        guard let key = key(parameters, own, visitor) else { return nil }
        return state.locked { $0.open.value(for: key) }
    }

    /// Returns the table for the parameters and the visitor, and opens it if needed; nil if the resolver returns nil.
    func findTable(
        _ parameters: PathParameters, _ own: Query, for visitor: TableVisitor?, within limit: Duration
    ) async throws -> MountedTable? {
        if let table = openTable(parameters, own, for: visitor) { return table }
        return try await resolveTable(parameters, own, for: visitor, within: limit)
    }

    /// The open tables with their paths.
    var openTables: [(path: String, table: MountedTable)] {
        state.locked { state in
            state.open.elements.map { key, table in
                var values = key.values[...]
                let segments = path.components.map { component in
                    switch component {
                    case .literal(let text): text
                    case .parameter(_, let suffix), .index(_, let suffix):
                        (values.popFirst()?.wrappedValue ?? "") + suffix
                    }
                }
                return (path: "/" + segments.map { "\($0)/" }.joined(), table: table)
            }
        }
    }

    /// Opens the table for the parameters and the visitor; nil if the resolver returns nil.
    ///
    /// A table is opened once for all requests that wait for it. It is kept, unless the visitor cannot be recognized. Then
    /// it is kept after an action, which begins a session.
    ///
    /// - Parameter newSession: The identifier of the session that the request begins if it is performed; nil for none.
    /// - Throws: The error of the resolver, or status 503 beyond the limit. The next request then opens the table anew.
    func resolveTable(
        _ parameters: PathParameters, _ own: Query, for visitor: TableVisitor?, beginning newSession: String? = nil,
        within limit: Duration
    ) async throws -> MountedTable? {
        guard let resolver else { return nil }
        let visitor = visitor ?? TableVisitor()
        guard let key = key(parameters, own, visitor) else {
            // A user without an identity cannot be recognized by a session, either.
            guard let session = newSession, visitor.user == nil else {
                return try await resolver(parameters, own, visitor).map { MountedTable($0, for: .request) }
            }
            let visitor = TableVisitor(sessionID: session)
            return try await resolver(parameters, own, visitor).map { owner in
                MountedTable(
                    owner, for: .visitor,
                    beginning: .init(session: session) { [weak self] table in
                        if let self, let key = self.key(parameters, own, visitor) { self.finish(key, table) }
                    })
            }
        }
        let opening = state.locked { state -> Task<MountedTable?, any Error> in
            if let table = state.open.value(for: key) { return Task { table } as Task<MountedTable?, any Error> }
            if let opening = state.opening[key] { return opening }
            let opening = Task { [self] in
                let table: MountedTable?
                do {
                    table = try await withTimeLimit(limit, orThrow: { ProblemDetails.loadingTooLong }) {
                        try await resolver(parameters, own, visitor)
                    }
                    .map { MountedTable($0, for: audience) }
                } catch {
                    finish(key, nil)
                    throw error
                }
                finish(key, table)
                return table
            }
            state.opening[key] = opening
            return opening
        }
        return try await opening.value
    }

    private func finish(_ key: Key, _ table: MountedTable?) {
        let dropped = state.locked { state -> MountedTable? in
            state.opening[key] = nil
            guard let table else { return nil }
            state.open.insert(table, for: key)
            return state.open.count > capacity ? state.open.removeOldest() : nil
        }
        dropped?.close()
    }

    /// Returns the identity of a table; nil for a visitor who cannot be recognized.
    private func key(_ parameters: PathParameters, _ own: Query, _ visitor: TableVisitor?) -> Key? {
        let values =
            path.components.compactMap(\.name).map { ExactString(parameters[$0] ?? "") }
            + own.flatMap { [ExactString($0.name), ExactString($0.value)] }
        switch sharing {
        case .everyone: return Key(values: values)
        case .rights(let rights): return Key(values: values, visitor: .rights(rights(visitor ?? TableVisitor())))
        case .visitor(let isWhole):
            return visitor.flatMap { VisitorKey($0, isWhole: isWhole) }.map { Key(values: values, visitor: $0) }
        }
    }
}

/// The identity of a visitor: that of the user, or of the session. Or what several visitors have in common.
private enum VisitorKey: Hashable, Sendable {
    /// The rights that visitors have in common.
    case rights(any VisitorRights)
    /// It holds the user, so that the identifier of an object stays its own.
    case user(any Sendable, isWhole: Bool)
    case session(String)

    /// - Parameter isWhole: Whether all properties of a user count, if they can be compared.
    /// - Returns: Nil for an anonymous visitor without a session, and for a user without an identity.
    init?(_ visitor: TableVisitor, isWhole: Bool) {
        guard let id = visitor.id else { return nil }
        self = visitor.user.map { .user($0, isWhole: isWhole) } ?? .session(id)
    }

    private static func isSame(_ one: any Sendable, _ other: any Sendable) -> Bool {
        guard let one = one as? any Hashable, let other = other as? any Hashable else { return true }
        return AnyHashable(one) == AnyHashable(other)
    }

    static func == (one: VisitorKey, other: VisitorKey) -> Bool {
        switch (one, other) {
        case (.user(let one, let isWhole), .user(let other, _)):
            TableVisitor.identity(of: one) == TableVisitor.identity(of: other)
                && (!isWhole || isSame(one, other))
        case (.session(let one), .session(let other)): one == other
        case (.rights(let one), .rights(let other)): AnyHashable(one) == AnyHashable(other)
        case (.user, _), (.session, _), (.rights, _): false
        }
    }

    func hash(into hasher: inout Hasher) {
        switch self {
        case .user(let user, _): hasher.combine(TableVisitor.identity(of: user))
        case .session(let id): hasher.combine(id)
        case .rights(let rights): hasher.combine(rights)
        }
    }
}
