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

    /// Keeps the session of a visitor, who is made when he is not known.
    ///
    /// - Returns: the name of a visitor that was made, to be given to him.
    func keep(_ session: TableSession, ofVisitor id: String?, table path: String) -> String? {
        if let id, var visitor = visitors.removeValue(forKey: id) {
            visitor[path] = nil
            if !session.isEmpty {
                if visitor.count >= tablesPerVisitor { visitor.removeFirst() }
                visitor[path] = session
            }
            visitors[id] = visitor
            return nil
        }
        guard !session.isEmpty else { return nil }
        if visitors.count >= capacity { visitors.removeFirst() }
        let made = Self.makeIdentifier()
        visitors[made] = [path: session]
        return made
    }

    /// 192 random bits from the system's generator.
    private static func makeIdentifier() -> String {
        (0..<3).map { _ in
            let digits = String(UInt64.random(in: .min ... .max), radix: 36)
            return String(repeating: "0", count: 13 - digits.count) + digits
        }.joined()
    }
}
