import CascadingTable

/// A row of a table as JSON.
extension ByteWriter {
    /// A row as an object on one line.
    mutating func row(_ row: TableRow, links: PageLinks, _ pieces: borrowing JSONRowPieces) {
        var start = room(for: 24 + 2 * Room.integer)
        start.raw("{\"section\":")
        start.integer(row.place.section)
        start.raw(",\"row\":")
        start.integer(row.place.row)
        start.raw(",\"id\":")
        keep(start)
        name(of: row)
        key("height")
        height(row.height)
        key("cell")
        cell(of: row, pieces)
        if row.isPlain {
            raw(",\"accessory\":null,\"link\":null,\"indentation\":0,\"selected\":false")
        } else {
            traits(of: row, links: links)
        }
        key("select")
        if row.isSelectable {
            var select = room(for: pieces.select.count &+ (2 + 2 * Room.integer))
            select.raw(pieces.select, of: pieces.prepared)
            select.path(row.place)
            select.byte(0x22)
            keep(select)
        } else {
            raw("null")
        }
        guard row.tools != nil else { return raw(",\"actions\":[]}") }
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

    @inline(__always)
    private mutating func name(of row: TableRow) {
        if let name = row.shortIdentifier, jsonString(clean: name) { return }
        jsonString(row.identifier)
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

extension TableRow {
    /// Whether it has none of the traits that most rows do not have.
    @inline(__always)
    fileprivate var isPlain: Bool {
        cell.accessory == .none && cell.isEnabled && cell.link == nil && indentationLevel == 0 && marks.rawValue == 0
            && !isFocusable
    }
}
