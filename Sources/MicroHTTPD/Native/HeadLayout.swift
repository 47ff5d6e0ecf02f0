import CMicroHTTPD
import Glibc

/// Checks that the parts of a request's head, as libmicrohttpd names them, account for every byte of it.
///
/// libmicrohttpd splits the head in place, with C strings: a NUL hides what follows it in a line, and a header
/// without a name passes for the end of the head, so that the rest is taken for another request. Neither shows in
/// the strings it gives, but both in where they lie: between two parts there may be a line's end and blanks only.
struct HeadLayout {
    private var cursor: UnsafeRawPointer
    private(set) var isSound = true

    /// Begins after a request's target, which its version must follow.
    init(targetEnd: UnsafeRawPointer, version: UnsafePointer<CChar>) {
        let version = UnsafeRawBufferPointer(start: version, count: strlen(version))
        cursor = targetEnd
        advance(to: version, over: 1)
    }

    /// Goes on over a header, whose value may be empty.
    mutating func take(_ name: UnsafeRawBufferPointer, _ value: UnsafeRawBufferPointer) {
        advance(to: name, over: 2)
        // The colon, and any number of blanks.
        if value.baseAddress != nil { advance(to: value, over: 1) }
    }

    /// Ends where the head does: after an empty line.
    mutating func finish(_ end: UnsafeRawPointer) {
        advance(to: UnsafeRawBufferPointer(start: end, count: 0), over: 4)
    }

    /// Moves behind a part that may lie at most so many bytes away, blanks not counted.
    private mutating func advance(to part: UnsafeRawBufferPointer, over limit: Int) {
        guard isSound, let start = part.baseAddress else { return isSound = false }
        let distance = start - cursor
        guard distance >= 0, distance <= 1 << 16 else { return isSound = false }
        let gap = UnsafeRawBufferPointer(start: cursor, count: distance)
        let solid = gap.lazy.filter { $0 != UInt8(ascii: " ") && $0 != UInt8(ascii: "\t") }
        isSound = solid.count <= limit
        cursor = start + part.count
    }
}
