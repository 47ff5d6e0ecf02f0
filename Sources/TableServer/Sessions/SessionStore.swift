import CascadingTable

/// The visitors the server remembers, each with a session for the tables he left something in.
///
/// A visitor is made only when there is something to remember. The number of both is bounded, and so are the bytes: the
/// visitor seen longest ago is forgotten first.
@TableActor
final class SessionStore {
    /// The cookie that names the visitor.
    nonisolated static let cookieName = "cascade"
    private let capacity: Int
    private let maxBytes: Int
    private let tablesPerVisitor = 64
    private var visitors = LRUCache<String, Visitor>()
    private let selections = SharedSelections()

    private struct Visitor {
        /// By the path of the table.
        var sessions = LRUCache<String, TableSession>()
        /// Tells of each change of a session, and of those there are.
        let changeCounter: ModificationCounter
    }

    /// - Parameters:
    ///   - capacity: The most visitors.
    ///   - maxBytes: The most bytes of what is remembered of all visitors. The session used last is always kept.
    nonisolated init(capacity: Int, maxBytes: Int = .max) {
        (self.capacity, self.maxBytes) = (capacity, maxBytes)
    }

    /// About the bytes of what is remembered of all visitors.
    var byteCount: Int { visitors.cost + selections.byteCount }

    /// What that table remembers for the visitor, or nothing yet.
    func session(ofVisitor id: String?, table path: String) -> TableSession {
        knownSession(ofVisitor: id, table: path) ?? TableSession()
    }

    /// The same; nil for a visitor whom nobody knows.
    func knownSession(ofVisitor id: String?, table path: String) -> TableSession? {
        known(id, table: path)?.session
    }

    /// A visitor's turn in a table, which may leave something there.
    struct Visit {
        let session: TableSession
        /// The path of the table.
        fileprivate let path: String
    }

    /// Begins a visit, to be kept within the same turn: a visitor who is not known is given a name, never the one he
    /// brings.
    func visit(of id: String?, to path: String) -> Visit {
        known(id, table: path) ?? Visit(session: TableSession(id: Self.makeIdentifier()), path: path)
    }

    private func known(_ id: String?, table path: String) -> Visit? {
        guard let id else { return nil }
        return visitors.update(id) { visitor in
            if let session = visitor.sessions.value(for: path) { return Visit(session: session, path: path) }
            let session = TableSession(id: id, changeCounter: visitor.changeCounter)
            return Visit(session: session, path: path)
        }
    }

    /// Keeps what a visit left, if it left anything.
    ///
    /// - Returns: whether the visitor is new, and has to be told his name.
    func keep(_ visit: Visit) -> Bool {
        let (session, path) = (visit.session, visit.path)
        session.shareSelection(among: selections)
        let cost = visitors.update(session.id) { keep(session, in: &$0, table: path) }
        if let cost {
            visitors.setCostOfNewest(cost)
        } else {
            guard !session.isForgettable, capacity > 0 else { return false }
            if visitors.count >= capacity { forgetOldest() }
            var visitor = Visitor(changeCounter: session.changeCounter)
            let cost = keep(session, in: &visitor, table: path)
            visitors.insert(visitor, for: session.id, cost: cost)
        }
        makeRoom()
        return cost == nil
    }

    /// - Returns: the bytes of what is remembered of the visitor then.
    private func keep(_ session: TableSession, in visitor: inout Visitor, table path: String) -> Int {
        // What is left from before he was forgotten, and known again, is forgotten too.
        guard session.changeCounter === visitor.changeCounter else { return visitor.sessions.cost }
        visitor.changeCounter.advance()
        if session.isForgettable {
            visitor.sessions.removeValue(for: path)
        } else {
            visitor.sessions.insert(session, for: path, cost: session.byteCount)
            if visitor.sessions.count > tablesPerVisitor { visitor.sessions.removeOldest() }
        }
        return visitor.sessions.cost
    }

    /// Forgets visitors, and then tables of the last visitor, until the rest takes no more memory than it may.
    private func makeRoom() {
        while byteCount > maxBytes, visitors.count > 1 { forgetOldest() }
        while byteCount > maxBytes, let id = visitors.newestKey, let cost = visitors.update(id, Self.forgetOldestTable)
        {
            guard let cost else { return }
            visitors.setCostOfNewest(cost)
        }
    }

    /// - Returns: the bytes of the other tables; nil if there is only one, which is left.
    private static func forgetOldestTable(of visitor: inout Visitor) -> Int? {
        guard visitor.sessions.count > 1 else { return nil }
        visitor.sessions.removeOldest()
        visitor.changeCounter.advance()
        return visitor.sessions.cost
    }

    private func forgetOldest() {
        visitors.removeOldest()?.changeCounter.advance()
    }

    /// 192 random bits from the system's generator.
    private static func makeIdentifier() -> String {
        (0..<3).map { _ in
            let digits = String(UInt64.random(in: .min ... .max), radix: 36)
            return String(repeating: "0", count: 13 - digits.count) + digits
        }.joined()
    }
}
