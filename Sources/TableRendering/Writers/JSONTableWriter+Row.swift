import Bytes
import CascadingTable

/// The rows of a table in JSON.
extension ByteWriter {
    /// Writes a row as an object on one line.
    mutating func row(_ row: TableRow, links: PageLinks, _ pieces: borrowing JSONRowMarkup) {
        row.section.rows.bytes.withUnsafeBytes { utf8 in
            let record = row.record
            if record.textCount > 4096 || record.hasCell || !row.section.isInColumns {
                longRow(row, links: links, pieces)
            } else {
                shortRow(row, record, utf8, links: links, pieces)
            }
            if row.tools == nil { raw(",\"actions\":[]}") } else { tools(of: row, links: links) }
        }
    }

    /// Writes a row of values, of which most are short. Space for it is reserved once.
    ///
    /// - Parameters:
    ///   - row: The row.
    ///   - record: The row in its batch.
    ///   - utf8: The texts of the batch.
    ///   - links: The links of the page.
    ///   - pieces: The JSON that all rows have in common.
    @inline(__always)
    private mutating func shortRow(
        _ row: TableRow, _ record: RowBatch.Row, _ utf8: UnsafeRawBufferPointer, links: PageLinks,
        _ pieces: borrowing JSONRowMarkup
    ) {
        let size = pieces.rowSize + EscapedByte.maxCount * Int(record.textCount)
        var room = room(for: size)
        room.raw("{\"section\":")
        room.integer(row.place.section)
        room.raw(",\"row\":")
        room.integer(row.place.row)
        room.raw(",\"id\":")
        room.jsonString(UnsafeRawBufferPointer(rebasing: utf8[record.identifier.range]))
        if record.height == .automatic {
            room.raw(",\"height\":\"automatic\"")
        } else {
            room = aside(room, size) {
                $0.key("height")
                $0.height(record.height)
            }
        }
        room.raw(",\"cell\":{\"kind\":\"columns\",\"title\":")
        if record.title.isNone {
            room.raw("null")
        } else {
            room.jsonString(UnsafeRawBufferPointer(rebasing: utf8[record.title.range]))
        }
        room.raw(",\"subtitle\":null,\"image\":null,\"fields\":{")
        var hasStrings = false
        for index in pieces.keys.indices {
            room.raw(pieces.keys[index], of: pieces.prepared)
            switch row.section.rows.values[Int(record.start) + index] {
            case .text(let text): room.jsonString(UnsafeRawBufferPointer(rebasing: utf8[text.range]))
            case .integer(let integer):
                room.integer(integer)
                hasStrings = hasStrings || integer.isBeyondDouble
            case .null: room.raw("null")
            case .decimal(let decimal):
                hasStrings = hasStrings || !decimal.isFinite
                room = aside(room, size) { $0.value(.decimal(decimal)) }
            default: room = aside(room, size) { $0.value(row.section.rows.value(at: row.index, index)) }
            }
        }
        room.byte(0x7D)
        if hasStrings { room = aside(room, size) { $0.strings(row.cell.fields) } }
        if isPlain(row, record), let link = Link(record, utf8, links) {
            room.raw("},\"accessory\":")
            room.raw(record.accessory == .none ? "null" : "\"disclosure\"")
            room.raw(",\"link\":")
            if case .some(let link) = link.path {
                room.byte(0x22)
                room.raw(links.jsonBase)
                room.raw(link)
                room.byte(0x22)
            } else {
                room.raw("null")
            }
            room.raw(",\"indentation\":0,\"selected\":false")
        } else {
            room.byte(0x7D)
            room = aside(room, size) { $0.traits(of: row, links: links) }
        }
        if record.isSelectable {
            room.raw(pieces.select, of: pieces.prepared)
            room.path(row.place)
            room.raw(links.jsonEnd)
        } else {
            room.raw(",\"select\":null")
        }
        keep(room)
    }

