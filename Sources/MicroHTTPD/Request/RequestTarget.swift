import Bytes
import HTTPTypes

/// The second word of a request line, taken apart.
struct RequestTarget: Sendable {
    /// Path and query as sent, without scheme and authority.
    let text: String
    /// The path as sent; `*` for the server as a whole.
    let path: String
    /// What follows the `?`, as sent; nil without one.
    let query: String?
    /// The authority of an absolute target, such as a proxy is sent.
    let authority: String?
    /// The segments of the path, percent-decoded; the empty one after a trailing slash is left out.
    let segments: [String]
    /// Whether the path ends with a slash.
    let hasTrailingSlash: Bool

    /// Reads a target whose bytes are all visible ASCII.
    ///
    /// - Throws: ``HTTPError`` 400 for a path without a leading slash, a fragment, bad percent-encoding,
    ///   bytes that are not UTF-8, a NUL, a segment that is `.` or `..` once decoded, or a character that would end
    ///   an address, or be read as a slash, where the path is written as it was sent.
    init(_ whole: String) throws {
        var (authority, text) = try Self.splitAuthority(whole)
        self.authority = authority
        self.text = text
        let mark: Int?
        (mark, segments, hasTrailingSlash) = try text.withUTF8 { bytes in
            let mark = bytes.firstIndex(of: UInt8(ascii: "?"))
            let path = UnsafeBufferPointer(rebasing: bytes[..<(mark ?? bytes.count)])
            if path.count == 1, path[0] == UInt8(ascii: "*") { return (mark, [], false) }
            guard path.first == UInt8(ascii: "/"), !bytes.contains(UInt8(ascii: "#")) else {
                throw HTTPError(.badRequest, "The request target is not a path.")
            }
            var segments = try Self.segments(of: path)
            let hasTrailingSlash = segments.last == ""
            if hasTrailingSlash { segments.removeLast() }
            return (mark, segments, hasTrailingSlash)
        }
        path = mark.map { String(decoding: text.utf8.prefix($0), as: UTF8.self) } ?? text
        query = mark.map { String(decoding: text.utf8.dropFirst($0 + 1), as: UTF8.self) }
    }

    /// What stands between the slashes, decoded.
    private static func segments(of path: UnsafeBufferPointer<UInt8>) throws -> [String] {
        var segments: [String] = []
        segments.reserveCapacity(path.count { $0 == UInt8(ascii: "/") })
        var start = 1
        var isEncoded = false
        for index in 1...path.count {
            switch index < path.count ? path[index] : UInt8(ascii: "/") {
            case UInt8(ascii: "/"):
                segments.append(try decode(path[start..<index], isEncoded))
                (start, isEncoded) = (index + 1, false)
            case UInt8(ascii: "%"): isEncoded = true
            case UInt8(ascii: "\""), UInt8(ascii: "<"), UInt8(ascii: ">"), UInt8(ascii: "\\"):
                throw HTTPError(
                    .badRequest, "The request target has a character that must be percent-encoded.")
            default: break
            }
        }
        return segments
    }

    private static func decode(_ part: Slice<UnsafeBufferPointer<UInt8>>, _ isEncoded: Bool) throws -> String {
        let segment =
            isEncoded
            ? PercentCoding.decode(part) : String(decoding: UnsafeBufferPointer(rebasing: part), as: UTF8.self)
        guard let segment else { throw HTTPError(.badRequest, "The path is not valid percent-encoded UTF-8.") }
        guard segment != ".", segment != ".." else {
            throw HTTPError(.badRequest, "The path has a segment \"\(segment)\", which is not allowed.")
        }
        return segment
    }

    private static func splitAuthority(_ whole: String) throws -> (authority: String?, text: String) {
        if whole.utf8.first == UInt8(ascii: "/") { return (nil, whole) }
        for scheme in ["http://", "https://"] where whole.lowercased().hasPrefix(scheme) {
            let rest = whole.dropFirst(scheme.count)
            let end = rest.firstIndex { $0 == "/" || $0 == "?" } ?? rest.endIndex
            guard end > rest.startIndex else { throw HTTPError(.badRequest, "The request target has no host.") }
            let text = rest[end...]
            return (String(rest[..<end]), text.first == "/" ? String(text) : "/" + text)
        }
        return (nil, whole)
    }
}
