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
        let (authority, text) = try Self.splitAuthority(whole)
        self.authority = authority
        self.text = text
        if let mark = text.utf8.firstIndex(of: UInt8(ascii: "?")) {
            path = String(text[..<mark])
            query = String(text[text.index(after: mark)...])
        } else {
            path = text
            query = nil
        }
        guard path != "*" else {
            (segments, hasTrailingSlash) = ([], false)
            return
        }
        guard path.utf8.first == UInt8(ascii: "/"), !text.utf8.contains(UInt8(ascii: "#")) else {
            throw HTTPError(.badRequest, "The request's target is not a path.")
        }
        guard !path.utf8.contains(where: "\"<>\\".utf8.contains) else {
            throw HTTPError(.badRequest, "The request's target has a character that must be percent-encoded.")
        }
        var segments: [String] = []
        for part in path.utf8.dropFirst().split(separator: UInt8(ascii: "/"), omittingEmptySubsequences: false) {
            segments.append(try Self.decode(part))
        }
        hasTrailingSlash = segments.last == ""
        if hasTrailingSlash { segments.removeLast() }
        self.segments = segments
    }

    private static func decode(_ part: Substring.UTF8View) throws -> String {
        let segment = part.contains(UInt8(ascii: "%")) ? PercentCoding.decode(part) : String(part)
        guard let segment else { throw HTTPError(.badRequest, "The path is not percent-encoded UTF-8.") }
        guard segment != ".", segment != ".." else {
            throw HTTPError(.badRequest, "The path has a segment that is \"\(segment)\".")
        }
        return segment
    }

    private static func splitAuthority(_ whole: String) throws -> (authority: String?, text: String) {
        if whole.utf8.first == UInt8(ascii: "/") { return (nil, whole) }
        for scheme in ["http://", "https://"] where whole.lowercased().hasPrefix(scheme) {
            let rest = whole.dropFirst(scheme.count)
            let end = rest.firstIndex { $0 == "/" || $0 == "?" } ?? rest.endIndex
            guard end > rest.startIndex else { throw HTTPError(.badRequest, "The request's target names no host.") }
            let text = rest[end...]
            return (String(rest[..<end]), text.first == "/" ? String(text) : "/" + text)
        }
        return (nil, whole)
    }
}
