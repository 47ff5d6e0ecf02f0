import CascadingTable
import OrderedCollections

/// The visitors the server remembers, each with a session for the tables he left something in.
///
/// A visitor is made only when there is something to remember, and the number of both is bounded.
@TableActor
final class SessionStore {
    /// The cookie that names the visitor.
    nonisolated static let cookieName = "cascade"
    private let capacity: Int
    private let tablesPerVisitor = 64
    private var visitors: OrderedDictionary<String, Visitor> = [:]

    /// By the path of the table.
    private typealias Visitor = OrderedDictionary<String, TableSession>

    nonisolated init(capacity: Int) {
        self.capacity = capacity
    }

    /// What that table remembers for the visitor, or nothing yet.
    func session(ofVisitor id: String?, table path: String) -> TableSession {
        guard let id, let visitor = visitors[id] else { return TableSession() }
        return visitor[path] ?? TableSession(id: id)
    }

    /// The same, for a gesture that may leave something: a visitor who is not known is given a name, never the one he
    /// brings.
    func sessionForGesture(ofVisitor id: String?, table path: String) -> TableSession {
        if let id, visitors[id] != nil { return session(ofVisitor: id, table: path) }
        return TableSession(id: Self.makeIdentifier())
    }

    /// Keeps the session of a visitor, as far as there is something in it.
    ///
    /// - Returns: whether the visitor is new, and has to be told his name.
    func keep(_ session: TableSession, table path: String) -> Bool {
        let isNew = visitors[session.id] == nil
        var visitor = visitors.removeValue(forKey: session.id) ?? [:]
        guard !isNew || !session.isEmpty else { return false }
        visitor[path] = nil
        if !session.isEmpty {
            if visitor.count >= tablesPerVisitor { visitor.removeFirst() }
            visitor[path] = session
        }
        if isNew, visitors.count >= capacity { visitors.removeFirst() }
        visitors[session.id] = visitor
        return isNew
    }

    /// 192 random bits from the system's generator.
    private static func makeIdentifier() -> String {
        (0..<3).map { _ in
            let digits = String(UInt64.random(in: .min ... .max), radix: 36)
            return String(repeating: "0", count: 13 - digits.count) + digits
        }.joined()
    }
}
