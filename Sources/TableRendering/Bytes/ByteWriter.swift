/// Bytes that grow, and one way to write each thing into each context.
///
/// Nothing here makes a string on the way: text is escaped from its UTF-8, in runs.
public struct ByteWriter: Sendable {
    public private(set) var bytes: [UInt8] = []

    public init(capacity: Int = 0) {
        bytes.reserveCapacity(capacity)
    }

    /// What the program wrote itself, as it is.
    public mutating func raw(_ text: StaticString) {
        text.withUTF8Buffer { bytes.append(contentsOf: $0) }
    }

    /// What was written before, as it is.
    public mutating func raw(_ written: some Collection<UInt8>) {
        bytes.append(contentsOf: written)
    }

    public mutating func byte(_ byte: UInt8) {
        bytes.append(byte)
    }

    /// What has been written since it was last taken.
    public mutating func take() -> [UInt8] {
        defer { bytes.removeAll() }
        return bytes
    }

    public mutating func integer(_ value: some FixedWidthInteger) {
        if value < 0 { bytes.append(0x2D) }
        let magnitude = UInt64(value.magnitude)
        var power: UInt64 = 1
        while magnitude / power >= 10 { power *= 10 }
        while power > 0 {
            bytes.append(0x30 + UInt8(truncatingIfNeeded: magnitude / power % 10))
            power /= 10
        }
    }

    /// The fewest digits that read back as the same number; false, and nothing written, for NaN and the infinities.
    public mutating func decimal(_ value: Double) -> Bool {
        guard value.isFinite else { return false }
        if let integer = Int64(exactly: value), abs(integer) < 1 << 53, value != 0 || value.sign == .plus {
            self.integer(integer)
        } else {
            // The shortest representation is the standard library's; it is the only text made for a row.
            bytes.append(contentsOf: value.description.utf8)
        }
        return true
    }

    /// Writes a text, with some of its bytes replaced.
    mutating func escaped(
        _ text: some StringProtocol, _ isClean: ByteSet, _ replace: (inout ByteWriter, UInt8) -> Void
    ) {
        let isWritten: Void? = text.utf8.withContiguousStorageIfAvailable { escaped($0, isClean, replace) }
        if isWritten == nil { Array(text.utf8).withUnsafeBufferPointer { escaped($0, isClean, replace) } }
    }

    private mutating func escaped(
        _ utf8: UnsafeBufferPointer<UInt8>, _ isClean: ByteSet, _ replace: (inout ByteWriter, UInt8) -> Void
    ) {
        var start = 0
        for index in utf8.indices where !isClean.contains(utf8[index]) {
            if start < index { bytes.append(contentsOf: utf8[start..<index]) }
            replace(&self, utf8[index])
            start = index + 1
        }
        if start < utf8.count { bytes.append(contentsOf: UnsafeBufferPointer(rebasing: utf8[start...])) }
    }
}
