/// A text of at most 16 bytes, as most are, as two numbers: looked at and written without a loop.
///
/// Where a text is a part of something else, it is read without being retained.
struct ShortText {
    /// The first eight bytes and the last eight, the first of each being the lowest; where there are fewer, both are the
    /// same, with zeros (`0`, clean everywhere) after them.
    let first: UInt64
    let last: UInt64
    let count: Int
}

extension ShortText {
    /// Nil for a text that is longer.
    @inline(__always)
    init?(_ text: String) {
        let short = text.utf8.withContiguousStorageIfAvailable { ShortText($0) }
        guard let short, let short else { return nil }
        self = short
    }

    @inline(__always)
    private init?(_ utf8: UnsafeBufferPointer<UInt8>) {
        let count = utf8.count
        guard count <= 16, let start = UnsafeRawPointer(utf8.baseAddress) else { return nil }
        if count >= 8 {
            let last = start.loadUnaligned(fromByteOffset: count &- 8, as: UInt64.self)
            self.init(
                first: UInt64(littleEndian: start.loadUnaligned(as: UInt64.self)), last: UInt64(littleEndian: last),
                count: count)
        } else {
            let all = count > 0 ? UInt64(first: count, at: start) : UInt64(repeating: 0x30)
            self.init(first: all, last: all, count: count)
        }
    }

    @inline(__always)
    var isASCII: Bool { (first | last).isASCII }
}
