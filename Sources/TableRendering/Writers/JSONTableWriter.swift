import CascadingTable

/// Writes a table as one JSON object with its keys in a fixed order.
public struct JSONTableWriter: TableWriter {
    public private(set) var output: ByteWriter
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
        output.key("link")
        output.jsonString(orNull: row.cell.link.map(links.resolve))
        output.key("indentation")
        output.integer(row.indentationLevel)
        output.key("selected")
        output.json(row.isSelected)
        output.key("select")
        if row.isSelectable {
            output.byte(0x22)
            output.raw(links.jsonBase)
            output.raw("select/")
            output.integer(row.indexPath.section)
            output.byte(0x2F)
            output.integer(row.indexPath.row)
            output.byte(0x22)
        } else {
            output.raw("null")
        }
        output.key("actions")
        output.raw("[]}")
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

extension ByteWriter {
    fileprivate mutating func height(_ height: Height) {
        if case .pixels(let pixels) = height, decimal(pixels) { return }
        raw("\"automatic\"")
    }

    fileprivate mutating func cell(_ cell: TableViewCell) {
        raw("{\"kind\":")
        jsonString(cell.style.rawValue)
        key("title")
        jsonString(orNull: cell.title)
        key("subtitle")
        jsonString(orNull: cell.subtitle)
        key("image")
        image(cell.image)
        fields(cell.fields)
        byte(0x7D)
    }

    fileprivate mutating func headerFooter(_ view: TableViewHeaderFooterView?, height: Height) {
        guard let view else { return raw("null") }
        raw("{\"title\":")
        jsonString(orNull: view.title)
        key("subtitle")
        jsonString(orNull: view.subtitle)
        key("image")
        image(view.image)
        fields(view.fields)
        key("link")
        jsonString(orNull: view.link)
        key("height")
        self.height(height)
        byte(0x7D)
    }

    private mutating func image(_ image: Image?) {
        guard let image else { return raw("null") }
        raw("{\"source\":")
        jsonString(image.source)
        key("description")
        jsonString(image.description)
        byte(0x7D)
    }

    /// The fields by name; integers that a double cannot hold stand as text in `strings` as well.
    private mutating func fields(_ fields: [Field]) {
        key("fields")
        byte(0x7B)
        var hasStrings = false
        for (index, field) in fields.enumerated() {
            if index > 0 { byte(0x2C) }
            jsonString(field.name)
            byte(0x3A)
            value(field.value)
            hasStrings = hasStrings || field.value.isBeyondDouble
        }
        byte(0x7D)
        guard hasStrings else { return }
        key("strings")
        byte(0x7B)
        var isFirst = true
        for field in fields where field.value.isBeyondDouble {
            if !isFirst { byte(0x2C) }
            isFirst = false
            jsonString(field.name)
            raw(":\"")
            value(field.value)
            byte(0x22)
        }
        byte(0x7D)
    }

    private mutating func value(_ value: FieldValue) {
        switch value {
        case .text(let text): jsonString(text)
        case .integer(let integer): self.integer(integer)
        case .decimal(let decimal): if !self.decimal(decimal) { raw("null") }
        case .date(let date, let precision):
            guard let date = UTCDate(date) else { return raw("null") }
            byte(0x22)
            self.date(date, precision: precision)
            byte(0x22)
        case .boolean(let boolean): json(boolean)
        case .url(let url, _): jsonString(url)
        case .bytes(let bytes):
            raw("{\"base64\":\"")
            base64(bytes)
            raw("\",\"length\":")
            integer(bytes.count)
            byte(0x7D)
        case .null: raw("null")
        }
    }
}

extension FieldValue {
    /// Whether it is an integer that a double, and so JavaScript, may not hold.
    fileprivate var isBeyondDouble: Bool {
        if case .integer(let integer) = self { integer.magnitude > 1 << 53 } else { false }
    }
}
