import CascadingTable

/// A row of a table as JSON.
extension ByteWriter {
    /// A row as an object on one line.
    mutating func row(_ row: TableRow, links: PageLinks, _ pieces: borrowing JSONRowPieces) {
        raw("{\"section\":")
        integer(row.place.section)
        key("row")
        integer(row.place.row)
        key("id")
        jsonString(row.identifier)
        key("height")
        height(row.height)
        key("cell")
        cell(row.cell, pieces)
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
        key("select")
        if row.isSelectable {
            raw(pieces.select, of: pieces.prepared)
            path(row.place)
            byte(0x22)
        } else {
            raw("null")
        }
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
