/// The visitor whose request a table answers: the user that the server has identified, or an anonymous visitor.
///
/// ```swift
/// func tableView(_ tableView: TableView, numberOfRowsInSection section: Int) -> Int {
///     guard let account = tableView.visitor.user as? Account else { return 0 }
///     return tickets.count(ofAccount: account.id)
/// }
/// ```
///
/// A delegate gets it from ``TableView/visitor``.
public struct TableVisitor: Sendable {
    /// The user that the server has identified; nil for an anonymous visitor.
    public let user: (any Sendable)?
    /// The identifier of the session that the server remembers; nil without one.
    private let sessionID: String?

    /// Creates a visitor.
    ///
    /// - Parameters:
    ///   - user: The user; nil for an anonymous visitor.
    ///   - sessionID: The identifier of the visitor's session; nil without a session.
    public init(user: (any Sendable)? = nil, sessionID: String? = nil) {
        (self.user, self.sessionID) = (user, sessionID)
    }

    /// The identifier of the visitor as text; nil for an anonymous visitor without a session.
    ///
    /// For a user, it is the `id` of an `Identifiable` type, and otherwise the user itself if it is `Hashable`, such as
    /// a name. For an anonymous visitor, it is the identifier of the session that the server remembers, which is as
    /// secret as the visitor's cookie.
    public var id: String? {
        guard let user else { return sessionID }
        return Self.identity(of: user).map { "\($0.base)" }
    }

    /// Returns the value that distinguishes a user from others; nil if the type is neither `Identifiable` nor `Hashable`.
    package static func identity(of user: any Sendable) -> AnyHashable? {
        var identity: Any = user
        if let user = user as? any Identifiable { identity = id(of: user) }
        // The identifier of a record that may not be stored yet is an optional value.
        return (unwrapped(identity) as? any Hashable).map { AnyHashable($0) }
    }

    private static func id(of user: some Identifiable) -> Any { user.id }
}

/// An optional whose wrapped type is unknown.
private protocol OptionalValue {
    var value: Any? { get }
}

extension Optional: OptionalValue {
    fileprivate var value: Any? { self.map { $0 as Any } }
}

/// Returns the value inside any number of nested optionals, or nil if there is none.
package func unwrapped(_ model: Any) -> Any? {
    var model = model
    while let optional = model as? any OptionalValue {
        guard let value = optional.value else { return nil }
        model = value
    }
    return model
}
