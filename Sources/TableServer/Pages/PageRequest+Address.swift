import Bytes
import CascadingTable
import MicroHTTPD
import TableRendering
import TextTables

extension PageRequest {
    /// The path and query of the page.
    var address: String {
        ByteWriter.text { text in
            text.raw(base.utf8)
            switch scope {
            case .table: if representation.fileExtension != nil { text.raw("table") }
            case .section(let section): text.raw("sections/\(section)".utf8)
            case .row(let row): text.raw("rows/\(row.section)/\(row.row)".utf8)
            }
            if let fileExtension = representation.fileExtension {
                text.raw(".")
                text.raw(fileExtension.utf8)
            }
            let items = items
            guard !items.isEmpty else { return }
            text.byte(UInt8(ascii: "?"))
            text.query(items)
        }
    }

    /// The parameters of the address, without defaults.
    private var items: [Query.Item] {
        var parameters = parameters
        if representation != .html { parameters.embed = nil }
        var items = parameters.items
        if representation == .text, let style = parameters.style {
            items.append(.init(name: "_style", value: style.rawValue))
        }
        if representation.hasShape, let shape = parameters.shape {
            items.append(.init(name: "_shape", value: shape.rawValue))
        }
        return items
    }
}

extension FilterParameters {
    /// The query of an address with these filters and this order.
    var text: String { ByteWriter.text { $0.query(items) } }
}

extension PageParameters {
    /// The query of export addresses with these rows.
    var exportText: String {
        var items = query.items
        if let language { items.append(.init(name: "_lang", value: language.tag)) }
        return ByteWriter.text { $0.query(items) }
    }

    /// The query of an address with these parameters. Defaults are left out.
    var text: String { ByteWriter.text { $0.query(items) } }

    /// The names and values of these parameters. Defaults are left out.
    var items: [Query.Item] {
        var items = query.items
        func append(_ name: String, _ value: String) { items.append(.init(name: name, value: value)) }
        if let explicitSize { append("_size", String(explicitSize)) }
        if let isEditing { append("_edit", isEditing ? "1" : "0") }
        if let language { append("_lang", language.tag) }
        if let embed { append("_embed", embed) }
        for identifier in expanded { append("_expanded", identifier.wrappedValue) }
        switch anchor {
        case .first, .from: break
        case .section(let section): append("_section", String(section))
        case .row(let identifier): append("_row", identifier.wrappedValue)
        case .after(let row): append("_next", row.token)
        case .before(let row): append("_prev", row.token)
        }
        return items
    }
}

extension ByteWriter {
    fileprivate mutating func query(_ items: [Query.Item]) {
        for (index, item) in items.enumerated() {
            if index > 0 { byte(UInt8(ascii: "&")) }
            urlComponent(item.name)
            byte(UInt8(ascii: "="))
            urlComponent(item.value)
        }
    }
}
