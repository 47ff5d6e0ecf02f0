/// A handler's result: a response, one prepared earlier, or a promise of one.
public enum HandlerResponse: Sendable {
    /// A response made for this request.
    case response(Response)
    /// A response made once and sent many times.
    case prebuilt(PrebuiltResponse)
    /// A response that is sent again to every request with the same head while it is fresh, without asking the handler.
    /// The cheapest there is.
    case cacheable(CacheableResponse)
    /// A response that has to be awaited. The connection sleeps meanwhile and holds no thread.
    ///
    /// An error thrown here is answered as one thrown by the handler. The task is cancelled when the server's
    /// grace has run out; the client then gets a 503.
    case deferred(@Sendable () async throws -> HandlerResponse)
}
