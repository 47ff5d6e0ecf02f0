import Testing

@testable import TableFormats

@Suite struct DisplayWidthTests {
    @Test(arguments: [
        ("", 0), ("plain", 5), ("Yaoundé", 7), ("e\u{301}", 1), ("日本", 4), ("ｶﾞ", 2), ("ＡＢ", 4), ("한글", 4),
        ("\u{1112}\u{1161}\u{11AB}", 2), ("ท่ี", 1), ("🎸", 2), ("👨‍👩‍👧‍👦", 2), ("👍🏽", 2), ("☝🏽", 2), ("❤️", 2), ("❤", 1),
        ("🇩🇪", 2), ("🇩", 1), ("1️⃣", 2), ("🏴󠁧󠁢󠁳󠁣󠁴󠁿", 2), ("🏳️‍🌈", 2), ("שלום", 4), ("مرحبا", 5), ("a\u{200B}b\u{200D}", 2),
        ("→…—", 3), ("\u{301}", 0), ("\u{AD}", 1), ("\u{600}", 1), ("\u{FFFD}", 1), ("a\u{0}\u{9F}", 1),
        (" \u{1F3FD}", 3), ("\u{1F3FD}\u{1F3FD}", 4), ("1\u{FE0F}", 1),
    ])
    func aTextTakesItsColumns(text: String, width: Int) {
        #expect(DisplayWidth.of(text) == width)
    }

    @Test func whateverIsPresentedAsAnEmojiIsWide() {
        for value in UInt32(0)...0x1FFFF {
            guard let scalar = Unicode.Scalar(value), let age = scalar.properties.age, age.major <= 18 else { continue }
            guard scalar.properties.isEmojiPresentation, !(0x1F1E6...0x1F1FF).contains(value) else { continue }
            #expect(EastAsianWidth.contains(value), "\(String(value, radix: 16))")
        }
    }

    @Test(arguments: [0x10FF, 0x1160, 0x303F, 0xA4C7, 0x1F1E6, 0x1F321, 0x40000, 0x10FFFF] as [UInt32])
    func whatStandsBesideIsNot(value: UInt32) {
        #expect(!EastAsianWidth.contains(value))
    }
}
