import Glibc
import Synchronization

/// The responses that one thread of libmicrohttpd repeats for identical request heads.
///
/// If a handler returns a ``CacheableResponse``, the thread finds it by the bytes of the head while it is fresh. A hit
/// parses, allocates and locks nothing, and writes no memory that another thread reads. Only validated heads without a
/// body are cached.
///
/// A response is repeated during its lifetime. Then the handler is called again, so that a cache behind it sees which
/// entries are used.
///
/// There are two generations. A hit in the elder generation moves to the younger one. A full younger generation becomes
/// the elder, and the previous elder is dropped. Used entries therefore stay, without a list of their order.
// @unchecked: the cache belongs to one thread of libmicrohttpd.
final class ResponseCache: @unchecked Sendable {
    /// The time in nanoseconds that a response is repeated.
    private let lifetime: UInt64
    /// The limit of a generation in bytes: heads, responses and an estimate of their overhead.
    private let capacity: Int
    private var younger: [UInt64: ThreadResponse] = [:]
    private var elder: [UInt64: ThreadResponse] = [:]
    private var byteCount = 0

    init(lifetime: UInt64, capacity: Int) {
        self.lifetime = lifetime
        self.capacity = capacity
    }

    /// Returns the fresh response to a head; nil if there is none.
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

/// The response caches of all threads of libmicrohttpd.
final class ResponseCaches: Sendable {
    private let lifetime: UInt64
    /// The limit in bytes of one generation of one thread.
    private let capacity: Int
    private let caches = Mutex<[UInt: ResponseCache]>([:])

    /// - Parameters:
    ///   - lifetime: The time in nanoseconds that a response is repeated.
    ///   - maxBytes: The limit in bytes of both generations of all threads.
    ///   - threads: The number of threads.
    init(lifetime: UInt64, maxBytes: Int, threads: Int) {
        self.lifetime = lifetime
        capacity = maxBytes / threads / 2
    }

    /// Returns the cache of the calling thread. A connection may keep it, because it stays on its thread.
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
