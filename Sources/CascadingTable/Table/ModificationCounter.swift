import Synchronization

/// Counts changes where any thread can see it, without entering the tree: whoever keeps what was made of something keeps
/// the count with it, and looks whether it is still the same.
public final class ModificationCounter: Sendable {
    private let number = Atomic<UInt64>(0)

    public init() {}

    /// How many changes there were. Read inside the tree, it tells of what is made there until it is left.
    public var count: UInt64 { number.load(ordering: .acquiring) }

    /// Tells of a change: who reads the count afterwards reads another.
    public func advance() { number.wrappingAdd(1, ordering: .acquiringAndReleasing) }
}
