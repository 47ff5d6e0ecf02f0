import Bytes
import CascadingTable
import HTTPTypes
import MicroHTTPD
import TableRendering

extension PageBuilder {
    /// Returns the links for sorting and filtering; nil for a table without queries and for the page of one row.
    @TableActor
    func arranging(of tableView: TableView, _ query: TableQuery?) -> QueryLinks? {
        let options = tableView.queryOptions
        if case .row = page.scope { return nil }
        guard page.representation == .html, !options.isEmpty else { return nil }
        let own = page.parameters.query
        func url(_ change: (inout FilterParameters) -> Void) -> String {
            var other = own
            change(&other)
            return address(.html, .start, query: other)
        }
        var links = QueryLinks(query ?? TableQuery())
        if options.contains(.sorting) {
            for column in tableView.queryColumns {
                let key = own.sort.first.flatMap { $0.column.isExactly(column.name) ? $0 : nil }
                let next: [TableQuery.SortKey] =
                    switch key?.isAscending {
                    case nil: [.init(column.name)]
                    case true: [.init(column.name, isAscending: false)]
                    case false: []
                    }
                links.headings[ExactString(column.name)] = .init(
                    isAscending: key?.isAscending, url: url { $0.sort = next })
            }
        }
        links.withoutFilter = own.filters.indices.map { index in url { $0.filters.remove(at: index) } }
        links.withoutSearch = url { $0.search = "" }
        links.all = url {
            $0.search = ""
            $0.filters = []
        }
        links.besideFilter = fields(beside: own)
        var other = own
        other.search = ""
        links.besideSearch = fields(beside: other)
        return links
    }

    /// The names and values that a form sends for the first page of a query.
    private func fields(beside query: FilterParameters) -> [(name: String, value: String)] {
        var parameters = page.parameters
        parameters.anchor = .start
        parameters.query = query
        return parameters.items.map { ($0.name, $0.value) }
    }
}

extension PageRequest {
    /// The canonical address that the request is redirected to; nil if its address is canonical.
    ///
    /// Forms send a filter in three parts, which this address joins.
    var otherAddress: String? {
        guard representation == .html, parameters.addition != nil || parameters.query.isAmbiguous else { return nil }
        var page = self
        if let addition = parameters.addition {
            let test = TableQuery.Operator(rawValue: addition.test)
            // Only a comparison with the whole value can find an empty text.
            if !addition.value.isEmpty || test?.takesValue == false || test == .exact || test == .not {
                let name =
                    test.map { FilterParameters.name(of: TableQuery.Filter(addition.column, $0)) }
                    ?? "\(addition.column)__\(addition.test)"
                let item = Query.Item(name: name, value: test?.takesValue == false ? "1" : addition.value)
                if !page.parameters.query.filters.contains(item) { page.parameters.query.filters.append(item) }
            }
            page.parameters.anchor = .start
        }
        return page.address
    }
}
