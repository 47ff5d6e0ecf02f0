import CascadingTable
import FoundationEssentials
import TableRendering

/// Writing pages of 100 rows, with nothing kept.
@TableActor
enum RenderingMeasurement {
    static func run() throws {
        records()
        try templates()
    }

    private static func records() {
        let section = CascadingSectionTableDelegate(childDelegates: (1...100).map(RecordRow.init))
        section.columns = ["id", "name", "amount", "price", "day"].map { TableViewColumn($0) }
        let tableView = TableView(title: "Facts", root: CascadingRootTableDelegate(childDelegates: [section]))
        let window = tableView.window(size: 100)
        let links = PageLinks(base: "/facts/")
        let runs = 200
        Measure.report(
            "100 records of 5 values to JSON",
            1e6
                * Measure.seconds {
                    for _ in 0..<runs {
                        var writer = JSONTableWriter(links: links)
                        tableView.write(window, to: &writer)
                    }
                } / Double(runs), "µs")
        Measure.report(
            "100 records of 5 values to HTML",
            1e6
                * Measure.seconds {
                    for _ in 0..<runs {
                        var writer = HTMLTableWriter(links: links)
                        tableView.write(window, to: &writer)
                    }
                } / Double(runs), "µs")
        Measure.report(
            "asking for them without writing",
            1e6
                * Measure.seconds {
                    for _ in 0..<runs {
                        var writer = Silence()
                        tableView.write(window, to: &writer)
                    }
                } / Double(runs), "µs")
    }

    /// The same cell by a layout in Swift and by a template.
    private static func templates() throws {
        let templates = try PageTemplates([
            "page": "{{{table}}}", "error": "", "confirm": "", "edit": "",
            "cell-product": """
            {{#image}}<img src="{{source}}" alt="{{description}}" loading="lazy">{{/image}}\
            <div class="text">{{{label}}}<span class="sub">{{subtitle}}</span></div>\
            <div class="fields"><span><span class="sub">price</span> {{fields.price}}</span>\
            <span><span class="sub">origin</span> {{fields.origin}}</span></div>
            """,
        ])
        let runs = 200
        let seconds = [TableViewCell.Style.subtitle, TableViewCell.Style(rawValue: "product")].map { style in
            let rows = (1...100).map { ProductRow($0, style) }
            let section = CascadingSectionTableDelegate(childDelegates: rows)
            let tableView = TableView(title: "Products", root: CascadingRootTableDelegate(childDelegates: [section]))
            let window = tableView.window(size: 100)
            return Measure.seconds {
                for _ in 0..<runs {
                    var writer = HTMLTableWriter(links: PageLinks(base: "/products/"), templates: templates)
                    tableView.write(window, to: &writer)
                }
            } / Double(runs)
        }
        Measure.report("100 subtitles with an image and 2 fields to HTML", 1e6 * seconds[0], "µs")
        Measure.report("the same by a template, cell-STYLE.mustache", 1e6 * seconds[1], "µs")
        Measure.report("a template compared to what is built in", seconds[1] / seconds[0], "times")
    }

    private final class ProductRow: CascadingBareTableDelegate {
        private let cell: TableViewCell
        private let name: String

        init(_ number: Int, _ style: TableViewCell.Style) {
            name = "\(number)"
            cell = TableViewCell(
                style: style, title: "Product number \(number)", subtitle: "What is said below the title of it",
                image: Image(source: "pictures/\(number).jpg", description: "A picture"),
                fields: [
                    Field("price", .decimal(Double(number * 104_729 % 1_000_000) / 100)), Field("origin", "Sumatra"),
                ])
            super.init()
        }

        override var identifier: String { name }

        override func tableView(_ tableView: TableView, cellForRowAt indexPath: IndexPath) -> TableViewCell { cell }
    }

    private struct Silence: TableWriter {
        mutating func beginTable(_ head: TableHead) {}
        mutating func beginSection(_ head: SectionHead) {}
        mutating func row(_ row: TableRow) {}
        mutating func endSection(_ foot: SectionFoot) {}
        mutating func endTable() {}
    }

    private final class RecordRow: CascadingBareTableDelegate {
        private let cell: TableViewCell
        private let name: String

        init(_ number: Int) {
            name = "\(number)"
            cell = TableViewCell(
                style: .columns, title: name,
                fields: [
                    Field("id", .integer(Int64(number))), Field("name", .text("Fact number \(number)")),
                    Field("amount", .integer(Int64(number * 7919 % 100_000))),
                    Field("price", .decimal(Double(number * 104_729 % 1_000_000) / 100)),
                    Field("day", .text("2001-05-17")),
                ], accessory: .disclosure, link: "row/\(number)/")
            super.init()
        }

        override var identifier: String { name }

        override func tableView(_ tableView: TableView, cellForRowAt indexPath: IndexPath) -> TableViewCell { cell }
    }
}
