package import TableServer

/// A person who has signed in, or a program with a token of a person.
///
/// Delegates and rules read it as `visitor.user`:
///
/// ```swift
/// guard let account = visitor.user as? Account else { throw HTTPError(.unauthorized, "Sign in first.") }
/// tables["orders"].rows = "owner = \(account.name)"
/// ```
public struct Account: Sendable, Hashable, Identifiable {
    /// The name, as the person writes it. Two names that differ only in their case are one.
    public let name: String
    /// The role, which tells what the person may do. A token that reads, and a link, have that of a viewer.
    public let role: AccountRole
    /// The names of the groups in which a proxy has the person. Default: none.
    public var groups: Set<String> = []
    /// The role of the person, whatever a token or link may do. Rules speak of it.
    package var ownRole: AccountRole
    /// The names of the tables that a token reads; nil for all.
    package var tables: [String]?
    /// The part of a table that a link shows; nil without a link.
    package var sharedView: SharedView?

    /// The name, by which the history names the person.
    public var id: String { name }

    /// Creates an account, for tests.
    public init(name: String, role: AccountRole) { (self.name, self.role, ownRole) = (name, role, role) }

    /// Creates an account as a token or a link may use it.
    init(_ account: StoredAccount, atMost role: AccountRole = .administrator) {
        (name, ownRole, self.role) = (account.name, account.role, min(account.role, role))
    }
}

/// A role, which tells what a person may do. Each role may do what the one before it may.
public enum AccountRole: String, Sendable, Hashable, Codable, CaseIterable, Comparable {
    /// Reads tables.
    case viewer
    /// Changes rows.
    case editor
    /// Invites people, changes their roles, and ends their sessions.
    case administrator

    /// Orders roles by what they may do.
    public static func < (one: AccountRole, other: AccountRole) -> Bool { one.rank < other.rank }

    private var rank: Int { Self.allCases.firstIndex(of: self) ?? 0 }
}
