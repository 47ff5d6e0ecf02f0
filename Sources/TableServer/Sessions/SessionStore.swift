import CascadingTable
import Essentials

/// The sessions of all visitors: for each visitor, the tables with a selection or other state.
///
/// A visitor is stored only if there is something to remember. The number of visitors, tables and bytes is limited. The
/// least recently seen visitor is forgotten first.
///
/// With a shared ``StateStore``, these are working copies: a request loads its visitor before the tables are locked, and
/// saves the table that it changed. Two servers that change one table of one visitor at the same moment keep the later
/// change. Undos are closures, so only the server that registered them has them.
@TableActor
final class SessionStore {
    /// The name of the cookie with the visitor's identifier.
    nonisolated static let cookieName = "cascade"
    private let capacity: Int
    private let maxBytes: Int
    private let shared: (any StateStore)?
    fileprivate nonisolated static let tablesPerVisitor = 64
    /// The time after which a shared store forgets a visitor who changes nothing.
    private static let lifetime: Duration = .seconds(30 * 24 * 3600)
    private var visitors = LRUCache<String, Visitor>()

    private struct Visitor {
        /// The sessions, by the path of the table.
        var sessions = LRUCache<String, TableSession>()
        /// Sessions of visits that have begun, by the path of the table. They may be stored later.
        var begun: [String: WeakReference<TableSession>] = [:]
        /// The bytes of the visitor in the shared store, as far as is known.
        var saved: [UInt8]?

        var cost: Int { sessions.cost + (saved?.count ?? 0) }
    }

    /// Creates an empty store.
    ///
    /// - Parameters:
    ///   - capacity: The limit of visitors.
    ///   - maxBytes: The limit in bytes of all sessions. The session used last is always kept.
    ///   - shared: The store that other servers use, too; nil for none.
    nonisolated init(capacity: Int, maxBytes: Int = .max, shared: (any StateStore)? = nil) {
        (self.capacity, self.maxBytes, self.shared) = (capacity, maxBytes, shared)
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
    ///
    /// - Parameter table: The table. Its visitor may already have the identifier of a session that begins.
    func visit(of id: String?, to path: String, _ table: MountedTable? = nil) -> Visit {
        if let visit = known(id, table: path) { return visit }
        let session = TableSession(id: table?.original.beginning?.session ?? Self.makeIdentifier())
        session.hasTable = table?.original.beginning != nil
        return Visit(session: session, path: path)
    }

    private func known(_ id: String?, table path: String) -> Visit? {
        guard let id else { return nil }
        var cost: Int?
        let visit = visitors.update(id) { visitor in
            if let session = visitor.sessions.value(for: path) ?? visitor.begun[path]?.object {
                return Visit(session: session, path: path)
            }
            let session = TableSession(id: id)
            visitor.begun = visitor.begun.filter { $0.value.object != nil }
            visitor.begun[path] = WeakReference(session)
            if let saved = visitor.saved, let state = SharedSessions(saved)[path] {
                session.adopt(state)
                cost = keep(session, in: &visitor, table: path)
            }
            return Visit(session: session, path: path)
        }
        if let cost {
            visitors.setCostOfNewest(cost)
            makeRoom()
        }
        return visit
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
            var visitor = Visitor()
            let cost = keep(session, in: &visitor, table: path)
            insert(visitor, session.id, cost: cost)
        }
        makeRoom()
        return cost == nil
    }

    private func insert(_ visitor: Visitor, _ id: String, cost: Int) {
        if visitors.count >= capacity { visitors.removeOldest() }
        visitors.insert(visitor, for: id, cost: cost)
    }

    /// - Returns: The bytes of the visitor's sessions afterwards.
    private func keep(_ session: TableSession, in visitor: inout Visitor, table path: String) -> Int {
        if session.isForgettable {
            visitor.sessions.removeValue(for: path)
        } else {
            visitor.sessions.insert(session, for: path, cost: session.byteCount)
            if visitor.sessions.count > Self.tablesPerVisitor { visitor.sessions.removeOldest() }
        }
        return visitor.cost
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
        return visitor.cost
    }

    /// Returns an identifier of 192 random bits from the system's generator.
    nonisolated static func makeIdentifier() -> String {
        (0..<3).map { _ in
            let digits = String(UInt64.random(in: .min ... .max), radix: 36)
            return String(repeating: "0", count: 13 - digits.count) + digits
        }.joined()
    }
}

