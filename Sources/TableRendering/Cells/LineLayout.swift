import CascadingTable

/// UIKit's four styles: one cell as wide as the table, with an image, a title, a subtitle and an accessory.
enum LineLayout {
    static let `default`: CellLayouts.Layout = { $0.line("cell", $1) }
    static let subtitle: CellLayouts.Layout = { $0.line("cell subtitle", $1) }
    static let value1: CellLayouts.Layout = { $0.line("cell value1", $1) }
    static let value2: CellLayouts.Layout = { $0.line("cell value2", $1) }
}

extension HTMLTableWriter {
    fileprivate mutating func line(_ name: StaticString, _ row: TableRow) {
        output.raw("<th scope=\"row\"")
        role("rowheader")
        columnSpan()
        output.raw("><div class=\"")
        output.raw(name)
        output.raw("\">")
        editingControl(of: row)
        image(row.cell.image)
        output.raw("<div class=\"text\">")
        label(of: row) { $0.title(of: row) }
        if let subtitle = row.cell.subtitle { span("sub", text: subtitle) }
        output.raw("</div>")
        fields(row.cell.fields)
        tools(of: row)
        output.raw("</div></th>")
    }
}
