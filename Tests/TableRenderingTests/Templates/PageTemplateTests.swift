import Bytes
import CascadingTable
import Foundation
import Testing

@testable import TableRendering

/// Tests the templates of pages, which the users of a server can replace.
@Suite struct PageTemplateTests {
    private func sources(page: String) -> [String: String] {
        [
            "page": page, "error": "", "confirm": "", "edit": "", "conflict": "", "plan": "", "content": "", "form": "",
            "columns": "",
        ]
    }

    private var values: TemplateValues {
        var values = TemplateValues(Language.english.words, title: "<T>")
        values[.url] = .text("/a")
        values[.text] = .text("")
        values[.isOn] = .flag(true)
        values[.isPaged] = .flag(false)
        values[.errors] = .list([])
        values[.messages] = .list([.text("1"), .text("&")])
        values[.entries] = .list([.link("A", to: "/1"), .values([.title: .text("B")])])
        values[.sort] = .values([.query: .text("?a")])
        return values
    }

    @Test(
        arguments: [
            ("[{{title}} {{{title}}} {{&title}}]", "[&lt;T&gt; <T> <T>]"),
            ("[{{words.next}} {{words.nothing}} {{nothing.words}}]", "[Next  ]"), ("[{{title.x}}{{words}}]", "[]"),
            ("[{{#isOn}}a{{/isOn}}{{^isOn}}b{{/isOn}}]", "[a]"),
            ("[{{#isPaged}}a{{/isPaged}}{{^isPaged}}b{{/isPaged}}]", "[b]"),
            ("[{{#errors}}a{{/errors}}{{^errors}}b{{/errors}}]", "[b]"), ("[{{#missing}}a{{/missing}}]", "[]"),
            ("[{{#url}}<{{.}}>{{/url}}]", "[</a>]"), ("[{{#text}}a{{/text}}]", "[a]"),
            ("[{{#messages}}{{.}},{{/messages}}]", "[1,&amp;,]"),
            ("[{{#entries}}{{title}}:{{url}} {{/entries}}]", "[A:/1 B:/a ]"),
            ("[{{#entries}}{{#messages}}{{title}}{{.}} {{/messages}}{{/entries}}]", "[A1 A&amp; B1 B&amp; ]"),
            ("[{{#sort}}{{title}}{{query}}{{/sort}}{{query}}]", "[&lt;T&gt;?a]"),
            ("[{{#isOn}}{{^isPaged}}{{#url}}x{{/url}}{{/isPaged}}{{/isOn}}]", "[x]"),
            ("[{{! all {{ this }}]", "[]"), ("[{{> _part}}]", "[&lt;T&gt;!]"),
            ("a\n{{#messages}}\n  {{.}}\n{{/messages}}\nb", "a\n  1\n  &amp;\nb"),
        ])
    func `A template shows the values of its page`(template: String, expected: String) throws {
        var sources = sources(page: "{{{table}}}")
        sources["error"] = template
        sources["_part"] = "{{title}}!"
        let output = try PageTemplates(sources).render(.error, values)
        #expect(String(decoding: output, as: UTF8.self) == expected)
    }

    @TableActor
    @Test(
        arguments: [
            ("<{{title}}>{{{table}}}</{{title}}>", "<&lt;T&gt;>", "</&lt;T&gt;>"), ("{{{table}}}", "", ""),
            ("{{#messages}}{{.}}{{/messages}}{{{ table }}}{{#isPaged}}a{{/isPaged}}", "1&amp;", ""),
            ("a{{&table}}b", "a", "b"),
        ])
    func `The table stands where the template says`(template: String, before: String, after: String) throws {
        let tableView = TableView(title: "T", root: CascadingRootTableDelegate())
        var html = HTMLTableWriter(links: PageLinks(base: "/"))
        tableView.write(tableView.window(size: 1), to: &html)
        let table = html.output.text
        try PageTemplates(sources(page: template)).write(values, around: &html)
        #expect(html.output.text == before + table + after)
    }

    @Test func `What a page cannot have is told with its place`() {
        for (template, message) in [
            ("a\n{{#open}}{{{table}}}", "page.mustache, line 2: {{#open}} is never closed: {{/open}} is missing."),
            ("{{{table}}}\n\n{{> _none}}", "page.mustache, line 3: _none.mustache does not exist."),
            ("{{=<% %>=}}{{{table}}}", "page.mustache, line 1: Unknown tag {{=."),
            ("{{table}}", "page.mustache has no {{{table}}}. Add it where the table belongs."),
        ] {
            #expect {
                try PageTemplates(sources(page: template))
            } throws: {
                "\($0)".hasPrefix(message)
            }
        }
        #expect {
            try PageTemplates(["page": "{{{table}}}"])
        } throws: {
            "\($0)".hasPrefix("A template is missing. Required: page.mustache, error.mustache,")
        }
    }
}
