import HTTPTypes
import MicroHTTPD
import Synchronization

/// The answers to requests that may be sent again when the first answer was lost: bounded in number and bytes, each
/// kept for ten minutes.
final class AnswerStore: Sendable {
    static let lifetime: Duration = .seconds(600)
    fileprivate static let capacity = 10_000
    fileprivate static let maxBytes = 8 * 1024 * 1024

    /// Whose request it is, of which table, by the name he gave it.
    struct Key: Hashable {
        /// The visitor's name, or his address where he has none.
        var sender: String
        /// The path of the table.
        var table: String
        var name: String
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

    fileprivate struct Entry {
        /// Of target and body.
        var fingerprint: Int
        var answer: Response?
        var since: ContinuousClock.Instant

        var cost: Int { 512 + (answer?.bytes?.count ?? 0) }
    }

    fileprivate struct State {
        var entries = RecentlyUsed<Key, Entry>()
        var byteCount = 0
    }

    private let state = Mutex(State())

    func find(_ key: Key, fingerprint: Int, at now: ContinuousClock.Instant = .now) -> Found {
        state.withLock { state in
            if let entry = state.entries.use(key), now - entry.since < Self.lifetime {
                guard entry.fingerprint == fingerprint else { return .other }
                return entry.answer.map { .answered($0) } ?? .working
            }
            state.keep(Entry(fingerprint: fingerprint, since: now), for: key)
            return .new
        }
    }

    /// Keeps the answer, or forgets the request where there is none to keep.
    func end(_ key: Key, with answer: Response?) {
        state.withLock { state in
            guard var entry = state.remove(key), let answer else { return }
            entry.answer = answer
            state.keep(entry, for: key)
        }
    }
}

extension AnswerStore.State {
    fileprivate mutating func remove(_ key: AnswerStore.Key) -> AnswerStore.Entry? {
        let entry = entries.remove(key)
        byteCount -= entry?.cost ?? 0
        return entry
    }

    fileprivate mutating func keep(_ entry: AnswerStore.Entry, for key: AnswerStore.Key) {
        _ = remove(key)
        entries.keep(entry, for: key)
        byteCount += entry.cost
        while entries.count > AnswerStore.capacity || byteCount > AnswerStore.maxBytes,
            let oldest = entries.removeOldest()
        {
            byteCount -= oldest.cost
        }
    }
}
