import Synchronization

/// A thread-safe counter of changes, for caches.
///
/// Store the count together with a cached value. The value is stale when the count has changed.
public final class ModificationCounter: Sendable {
    private let number = Atomic<UInt64>(0)

    /// Creates a counter at 0.
    public init() {}

    /// The number of changes so far. Any thread can read it.
    ///
    /// If all changes happen on ``TableActor``, a count that is read there stays valid until the actor is left.
    public var count: UInt64 { number.load(ordering: .acquiring) }

    /// Adds one to the count. Call it after each change.
    public func advance() { number.wrappingAdd(1, ordering: .acquiringAndReleasing) }
}

/// Ascending numbers, each used once in a process, for unique names.
package enum SerialNumber {
    private static let last = Atomic<Int>(0)

    package static func next() -> Int {
        last.add(1, ordering: .relaxed).newValue
    }

    /// Returns the next number as a name: `n1`, `n2` and so on.
    package static func nextName() -> String { "n" + String(next()) }
}
