import CascadingTable
import FoundationEssentials
import TableRendering

/// Writing a page of 100 records of five values, with nothing kept.
@TableActor
enum RenderingMeasurement {
    static func run() {
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
