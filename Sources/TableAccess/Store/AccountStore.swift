public import Essentials

/// A store of accounts, of their sessions and tokens, and of links that are used once.
///
/// `SQLiteAccountStore` keeps them in a file, `PostgresAccountStore` in a database that several servers share, and
/// ``MemoryAccountStore`` until the process ends. Test a store of your own with `AccountStoreContract` of the module
/// TableTesting.
///
/// The methods are called from any task. A call should fail after a few seconds rather than wait: its error becomes the
/// response, and a `VisitorFacingError` of the kind `unavailable` becomes a 503.
public protocol AccountStore: Sendable {
    /// Returns the record of an identifier; nil if there is none, or if it has expired.
    func record(_ kind: AccountRecord.Kind, _ id: String) async throws -> AccountRecord?

    /// Returns the records of a kind that have not expired, in the order of their identifiers.
    ///
    /// - Parameters:
    ///   - kind: The kind of the records.
    ///   - owner: The owner of the records; nil for those of all owners.
    func records(_ kind: AccountRecord.Kind, of owner: String?) async throws -> [AccountRecord]

    /// Stores, replaces or removes a record, if what is stored is still what is expected. The step is atomic and durable.
    ///
    /// - Parameters:
    ///   - record: The record to store; nil to remove the one before.
    ///   - old: The record that must be stored, compared by its value; nil if there must be none of the identifier.
    /// - Returns: Whether the record was stored or removed. Otherwise nothing has changed.
    func set(_ record: AccountRecord?, replacing old: AccountRecord?) async throws -> Bool
}

/// A record in an ``AccountStore``.
public struct AccountRecord: Sendable, Hashable {
    /// The subject of a record.
    public enum Kind: String, Sendable, Hashable, CaseIterable {
        /// A person.
        case account
        /// A browser in which a person has signed in before.
        case device
        /// A link that is used once, to choose a password.
        case invitation
        /// A link that shows a part of a table to people without an account.
        case link
        /// A browser in which a person is signed in.
        case session
        /// The last times that a person signed in, or tried to.
        case signIns = "sign-ins"
        /// A token of a program.
        case token
    }

    /// The subject of the record.
    public var kind: Kind
    /// The identifier, unique in its kind. It contains no secret.
    public var id: String
    /// The identifier of the account that the record belongs to.
    public var owner: String
    /// The content, a JSON object.
    public var value: [UInt8]
    /// The time at which the record ends; nil for none.
    public var expires: Date?

    /// Creates a record.
    ///
    /// - Parameters:
    ///   - kind: What the record is about.
    ///   - id: The identifier, unique in its kind.
    ///   - owner: The identifier of the account that the record belongs to.
    ///   - value: The content, a JSON object.
    ///   - expires: The time at which the record ends; nil for none.
    public init(_ kind: Kind, _ id: String, owner: String, value: [UInt8], expires: Date? = nil) {
        (self.kind, self.id, self.owner, self.value, self.expires) = (kind, id, owner, value, expires)
    }
}

extension AccountRecord {
    /// Creates a record with a content.
    init(_ kind: Kind, _ id: String, owner: String, _ content: some Encodable, expires: Date? = nil) throws {
        let encoder = JSONEncoder()
        encoder.outputFormatting = .sortedKeys
        self.init(kind, id, owner: owner, value: [UInt8](try encoder.encode(content)), expires: expires)
    }

    /// Returns the record with another content.
    func with(_ content: some Encodable, expires: Date? = nil) throws -> AccountRecord {
        try AccountRecord(kind, id, owner: owner, content, expires: expires ?? self.expires)
    }

    /// Returns the content; nil if it cannot be read, for example because a later version has written it.
    func content<Content: Decodable>(_ type: Content.Type = Content.self) -> Content? {
        try? JSONDecoder().decode(type, from: Data(value))
    }
}
