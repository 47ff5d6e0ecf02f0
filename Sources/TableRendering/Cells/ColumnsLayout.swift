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
        if count > 0, row.section.rows.values[Int(record.start)].isData(in: rowMarkup.first) {
            span = separately(span) { $0.begin($0.rowMarkup.first, row.section.rows.value(at: row.index, 0)) }
        } else {
            span.raw(rowMarkup.first.start, of: rowMarkup.prepared)
            span.byte(0x3E)
        }
        if tools != nil { span = separately(span) { $0.editingControl(of: row) } }
        var label = Label.button
        if !record.link.isNone, record.isEnabled, !isLongRow,
            let (folder, link) = links.plainAddress(UnsafeRawBufferPointer(rebasing: utf8[record.link.range]))
        {
            span.raw("<a class=\"go\" href=\"")
            links.htmlBase.withUnsafeBytes { span.raw(UnsafeRawBufferPointer(rebasing: $0[..<folder])) }
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
        } else if hasLinks, record.link.isNone, let link = row.link(ofColumn: 0) {
            span = separately(span) { $0.begin(link) }
            label = .link
        } else {
            span = separately(span) { label = $0.beginLabel(of: row) }
        }
        if count > 0, !rowMarkup.first.quotesTexts, case .text(let text) = row.section.rows.values[Int(record.start)] {
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
        if isRecord { span = separately(span) { $0.type(of: row) } }
        for index in rowMarkup.columns.indices {
            let column = rowMarkup.columns[index]
            let value = index + 1 < count ? row.section.rows.values[Int(record.start) + index + 1] : .null
            if value.isData(in: column) || isRecord {
                span = separately(span) { $0.begin(column, row.section.rows.value(at: row.index, index + 1)) }
            } else {
                span.raw(column.start, of: rowMarkup.prepared)
                span.byte(0x3E)
            }
            guard index + 1 < count else {
                span = separately(span) { $0.value(.null) }
                continue
            }
            let link = hasLinks ? row.link(ofColumn: index + 1) : nil
            if let link { span = separately(span) { $0.begin(link) } }
            switch value {
            case .text(let text) where !column.quotesTexts && !isRecord: span = write(text, of: row, utf8, span)
            case .integer(let integer) where integer >= 0 && integer < column.plainEnd: span.integer(integer)
            default:
                span = separately(span) {
                    let value = row.section.rows.value(at: row.index, index + 1)
                    if $0.isRecord, value.isPicture { $0.picture(at: row.cell.link) }
                    $0.value(value, in: column)
                }
            }
            if let link { span = separately(span) { $0.end(link) } }
        }
        if tools != nil || (record.accessory != .none && record.accessory != .disclosure) {
            span = separately(span) { $0.tools(of: row) }
        }
        return span
    }

    /// Writes a picture that is a value of a record, above its size.
    private mutating func picture(at address: String?) {
        guard let address, SafeURL.isAllowedForImage(address) else { return }
        output.markup(#"<img class="value" src="\#(links.resolve(address))" alt="" loading="lazy">"#)
    }

    /// Writes the type of a record's column, which is the value after those that columns show.
    private mutating func type(of row: TableRow) {
        guard case .text(let type) = row.cell.fields.dropFirst(columns.count).first?.value, !type.isEmpty else {
            return
        }
        span("sub", text: type)
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

    /// Begins a link to the row of another table that a value refers to.
    private mutating func begin(_ link: TableLink) {
        output.raw("<a href=\"")
        address(link.url)
        output.byte(0x3E)
    }

    /// Ends the link of a value, and writes the title of the row that the value refers to.
    private mutating func end(_ link: TableLink) {
        output.raw("</a>")
        guard !link.title.isEmpty else { return }
        output.byte(0x20)
        span("ref", text: link.title)
    }

    /// Writes the title of the row that the first value refers to. The value itself leads to its own row.
    private mutating func reference(_ link: TableLink) {
        guard !link.title.isEmpty else { return }
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
        case let value: self.value(value, in: rowMarkup.first)
        }
    }

    /// Writes the tag of a cell, with its value if scripts cannot read it from the text.
    ///
    /// Scripts copy values, not texts. They read numbers in columns of numbers, but no number among other values, and no
    /// text that is rounded, filled up with zeros or translated.
    private mutating func begin(_ column: RowMarkup.Column, _ value: FieldValue) {
        let decimals = style(of: value, in: column).decimals
        let isTold =
            switch value {
            case .boolean: true
            case .integer: !column.isNumeric || decimals > 0
            case .decimal(let decimal):
                !column.isNumeric
                    || decimal.shownDigits().map { $0.places != decimals || !$0.isExact } ?? decimal.isFinite
            case .number(let digits): value.isNumber && (!column.isNumeric || digits.decimals != decimals)
            case .text, .json: isRecord && value.indented != nil
            default: false
            }
        output.raw(isTold ? column.bare : column.start, of: rowMarkup.prepared)
        if isTold { output.markup(#" data-v="\#(value.text)""#) }
        if let colour = column.heat?.colour(of: value) { output.markup(#" data-heat="\#(colour)""#) }
        output.byte(0x3E)
    }

    private func style(of value: FieldValue, in column: RowMarkup.Column) -> NumberStyle {
        column.numberStyle ?? NumberStyle(column.numberFormat, of: value)
    }

    /// Writes the content of a cell.
    private mutating func value(_ value: FieldValue, in column: RowMarkup.Column) {
        if isRecord, let text = value.indented {
            output.raw("<pre dir=\"ltr\">")
            self.text(text)
            output.raw("</pre>")
            return
        }
        guard case .text = value, column.quotesTexts else { return self.value(value, style(of: value, in: column)) }
        output.raw("<q>")
        self.value(value)
        output.raw("</q>")
    }

    /// Writes a row of values that is stored as a cell.
    mutating func columns(of row: TableRow) {
        let cell = row.cell
        let first = cell.fields.first?.value ?? .null
        begin(rowMarkup.first, first)
        editingControl(of: row)
        let label = beginLabel(of: row)
        rowHeading(first, of: row)
        end(label)
        if let link = row.link(ofColumn: 0) { reference(link) }
        for (index, column) in rowMarkup.columns.enumerated() {
            let value = index + 1 < cell.fields.count ? cell.fields[index + 1].value : .null
            begin(column, value)
            let link = row.link(ofColumn: index + 1)
            if let link { begin(link) }
            self.value(value, in: column)
            if let link { end(link) }
        }
        // The class of the row draws the mark.
        if row.tools != nil || cell.accessory != .disclosure { tools(of: row) }
    }
}

extension FieldValue {
    /// An array or an object in JSON with a line for each value; nil for other values, and for texts so long that they would
    /// be many times longer with indentation.
    fileprivate var indented: String? {
        switch self {
        case .text(let text) where text.utf8.count <= 32 << 10, .json(let text) where text.utf8.count <= 32 << 10:
            JSONReader.indented(text)
        default: nil
        }
    }
}

extension RowBatch.Value {
    /// Returns whether the tag of the cell may have to tell the value.
    @inline(__always)
    fileprivate func isData(in column: RowMarkup.Column) -> Bool {
        switch self {
        case .integer: !column.isNumeric || column.plainEnd == 0 || column.heat != nil
        case .decimal, .number, .boolean: true
        case .null, .text, .other: false
        }
    }
}
