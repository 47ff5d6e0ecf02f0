import CascadingTable
import MicroHTTPD
import TableRendering

extension PageBuilder {
    /// Where the links of a page lead.
    @TableActor
    func links(of window: TableWindow, in tableView: TableView) -> PageLinks {
        func token(_ indexPath: IndexPath, _ offset: Int?) -> PageToken {
            PageToken(indexPath, identifier: tableView.identifier(forRowAt: indexPath), offset: offset)
        }
        let offset = window.arrangement.flatMap { arrangement in
            arrangement.offset(ofRowAt: window.firstIndexPath ?? [], expected: window.offset)
        }
        let next = window.next.flatMap { _ in window.lastIndexPath }.map { last in
            token(last, offset.map { $0 + window.rowCount - 1 })
        }
        let previous = window.previous.flatMap { _ in window.firstIndexPath }.map { token($0, offset) }
        let isRecord = tableView.record != nil
        return PageLinks(
            base: page.base, query: query(page.parameters.anchor), view: query(.start),
            editing: address(.html, page.parameters.anchor, isEditing: .some(otherMode(of: tableView))),
            next: next.map { neighbour(.after($0), $0) }, previous: previous.map { neighbour(.before($0), $0) },
            json: isRecord ? "\(page.base.dropLast()).json" : address(.json, page.parameters.anchor),
            exportQuery: page.scope == .table && !isRecord ? page.parameters.exportText : nil,
            arranging: arranging(of: tableView, window.arrangement?.query ?? tableView.answered?.query)
        )
    }

    /// Where the row is found: its page among those one gets to by turning from the first, and the row there.
    @TableActor
    func address(
        ofRowAt row: IndexPath, in tableView: TableView, of arrangement: QueryResult? = nil
    ) -> String {
        let before = rowBeforePage(of: row, in: tableView, of: arrangement)
        let anchor = before.map {
            PageParameters.Anchor.after(
                PageToken(
                    $0, identifier: tableView.identifier(forRowAt: $0), offset: arrangement?.offset(ofRowAt: $0)))
        }
        return address(.html, anchor ?? .start) + "#" + RowAnchor.fragment(tableView.identifier(forRowAt: row))
    }

    /// The last row of the page before the one that the row is on.
    @TableActor
    func rowBeforePage(
        of row: IndexPath, in tableView: TableView, of arrangement: QueryResult? = nil
    ) -> IndexPath? {
        if let arrangement {
            let offset = arrangement.offset(ofRowAt: row) ?? 0
            return arrangement.indexPath(forRowAtOffset: offset - offset % page.parameters.size - 1)
        }
        let offset = tableView.offset(ofRowAt: row)
        return tableView.indexPath(forRowAtOffset: offset - offset % page.parameters.size - 1)
    }

    /// Edit mode, or what ends it: nothing in the address, unless it is the session that is in edit mode.
    @TableActor
    private func otherMode(of tableView: TableView) -> Bool? {
        guard tableView.showsEditing else { return true }
        return page.parameters.isEditing == nil ? false : nil
    }

    private func neighbour(_ anchor: PageParameters.Anchor, _ token: PageToken) -> PageLinks.Neighbour {
        .init(token: token.text, url: address(page.representation, anchor))
    }

    /// The address of a page of the same size in that representation.
    func address(
        _ representation: PageRequest.Representation, _ anchor: PageParameters.Anchor, isEditing: Bool?? = nil,
        query: FilterParameters? = nil
    ) -> String {
        var page = page
        page.representation = representation
        page.parameters.anchor = anchor
        if let isEditing { page.parameters.isEditing = isEditing }
        if let query { page.parameters.query = query }
        return page.address
    }

    /// The query of this page at another place.
    private func query(_ anchor: PageParameters.Anchor) -> String {
        var parameters = page.parameters
        parameters.anchor = anchor
        return parameters.text
    }
}
