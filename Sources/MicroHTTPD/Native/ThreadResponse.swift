import CMicroHTTPD

/// A response in a ``ResponseCache``, and the request head that it answers.
final class ThreadResponse {
    private let head: [UInt8]
    private let target: [UInt8]
    private let fieldCount: Int
    private let cacheable: CacheableResponse
    /// When the handler is to be asked again.
    private let expiration: UInt64
    /// A copy of the response for this thread alone. Sending a response counts references in it, and threads that share one
    /// wait for each other. It is made when the response is first repeated, over the same bytes.
    private var native: NativeResponse?

    init(_ cacheable: CacheableResponse, to head: RequestHeadBytes, until expiration: UInt64) {
        self.head = Array(head.bytes)
        target = head.target
        fieldCount = head.fieldCount
        self.cacheable = cacheable
        self.expiration = expiration
    }

    var response: PrebuiltResponse { cacheable.response }

    /// Bytes of the head and the response, and what caching them costs besides.
    var cost: Int { head.count + target.count + response.bytes.count + 2048 }

    /// Whether it answers that head now.
    func answers(_ head: RequestHeadBytes, at now: UInt64) -> Bool {
        now < expiration && head.equals(self.head, target: target, fieldCount: fieldCount) && cacheable.isFresh()
    }

    /// Has it sent on a connection; for its access callback.
    func queue(on connection: OpaquePointer) -> MHD_Result {
        if native == nil { native = try? response.makeNative() }
        return native?.queue(on: connection) ?? response.queue(on: connection)
    }
}
