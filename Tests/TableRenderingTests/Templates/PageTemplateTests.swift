import Bytes
import CascadingTable
import Foundation
import Testing

@testable import TableRendering

/// Tests the templates of pages, which the users of a server can replace.
@Suite struct PageTemplateTests {
    private func sources(page: String) -> [String: String] {
        ["page": page, "error": "", "confirm": "", "edit": "", "content": ""]
    }

    private var values: TemplateValues {
        var values = TemplateValues(Words(.english), title: "<T>")
        values["url"] = .text("/a")
        values["empty"] = .text("")
        values["yes"] = .flag(true)
        values["no"] = .flag(false)
        values["none"] = .list([])
        values["texts"] = .list([.text("1"), .text("&")])
        values["links"] = .list([.link("A", to: "/1"), .texts(["title": "B"])])
        values["export"] = .texts(["query": "?a"])
        return values
    }

    @Test(
        arguments: [
            ("[{{title}} {{{title}}} {{&title}}]", "[&lt;T&gt; <T> <T>]"),
            ("[{{words.next}} {{words.nothing}} {{nothing.words}}]", "[Next  ]"), ("[{{title.x}}{{words}}]", "[]"),
            ("[{{#yes}}a{{/yes}}{{^yes}}b{{/yes}}]", "[a]"), ("[{{#no}}a{{/no}}{{^no}}b{{/no}}]", "[b]"),
            ("[{{#none}}a{{/none}}{{^none}}b{{/none}}]", "[b]"), ("[{{#missing}}a{{/missing}}]", "[]"),
            ("[{{#url}}<{{.}}>{{/url}}]", "[</a>]"), ("[{{#empty}}a{{/empty}}]", "[a]"),
            ("[{{#texts}}{{.}},{{/texts}}]", "[1,&amp;,]"),
            ("[{{#links}}{{title}}:{{url}} {{/links}}]", "[A:/1 B:/a ]"),
            ("[{{#links}}{{#texts}}{{title}}{{.}} {{/texts}}{{/links}}]", "[A1 A&amp; B1 B&amp; ]"),
            ("[{{#export}}{{title}}{{query}}{{/export}}{{query}}]", "[&lt;T&gt;?a]"),
            ("[{{#yes}}{{^no}}{{#url}}x{{/url}}{{/no}}{{/yes}}]", "[x]"),
            ("[{{! all {{ this }}]", "[]"), ("[{{> _part}}]", "[&lt;T&gt;!]"),
            ("a\n{{#texts}}\n  {{.}}\n{{/texts}}\nb", "a\n  1\n  &amp;\nb"),
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
            ("{{#texts}}{{.}}{{/texts}}{{{ table }}}{{#no}}a{{/no}}", "1&amp;", ""), ("a{{&table}}b", "a", "b"),
        ])
    func `The table stands where the template says`(template: String, before: String, after: String) throws {
        let tableView = TableView(title: "T", root: CascadingRootTableDelegate())
        var html = HTMLTableWriter(links: PageLinks(base: "/"))
        tableView.write(tableView.window(size: 1), to: &html)
        let table = html.output.text
        let start = try PageTemplates(sources(page: template)).write(values, around: &html)
        #expect(html.output.text == before + table + after)
        #expect(start == before.utf8.count)
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