extension SessionStore {
    /// Loads what a visitor left in the shared store, if there is one. Call it before the tables are locked.
    nonisolated func load(_ id: String?) async throws {
        guard let shared, let id else { return }
        await adopt(try await shared.value(for: Self.key(of: id)), of: id)
    }

    /// A Boolean value that indicates whether requests with a cookie must be loaded first.
    nonisolated var isShared: Bool { shared != nil }

    private nonisolated static func key(of id: String) -> String { "session\n\(id)" }

    /// Takes over what other servers have saved, except changes of this server that are not saved yet.
    private func adopt(_ bytes: [UInt8]?, of id: String, except path: String? = nil) {
        let known = visitors.update(id) { $0.saved }
        guard let bytes else {
            // The store has forgotten the visitor.
            if known?.flatMap(\.self) != nil { visitors.removeValue(for: id) }
            return
        }
        guard known?.flatMap(\.self) != bytes, capacity > 0 else { return }
        if known == nil { insert(Visitor(), id, cost: 0) }
        let tables = SharedSessions(bytes)
        let cost = visitors.update(id) { visitor in
            visitor.saved = bytes
            let begun = visitor.begun.compactMapValues(\.object).map { (key: $0, value: $1) }
            for (table, session) in Array(visitor.sessions.elements) + begun
            where table != path && session.revision == session.savedRevision {
                let state = tables[table]
                if state != nil || session.state != nil { session.adopt(state) }
            }
            return visitor.cost
        }
        visitors.setCostOfNewest(cost ?? 0)
        makeRoom()
    }

    /// Saves the session of a visit in the shared store, if there is one and the session has changed.
    ///
    /// If it cannot be saved, its changes are discarded.
    func save(_ visit: Visit) async throws {
        guard let shared else { return }
        do { try await save(visit, in: shared) } catch {
            discardChanges(of: visit)
            throw error
        }
    }

    /// Makes the session as the shared store has it, if there is one, because its visitor was told that a change failed.
    func discardChanges(of visit: Visit) {
        guard shared != nil, visit.session.revision != visit.session.savedRevision else { return }
        let saved = visitors.update(visit.session.id) { $0.saved } ?? nil
        visit.session.adopt(SharedSessions(saved)[visit.path])
    }

    private func save(_ visit: Visit, in shared: any StateStore) async throws {
        let (session, path) = (visit.session, visit.path)
        for _ in 0..<10 {
            guard let saved = visitors.update(session.id, { $0.saved }) else { return }
            let revision = session.revision
            var tables = SharedSessions(saved)
            tables[path] = session.state
            let bytes = try tables.bytes
            guard bytes != saved else { return session.savedRevision = revision }
            let (key, value) = (Self.key(of: session.id), StateValue(bytes, lifetime: Self.lifetime))
            // A client that leaves cancels this task, but what was done must be saved.
            switch try await Task(operation: { try await shared.set(value, for: key, ifEqual: saved) }).value {
            case .full: return
            case .done:
                session.savedRevision = revision
                return visitors.update(session.id) { $0.saved = bytes } ?? ()
            case .conflict:
                guard let theirs = try await shared.value(for: key) else {
                    _ = visitors.update(session.id) { $0.saved = nil }
                    continue
                }
                adopt(theirs, of: session.id, except: path)
            }
        }
        throw ProblemDetails.changesTooFast
    }
}

/// The sessions of one visitor as a shared store has them, the table that was changed last at the end.
private struct SharedSessions: Codable {
    private struct Table: Codable {
        let path: String
        let state: TableSession.State
    }

    private var tables: [Table] = []

    /// Reads the sessions. Bytes that cannot be read have none.
    init(_ bytes: [UInt8]?) {
        if let bytes, let read = try? JSONDecoder().decode(Self.self, from: Data(bytes)) { self = read }
    }

    var bytes: [UInt8] {
        get throws {
            let encoder = JSONEncoder()
            encoder.outputFormatting = .sortedKeys
            return [UInt8](try encoder.encode(self))
        }
    }

    /// The state of a table; nil if it is that of an unknown visitor.
    subscript(path: String) -> TableSession.State? {
        get { tables.first { $0.path == path }?.state }
        set {
            guard newValue != nil || tables.contains(where: { $0.path == path }) else { return }
            tables.removeAll { $0.path == path }
            if let newValue { tables.append(Table(path: path, state: newValue)) }
            tables.removeFirst(max(tables.count - SessionStore.tablesPerVisitor, 0))
        }
    }
}
