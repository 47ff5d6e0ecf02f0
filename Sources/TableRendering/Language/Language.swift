package import CascadingTable

/// A language of pages. The raw value is its BCP 47 tag.
package enum Language: String, Sendable, Hashable, CaseIterable {
    case english = "en"
    case german = "de"
    case hebrew = "he"

    /// The BCP 47 tag of the language.
    package var tag: String { rawValue }

    /// The writing direction of the language.
    package var direction: TextDirection {
        switch self {
        case .english, .german: .leftToRight
        case .hebrew: .rightToLeft
        }
    }

    /// The group separator and the decimal separator (CLDR).
    var numberSigns: (group: UInt8, decimal: UInt8) {
        switch self {
        case .english, .hebrew: (UInt8(ascii: ","), UInt8(ascii: "."))
        case .german: (UInt8(ascii: "."), UInt8(ascii: ","))
        }
    }

    /// Returns a number of an address as a person who reads pages in this language types it. Other texts are unchanged.
    ///
    /// ``plainNumber(_:)`` reads it back.
    func typedNumber(_ text: String) -> String {
        guard let read = plainNumber(text), read != text else { return text }
        let typed = text.replacing(".", with: String(Character(Unicode.Scalar(numberSigns.decimal))))
        return plainNumber(typed) == text ? typed : text
    }

    /// Returns a number as addresses write it, `-1234.5`, from a text as pages of the language write it, `−1,234.5`.
    ///
    /// - Returns: Nil if pages write no number so.
    package func plainNumber(_ text: String) -> String? {
        let marks: Set<Unicode.Scalar> = ["\u{200E}", "\u{200F}", "\u{2066}", "\u{2068}", "\u{2069}", " ", "\u{A0}"]
        var rest = String(String.UnicodeScalarView(text.unicodeScalars.filter { !marks.contains($0) }))[...]
        let isNegative = rest.first.map { "-−".contains($0) } == true
        if isNegative || rest.first == "+" { rest.removeFirst() }
        func isDigits(_ text: Substring) -> Bool {
            !text.isEmpty && text.utf8.allSatisfy { (0x30...0x39).contains($0) }
        }
        let (group, decimal) = (
            Character(Unicode.Scalar(numberSigns.group)), Character(Unicode.Scalar(numberSigns.decimal))
        )
        let parts = rest.split(separator: decimal, maxSplits: 1, omittingEmptySubsequences: false)
        let groups = parts.first?.split(separator: group, omittingEmptySubsequences: false) ?? []
        guard groups.allSatisfy(isDigits), let first = groups.first,
            groups.count == 1 || (first.count <= 3 && groups.dropFirst().allSatisfy { $0.count == 3 })
        else { return nil }
        let number = (isNegative ? "-" : "") + groups.joined()
        guard parts.count == 2 else { return number }
        let mantissa = parts[1].prefix { $0.isASCII && $0.isWholeNumber }
        let exponent = parts[1].dropFirst(mantissa.count)
        let isExponent =
            exponent.isEmpty
            || (exponent.first.map { "eE".contains($0) } == true
                && isDigits(exponent.dropFirst().drop { "+-".contains($0) }))
        return isDigits(mantissa) && isExponent ? "\(number).\(parts[1])" : nil
    }
}
