/// An answer that is given again to every request with the same head, and what comes after it.
///
/// It is to a `GET` that nothing but its head and what the condition watches decides about: not the client's address,
/// not the time. After ``HTTPServer/Configuration/repetition`` the handler is asked again all the same.
public struct RepeatedReply: Sendable {
    /// An answer, and how long it is the one.
    public struct Answer: Sendable {
        public var response: PreparedResponse
        /// Whether it is still the answer. Asked on any of the server's threads before each repetition, so it only looks
        /// at something; once false it remains so.
        public var holds: @Sendable () -> Bool

        public init(_ response: PreparedResponse, while holds: @escaping @Sendable () -> Bool) {
            self.response = response
            self.holds = holds
        }
    }

    public var answer: Answer
    /// The answer to the same request once the one before does not hold, which spares reading and routing it again; nil
    /// to have the handler asked.
    public var next: @Sendable () -> Answer?

    public init(_ answer: Answer, next: @escaping @Sendable () -> Answer? = { nil }) {
        self.answer = answer
        self.next = next
    }

    public var response: PreparedResponse { answer.response }
}
