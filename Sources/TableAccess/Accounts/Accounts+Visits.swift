import Bytes
import CascadingTable
package import Essentials
import HTTPMessages
import TableServer

/// A person or program of a request.
struct Visit: Sendable {
    var account: Account
    var way: Way

    /// The session; nil for a program, and for a person of a proxy.
    var session: String? { if case .session(let id) = way { id } else { nil } }

    /// The way in which a request shows whose it is.
    enum Way: Sendable {
        /// A cookie, with the identifier of the session's record.
        case session(String)
        case token
        /// The address of a link.
        case link
        /// A header of a trusted proxy.
        case proxy
    }
}

/// A visit that was found, or not, at a time.
struct KnownVisit: Sendable {
    var visit: Visit?
    var time: ContinuousClock.Instant
}

extension Accounts {
    static let sessionCookie = "cascade-session"
    static let deviceCookie = "cascade-device"
    static let tokenPrefix = "cas_"
    /// The limit of visits in memory, about 500 bytes each.
    private static let maxVisits = 10_000

    /// Forgets the visits of the last second, after a change by this server.
    func forgetVisits() { visits.locked { $0 = LRUCache() } }

    /// Returns the person or program of a request; nil for a stranger.
    func visit(of request: Request) async throws -> Visit? {
        if let secret = request.linkSecret {
            return try await known(Secret(text: secret).hash) { try await self.visit(ofLink: $0) }
        }
        if let token = request.bearerToken, token.hasPrefix(Self.tokenPrefix) {
            return try await known(Secret(text: token).hash) { try await self.visit(ofToken: $0) }
        }
        if let proxy, let visit = try await visit(ofProxy: proxy, request) { return visit }
        guard let cookie = request.cookies[Self.sessionCookie] else { return nil }
        return try await known(Secret(text: cookie).hash) { try await self.visit(ofSession: $0) }
    }

    private func known(_ hash: String, _ find: (String) async throws -> Visit?) async throws -> Visit? {
        let now = ContinuousClock.now
        let known = visits.locked { $0.value(for: hash) }
        if let known, now - known.time < .seconds(1) { return known.visit }
        let visit = try await find(hash)
        visits.locked { visits in
            visits.insert(KnownVisit(visit: visit, time: now), for: hash)
            if visits.count > Self.maxVisits { visits.removeOldest() }
        }
        return visit
    }

    private func visit(ofSession hash: String) async throws -> Visit? {
        guard let record = try await store.record(.session, hash), var session: StoredSession = record.content(),
            let found = try await find(record.owner), found.account.generation == session.generation
        else { return nil }
        if session.seen.timeIntervalSinceNow < -3_600 {
            session.seen = Date()
            _ = try await store.set(
                record.with(session, expires: Self.end(ofSessionFrom: session.created)), replacing: record)
        }
        return Visit(account: Account(found.account), way: .session(hash))
    }

    private func visit(ofToken hash: String) async throws -> Visit? {
        guard let record = try await store.record(.token, hash), var token: StoredToken = record.content(),
            let found = try await find(record.owner), found.account.key == token.key
        else { return nil }
        if token.seen.map({ $0.timeIntervalSinceNow < -3_600 }) ?? true {
            token.seen = Date()
            _ = try await store.set(record.with(token), replacing: record)
        }
        // A program does not look after accounts.
        var account = Account(found.account, atMost: token.mayWrite ? .editor : .viewer)
        account.tables = token.tables
        return Visit(account: account, way: .token)
    }

    private static func end(ofSessionFrom begin: Date) -> Date {
        min(begin.addingTimeInterval(sessionLifetime), Date(timeIntervalSinceNow: idleLifetime))
    }

    // MARK: - Signing in

    /// Checks a name and a password.
    ///
    /// - Throws: `HTTPError` 401 if they are wrong, 429 after too many guesses.
    func signIn(_ name: String, password: String, _ request: Request) async throws -> Found {
        let id = Self.id(of: name.trimmed)
        let device = try await device(of: request, id)
        let sources = device.map { [.device($0)] } ?? [GuessLimit.Source.name(id), .address(request.remoteAddress)]
        if let wait = guesses.take(sources) {
            let seconds = max(wait.components.seconds + 1, 1)
            throw HTTPError(
                .tooManyRequests, "Too many tries. Try again in \(seconds) seconds.",
                headers: [.retryAfter: "\(seconds)"])
        }
        let found = try await find(id)
        let isRight = try await hasher.verify(password, found?.account.password)
        guard isRight, let found else {
            let attempt = SignIn(name: String(name.prefix(64)), address: request.remoteAddress, isDone: false)
            try await note(attempt, of: found == nil ? "" : id)
            throw HTTPError(.unauthorized, "The name or the password is wrong.")
        }
        return found
    }

    /// Returns the record of a browser in which a person has signed in before; nil for another one.
    private func device(of request: Request, _ id: String) async throws -> String? {
        guard let hash = request.cookies[Self.deviceCookie].map({ Secret(text: $0).hash }),
            try await store.record(.device, hash)?.owner == id
        else { return nil }
        return hash
    }

