import Bytes
import CascadingTable
import HTTPMessages
import TableRendering

extension PageRequest {
    /// The path and query of the page.
    var address: String {
        ByteWriter.text { text in
            text.raw(base.utf8)
            switch scope {
            case .table: if representation.format != nil { text.raw("table") }
            case .section(let section): text.raw("sections/\(section)".utf8)
            case .row(let row): text.raw("rows/\(row.section)/\(row.row)".utf8)
            }
            if let format = representation.format { text.raw(".\(format.fileExtension)".utf8) }
            text.query(items, after: "?")
        }
    }

    /// The parameters of the address, without defaults.
    private var items: [Query.Item] {
        var parameters = parameters
        if representation != .html { (parameters.embed, parameters.chart, parameters.heat) = (nil, nil, []) }
        var items = parameters.items
        if let name = representation.format?.parameter?.name, let variant = parameters.variant {
            items.append(.init(name: name, value: variant))
        }
        return items
    }
}

extension PageParameters {
    /// The query of export addresses with these rows.
    var exportText: String {
        // A file has no foot.
        var query = query
        if !query.groups.figures.isEmpty { query.groups.figures = [] }
        var items = Array(own) + query.items + columns.items
        if let language { items.append(.init(name: "_lang", value: language.tag)) }
        return items.encoded
    }

    /// The names and values of these parameters. Defaults are left out.
    var items: [Query.Item] {
        var items = Array(own) + query.items + columns.items
        for column in facets { items.append(.init(name: "_facet", value: column.wrappedValue)) }
        for column in heat { items.append(.init(name: "_heat", value: column.wrappedValue)) }
        func append(_ name: String, _ value: String) { items.append(.init(name: name, value: value)) }
        if let explicitSize { append("_size", String(explicitSize)) }
        if let isEditing { append("_edit", isEditing ? "1" : "0") }
        if let language { append("_lang", language.tag) }
        if let embed { append("_embed", embed) }
        if let chart { append("_chart", chart) }
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

extension ColumnChoice {
    /// The items of an address for these columns.
    var items: [Query.Item] {
        shown.map { .init(name: "_col", value: $0.wrappedValue) }
            + hidden.map { .init(name: "_nocol", value: $0.wrappedValue) }
    }
}

extension [Query.Item] {
    /// The items as the query of an address.
    var encoded: String { ByteWriter.text { $0.query(self) } }
}

extension ByteWriter {
    /// Appends the query of an address.
    ///
    /// - Parameters:
    ///   - items: The names and values.
    ///   - mark: The text before the first one. Default: empty.
    fileprivate mutating func query(_ items: [Query.Item], after mark: StaticString = "") {
        for (index, item) in items.enumerated() {
            raw(index == 0 ? mark : "&")
            urlComponent(item.name)
            byte(UInt8(ascii: "="))
            urlComponent(item.value)
        }
    }
}
