import Bytes
import CascadingTable
package import Essentials
import HTTPMessages
import Synchronization

/// The people who may use a server: their passwords, sessions, tokens and invitations.
///
/// ```swift
/// server.accounts(Accounts(try SQLiteAccountStore(path: "people.db")))
/// ```
///
/// Nothing is kept in the memory of the process but what was read within the last second. So several servers with one store
/// agree within a second, and people stay signed in over a restart.
public final class Accounts: Sendable {
    let store: any AccountStore
    let hasher = PasswordHasher()
    let guesses = GuessLimit()
    /// The headers of a proxy at which people sign in; nil for none.
    let proxy: ProxySignIn?
    /// The source of what people may see and change; nil for everything, as far as their roles go.
    let access: Access?
    /// The time after which an event stream looks whether its person is still signed in.
    let streamInterval: Duration
    /// The visits that were found within the last second, by the hashes of their secrets.
    let visits = Mutex(LRUCache<String, KnownVisit>())
    /// The rights of people, as the rules have them.
    let knownRights = Mutex(LRUCache<Account, AccountRights>())

    /// The time after which a session ends at the latest.
    static let sessionLifetime: TimeInterval = 30 * 86_400
    /// The time after which a session ends that is not used.
    static let idleLifetime: TimeInterval = 7 * 86_400
    /// The time for which an invitation can be used.
    static let invitationLifetime: TimeInterval = 7 * 86_400
    /// The time for which the link to the first administrator can be used.
    static let welcomeLifetime: TimeInterval = 3_600
    /// The number of sign-ins that are kept of each person.
    private static let keptSignIns = 20

    /// Creates the accounts of a store.
    public convenience init(_ store: any AccountStore) { self.init(store, proxy: nil) }

    /// Creates the accounts of a store, and of people whom a proxy names.
    package init(
        _ store: any AccountStore, proxy: ProxySignIn?, access: Access? = nil,
        streamInterval: Duration = .seconds(15)
    ) {
        (self.store, self.proxy, self.access, self.streamInterval) = (store, proxy, access, streamInterval)
    }

    /// A source of rights besides roles.
    package enum Access: Sendable {
        /// The rules of a file.
        case rules(AccessRules)
        /// The grants and policies of PostgreSQL, for the role with the name of the account.
        case databaseRoles
    }

    /// Adds a person with a password.
    ///
    /// - Parameters:
    ///   - name: The name: 1 to 64 letters, digits, blanks and `. _ - @ +`.
    ///   - password: The password, of at least 10 characters.
    ///   - role: What the person may do.
    /// - Throws: `HTTPError` 422 for a name or password that is not accepted, 409 for a name that exists; errors of the
    ///   store.
    public func add(_ name: String, password: String, role: AccountRole) async throws {
        try Self.check(password, of: name)
        try await insert(StoredAccount(name: try Self.checked(name), role: role, password: hasher.hash(password)))
    }

    /// Adds a person with the hash of a password, as `crypt` writes it.
    package func add(_ name: String, hash: String, role: AccountRole) async throws {
        guard PasswordHasher.canCheck(hash) else {
            throw HTTPError(.unprocessableContent, "This is no hash of a password, such as htpasswd -B makes it.")
        }
        try await insert(StoredAccount(name: try Self.checked(name), role: role, password: hash))
    }

    // MARK: - Accounts

    /// An account with its record.
    struct Found: Sendable {
        var record: AccountRecord
        var account: StoredAccount
    }

    /// All accounts, by name.
    package func all() async throws -> [(name: String, role: AccountRole, canSignIn: Bool)] {
        try await found().map { ($0.account.name, $0.account.role, $0.account.password != nil) }
    }

    func found() async throws -> [Found] {
        try await store.records(.account, of: nil).compactMap { record in
            record.content().map { Found(record: record, account: $0) }
        }
    }

    func find(_ name: String) async throws -> Found? {
        guard let record = try await store.record(.account, Self.id(of: name)),
            let account: StoredAccount = record.content()
        else { return nil }
        return Found(record: record, account: account)
    }

