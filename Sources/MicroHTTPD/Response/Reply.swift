/// What a handler gives back: an answer, one prepared earlier, or a promise.
public enum Reply: Sendable {
    /// An answer made for this request.
    case response(Response)
    /// An answer made once and sent many times; the cheapest there is.
    case prepared(PreparedResponse)
    /// The same, given again to every request with this one's head while it holds, and the handler not asked.
    case repeated(RepeatedReply)
    /// An answer that must be waited for. The connection sleeps meanwhile and holds no thread.
    ///
    /// An error thrown here is answered as one thrown by the handler. The task is cancelled when the server's
    /// grace has run out; the client then gets a 503.
    case later(@Sendable () async throws -> Reply)
}

extension Reply {
    /// The same, given again while the condition holds.
    ///
    ///     let made = counter.value
    ///     return .repeated(page) { counter.value == made }
    public static func repeated(_ response: PreparedResponse, while holds: @escaping @Sendable () -> Bool) -> Reply {
        .repeated(RepeatedReply(.init(response, while: holds)))
    }
}
