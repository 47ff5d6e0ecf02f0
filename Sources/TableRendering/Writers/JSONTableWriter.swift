import CascadingTable

/// Writes a table as one JSON object with its keys in a fixed order.
public struct JSONTableWriter: TableWriter {
    public internal(set) var output: ByteWriter
    private let links: PageLinks
    private var isFirstSection = true
    private var isFirstRow = true
    private var count = 0

    public init(links: PageLinks, capacity: Int = 32 * 1024) {
        self.links = links
        output = ByteWriter(capacity: capacity)
    }

    public mutating func beginTable(_ head: TableHead) {
        count = head.count
        output.raw("{\"revision\":")
        output.integer(head.revision)
        output.key("title")
        output.jsonString(head.title)
        output.key("columns")
        output.array(head.columns) { output, column in
            output.raw("{\"name\":")
            output.jsonString(column.name)
            output.key("title")
            output.jsonString(column.title)
            output.key("alignment")
            output.jsonString(column.alignment.rawValue)
            output.byte(0x7D)
        }
        if head.language != "en" {
            output.key("language")
            output.jsonString(head.language)
        }
        if head.isEditing { output.raw(",\"editing\":true") }
        if head.appearance != TableViewAppearance() { output.appearance(head.appearance) }
        if !head.sectionIndex.isEmpty {
            output.key("index")
            output.array(head.sectionIndex) { output, entry in
                output.raw("{\"title\":")
                output.jsonString(entry.title)
                output.key("section")
                output.integer(entry.section)
                output.byte(0x7D)
            }
        }
        if head.canRefresh {
            output.key("refresh")
            output.byte(0x22)
            output.raw(links.jsonBase)
            output.raw("refresh\"")
        }
        if let selection = head.multipleSelection { output.multipleSelection(selection, base: links.jsonBase) }
        output.key("sections")
        output.byte(0x5B)
    }

    public mutating func beginSection(_ head: SectionHead) {
        if !isFirstSection { output.byte(0x2C) }
        isFirstSection = false
        isFirstRow = true
        output.raw("{\"index\":")
        output.integer(head.index)
        output.key("id")
        output.jsonString(head.identifier)
        output.key("count")
        output.integer(head.count)
        output.key("header")
        output.headerFooter(head.header, height: head.height)
        if head.moves != nil { output.raw(",\"movable\":true") }
        output.key("rows")
        output.byte(0x5B)
    }

    public mutating func row(_ row: TableRow) {
        if !isFirstRow { output.byte(0x2C) }
        isFirstRow = false
        output.raw("{\"section\":")
        output.integer(row.indexPath.section)
        output.key("row")
        output.integer(row.indexPath.row)
        output.key("id")
        output.jsonString(row.identifier)
        output.key("height")
        output.height(row.height)
        output.key("cell")
        output.cell(row.cell)
        output.key("accessory")
        if row.cell.accessory == .none {
            output.raw("null")
        } else {
            output.jsonString(row.cell.accessory.name)
        }
        if row.cell.accessory.isButton, row.cell.isEnabled {
            output.key("tap")
            url("accessory", row.indexPath)
        }
        if case .toggle(let isOn) = row.cell.accessory {
            output.key("on")
            output.json(isOn)
        }
        if !row.cell.isEnabled { output.raw(",\"enabled\":false") }
        output.key("link")
        output.jsonString(orNull: row.cell.link.map(links.resolve))
        output.key("indentation")
        output.integer(row.indentationLevel)
        output.key("selected")
        output.json(row.isSelected)
        if row.isFocusable { output.raw(",\"focusable\":true") }
        output.key("select")
        if row.isSelectable {
            url("select", row.indexPath)
        } else {
            output.raw("null")
        }
        if row.hasPrimaryAction {
            output.key("primary")
            url("primary", row.indexPath)
        }
        output.key("actions")
        actions(of: row)
        if !row.menuActions.isEmpty {
            output.key("menu")
            output.array(row.menuActions) { $0.jsonString($1.rawValue) }
        }
        if row.expansion != nil {
            output.key("expanded")
            output.json(row.isExpanded)
        }
        if row.isExpanded, let expansion = row.expansion {
            output.key("panels")
            output.array(expansion.panels) { $0.panel($1) }
        }
        if let editing = row.editing { output.editing(editing) }
        output.byte(0x7D)
    }

    private mutating func url(_ route: StaticString, _ indexPath: IndexPath) {
        output.byte(0x22)
        output.raw(links.jsonBase)
        output.path(route, indexPath)
        output.byte(0x22)
    }

    private mutating func actions(of row: TableRow) {
        output.byte(0x5B)
        var isFirst = true
        for (edge, actions) in row.actions.byEdge {
            for (index, action) in actions.enumerated() {
                if !isFirst { output.byte(0x2C) }
                isFirst = false
                output.raw("{\"id\":")
                output.jsonString(action.id)
                output.key("title")
                output.jsonString(action.title)
                output.key("style")
                output.jsonString(action.style.rawValue)
                output.key("edge")
                output.jsonString(edge)
                if index == 0, row.actions.performsFirst(at: edge) { output.raw(",\"primary\":true") }
                if let image = action.image {
                    output.key("image")
                    output.image(image)
                }
                output.key("url")
                output.byte(0x22)
                output.raw(links.jsonBase)
                output.path("action", row.indexPath)
                output.byte(0x2F)
                output.urlComponent(action.id)
                output.raw("\"}")
            }
        }
        output.byte(0x5D)
    }

    public mutating func endSection(_ foot: SectionFoot) {
        output.byte(0x5D)
        output.key("footer")
        output.headerFooter(foot.footer, height: foot.height)
        output.byte(0x7D)
    }

    public mutating func endTable() {
        output.byte(0x5D)
        output.key("count")
        output.integer(count)
        output.key("next")
        output.jsonString(orNull: links.next?.token)
        output.key("next_url")
        output.jsonString(orNull: links.next?.url)
        output.key("previous")
        output.jsonString(orNull: links.previous?.token)
        output.key("previous_url")
        output.jsonString(orNull: links.previous?.url)
        output.raw("}\n")
    }
}
