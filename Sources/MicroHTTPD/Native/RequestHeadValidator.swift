import CMicroHTTPD
import Glibc

/// Checks that the parts of a head, as libmicrohttpd reports them, account for every byte.
///
/// libmicrohttpd splits the head in place into C strings. A NUL hides the rest of its line. A header without a name
/// looks like the end of the head, so that the rest becomes another request. A bare LF ends a line. The strings do not
/// show these cases, but their distances do: CRLF between two lines, a colon and blanks between a name and its value.
///
/// Exception: NUL and LF pass as CRLF, because libmicrohttpd overwrites CR and LF with NULs.
struct RequestHeadValidator {
    private var cursor: UnsafeRawPointer
    private(set) var isSound = true

    /// Begins after the target. The version must follow.
    init(targetEnd: UnsafeRawPointer, version: UnsafePointer<CChar>) {
        cursor = targetEnd
        advance(to: UnsafeRawBufferPointer(start: version, count: strlen(version)), over: 1)
    }

    /// Advances over a header. Its value may be empty.
    mutating func take(_ name: UnsafeRawBufferPointer, _ value: UnsafeRawBufferPointer) {
        advance(to: name, over: 2)
        if value.baseAddress != nil { advance(to: value, over: 1, isIndented: true) }
    }

    /// Advances to the end of the head, after an empty line.
    mutating func finish(_ end: UnsafeRawPointer) {
        advance(to: UnsafeRawBufferPointer(start: end, count: 0), over: 4)
    }

    /// Advances over a part at a distance, which blanks may precede.
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
