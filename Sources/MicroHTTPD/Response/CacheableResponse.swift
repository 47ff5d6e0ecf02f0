/// A response that may be sent again to an identical request.
///
/// It is to a `GET` about which nothing decides but its head and what ``isFresh`` looks at: not the client's address,
/// not the time. After ``HTTPServer/Configuration/repetition`` the handler is asked again all the same.
///
///     let made = counter.value
///     return .cacheable(CacheableResponse(page) { counter.value == made })
public struct CacheableResponse: Sendable {
    public var response: PrebuiltResponse
    /// Whether the response still answers the request. It is called on any of the server's threads before each
    /// repetition, so it must not block. Once false it remains so.
    public var isFresh: @Sendable () -> Bool

    public init(_ response: PrebuiltResponse, isFresh: @escaping @Sendable () -> Bool) {
        self.response = response
        self.isFresh = isFresh
    }
}
