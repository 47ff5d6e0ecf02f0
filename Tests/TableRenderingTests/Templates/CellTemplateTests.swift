import Bytes
import CascadingTable
import Foundation
import Testing

@testable import TableRendering

/// Tests cells of a custom style, which a template of this style lays out.
@TableActor
@Suite struct CellTemplateTests {
    private static let style = TableViewCell.Style(rawValue: "post")

    private func sources(cell: String?) -> [String: String] {
        var sources = [
            "page": "{{title}}{{{table}}}", "error": "", "confirm": "", "edit": "", "conflict": "", "plan": "",
            "content": "", "form": "",
            "columns": "",
        ]
        sources["cell-post"] = cell
        return sources
    }

    private func write(_ cell: TableViewCell, template: String?) throws -> String {
        let section = CascadingSectionTableDelegate(childDelegates: [CellRow(cell)])
        let tableView = TableView(title: "T", root: CascadingRootTableDelegate(childDelegates: [section]))
        var html = HTMLTableWriter(
            links: PageLinks(base: "/t/"), templates: try PageTemplates(sources(cell: template)))
        tableView.write(tableView.window(size: 10), to: &html)
        return html.output.text
    }

    private var cell: TableViewCell {
        TableViewCell(
            style: Self.style, title: "<Title>", subtitle: "\"Sub\"",
            image: TableViewImage(source: "a.png", description: "A&B"),
            fields: [Field("price", .decimal(1.5)), Field("range", "x<y")])
    }

    @Test func showsWhatTheTemplateNames() throws {
        let html = try write(
            cell,
            template: """
                <p>{{{label}}}</p>{{#image}}<img src="{{source}}" alt="{{description}}">{{/image}}<i>{{subtitle}}</i>\
                {{fields.price}} {{#fields}}{{range}}{{/fields}} {{fields.none}}|
                """)
        #expect(html.contains(" class=\"row\" data-place=\"0.0\" data-cell=\"post\">"))
        #expect(html.contains("<div class=\"cell custom\"><p><button class=\"go\""))
        #expect(html.contains(">&lt;Title&gt;</button></p>"))
        #expect(html.contains("<img src=\"/t/a.png\" alt=\"A&amp;B\"><i>&quot;Sub&quot;</i>1.5 x&lt;y |"))
    }

    /// The controls of a row appear once: at its end, or at the first tag of the template.
    @Test(arguments: [
        ("{{{label}}}<p>x</p>", "</button><p>x</p>TOOLS</div>"),
        ("{{{label}}}{{{tools}}}<p>x</p>", "</button>TOOLS<p>x</p></div>"),
        ("{{{label}}}{{&tools}}<p>x</p>{{{tools}}}", "</button>TOOLS<p>x</p></div>"),
        ("{{{label}}}{{#fields.none}}{{{tools}}}{{/fields.none}}<p>x</p>", "</button><p>x</p>TOOLS</div>"),
    ])
    func controlsStandWhereTheTemplateSays(template: String, expected: String) throws {
        var cell = cell
        cell.accessory = .toggle(isOn: true)
        let html = try write(cell, template: template)
        let tools = try #require(html.firstMatch(of: /<button class="tool toggle".*?<\/button>/)).0
        #expect(html.contains(expected.replacingOccurrences(of: "TOOLS", with: tools)))
        #expect(html.components(separatedBy: "tool toggle").count == 2)
    }

    @Test func anImageThatMayNotBeLoadedIsNone() throws {
        var cell = cell
        cell.image = TableViewImage(source: "javascript:x")
        let html = try write(cell, template: "{{{label}}}{{#image}}<img src=\"{{source}}\">{{/image}}")
        #expect(!html.contains("<img"))
    }

    @Test func withoutATemplateItIsLaidOutAsTheDefault() throws {
        let html = try write(cell, template: nil)
        #expect(html.contains("data-cell=\"post\""))
        #expect(html.contains("<div class=\"cell\">"))
    }

    @Test func aBuiltInStyleIsNotMarked() throws {
        #expect(try !write(TableViewCell(style: .subtitle, title: "x"), template: nil).contains("data-cell"))
    }

