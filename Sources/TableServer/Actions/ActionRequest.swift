import CascadingTable
import HTTPTypes
import MicroHTTPD
import TableRendering

/// An action that a request asks for.
final class ActionRequest: Sendable {
    let action: TableAction
    let target: TableAction.Target
    /// The row it is meant for; nil if it is meant for the table or for a list of rows.
    let indexPath: IndexPath?
    /// The rows it is meant for, if it is an action of several.
    let list: RowSet?
    /// The items of the body, be it a form or JSON, and of the query where the body has none of that name.
    let form: Query
    /// The items that were dropped.
    let items: [TableViewDragItem]
    /// The values that were typed, by the names of the fields.
    let values: [String: String]
    /// The revision that is meant, as an entity tag, which refuses any other.
    let ifMatch: String?
    /// Whether the response is a page to look at, for a browser's form.
    let prefersHTML: Bool
    let visitor: String?
    let query: [(name: String, value: String)]
    /// The path of the table, ending in a slash.
    let base: String
    /// The query of the page to return to, checked to be one.
    let returnQuery: String
    /// Which rows that page lists.
    let pageQuery: FilterParameters
    /// The language of that page.
    let language: Language

    /// The row it is meant for.
    ///
    /// - Throws: ``ProblemDetails`` 400 if there is none.
    var row: IndexPath {
        get throws {
            guard let indexPath else {
                throw ProblemDetails(
                    .badRequest, "The row is missing. Add it to the path, such as /select/SECTION/ROW.")
            }
            return indexPath
        }
    }

    /// The names of the rows that are meant, which refuse any other at their places.
    var named: [(name: String, indexPath: IndexPath)] {
        if let list { return list.named }
        guard let name = form["id"], let indexPath else { return [] }
        return [(name, indexPath)]
    }

    /// The rows that must be loaded for it.
    var rows: [IndexPath] { indexPath.map { [$0] } ?? [] }

    /// What a body in JSON may say.
    struct Body: Decodable {
        var id: String?
        var from: String?
        var to: String?
        var items: [Item]?
        var rows: [String]?
        var except: [String]?
        var all: Bool?
        var values: [String: Value]?

        struct Item: Decodable {
            var text: String
            var type: String?
        }

        /// A value of a field: a text, or what JSON has for it.
        struct Value: Decodable {
            var text: String

            init(from decoder: any Decoder) throws {
                let container = try decoder.singleValueContainer()
                if container.decodeNil() {
                    text = ""
                } else if let boolean = try? container.decode(Bool.self) {
                    text = boolean ? "true" : "false"
                } else if let integer = try? container.decode(Int64.self) {
                    text = "\(integer)"
                } else if let decimal = try? container.decode(Double.self) {
                    text = "\(decimal)"
                } else {
                    text = try container.decode(String.self)
                }
            }
        }

        /// What a form would have said: a list by a value for each and one that is empty.
        fileprivate var form: Query {
            let fields =
                [("id", id), ("from", from), ("to", to), ("all", all.map { $0 ? "1" : "0" })]
                + (rows.map { $0 + [""] } ?? []).map { ("rows", $0) } + (except ?? []).map { ("except", $0) }
            return Query(fields.compactMap { name, value in value.map { Query.Item(name: name, value: $0) } })
        }

        fileprivate var dragItems: [TableViewDragItem] {
            (items ?? []).map { TableViewDragItem($0.text, type: $0.type ?? "text/plain") }
        }
    }

    /// One of several actions that a request asks for.
    init(
        _ action: TableAction, _ target: TableAction.Target, at indexPath: IndexPath?, body: Body,
        query: [(name: String, value: String)], base: String
    ) throws {
        (self.action, self.target) = (action, target)
        form = body.form
        items = body.dragItems
        values = (body.values ?? [:]).mapValues(\.text)
        list = try RowSet(for: target, form)
        self.indexPath = try indexPath ?? form.optionalPlace("from")
        (ifMatch, prefersHTML, visitor, returnQuery) = (nil, false, nil, "")
        (self.query, self.base, language) = (query, base, .english)
        pageQuery = FilterParameters()
    }

    /// - Parameter limits: Asked for only if the request says which page it was made on.
    init(
        _ action: TableAction, _ target: TableAction.Target, at indexPath: IndexPath?, request: Request, base: String,
        limits: @autoclosure () -> TableServer.Configuration
    ) throws {
        (self.action, self.target) = (action, target)
        self.base = base
        let body = try Self.body(of: request, takesValues: action.takesValues)
        form = body.form.isEmpty ? request.query : body.form.adding(request.query)
        items = body.items
        values = body.values
        self.indexPath = try indexPath ?? form.optionalPlace("from")
        ifMatch = request.header(.ifMatch)
        prefersHTML = request.acceptsHTML
        visitor = request.visitor
        // A form says in its body which page it was on, a script in the address.
        let text = form["_query"]
        let returning = text.flatMap { Self.page($0, limits: limits()) }
        pageQuery =
            (text == nil ? Self.page(request.query, limits: limits()) : returning?.view.query) ?? FilterParameters()
        list = try RowSet(for: target, form)
        returnQuery = returning == nil ? "" : text ?? ""
        language = returning?.view.language ?? request.language
        // A delegate is asked as on the page the action was made on.
        query = request.query.pairs + (returning?.query.pairs ?? [])
    }

