import CascadingTable
import Essentials
import HTTPMessages
import HTTPTypes
import TableRendering

/// A request to perform an action on a table, on a row or on several rows.
struct ActionRequest: Sendable {
    /// The action to perform.
    let action: TableAction
    /// The closure that performs the action.
    let target: TableAction.Target
    /// The row to act on; nil for actions on the table or on a list of rows.
    private(set) var indexPath: IndexPath?
    /// The section of a new row, or of the header or footer with the action, or to move; nil for other actions.
    private(set) var section: Int?
    /// The rows to act on; nil for actions that take no list.
    let list: RowSet?
    private var content: Content
    /// The value of `If-Match`: the revision of the table that the client expects.
    private(set) var ifMatch: String?
    /// A Boolean value that indicates whether the client expects a page in return, as a browser does after a form.
    private(set) var prefersHTML = false
    private(set) var visitor = RequestVisitor()
    /// Finds an undo that another server registered, by its token; nil if the table is not that of a server.
    var findUndo: (@TableActor @Sendable (_ token: String) async throws -> Void)?
    /// The query that the delegate sees.
    private(set) var query: [(name: String, value: String)]
    /// The path of the table, ending in a slash.
    let base: String
    /// The query of the page to return to; empty for the first page.
    private(set) var returnQuery = ""
    /// The filters and order of the page that the action was made on.
    private(set) var pageQuery = FilterParameters()
    /// The path whose pages stay in the frame of the page; nil for a page that is not in a frame.
    private(set) var frame: FramePath?
    /// The language of the page that the action was made on.
    private(set) var language = Language.english

    /// The contents of a body.
    fileprivate struct Content {
        var form = Query()
        var items: [TableViewDragItem] = []
        var values: [String: String] = [:]
        var files: [String: TableViewFile] = [:]
    }

    /// The items of the body, followed by query items whose names the body does not have.
    var form: Query { content.form }
    /// The dropped items.
    var items: [TableViewDragItem] { content.items }
    /// The values that the visitor typed, by field name.
    var values: [String: String] { content.values }
    /// The files that the visitor chose, by field name.
    var files: [String: TableViewFile] { content.files }
    /// The values that the visitor has entered in questions, by the names of their parameters.
    private(set) var answered: [String: String]

    /// The row to act on.
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

    /// The expected identifiers of rows, with the places at which they must be.
    var named: [(name: String, indexPath: IndexPath)] {
        if let list { return list.named }
        guard let name = form["id"], let indexPath else { return [] }
        return [(name, indexPath)]
    }

    /// A Boolean value that indicates whether the identifiers of all rows are given, so that no other row can be meant.
    var namesRows: Bool { list?.namesRows ?? (indexPath == nil || form["id"] != nil) }

    /// The rows to load before the action.
    var rows: [IndexPath] { indexPath.map { [$0] } ?? [] }

    /// The keys of a JSON body.
    struct Body: Decodable {
        var id: String?
        var from: String?
        var to: String?
        var items: [Item]?
        var rows: [String]?
        var except: [String]?
        var all: Bool?
        var values: [String: Value]?
        var seen: String?
        var section: Int?
        var files: [String: File]?

        struct Item: Decodable {
            var text: String
            var type: String?
        }

        /// A file with its bytes in base64.
        struct File: Decodable {
            var name: String
            var type: String?
            var data: Data

            fileprivate var file: TableViewFile {
                TableViewFile(MultipartForm.Part(name: "", fileName: name, contentType: type, bytes: [UInt8](data)))
            }
        }

        /// The value of a field: a string, number, Boolean or null, read as text.
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

        fileprivate var content: Content {
            Content(
                form: form,
                items: (items ?? []).map { TableViewDragItem($0.text, type: $0.type ?? "text/plain") },
                values: (values ?? [:]).mapValues(\.text), files: (files ?? [:]).mapValues(\.file))
        }

