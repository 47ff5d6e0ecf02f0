/// A text of at most 16 bytes, as most are, as two numbers: looked at and written without a loop.
///
/// Where a text is a part of something else, it is read without being retained.
struct ShortText {
    /// The first eight bytes and those after them, the first of each being the lowest, with zeros (`0`, clean everywhere)
    /// where there are no more.
    let first: UInt64
    let rest: UInt64
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
        // Each is read from its own eight bytes: the text may just have been put there, as two numbers.
        if count > 8 {
            let first = UInt64(littleEndian: start.loadUnaligned(as: UInt64.self))
            self.init(first: first, rest: UInt64(first: count &- 8, at: start + 8), count: count)
        } else {
            let zeros = UInt64(repeating: 0x30)
            self.init(first: count > 0 ? UInt64(first: count, at: start) : zeros, rest: zeros, count: count)
        }
    }

    @inline(__always)
    var isASCII: Bool { (first | rest).isASCII }
}
