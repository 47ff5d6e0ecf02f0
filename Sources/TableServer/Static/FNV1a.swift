/// A 64-bit FNV-1a hash, which identifies versions of files.
///
/// The hash does not resist attackers who construct collisions. It needs no such resistance, because the files come
/// from the operator.
struct FNV1a {
    private var state: UInt64 = 0xCBF2_9CE4_8422_2325

    init() {}

    init(of bytes: [UInt8]) { add(bytes) }

    mutating func add(_ bytes: [UInt8]) {
        for byte in bytes { state = (state ^ UInt64(byte)) &* 0x100_0000_01B3 }
    }

    /// The hash in base 36, at most 13 characters.
    var text: String { String(state, radix: 36) }
}
