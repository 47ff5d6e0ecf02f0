import Synchronization

/// Ascending numbers, each used once in a process, for unique names.
enum SerialNumber {
    private static let last = Atomic<Int>(0)

    static func next() -> Int {
        last.add(1, ordering: .relaxed).newValue
    }

    /// Returns the next number as a name: `n1`, `n2` and so on.
    static func nextName() -> String { "n" + String(next()) }
}
