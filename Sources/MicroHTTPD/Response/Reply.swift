/// What a handler gives back: an answer, one prepared earlier, or a promise.
public enum Reply: Sendable {
    /// An answer made for this request.
    case response(Response)
    /// An answer made once and sent many times; the cheapest there is.
    case prepared(PreparedResponse)
    /// The same, given again to every request with this one's head while the condition holds, and the handler not asked.
    ///
    /// It is of a `GET` that nothing but its head and what the condition watches decides about: not the client's
    /// address, not the time. The condition is asked on any of the server's threads before each repetition, so it only
    /// looks at something; once false it remains so. After ``HTTPServer/Configuration/repetition`` the handler is asked
    /// again all the same.
    ///
    ///     let made = counter.value
    ///     return .repeated(page) { counter.value == made }
    case repeated(PreparedResponse, while: @Sendable () -> Bool)
    /// An answer that must be waited for. The connection sleeps meanwhile and holds no thread.
    ///
    /// An error thrown here is answered as one thrown by the handler. The task is cancelled when the server's
    /// grace has run out; the client then gets a 503.
    case later(@Sendable () async throws -> Reply)
}
