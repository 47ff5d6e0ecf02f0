import Bytes
import CascadingTable
import HTTPMessages
import HTTPTypes
import OrderedCollections
import TableRendering

extension PageBuilder {
    /// Returns the links for sorting and filtering; nil for a table without queries and for the page of one row.
    @TableActor
    func arranging(of tableView: TableView) -> QueryLinks? {
        let options = tableView.original.queryOptions
        if case .row = page.scope { return nil }
        guard !options.isEmpty else { return nil }
        let own = page.parameters.query
        func url(_ change: (inout FilterParameters) -> Void) -> String {
            var other = own
            change(&other)
            return address(.html, .first, query: other)
        }
        let query = tableView.answered?.query ?? TableQuery()
        var links = QueryLinks(query)
        if options.contains(.sorting) {
            let columns = tableView.summary == nil ? tableView.queryColumns : tableView.columns
            links.headings.reserveCapacity(columns.count)
            for column in canRepeat(columns.count) ? columns.filter(\.isQueryable) : [] {
                let place = own.sort.firstIndex { $0.column.isExactly(column.name) }
                let isAscending = place.map { own.sort[$0].isAscending }
                let next: [TableQuery.SortKey] =
                    switch place == 0 ? isAscending : nil {
                    case nil: [.init(column.name)]
                    case true: [.init(column.name, isAscending: false)]
                    case false: []
                    }
                links.headings[ExactString(column.name)] = .init(
                    isAscending: isAscending, rank: own.sort.count > 1 ? place.map { $0 + 1 } : nil,
                    url: url { $0.sort = next })
            }
        }
        if options.contains(.filtering) {
            links.filters = filterForm(of: tableView, query)
            links.canGroup = page.scope == .table && !tableView.columns.isEmpty
        }
        links.withoutHaving = own.groups.having.indices.map { index in url { $0.groups.removeHaving(at: index) } }
        links.withoutValue = zip(own.filters.indices, query.filters).map { index, filter in
            let count = filter.alternatives.count
            guard count > 1, canRepeat(count) else { return [url { $0.removeFilter(at: index) }] }
            return (0..<count).map { place in
                let rest = filter.removing(at: place)
                return url { $0.filters[index] = FilterParameters.Item(rest) }
            }
        }
        for column in page.parameters.heat where heat[column] != nil {
            let other = address { parameters in parameters.heat.removeAll { $0 == column } }
            links.withoutColours.append((column.wrappedValue, other))
        }
        links.withoutSearch = url { $0.search = "" }
        if tableView.summary != nil {
            links.withoutGroups = url {
                $0.groups = GroupParameters()
                $0.sort = []
            }
        }
        links.all = url {
            ($0.search, $0.filters) = ("", [])
        }
        var other = own
        other.search = ""
        links.besideSearch = fields(beside: other)
        return links
    }

    /// Returns the filter form of a table.
    ///
    /// - Parameter query: The query of the page, whose filters are the lines of the form.
    @TableActor
    func filterForm(of tableView: TableView, _ query: TableQuery) -> FilterForm {
        let own = page.parameters.query
        var beside = own
        beside.filters = []
        let place = Array(page.parameters.own).encoded
        return FilterForm(
            action: "\(page.base)filter\(place.isEmpty ? "" : "?\(place)")", columns: tableView.queryColumns,
            query: query,
            removals: own.filters.indices.map { index in
                var other = own
                other.removeFilter(at: index)
                return address(.html, .first, query: other)
            }, beside: fields(beside: beside))
    }

    /// The names and values that a form sends for the first page of a query.
    func fields(beside query: FilterParameters) -> [(name: String, value: String)] {
        var parameters = page.parameters
        parameters.anchor = .first
        parameters.query = query
        return parameters.items.map { ($0.name, $0.value) }
    }
}

