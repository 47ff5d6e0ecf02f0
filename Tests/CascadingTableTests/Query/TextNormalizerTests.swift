import Testing

@testable import CascadingTable

@Suite struct TextNormalizerTests {
    @Test(arguments: [
        ("ÉCLAIR", "eclair"), ("e\u{301}clair", "Éclair"), ("Ærø", "æRO"), ("ÅNGSTRÖM", "angstrom"), ("Ελλάς", "ΕΛΛΑΣ"),
        ("ΆΛΦΑ", "αλφα"), ("Ёлка", "Ёлка"), ("日本", "日本"), ("", ""), ("İzmir", "izmir"),
    ])
    func `Capitals and accents make no difference`(one: String, other: String) {
        var folder = TextNormalizer()
        // The sigma at the end of a word is a different letter (ς).
        let folded = [one, other].map { folder.fold($0.replacing("ς", with: "σ")) }
        #expect(folded[0] == folded[1])
    }

    @Test(arguments: [("e", "c"), ("и", "н"), ("ß", "s"), ("日", "本"), ("α", "a")])
    func `Letters are told apart`(one: String, other: String) {
        var folder = TextNormalizer()
        #expect(folder.fold(one) != folder.fold(other))
    }

    @Test(
        arguments: [
            ([], true), ([1], true), ([3, 4], true), ([4], true), ([1, 3], false), ([1, 2, 3, 4, 5], false),
            ([5], false),
        ] as [([UInt32], Bool)])
    func `A run is found wherever it stands`(run: [UInt32], isFound: Bool) {
        #expect([1, 2, 3, 4].contains(run: run) == isFound)
        #expect([1, 1, 2].contains(run: [1, 2]))
    }

    /// Folds a text as a whole, character by character.
    private func slowly(_ text: String) -> String {
        text.lowercased().unicodeScalars.filter { $0.properties.generalCategory != .nonspacingMark }.map { scalar in
            guard !scalar.isASCII, let name = scalar.properties.name else { return "\(scalar)" }
            let base = name.firstRange(of: " WITH ").map { name[..<$0.lowerBound] } ?? name[...]
            let letter = base.unicodeScalars.last.map { "\($0)".lowercased() } ?? ""
            return base == "LATIN SMALL LETTER \(letter.uppercased())" ? letter : "[\(base)]"
        }.joined()
    }

    @Test func `Bytes are folded like texts`() {
        var random = SystemRandomNumberGenerator()
        let letters: [Unicode.Scalar] = [
            "a", "E", "z", " ", "7", "\0", "é", "É", "\u{301}", "Å", "ø", "ß", "İ", "ı", "Σ", "ς", "σ", "ά", "И", "й",
            "日",
            "א", "ב", "\u{5B0}", "ع", "😀", "\u{200D}", "ﬁ", "Ⅳ", "ǅ", "\u{FFFD}",
        ]
        var folder = TextNormalizer()
        var folded: [[UInt32]: String] = [:]
        for _ in 0..<5_000 {
            let count = Int.random(in: 0...12, using: &random)
            var text = String.UnicodeScalarView()
            for _ in 0..<count { text.append(letters.randomElement(using: &random) ?? "a") }
            let slow = slowly(String(text))
            let fast = folder.fold(String(text))
            #expect(folded[fast, default: slow] == slow, "\(String(text).debugDescription)")
            folded[fast] = slow
            #expect(fast == folder.fold(slow.contains("[") ? String(text) : slow))
            // Bytes that are no UTF-8 are replaced as in a text.
            var bytes = Array(String(text).utf8)
            if let place = bytes.indices.randomElement(using: &random) { bytes[place] = 0xC3 }
            #expect(
                bytes.withUnsafeBufferPointer { folder.fold($0) } == folder.fold(String(decoding: bytes, as: UTF8.self))
            )
        }
    }

    @Test func `A letter in lowercase is one scalar besides marks`() {
        let numbers = (0x80..<0x3_0000 as Range<UInt32>)
        #expect(
            numbers.compactMap(Unicode.Scalar.init).allSatisfy { scalar in
                scalar.properties.lowercaseMapping.unicodeScalars
                    .count { $0.properties.generalCategory != .nonspacingMark } <= 1
            })
    }
}