    @Test(arguments: ["", " ", "\t\n", "\u{A0}", "\u{2003} "])
    func aTitleThatCannotBeSeenIsTheNumberOfTheRow(title: String) throws {
        let cell = TableViewCell(title: title)
        #expect(try CellTemplateWorld.written("{{{label}}}", cell) == "<span class=\"label\">Row 1</span>")
        #expect(try CellTemplateWorld.written("{{#title}}a{{/title}}{{^title}}b{{/title}}", cell) == "b")
        #expect(try CellTemplateWorld.written("{{{label}}}", TableViewCell(title: " x")).contains("> x<"))
    }

    @Test func aTemplateWithoutALabelIsRefused() {
        #expect(throws: PageTemplates.Missing.self) { try PageTemplates(sources(cell: "<p>{{title}}</p>")) }
    }

    /// The output of each template for a full cell and for a bare cell.
    @Test(
        arguments: [
            ("plain <b> } text", "plain <b> } text", "plain <b> } text"),
            ("[{{title}}]", "[Title]", "[]"),
            ("[{{ subtitle }}]", "[&lt;Sub&gt;]", "[]"),
            ("[{{{subtitle}}}]", "[<Sub>]", "[]"),
            ("[{{&\tsubtitle\n}}]", "[<Sub>]", "[]"),
            ("[{{title}}}]", "[Title}]", "[}]"),
            ("{{&label}}", "<span class=\"label\">Title</span>", "<span class=\"label\">Row 1</span>"),
            ("{{{ label }}}", "<span class=\"label\">Title</span>", "<span class=\"label\">Row 1</span>"),
            ("[{{image.source}} {{image.description}}]", "[/t/a.png A&amp;B]", "[ ]"),
            ("[{{image.size}}{{#image}} {{size}}{{/image}}]", "[small small]", "[]"),
            ("[{{#image.size}}{{.}}{{/image.size}}{{^image.size}}none{{/image.size}}]", "[small]", "[none]"),
            ("[{{#image}}{{source}} {{&description}}{{/image}}]", "[/t/a.png A&B]", "[]"),
            ("[{{^image}}none{{/image}}]", "[]", "[none]"),
            ("[{{fields.price}} {{values.price}}]", "[1,234.5 1234.5]", "[ ]"),
            ("[{{fields.range}} {{{values.range}}}]", "[x&lt;y x<y]", "[ ]"),
            ("[{{fields.sold}} {{values.sold}}]", "[Yes true]", "[ ]"),
            ("[{{fields.größe}}{{fields.none}}]", "[XL]", "[]"),
            ("[{{#fields}}{{price}} {{title}}{{/fields}}]", "[1,234.5 Title]", "[]"),
            ("[{{#values}}{{price}} {{fields.price}}{{/values}}]", "[1234.5 1,234.5]", "[]"),
            ("[{{#fields}}{{#values}}{{price}}{{/values}}{{price}}{{/fields}}]", "[1234.51,234.5]", "[]"),
            ("[{{#fields.price}}{{.}}{{/fields.price}}]", "[1,234.5]", "[]"),
            ("[{{#fields.note}}{{.}}{{/fields.note}}{{^values.note}}no{{/values.note}}]", "[no]", "[no]"),
            ("[{{#title}}{{#image}}{{/image}}{{^subtitle}}{{/subtitle}}{{.}}{{/title}}]", "[Title]", "[]"),
            ("[{{#title}}{{^image}}a{{/image}}b{{/title}}{{^title}}c{{/title}}]", "[b]", "[c]"),
            ("[{{! all {{ this }}]", "[]", "[]"),
            ("[{{!{{title}}]", "[]", "[]"),
            ("[{{> _star}}]", "[<i>Title</i>]", "[<i></i>]"),
        ])
    func `A template has the values of its cell`(template: String, full: String, bare: String) throws {
        let partials = ["_star": "<i>{{title}}</i>"]
        #expect(try CellTemplateWorld.written(template, CellTemplateWorld.full, partials: partials) == full)
        #expect(try CellTemplateWorld.written(template, CellTemplateWorld.bare, partials: partials) == bare)
    }

