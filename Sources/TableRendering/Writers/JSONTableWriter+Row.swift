import CascadingTable

/// A row of a table as JSON.
extension ByteWriter {
    /// A row as an object on one line.
    mutating func row(_ row: TableRow, links: PageLinks, _ pieces: borrowing JSONRowPieces) {
        // What most rows are made of needs room once; the rest is written aside.
        var room = room(for: pieces.rowSize)
        room.raw("{\"section\":")
        room.integer(row.place.section)
        room.raw(",\"row\":")
        room.integer(row.place.row)
        room.raw(",\"id\":")
        if let name = row.shortIdentifier, name.isJSON {
            room.jsonString(clean: name)
        } else {
            room = aside(room, pieces.rowSize) { $0.jsonString(row.identifier) }
        }
        room.raw(",\"height\":")
        if row.height == .automatic {
            room.raw("\"automatic\"")
        } else {
            room = aside(room, pieces.rowSize) { $0.height(row.height) }
        }
        room.raw(",\"cell\":")
        if row.cell.isRecord {
            room = record(row, room, pieces)
        } else {
            room = aside(room, pieces.rowSize) { $0.cell(row.cell) }
        }
        if row.isPlain {
            room.raw(",\"accessory\":null,\"link\":null,\"indentation\":0,\"selected\":false")
        } else {
            room = aside(room, pieces.rowSize) { $0.traits(of: row, links: links) }
        }
        if row.isSelectable {
            room.raw(pieces.select, of: pieces.prepared)
            room.path(row.place)
            room.byte(0x22)
        } else {
            room.raw(",\"select\":null")
        }
        if row.tools == nil {
            room.raw(",\"actions\":[]}")
            keep(room)
        } else {
            keep(room)
            tools(of: row, links: links)
        }
    }

    /// Writes what rows seldom have, in the middle of what they have.
    @inline(__always)
    private mutating func aside(
        _ room: consuming Room, _ size: Int, _ write: (inout ByteWriter) -> Void
    ) -> Room {
        keep(room)
        write(&self)
        return self.room(for: size)
    }

    /// The cell of a row that has nothing but fields: short texts and integers, as most are, without a copy of the value.
    @inline(__always)
    private mutating func record(
        _ row: TableRow, _ room: consuming Room, _ pieces: borrowing JSONRowPieces
    ) -> Room {
        room.raw("{\"kind\":\"columns\",\"title\":null,\"subtitle\":null,\"image\":null,\"fields\":{")
        var hasStrings = false
        // Each is looked at where it is: to hold all of them is to count a reference that all threads count.
        for index in row.cell.fields.indices {
            guard index < pieces.keys.count, pieces.keys[index].name == row.cell.fields[index].name else {
                room = aside(room, pieces.rowSize) {
                    $0.key(ofField: index, named: row.cell.fields[index].name)
                    $0.value(row.cell.fields[index].value)
                }
                hasStrings = hasStrings || row.cell.fields[index].value.isBeyondDouble
                continue
            }
            room.raw(pieces.keys[index].piece, of: pieces.prepared)
            if let text = row.cell.fields[index].value.shortText, text.isJSON {
                room.jsonString(clean: text)
            } else if case .integer(let integer) = row.cell.fields[index].value {
                room.integer(integer)
                hasStrings = hasStrings || integer.isBeyondDouble
            } else {
                room = aside(room, pieces.rowSize) { $0.value(row.cell.fields[index].value) }
            }
        }
        room.byte(0x7D)
        if hasStrings { room = aside(room, pieces.rowSize) { $0.strings(row.cell.fields) } }
        room.byte(0x7D)
        return room
    }

    /// What a row offers beside being selected, and its end.
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

    /// What a row is beside its cell's content.
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
        byte(0x22)
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
                raw("\"}")
            }
        }
        byte(0x5D)
    }
}

extension TableViewCell {
    /// Whether it has nothing but fields that stand under columns.
    @inline(__always)
    fileprivate var isRecord: Bool { style.isColumns && title == nil && subtitle == nil && image == nil }
}

extension TableRow {
    /// Whether it has none of the traits that most rows do not have.
    @inline(__always)
    fileprivate var isPlain: Bool {
        cell.accessory == .none && cell.isEnabled && cell.link == nil && indentationLevel == 0 && marks.rawValue == 0
            && !isFocusable
    }
}
