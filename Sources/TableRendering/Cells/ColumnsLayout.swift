import CascadingTable

extension HTMLTableWriter {
    /// A record: each field under the heading of its place, the first being what the row is known by.
    mutating func columns(of row: TableRow) {
        let count = max(columns.count, 1)
        for index in 0..<count {
            let format = index < columns.count ? columns[index].numberFormat : .automatic
            let value = index < row.cell.fields.count ? row.cell.fields[index].value : .null
            if index == 0 {
                output.raw("<th scope=\"row\"")
                role("rowheader")
                alignment(of: index)
                editingControl(of: row)
                let labelEnd = beginLabel(of: row)
                if case .null = value, row.cell.title != nil { title(of: row) } else { plain(value, format) }
                output.raw(labelEnd)
            } else {
                output.raw("<td")
                role("cell")
                alignment(of: index)
                self.value(value, format)
            }
            if index == count - 1 { tools(of: row) }
            output.raw(index == 0 ? "</th>" : "</td>")
        }
    }

    private mutating func alignment(of index: Int) {
        let isTrailing = index < columns.count && columns[index].alignment == .trailing
        output.raw(isTrailing ? " class=\"num\">" : ">")
    }

    /// A value inside a link or a button, where there can be no other link.
    private mutating func plain(_ value: FieldValue, _ format: TableViewColumn.NumberFormat) {
        if case .url(let url, let title) = value { text(title ?? url) } else { self.value(value, format) }
    }
}
