import CascadingTable
import HTTPTypes
import MicroHTTPD
import Synchronization

/// The answers to requests that may be sent again when the first answer was lost: bounded in number and bytes, each
/// kept for ten minutes.
final class IdempotencyStore: Sendable {
    static let lifetime: Duration = .seconds(600)
    private static let capacity = 10_000
    private let maxBytes: Int

    /// Whose request it is, of which table, by the name he gave it.
    struct Key: Hashable {
        /// The visitor's name, or his address where he has none.
        var sender: String
        /// The path of the table.
        var table: String
        var name: String

        fileprivate var cost: Int { sender.utf8.count + table.utf8.count + name.utf8.count }
    }

    /// What is known of a request.
    enum Found {
        /// It is new, and counts as being worked on from now on.
        case new
        case answered(Response)
        case working
        /// Another was sent by that name.
        case other
    }

    private struct Entry {
        /// Of target and body.
        var fingerprint: Int
        var answer: Response?
        var since: ContinuousClock.Instant

        var cost: Int { 512 + (answer?.bytes?.count ?? 0) }
    }

    private let entries = Mutex(LRUCache<Key, Entry>())

    init(maxBytes: Int) {
        self.maxBytes = maxBytes
    }

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

    /// Keeps the answer, or forgets the request where there is none to keep.
    func end(_ key: Key, with answer: Response?) {
        entries.withLock { entries in
            guard var entry = entries.removeValue(for: key), let answer else { return }
            entry.answer = answer
            entries.insert(entry, for: key, cost: key.cost + entry.cost)
            entries.removeOldest(untilCostIsAtMost: maxBytes)
        }
    }
}
