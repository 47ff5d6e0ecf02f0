/// The width of a text in terminal columns: two for wide East Asian characters and emoji, none for combining marks.
///
/// Characters are wide if Unicode Standard Annex 11 calls them Wide or Fullwidth. Ambiguous characters are narrow, as
/// they are outside legacy East Asian text. An emoji sequence of Unicode Technical Standard 51 counts as one emoji.
enum DisplayWidth {
    /// Returns the width of a text.
    static func of(_ text: some StringProtocol) -> Int {
        // Most texts are ASCII, or contain only scalars below the first combining mark.
        var count = 0
        for scalar in text.unicodeScalars {
            guard scalar.value < 0x300 else { return text.reduce(0) { $0 + of($1) } }
            count += of(scalar)
        }
        return count
    }

    /// Returns the width of a character.
    static func of(_ character: Character) -> Int {
        let scalars = character.unicodeScalars
        return isEmoji(scalars) ? 2 : scalars.reduce(0) { $0 + of($1) }
    }

    private static func of(_ scalar: Unicode.Scalar) -> Int {
        switch scalar.value {
        case ..<0x20, 0x7F..<0xA0: return 0
        case ..<0x300: return 1
        // Vowels and finals of Hangul share the square of the preceding consonant.
        case 0x1160...0x11FF, 0xD7B0...0xD7FF: return 0
        default: break
        }
        if EastAsianWidth.contains(scalar.value) { return 2 }
        switch scalar.properties.generalCategory {
        case .nonspacingMark, .enclosingMark: return 0
        default: return scalar.properties.isDefaultIgnorableCodePoint ? 0 : 1
        }
    }

    /// Returns whether several scalars form one emoji: a flag, a keycap, or a picture with a selector, a skin tone or a
    /// joiner.
    private static func isEmoji(_ scalars: Character.UnicodeScalarView) -> Bool {
        guard let first = scalars.first, scalars.count > 1, first.properties.isEmoji,
            !first.properties.isEmojiModifier
        else { return false }
        if regionalIndicators.contains(first) {
            return scalars.dropFirst().contains(where: regionalIndicators.contains)
        }
        if first.isASCII { return scalars.contains("\u{20E3}") }
        return scalars.contains { $0 == "\u{FE0F}" || $0 == "\u{200D}" || $0.properties.isEmojiModifier }
    }

    private static let regionalIndicators: ClosedRange<Unicode.Scalar> = "\u{1F1E6}"..."\u{1F1FF}"
}
