/// The entity tags of an `If-Match` or `If-None-Match` field (RFC 9110, 8.8.3).
struct EntityTagList {
    private let tags: [Substring.UTF8View]

    init(_ list: String) {
        func isBlank(_ byte: UInt8) -> Bool { byte == UInt8(ascii: " ") || byte == UInt8(ascii: "\t") }
        tags = list.utf8.split(separator: UInt8(ascii: ",")).map { tag in
            var tag = tag.drop(while: isBlank)
            while let last = tag.last, isBlank(last) { tag = tag.dropLast() }
            return tag
        }
    }

    /// Whether the tag is among them, be it weak there or not.
    func containsWeakly(_ entityTag: String) -> Bool {
        tags.contains { $0.elementsEqual(entityTag.utf8) || $0.elementsEqual("W/\(entityTag)".utf8) }
    }

    /// Whether a strong tag is among them whose text is that, or that and what follows a point.
    func containsStrongly(beginning text: String) -> Bool {
        tags.contains {
            $0.elementsEqual("\"\(text)\"".utf8) || $0.starts(with: "\"\(text).".utf8) && $0.last == UInt8(ascii: "\"")
        }
    }
}
