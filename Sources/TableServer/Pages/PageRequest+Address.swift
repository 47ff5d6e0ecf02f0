import Bytes
import CascadingTable
import MicroHTTPD
import TableRendering

extension PageRequest {
    /// The path and query of the page.
    var address: String {
        let place =
            switch scope {
            case .table: representation.format == nil ? "" : "table"
            case .section(let section): "sections/\(section)"
            case .row(let row): "rows/\(row.section)/\(row.row)"
            }
        let items = items
        return base + place + (representation.format.map { ".\($0.fileExtension)" } ?? "")
            + (items.isEmpty ? "" : "?\(items.encoded)")
    }

    /// The parameters of the address, without defaults.
    private var items: [Query.Item] {
        var parameters = parameters
        if representation != .html { parameters.embed = nil }
        var items = parameters.items
        if let name = representation.format?.parameter?.name, let variant = parameters.variant {
            items.append(.init(name: name, value: variant))
        }
        return items
    }
}

extension FilterParameters {
    /// The query of an address with these filters and this order.
    var text: String { items.encoded }
}

extension PageParameters {
    /// The query of export addresses with these rows.
    var exportText: String {
        var items = query.items
        if let language { items.append(.init(name: "_lang", value: language.tag)) }
        return items.encoded
    }

    /// The query of an address with these parameters. Defaults are left out.
    var text: String { items.encoded }

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

extension [Query.Item] {
    /// The items as the query of an address.
    var encoded: String {
        ByteWriter.text { text in
            for (index, item) in enumerated() {
                if index > 0 { text.byte(UInt8(ascii: "&")) }
                text.urlComponent(item.name)
                text.byte(UInt8(ascii: "="))
                text.urlComponent(item.value)
            }
        }
    }
}
