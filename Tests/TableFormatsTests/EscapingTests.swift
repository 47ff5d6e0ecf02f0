import Bytes
import Testing

@testable import TableFormats

@Suite struct EscapingTests {
    @Test(arguments: [
        ("a\nb", "a b"), ("a\r\nb\rc", "a b c"), ("a\tb\u{B}\u{C}", "a b  "), ("\u{85}\u{2028}\u{2029}", "   "),
        ("\u{0}\u{1B}[31m\u{7F}\u{9B}", "\u{FFFD}\u{FFFD}[31m\u{FFFD}\u{FFFD}"),
        ("a\u{202E}b\u{2066}c\u{200F}", "a\u{FFFD}b\u{FFFD}c\u{200F}"), ("é👩‍🚀", "é👩‍🚀"), ("\n\r", "  "),
    ])
    func aLineStaysOne(text: String, expected: String) {
        #expect(SanitizedText.line(text).unicodeScalars.elementsEqual(expected.unicodeScalars))
    }

    @Test(arguments: [
        ("a|b", #"a\|b"#), (#"a\|b"#, #"a\\\|b"#), ("*a* `b` ~c~", #"\*a\* \`b\` \~c\~"#),
        ("<script>", #"\<script\>"#), ("[a](b) ![c]", #"\[a\](b) !\[c\]"#), ("first_name", "first_name"),
        ("_a_ 1_0 é_é", #"\_a\_ 1_0 é_é"#), ("AT&T &amp; &#38;", #"AT&T \&amp; \&#38;"#), ("$x$", #"\$x\$"#),
        ("https://e.org/?a=1&b=2", "https://e.org/?a=1&b=2"), ("# - 1.", "# - 1."), ("", ""),
    ])
    func markdownIsEscaped(text: String, expected: String) {
        #expect(MarkdownText.escaped(text) == expected)
    }

    @Test(arguments: [
        ("a|b|", #"a\|b\|"#), ("*a* `b`", #"\*a\* \`b\`"#), ("first_name a_ __", #"first_name a\_ \_\_"#),
        (#"C:\n"#, #"C:\\n"#), ("- a", #"\- a"#), ("----", #"\----"#), ("1. a", #"\1. a"#), ("a)", #"\a)"#),
        ("(iv) a", #"\(iv) a"#),
        ("Mr. X", "Mr. X"), ("3.14", "3.14"), ("• a", #"\• a"#), (" - a", #"\- a"#), ("a::", #"a:\:"#),
        ("::", #"\:\:"#),
        ("-5", #"\-5"#), ("é", "é"), ("", ""), ("==", #"\=="#), ("*", #"\*"#),
    ])
    func structuredTextIsEscaped(text: String, expected: String) {
        #expect(ReStructuredText.escaped(text) == expected)
    }

    @Test(arguments: [
        (##"\{}$&#%_"##, ##"\textbackslash{}\{\}\$\&\#\%\_"##),
        ("~^`<>|", #"\textasciitilde{}\textasciicircum{}\textasciigrave{}\textless{}\textgreater{}\textbar{}"#),
        ("[a]", "{[}a]"), (" [a", " {[}a"), ("a[1]*", "a[1]*"), ("*", "{*}"), ("a---b", "a-{}-{}-b"), ("é日", "é日"),
    ])
    func latexIsEscaped(text: String, expected: String) {
        #expect(LaTeXText.escaped(text) == expected)
    }

    @Test(arguments: [("a|b|", #"a\vert{}b\vert{}"#), ("|", #"\vert{}"#), ("a", "a"), ("", "")])
    func orgIsEscaped(text: String, expected: String) {
        #expect(OrgText.escaped(text) == expected)
    }

    @Test(arguments: [
        ("a", "a", "a"), ("", "\"\"", "\"\""), ("a,b", "\"a,b\"", "a,b"), ("\"", "\"\"\"\"", "\"\"\"\""),
        ("a\nb", "\"a\nb\"", "\"a\nb\""), ("a\rb", "\"a\rb\"", "\"a\rb\""), ("\r\n", "\"\r\n\"", "\"\r\n\""),
        ("a\tb", "a\tb", "\"a\tb\""), ("\\", "\\", "\\"), ("\\x00", "\"\\x00\"", "\"\\x00\""),
        (" a ", " a ", " a "),
        ("\u{0}=1", "\u{0}=1", "\u{0}=1"),
    ])
    func fieldsAreDelimited(text: String, comma: String, tab: String) {
        #expect(DelimitedText.escaped(text, separator: DelimitedText.comma) == comma)
        #expect(DelimitedText.escaped(text, separator: DelimitedText.tab) == tab)
    }

    @Test func htmlIsEscaped() {
        #expect(ByteWriter.text { $0.html("<b a=\"'\">&") } == "&lt;b a=&quot;&#39;&quot;&gt;&amp;")
    }
}
