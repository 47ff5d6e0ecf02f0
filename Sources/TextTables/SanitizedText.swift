/// Makes texts safe for one line of a table.
enum SanitizedText {
    /// Returns a text on one line. Line ends and tabs become spaces.
    ///
    /// Other control characters, and characters that change the text direction, become U+FFFD.
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

    /// Returns the beginning or end of a text, with an ellipsis for the rest.
    ///
    /// A text of at most `room` columns is returned unchanged.
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
