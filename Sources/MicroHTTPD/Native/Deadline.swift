import Synchronization

/// When a connection must be done with what it is doing; set by its own thread, enforced by the reaper's.
///
/// Whoever changes it learns what it was, so that of "the request is complete" and "the time is up" just one holds.
struct Deadline: ~Copyable, Sendable {
    /// What the connection is doing.
    enum Phase: UInt64 {
        /// Waiting for the first byte after accepting.
        case opened
        /// Receiving a request.
        case receiving
        /// Sending an answer, or finishing a refused request.
        case sending
        /// Waiting for a next request.
        case idle
    }

    /// No deadline, and cut, are times that no clock shows; the phase is in the two lowest bits of the others.
    private static let never: UInt64 = 0
    private static let cut = UInt64.max
    private let word = Atomic<UInt64>(Deadline.never)

    /// Sets a time; false when the connection was cut already.
    func set(_ phase: Phase, at time: UInt64) -> Bool {
        replace(time & ~3 | phase.rawValue)
    }

    /// Takes the time away; false when the connection was cut already.
    func clear() -> Bool { replace(Self.never) }

    /// The time there is, and its phase; nil when there is none.
    var current: (time: UInt64, phase: Phase)? {
        let value = word.load(ordering: .acquiring)
        guard value != Self.never, value != Self.cut, let phase = Phase(rawValue: value & 3) else { return nil }
        return (value & ~3, phase)
    }

    /// Takes the right to cut the connection off, unless its time was changed since `expected` was read.
    func claim(_ expected: (time: UInt64, phase: Phase)) -> Bool {
        let value = expected.time | expected.phase.rawValue
        return word.compareExchange(expected: value, desired: Self.cut, ordering: .acquiringAndReleasing).exchanged
    }

    private func replace(_ value: UInt64) -> Bool {
        let old = word.exchange(value, ordering: .acquiringAndReleasing)
        if old == Self.cut { word.store(Self.cut, ordering: .releasing) }
        return old != Self.cut
    }
}
