import Bytes
import CascadingTable
import Synchronization

/// A state store in the memory of the process, with limits.
///
/// The least recently used values make room for new ones. Values that must not be evicted keep their place for their
/// lifetime.
public final class MemoryStateStore: StateStore {
    private let capacity: Int
    private let maxBytes: Int
    private let now: @Sendable () -> ContinuousClock.Instant
    private let state = Mutex(State())

    private struct Entry {
        let bytes: [UInt8]
        let isEvictable: Bool
        let expiry: ContinuousClock.Instant
        let cost: Int
    }

    private struct State {
        var evictable = LRUCache<String, Entry>()
        var pinned: [String: Entry] = [:]
        var pinnedCost = 0
        /// No pinned entry expires before this time, so that a full store is not searched for each value.
        var earliestExpiry: ContinuousClock.Instant?

        mutating func remove(_ key: String) {
            if let entry = pinned.removeValue(forKey: key) { pinnedCost -= entry.cost }
            evictable.removeValue(for: key)
        }

        mutating func entry(for key: String, at now: ContinuousClock.Instant) -> Entry? {
            guard let entry = pinned[key] ?? evictable.value(for: key) else { return nil }
            if now < entry.expiry { return entry }
            remove(key)
            return nil
        }

        mutating func insert(_ entry: Entry, for key: String) {
            guard !entry.isEvictable else { return _ = evictable.insert(entry, for: key, cost: entry.cost) }
            pinned[key] = entry
            pinnedCost += entry.cost
            earliestExpiry = min(earliestExpiry ?? entry.expiry, entry.expiry)
        }

        mutating func removeExpired(at now: ContinuousClock.Instant) {
            guard let earliestExpiry, now >= earliestExpiry else { return }
            for (key, entry) in pinned where now >= entry.expiry { remove(key) }
            self.earliestExpiry = pinned.values.map(\.expiry).min()
        }
    }

    /// Creates an empty store.
    ///
    /// - Parameters:
    ///   - capacity: The limit of values. Default: 10,000.
    ///   - maxBytes: The limit in bytes, with keys and 512 bytes for each value. Default: 8 MiB.
    public convenience init(capacity: Int = 10_000, maxBytes: Int = 8 << 20) {
        self.init(capacity: capacity, maxBytes: maxBytes, now: { .now })
    }

    init(capacity: Int = 10_000, maxBytes: Int, now: @escaping @Sendable () -> ContinuousClock.Instant) {
        (self.capacity, self.maxBytes, self.now) = (capacity, maxBytes, now)
    }

    /// Returns the bytes of a key, at once.
    public func value(for key: String) async -> [UInt8]? {
        state.locked { $0.entry(for: key, at: now())?.bytes }
    }

    /// Stores or removes the value of a key, at once.
    public func set(_ value: StateValue?, for key: String, ifEqual expected: [UInt8]?) async -> StateChange {
        state.locked { state in
            let now = now()
            let before = state.entry(for: key, at: now)
            guard before?.bytes == expected else { return .conflict }
            state.remove(key)
            guard let value else { return .done }
            let entry = Entry(
                bytes: value.bytes, isEvictable: value.isEvictable, expiry: now + value.lifetime,
                cost: 512 + key.utf8.count + value.bytes.count)
            if !fits(entry, in: state) { state.removeExpired(at: now) }
            guard value.isEvictable || fits(entry, in: state) else {
                if let before { state.insert(before, for: key) }
                return .full
            }
            state.insert(entry, for: key)
            while state.evictable.count > 0, state.evictable.count + state.pinned.count > capacity {
                state.evictable.removeOldest()
            }
            state.evictable.removeOldest(untilCostIsAtMost: maxBytes - state.pinnedCost)
            return .done
        }
    }

    /// Returns whether an entry fits beside those that must stay.
    private func fits(_ entry: Entry, in state: State) -> Bool {
        state.pinned.count < capacity && state.pinnedCost + entry.cost <= maxBytes
    }
}
