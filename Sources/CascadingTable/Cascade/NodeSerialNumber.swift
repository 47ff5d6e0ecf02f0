import Synchronization

/// Numbers the nodes of a process in the order they are made, so that each has a name.
enum NodeSerialNumber {
    private static let last = Atomic<Int>(0)

    static func next() -> Int {
        last.add(1, ordering: .relaxed).newValue
    }
}
