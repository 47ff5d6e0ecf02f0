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

/// The scalars that take two terminal columns: East_Asian_Width W and F in `EastAsianWidth.txt` of Unicode 18.0.
///
/// They include all scalars with emoji presentation except the letters of flags. Unassigned scalars between two ranges
/// count as wide, and so do the ideographic planes, as in that file.
enum EastAsianWidth {
    static func contains(_ scalar: UInt32) -> Bool {
        var low = 0
        var high = ranges.count
        while low < high {
            let middle = (low + high) / 2
            if ranges[middle].upperBound < scalar { low = middle + 1 } else { high = middle }
        }
        return low < ranges.count && ranges[low].lowerBound <= scalar
    }

    private static let ranges: [ClosedRange<UInt32>] = [
        0x1100...0x115F, 0x231A...0x231B, 0x2329...0x232A, 0x23E9...0x23EC, 0x23F0...0x23F0, 0x23F3...0x23F3,
        0x25FD...0x25FE, 0x2614...0x2615, 0x2630...0x2637, 0x2648...0x2653, 0x267F...0x267F, 0x268A...0x268F,
        0x2693...0x2693, 0x26A1...0x26A1, 0x26AA...0x26AB, 0x26BD...0x26BE, 0x26C4...0x26C5, 0x26CE...0x26CE,
        0x26D4...0x26D4, 0x26EA...0x26EA, 0x26F2...0x26F3, 0x26F5...0x26F5, 0x26FA...0x26FA, 0x26FD...0x26FD,
        0x2705...0x2705, 0x270A...0x270B, 0x2728...0x2728, 0x274C...0x274C, 0x274E...0x274E, 0x2753...0x2755,
        0x2757...0x2757, 0x2795...0x2797, 0x27B0...0x27B0, 0x27BF...0x27BF, 0x2B1B...0x2B1C, 0x2B50...0x2B50,
        0x2B55...0x2B55, 0x2E80...0x303E, 0x3041...0x3247, 0x3250...0xA4C6, 0xA960...0xA97C, 0xAC00...0xD7A3,
        0xF900...0xFAFF, 0xFE10...0xFE19, 0xFE30...0xFE6B, 0xFF01...0xFF60, 0xFFE0...0xFFE6, 0x16FE0...0x1B2FB,
        0x1D300...0x1D376, 0x1F004...0x1F004, 0x1F0CF...0x1F0CF, 0x1F18E...0x1F18E, 0x1F191...0x1F19A,
        0x1F1AE...0x1F1AE, 0x1F200...0x1F320, 0x1F32D...0x1F335, 0x1F337...0x1F37C, 0x1F37E...0x1F393,
        0x1F3A0...0x1F3CA, 0x1F3CF...0x1F3D3, 0x1F3E0...0x1F3F0, 0x1F3F4...0x1F3F4, 0x1F3F8...0x1F43E,
        0x1F440...0x1F440, 0x1F442...0x1F4FC, 0x1F4FF...0x1F53D, 0x1F54B...0x1F54E, 0x1F550...0x1F567,
        0x1F57A...0x1F57A, 0x1F595...0x1F596, 0x1F5A4...0x1F5A4, 0x1F5FB...0x1F64F, 0x1F680...0x1F6C5,
        0x1F6CC...0x1F6CC, 0x1F6D0...0x1F6D2, 0x1F6D5...0x1F6DF, 0x1F6EB...0x1F6EC, 0x1F6F4...0x1F6FC,
        0x1F7DA...0x1F7DA, 0x1F7E0...0x1F7F0, 0x1F90C...0x1F93A, 0x1F93C...0x1F945, 0x1F947...0x1F9FF,
        0x1FA70...0x1FAFA, 0x20000...0x3FFFD,
    ]
}
