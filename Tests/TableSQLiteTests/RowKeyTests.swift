import TableDatabase
import Testing

@testable import TableSQLite

@Suite struct RowKeyTests {
    @Test(
        arguments: [
            ([.integer(42)], "42"),
            ([.integer(-7)], "-7"),
            ([.integer(.min)], "-9223372036854775808"),
            ([.text(Array("fr".utf8)), .integer(12)], "fr,12"),
            ([.text(Array("42".utf8))], "'42"),
            ([.text(Array("042".utf8))], "042"),
            ([.text(Array("1.5".utf8))], "'1.5"),
            ([.text(Array("2024-01-01".utf8))], "2024-01-01"),
            ([.text([])], "'"),
            ([.text(Array("'".utf8))], "''"),
            ([.text(Array(".".utf8))], "~2E"),
            ([.text(Array("..".utf8))], "~2E~2E"),
            ([.text(Array("a/b\\c".utf8))], "a~2Fb~5Cc"),
            ([.text(Array("a,b".utf8)), .text(Array("~n".utf8))], "a~2Cb,~7En"),
            ([.text([0])], "~00"),
            ([.text([0xFF, 0x41])], "~FFA"),
            ([.text(Array("naïve 🍎".utf8))], "naïve 🍎"),
            ([.real(1.5)], "1.5"),
            ([.real(1)], "1.0"),
            ([.real(1e300)], "1e+300"),
            ([.real(.infinity), .real(-.infinity)], "~+,~-"),
            ([.null, .blob([]), .blob([0, 0xAB])], "~n,~x,~x00AB"),
        ] as [([SQLValue], String)])
    func keyHasOneTextAndIsReadBackFromIt(components: [SQLValue], text: String) {
        #expect(RowKey(components).text == text)
        #expect(RowKey(text: text) == RowKey(components))
    }

    /// Swift strings with different bytes can be equal, and then they are one key of a dictionary.
    @Test func keysThatDifferInBytesAreNeverEqual() {
        let accents = [
            "e\u{301}", "\u{E9}", "\u{E1}\u{323}", "a\u{323}\u{301}", "\u{1100}\u{1161}", "\u{AC00}", "Å", "\u{212B}",
        ]
        var random = Random(seed: 1)
        var texts: [[UInt8]: String] = [:]
        for _ in 0..<2_000 {
            let parts = (0..<Int.random(in: 1...3, using: &random)).compactMap { _ in
                accents.randomElement(using: &random)
            }
            let bytes = parts.flatMap { Array($0.utf8) }
            texts[bytes] = RowKey([.text(bytes)]).text
            #expect(RowKey(text: RowKey([.text(bytes)]).text) == RowKey([.text(bytes)]))
        }
        #expect(Set(texts.values).count == texts.count)
        #expect(RowKey([.text(Array("\u{E9}".utf8))]).text == "\u{E9}")
        #expect(RowKey([.text(Array("e\u{301}".utf8))]).text == "e~CC~81")
    }

    @Test(arguments: [
        "", ",", "~r", "~r01", "~rx", "1,", "~", "~4", "~zz", "~xA", "~x0a", "'abc", "a/b", "+1 ~", "a?b",
    ])
    func otherTextsAreNoKeys(text: String) {
        #expect(RowKey(text: text) == nil)
    }

    @Test func randomKeysAreReadBack() {
        var random = Random(seed: 1)
        for _ in 0..<20_000 {
            let key = RowKey((0..<Int.random(in: 1...3, using: &random)).map { _ in .random(using: &random) })
            let text = key.text
            #expect(RowKey(text: text) == key, "\(text)")
            #expect(!text.isEmpty && !text.contains("/") && text != "." && text != "..")
        }
    }

    @Test(arguments: [
        ("fruit", "fruit"), ("a b", "a%20b"), ("ü", "%C3%BC"), ("fr,12", "fr,12"), ("a:b", "a%3Ab"), ("'", "%27"),
    ])
    func linksArePercentEncoded(segment: String, encoded: String) {
        #expect(PathSegment.percentEncoded(segment) == encoded)
    }
}

extension SQLValue {
    /// Returns any value except NaN, which SQLite does not have. Often it is similar to the text of another value.
    static func random(using random: inout Random) -> SQLValue {
        switch Int.random(in: 0..<6, using: &random) {
        case 0: return .null
        case 1:
            return .integer(Int64.random(in: .min ... .max, using: &random) >> Int64.random(in: 0..<64, using: &random))
        case 2:
            let number = Double(bitPattern: random.next())
            return .real(number.isNaN ? 0 : number)
        case 3:
            return .blob((0..<Int.random(in: 0..<5, using: &random)).map { _ in .random(in: 0...255, using: &random) })
        case 4:
            return .text((0..<Int.random(in: 0..<6, using: &random)).map { _ in .random(in: 0...255, using: &random) })
        default:
            let letters = Array("~'.,-+0123nxe/ä%".utf8)
            return .text(
                (0..<Int.random(in: 0..<4, using: &random)).compactMap { _ in letters.randomElement(using: &random) })
        }
    }
}
