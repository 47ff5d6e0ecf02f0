/// Removes case and accents from texts, for searches.
///
/// Results can be compared only if one normalizer made them.
package struct TextNormalizer: Sendable {
    /// The results for letters outside of ASCII that were looked up.
    private var letters: [Unicode.Scalar: UInt32] = [:]
    /// Numbers above those of Unicode, for base letters outside of ASCII, by name.
    private var names: [Substring: UInt32] = [:]

    package init() {}

    package mutating func fold(_ text: some StringProtocol) -> [UInt32] {
        if let plain = text.utf8.withContiguousStorageIfAvailable({ Self.plain($0) }) ?? nil { return plain }
        var folded: [UInt32] = []
        for scalar in text.lowercased().unicodeScalars {
            if scalar.isASCII {
                folded.append(scalar.value)
            } else if scalar.properties.generalCategory != .nonspacingMark {
                folded.append(letter(scalar))
            }
        }
        return folded
    }

    /// Returns ASCII text in lowercase; nil for other text.
    private static func plain(_ bytes: UnsafeBufferPointer<UInt8>) -> [UInt32]? {
        guard bytes.allSatisfy({ $0 < 0x80 }) else { return nil }
        return bytes.map { UInt32((0x41...0x5A).contains($0) ? $0 | 0x20 : $0) }
    }

    private mutating func letter(_ scalar: Unicode.Scalar) -> UInt32 {
        if let known = letters[scalar] { return known }
        let letter = plainLetter(scalar) ?? scalar.value
        letters[scalar] = letter
        return letter
    }

    /// Returns the base letter of a letter whose Unicode name contains "WITH", such as "WITH ACUTE".
    private mutating func plainLetter(_ scalar: Unicode.Scalar) -> UInt32? {
        guard let name = scalar.properties.name else { return nil }
        let plain = name.firstRange(of: " WITH ").map { name[..<$0.lowerBound] } ?? name[...]
        let latin = "LATIN SMALL LETTER "
        if plain.hasPrefix(latin), plain.utf8.count == latin.utf8.count + 1 {
            return plain.unicodeScalars.last.map { $0.value | 0x20 }
        }
        if let number = names[plain] { return number }
        let number = 0x11_0000 + UInt32(names.count)
        names[plain] = number
        return number
    }
}

extension Array where Element: Equatable {
    /// Returns whether the other array occurs in this one.
    package func contains(run other: [Element]) -> Bool {
        guard let first = other.first else { return true }
        guard count >= other.count else { return false }
        return (0...count - other.count).contains { start in
            self[start] == first && self[start..<start + other.count].elementsEqual(other)
        }
    }

    package func ends(with other: [Element]) -> Bool { suffix(other.count).elementsEqual(other) }
}
