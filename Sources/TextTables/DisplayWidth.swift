/// How many columns of a terminal a text takes: two for wide East Asian characters and emoji, none for marks.
///
/// Wide and Fullwidth are those of Unicode Standard Annex 11; what is Ambiguous there is narrow, as everywhere but in
/// legacy East Asian text. A sequence that Unicode Technical Standard 51 calls an emoji is one emoji, whatever joins it.
enum DisplayWidth {
    static func of(_ text: some StringProtocol) -> Int {
        // Most texts are ASCII, or at least of the scalars below the first mark that combines.
        var count = 0
        for scalar in text.unicodeScalars {
            guard scalar.value < 0x300 else { return text.reduce(0) { $0 + of($1) } }
            count += of(scalar)
        }
        return count
    }

    static func of(_ character: Character) -> Int {
        let scalars = character.unicodeScalars
        return isEmoji(scalars) ? 2 : scalars.reduce(0) { $0 + of($1) }
    }

    private static func of(_ scalar: Unicode.Scalar) -> Int {
        switch scalar.value {
        case ..<0x20, 0x7F..<0xA0: return 0
        case ..<0x300: return 1
        // Vowels and finals of Hangul, which stand in the square of the consonant before them.
        case 0x1160...0x11FF, 0xD7B0...0xD7FF: return 0
        default: break
        }
        if EastAsianWidth.contains(scalar.value) { return 2 }
        switch scalar.properties.generalCategory {
        case .nonspacingMark, .enclosingMark: return 0
        default: return scalar.properties.isDefaultIgnorableCodePoint ? 0 : 1
        }
    }

    /// Whether several scalars are one emoji: two letters of a flag, a key cap, or a picture with a selector, a skin
    /// tone or a joiner.
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
