import Bytes
import Synchronization

/// The limit in bytes of what all connections together hold: unfinished request bodies and unsent responses.
final class ByteBudget: Sendable {
    private let limit: Int
    private let used = Atomic<Int>(0)

    init(limit: Int) {
        self.limit = limit
    }

    /// Adds bytes to the share of a connection. Returns false if that exceeds the limit.
    ///
    /// A connection whose bytes are the only ones has no limit. So a single large request never fails for this reason.
    func add(_ count: Int, to share: inout Int) -> Bool {
        let (before, after) = used.add(count, ordering: .relaxed)
        guard after <= limit || before == share else {
            used.subtract(count, ordering: .relaxed)
            return false
        }
        share += count
        return true
    }

    /// Removes the share of a connection.
    func remove(_ share: inout Int) {
        guard share > 0 else { return }
        used.subtract(share, ordering: .relaxed)
        share = 0
    }
}
