import Bytes
import CascadingTable

/// The layout of rows with columns. The first value names the row.
extension HTMLTableWriter {
    /// Writes a row of values.
    @inline(__always)
    mutating func columns(
        of row: TableRow, _ record: RowBatch.Row, _ utf8: UnsafeRawBufferPointer, _ identifier: UnsafeRawBufferPointer,
        _ room: consuming ByteWriter.Room
    ) -> ByteWriter.Room {
        let count = row.section.rows.fieldNames.count
        let tools = row.tools
        room.raw(pieces.first, of: pieces.prepared)
        if tools != nil { room = aside(room) { $0.editingControl(of: row) } }
        var label = Label.button
        if !record.link.isNone, record.isEnabled, !isLongRow, let link = links.plainLink(utf8, record.link) {
            room.raw("<a class=\"go\" href=\"")
            room.raw(links.htmlBase)
            room.raw(link)
            room.raw("\">")
            label = .link
        } else if record.link.isNone, record.isSelectable, row.marks.rawValue == 0 {
            // Most rows have a button that selects them.
            room.raw(pieces.select, of: pieces.prepared)
            room.path(row.place)
            room.raw("\" name=\"id\" value=\"")
            room = write(identifier, room, HTMLContext.self)
            room.raw("\">")
        } else {
            room = aside(room) { label = $0.beginLabel(of: row) }
        }
        if count > 0, case .text(let text) = row.section.rows.values[Int(record.start)] {
            room = write(text, of: row, utf8, room)
        } else {
            room = aside(room) { $0.rowHeading(of: row) }
        }
        switch label {
        case .link: room.raw("</a>")
        case .button: room.raw("</button>")
        case .text: room.raw("</span>")
        }
        for index in pieces.columns.indices {
            room.raw(pieces.columns[index].start, of: pieces.prepared)
            let format = pieces.columns[index].numberFormat
            guard index + 1 < count else {
                room = aside(room) { $0.value(.null) }
                continue
            }
            switch row.section.rows.values[Int(record.start) + index + 1] {
            case .text(let text): room = write(text, of: row, utf8, room)
            case .integer(let integer) where integer.isPlain(format): room.integer(integer)
            default: room = aside(room) { $0.value(row.section.rows.value(at: row.index, index + 1), format) }
            }
        }
        if record.accessory == .disclosure, tools == nil {
            room.raw(Self.disclosure)
        } else if tools != nil || record.accessory != .none {
            room = aside(room) { $0.tools(of: row) }
        }
        if pieces.columns.isEmpty { room.raw("</th>") } else { room.raw("</td>") }
        return room
    }

    static var disclosure: StaticString { "<span class=\"disclosure\" aria-hidden=\"true\"></span>" }

    /// Writes a text of the batch. Short ASCII texts, which are the most, take a fast path.
    @inline(__always)
    private mutating func write(
        _ text: RowBatch.Text, of row: TableRow, _ utf8: UnsafeRawBufferPointer, _ room: consuming ByteWriter.Room
    ) -> ByteWriter.Room {
        let bytes = UnsafeRawBufferPointer(rebasing: utf8[text.range])
        if bytes.count <= maxTextLength, direction == .leftToRight, !isLongRow {
            let start = room.place
            let isLong = bytes.count >= longTextSize
            if isLong { room.raw("<bdi>") }
            if room.escaped(bytes, HTMLContext.self) {
                if isLong { room.raw("</bdi>") }
                return room
            }
            room.truncate(to: start)
        }
        return aside(room) { $0.text(row.section.rows.string(text) ?? "") }
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
        case let value: self.value(value, pieces.numberFormat)
        }
    }

    /// Writes a row of values that is stored as a cell.
    mutating func columns(of row: TableRow) {
        let cell = row.cell
        output.raw(pieces.first, of: pieces.prepared)
        editingControl(of: row)
        let label = beginLabel(of: row)
        rowHeading(cell.fields.first?.value ?? .null, of: row)
        end(label)
        for (index, column) in pieces.columns.enumerated() {
            output.raw(column.start, of: pieces.prepared)
            value(index + 1 < cell.fields.count ? cell.fields[index + 1].value : .null, column.numberFormat)
        }
        tools(of: row)
        output.raw(pieces.columns.isEmpty ? "</th>" : "</td>")
    }
}
