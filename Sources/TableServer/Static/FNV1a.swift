/// What bytes are told from others by: 64 bits of FNV-1a.
///
/// Against those who would look for two contents of one hash it is of no use, but there are none: files are the
/// operator's own.
struct FNV1a {
    private var state: UInt64 = 0xCBF2_9CE4_8422_2325

    init() {}

    init(of bytes: [UInt8]) { add(bytes) }

    mutating func add(_ bytes: [UInt8]) {
        for byte in bytes { state = (state ^ UInt64(byte)) &* 0x100_0000_01B3 }
    }

    /// Thirteen digits and small letters at most.
    var text: String { String(state, radix: 36) }
}
