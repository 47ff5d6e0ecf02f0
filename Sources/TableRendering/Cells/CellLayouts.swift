import CascadingTable

/// Which layout writes which style of cell.
enum CellLayouts {
    /// Writes the cells of one row, between `<tr>` and `</tr>`.
    typealias Layout = @Sendable (inout HTMLTableWriter, TableRow) -> Void

    private static let layouts: [TableViewCell.Style: Layout] = [
        .default: LineLayout.default,
        .subtitle: LineLayout.subtitle,
        .value1: LineLayout.value1,
        .value2: LineLayout.value2,
        .columns: ColumnsLayout.write,
    ]

    /// Writes the row in its style's layout; in that of `default` where there is none.
    static func write(_ row: TableRow, to writer: inout HTMLTableWriter) {
        if let layout = layouts[row.cell.style] { return layout(&writer, row) }
        if !TemplateLayout.write(&writer, row) { LineLayout.default(&writer, row) }
    }

    /// Whether the style is one that every writer knows.
    static func isBuiltIn(_ style: TableViewCell.Style) -> Bool { layouts[style] != nil }
}
