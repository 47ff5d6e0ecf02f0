import Bytes
import CascadingTable

/// The rows of the shape `cells`.
extension JSONRowWriter {
    /// Writes a row as an object with its cell, links and actions.
    ///
    /// - Parameters:
    ///   - row: The row.
    ///   - record: The row in its batch.
    ///   - utf8: The texts of the batch.
    ///   - size: The number of bytes to reserve for the short parts of the row.
    ///   - isLong: Whether space for texts is reserved text by text.
    ///   - output: The output.
    @inline(__always)
    func writeCell(
        of row: TableRow, _ record: RowBatch.Row, _ utf8: UnsafeRawBufferPointer, _ size: Int, _ isLong: Bool,
        to output: inout ByteWriter
    ) {
        var span = output.span(for: size)
        span.raw("{\"section\":")
        span.integer(row.place.section)
        span.raw(",\"row\":")
        span.integer(row.place.row)
        span.raw(",\"id\":")
        span = output.string(record.identifier, utf8, span, size, isLong)
        if record.height == .automatic {
            span.raw(",\"height\":\"automatic\"")
        } else {
            span = output.separately(span, size) {
                $0.key("height")
                $0.height(record.height)
            }
        }
        if record.hasCell {
            span.raw(",\"cell\":")
            span = output.separately(span, size) { $0.cell(row.cell) }
        } else {
            span.raw(",\"cell\":{\"kind\":\"columns\",\"title\":")
            if record.title.isNone {
                span.raw("null")
            } else {
                span = output.string(record.title, utf8, span, size, isLong)
            }
            span.raw(",\"subtitle\":null,\"image\":null,\"fields\":{")
            var hasStrings = false
            span = values(of: row, record, utf8, span, size, isLong, &hasStrings, to: &output)
            span.byte(0x7D)
            if hasStrings { span = output.separately(span, size) { $0.strings(row.cell.fields) } }
            span.byte(0x7D)
        }
        if !record.hasCell, !isLong, isPlain(row, record), let link = Link(record, utf8, links) {
            span.raw(",\"accessory\":")
            span.raw(record.accessory == .none ? "null" : "\"disclosure\"")
            span.raw(",\"link\":")
            if case .some(let link) = link.path {
                span.byte(0x22)
                span.raw(links.jsonBase)
                span.raw(link)
                span.byte(0x22)
            } else {
                span.raw("null")
            }
            span.raw(",\"indentation\":0,\"selected\":false")
        } else {
            span = output.separately(span, size) { $0.traits(of: row, links: links) }
        }
        if record.isSelectable {
            span.raw(select, of: prepared)
            span.path(row.place)
            span.raw(links.jsonEnd)
        } else {
            span.raw(",\"select\":null")
        }
        if row.tools == nil {
            span.raw(",\"actions\":[]}")
            output.keep(span)
        } else {
            output.keep(span)
            output.tools(of: row, links: links)
        }
    }

    /// The link of a row that needs no escaping.
    private struct Link {
        /// The path; nil for a row without a link.
        var path: UnsafeRawBufferPointer?

        @inline(__always)
        init?(_ record: RowBatch.Row, _ utf8: UnsafeRawBufferPointer, _ links: PageLinks) {
            guard !record.link.isNone else { return }
            let link = UnsafeRawBufferPointer(rebasing: utf8[record.link.range])
            guard let (folder, path) = links.plainAddress(link), folder == links.htmlBase.count else { return nil }
            self.path = path
        }
    }

    /// Returns whether a row has only common traits.
    @inline(__always)
    private func isPlain(_ row: TableRow, _ record: RowBatch.Row) -> Bool {
        record.isEnabled && record.indentationLevel == 0 && !record.isFocusable && row.marks.rawValue == 0
            && (record.accessory == .none || record.accessory == .disclosure)
    }
}

extension ByteWriter {
    /// Writes the controls of a row, and its end.
    fileprivate mutating func tools(of row: TableRow, links: PageLinks) {
        if row.hasPrimaryAction { json(#","primary":\#(row.json("primary", links))"#) }
        if row.hasFields { json(#","edit":\#(row.json("edit", links))"#) }
        json(#","actions":\#(row.json(ofActions: links))"#)
        if !row.menuActions.isEmpty { json(#","menu":\#(row.menuActions.map { "\($0.rawValue)" } as [JSON])"#) }
        if row.expansion != nil { json(#","expanded":\#(row.isExpanded)"#) }
        if row.isExpanded, let expansion = row.expansion { json(#","panels":\#(expansion.panels.map(\.json))"#) }
        if let editing = row.editing { json(#","editing":\#(editing.json)"#) }
        byte(0x7D)
    }

    /// Writes the traits of a row besides the contents of its cell.
    fileprivate mutating func traits(of row: TableRow, links: PageLinks) {
        let cell = row.cell
        key("accessory")
        if cell.accessory == .none { raw("null") } else { jsonString(cell.accessory.name) }
        if cell.accessory.isButton, cell.isEnabled { json(#","tap":\#(row.json("accessory", links))"#) }
        if case .toggle(let isOn) = cell.accessory { json(#","on":\#(isOn)"#) }
        if !cell.isEnabled { raw(",\"enabled\":false") }
        key("link")
        jsonString(orNull: cell.link.map(links.resolve))
        key("indentation")
        integer(row.indentationLevel)
        key("selected")
        json(row.isSelected)
        if row.isFocusable { raw(",\"focusable\":true") }
    }
}

extension TableRow {
    /// Returns the address of a route of the row as a JSON string.
    fileprivate func json(_ route: String, _ links: PageLinks, _ rest: JSON? = nil) -> JSON {
        links.json("\(raw: route)/\(place.section)/\(place.row)\(rest)")
    }

    fileprivate func json(ofActions links: PageLinks) -> [JSON] {
        actions.listed.map { edge, action, isPrimary in
            let primary: JSON? = isPrimary ? #","primary":true"# : nil
            let image: JSON? = action.image.map { #","image":\#($0.json)"# }
            return #"""
                {"id":\#(action.id),"title":\#(action.title),"style":\#(action.style.rawValue),"edge":\#(edge)\#
                \#(primary)\#(image),"url":\#(json("action", links, "/\(url: action.id)"))}
                """# as JSON
        }
    }
}
