import CascadingTable
import HTTPMessages
import TableRendering

extension PageBuilder {
    /// Returns the links of a page.
    ///
    /// - Parameters:
    ///   - rows: The rows of the page.
    ///   - tableView: The table, or the table that answers the query.
    ///   - formats: The formats to link to.
    @TableActor
    func links(of rows: TablePage, in tableView: TableView, formats: [TableFormat]) -> PageLinks {
        let window = rows.window
        let next = window.next.flatMap { _ in window.lastIndexPath }.map { rows.reference(to: $0, in: tableView) }
            .map { neighbour(.after($0), $0) }
        let previous = window.previous.flatMap { _ in window.firstIndexPath }
            .map { rows.reference(to: $0, in: tableView) }
            .map { neighbour(.before($0), $0) }
        let rowQuery = tableView.answered == nil ? "" : page.parameters.query.items.encoded
        var complete = ""
        if tableView.summary?.readCount != nil || figures.contains(where: { $0.readCount != nil }) {
            var query = page.parameters.query
            query.groups.isComplete = true
            complete = address(page.representation, .first, query: query)
        }
        guard page.representation == .html else {
            return PageLinks(
                base: page.base, rowQuery: rowQuery, next: next, previous: previous, complete: complete,
                figures: figures, heat: heat, facets: facets)
        }
        let isRecord = tableView.original.hosting.record != nil
        if isRecord, let rows = rowsBesideRecord(of: tableView) {
            return PageLinks(
                base: page.base, query: query(page.parameters.anchor), view: query(.first),
                next: rows.next.map { .init(token: "", url: $0) },
                previous: rows.previous.map { .init(token: "", url: $0) }, json: "\(page.base.dropLast()).json",
                frame: page.parameters.embed.map { FramePath($0) })
        }
        let rowPageQuery = tableView.original.hosting.hasRecords && canRepeat(window.rowCount) ? listQuery : ""
        return PageLinks(
            base: page.base, query: query(page.parameters.anchor), view: query(.first), rowQuery: rowQuery,
            rowPageQuery: rowPageQuery,
            editing: address(.html, page.parameters.anchor, isEditing: .some(otherMode(of: tableView))),
            next: next, previous: previous,
            json: isRecord ? "\(page.base.dropLast()).json" : address(.json, page.parameters.anchor),
            exports: page.scope == .table && !isRecord ? exports(formats, of: tableView) : [],
            columns: page.scope == .table && !isRecord && !tableView.columns.isEmpty ? columnsAddress() : "",
            statement: statement(of: tableView), share: share(of: tableView), saving: saving(of: tableView),
            isShared: tableView.original.hosting.isShared, complete: complete,
            figures: figures, heat: heat, facets: facets, facetValues: facets.isEmpty ? "" : address(.json, .first),
            besideNumber: page.scope == .table && (next != nil || previous != nil)
                ? fields(beside: page.parameters.query) : nil,
            arranging: arranging(of: tableView), charts: charts(of: tableView),
            frame: page.parameters.embed.map { FramePath($0) })
    }

    /// The address of the SQL statement with the rows of the page; empty if there is no page of statements, for groups, and
    /// for a statement that is too long for an address.
    @TableActor
    private func statement(of tableView: TableView) -> String {
        guard page.scope == .table, let path = tableView.original.hosting.statementPath,
            tableView.answered?.query.grouping == nil, let sql = tableView.hosting.statement?(), sql.utf8.count <= 4_096
        else { return "" }
        return "\(path)?\([Query.Item(name: "sql", value: sql)].encoded)"
    }

    /// The ways to draw the groups of the page; nil for other rows.
    @TableActor
    private func charts(of tableView: TableView) -> ChartLinks? {
        guard page.scope == .table, !page.isPlain, let grouping = tableView.answered?.query.grouping,
            !grouping.keys.isEmpty
        else { return nil }
        let kinds = Chart.kinds(of: grouping)
        let asked = page.parameters.chart
        let chosen = asked == "none" ? nil : kinds.first { $0.rawValue == asked } ?? kinds[0]
        func url(_ chart: String?) -> String { address { $0.chart = chart } }
        var query = page.parameters.exportText
        if let asked, chosen != nil { query += "&\([Query.Item(name: "_chart", value: asked)].encoded)" }
        return ChartLinks(
            kinds: kinds.map { ($0, url($0 == kinds[0] ? nil : $0.rawValue)) }, chosen: chosen, none: url("none"),
            file: "\(page.base)table.svg?\(query)")
    }

    /// The address of the page on which the visitor saves this view; empty for all rows and columns, and if they cannot.
    @TableActor
    private func saving(of tableView: TableView) -> String {
        guard page.scope == .table, page.parameters.embed == nil,
            tableView.original.hosting.views?.canSave == true
        else { return "" }
        let isPlain =
            page.parameters.query.isEmpty && page.parameters.columns == ColumnChoice()
            && page.parameters.facets.isEmpty && page.parameters.heat.isEmpty
        return isPlain ? "" : "\(page.base)views"
    }

