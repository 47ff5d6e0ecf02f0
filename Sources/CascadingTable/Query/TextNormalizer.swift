/// Removes case and accents from texts, for searches.
///
/// Results can be compared only if one normalizer made them.
package struct TextNormalizer: Sendable {
    /// The results for scalars outside of ASCII that were looked up; nil for a mark, which is left out.
    private var letters: [Unicode.Scalar: UInt32?] = [:]
    /// Numbers above those of Unicode, for base letters outside of ASCII, by name.
    private var names: [Substring: UInt32] = [:]

    package init() {}

    package mutating func fold(_ text: some StringProtocol) -> [UInt32] {
        var text = String(text)
        return text.withUTF8 { fold($0) }
    }

    /// Returns the folded text of UTF-8 bytes. Only the scalars outside of ASCII take time.
    package mutating func fold(_ utf8: UnsafeBufferPointer<UInt8>) -> [UInt32] {
        [UInt32](unsafeUninitializedCapacity: utf8.count) { folded, count in
            var place = 0
            while place < utf8.count {
                let byte = utf8[place]
                if byte < 0x80 {
                    folded[count] = UInt32(byte &- 0x41 < 26 ? byte | 0x20 : byte)
                    count += 1
                    place += 1
                    continue
                }
                // Case and marks are properties of each scalar, so its neighbours do not matter.
                let end = utf8[place...].firstIndex { $0 < 0x80 } ?? utf8.count
                for scalar in String(decoding: utf8[place..<end], as: UTF8.self).unicodeScalars {
                    guard let letter = letter(scalar), count < folded.count else { continue }
                    folded[count] = letter
                    count += 1
                }
                place = end
            }
        }
    }

    private mutating func letter(_ scalar: Unicode.Scalar) -> UInt32? {
        if let known = letters[scalar] { return known }
        // In lowercase, a letter is one scalar and marks.
        let lowercase = scalar.properties.lowercaseMapping.unicodeScalars
        let letter = lowercase.first { $0.properties.generalCategory != .nonspacingMark }
        let folded = letter.map { $0.isASCII ? $0.value : plainLetter($0) ?? $0.value }
        letters[scalar] = .some(folded)
        return folded
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

extension [UInt32] {
    /// Returns whether the other array occurs in this one.
    package func contains(run other: [UInt32]) -> Bool {
        guard let first = other.first else { return true }
        guard count >= other.count else { return false }
        return withUnsafeBufferPointer { all in
            for start in 0...all.count - other.count where all[start] == first {
                if all[start..<start + other.count].elementsEqual(other) { return true }
            }
            return false
        }
    }

    package func ends(with other: [UInt32]) -> Bool { suffix(other.count).elementsEqual(other) }
}
