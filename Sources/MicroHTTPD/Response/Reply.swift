/// What a handler gives back: an answer, one prepared earlier, or a promise.
public enum Reply: Sendable {
    /// An answer made for this request.
    case response(Response)
    /// An answer made once and sent many times; the cheapest there is.
    case prepared(PreparedResponse)
    /// An answer that must be waited for. The connection sleeps meanwhile and holds no thread.
    ///
    /// An error thrown here is answered as one thrown by the handler. The task is cancelled when the server's
    /// grace has run out; the client then gets a 503.
    case later(@Sendable () async throws -> Reply)
}
