import Bytes
import CascadingTable
import HTTPMessages
import HTTPTypes
import TableRendering

extension TableHandler {
    /// Responds with the columns of a table to choose from, or with the menu of the one that `column` names.
    ///
    /// - Parameters:
    ///   - table: The table.
    ///   - request: The request, with the parameters of the page that is arranged.
    ///   - own: The parameters that decided which table answers.
    ///   - base: The path of the table, ending in a slash.
    func columns(of table: MountedTable, for request: Request, own: Query, base: String) async throws -> Response {
        let query = Query(request.query.filter { $0.name != "column" || own["column"] != nil })
        let parameters = try PageParameters(query, own: own, limits: configuration)
        let page = PageRequest(
            scope: .table, representation: .html, parameters: parameters,
            language: parameters.language ?? request.acceptedLanguage, base: base)
        @Sendable func builder(_ table: MountedTable, _ session: TableSession?) -> PageBuilder {
            PageBuilder(
                page, of: table, visitor: request.visitor, query: request.query.pairs, session ?? TableSession())
        }
        // Groups have columns of their own.
        let hasOthers = try parameters.query.groups.grouping() != nil || parameters.query.canNameRelatedColumns
        let shown =
            try hasOthers
            ? self.table(table, answering: parameters.query, ofVisitor: request.visitor, base: base) {
                builder(table, $0).request
            } : table
        let name = request.query["column"]
        let related = name == nil ? try await Self.relatedColumns(of: table.tableView) : []
        let values = try TableActor.run {
            let builder = builder(shown, sessions.knownSession(of: request.visitor, table: base))
            return try shown.tableView.asking(builder.request) {
                try builder.columns(menuOf: name, or: related)
            }.result
        }
        return renderer.response(.columns, values)
    }

    /// Returns the columns of related rows that visitors can choose.
    @TableActor
    private static func relatedColumns(of tableView: TableView) async throws -> [TableViewColumn] {
        guard tableView.queryOptions.contains(.relatedColumns),
            let source = tableView.dataSource as? any RelatedColumnsDataSource
        else { return [] }
        return try await source.relatedColumns(in: tableView)
    }
}

extension PageBuilder {
    /// The address of the columns of this page.
    ///
    /// - Parameter name: The column whose menu is shown; nil for the list of all columns.
    func columnsAddress(menuOf name: String? = nil) -> String {
        var parameters = page.parameters
        parameters.anchor = .first
        let items = (name.map { [Query.Item(name: "column", value: $0)] } ?? []) + parameters.items
        return "\(page.base)columns\(items.isEmpty ? "" : "?\(items.encoded)")"
    }

    /// Returns the values of the page with the columns of the table, or with the menu of one of them.
    ///
    /// - Parameter related: The columns of other tables that visitors can choose.
    @TableActor
    fileprivate func columns(menuOf name: String?, or related: [TableViewColumn]) throws -> TemplateValues {
        let tableView = table.tableView
        try tableView.checkShownColumns()
        let shown = tableView.shownColumns
        func isShown(_ column: TableViewColumn) -> Bool { shown.contains { $0.name.isExactly(column.name) } }
        let all = shown + tableView.columns.filter { !isShown($0) }
        let others =
            tableView.summary == nil ? related.filter { other in !all.contains { $0.name.isExactly(other.name) } } : []
        let menu = try name.map { name in
            guard let column = all.first(where: { $0.name.isExactly(name) }) else {
                throw TableViewError(.noSuchColumn, .unknownColumn(name, among: all.map(\.name)))
            }
            return try self.menu(of: column, among: shown)
        }
        let original = tableView.original
        return .columns(
            words: page.language.words, title: original.title,
            breadcrumbs: original.navigationItem.breadcrumbs + [
                TableLink(original.title, to: address(.html, .first))
            ],
            action: page.base, menu: menu, groups: groups(of: tableView, or: related),
            columns: all.map { .init($0, isShown: isShown($0), url: columnsAddress(menuOf: $0.name)) },
            related: others,
            beside: fields { $0.columns = ColumnChoice() })
    }