    /// The rules of the Mustache specification for tags that stand alone on their line.
    @Test(
        arguments: [
            ("a\n{{! c }}\nb", "a\nb"), ("{{! c }}\nb", "b"), ("a\n{{! c }}", "a\n"), ("a\n  {{! c }}\t\nb", "a\nb"),
            ("a\r\n{{! c }}\r\nb", "a\r\nb"), ("a\n{{! c\n d }}\nb", "a\nb"), ("a {{! c }}\nb", "a \nb"),
            ("a\n{{! c }} b\n", "a\n b\n"), ("{{! c }}{{! d }}\n", "\n"), ("{{! c }}\rb", "\rb"),
            ("a\n {{#title}}\n b\n {{/title}}\nc", "a\n b\nc"), ("a\n {{^title}}\n b\n {{/title}}\nc", "a\nc"),
            ("{{#title}}\nb{{/title}}\nc", "b\nc"), ("{{#title}}b\n{{/title}}\nc", "b\nc"),
            (" {{title}} \nb", " Title \nb"), ("{{#title}} {{/title}}\nb", " \nb"),
            ("a\n  {{>_two}}\nb", "a\n  1\n  Title\nb"), ("a {{>_two}}\nb", "a 1\nTitle\n\nb"),
        ])
    func `A tag alone on its line leaves no line`(template: String, written: String) throws {
        let partials = ["_two": "1\n{{title}}\n"]
        #expect(try CellTemplateWorld.written(template, CellTemplateWorld.full, partials: partials) == written)
    }

