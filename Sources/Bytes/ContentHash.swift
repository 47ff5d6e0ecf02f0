/// A 64-bit hash, which identifies the versions of files and pages. It is the same in all processes.
///
/// It takes words of eight bytes, as FNV-1a does single bytes. It does not resist attackers who construct collisions. It
/// needs no such resistance, because the contents come from the operator.
package struct ContentHash {
    private var state: UInt64 = 0xCBF2_9CE4_8422_2325

    package init() {}

    package init(of bytes: [UInt8]) { add(bytes) }

    package mutating func add(_ bytes: [UInt8]) { bytes.withUnsafeBytes { add($0) } }

    package mutating func add(_ text: String) {
        var text = text
        text.withUTF8 { add(UnsafeRawBufferPointer($0)) }
    }

    private mutating func add(_ bytes: UnsafeRawBufferPointer) {
        let end = bytes.count & ~7
        for place in stride(from: 0, to: end, by: 8) {
            add(UInt64(littleEndian: bytes.loadUnaligned(fromByteOffset: place, as: UInt64.self)))
        }
        add(bytes[end...].reduce(UInt64(bytes.count)) { $0 << 8 | UInt64($1) })
    }

    package mutating func add(_ word: UInt64) {
        state = (state ^ word) &* 0x9E37_79B9_7F4A_7C15
        // The product carries upwards only.
        state ^= state >> 32
    }

    /// The hash in base 36, at most 13 characters.
    package var text: String { String(state, radix: 36) }
}