extension PageRequest {
    /// Returns the page that the request is redirected to, because its address is not canonical; nil if it is.
    ///
    /// Forms send each filter in three parts, which this address joins. Numbers in forms are written as pages write them.
    ///
    /// - Parameter columns: The columns of the table.
    func canonical(_ columns: () throws -> [TableViewColumn]) rethrows -> PageRequest? {
        guard representation == .html, parameters.form != nil || parameters.query.isAmbiguous else { return nil }
        var page = self
        if let form = parameters.form {
            var query = parameters.query
            query.filters += try form.lines.compactMap { try item(of: $0, columns) }
            query.settle(matchesAny: form.matchesAny)
            query.removeRepeated()
            let numbers = form.having.compactMap(\.column).map { TableViewColumn($0, alignment: .trailing) }
            for item in form.having.compactMap({ item(of: $0, { numbers }) }) {
                query.groups.add(having: Query.Item(name: item.name, value: item.value))
            }
            query.groups.add(
                form.figures.compactMap { line in
                    guard let name = line.test, let column = line.column, !column.isEmpty else { return nil }
                    return TableQuery.Grouping.Aggregate.Function(rawValue: name).map { .init($0, of: column) }
                }, isAcross: form.isAcross)
            // Figures that are gone have no filters and no order.
            if !form.figures.isEmpty, let names = try? query.groups.grouping(ignoringHaving: true)?.columnNames {
                query.groups.keepHaving(of: names)
                if !query.groups.isAcross {
                    query.sort.removeAll { key in !names.contains(where: key.column.isExactly) }
                }
            }
            page.parameters.query = query
            page.parameters.anchor = .first
        }
        return page
    }

    /// Returns the filter of a line of the form; nil for an empty line.
    private func item(
        of line: PageParameters.Form.Line, _ columns: () throws -> [TableViewColumn]
    ) rethrows -> FilterParameters.Item? {
        let (column, value) = (line.column ?? "", line.value ?? "")
        guard !column.isEmpty || !value.isEmpty else { return nil }
        guard let test = TableQuery.Operator(rawValue: line.test ?? TableQuery.Operator.exact.rawValue) else {
            return value.isEmpty
                ? nil : .init(name: "\(column)__\(line.test ?? "")", value: value, isAlternative: line.isAlternative)
        }
        // Only a comparison with the whole value can find an empty text.
        guard !value.isEmpty || !test.takesValue || test == .exact || test == .not else { return nil }
        var filter = try filter(TableQuery.Filter(column, test, value), columns)
        filter.isAlternative = line.isAlternative
        if !test.takesValue { filter.value = "1" }
        return FilterParameters.Item(filter)
    }

    /// Returns the filter of a form with its numbers as addresses write them.
    ///
    /// A value that could also be a text is compared as both.
    private func filter(
        _ filter: TableQuery.Filter, _ columns: () throws -> [TableViewColumn]
    ) rethrows -> TableQuery.Filter {
        func number(_ text: String) -> String? { language.words.plainNumber(text).flatMap { $0 == text ? nil : $0 } }
        let isList = filter.operator.test == .equals(isList: true) || filter.operator == .between
        let values = isList ? ValueList(parsing: filter.value).values : [filter.value]
        guard values.contains(where: { number($0) != nil }),
            let column = try columns().first(where: { $0.name.isExactly(filter.column) }), column.hasNumbers != false
        else { return filter }
        let isText = column.hasNumbers == nil
        let all = values.flatMap { text in number(text).map { isText ? [$0, text] : [$0] } ?? [text] }
        let read = OrderedSet(all.map { ExactString($0) }).map(\.wrappedValue)
        func with(_ test: TableQuery.Operator, _ value: String) -> TableQuery.Filter { .init(column.name, test, value) }
        switch filter.operator.test {
        case .isInRange: return with(filter.operator, ValueList(values.map { number($0) ?? $0 }).text)
        case .equals(let isList) where isList || read.count > 1:
            return with(filter.operator.isNegated ? .notin : .in, ValueList(read).text)
        case .text where isText: return filter
        default: return with(filter.operator, read[0])
        }
    }
}
