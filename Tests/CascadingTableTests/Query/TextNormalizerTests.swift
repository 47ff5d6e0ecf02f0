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
        ] as [([Int], Bool)])
    func `A run is found wherever it stands`(run: [Int], isFound: Bool) {
        #expect([1, 2, 3, 4].contains(run: run) == isFound)
        #expect([1, 1, 2].contains(run: [1, 2]))
    }
}
