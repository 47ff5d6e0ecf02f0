import CascadingTable

/// A record: each field under the heading of its place, the first being what the row is known by.
enum ColumnsLayout {
    static let write: CellLayouts.Layout = { writer, row in
        let fields = row.cell.fields
        let count = max(writer.columns.count, 1)
        for index in 0..<count {
            let format = index < writer.columns.count ? writer.columns[index].numberFormat : .automatic
            let value = index < fields.count ? fields[index].value : .null
            if index == 0 {
                writer.output.raw("<th scope=\"row\"")
                writer.role("rowheader")
                writer.alignment(of: index)
                writer.editingControl(of: row)
                writer.label(of: row) { writer in
                    if case .null = value, row.cell.title != nil {
                        writer.title(of: row)
                    } else {
                        writer.plain(value, format)
                    }
                }
            } else {
                writer.output.raw("<td")
                writer.role("cell")
                writer.alignment(of: index)
                writer.value(value, format)
            }
            if index == count - 1 { writer.tools(of: row) }
            writer.output.raw(index == 0 ? "</th>" : "</td>")
        }
    }
}

extension HTMLTableWriter {
    fileprivate mutating func alignment(of index: Int) {
        let isTrailing = index < columns.count && columns[index].alignment == .trailing
        output.raw(isTrailing ? " class=\"num\">" : ">")
    }

    /// A value inside a link or a button, where there can be no other link.
    fileprivate mutating func plain(_ value: FieldValue, _ format: TableViewColumn.NumberFormat) {
        if case .url(let url, let title) = value { text(title ?? url) } else { self.value(value, format) }
    }
}
