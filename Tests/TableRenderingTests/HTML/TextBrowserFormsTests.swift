import TableRendering
import Testing

@Suite struct TextBrowserFormsTests {
    private func rewritten(_ page: String) -> String {
        String(decoding: TextBrowserForms.rewritten(Array(page.utf8), query: "_edit=1&_size=\"5"), as: UTF8.self)
    }

    @Test func aButtonIsAFormOfItsOwn() {
        let button = """
            <td><button class="go" aria-pressed="true" form="touch" formaction="/a/deselect/0/1" name="id" value="x&quot;">\
            <b>Oak</b> &amp; elm</button></td>
            """
        #expect(
            rewritten(button) == """
                <td><form method="post" action="/a/deselect/0/1">\
                <input type="hidden" name="_query" value="_edit=1&amp;_size=&quot;5">\
                <input type="hidden" name="id" value="x&quot;"><input type="submit" value="[x] Oak &amp; elm"></form></td>
                """)
    }

    @Test func itKeepsItsNameAndItsMethod() {
        let form = rewritten(
            #"<button aria-label="Delete Oak" form="touch" formaction="/a/commit/0/1/delete" formmethod="get" name="id" value="x"></button>"#
        )
        #expect(form.hasPrefix(#"<form method="get" action="/a/commit/0/1/delete">"#))
        #expect(form.hasSuffix(#"<input type="submit" value="Delete Oak"></form>"#))
    }

    @Test func boxesGoAndTheRestStays() {
        let page =
            #"<p>a<input type="checkbox" form="selection" name="rows"><form method="post" id="selection"><button>S</button></form>b</p>"#
        #expect(rewritten(page) == "<p>ab</p>")
        #expect(rewritten("<button>x</button>") == "<button>x</button>")
    }

    @Test func severalOfEachAreReplacedInTheirPlaces() {
        let button = #"<button form="touch" formaction="/a">A</button>"#
        let form = #"<form id="selection" method="post"><button>S</button></form>"#
        let box = #"<input form="selection" name="rows">"#
        let page = "1\(button)2\(box)\(box)3\(form)4\(button)\(button)5"
        let plain = rewritten(button)
        #expect(rewritten(page) == "1\(plain)234\(plain)\(plain)5")
    }

    @Test func aPageThatEndsTooEarlyIsNoMistake() {
        let page = Array(
            #"a<form id="selection"><b>x</b></form><button form="touch" formaction="/a"><b>A</b></button>z"#.utf8)
        for end in page.indices {
            let plain = TextBrowserForms.rewritten(Array(page[..<end]), query: "")
            #expect(plain.first == page[..<end].first)
        }
    }
}
