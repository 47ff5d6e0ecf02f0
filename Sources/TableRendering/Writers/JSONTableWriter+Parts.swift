package import Bytes
package import CascadingTable

/// The parts of a table in JSON.
extension ByteWriter {
    mutating func height(_ height: Height) {
        if case .pixels(let pixels) = height, decimal(pixels) { return }
        raw("\"automatic\"")
    }

    /// Writes the contents of a cell as an object.
    ///
    /// - Parameter cell: The cell.
    package mutating func cell(_ cell: TableViewCell) {
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

    mutating func appearance(_ appearance: TableViewAppearance) {
        key("appearance")
        raw("{\"style\":")
        jsonString(appearance.style.rawValue)
        key("animation")
        jsonString(appearance.entryAnimation.rawValue)
        key("header")
        headerFooter(appearance.headerView, height: .automatic)
        key("footer")
        headerFooter(appearance.footerView, height: .automatic)
        key("density")
        jsonString(appearance.density.rawValue)
        key("empty")
        headerFooter(appearance.emptyView, height: .automatic)
        byte(0x7D)
    }

    /// Writes the addresses that select and deselect lists of rows, and the limit of selected rows.
    mutating func multipleSelection(_ selection: TableMetadata.MultipleSelection, links: PageLinks) {
        key("multipleSelection")
        raw("{\"limit\":")
        if let limit = selection.limit { integer(limit) } else { raw("null") }
        raw(",\"select\":\"")
        raw(links.jsonBase)
        raw("select")
        raw(links.jsonEnd)
        raw(",\"deselect\":\"")
        raw(links.jsonBase)
        raw("deselect")
        raw(links.jsonEnd)
        byte(0x7D)
    }

    mutating func panel(_ panel: TableViewRowExpansion.Panel) {
        raw("{\"title\":")
        jsonString(orNull: panel.title)
        key("text")
        jsonString(orNull: panel.text)
        key("image")
        image(panel.image)
        fields(panel.fields)
        byte(0x7D)
    }

    mutating func editing(_ editing: TableRow.Editing) {
        key("editing")
        raw("{\"style\":")
        jsonString(editing.style.rawValue)
        if editing.style == .delete {
            key("title")
            jsonString(editing.deleteTitle ?? "Delete")
        }
        key("movable")
        json(editing.moves != nil)
        if editing.shouldIndent { raw(",\"indent\":true") }
        byte(0x7D)
    }

    /// Writes actions with their addresses; nothing if there are none.
    mutating func actions(_ actions: [TableMetadata.Action], key: StaticString, links: PageLinks, path: String) {
        guard !actions.isEmpty else { return }
        self.key(key)
        array(actions) { output, action in
            output.raw("{\"id\":")
            output.jsonString(action.id)
            output.key("title")
            output.jsonString(action.title)
            if action.isDestructive { output.raw(",\"style\":\"destructive\"") }
            output.raw(",\"url\":\"")
            output.raw(links.jsonBase)
            output.raw(path.utf8)
            output.urlComponent(action.id)
            output.raw(links.jsonEnd)
            output.byte(0x7D)
        }
    }

    mutating func headerFooter(
        _ view: TableViewHeaderFooterView?, height: Height, _ actions: SectionActions? = nil, links: PageLinks? = nil
    ) {
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
        if let actions, let links { self.actions(actions.actions, key: "actions", links: links, path: actions.path) }
        byte(0x7D)
    }

    mutating func image(_ image: Image?) {
        guard let image else { return raw("null") }
        raw("{\"source\":")
        jsonString(image.source)
        key("description")
        jsonString(image.description)
        if image.size != .small {
            key("size")
            jsonString(image.size.rawValue)
        }
        byte(0x7D)
    }

    /// Writes the fields as an object by name.
    private mutating func fields(_ fields: [Field]) {
        raw(",\"fields\":{")
        for index in fields.indices {
            key(ofField: index, named: fields[index].name)
            value(fields[index].value)
        }
        byte(0x7D)
        if fields.contains(where: \.value.isInStrings) { strings(fields) }
    }

    /// Writes `strings`: the numbers that JSON or JavaScript cannot represent, as text.
    mutating func strings(_ fields: [Field]) {
        key("strings")
        byte(0x7B)
        var isFirst = true
        for field in fields where field.value.isInStrings {
            if !isFirst { byte(0x2C) }
            isFirst = false
            jsonString(field.name)
            raw(":\"")
            if case .decimal(let decimal) = field.value { raw(notFinite: decimal) } else { value(field.value) }
            byte(0x22)
        }
        byte(0x7D)
    }

    /// Writes the name of NaN or an infinity.
    mutating func raw(notFinite decimal: Double) { raw(decimal.isNaN ? "NaN" : decimal < 0 ? "-Infinity" : "Infinity") }

    mutating func value(_ value: FieldValue) {
        switch value {
        case .text(let text): jsonString(text)
        case .integer(let integer): self.integer(integer)
        case .decimal(let decimal): if !floatingPoint(decimal) { raw("null") }
        case .date(let date, let precision):
            guard let date = UTCDate(date) else { return raw("null") }
            byte(0x22)
            if precision == .second { dateTime(date) } else { day(date) }
            byte(0x22)
        case .boolean(let boolean): json(boolean)
        case .url(let url, _): jsonString(url)
        case .bytes(let bytes):
            raw("{\"base64\":\"")
            base64(bytes)
            raw("\",\"length\":")
            integer(bytes.count)
            byte(0x7D)
        case .excerpt(let excerpt):
            switch excerpt.beginning {
            case .text(let text):
                raw("{\"text\":")
                jsonString(text)
            case .bytes(let bytes):
                raw("{\"base64\":\"")
                base64(bytes)
                raw("\"")
            }
            raw(",\"length\":")
            integer(excerpt.byteCount)
            if excerpt.isTruncated { raw(",\"truncated\":true") }
            if excerpt.hasReplacements { raw(",\"replaced\":true") }
            byte(0x7D)
        case .progress(let part): if !decimal(part) { raw("null") }
        case .sparkline(let values):
            byte(0x5B)
            for (index, value) in values.enumerated() {
                if index > 0 { byte(0x2C) }
                if !decimal(value) { raw("null") }
            }
            byte(0x5D)
        case .null: raw("null")
        }
    }
}

extension FieldValue {
    /// A Boolean value that indicates whether `strings` contains the value: an integer that a double cannot represent
    /// exactly, NaN or an infinity.
    var isInStrings: Bool {
        switch self {
        case .integer(let integer): integer.isBeyondDouble
        case .decimal(let decimal): !decimal.isFinite
        default: false
        }
    }
}

extension Int64 {
    var isBeyondDouble: Bool { magnitude > 1 << 53 }
}
