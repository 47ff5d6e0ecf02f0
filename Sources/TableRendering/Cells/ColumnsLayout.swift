import CascadingTable

extension HTMLTableWriter {
    /// A record: each field under the heading of its place, the first being what the row is known by.
    mutating func columns(of row: TableRow) {
        output.raw(pieces.first, of: pieces.prepared)
        if row.tools != nil { editingControl(of: row) }
        let label = beginLabel(of: row)
        rowHeading(of: row)
        end(label)
        for index in pieces.columns.indices {
            output.raw(pieces.columns[index].start, of: pieces.prepared)
            value(of: row, at: index + 1, pieces.columns[index].numberFormat)
        }
        tools(of: row)
        output.raw(pieces.columns.isEmpty ? "</th>" : "</td>")
    }

    /// The first field, as it stands inside a link or a button, where there can be no other link; the row's title where
    /// there is no value.
    @inline(__always)
    private mutating func rowHeading(of row: TableRow) {
        if !row.cell.fields.isEmpty {
            if plainText(row.cell.fields[0].value.shortText) { return }
            if case .text(let text) = row.cell.fields[0].value { return self.text(text) }
        }
        switch row.cell.fields.first?.value ?? .null {
        case .url(let url, let title): text(title ?? url)
        case .null where row.cell.title != nil: title(of: row)
        case let value: self.value(value, pieces.numberFormat)
        }
    }

    /// The field of that place; short texts and integers, as most are, without a copy of the field.
    @inline(__always)
    private mutating func value(of row: TableRow, at index: Int, _ format: TableViewColumn.NumberFormat) {
        guard index < row.cell.fields.count else { return value(.null) }
        // One case at a time: a switch would copy the value and destroy the copy, whichever it is.
        if plainText(row.cell.fields[index].value.shortText) { return }
        if case .text(let text) = row.cell.fields[index].value { return self.text(text) }
        if case .integer(let integer) = row.cell.fields[index].value {
            return output.integer(integer, in: words.language, format)
        }
        value(row.cell.fields[index].value, format)
    }
}
