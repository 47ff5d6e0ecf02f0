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

    /// Writes actions with their addresses; nothing if there are none.
    mutating func actions(_ actions: [TableMetadata.Action], key: String, links: PageLinks, path: String) {
        guard !actions.isEmpty else { return }
        let actions = actions.map { action in
            let style: JSON? = action.style == .default ? nil : #","style":\#(action.style.rawValue)"#
            let url = links.json("\(raw: path)\(url: action.id)")
            return #"{"id":\#(action.id),"title":\#(action.title)\#(style),"url":\#(url)}"# as JSON
        }
        json(#",\#(key):\#(actions)"#)
    }

    mutating func headerFooter(
        _ view: TableViewHeaderFooterView?, height: Height, _ actions: SectionActions? = nil, links: PageLinks? = nil
    ) {
        guard let view else { return raw("null") }
        json(#"{"title":\#(orNull: view.title),"subtitle":\#(orNull: view.subtitle),"image":"#)
        image(view.image)
        fields(view.fields)
        json(#","link":\#(orNull: view.link),"height":"#)
        self.height(height)
        if let actions, let links { self.actions(actions.actions, key: "actions", links: links, path: actions.path) }
        byte(0x7D)
    }

    mutating func image(_ image: TableViewImage?) { json(image.map { $0.json } ?? "null") }

    /// Writes the fields as an object by name.
    fileprivate mutating func fields(_ fields: [Field]) {
        key("fields")
        object(fields, quotesNotFinite: false)
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
            byte(0x3A)
            let isQuoted = if case .decimal = field.value { true } else { false }
            if !isQuoted { byte(0x22) }
            value(field.value, quotesNotFinite: true)
            if !isQuoted { byte(0x22) }
        }
        byte(0x7D)
    }

    /// Writes a value.
    ///
    /// - Parameters:
    ///   - value: The value.
    ///   - quotesNotFinite: Whether NaN and infinities become strings, because no `strings` object follows.
    mutating func value(_ value: FieldValue, quotesNotFinite: Bool) {
        switch value {
        case .text(let text): jsonString(text)
        case .integer(let integer): self.integer(integer)
        case .decimal(let decimal):
            guard !floatingPoint(decimal) else { return }
            if quotesNotFinite {
                jsonString(decimal.isNaN ? "NaN" : decimal < 0 ? "-Infinity" : "Infinity")
            } else {
                raw("null")
            }
        case .number(let text): if let digits = value.digits { raw(digits.utf8) } else { jsonString(text) }
        case .json(let text): if let json = JSONReader.minified(text) { raw(json) } else { jsonString(text) }
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

extension TableViewImage {
    var json: JSON {
        let size: JSON? = size == .small ? nil : #","size":\#(size.rawValue)"#
        return #"{"source":\#(source),"description":\#(description)\#(size)}"#
    }
}

extension TableViewAppearance {
    var json: JSON {
        func view(_ view: TableViewHeaderFooterView?) -> JSON { JSON { $0.headerFooter(view, height: .automatic) } }
        return #"""
            {"style":\#(style.rawValue),"animation":\#(entryAnimation.rawValue),"header":\#(view(headerView)),\#
            "footer":\#(view(footerView)),"density":\#(density.rawValue),"empty":\#(view(emptyView))}
            """#
    }
}

extension TableViewRowExpansion.Panel {
    var json: JSON {
        JSON { output in
            output.json(#"{"title":\#(orNull: title),"text":\#(orNull: text),"image":"#)
            output.image(image)
            output.fields(fields)
            output.byte(0x7D)
        }
    }
}

extension TableRow.Editing {
    var json: JSON {
        let title: JSON? = style == .delete ? #","title":\#(deleteTitle ?? "Delete")"# : nil
        let indent: JSON? = shouldIndent ? #","indent":true"# : nil
        return #"{"style":\#(style.rawValue)\#(title),"movable":\#(moves != nil)\#(indent)}"#
    }
}

extension TableMetadata.MultipleSelection {
    /// The addresses that select and deselect lists of rows, and the limit of selected rows.
    func json(_ links: PageLinks) -> JSON {
        let limit: JSON = limit.map { "\($0)" } ?? "null"
        return #"{"limit":\#(limit),"select":\#(links.json("select")),"deselect":\#(links.json("deselect"))}"#
    }
}

extension PageLinks {
    /// Returns the address of a route below the table as a JSON string, with the query of the page.
    func json(_ path: JSON) -> JSON { #""\#(raw: jsonBase)\#(path)\#(raw: jsonEnd)"# }
}

extension FieldValue {
    /// A Boolean value that indicates whether `strings` contains the value: an integer that a double cannot represent
    /// exactly, NaN or an infinity.
    var isInStrings: Bool {
        switch self {
        case .integer(let integer): integer.isBeyondDouble
        case .decimal(let decimal): !decimal.isFinite
        case .number: digits.map { $0.utf8.lazy.filter { (0x30...0x39).contains($0) }.count > 15 } == true
        default: false
        }
    }
}

extension Int64 {
    var isBeyondDouble: Bool { magnitude > 1 << 53 }
}