    /// Returns the form that groups the rows; nil for a table whose rows are not grouped.
    @TableActor
    private func groups(of tableView: TableView, or related: [TableViewColumn]) -> GroupForm? {
        guard tableView.original.queryOptions.contains(.filtering) else { return nil }
        let columns = tableView.queryColumns.filter(\.isQueryable)
        return GroupForm(
            columns: columns + related.filter { other in !columns.contains { $0.name.isExactly(other.name) } },
            grouping: tableView.answered?.query.grouping,
            beside: fields { $0.group(by: []) } + kept.map { ($0.name, $0.value) })
    }

    /// The filters and the order of groups, which stay if their figures do.
    private var kept: [Query.Item] {
        let query = page.parameters.query
        guard query.groups.areShown else { return [] }
        return query.groups.havingItems
            + query.sort.map { .init(name: $0.isAscending ? "_sort" : "_sort_desc", value: $0.column) }
    }

    @TableActor
    private func menu(of column: TableViewColumn, among shown: [TableViewColumn]) throws -> ColumnMenu {
        let tableView = table.tableView
        let options = tableView.original.queryOptions
        let isOfRows = tableView.summary == nil
        let name = column.name
        var menu = ColumnMenu(of: column)
        if options.contains(.sorting), column.isQueryable { menu.links.append(orders(of: name)) }
        if options.contains(.filtering), column.isQueryable, isOfRows {
            menu.links.append(counts(of: column))
            menu.besideFilter = fields { _ in }
            if page.parameters.query.groups.figures.count < TableQuery.Grouping.maxAggregates {
                menu.besideFigure = fields { _ in }
            }
            if !column.referenceColumns.isEmpty, options.contains(.relatedColumns) {
                menu.links.append([referring(by: column)])
            }
            if column.hasNumbers == true {
                menu.besideRanges = fields { $0.count(name) }
                let others = tableView.queryColumns.filter { !$0.name.isExactly(name) }
                menu.grouping = .init(by: others, isOfNumbers: true, beside: fields { $0.group(by: []) })
            }
        } else if let grouping = tableView.answered?.query.grouping, !grouping.isAcross,
            grouping.columnNames.dropFirst(grouping.keys.count).contains(where: name.isExactly), !grouping.keys.isEmpty
        {
            (menu.besideFilter, menu.filtersGroups) = (fields { _ in }, true)
        } else if let keys = tableView.answered?.query.grouping?.keys, keys.count == 1, keys[0].column.isExactly(name) {
            let others = tableView.queryColumns.filter { !$0.name.isExactly(name) }
            menu.grouping = .init(by: others, isOfNumbers: false, beside: fields { $0.group(by: keys) })
        }
        menu.links.append(
            choices(
                of: name, among: shown.map(\.name),
                isColourable: column.hasNumbers != false && (!isOfRows || menu.besideFilter != nil)))
        return menu
    }

    private func orders(of name: String) -> [ColumnMenu.Link] {
        let sort = page.parameters.query.sort
        let others = sort.filter { !$0.column.isExactly(name) }
        let place = sort.firstIndex { $0.column.isExactly(name) }
        var links: [ColumnMenu.Link] = []
        func add(_ title: Phrase, _ keys: [TableQuery.SortKey], isChosen: Bool = false) {
            links.append(.init(title, to: address { $0.query.sort = keys }, isChosen: isChosen))
        }
        for isAscending in [true, false] {
            let key = TableQuery.SortKey(name, isAscending: isAscending)
            add(isAscending ? .ascending : .descending, [key], isChosen: sort.first == key)
        }
        if !others.isEmpty, others.count < TableQuery.maxSortKeys {
            for isAscending in [true, false] {
                let key = TableQuery.SortKey(name, isAscending: isAscending)
                add(
                    isAscending ? .thenAscending : .thenDescending, others + [key],
                    isChosen: place != 0 && sort.contains(key))
            }
        }
        if place != nil { add(.unsorted, others) }
        return links
    }

