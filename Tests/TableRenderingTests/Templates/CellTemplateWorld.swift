import Bytes
import CascadingTable

@testable import TableRendering

/// Functions that create cells and write them by a template.
@TableActor
enum CellTemplateWorld {
    nonisolated static let full = TableViewCell(
        title: "Title", subtitle: "<Sub>", image: TableViewImage(source: "a.png", description: "A&B"),
        fields: [
            Field("price", .decimal(1234.5)), Field("range", "x<y"), Field("sold", true), Field("note", nil),
            Field("größe", "XL"),
        ])
    nonisolated static let bare = TableViewCell()

    nonisolated static func compiled(
        _ template: String, partials: [String: String] = [:]
    ) throws -> CellTemplate {
        try CellTemplate("cell-post", in: partials.merging(["cell-post": template]) { $1 })
    }

    /// Returns the output of a template for a cell.
    static func written(
        _ template: String, _ cell: TableViewCell, partials: [String: String] = [:], language: Language = .english
    ) throws -> String {
        var writer = HTMLTableWriter(links: PageLinks(base: "/t/"), language: language)
        try compiled(template, partials: partials).write(row(cell), to: &writer)
        return writer.output.text
    }

    /// Returns a row that cannot be selected, so that its label is short.
    static func row(_ cell: TableViewCell) -> TableRow {
        let row = CellRow(cell)
        row.isSelectable = false
        let section = CascadingSectionTableDelegate(childDelegates: [row])
        let tableView = TableView(title: "T", root: CascadingRootTableDelegate(childDelegates: [section]))
        var rows = Rows()
        tableView.write(tableView.window(size: 1), to: &rows)
        return rows.all[0]
    }

    private struct Rows: TableWriter {
        var all: [TableRow] = []

        mutating func beginTable(_ head: TableMetadata) {}
        mutating func beginSection(_ head: SectionHeader) {}
        mutating func row(_ row: TableRow) { all.append(row) }
        mutating func endSection(_ foot: SectionFooter) {}
        mutating func endTable() {}
        mutating func takeOutput() -> [UInt8] { [] }
    }
}
