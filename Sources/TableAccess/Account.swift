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
    /// The role, which tells what the person may do.
    public let role: AccountRole

    /// The name, by which the history names the person.
    public var id: String { name }

    /// Creates an account, for tests.
    public init(name: String, role: AccountRole) { (self.name, self.role) = (name, role) }
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
