import Essentials
import TableServer

/// The content of an account's record. The identifier of the record is the name in small letters.
struct StoredAccount: Codable, Sendable {
    var name: String
    var role: AccountRole
    /// A random text, so that nothing of a removed person belongs to another one of the same name.
    var key = Secret().text
    /// A random text that changes with the password, so that it ends sessions and links.
    var generation = Secret().text
    /// The hash of the password; nil before one was chosen.
    var password: String?
    var created = Date()
}

/// The content of a session's record. The identifier of the record is the hash of the secret in the cookie.
struct StoredSession: Codable, Sendable {
    var generation: String
    var created = Date()
    /// The last time that it was used, to within an hour.
    var seen = Date()
    var address: String
    /// The name of the browser.
    var browser: String
}

/// The content of a token's record.
struct StoredToken: Codable, Sendable {
    /// The key of the account.
    var key: String
    var title: String
    var mayWrite: Bool
    /// The names of the tables that the token is for; nil for all.
    var tables: [String]?
    /// The last time that it was used, to within an hour; nil for never.
    var seen: Date?
}

/// The content of the record of a link that shows a part of a table.
struct StoredLink: Codable, Sendable {
    /// The key of the account.
    var key: String
    var view: SharedView
    /// The last day on which it was opened; nil for never.
    var seen: Date?
}

/// The content of the record of a link that is used once. Without an owner, the link makes the first administrator.
struct StoredInvitation: Codable, Sendable {
    /// The generation of the account; nil for the first administrator.
    var generation: String?
}

/// A time at which a person signed in, or tried to.
struct SignIn: Codable, Sendable {
    var time = Date()
    var name: String
    var address: String
    var isDone: Bool
}
