import CascadingTable
public import HTTPMessages

extension TableServer {
    /// Sets the closure that finds the user of a request, for example by a cookie and a database.
    ///
    /// ```swift
    /// server.identify { request in try await accounts.account(ofToken: request.cookies["desk"]) }
    /// ```
    ///
    /// Delegates read the user as `tableView.visitor.user`. Pages that a delegate makes with it are sent to this visitor
    /// only, and are not cached. The user should be `Identifiable` or `Hashable`.
    ///
    /// The closure is called once for a request to a table, before any delegate. It is not called for a page that is
    /// cached for everyone, because no delegate read the visitor for it. So the closure does not protect a table; a
    /// middleware does. It runs within the middleware, and sees its task locals. It begins on a thread of the server, so it
    /// must not block. The time that it takes counts towards ``Configuration/loadingTimeout``.
    ///
    /// A further call replaces the closure.
    ///
    /// - Parameter user: Returns the user; nil for an anonymous visitor. An error that it throws becomes the response.
    public mutating func identify<User: Sendable>(_ user: @escaping @Sendable (Request) async throws -> User?) {
        identification = { Identity(user: try await user($0)) }
    }
}

/// Finds the user of a request.
typealias Identification = @Sendable (Request) async throws -> Identity

/// The result of ``TableServer/identify(_:)`` for a request. A class, so that a request holds it in one word.
package final class Identity: Sendable {
    /// The user; nil for an anonymous visitor.
    package let user: (any Sendable)?

    package init(user: (any Sendable)?) {
        self.user = user
    }
}

/// The sender of a request: a cookie and an identified user, each of which may be missing.
struct RequestVisitor: Sendable {
    /// The identifier in the visitor's cookie; nil without one.
    var cookie: String?
    /// The identity; nil before the visitor is identified, or if the server has no `identify` closure.
    var identity: Identity?

    var user: (any Sendable)? { identity?.user }

    /// The identifier of the user as text; nil for an anonymous visitor.
    var userID: String? { TableVisitor(user: user).id }

    /// Returns the key of the session for a table. Two users of one browser have sessions of their own.
    func sessionKey(ofTable base: String) -> String { userID.map { "\(base)\n\($0)" } ?? base }
}

extension Request {
    /// The sender of the request.
    var visitor: RequestVisitor {
        let cookie = cookies[SessionStore.cookieName]
        // This server cannot have made an identifier of another length.
        return RequestVisitor(cookie: cookie?.utf8.count == 39 ? cookie : nil, identity: identity)
    }

    /// The identity of the sender; nil as long as it is not known.
    package private(set) var identity: Identity? {
        get { attachment as? Identity }
        set { attachment = newValue }
    }

    /// Returns the request with the identity of its sender.
    package func identified(as identity: Identity) -> Request {
        var request = self
        request.identity = identity
        return request
    }
}

extension TableHandler {
    /// Returns a request with the identity of its sender, if the server identifies users.
    func identified(_ request: Request) async throws -> Request {
        guard let identification, request.identity == nil else { return request }
        return request.identified(as: try await identification(request))
    }

    /// Loads the visitor's sessions from the shared store, and identifies the user if the table depends on it.
    func loaded(_ request: Request, forUser: Bool) async throws -> Request {
        if sessions.isShared { try await sessions.load(request.visitor.cookie) }
        return forUser ? try await identified(request) : request
    }

    /// Returns the sender of an identified request: a user, a session that is remembered, or neither.
    func tableVisitor(of request: Request) -> TableVisitor {
        let visitor = request.visitor
        let isKnown = TableActor.run { sessions.knownSession(of: visitor, table: request.path) != nil }
        return TableVisitor(user: visitor.user, sessionID: isKnown ? visitor.cookie : nil)
    }
}

extension SessionStore {
    /// Returns the visitor's session for a table, or an empty session.
    func session(of visitor: RequestVisitor, table base: String) -> TableSession {
        session(ofVisitor: visitor.cookie, table: visitor.sessionKey(ofTable: base))
    }

    /// Returns the visitor's session for a table; nil for an unknown visitor.
    func knownSession(of visitor: RequestVisitor, table base: String) -> TableSession? {
        knownSession(ofVisitor: visitor.cookie, table: visitor.sessionKey(ofTable: base))
    }

    /// Begins a visit, as ``visit(of:to:_:)-(String?,_,_)`` does.
    func visit(of visitor: RequestVisitor, to base: String, _ table: MountedTable? = nil) -> Visit {
        visit(of: visitor.cookie, to: visitor.sessionKey(ofTable: base), table)
    }
}
