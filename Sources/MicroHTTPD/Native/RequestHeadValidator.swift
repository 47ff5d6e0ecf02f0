import CMicroHTTPD
import Glibc

/// Checks that the parts of a request's head, as libmicrohttpd names them, account for every byte of it.
///
/// libmicrohttpd splits the head in place, with C strings: a NUL hides what follows it in a line, and a header
/// without a name passes for the end of the head, so that the rest is taken for another request. A bare LF ends a line
/// for it. The strings do not show this. The distances between them do: CRLF between two lines, a colon and blanks between
/// a name and its value.
///
/// Exception: NUL and LF pass as CRLF, because libmicrohttpd overwrites CR and LF with NULs.
struct RequestHeadValidator {
    private var cursor: UnsafeRawPointer
    private(set) var isSound = true

    /// Begins after a request's target, which its version must follow.
    init(targetEnd: UnsafeRawPointer, version: UnsafePointer<CChar>) {
        cursor = targetEnd
        advance(to: UnsafeRawBufferPointer(start: version, count: strlen(version)), over: 1)
    }

    /// Goes on over a header, whose value may be empty.
    mutating func take(_ name: UnsafeRawBufferPointer, _ value: UnsafeRawBufferPointer) {
        advance(to: name, over: 2)
        if value.baseAddress != nil { advance(to: value, over: 1, isIndented: true) }
    }

    /// Ends where the head does: after an empty line.
    mutating func finish(_ end: UnsafeRawPointer) {
        advance(to: UnsafeRawBufferPointer(start: end, count: 0), over: 4)
    }

    /// Moves behind a part that lies so many bytes away, and may be indented with blanks.
    private mutating func advance(to part: UnsafeRawBufferPointer, over distance: Int, isIndented: Bool = false) {
        guard isSound, let start = part.baseAddress else { return isSound = false }
        let blanks = start - cursor - distance
        guard blanks == 0 || isIndented && (0...1 << 16).contains(blanks) else { return isSound = false }
        isSound = UnsafeRawBufferPointer(start: cursor + distance, count: blanks).allSatisfy {
            $0 == UInt8(ascii: " ") || $0 == UInt8(ascii: "\t")
        }
        cursor = start + part.count
    }
}
