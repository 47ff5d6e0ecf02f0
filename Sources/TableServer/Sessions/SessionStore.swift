import CascadingTable

/// The sessions of all visitors: for each visitor, the tables with a selection or other state.
///
/// A visitor is stored only if there is something to remember. The number of visitors, tables and bytes is limited. The
/// least recently seen visitor is forgotten first.
@TableActor
final class SessionStore {
    /// The name of the cookie with the visitor's identifier.
    nonisolated static let cookieName = "cascade"
    private let capacity: Int
    private let maxBytes: Int
    private let tablesPerVisitor = 64
    private var visitors = LRUCache<String, Visitor>()

    private struct Visitor {
        /// The sessions, by the path of the table.
        var sessions = LRUCache<String, TableSession>()
        /// Sessions of visits that have begun, by the path of the table. They may be stored later.
        var begun: [String: WeakReference<TableSession>] = [:]
    }

    /// Creates an empty store.
    ///
    /// - Parameters:
    ///   - capacity: The limit of visitors.
    ///   - maxBytes: The limit in bytes of all sessions. The session used last is always kept.
    nonisolated init(capacity: Int, maxBytes: Int = .max) {
        (self.capacity, self.maxBytes) = (capacity, maxBytes)
    }

    /// An estimate of the bytes of all sessions.
    var byteCount: Int { visitors.cost }

    /// Returns the visitor's session for a table, or an empty session.
    func session(ofVisitor id: String?, table path: String) -> TableSession {
        knownSession(ofVisitor: id, table: path) ?? TableSession()
    }

    /// Returns the visitor's session for a table; nil for an unknown visitor.
    func knownSession(ofVisitor id: String?, table path: String) -> TableSession? {
        known(id, table: path)?.session
    }

    /// A visit to a table, whose session may be stored afterwards.
    struct Visit {
        let session: TableSession
        /// The path of the table.
        fileprivate let path: String
    }

    /// Begins a visit. Call ``keep(_:)`` at its end. Visits of one visitor at the same time share a session.
    ///
    /// An unknown visitor gets a new identifier. The identifier of its cookie is never used.
    func visit(of id: String?, to path: String) -> Visit {
        known(id, table: path) ?? Visit(session: TableSession(id: Self.makeIdentifier()), path: path)
    }

    private func known(_ id: String?, table path: String) -> Visit? {
        guard let id else { return nil }
        return visitors.update(id) { visitor in
            if let session = visitor.sessions.value(for: path) ?? visitor.begun[path]?.object {
                return Visit(session: session, path: path)
            }
            let session = TableSession(id: id)
            visitor.begun = visitor.begun.filter { $0.value.object != nil }
            visitor.begun[path] = WeakReference(session)
            return Visit(session: session, path: path)
        }
    }

    /// Stores the session of a visit, if there is something to remember.
    ///
    /// - Returns: Whether the visitor is new, so that the response must set the cookie.
    func keep(_ visit: Visit) -> Bool {
        let (session, path) = (visit.session, visit.path)
        let cost = visitors.update(session.id) { keep(session, in: &$0, table: path) }
        if let cost {
            visitors.setCostOfNewest(cost)
        } else {
            guard !session.isForgettable, capacity > 0 else { return false }
            if visitors.count >= capacity { visitors.removeOldest() }
            var visitor = Visitor()
            let cost = keep(session, in: &visitor, table: path)
            visitors.insert(visitor, for: session.id, cost: cost)
        }
        makeRoom()
        return cost == nil
    }

    /// - Returns: The bytes of the visitor's sessions afterwards.
    private func keep(_ session: TableSession, in visitor: inout Visitor, table path: String) -> Int {
        if session.isForgettable {
            visitor.sessions.removeValue(for: path)
        } else {
            visitor.sessions.insert(session, for: path, cost: session.byteCount)
            if visitor.sessions.count > tablesPerVisitor { visitor.sessions.removeOldest() }
        }
        return visitor.sessions.cost
    }

    /// Forgets visitors, and then tables of the last visitor, until the sessions fit into the limit.
    private func makeRoom() {
        while byteCount > maxBytes, visitors.count > 1 { visitors.removeOldest() }
        while byteCount > maxBytes, let id = visitors.newestKey, let cost = visitors.update(id, Self.forgetOldestTable)
        {
            guard let cost else { return }
            visitors.setCostOfNewest(cost)
        }
    }

    /// - Returns: The bytes of the other tables; nil if only one table is left.
    private static func forgetOldestTable(of visitor: inout Visitor) -> Int? {
        guard visitor.sessions.count > 1 else { return nil }
        visitor.sessions.removeOldest()
        return visitor.sessions.cost
    }

    /// Returns an identifier of 192 random bits from the system's generator.
    private static func makeIdentifier() -> String {
        (0..<3).map { _ in
            let digits = String(UInt64.random(in: .min ... .max), radix: 36)
            return String(repeating: "0", count: 13 - digits.count) + digits
        }.joined()
    }
}
