import CascadingTable
import HTTPTypes
import MicroHTTPD
import Synchronization

/// The responses to requests with an `Idempotency-Key`, for clients that send a request again after an error.
///
/// The store is limited in number and bytes. Each response is kept for ten minutes.
final class IdempotencyStore: Sendable {
    /// The time that a response is kept.
    static let lifetime: Duration = .seconds(600)
    private static let capacity = 10_000
    private let maxBytes: Int

    /// The identity of a request: its sender, its table and the key that the client chose.
    struct Key: Hashable {
        /// The identifier of the visitor, or the client's address without a cookie; then the user.
        var sender: String
        /// The path of the table.
        var table: String
        /// The value of `Idempotency-Key`.
        var name: String

        fileprivate var cost: Int { sender.utf8.count + table.utf8.count + name.utf8.count }
    }

    /// The state of a request in the store.
    enum Found {
        /// The request is new. The store now counts it as in progress.
        case new
        case answered(Response)
        case working
        /// A different request used this key.
        case other
    }

    private struct Entry {
        /// The hash value of target and body.
        var fingerprint: Int
        var answer: Response?
        var since: ContinuousClock.Instant

        var cost: Int { 512 + (answer?.bytes?.count ?? 0) }
    }

    private let entries = Mutex(LRUCache<Key, Entry>())

    init(maxBytes: Int) {
        self.maxBytes = maxBytes
    }

    /// Returns the state of a request, and adds new requests.
    ///
    /// - Parameters:
    ///   - key: The identity of the request.
    ///   - fingerprint: The hash value of target and body.
    ///   - now: The current time.
    func find(_ key: Key, fingerprint: Int, at now: ContinuousClock.Instant = .now) -> Found {
        entries.withLock { entries in
            if let entry = entries.value(for: key), now - entry.since < Self.lifetime {
                guard entry.fingerprint == fingerprint else { return .other }
                return entry.answer.map { .answered($0) } ?? .working
            }
            let entry = Entry(fingerprint: fingerprint, since: now)
            entries.insert(entry, for: key, cost: key.cost + entry.cost)
            if entries.count > Self.capacity { entries.removeOldest() }
            entries.removeOldest(untilCostIsAtMost: maxBytes)
            return .new
        }
    }

    /// Stores the response, or forgets the request if the response is nil.
    func end(_ key: Key, with answer: Response?) {
        entries.withLock { entries in
            guard var entry = entries.removeValue(for: key), let answer else { return }
            entry.answer = answer
            entries.insert(entry, for: key, cost: key.cost + entry.cost)
            entries.removeOldest(untilCostIsAtMost: maxBytes)
        }
    }
}
