import CascadingTable

/// The visitors the server remembers, each with a session for the tables he left something in.
///
/// A visitor is made only when there is something to remember, and the number of both is bounded.
@TableActor
final class SessionStore {
    /// The cookie that names the visitor.
    nonisolated static let cookieName = "cascade"
    private let capacity: Int
    private let tablesPerVisitor = 64
    private var visitors = RecentlyUsed<String, Visitor>()

    private struct Visitor {
        /// By the path of the table.
        var sessions = RecentlyUsed<String, TableSession>()
        /// Tells of each change of a session, and of those there are.
        let changeCounter: ChangeCounter
    }

    nonisolated init(capacity: Int) {
        self.capacity = capacity
    }

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
        /// Whether the session is kept already.
        fileprivate let isKept: Bool
    }

    /// Begins a visit, to be kept within the same turn: a visitor who is not known is given a name, never the one he
    /// brings.
    func visit(of id: String?, to path: String) -> Visit {
        known(id, table: path) ?? Visit(session: TableSession(id: Self.makeIdentifier()), path: path, isKept: false)
    }

    private func known(_ id: String?, table path: String) -> Visit? {
        guard let id else { return nil }
        return visitors.use(id) { visitor in
            if let session = visitor.sessions.use(path) { return Visit(session: session, path: path, isKept: true) }
            let session = TableSession(id: id, changeCounter: visitor.changeCounter)
            return Visit(session: session, path: path, isKept: false)
        }
    }

    /// Keeps what a visit left, if it left anything.
    ///
    /// - Returns: whether the visitor is new, and has to be told his name.
    func keep(_ visit: Visit) -> Bool {
        let (session, path) = (visit.session, visit.path)
        if visit.isKept, !session.isForgettable {
            session.changeCounter.advance()
            return false
        }
        let isKnown = visitors.use(session.id) { keep(session, in: &$0, table: path) } != nil
        guard !isKnown, !session.isForgettable, capacity > 0 else { return false }
        if visitors.count >= capacity { visitors.removeOldest()?.changeCounter.advance() }
        var visitor = Visitor(changeCounter: session.changeCounter)
        keep(session, in: &visitor, table: path)
        visitors.keep(visitor, for: session.id)
        return true
    }

    private func keep(_ session: TableSession, in visitor: inout Visitor, table path: String) {
        // What is left from before he was forgotten, and known again, is forgotten too.
        guard session.changeCounter === visitor.changeCounter else { return }
        defer { visitor.changeCounter.advance() }
        if !session.isForgettable, visitor.sessions.use(path) === session { return }
        visitor.sessions.remove(path)
        guard !session.isForgettable else { return }
        if visitor.sessions.count >= tablesPerVisitor { visitor.sessions.removeOldest() }
        visitor.sessions.keep(session, for: path)
    }

    /// 192 random bits from the system's generator.
    private static func makeIdentifier() -> String {
        (0..<3).map { _ in
            let digits = String(UInt64.random(in: .min ... .max), radix: 36)
            return String(repeating: "0", count: 13 - digits.count) + digits
        }.joined()
    }
}
