import CascadingTable
import Testing

@Suite struct PrefixMatcherTests {
    @Test(arguments: [
        ("e", "Éclair"), ("EC", "éclair"), ("É", "eclair"), ("eclair", "E\u{301}clair"), ("viet", "Việt Nam"),
        ("o", "Øre"), ("α", "Άλφα"), ("東", "東京"), ("12", "128"), ("a b", "A B C"), ("", "x"),
    ])
    func `Capitals and accents make no difference`(beginning: String, text: String) {
        #expect(PrefixMatcher(beginning).isBeginning(of: text))
    }

    @Test(arguments: [("a", "ba"), ("ab", "a"), ("e", ""), ("東", "京"), ("1", "l"), ("е", "e"), ("@", "`")])
    func `Another text is none`(beginning: String, text: String) {
        #expect(!PrefixMatcher(beginning).isBeginning(of: text))
    }

    @Test func `A record is known by its first value, and by its first text`() {
        let cell = TableViewCell(
            style: .columns, title: "key-7",
            fields: [
                Field("id", .integer(42)), Field("name", .text("Émile")), Field("place", .text("Nancy")),
            ])
        for text in ["42", "em", "key"] { #expect(cell.begins(with: PrefixMatcher(text)), "\(text)") }
        #expect(!cell.begins(with: PrefixMatcher("nan")))
        #expect(!TableViewCell(subtitle: "Nancy").begins(with: PrefixMatcher("nan")))
    }
}
