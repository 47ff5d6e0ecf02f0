import CascadingTable
import Testing

@testable import TableRendering

struct TextIsolationTests {
    @Test(arguments: [
        ("", false, false), ("abc", false, true), ("12.5", false, false), ("שלום", true, false), ("سلام", true, false),
        ("Café Æ", false, true), ("日本語", false, true), ("abc שלום", true, true), ("€ – ×", false, false),
        ("\u{202E}abc", true, true), ("\u{2067}", true, true), ("\u{200F}", true, true), ("ﷺ", true, false),
        ("\u{FEFF}", false, false), ("𞤀", true, false),
    ])
    func textsOfTheOtherDirectionAreKeptApart(text: String, leftToRight: Bool, rightToLeft: Bool) {
        #expect(TextDirection.leftToRight.isolates(text) == leftToRight)
        #expect(TextDirection.rightToLeft.isolates(text) == rightToLeft)
        #expect(TextDirection.leftToRight.isolates(("x" + text).dropFirst()) == leftToRight)
    }
}
