import CascadingTable
import Testing

@testable import TableRendering

/// Cells of a style of their own, laid out by a template of that style.
@TableActor
@Suite struct CellTemplateTests {
    private static let style = TableViewCell.Style(rawValue: "post")

    private func sources(cell: String?) -> [String: String] {
        var sources = ["page": "{{title}}{{{table}}}", "error": "", "confirm": "", "edit": ""]
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
            style: Self.style, title: "<Title>", subtitle: "\"Sub\"", image: Image(source: "a.png", description: "A&B"),
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

    @Test func anImageThatMayNotBeLoadedIsNone() throws {
        var cell = cell
        cell.image = Image(source: "javascript:x")
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

    @Test func aTemplateWithoutALabelIsRefused() {
        #expect(throws: PageTemplates.Missing.self) { try PageTemplates(sources(cell: "<p>{{title}}</p>")) }
    }
}
