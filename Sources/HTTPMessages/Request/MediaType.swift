/// The media type of a body, without its parameters: `application/json`.
package struct MediaType: Sendable, Equatable {
    let text: String

    /// Reads the value of a `Content-Type` field; nil without a value.
    init?(_ value: String?) {
        guard let value, let first = value.split(separator: ";", omittingEmptySubsequences: false).first else {
            return nil
        }
        text = first.filter { $0 != " " && $0 != "\t" }.lowercased()
    }

    /// A Boolean value that indicates whether the type is JSON, or based on JSON such as `application/problem+json`.
    var isJSON: Bool { text == "application/json" || (text.hasPrefix("application/") && text.hasSuffix("+json")) }

    /// A Boolean value that indicates whether the type is a browser form's.
    var isForm: Bool { text == "application/x-www-form-urlencoded" }
}

extension MediaType {
    /// Returns the value of `Content-Type` for a file: the type of its extension, or `application/octet-stream`.
    package static func name(forFile name: String) -> String {
        guard let dot = name.lastIndex(of: ".") else { return "application/octet-stream" }
        return names[name[name.index(after: dot)...].lowercased()] ?? "application/octet-stream"
    }

    private static let names = [
        "css": "text/css; charset=utf-8", "csv": "text/csv; charset=utf-8", "gif": "image/gif",
        "html": "text/html; charset=utf-8", "ico": "image/x-icon", "jpeg": "image/jpeg", "jpg": "image/jpeg",
        "js": "text/javascript; charset=utf-8", "json": "application/json", "md": "text/markdown; charset=utf-8",
        "mp3": "audio/mpeg", "mp4": "video/mp4", "pdf": "application/pdf", "png": "image/png",
        "svg": "image/svg+xml", "txt": "text/plain; charset=utf-8", "webmanifest": "application/manifest+json",
        "webp": "image/webp", "woff2": "font/woff2", "xml": "application/xml", "zip": "application/zip",
    ]
}

/// The items of a field such as `gzip, br;q=0.8, *;q=0`, with their weights in thousandths (RFC 9110, 12.4.2).
///
/// Invalid items are skipped. Only the first hundred items are read.
package struct QualityValues: Sequence, IteratorProtocol {
    private var rest: Substring.UTF8View?
    private var room = 100

    /// Creates a sequence of the items of a field value.
    package init(_ text: String) { rest = text[...].utf8 }

    /// Returns the next item without its blanks, and its weight; nil at the end.
    package mutating func next() -> (item: Substring.UTF8View, weight: Int)? {
        while let list = rest, room > 0 {
            room -= 1
            let end = list.firstIndex(of: UInt8(ascii: ","))
            rest = end.map { list[list.index(after: $0)...] }
            if let item = Self.read(list[..<(end ?? list.endIndex)]) { return item }
        }
        return nil
    }

    private static func read(_ text: Substring.UTF8View) -> (item: Substring.UTF8View, weight: Int)? {
        let end = text.firstIndex(of: UInt8(ascii: ";"))
        let item = text[..<(end ?? text.endIndex)].trimmed
        guard !item.isEmpty else { return nil }
        guard let end else { return (item, 1000) }
        return weight(text[text.index(after: end)...].trimmed).map { (item, $0) }
    }

    /// Returns the weight of `q=0.5` in thousandths; nil for an invalid weight.
    private static func weight(_ text: Substring.UTF8View) -> Int? {
        var digits = text.makeIterator()
        guard let name = digits.next(), name | 0x20 == UInt8(ascii: "q"), digits.next() == UInt8(ascii: "="),
            let whole = digits.next(), whole == 0x30 || whole == 0x31
        else { return nil }
        var weight = Int(whole - 0x30) * 1000
        guard let dot = digits.next() else { return weight }
        guard dot == UInt8(ascii: ".") else { return nil }
        var unit = 100
        while let digit = digits.next() {
            guard (0x30...0x39).contains(digit), unit > 0 else { return nil }
            weight += Int(digit - 0x30) * unit
            unit /= 10
        }
        return weight <= 1000 ? weight : nil
    }
}
