import CascadingTable

/// Chooses the layout for each cell style.
enum CellTemplates {
    /// Writes a cell that spans the table, from the end of the `<tr>` tag to before `</tr>`.
    ///
    /// The layout or template of the cell's style is used; without one, the layout of `default`.
    static func write(_ row: TableRow, to writer: inout HTMLTableWriter) {
        switch row.cell.style.rawValue {
        case "default": writer.line("cell", row)
        case "subtitle": writer.line("cell subtitle", row)
        case "value1": writer.line("cell value1", row)
        case "value2": writer.line("cell value2", row)
        default:
            guard let template = writer.templates?.cells[row.cell.style] else {
                writer.unknownStyles.insert(row.cell.style.rawValue)
                return writer.line("cell", row)
            }
            writer.beginWideCell("cell custom", of: row)
            template.write(row, to: &writer)
            writer.endWideCell()
        }
    }
}

extension TableViewCell.Style {
    /// A Boolean value that indicates whether the style is `columns`. Comparing with the static property would retain
    /// its name.
    @inline(__always)
    var isColumns: Bool { rawValue == "columns" }

    /// A Boolean value that indicates whether the style has a layout in every format.
    @inline(__always)
    var isBuiltIn: Bool {
        switch rawValue {
        case "columns", "default", "subtitle", "value1", "value2": true
        default: false
        }
    }
}
