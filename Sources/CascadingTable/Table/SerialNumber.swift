import Synchronization

/// Ascending numbers, each used once in a process, for unique names.
package enum SerialNumber {
    private static let last = Atomic<Int>(0)

    package static func next() -> Int {
        last.add(1, ordering: .relaxed).newValue
    }

    /// Returns the next number as a name: `n1`, `n2` and so on.
    package static func nextName() -> String { "n" + String(next()) }
}
