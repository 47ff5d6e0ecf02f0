import Bytes
import Testing

struct LiteralTests {
    private func text(html literal: Markup) -> String { String(decoding: literal.bytes, as: UTF8.self) }

    private func text(json literal: JSON) -> String { String(decoding: literal.bytes, as: UTF8.self) }

    @Test func valuesInHTMLAreEscaped() {
        let name = #"<b>"A&B"</b>"#
        let link: Markup = #"<a href="/\#(url: name)" class="\#(raw: "x")">\#(name) \#(-3)</a>"#
        let empty: Markup? = nil
        #expect(
            text(html: "<p>\(link)\(empty)\([link, "."])</p>").hasPrefix(
                #"<p><a href="/%3Cb%3E%22A%26B%22%3C%2Fb%3E" class="x">&lt;b&gt;&quot;A&amp;B&quot;&lt;/b&gt; -3</a>"#))
    }

    @Test func valuesInJSONAreWrittenByTheirTypes() {
        let none: String? = nil
        let more: JSON? = none.map { #","x":\#($0)"# }
        let row: JSON = #"{"id":\#("a\"<"),"n":\#(7),"f":\#(2.5),"nan":\#(Double.nan),"no":\#(orNull: none)\#(more)}"#
        #expect(text(json: row) == #"{"id":"a\"\u003c","n":7,"f":2.5,"nan":null,"no":null}"#)
        #expect(text(json: "\([row, "true"])").hasSuffix(",true]"))
        #expect(
            text(json: "\([] as [JSON])\([(name: "a", value: "\(false)"), (name: "b", value: "\([] as [JSON])")])")
                == #"[]{"a":false,"b":[]}"#)
        #expect(text(json: JSON { $0.raw("1") }) == "1")
    }

    @Test func aConditionOfTwoLiteralsIsALiteral() {
        // A text would be written with quotes.
        let isSet = Bool("true") ?? false
        #expect(text(json: #"{"a":1\#(isSet ? #","b":2"# : nil)}"#) == #"{"a":1,"b":2}"#)
    }
}