    @Test(
        arguments: [
            ("{{titel}}", 1, "Unknown name {{titel}}. Use one of: {{{label}}}"),
            ("\n\n <p>{{label}}", 3, "{{{label}}}"), ("{{tools}}", 1, "must have three braces"),
            ("\n{{image}}", 2, "{{image}} is not a text."),
            ("{{#fields}}\n{{values}}{{/fields}}", 2, "{{values}} is not a text."),
            ("{{source}}", 1, "Unknown name {{source}}."),
            ("{{#image}}{{.}}{{/image}}", 1, "Unknown name {{.}}."),
            ("{{^title}}{{.}}{{/title}}", 1, "Unknown name {{.}}."),
            ("{{}}", 1, "Invalid name \"\"."), ("{{upper(title)}}", 1, "Invalid name \"upper(title)\"."),
            ("{{fields.}}", 1, "Invalid name \"fields.\"."), ("{{.title}}", 1, "Invalid name"),
            ("{{{title}} }", 1, "This {{{ is never closed with }}}."),
            ("a\n{{title", 2, "This {{ is never closed with }}."),
            ("{{{title}} }}}", 1, "Invalid name"), ("{{", 1, "This {{ is never closed"),
            ("a\n{{#image}}\n{{#title}}{{/title}}", 2, "{{#image}} is never closed: {{/image}} is missing."),
            ("{{#image}}\n{{/title}}", 2, "{{/title}} does not match: the open section is {{#image}}."),
            ("{{^image}}{{/title}}", 1, "the open section is {{^image}}."),
            ("{{/title}}", 1, "{{/title}} does not match: no section is open."),
            ("{{=<% %>=}}", 1, "Unknown tag {{=. Use one of: {{NAME}}"),
            ("{{<_two}}{{/_two}}", 1, "Unknown tag {{<."), ("{{$two}}{{/two}}", 1, "Unknown tag {{$."),
            ("{{%CONTENT_TYPE: HTML}}", 1, "Unknown tag {{%."), ("{{> _none}}", 1, "_none.mustache does not exist."),
        ])
    func `What a cell cannot have is told with its place`(template: String, line: Int, reason: String) {
        #expect {
            try PageTemplates(sources(cell: "\(template)"))
        } throws: { error in
            let error = error as? TemplateError
            return error?.file == "cell-post.mustache" && error?.line == line && error?.reason.contains(reason) == true
        }
    }

    @Test(
        arguments: [
            (["_two": "1\n\n{{two}}"], "_two.mustache, line 3: Unknown name {{two}}."),
            (["_two": "{{#title}}"], "_two.mustache, line 1: {{#title}} is never closed"),
            (["_two": "{{/title}}"], "_two.mustache, line 1: {{/title}} does not match"),
            (
                ["_two": "\n{{>_three}}", "_three": "{{>_two}}"],
                "_three.mustache, line 1: _two.mustache includes itself."
            ),
            (["_two": "{{>cell-post}}"], "_two.mustache, line 1: cell-post.mustache includes itself."),
        ])
    func `What a partial cannot have is told with its place`(partials: [String: String], message: String) {
        #expect {
            try CellTemplateWorld.compiled("{{#title}}\n  {{>_two}}\n{{/title}}", partials: partials)
        } throws: {
            "\($0)".hasPrefix(message)
        }
    }

    @Test func `The example of the documentation can be used`() throws {
        let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
            .deletingLastPathComponent().deletingLastPathComponent()
        let page = try String(
            contentsOf: root.appendingPathComponent("docs/how-to/write-cell-templates.md"), encoding: .utf8)
        let template = try #require(page.firstMatch(of: /```html\n([^`]*{{{label}}}[^`]*)```/)).output.1
        let written = try CellTemplateWorld.written(String(template), CellTemplateWorld.full)
        #expect(written.contains("<p>&lt;Sub&gt;</p>\n<data value=\"1234.5\">1,234.5</data>\n"))
    }

    @Test func `Values are said in the language of the reader`() throws {
        let written = try CellTemplateWorld.written(
            "{{fields.price}} {{fields.sold}} {{values.price}} {{values.sold}}", CellTemplateWorld.full,
            language: .german)
        #expect(written == "1.234,5 Ja 1234.5 true")
    }

    @Test(
        arguments: [
            (.text("t"), "t", "t"), (.integer(-12_345), "-12,345", "-12345"), (.decimal(.nan), "not a number", "nan"),
            (.date(Date(timeIntervalSince1970: 0), precision: .day), "Jan 1, 1970", "1970-01-01"),
            (.boolean(false), "No", "false"), (.url("/a", title: "A"), "/a", "/a"),
            (.bytes([1, 2]), "2 bytes", "2 bytes"),
            (.progress(0.4), "40%", "40%"), (.progress(.nan), "", ""), (.sparkline([1, 8]), "▁█", "▁█"),
            (.sparkline([]), "", ""), (.null, "", ""),
            (
                .excerpt(.init(.text("a<b"), byteCount: 300_000)), "a&lt;b… (300,000 bytes)",
                "a<b… (300000 bytes)"
            ),
            (
                .excerpt(.init(.text("a\u{FFFD}"), byteCount: 2, hasReplacements: true, isTruncated: false)),
                "a\u{FFFD} (not UTF-8)", "a\u{FFFD}"
            ),
            (.excerpt(.init(.bytes([1]), byteCount: 300_000)), "300,000 bytes", "300000 bytes"),
            (.date(Date(timeIntervalSince1970: 1e300), precision: .second), "", ""),
        ] as [(FieldValue, String, String)])
    func `Each kind of value says what it is`(value: FieldValue, field: String, raw: String) throws {
        let cell = TableViewCell(fields: [Field("x", value), Field("x", "second")])
        #expect(try CellTemplateWorld.written("{{fields.x}}|{{&values.x}}", cell) == "\(field)|\(raw)")
        let shown = try CellTemplateWorld.written("{{#fields.x}}a{{/fields.x}}{{^values.x}}b{{/values.x}}", cell)
        #expect(shown == (field.isEmpty ? "b" : "a"))
    }

    @Test func `No words become markup, in text or in an attribute`() throws {
        func skeleton(_ words: String) throws -> Skeleton {
            let source = SafeURL.isAllowedForImage("a?\(words)") ? "a?\(words)" : "a.png"
            let cell = TableViewCell(
                style: Self.style, title: words, subtitle: words,
                image: TableViewImage(source: source, description: words),
                fields: [Field("words", .text(words)), Field("url", .url(words))])
            let html = try write(
                cell,
                template: """
                    {{{label}}}<p title="{{title}}" class="{{fields.words}}" id="{{values.url}}">{{subtitle}}</p>
                    <img src="{{image.source}}" alt="{{image.description}}">{{#fields.url}}{{.}}{{/fields.url}}
                    """)
            return Skeleton(html)
        }
        let plain = try skeleton("plain")
        #expect(plain.faults == [])
        for words in PageEscapingTests.hostile {
            let skeleton = try skeleton(words)
            #expect(skeleton.faults == [] && skeleton.tags == plain.tags, "\(words)")
            for attribute in ["title", "class", "id", "alt"] {
                let value = skeleton.values.last { $0.attribute == attribute }?.value
                #expect(PageEscapingTests.areSame(value, PageEscapingTests.shown(words)), "\(attribute): \(words)")
            }
        }
    }
}
