/// An answer that is given again to every request with the same head, and what comes after it.
///
/// It is to a `GET` that nothing but its head and what the condition watches decides about: not the client's address,
/// not the time. After ``HTTPServer/Configuration/repetition`` the handler is asked again all the same.
public struct RepeatedReply: Sendable {
    public var response: PreparedResponse
    /// Whether it is still the answer. Asked on any of the server's threads before each repetition, so it only looks at
    /// something; once false it remains so.
    public var holds: @Sendable () -> Bool
    /// The answer to the same request once this one does not hold, which spares reading and routing it again; nil to
    /// have the handler asked.
    public var next: @Sendable () -> RepeatedReply?

    public init(
        _ response: PreparedResponse, while holds: @escaping @Sendable () -> Bool,
        next: @escaping @Sendable () -> RepeatedReply? = { nil }
    ) {
        self.response = response
        self.holds = holds
        self.next = next
    }
}
