import Bytes
import CascadingTable

/// The layout of rows with columns. The first value names the row.
extension HTMLTableWriter {
    /// Writes a row of values.
    @inline(__always)
    mutating func columns(
        of row: TableRow, _ record: RowBatch.Row, _ utf8: UnsafeRawBufferPointer, _ identifier: UnsafeRawBufferPointer,
        _ span: consuming ByteWriter.OutputSpan
    ) -> ByteWriter.OutputSpan {
        let count = row.section.rows.fieldNames.count
        let tools = row.tools
        let hasLinks = !row.section.links.isEmpty
        span.raw(rowMarkup.first, of: rowMarkup.prepared)
        if tools != nil { span = separately(span) { $0.editingControl(of: row) } }
        var label = Label.button
        if !record.link.isNone, record.isEnabled, !isLongRow, let link = links.plainLink(utf8, record.link) {
            span.raw("<a class=\"go\" href=\"")
            span.raw(links.htmlBase)
            span.raw(link)
            if !links.rowPageQuery.isEmpty { span.raw(links.rowPageQuery) }
            span.raw("\">")
            label = .link
        } else if record.link.isNone, record.isSelectable, row.marks.rawValue == 0 {
            // Most rows have a button that selects them.
            span.raw(rowMarkup.select, of: rowMarkup.prepared)
            span.path(row.place)
            span.raw("\" name=\"id\" value=\"")
            span = write(identifier, span, HTMLContext.self)
            span.raw("\">")
        } else {
            span = separately(span) { label = $0.beginLabel(of: row) }
        }
        if count > 0, case .text(let text) = row.section.rows.values[Int(record.start)] {
            span = write(text, of: row, utf8, span)
        } else {
            span = separately(span) { $0.rowHeading(of: row) }
        }
        switch label {
        case .link: span.raw("</a>")
        case .button: span.raw("</button>")
        case .text: span.raw("</span>")
        }
        if hasLinks, let link = row.link(ofColumn: 0) { span = separately(span) { $0.reference(link) } }
        for index in rowMarkup.columns.indices {
            span.raw(rowMarkup.columns[index].start, of: rowMarkup.prepared)
            let format = rowMarkup.columns[index].numberFormat
            guard index + 1 < count else {
                span = separately(span) { $0.value(.null) }
                continue
            }
            if hasLinks, let link = row.link(ofColumn: index + 1) {
                span = separately(span) {
                    $0.reference(link, row.section.rows.value(at: row.index, index + 1), format)
                }
                continue
            }
            switch row.section.rows.values[Int(record.start) + index + 1] {
            case .text(let text): span = write(text, of: row, utf8, span)
            case .integer(let integer) where integer.isPlain(format): span.integer(integer)
            default: span = separately(span) { $0.value(row.section.rows.value(at: row.index, index + 1), format) }
            }
        }
        if record.accessory == .disclosure, tools == nil {
            span.raw(Self.disclosure)
        } else if tools != nil || record.accessory != .none {
            span = separately(span) { $0.tools(of: row) }
        }
        if rowMarkup.columns.isEmpty { span.raw("</th>") } else { span.raw("</td>") }
        return span
    }

    static var disclosure: StaticString { "<span class=\"disclosure\" aria-hidden=\"true\"></span>" }

    /// Writes a text of the batch. Short ASCII texts, which are the most, take a fast path.
    @inline(__always)
    private mutating func write(
        _ text: RowBatch.Text, of row: TableRow, _ utf8: UnsafeRawBufferPointer, _ span: consuming ByteWriter.OutputSpan
    ) -> ByteWriter.OutputSpan {
        let bytes = UnsafeRawBufferPointer(rebasing: utf8[text.range])
        if bytes.count <= maxTextLength, direction == .leftToRight, !isLongRow {
            let start = span.place
            let isLong = bytes.count >= longTextSize
            if isLong { span.raw("<bdi>") }
            if span.escaped(bytes, HTMLContext.self) {
                if isLong { span.raw("</bdi>") }
                return span
            }
            span.truncate(to: start)
        }
        return separately(span) { $0.text(row.section.rows.string(text) ?? "") }
    }

    /// Writes a value as a link to the row of another table that it refers to, with the title of that row beside it.
    private mutating func reference(_ link: TableLink, _ value: FieldValue, _ format: TableViewColumn.NumberFormat) {
        guard SafeURL.isAllowed(link.url) else { return self.value(value, format) }
        output.raw("<a href=\"")
        address(link.url)
        output.byte(0x3E)
        self.value(value, format)
        output.raw("</a>")
        if !link.title.isEmpty {
            output.byte(0x20)
            span("ref", text: link.title)
        }
    }

    /// Writes the title of the row that the first value refers to. The value itself leads to its own row.
    private mutating func reference(_ link: TableLink) {
        guard !link.title.isEmpty, SafeURL.isAllowed(link.url) else { return }
        output.raw(" <a class=\"ref\" href=\"")
        address(link.url)
        output.byte(0x3E)
        text(link.title)
        output.raw("</a>")
    }

    private mutating func rowHeading(of row: TableRow) {
        let rows = row.section.rows
        rowHeading(rows.fieldNames.isEmpty ? .null : rows.value(at: row.index, 0), of: row)
    }

    private mutating func rowHeading(_ value: FieldValue, of row: TableRow) {
        switch value {
        // HTML allows no link inside a link or a button.
        case .url(let url, let title): text(title ?? url)
        case .null where row.cell.shownTitle != nil: title(of: row)
        case let value: self.value(value, rowMarkup.numberFormat)
        }
    }

    /// Writes a row of values that is stored as a cell.
    mutating func columns(of row: TableRow) {
        let cell = row.cell
        output.raw(rowMarkup.first, of: rowMarkup.prepared)
        editingControl(of: row)
        let label = beginLabel(of: row)
        rowHeading(cell.fields.first?.value ?? .null, of: row)
        end(label)
        if let link = row.link(ofColumn: 0) { reference(link) }
        for (index, column) in rowMarkup.columns.enumerated() {
            output.raw(column.start, of: rowMarkup.prepared)
            let value = index + 1 < cell.fields.count ? cell.fields[index + 1].value : .null
            if let link = row.link(ofColumn: index + 1) {
                reference(link, value, column.numberFormat)
            } else {
                self.value(value, column.numberFormat)
            }
        }
        tools(of: row)
        output.raw(rowMarkup.columns.isEmpty ? "</th>" : "</td>")
    }
}