    /// The page that a query of this server leads to; it is encoded, so that it can be repeated as it is.
    private static func page(
        _ text: String, limits: TableServer.Configuration
    ) -> (query: Query, view: PageParameters)? {
        guard text.utf8.allSatisfy({ (0x21...0x7E).contains($0) && !"\"#<>\\".utf8.contains($0) }),
            let query = try? Query(text), let view = try? PageParameters(query, limits: limits)
        else { return nil }
        return (query, view)
    }

    /// Which rows the page of an address lists, where it says so.
    private static func page(
        _ query: Query, limits: @autoclosure () -> TableServer.Configuration
    ) -> FilterParameters? {
        query.isEmpty ? nil : (try? PageParameters(FilterParameters.ofPage(query), limits: limits()))?.query
    }

    /// The same request, made on the page of all rows.
    private init(leavingPageOf other: ActionRequest) {
        (action, target, indexPath, list) = (other.action, other.target, other.indexPath, other.list)
        (form, items, values, ifMatch) = (other.form, other.items, other.values, other.ifMatch)
        (prefersHTML, visitor, query) = (other.prefersHTML, other.visitor, other.query)
        (base, language) = (other.base, other.language)
        (returnQuery, pageQuery) = ("", FilterParameters())
    }

    /// What a body holds beside the items of a form.
    private struct Content {
        var form = Query()
        var items: [TableViewDragItem] = []
        var values: [String: String] = [:]
    }

    /// Drops the query of the page if this table does not offer it, so that the response leads to a page that there is.
    ///
    /// - Throws: ``ProblemDetails`` if the query says which rows are meant.
    func checked(for table: MountedTable) throws -> ActionRequest {
        guard !pageQuery.isEmpty else { return self }
        let tableView = table.tableView
        do {
            try TableActor.run {
                if let query = try pageQuery.query(of: tableView) { try tableView.check(query) }
            }
            return self
        } catch {
            let offersNone = TableActor.run { tableView.queryOptions.isEmpty }
            guard list == nil || offersNone else { throw error }
            return ActionRequest(leavingPageOf: self)
        }
    }

    private static func body(of request: Request, takesValues: Bool) throws -> Content {
        guard !request.body.isEmpty else { return Content() }
        guard request.header(.contentType)?.lowercased().hasPrefix("application/json") == true else {
            let form = try request.form(maxItems: 2 * RowSet.limit)
            guard takesValues else {
                return Content(form: form, items: form["text"].map { [TableViewDragItem($0)] } ?? [])
            }
            // A box that is checked comes behind the value of one that is not.
            return Content(values: Dictionary(form.pairs) { $1 })
        }
        let body = try request.decode(Body.self)
        return Content(form: body.form, items: body.dragItems, values: (body.values ?? [:]).mapValues(\.text))
    }
}

extension ActionRequest {
    func request(of session: TableSession?) -> TableRequest {
        TableRequest(session: session, query: query, traits: TableViewTraits(language: language.tag))
    }

    /// The page the action was made on, at that row.
    func address(of row: RowReference?) -> String {
        address(of: row, query: returnQuery)
    }

    /// The same with other rows expanded.
    func address(of row: RowReference?, expanding rows: [String]) -> String {
        // Split rather than read, so that the others stay as they were encoded.
        let others = returnQuery.split(separator: "&").filter { item in
            (try? Query(String(item)))?.first?.name != "_expanded"
        }
        return address(of: row, query: (others.map(String.init) + rows.map(Query.expanded)).joined(separator: "&"))
    }

    private func address(of row: RowReference?, query: String) -> String {
        let query = query.isEmpty ? "" : "?\(query)"
        let fragment = row.map { "#\(RowAnchor.fragment($0.identifier))" } ?? ""
        return "\(base)\(query)\(fragment)"
    }
}

/// An error that an action ended with, and the page it was made on, to go back to.
struct ActionError: Error {
    let cause: any Error
    let returnURL: String
    /// The language of that page.
    let language: Language

    init(_ cause: any Error, of request: ActionRequest) {
        self.cause = cause
        returnURL = request.address(of: nil)
        language = request.language
    }
}

extension ActionRequest {
    /// Runs the body; what it throws leads back to the page.
    func withReturnURL<Result>(_ body: () throws -> Result) throws -> Result {
        do {
            return try body()
        } catch {
            throw ActionError(error, of: self)
        }
    }
}

extension Query {
    /// These items, and those of another whose names are not among them.
    fileprivate func adding(_ other: Query) -> Query {
        let names = Set(map(\.name))
        return Query(Array(self) + other.filter { !names.contains($0.name) })
    }
}
