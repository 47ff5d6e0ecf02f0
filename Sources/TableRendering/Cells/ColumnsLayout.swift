import CascadingTable

extension HTMLTableWriter {
    /// A record: each field under the heading of its place, the first being what the row is known by.
    mutating func columns(of row: TableRow) {
        let count = max(columns.count, 1)
        for index in 0..<count {
            let format = index < columns.count ? columns[index].numberFormat : .automatic
            let value = index < row.cell.fields.count ? row.cell.fields[index].value : .null
            if index == 0 {
                beginCell("<th scope=\"row\"", role: "rowheader", at: index)
                editingControl(of: row)
                let labelEnd = beginLabel(of: row)
                if case .null = value, row.cell.title != nil { title(of: row) } else { plain(value, format) }
                output.raw(labelEnd)
            } else {
                beginCell("<td", role: "cell", at: index)
                self.value(value, format)
            }
            if index == count - 1 { tools(of: row) }
            if index == 0 { output.raw("</th>") } else { output.raw("</td>") }
        }
    }

    @inline(__always)
    private mutating func beginCell(_ tag: StaticString, role name: StaticString, at index: Int) {
        output.raw(tag)
        role(name)
        if index < columns.count, columns[index].alignment == .trailing {
            output.raw(" class=\"num\">")
        } else {
            output.byte(0x3E)
        }
    }

    /// A value inside a link or a button, where there can be no other link.
    private mutating func plain(_ value: FieldValue, _ format: TableViewColumn.NumberFormat) {
        if case .url(let url, let title) = value { text(title ?? url) } else { self.value(value, format) }
    }
}
