/// A response that the server may repeat for identical `GET` requests, without calling the handler.
///
/// The response must depend only on the head of the request and on the state that ``isFresh`` checks. It must not
/// depend on the client's address or the time. After ``HTTPServer/Configuration/repetition``, the handler is called
/// again in any case.
///
///     let made = counter.value
///     return .cacheable(CacheableResponse(page) { counter.value == made })
public struct CacheableResponse: Sendable {
    /// The response to repeat.
    public var response: PrebuiltResponse
    /// Returns whether the response still answers the request. Once false, it must stay false.
    ///
    /// Any thread of the server calls it before each repetition, so it must not block.
    public var isFresh: @Sendable () -> Bool

    /// Creates a response that is repeated while it is fresh.
    ///
    /// - Parameters:
    ///   - response: The response to repeat.
    ///   - isFresh: Returns whether the response is still valid. It must not block.
    public init(_ response: PrebuiltResponse, isFresh: @escaping @Sendable () -> Bool) {
        self.response = response
        self.isFresh = isFresh
    }
}