        /// The items that an equivalent form sends. An empty value of `rows` stands for the list itself.
        private var form: Query {
            let fields =
                [("id", id), ("from", from), ("to", to), ("all", all.map { $0 ? "1" : "0" }), ("_seen", seen)]
                + (rows.map { $0 + [""] } ?? []).map { ("rows", $0) } + (except ?? []).map { ("except", $0) }
            return Query(fields.compactMap { name, value in value.map { Query.Item(name: name, value: $0) } })
        }
    }

    /// Creates the request for one action of a batch.
    init(
        _ action: TableAction, _ target: TableAction.Target, at indexPath: IndexPath?, body: Body,
        query: [(name: String, value: String)], base: String
    ) throws {
        try self.init(
            action, target, at: indexPath, section: body.section, body.content, query: query, base: base)
    }

    private init(
        _ action: TableAction, _ target: TableAction.Target, at indexPath: IndexPath?, section: Int?,
        _ content: Content, query: [(name: String, value: String)], base: String
    ) throws {
        var (content, answered) = (content, [String: String]())
        for (name, value) in content.form.pairs + content.values.map({ ($0.key, $0.value) })
        where TableViewQuestion.isValueName(name) {
            answered[name] = value
            content.values[name] = nil
        }
        self.answered = answered
        let query = query.filter { !TableViewQuestion.isValueName($0.name) }
        (self.action, self.target, self.content, self.query, self.base) = (action, target, content, query, base)
        list = try RowSet(for: target, content.form)
        self.section = section ?? content.form.optionalSection("from")
        self.indexPath = try indexPath ?? content.form.optionalPlace("from")
    }

    /// Creates the request from an HTTP request.
    ///
    /// - Parameters:
    ///   - action: The action of the route.
    ///   - target: The closure that performs the action.
    ///   - indexPath: The row of the path.
    ///   - section: The section of the path, for a new row or an action of a header or footer.
    ///   - request: The HTTP request.
    ///   - base: The path of the table, ending in a slash.
    ///   - limits: The limits of page sizes, evaluated only if the request names its page.
    init(
        _ action: TableAction, _ target: TableAction.Target, at indexPath: IndexPath?, section: Int? = nil,
        request: Request, base: String, limits: @autoclosure () -> TableServer.Configuration
    ) throws {
        var content = try Self.body(of: request, takesValues: action.takesValues)
        content.form = content.form.isEmpty ? request.query : content.form.adding(request.query)
        try self.init(
            action, target, at: indexPath, section: section, content, query: request.query.pairs, base: base)
        ifMatch = request.header(.ifMatch)
        prefersHTML = request.acceptsHTML
        visitor = request.visitor
        // A form names its page in the body, a script in the address.
        let text = form["_query"]
        let returning = text.flatMap { Self.page($0, limits: limits()) }
        pageQuery =
            (text == nil ? Self.page(request.query, limits: limits()) : returning?.view.query) ?? FilterParameters()
        returnQuery = text == nil ? pageQuery.items.encoded : returning == nil ? "" : text ?? ""
        language = returning?.view.language ?? request.language
        frame = returning?.view.embed.map { FramePath($0) }
        // The delegate sees the query of the page that the action was made on.
        query += returning?.query.pairs ?? []
    }

    /// Reads the query of a page of this server; nil for an invalid query.
    ///
    /// Only encoded queries are valid, so that the text can be repeated in links unchanged.
    private static func page(
        _ text: String, limits: TableServer.Configuration
    ) -> (query: Query, view: PageParameters)? {
        guard text.utf8.allSatisfy({ (0x21...0x7E).contains($0) && !"\"#<>\\".utf8.contains($0) }),
            let query = try? Query(text), let view = try? PageParameters(query, limits: limits)
        else { return nil }
        return (query, view)
    }

    /// Returns the filters and order of the page that an address names, if it names one.
    private static func page(
        _ query: Query, limits: @autoclosure () -> TableServer.Configuration
    ) -> FilterParameters? {
        query.isEmpty ? nil : (try? PageParameters(FilterParameters.ofPage(query), limits: limits()))?.query
    }

    /// Returns the request with the places of the original table.
    @TableActor
    func atOriginalPlaces(of tableView: TableView) -> ActionRequest {
        guard tableView.original !== tableView else { return self }
        var other = self
        other.indexPath = indexPath.map(tableView.original)
        other.content.form = Query(
            form.map { item in
                guard item.name == "to", let place = IndexPath(place: item.value) else { return item }
                let original = tableView.original(place)
                return .init(name: "to", value: "\(original.section).\(original.row)")
            })
        return other
    }

