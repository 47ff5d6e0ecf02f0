/// Keeps a text from leaving its line or its cell.
enum SanitizedText {
    /// The text on one line: line ends and tabs are spaces; other control characters, and those that reverse the
    /// direction of what follows, are U+FFFD, as control characters are in a page.
    static func line(_ text: String) -> String {
        // Most texts are printable ASCII.
        guard text.utf8.contains(where: { $0 < 0x20 || $0 >= 0x7F }) else { return text }
        var result = String.UnicodeScalarView()
        var previous: Unicode.Scalar?
        for scalar in text.unicodeScalars {
            defer { previous = scalar }
            switch scalar.value {
            case 0x0A where previous == "\r": continue
            case 0x09...0x0D, 0x85, 0x2028, 0x2029: result.append(" ")
            case ..<0x20, 0x7F..<0xA0, 0x202A...0x202E, 0x2066...0x2069: result.append("\u{FFFD}")
            default: result.append(scalar)
            }
        }
        return String(result)
    }

    /// The end or the beginning of a text with an ellipsis for the rest, when it takes more columns than `room`.
    static func cut(_ text: String, to room: Int, keepingEnd: Bool) -> String {
        // No scalar takes more columns than bytes.
        guard text.utf8.count > room, DisplayWidth.of(text) > room else { return text }
        var rest = room - 1
        func fits(_ character: Character) -> Bool {
            rest -= DisplayWidth.of(character)
            return rest >= 0
        }
        guard keepingEnd else { return String(text.prefix(while: fits)) + "…" }
        return "…" + String(text.reversed().prefix(while: fits).reversed())
    }
}