    /// Begins a session.
    ///
    /// - Returns: The cookies of the session, and of the browser for the next time.
    func beginSession(of found: Found, _ request: Request) async throws -> [Cookie] {
        let session = Secret()
        let content = StoredSession(
            generation: found.account.generation, address: request.remoteAddress,
            browser: Self.browser(request.header(.userAgent)))
        let id = found.record.id
        try await note(SignIn(name: found.account.name, address: request.remoteAddress, isDone: true), of: id)
        _ = try await store.set(
            AccountRecord(
                .session, session.hash, owner: id, content, expires: Self.end(ofSessionFrom: content.created)),
            replacing: nil)
        try await removeOldest(.session, of: id)
        let cookie = try Cookie(Self.sessionCookie, session.text, maxAge: .seconds(Int64(Self.sessionLifetime)))
        guard try await device(of: request, id) == nil else { return [cookie] }
        let (device, year) = (Secret(), TimeInterval(365 * 86_400))
        _ = try await store.set(
            AccountRecord(.device, device.hash, owner: id, [String](), expires: Date(timeIntervalSinceNow: year)),
            replacing: nil)
        try await removeOldest(.device, of: id)
        return [
            cookie,
            try Cookie(Self.deviceCookie, device.text, maxAge: .seconds(Int64(year)), path: "/-/", sameSite: .strict),
        ]
    }

    /// The limit of sessions and browsers of a person.
    private static let maxSessions = 100

    private func removeOldest(_ kind: AccountRecord.Kind, of id: String) async throws {
        let records = try await store.records(kind, of: id)
        guard records.count > Self.maxSessions,
            let oldest = records.min(by: { ($0.expires ?? .distantFuture) < ($1.expires ?? .distantFuture) })
        else { return }
        _ = try await store.set(nil, replacing: oldest)
    }

    /// Ends a session, so that its cookie is of no use.
    func endSession(_ hash: String) async throws {
        if let record = try await store.record(.session, hash) { _ = try await store.set(nil, replacing: record) }
        forgetVisits()
    }

    /// The sessions of a person that have not ended, the last one first.
    package func sessions(of name: String) async throws -> [(id: String, browser: String, address: String, seen: Date)]
    {
        guard let found = try await find(name) else { return [] }
        return try await store.records(.session, of: found.record.id)
            .compactMap { record -> (id: String, browser: String, address: String, seen: Date)? in
                guard let session: StoredSession = record.content(), session.generation == found.account.generation
                else { return nil }
                return (record.id, session.browser, session.address, session.seen)
            }
            .sorted { $0.seen > $1.seen }
    }

    /// Ends the sessions of a person.
    ///
    /// - Parameter kept: The session that goes on; nil for none.
    package func endSessions(of name: String, except kept: String? = nil) async throws {
        for session in try await sessions(of: name) where session.id != kept { try await endSession(session.id) }
    }

    /// Returns the name of a browser or program.
    private static func browser(_ agent: String?) -> String {
        guard let agent else { return "" }
        // Edge also names itself Chrome, and Chrome Safari.
        let names: KeyValuePairs = [
            "Edg/": "Edge", "OPR/": "Opera", "Firefox/": "Firefox", "Chrome/": "Chrome", "Safari/": "Safari",
        ]
        return names.first { agent.contains($0.key) }?.value ?? String(agent.prefix(40))
    }

    // MARK: - Tokens

    /// Returns a token with which a program acts for a person. The store has only its hash.
    ///
    /// - Parameters:
    ///   - name: The name of the person.
    ///   - title: What the token is for.
    ///   - mayWrite: Whether the program may change rows, as far as the person may.
    ///   - tables: The names of the tables that it reads and changes; empty for all that the person may.
    ///   - days: The number of days after which it ends: 1 to 3,650.
    /// - Throws: `HTTPError` 422 for a value that is not accepted.
    package func makeToken(
        of name: String, title: String, mayWrite: Bool, tables: [String] = [], days: Int
    ) async throws -> String {
        let found = try await require(name)
        guard (1...64).contains(title.count), (1...3_650).contains(days) else {
            throw HTTPError(
                .unprocessableContent, "A token has a name of 1 to 64 characters, and ends after 1 to 3,650 days.")
        }
        guard try await store.records(.token, of: found.record.id).count < 100 else {
            throw HTTPError(.conflict, "A person has at most 100 tokens. Remove one first.")
        }
        let secret = Secret(prefix: Self.tokenPrefix)
        let record = try AccountRecord(
            .token, secret.hash, owner: found.record.id,
            StoredToken(
                key: found.account.key, title: title, mayWrite: mayWrite, tables: tables.isEmpty ? nil : tables),
            expires: Date(timeIntervalSinceNow: TimeInterval(days) * 86_400))
        _ = try await store.set(record, replacing: nil)
        return secret.text
    }

    /// The tokens of a person, with what they may do.
    func tokens(of name: String) async throws -> [(id: String, token: StoredToken, expires: Date?)] {
        try await store.records(.token, of: Self.id(of: name)).compactMap { record in
            record.content().map { (record.id, $0, record.expires) }
        }
    }

    /// Removes a token of a person.
    func removeToken(_ id: String, of name: String) async throws { try await remove(.token, id, of: name) }

    /// Removes a record of a person.
    func remove(_ kind: AccountRecord.Kind, _ id: String, of name: String) async throws {
        guard let record = try await store.record(kind, id), record.owner == Self.id(of: name) else { return }
        _ = try await store.set(nil, replacing: record)
        forgetVisits()
    }
}
