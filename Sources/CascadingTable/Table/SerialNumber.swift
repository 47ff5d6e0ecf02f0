import Synchronization

/// Ascending numbers, each used once in a process, for unique names.
enum SerialNumber {
    private static let last = Atomic<Int>(0)

    static func next() -> Int {
        last.add(1, ordering: .relaxed).newValue
    }

    /// Returns the next number as a name: `n1`, `n2` and so on.
    static func nextName() -> String { name(next()) }

    /// Returns the name of a number. Its digits are written one by one for speed, because a table may need a million
    /// names.
    static func name(_ number: Int) -> String {
        var size = 2
        var rest = number
        while rest >= 10 {
            size += 1
            rest /= 10
        }
        return String(unsafeUninitializedCapacity: size) { utf8 in
            var rest = number
            for place in stride(from: size - 1, to: 0, by: -1) {
                utf8[place] = 0x30 + UInt8(truncatingIfNeeded: rest % 10)
                rest /= 10
            }
            utf8[0] = 0x6E
            return size
        }
    }
}