    func require(_ name: String) async throws -> Found {
        guard let found = try await find(name) else {
            throw HTTPError(.notFound, "There is no account \"\(name)\".")
        }
        return found
    }

    private func insert(_ account: StoredAccount) async throws {
        let id = Self.id(of: account.name)
        let record = try AccountRecord(.account, id, owner: id, account)
        guard try await store.set(record, replacing: nil) else {
            throw HTTPError(.conflict, "There is an account \"\(account.name)\" already.")
        }
        forgetVisits()
    }

    /// Replaces an account, as it was found before.
    private func replace(_ found: Found, by account: StoredAccount) async throws {
        guard try await store.set(found.record.with(account), replacing: found.record) else {
            throw HTTPError(.conflict, "Somebody changed the account at the same time. Try again.")
        }
        forgetVisits()
    }

    /// Changes the role of a person.
    package func setRole(of name: String, to role: AccountRole) async throws {
        let found = try await require(name)
        if role != .administrator { try await checkIsNotLast(found) }
        var account = found.account
        account.role = role
        try await replace(found, by: account)
    }

    /// Changes the password of a person, which ends all sessions and links.
    package func setPassword(of name: String, to password: String) async throws {
        let found = try await require(name)
        try Self.check(password, of: name)
        var account = found.account
        (account.password, account.generation) = (try await hasher.hash(password), Secret().text)
        try await replace(found, by: account)
    }

    /// Removes a person, with their sessions and tokens.
    package func remove(_ name: String) async throws {
        let found = try await require(name)
        try await checkIsNotLast(found)
        _ = try await store.set(nil, replacing: found.record)
        forgetVisits()
        for kind in AccountRecord.Kind.allCases where kind != .account {
            for record in try await store.records(kind, of: found.record.id) {
                _ = try await store.set(nil, replacing: record)
            }
        }
    }

    private func checkIsNotLast(_ found: Found) async throws {
        guard found.account.role == .administrator else { return }
        let others = try await self.found().filter { $0.record.id != found.record.id }
        guard others.contains(where: { $0.account.role == .administrator && $0.account.password != nil }) else {
            throw HTTPError(.conflict, "\(found.account.name) is the only administrator. Make another one first.")
        }
    }

    // MARK: - Invitations

    /// Adds a person without a password.
    ///
    /// - Returns: The secret of the link by which the person chooses one.
    package func invite(_ name: String, role: AccountRole) async throws -> String {
        try await insert(StoredAccount(name: try Self.checked(name), role: role))
        return try await makeLink(for: name)
    }

    /// Returns the secret of a link by which a person chooses a new password. It ends with the next change of the password.
    package func makeLink(for name: String) async throws -> String {
        let found = try await require(name)
        return try await makeLink(
            of: found.record.id, StoredInvitation(generation: found.account.generation),
            lasting: Self.invitationLifetime)
    }

    /// Returns the secret of the link by which the first administrator is made; nil if somebody can sign in.
    package func makeWelcome() async throws -> String? {
        guard proxy?.usesAccounts != false, try await !canSignIn() else { return nil }
        return try await makeLink(of: "", StoredInvitation(), lasting: Self.welcomeLifetime)
    }

    private func makeLink(
        of owner: String, _ invitation: StoredInvitation, lasting time: TimeInterval
    ) async throws -> String {
        let secret = Secret()
        let record = try AccountRecord(
            .invitation, secret.hash, owner: owner, invitation, expires: Date(timeIntervalSinceNow: time))
        _ = try await store.set(record, replacing: nil)
        return secret.text
    }

    /// Returns whether there is an administrator who has a password.
    private func canSignIn() async throws -> Bool {
        try await found().contains { $0.account.role == .administrator && $0.account.password != nil }
    }

