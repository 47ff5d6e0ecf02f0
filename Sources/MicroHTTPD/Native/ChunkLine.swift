/// The line with the size of a chunk, as it lies in libmicrohttpd's memory before the chunk's bytes.
///
/// libmicrohttpd reads chunks itself. It takes a bare LF for the end of a line or a chunk, any byte for an extension,
/// and any size. A line that came in another packet than its chunk has been overwritten, so this check misses some of
/// them: the connection ends after each chunked body, so that no second request can be hidden in it.
struct ChunkLine {
    /// The size of the chunk; nil if it is larger than a number can be.
    let size: UInt64?
    /// Whether CRLF ends the line and the chunk before it, and the line has no control characters.
    let isSound: Bool

    /// Reads the line that ends where the chunk begins.
    ///
    /// - Parameter bytes: Those between the request's head and the chunk. Nil is returned if there are none.
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