    /// The address of the page on which the visitor shares the rows or the groups of this one; empty if they cannot.
    @TableActor
    private func share(of tableView: TableView) -> String {
        let isLasting = page.parameters.query.keptValues.isEmpty
        guard page.scope == .table, page.parameters.embed == nil, page.parameters.query.groups.areShared, isLasting,
            let place = tableView.original.hosting.sharedPlace
        else { return "" }
        let query = page.parameters.query.items + page.parameters.columns.items
        let items: [Query.Item] = [
            .init(name: "path", value: place.path), .init(name: "table", value: place.table),
            .init(name: "query", value: query.encoded),
        ]
        return "/-/share?\(items.encoded)"
    }

    /// The addresses of the records before and after this one, in the list that the visitor came from.
    @TableActor
    private func rowsBesideRecord(of tableView: TableView) -> (previous: String?, next: String?)? {
        guard page.scope == .table, let record = tableView.hosting.record,
            let neighbours = tableView.hosting.neighbours,
            let query = try? page.parameters.query.query(among: record.map(\.name), orOfRelatedRows: true),
            let found = neighbours(tableView, query)
        else { return nil }
        let links = PageLinks(base: page.base)
        func address(_ url: String) -> String { links.resolve(url) + (listQuery.isEmpty ? "" : "?\(listQuery)") }
        return (found.previous.map(address), found.next.map(address))
    }

    /// The order and filters of the rows, without `?`, for the pages of records.
    var listQuery: String { page.parameters.query.items.encoded }

    /// Returns whether a page can contain its query a number of times. With a long query, links that many rows, columns or
    /// values have are left out, because a page would be hundreds of megabytes long.
    func canRepeat(_ count: Int) -> Bool { listQuery.utf8.count * count <= Self.maxRepeatedBytes }

    private static var maxRepeatedBytes: Int { 1 << 20 }

    /// Returns the address of a row: the page of the pagination that contains the row, with a fragment for the row.
    @TableActor
    func address(ofRowAt row: IndexPath, in tableView: TableView) -> String {
        let anchor = rowBeforePage(of: row, in: tableView).map {
            PageParameters.Anchor.after(
                RowReference(indexPath: $0, identifier: tableView.identifier(forRowAt: $0)))
        }
        return address(.html, anchor ?? .first) + "#" + RowAnchor.fragment(tableView.identifier(forRowAt: row))
    }

    /// Returns the last row of the page before the row's page.
    @TableActor
    func rowBeforePage(of row: IndexPath, in tableView: TableView) -> IndexPath? {
        let offset = tableView.offset(ofRowAt: row)
        return tableView.indexPath(forRowAtOffset: offset - offset % page.parameters.size - 1)
    }

    /// The edit mode that the edit button switches to; nil if no parameter is needed for it.
    @TableActor
    private func otherMode(of tableView: TableView) -> Bool? {
        guard tableView.showsEditing else { return true }
        return page.parameters.isEditing == nil ? false : nil
    }

    /// The addresses of all rows, with the order and the filters of this page.
    @TableActor
    private func exports(
        _ formats: [TableFormat], of tableView: TableView
    ) -> [(format: TableFormat, url: String)] {
        let query = page.parameters.exportText
        // Groups have their chart beside them.
        let draws = tableView.summary == nil && tableView.original.hosting.parameters != nil
        return formats.filter { $0.isWhole && (!$0.isDrawing || draws) }.map {
            ($0, "\(page.base)table.\($0.fileExtension)\(query.isEmpty ? "" : "?\(query)")")
        }
    }

    private func neighbour(_ anchor: PageParameters.Anchor, _ row: RowReference) -> PageLinks.Neighbour {
        .init(token: row.token, url: address(page.representation, anchor))
    }

    /// Returns the address of a page of equal size in a representation.
    func address(
        _ representation: PageRequest.Representation, _ anchor: PageParameters.Anchor, isEditing: Bool?? = nil,
        query: FilterParameters? = nil, hasFacets: Bool = true
    ) -> String {
        var page = page
        page.representation = representation
        page.parameters.anchor = anchor
        if let isEditing { page.parameters.isEditing = isEditing }
        if let query {
            // Groups have columns of their own.
            if query.groups.areOther(than: page.parameters.query.groups) {
                (page.parameters.columns, page.parameters.heat, page.parameters.chart) = (ColumnChoice(), [], nil)
            }
            page.parameters.query = query
        }
        if !hasFacets { page.parameters.facets = [] }
        return page.address
    }

    /// Returns the query of this page with another anchor.
    private func query(_ anchor: PageParameters.Anchor) -> String {
        var parameters = page.parameters
        parameters.anchor = anchor
        return parameters.items.encoded
    }
}
