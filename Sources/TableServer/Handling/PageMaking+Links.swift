import CascadingTable
import MicroHTTPD
import TableRendering

extension PageMaking {
    /// Where the links of a page lead.
    @TableActor
    func links(of window: TableWindow, in tableView: TableView) -> PageLinks {
        let rows = window.sections.filter { !$0.rows.isEmpty }
        func token(_ section: TableWindow.Section, _ row: Int) -> PageToken {
            let indexPath = IndexPath(row: row, section: section.section)
            return PageToken(indexPath, identifier: tableView.identifier(forRowAt: indexPath))
        }
        var next: PageToken?
        if window.next != nil, let last = rows.last { next = token(last, last.rows.upperBound - 1) }
        var previous: PageToken?
        if window.previous != nil, let first = rows.first { previous = token(first, first.rows.lowerBound) }
        return PageLinks(
            base: page.base, query: query(page.parameters.anchor), view: query(.start),
            editing: address(.html, page.parameters.anchor, isEditing: .some(otherMode(of: tableView))),
            next: next.map { neighbour(.after($0), $0) }, previous: previous.map { neighbour(.before($0), $0) },
            json: address(.json, page.parameters.anchor))
    }

    /// Where the row is found: its page among those one gets to by turning from the first, and the row there.
    @TableActor
    func address(ofRowAt row: IndexPath, in tableView: TableView) -> String {
        let before = rowBeforePage(of: row, in: tableView)
        let anchor = before.map {
            ViewParameters.Anchor.after(PageToken($0, identifier: tableView.identifier(forRowAt: $0)))
        }
        return address(.html, anchor ?? .start) + "#" + RowAnchor.fragment(tableView.identifier(forRowAt: row))
    }

    /// The last row of the page before the one that the row is on.
    @TableActor
    func rowBeforePage(of row: IndexPath, in tableView: TableView) -> IndexPath? {
        let offset = tableView.offset(ofRowAt: row)
        return tableView.indexPath(forRowAtOffset: offset - offset % page.parameters.size - 1)
    }

    /// Edit mode, or what ends it: nothing in the address, unless it is the session that is in edit mode.
    @TableActor
    private func otherMode(of tableView: TableView) -> Bool? {
        guard tableView.showsEditing else { return true }
        return page.parameters.isEditing == nil ? false : nil
    }

    private func neighbour(_ anchor: ViewParameters.Anchor, _ token: PageToken) -> PageLinks.Neighbour {
        .init(token: token.text, url: address(page.representation, anchor))
    }

    /// The address of a page of the same size in that representation.
    private func address(
        _ representation: PageRequest.Representation, _ anchor: ViewParameters.Anchor, isEditing: Bool?? = nil
    ) -> String {
        let suffix = representation.fileExtension.map { ".\($0)" } ?? ""
        let path =
            switch page.scope {
            case .table: page.base + (suffix.isEmpty ? "" : "table\(suffix)")
            case .section(let section): page.base + "sections/\(section)\(suffix)"
            case .row(let row): page.base + "rows/\(row.section)/\(row.row)\(suffix)"
            }
        var query = query(anchor, isEditing: isEditing)
        if representation == .text, let style = page.parameters.style {
            query += (query.isEmpty ? "" : "&") + "_style=\(style.rawValue)"
        }
        return query.isEmpty ? path : "\(path)?\(query)"
    }

    /// The query of a page, defaults left out.
    private func query(_ anchor: ViewParameters.Anchor, isEditing: Bool?? = nil) -> String {
        var items: [String] = []
        if let size = page.parameters.explicitSize { items.append("_size=\(size)") }
        if let isEditing = isEditing ?? page.parameters.isEditing { items.append(isEditing ? "_edit=1" : "_edit=0") }
        if let language = page.parameters.language { items.append("_lang=\(language.tag)") }
        items += page.parameters.expanded.map(Query.expanded)
        if case .section(let section) = anchor { items.append("_section=\(section)") }
        switch anchor {
        case .start, .section: break
        case .row(let identifier): items.append("_row=\(RowAnchor.encoded(identifier))")
        case .after(let token): items.append("_next=\(RowAnchor.encoded(token.text))")
        case .before(let token): items.append("_prev=\(RowAnchor.encoded(token.text))")
        }
        return items.joined(separator: "&")
    }
}
