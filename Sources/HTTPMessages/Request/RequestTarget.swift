import Bytes
import HTTPTypes

/// The target of a request line, split into its parts.
struct RequestTarget: Sendable {
    /// The path and query as sent, without scheme and authority.
    let text: String
    /// The path as sent; `*` for the whole server.
    let path: String
    /// The text after the `?` as sent; nil without one.
    let query: String?
    /// The authority of an absolute target, which proxies receive; nil for other targets.
    let authority: String?
    /// The decoded segments of the path, without the empty one after a trailing slash.
    let segments: [String]
    /// A Boolean value that indicates whether the path ends with a slash.
    let hasTrailingSlash: Bool

    /// Reads a target of visible ASCII characters.
    ///
    /// - Throws: ``HTTPError`` 400 for an invalid target:
    ///   - a path without a leading slash, or a fragment,
    ///   - invalid percent-encoding, invalid UTF-8 or a NUL,
    ///   - a decoded segment `.` or `..`,
    ///   - an unencoded character that is unsafe in links.
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

    /// Returns the decoded texts between the slashes.
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
