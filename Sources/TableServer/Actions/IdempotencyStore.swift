import CascadingTable
import HTTPTypes
import MicroHTTPD
import Synchronization

/// The responses to requests with an `Idempotency-Key`, for clients that send a request again after an error.
///
/// The store is limited in number and bytes. Each response is kept for ten minutes. The oldest responses make room for new
/// requests; requests in progress do not.
final class IdempotencyStore: Sendable {
    /// The time that a response is kept, and the time after which a request in progress no longer counts.
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
        /// Too many requests are in progress.
        case full
    }

    private struct Entry {
        /// The hash value of target and body.
        var fingerprint: Int
        var answer: Response?
        var since: ContinuousClock.Instant

        var cost: Int { 512 + (answer?.bytes?.count ?? 0) }
    }

    private struct State {
        var answered = LRUCache<Key, Entry>()
        var working: [Key: Entry] = [:]
        /// The costs of the requests in progress.
        var workingCost = 0
        /// No request in progress began before this time, so that a full store is not searched for each request.
        var earliest = ContinuousClock.now

        mutating func end(_ key: Key) -> Entry? {
            guard let entry = working.removeValue(forKey: key) else { return nil }
            workingCost -= key.cost + entry.cost
            return entry
        }

        /// Removes the oldest responses until a new entry fits.
        ///
        /// - Returns: Whether it fits.
        mutating func makeRoom(for cost: Int, within maxBytes: Int) -> Bool {
            guard working.count < capacity, workingCost + cost <= maxBytes else { return false }
            while answered.count + working.count >= capacity { answered.removeOldest() }
            answered.removeOldest(untilCostIsAtMost: maxBytes - workingCost - cost)
            return true
        }
    }

    private let state = Mutex(State())

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
        state.withLock { state in
            let isRecent = { (entry: Entry) in now - entry.since < Self.lifetime }
            if let entry = state.working[key] ?? state.answered.value(for: key), isRecent(entry) {
                guard entry.fingerprint == fingerprint else { return .other }
                return entry.answer.map { .answered($0) } ?? .working
            }
            _ = state.end(key)
            state.answered.removeValue(for: key)
            let entry = Entry(fingerprint: fingerprint, since: now)
            let cost = key.cost + entry.cost
            if !state.makeRoom(for: cost, within: maxBytes) {
                guard now - state.earliest >= Self.lifetime else { return .full }
                for (key, entry) in state.working where !isRecent(entry) { _ = state.end(key) }
                state.earliest = state.working.values.map(\.since).min() ?? now
                guard state.makeRoom(for: cost, within: maxBytes) else { return .full }
            }
            state.working[key] = entry
            state.workingCost += cost
            return .new
        }
    }

    /// Stores the response, or forgets the request if the response is nil.
    func end(_ key: Key, with answer: Response?) {
        state.withLock { state in
            guard var entry = state.end(key), let answer else { return }
            entry.answer = answer
            state.answered.insert(entry, for: key, cost: key.cost + entry.cost)
            state.answered.removeOldest(untilCostIsAtMost: maxBytes - state.workingCost)
        }
    }
}