    /// Returns the account of a link, or nil for the first administrator.
    ///
    /// - Throws: `HTTPError` 410 for a link that was used, or that is over.
    func accountOfLink(_ secret: String) async throws -> (record: AccountRecord, found: Found?) {
        if let record = try await store.record(.invitation, Secret(text: secret).hash),
            let invitation: StoredInvitation = record.content()
        {
            if record.owner.isEmpty {
                if try await !canSignIn() { return (record, nil) }
            } else if let found = try await find(record.owner), found.account.generation == invitation.generation {
                return (record, found)
            }
        }
        throw Self.linkIsOver
    }

    private static var linkIsOver: HTTPError {
        HTTPError(.gone, "This link was used, or its time is over. Ask for a new one.")
    }

    /// Sets the password of the account of a link, which is used up.
    ///
    /// - Parameter name: The name of the first administrator.
    func accept(_ secret: String, name: String, password: String) async throws -> Found {
        let (record, found) = try await accountOfLink(secret)
        let name = try found?.account.name ?? Self.checked(name)
        try Self.check(password, of: name)
        let hash = try await hasher.hash(password)
        guard try await store.set(nil, replacing: record) else { throw Self.linkIsOver }
        if let found {
            var account = found.account
            (account.password, account.generation) = (hash, Secret().text)
            try await replace(found, by: account)
        } else {
            try await insert(StoredAccount(name: name, role: .administrator, password: hash))
        }
        return try await require(name)
    }

    // MARK: - Rules

    /// Returns the identifier of an account.
    static func id(of name: String) -> String { name.lowercased() }

    /// Returns a name without blanks around it.
    ///
    /// - Throws: `HTTPError` 422 for a name that is not accepted.
    private static func checked(_ name: String) throws -> String {
        let name = name.trimmed
        // Combining marks are refused, so that equal names have equal bytes.
        func isLetterOrDigit(_ scalar: Unicode.Scalar) -> Bool {
            scalar.properties.isAlphabetic && scalar.properties.generalCategory != .nonspacingMark
                || ("0"..."9").contains(scalar)
        }
        let isAllowed = name.unicodeScalars.allSatisfy { isLetterOrDigit($0) || " ._-@+".unicodeScalars.contains($0) }
        // A name of dots would be no segment of a path.
        guard (1...64).contains(name.unicodeScalars.count), isAllowed,
            name.unicodeScalars.contains(where: isLetterOrDigit)
        else {
            throw HTTPError(
                .unprocessableContent, "A name has 1 to 64 letters, digits, blanks and the signs . _ - @ +.")
        }
        return name
    }

    private static func check(_ password: String, of name: String) throws {
        guard password.count >= 10, password.utf8.count <= 512, !password.utf8.contains(0) else {
            throw HTTPError(.unprocessableContent, "A password has at least 10 characters, and at most 512 bytes.")
        }
        guard id(of: password) != id(of: name) else {
            throw HTTPError(.unprocessableContent, "The password must not be the name.")
        }
    }
}

extension Accounts {
    /// Notes that a person signed in, or tried to. The last ones are kept.
    func note(_ signIn: SignIn, of id: String) async throws {
        for _ in 0..<3 {
            let old = try await store.record(.signIns, id)
            let all: [SignIn] = (old?.content() ?? []) + [signIn]
            let record = try AccountRecord(.signIns, id, owner: id, Array(all.suffix(Self.keptSignIns)))
            if try await store.set(record, replacing: old) { return }
        }
    }

    /// The last times that people signed in, or tried to, the latest first.
    package func signIns() async throws -> [(time: Date, name: String, address: String, isDone: Bool)] {
        try await store.records(.signIns, of: nil).flatMap { $0.content([SignIn].self) ?? [] }
            .sorted { $0.time > $1.time }.map { ($0.time, $0.name, $0.address, $0.isDone) }
    }
}

extension String {
    /// The text without blanks around it.
    var trimmed: String {
        let start = drop(while: \.isWhitespace)
        return start.lastIndex { !$0.isWhitespace }.map { String(start[...$0]) } ?? ""
    }
}
