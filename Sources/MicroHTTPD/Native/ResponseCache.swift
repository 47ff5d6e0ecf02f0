import Glibc
import Synchronization

/// The responses that one of libmicrohttpd's threads sends again to a request whose head is that of an earlier one.
///
/// An identical request for what has not changed has an identical response: where a handler said how long that is fresh
/// (``CacheableResponse``), it is found by the bytes of the head, with nothing read, allocated or locked, and nothing
/// written that another thread reads. Only heads that were checked and have no body are cached.
///
/// A response is repeated for its lifetime at most. Then the handler is asked again, so that a cache behind it sees
/// what is used.
///
/// There are two generations. What is found in the elder moves to the younger; once the younger is full it becomes the
/// elder, and the elder is dropped. So what is asked for stays, and no order has to be maintained.
// @unchecked: belongs to one of libmicrohttpd's threads.
final class ResponseCache: @unchecked Sendable {
    /// How long a response is repeated, in nanoseconds.
    private let lifetime: UInt64
    /// Bytes of a generation: of heads and responses, and what caching them costs besides.
    private let capacity: Int
    private var younger: [UInt64: ThreadResponse] = [:]
    private var elder: [UInt64: ThreadResponse] = [:]
    private var byteCount = 0

    init(lifetime: UInt64, capacity: Int) {
        self.lifetime = lifetime
        self.capacity = capacity
    }

    /// The response to that head, if it is fresh.
    func response(for head: RequestHeadBytes, at now: UInt64) -> ThreadResponse? {
        let key = head.hash
        if let response = younger[key] { return response.answers(head, at: now) ? response : nil }
        guard let response = elder.removeValue(forKey: key), response.answers(head, at: now) else { return nil }
        insert(response, for: key)
        return response
    }

    func insert(_ response: CacheableResponse, for head: RequestHeadBytes, at now: UInt64) {
        let response = ThreadResponse(response, to: head, until: now + lifetime)
        guard response.cost <= capacity / 4 else { return }
        insert(response, for: head.hash)
    }

    private func insert(_ response: ThreadResponse, for key: UInt64) {
        byteCount += response.cost - (younger.updateValue(response, forKey: key)?.cost ?? 0)
        guard byteCount > capacity else { return }
        elder = younger
        younger = [:]
        byteCount = 0
    }
}

/// The response cache of each of libmicrohttpd's threads.
final class ResponseCaches: Sendable {
    private let lifetime: UInt64
    /// Bytes of a generation of one thread.
    private let capacity: Int
    private let caches = Mutex<[UInt: ResponseCache]>([:])

    /// - Parameters:
    ///   - lifetime: How long a response is repeated, in nanoseconds.
    ///   - maxBytes: Bytes of both generations of all threads.
    init(lifetime: UInt64, maxBytes: Int, threads: Int) {
        self.lifetime = lifetime
        capacity = maxBytes / threads / 2
    }

    /// The cache of the calling thread, to be kept by a connection, since a connection stays with its thread.
    func ofThisThread() -> ResponseCache {
        let thread = UInt(pthread_self())
        return caches.withLock { caches in
            if let cache = caches[thread] { return cache }
            let cache = ResponseCache(lifetime: lifetime, capacity: capacity)
            caches[thread] = cache
            return cache
        }
    }
}
