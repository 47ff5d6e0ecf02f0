import Bytes
import CascadingTable
import TestSupport
import Testing

@testable import TableRendering

/// Tests that pages from a prerendered template equal the pages that the page template renders.
@TableActor
@Suite struct PrerenderedTemplateTests {
    private static let names = [
        "revision", "version", "query", "json", "previous", "next", "range", "rowCount", "heights",
    ]

    /// Returns templates that show every value in which pages differ, escaped and unescaped.
    private func templates(_ more: String = "") throws -> PageTemplates {
        let values = Self.names.map { "{{#\($0)}}\($0)={{\($0)}} {{{\($0)}}}{{/\($0)}}" }.joined(separator: "\n")
        return try PageTemplates([
            "page": "<{{title}}>\n\(values)\n{{#editing}}{{title}}: {{url}}{{/editing}}{{{table}}}\(values)\(more)",
            "error": "", "confirm": "", "edit": "", "content": "",
        ])
    }

    private func html() -> HTMLTableWriter {
        let tableView = TableView(title: "T", root: CascadingRootTableDelegate())
        var html = HTMLTableWriter(links: PageLinks(base: "/"))
        tableView.write(tableView.window(size: 1), to: &html)
        return html
    }

    private func shell(_ change: (inout PageTemplateContext) -> Void = { _ in }) -> PageTemplateContext {
        var shell = PageTemplateContext(html(), title: "T", breadcrumbs: [], tag: "t")
        change(&shell)
        return shell
    }

    private func text(_ shell: PageTemplateContext, by templates: PageTemplates) -> String {
        var table = html()
        templates.write(shell, around: &table)
        return table.output.text
    }

    /// Compares each page with the page that is rendered in full. A mark character in the title prevents prerendering.
    private func expectAlike(_ shells: [PageTemplateContext], _ more: String = "") throws {
        let templates = try templates(more)
        let character = "\u{F8E7}"
        for shell in shells {
            var whole = shell
            whole.title += character
            let expected = text(whole, by: templates).replacing(character, with: "")
            #expect(text(shell, by: templates) == expected)
        }
    }

    @Test func aShellIsRenderedOnceForAllItsPages() throws {
        var marked = shell { $0.range = "another" }
        _ = PrerenderedTemplate.Values(from: &marked)
        let shells = TemplateCache()
        #expect(shells.template(for: marked) == nil)
        shells.insert(try #require(PrerenderedTemplate(marked, before: { $0.range }, after: { $0.json })))
        #expect(shells.template(for: marked) != nil)
        marked.title = "Other"
        #expect(shells.template(for: marked) == nil)
    }

    @Test func thoseUsedLastAreKept() throws {
        let shells = TemplateCache()
        for number in 0..<65 {
            shells.insert(
                try #require(
                    PrerenderedTemplate(shell { $0.title = "\(number)" }, before: { _ in "" }, after: { _ in "" })))
            #expect(shells.template(for: shell { $0.title = "0" }) != nil)
        }
        #expect(shells.template(for: shell { $0.title = "1" }) == nil)
        #expect(shells.template(for: shell { $0.title = "2" }) != nil)
    }

    @Test func whatIsVeryLongIsNotKept() throws {
        let shells = TemplateCache(maxBytes: 64 * 8192)
        for (count, isKept) in [(8192, true), (8193, false)] {
            let shell = shell { $0.title = "\(count)" }
            shells.insert(
                try #require(
                    PrerenderedTemplate(
                        shell, before: { _ in String(repeating: "a", count: count) }, after: { _ in "" })))
            #expect((shells.template(for: shell) != nil) == isKept)
        }
    }

    @Test func valuesAreWrittenAsTheTemplateWould() throws {
        var random = SeededRandomNumberGenerator(seed: 7)
        let texts: [String?] = [
            nil, "", "a", "&", "&amp;", "<b>\"'", "é\u{301}", "\u{F8E0}", "\u{F8E2}&", "1–100 of 193",
        ]
        let shells = (0..<200).map { _ in
            shell { shell in
                func any() -> String? { texts.randomElement(using: &random) ?? nil }
                shell.revision = "\(random.next() % 1000)"
                shell.version = "t.\(shell.revision)"
                shell.query = any() ?? ""
                shell.json = any() ?? ""
                shell.previous = any()
                shell.next = any()
                shell.range = any() ?? ""
                shell.heights = any()
                shell.editing = any().map { .init(title: "Edit", url: $0) }
                shell.title = ["T", "\u{F8E0}", "\u{F8E5}12345678&"].randomElement(using: &random) ?? ""
            }
        }
        try expectAlike(shells)
    }

    @Test func aTemplateMayDoMoreThanShow() throws {
        let shells = ["1 of 2", "aB cD"].map { range in shell { $0.range = range } }
        for more in [
            "{{uppercased(range)}}", "{{lowercased(range)}}", "{{capitalized(range)}}", "{{reversed(range)}}",
            "{{#range}}{{.}}{{/range}}",
        ] {
            try expectAlike(shells, more)
        }
    }
}
