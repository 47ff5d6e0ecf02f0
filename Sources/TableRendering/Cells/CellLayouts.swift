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

    /// The layout of that style, or that of `default` for one that has none.
    static func layout(of style: TableViewCell.Style) -> Layout {
        layouts[style] ?? LineLayout.default
    }
}
