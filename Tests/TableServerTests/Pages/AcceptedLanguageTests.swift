import TestSupport
import Testing

@testable import TableRendering
@testable import TableServer

struct AcceptedLanguageTests {
    @Test(
        arguments: [
            ("", .english), ("de", .german), ("DE", .german), ("de-AT", .german), ("de-Latn-CH-1996", .german),
            ("he-IL", .hebrew), ("iw", .hebrew), ("en-GB,en;q=0.9,de;q=0.8", .english), ("la, de;q=0.5", .german),
            ("en;q=0.5, de;q=0.7, he;q=0.6", .german), ("de, he", .german), ("he, de", .hebrew), ("la", .english),
            ("*", .english), ("la, *;q=0.1", .english), ("de;q=0", .english), ("en;q=0, de;q=0.001", .german),
            ("de;q=0.0, he;q=0.3", .hebrew), (" de ; q=1.000 ", .german), ("de;Q=0.3,en;q=0.2", .german),
            ("\tde\t", .german), (",,,de,,", .german), ("den", .english), ("d", .english), ("deutsch", .english),
        ] as [(String, Language)])
    func theBestOneIsTaken(list: String, language: Language) {
        #expect(Language.preferred(in: list) == language)
    }

    /// An invalid weight excludes its language.
    @Test(arguments: [
        "NaN", "nan", "inf", "-1", "+1", "1e0", "2", "1.001", "1.1", "0.0001", ".5", "", " 1", "0,5", "0x1", "٣", "1;",
    ])
    func weightsThatAreNone(weight: String) {
        #expect(Language.preferred(in: "de;q=\(weight)") == .english)
        #expect(Language.preferred(in: "de;q=\(weight), he;q=0.1") == .hebrew)
    }

    @Test(arguments: ["de;", "de;;q=1", "de;a=b", "de;q", "de q=1", "-de", "-", ";q=1", "d\u{e9}", "de\0", "de/en"])
    func rangesThatAreNone(range: String) {
        #expect(Language.preferred(in: range) == .english)
    }

    @Test func onlyTheBeginningOfALongListIsRead() {
        let many = String(repeating: "la;q=0.9,", count: 99)
        #expect(Language.preferred(in: many + "de") == .german)
        #expect(Language.preferred(in: many + "la,de") == .english)
        #expect(Language.preferred(in: String(repeating: "de;q=0.1,", count: 1000) + "he") == .german)
        #expect(Language.preferred(in: String(repeating: "d", count: 1 << 20)) == .english)
        #expect(Language.preferred(in: String(repeating: ";q=", count: 1 << 18)) == .english)
    }

    @Test(arguments: 1...10 as ClosedRange<UInt64>)
    func noListDoesHarm(seed: UInt64) {
        var random = SeededRandomNumberGenerator(seed: seed)
        for _ in 0..<300 {
            let text = random.text(upTo: 12)
            _ = Language.preferred(in: text)
            #expect(Language.preferred(in: "he;q=1,\(text)") == .hebrew)
        }
    }
}

extension Language {
    fileprivate static var german: Language { tagged("de") ?? english }
    fileprivate static var hebrew: Language { tagged("he") ?? english }
}
