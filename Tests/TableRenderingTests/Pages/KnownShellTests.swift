import CascadingTable
import Testing

@testable import TableRendering

/// A page that has the shell of the page before is what it would be with one of its own.
@TableActor
@Suite struct KnownShellTests {
    /// What pages may differ in.
    private struct Around {
        var title = "T"
        var breadcrumbs = [TableLink("Up", url: "../")]
        var tag = "t"
        var language = Language.english
        var links = PageLinks(base: "/")
        var indexTitle: String?
        var change: @TableActor (TableView) -> Void = { _ in }
    }

    private let templates: PageTemplates
    /// Those of a view, which stay.
    private let links = PageLinks(base: "/", query: "a=b", editing: "/?_edit=1", json: "/table.json?a=b")

    init() throws {
        templates = try PageTemplates([
            "page": """
            {{title}} {{language}} {{tableLanguage}} {{version}} {{revision}} {{query}} {{json}} {{range}} {{heights}}
            {{#breadcrumbs}}{{title}}:{{url}} {{/breadcrumbs}}{{#editing}}{{title}} {{url}} {{/editing}}{{refresh}}
            {{#heights}}heights {{.}}{{/heights}}{{{table}}}{{version}}
            """,
            "error": "", "confirm": "", "edit": "",
        ])
    }

    private final class Row: CascadingBareTableDelegate {
        var height: Height = .automatic

        override func tableView(_ tableView: TableView, heightForRowAt indexPath: IndexPath) -> Height { height }
    }

    /// The page by itself, and as the one after another.
    private func pages(_ around: Around, after before: KnownShell?) -> (own: Made, next: Made?) {
        let row = Row()
        let section = CascadingSectionTableDelegate(childDelegates: [row])
        section.indexTitle = around.indexTitle
        let tableView = TableView(
            title: around.title, root: CascadingRootTableDelegate(childDelegates: [section]))
        around.change(tableView)
        if tableView.appearance.density == .compact { row.height = 30 }
        func writer() -> HTMLTableWriter {
            var writer = HTMLTableWriter(links: around.links, language: around.language)
            tableView.write(tableView.window(size: 1), to: &writer)
            return writer
        }
        var own = writer()
        var next = writer()
        let shell = PageShell(own, title: around.title, breadcrumbs: around.breadcrumbs, tag: around.tag)
        let origin = KnownShell.Origin(
            own, title: around.title, breadcrumbs: around.breadcrumbs, tag: around.tag)
        let page = templates.write(shell, from: origin, around: &own)
        let nextPage = templates.write(
            before, title: around.title, breadcrumbs: around.breadcrumbs, tag: around.tag, around: &next)
        return (
            Made(page: page, bytes: own.output.bytes), nextPage.map { Made(page: $0, bytes: next.output.bytes) }
        )
    }

    private struct Made {
        var page: PageTemplates.Page
        var bytes: [UInt8]
    }

    @Test func theNextPageHasTheShellOfTheOneBefore() throws {
        var around = Around()
        around.links = links
        let before = try #require(pages(around, after: nil).own.page.shell)
        for change: @TableActor (TableView) -> Void in [
            { _ in }, { $0.reloadData() }, { $0.appearance.style = .grid },
            {
                $0.reloadData(); $0.appearance.style = .insetGrouped
            },
        ] {
            around.change = change
            let (own, next) = pages(around, after: before)
            #expect(next?.bytes == own.bytes)
            #expect(next?.page.stamps == own.page.stamps)
            #expect(next?.page.tableOffset == own.page.tableOffset)
            #expect(next?.page.shell === before)
        }
    }

    /// By which the page after that is written where it stays.
    @Test func theNextPageTellsWhereItsTableBegins() throws {
        var around = Around()
        around.links = links
        let before = try #require(pages(around, after: nil).own.page.shell)
        around.change = { for _ in 0..<100 { $0.reloadData() } }
        let next = try #require(pages(around, after: before).next)
        let shell = try #require(next.page.shell)
        #expect(shell.tableOffset == next.page.tableOffset && shell.tableOffset != before.tableOffset)
        #expect(String(decoding: next.bytes.dropFirst(shell.tableOffset), as: UTF8.self).hasPrefix("<table"))
        #expect(pages(around, after: shell).next?.page.shell === shell)
    }

    @Test func whatIsAroundAnotherPageIsMadeForIt() throws {
        var around = Around()
        around.links = links
        let before = try #require(pages(around, after: nil).own.page.shell)
        let changes: [@TableActor (inout Around) -> Void] = [
            { $0.title = "U" }, { $0.breadcrumbs = [] }, { $0.tag = "u" }, { $0.language = .german },
            { $0.links = PageLinks(base: "/", query: "a=c") }, { $0.change = { $0.language = "fr" } },
            { $0.change = { $0.appearance.showsEditButton = true } }, { $0.change = { $0.refreshHandler = { _ in } } },
            { $0.change = { $0.appearance.density = .compact } },
        ]
        for (index, change) in changes.enumerated() {
            var other = around
            change(&other)
            let (own, next) = pages(other, after: before)
            #expect(next == nil, "\(index)")
            #expect(own.page.shell != nil && own.page.shell !== before)
        }
        #expect(pages(around, after: nil).next == nil)
    }

    @Test func aShellWithMoreIsMadeForEachPage() throws {
        var around = Around()
        around.links = PageLinks(base: "/", arranging: QueryLinks(TableQuery()))
        #expect(pages(around, after: nil).own.page.shell == nil)
        around.links = links
        let before = pages(around, after: nil).own.page.shell
        around.indexTitle = "A"
        let (own, next) = pages(around, after: before)
        #expect(before != nil && own.page.shell == nil && next == nil)
        around.indexTitle = nil
        around.title = "\u{F8E3}"
        #expect(pages(around, after: nil).own.page.shell == nil)
    }
}
