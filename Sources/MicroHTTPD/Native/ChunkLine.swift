/// The size line of a chunk, read from libmicrohttpd's memory before the bytes of the chunk.
///
/// libmicrohttpd parses chunks itself. It accepts a bare LF as the end of a line or chunk, any bytes as an extension,
/// and any size. This check misses a line that came in an earlier packet than its chunk, because that line is
/// overwritten. The connection therefore ends after each chunked body, so that no second request can hide in it.
struct ChunkLine {
    /// The size of the chunk; nil if it does not fit into 64 bits.
    let size: UInt64?
    /// A Boolean value that indicates whether CRLF ends the line and the previous chunk, and the line contains no
    /// control characters.
    let isSound: Bool

    /// Reads the line that ends at the beginning of the chunk.
    ///
    /// - Parameter bytes: The bytes between the request's head and the chunk. The initializer returns nil if there are
    ///   none.
    init?(before bytes: UnsafeRawBufferPointer) {
        guard let last = bytes.last else { return nil }
        let (cr, lf) = (UInt8(ascii: "\r"), UInt8(ascii: "\n"))
        let previous = bytes.dropLast().lastIndex(of: lf)
        let line = bytes.dropLast()[(previous.map { $0 + 1 } ?? 0)...]
        let isEnded = last == lf && line.last == cr
        let isPreviousEnded = previous.map { $0 > 0 && bytes[$0 - 1] == cr } ?? true
        let text = line.dropLast()
        isSound = isEnded && isPreviousEnded && text.allSatisfy { $0 >= 0x20 && $0 != 0x7F || $0 == 0x09 }
        size = UInt64(String(decoding: text.prefix { $0 != UInt8(ascii: ";") }, as: UTF8.self), radix: 16)
    }
}
