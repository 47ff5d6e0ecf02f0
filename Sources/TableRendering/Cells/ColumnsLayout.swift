import CascadingTable

extension HTMLTableWriter {
    /// A record: each field under the heading of its place, the first being what the row is known by.
    @inline(__always)
    mutating func columns(of row: TableRow, _ room: consuming ByteWriter.Room) -> ByteWriter.Room {
        room.raw(pieces.first, of: pieces.prepared)
        if row.tools != nil { room = aside(room) { $0.editingControl(of: row) } }
        var label = Label.button
        // Most rows have a button that selects them.
        if row.cell.link == nil, row.isSelectable, row.marks.rawValue == 0 {
            room = beginSelect(of: row, room)
        } else {
            room = aside(room) { label = $0.beginLabel(of: row) }
        }
        room = rowHeading(of: row, room)
        if label == .button { room.raw("</button>") } else { room = aside(room) { $0.end(label) } }
        room = values(of: row, room)
        if row.hasTools { room = aside(room) { $0.tools(of: row) } }
        if pieces.columns.isEmpty { room.raw("</th>") } else { room.raw("</td>") }
        return room
    }

    /// The first field, as it stands inside a link or a button, where there can be no other link; the row's title where
    /// there is no value.
    @inline(__always)
    private mutating func rowHeading(of row: TableRow, _ room: consuming ByteWriter.Room) -> ByteWriter.Room {
        guard !row.cell.fields.isEmpty, let text = plain(row.cell.fields[0].value.shortText) else {
            return aside(room) { $0.rowHeading(of: row) }
        }
        room.raw(text)
        return room
    }

    private mutating func rowHeading(of row: TableRow) {
        switch row.cell.fields.first?.value ?? .null {
        case .url(let url, let title): text(title ?? url)
        case .null where row.cell.shownTitle != nil: title(of: row)
        case let value: self.value(value, pieces.numberFormat)
        }
    }

    /// The fields after the first.
    @inline(never)
    private mutating func values(of row: TableRow, _ room: consuming ByteWriter.Room) -> ByteWriter.Room {
        for index in pieces.columns.indices {
            room.raw(pieces.columns[index].start, of: pieces.prepared)
            room = value(of: row, at: index + 1, pieces.columns[index].numberFormat, room)
        }
        return room
    }

    /// The field of that place; short texts and integers, as most are, without a copy of the field.
    @inline(__always)
    private mutating func value(
        of row: TableRow, at index: Int, _ format: TableViewColumn.NumberFormat,
        _ room: consuming ByteWriter.Room
    ) -> ByteWriter.Room {
        guard index < row.cell.fields.count else { return aside(room) { $0.value(.null) } }
        // One case at a time: a switch would copy the value and destroy the copy, whichever it is.
        if let text = plain(row.cell.fields[index].value.shortText) {
            room.raw(text)
        } else if case .integer(let integer) = row.cell.fields[index].value, integer.isPlain(format) {
            room.integer(integer)
        } else {
            room = aside(room) { $0.value(of: row, at: index, format) }
        }
        return room
    }

    private mutating func value(of row: TableRow, at index: Int, _ format: TableViewColumn.NumberFormat) {
        if case .text(let text) = row.cell.fields[index].value { return self.text(text) }
        value(row.cell.fields[index].value, format)
    }
}