    /// Drops the filters and order if this table does not offer them. The response then leads to an existing page.
    ///
    /// - Throws: ``ProblemDetails`` if the filters and order decide which rows the action is for.
    func checked(for table: MountedTable) throws -> ActionRequest {
        guard !pageQuery.isEmpty else { return self }
        let tableView = table.tableView
        do {
            try TableActor.run {
                _ = try tableView.asking(request(of: nil)) {
                    if let query = try pageQuery.query(of: tableView) { try tableView.check(query) }
                }
            }
            return self
        } catch let needed as TableLoadNeeded {
            throw needed
        } catch {
            let offersNone = TableActor.run { tableView.queryOptions.isEmpty }
            guard list == nil || offersNone else { throw error }
            var other = self
            (other.returnQuery, other.pageQuery) = ("", FilterParameters())
            return other
        }
    }

    private static func body(of request: Request, takesValues: Bool) throws -> Content {
        guard !request.body.isEmpty else { return Content() }
        guard request.header(.contentType)?.lowercased().hasPrefix("application/json") == true else {
            guard takesValues else {
                let form = try request.form(maxItems: 2 * RowSet.limit)
                return Content(form: form, items: form["text"].map { [TableViewDragItem($0)] } ?? [])
            }
            let body = try FormBody(request, limit: 2 * RowSet.limit)
            // A checkbox sends its value after the value of its hidden field, so the last value counts.
            return Content(
                values: Dictionary(body.values) { $1 }, files: Dictionary(body.files) { first, _ in first })
        }
        return try request.decode(Body.self).content
    }
}

extension ActionRequest {
    func request(of session: TableSession?) -> TableRequest {
        var request = TableRequest(
            session: session, query: query, traits: TableViewTraits(language: language.tag), user: visitor.user)
        request.values = answered
        return request
    }

    /// Returns the address of the page that the action was made on, with a fragment for a row.
    func address(of row: RowReference?) -> String {
        address(of: row, query: returnQuery)
    }

    /// Returns the address of the page that the action was made on, with other expanded rows, or in the edit mode of the session;
    /// nil if it is that of the page.
    func address(of row: RowReference?, expanding rows: [String]?, setsEditing: Bool) -> String? {
        let dropped = (rows == nil ? [] : ["_expanded"]) + (setsEditing ? ["_edit"] : [])
        // Split as text, so that the other items keep their encoding.
        let items = returnQuery.split(separator: "&").map(String.init)
        let others = items.filter { item in !dropped.contains((try? Query(item))?.first?.name ?? "") }
        guard rows != nil || others.count < items.count else { return nil }
        return address(of: row, query: (others + (rows ?? []).map(Query.expanded)).joined(separator: "&"))
    }

    private func address(of row: RowReference?, query: String) -> String {
        let query = query.isEmpty ? "" : "?\(query)"
        let fragment = row.map { "#\(RowAnchor.fragment($0.identifier))" } ?? ""
        return "\(base)\(query)\(fragment)"
    }
}

/// The error of an action, with the page to return to.
struct ActionError: Error {
    let cause: any Error
    let returnURL: String
    /// The language of the page.
    let language: Language

    init(_ cause: any Error, of request: ActionRequest) {
        self.cause = cause
        returnURL = request.address(of: nil)
        language = request.language
    }
}

extension ActionRequest {
    /// Runs a body, which may wait. Errors are wrapped into an ``ActionError`` with the page to return to.
    @TableActor
    func withReturnURL<Result>(_ body: () async throws -> Result) async throws -> Result {
        do {
            return try await body()
        } catch {
            throw ActionError(error, of: self)
        }
    }
}

extension Query {
    /// Returns these items and the items of another query whose names are new.
    fileprivate func adding(_ other: Query) -> Query {
        let names = Set(map(\.name))
        return Query(Array(self) + other.filter { !names.contains($0.name) })
    }
}
