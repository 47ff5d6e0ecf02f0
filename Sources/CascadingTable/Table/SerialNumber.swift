import Synchronization

/// Numbers what a process makes, in order, so that each has a name.
enum SerialNumber {
    private static let last = Atomic<Int>(0)

    static func next() -> Int {
        last.add(1, ordering: .relaxed).newValue
    }
}
