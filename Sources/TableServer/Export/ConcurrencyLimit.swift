import Synchronization

/// A limit of simultaneous operations.
final class ConcurrencyLimit: Sendable {
    private let count: Int
    private let taken = Atomic<Int>(0)

    init(count: Int) {
        self.count = count
    }

    /// Returns a permit, which counts until it is released; nil if the limit is reached.
    func take() -> Permit? {
        // Counted first, so that two callers never get the last permit.
        let number = taken.add(1, ordering: .relaxed).newValue
        let permit = Permit(of: self)
        return number <= count ? permit : nil
    }

    /// A permit. It stops counting when the last reference to it is released.
    final class Permit: Sendable {
        private let limit: ConcurrencyLimit

        fileprivate init(of limit: ConcurrencyLimit) {
            self.limit = limit
        }

        deinit {
            limit.taken.subtract(1, ordering: .relaxed)
        }
    }
}
