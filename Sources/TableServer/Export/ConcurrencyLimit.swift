import Synchronization

/// Counts what may be going on only so many times at once.
final class ConcurrencyLimit: Sendable {
    private let count: Int
    private let taken = Atomic<Int>(0)

    init(count: Int) {
        self.count = count
    }

    /// One of them, for as long as it is held; nil when all are taken.
    func take() -> Permit? {
        // Counted before it is known whether there is one, so that two never take the last.
        let number = taken.add(1, ordering: .relaxed).newValue
        let slot = Permit(of: self)
        return number <= count ? slot : nil
    }

    /// Gives its place back when nobody holds it any more.
    final class Permit: Sendable {
        private let slots: ConcurrencyLimit

        fileprivate init(of slots: ConcurrencyLimit) {
            self.slots = slots
        }

        deinit {
            slots.taken.subtract(1, ordering: .relaxed)
        }
    }
}
