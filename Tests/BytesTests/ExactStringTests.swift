import Bytes
import Testing

@Suite struct ExactStringTests {
    /// Pairs that Swift treats as equal, with different bytes.
    static let alike = [
        ("caf\u{E9}", "cafe\u{301}"), ("\u{C5}", "\u{212B}"), ("\u{585A}", "\u{FA10}"), ("K", "\u{212A}"),
    ]

    private struct Key: Hashable {
        @ExactString var name: String
    }

    @Test(arguments: alike) func comparesBytes(one: String, other: String) {
        #expect(one == other)
        #expect(!one.isExactly(other))
        #expect(one.isExactly(String(decoding: Array(one.utf8), as: UTF8.self)))
        #expect(ExactString(one) != ExactString(other))
        #expect(Key(name: one) != Key(name: other))
        #expect(Set([Key(name: one), Key(name: other), Key(name: one)]).count == 2)
        #expect([ExactString(one): 1, ExactString(other): 2][ExactString(other)] == 2)
    }

    @Test func hashesLikeAnEqualText() {
        let long = String(repeating: "b\u{E9}e ", count: 100)
        #expect(ExactString(long).hashValue == ExactString(String(long.map(\.self))).hashValue)
        #expect(!"ab".isExactly("abc"))
        #expect("".isExactly(""))
    }
}
