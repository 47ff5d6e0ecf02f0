import CascadingTable

/// Which layout writes which style of cell.
enum CellTemplates {
    /// Writes the cell of a row that is no record, from the end of the tag of `<tr>` to before `</tr>`, in its style's
    /// layout or template; in that of `default` where there is none.
    static func write(_ row: TableRow, to writer: inout HTMLTableWriter) {
        switch row.cell.style.rawValue {
        case "default": writer.line("cell", row)
        case "subtitle": writer.line("cell subtitle", row)
        case "value1": writer.line("cell value1", row)
        case "value2": writer.line("cell value2", row)
        default:
            guard let template = writer.templates?.cells[row.cell.style] else { return writer.line("cell", row) }
            writer.beginWideCell("cell custom", of: row)
            template.write(row, to: &writer)
            writer.endWideCell(of: row)
        }
    }
}

extension TableViewCell.Style {
    /// Whether it is `columns`, whose name would be retained to be compared with.
    @inline(__always)
    var isColumns: Bool { rawValue == "columns" }

    /// Whether it is one that every writer knows.
    @inline(__always)
    var isBuiltIn: Bool {
        switch rawValue {
        case "columns", "default", "subtitle", "value1", "value2": true
        default: false
        }
    }
}