    /// Returns the link to the rows that refer to no row, although they have a value.
    private func referring(by column: TableViewColumn) -> ColumnMenu.Link {
        let name = column.referenceColumns.first ?? column.name
        let filters: [FilterParameters.Item] = [
            .init(name: "\(name)__notnull", value: ""), .init(name: "count(\(name))", value: "0"),
        ]
        return ColumnMenu.Link(
            .refersToNoRow,
            to: address { $0.query.filters += filters.filter { !page.parameters.query.filters.contains($0) } })
    }

    private func counts(of column: TableViewColumn) -> [ColumnMenu.Link] {
        let name = column.name
        let facet = ExactString(name)
        let hasFacet = page.parameters.facets.contains(facet)
        var links = [ColumnMenu.Link(.countValues, to: address { $0.count(name) })]
        let type = column.type?.lowercased() ?? ""
        if type.contains("date") || type.contains("timestamp") {
            let bins: [(Phrase, TableQuery.Grouping.Bin)] = [
                (.countYears, .year), (.countMonths, .month), (.countDays, .day),
            ]
            links += bins.map { title, bin in .init(title, to: address { $0.count(name, in: bin) }) }
        }
        links.append(
            .init(
                .valuesBeside,
                to: address { if hasFacet { $0.facets.removeAll { $0 == facet } } else { $0.facets.append(facet) } },
                isChosen: hasFacet))
        links.append(
            .init(
                .statistics,
                to: address {
                    $0.group(by: [])
                    $0.query.groups = GroupParameters(TableQuery.Grouping(statisticsOf: [name]))
                }))
        return links
    }

    private func choices(of name: String, among shown: [String], isColourable: Bool) -> [ColumnMenu.Link] {
        var links: [ColumnMenu.Link] = []
        if let place = shown.firstIndex(where: name.isExactly) {
            if shown.count > 1 { links.append(.init(.hide, to: address { $0.columns.hide(name) })) }
            for (title, other) in [(Phrase.earlier, place - 1), (.later, place + 1)]
            where shown.indices.contains(other) {
                var names = shown.map { ExactString($0) }
                names.swapAt(place, other)
                links.append(.init(title, to: address { ($0.columns.shown, $0.columns.hidden) = (names, []) }))
            }
        }
        if isColourable {
            let column = ExactString(name)
            let isChosen = page.parameters.heat.contains(column)
            links.append(
                .init(
                    .colours,
                    to: address { if isChosen { $0.heat.removeAll { $0 == column } } else { $0.heat.append(column) } },
                    isChosen: isChosen))
        }
        if page.parameters.columns != ColumnChoice() {
            links.append(.init(.allColumns, to: address { $0.columns = ColumnChoice() }))
        }
        return links
    }

    /// Returns the address of the first page with other parameters.
    func address(_ change: (inout PageParameters) -> Void) -> String {
        var page = page
        page.parameters.anchor = .first
        change(&page.parameters)
        return page.address
    }

    /// Returns the names and values that a form sends for the first page with other parameters.
    private func fields(_ change: (inout PageParameters) -> Void) -> [(name: String, value: String)] {
        var parameters = page.parameters
        parameters.anchor = .first
        change(&parameters)
        return parameters.items.map { ($0.name, $0.value) }
    }
}

extension PageParameters {
    /// Counts the values of a column in place of the rows.
    fileprivate mutating func count(_ column: String, in bin: TableQuery.Grouping.Bin? = nil) {
        group(by: [.init(column, bin: bin)])
    }

    /// Shows groups in place of the rows.
    fileprivate mutating func group(by keys: [TableQuery.Grouping.Key]) {
        columns = ColumnChoice()
        (query.sort, facets, heat) = ([], [], [])
        query.groups = GroupParameters(TableQuery.Grouping(by: keys))
    }
}

extension ColumnChoice {
    /// Leaves a column out.
    fileprivate mutating func hide(_ name: String) {
        let name = ExactString(name)
        if shown.isEmpty { hidden.append(name) } else { shown.removeAll { $0 == name } }
    }
}
