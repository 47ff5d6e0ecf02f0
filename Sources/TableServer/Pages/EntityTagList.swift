/// The entity tags of an `If-Match` or `If-None-Match` field (RFC 9110, 8.8.3).
struct EntityTagList {
    private let tags: [Substring.UTF8View]

    /// Reads a list. A quoted tag may contain commas. Invalid text counts as one tag up to the next comma.
    init(_ list: String) {
        let (quote, comma) = (UInt8(ascii: "\""), UInt8(ascii: ","))
        func isBlank(_ byte: UInt8) -> Bool { byte == UInt8(ascii: " ") || byte == UInt8(ascii: "\t") }
        var tags: [Substring.UTF8View] = []
        var rest = list[...].utf8
        while true {
            rest = rest.drop { isBlank($0) || $0 == comma }
            guard !rest.isEmpty else { break }
            let opaque =
                rest.starts(with: "W/\"".utf8) ? rest.dropFirst(3) : rest.first == quote ? rest.dropFirst() : nil
            if let opaque, let end = opaque.firstIndex(of: quote).map(opaque.index(after:)),
                rest[end...].first(where: { !isBlank($0) }) ?? comma == comma
            {
                tags.append(rest[..<end])
                rest = rest[end...]
            } else {
                let end = rest.firstIndex(of: comma) ?? rest.endIndex
                tags.append(rest[..<(rest[..<end].lastIndex { !isBlank($0) }.map(rest.index(after:)) ?? end)])
                rest = rest[end...]
            }
        }
        self.tags = tags
    }

    /// Returns whether the list contains the tag by weak comparison.
    func containsWeakly(_ entityTag: String) -> Bool {
        tags.contains { $0.elementsEqual(entityTag.utf8) || $0.elementsEqual("W/\(entityTag)".utf8) }
    }

    /// Returns whether a strong tag of the list equals the text, or continues it after a dot.
    func containsStrongly(beginning text: String) -> Bool {
        tags.contains {
            $0.elementsEqual("\"\(text)\"".utf8) || $0.starts(with: "\"\(text).".utf8) && $0.last == UInt8(ascii: "\"")
        }
    }

    /// The strong tags, without their quotes.
    var strongTags: [String] {
        tags.compactMap { $0.first == UInt8(ascii: "\"") ? String($0.dropFirst().dropLast()) : nil }
    }
}
