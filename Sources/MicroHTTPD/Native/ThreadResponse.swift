import CMicroHTTPD

/// A response in a ``ResponseCache``, with the request head that it answers.
final class ThreadResponse {
    private let head: [UInt8]
    private let target: [UInt8]
    private let fieldCount: Int
    private let cacheable: CacheableResponse
    /// The time after which the handler is called again.
    private let expiration: UInt64
    /// A copy of the response for this thread alone. Sending a response counts references, and threads that share a
    /// response would wait for each other. The copy is made at the first repetition, over the shared bytes.
    private var native: NativeResponse?

    init(_ cacheable: CacheableResponse, to head: RequestHeadBytes, until expiration: UInt64) {
        self.head = Array(head.bytes)
        target = head.target
        fieldCount = head.fieldCount
        self.cacheable = cacheable
        self.expiration = expiration
    }

    var response: PrebuiltResponse { cacheable.response }

    /// The bytes of head and response, with an estimate of their overhead.
    var cost: Int { head.count + target.count + response.bytes.count + 2048 }

    /// Returns whether the response is fresh and answers a head.
    func answers(_ head: RequestHeadBytes, at now: UInt64) -> Bool {
        now < expiration && head.equals(self.head, target: target, fieldCount: fieldCount) && cacheable.isFresh()
    }

    /// Queues the response on a connection. Call it in the access callback.
    func queue(on connection: OpaquePointer) -> MHD_Result {
        if native == nil { native = try? response.makeNative() }
        return native?.queue(on: connection) ?? response.queue(on: connection)
    }
}
