/// A tag in a template.
struct TemplateTag {
    var kind: Kind
    var name: String
    /// The range of the tag, including its braces.
    var range: Range<Int>

    enum Kind: Equatable {
        case comment
        case value(isMarkup: Bool)
        case section(isInverted: Bool)
        case end
        case partial
    }

    /// The reason why a tag is invalid.
    struct Fault: Error {
        var reason: String
    }

    /// A Boolean value that indicates whether the tag removes its line if nothing else is on it.
    var takesLine: Bool {
        if case .value = kind { false } else { true }
    }

    /// Reads the tag that begins at an index, with two braces.
    init(in source: [UInt8], at start: Int) throws(Fault) {
        let sign = start + 2 < source.count ? source[start + 2] : 0
        kind =
            switch sign {
            case UInt8(ascii: "!"): .comment
            case UInt8(ascii: "{"), UInt8(ascii: "&"): .value(isMarkup: true)
            case UInt8(ascii: "#"): .section(isInverted: false)
            case UInt8(ascii: "^"): .section(isInverted: true)
            case UInt8(ascii: "/"): .end
            case UInt8(ascii: ">"): .partial
            case UInt8(ascii: "="), UInt8(ascii: "<"), UInt8(ascii: "$"), UInt8(ascii: "%"):
                throw Fault(
                    reason: """
                        Unknown tag {{\(Unicode.Scalar(sign)). Use one of: {{NAME}}, {{{NAME}}}, {{&NAME}}, \
                        {{#NAME}}, {{^NAME}}, {{/NAME}}, {{>PARTIAL}}, {{!COMMENT}}.
                        """)
            default: .value(isMarkup: false)
            }
        let content = start + (kind == .value(isMarkup: false) ? 2 : 3)
        let braces = sign == UInt8(ascii: "{") ? "}}}" : "}}"
        guard let end = source.firstPlace(of: braces, from: content) else {
            throw Fault(reason: "This \(braces == "}}" ? "{{" : "{{{") is never closed with \(braces).")
        }
        range = start..<end + braces.utf8.count
        name = String(decoding: source[content..<end].trimmed, as: UTF8.self)
        guard kind == .comment || kind == .partial || name == "." || Self.isName(name) else {
            throw Fault(
                reason: "Invalid name \"\(name)\". Use letters, digits, _, - and ?, with single dots between them.")
        }
    }

    private static func isName(_ text: String) -> Bool {
        text.utf8.split(separator: 0x2E, omittingEmptySubsequences: false).allSatisfy { part in
            !part.isEmpty
                && part.allSatisfy { byte in
                    switch byte {
                    case 0x30...0x39, 0x41...0x5A, 0x61...0x7A, 0x2D, 0x3F, 0x5F, 0x80...: true
                    default: false
                    }
                }
        }
    }
}

extension ArraySlice<UInt8> {
    /// The bytes without whitespace at both ends.
    fileprivate var trimmed: ArraySlice<UInt8> {
        let isBlank: (UInt8) -> Bool = { $0 == 0x20 || (0x09...0x0D).contains($0) }
        guard let last = lastIndex(where: { !isBlank($0) }) else { return [] }
        return self[...last].drop(while: isBlank)
    }
}

extension [UInt8] {
    /// Returns the next index of a text; nil if there is none.
    func firstPlace(of text: String, from start: Int) -> Int? {
        let pattern = Array(text.utf8)
        var place = start
        while place + pattern.count <= count {
            if self[place..<place + pattern.count].elementsEqual(pattern) { return place }
            place += 1
        }
        return nil
    }

    /// Returns the range of a line with its end, if it contains only the given range; otherwise nil.
    func line(ofNothingBut range: Range<Int>) -> Range<Int>? {
        var start = range.lowerBound
        while start > 0, self[start - 1] == 0x20 || self[start - 1] == 0x09 { start -= 1 }
        guard start == 0 || self[start - 1] == 0x0A else { return nil }
        var end = range.upperBound
        while end < count, self[end] == 0x20 || self[end] == 0x09 { end += 1 }
        if end == count { return start..<end }
        if self[end] == 0x0D, end + 1 < count { end += 1 }
        return self[end] == 0x0A ? start..<end + 1 : nil
    }
}