    /// Writes any row.
    private mutating func longRow(_ row: TableRow, links: PageLinks, _ pieces: borrowing JSONRowMarkup) {
        raw("{\"section\":")
        integer(row.place.section)
        key("row")
        integer(row.place.row)
        key("id")
        jsonString(row.identifier)
        key("height")
        height(row.height)
        key("cell")
        cell(row.cell)
        traits(of: row, links: links)
        if row.isSelectable {
            raw(pieces.select, of: pieces.prepared)
            path(row.place)
            raw(links.jsonEnd)
        } else {
            raw(",\"select\":null")
        }
    }

    /// The link of a row that needs no escaping.
    private struct Link {
        /// The path; nil for a row without a link.
        var path: UnsafeRawBufferPointer?

        @inline(__always)
        init?(_ record: RowBatch.Row, _ utf8: UnsafeRawBufferPointer, _ links: PageLinks) {
            guard !record.link.isNone else { return }
            guard let path = links.plainLink(utf8, record.link) else { return nil }
            self.path = path
        }
    }

    /// Returns whether a row has only common traits.
    @inline(__always)
    private func isPlain(_ row: TableRow, _ record: RowBatch.Row) -> Bool {
        record.isEnabled && record.indentationLevel == 0 && !record.isFocusable && row.marks.rawValue == 0
            && (record.accessory == .none || record.accessory == .disclosure)
    }

    /// Writes a rare part in the middle of a row.
    @inline(__always)
    private mutating func aside(_ room: consuming Room, _ size: Int, _ write: (inout ByteWriter) -> Void) -> Room {
        keep(room)
        write(&self)
        return self.room(for: size)
    }

    /// Writes the controls of a row, and its end.
    private mutating func tools(of row: TableRow, links: PageLinks) {
        if row.hasPrimaryAction {
            key("primary")
            url("primary", row.place, links)
        }
        if row.hasFields {
            key("edit")
            url("edit", row.place, links)
        }
        key("actions")
        actions(of: row, links: links)
        if !row.menuActions.isEmpty {
            key("menu")
            array(row.menuActions) { $0.jsonString($1.rawValue) }
        }
        if row.expansion != nil {
            key("expanded")
            json(row.isExpanded)
        }
        if row.isExpanded, let expansion = row.expansion {
            key("panels")
            array(expansion.panels) { $0.panel($1) }
        }
        if let editing = row.editing { self.editing(editing) }
        byte(0x7D)
    }

    /// Writes the traits of a row besides the contents of its cell.
    private mutating func traits(of row: TableRow, links: PageLinks) {
        key("accessory")
        if row.cell.accessory == .none {
            raw("null")
        } else {
            jsonString(row.cell.accessory.name)
        }
        if row.cell.accessory.isButton, row.cell.isEnabled {
            key("tap")
            url("accessory", row.place, links)
        }
        if case .toggle(let isOn) = row.cell.accessory {
            key("on")
            json(isOn)
        }
        if !row.cell.isEnabled { raw(",\"enabled\":false") }
        key("link")
        jsonString(orNull: row.cell.link.map(links.resolve))
        key("indentation")
        integer(row.indentationLevel)
        key("selected")
        json(row.isSelected)
        if row.isFocusable { raw(",\"focusable\":true") }
    }

    private mutating func url(_ route: StaticString, _ place: TableRow.Place, _ links: PageLinks) {
        byte(0x22)
        raw(links.jsonBase)
        path(route, place)
        raw(links.jsonEnd)
    }

    private mutating func actions(of row: TableRow, links: PageLinks) {
        guard row.tools != nil, !row.actions.isEmpty else { return raw("[]") }
        byte(0x5B)
        var isFirst = true
        for (edge, actions) in row.actions.byEdge {
            for (index, action) in actions.enumerated() {
                if !isFirst { byte(0x2C) }
                isFirst = false
                raw("{\"id\":")
                jsonString(action.id)
                key("title")
                jsonString(action.title)
                key("style")
                jsonString(action.style.rawValue)
                key("edge")
                jsonString(edge)
                if index == 0, row.actions.performsFirst(at: edge) { raw(",\"primary\":true") }
                if let image = action.image {
                    key("image")
                    self.image(image)
                }
                key("url")
                byte(0x22)
                raw(links.jsonBase)
                path("action", row.place)
                byte(0x2F)
                urlComponent(action.id)
                raw(links.jsonEnd)
                byte(0x7D)
            }
        }
        byte(0x5D)
    }
}
