import Bytes
import CascadingTable
import HTTPMessages
import TableFormats

/// The description of a route of tables: what a program sends to it, and what it gets.
///
/// Routes without a description are those of pages, such as forms and questions.
struct RouteDescription: Sendable {
    /// The summary, the body and the responses, as members of a JSON object. The schemas are those of any table.
    var text: String
    /// The parameters of the address, besides filters.
    var parameters: [QueryParameter] = []
    /// A Boolean value that indicates whether the address has filters, too.
    var hasFilters = false
    /// A Boolean value that indicates whether the response is a row as one object.
    var isRecord = false
    /// The change of rows; nil for a route that changes none of a database.
    var change: RowChange.Kind?

    /// A Boolean value that indicates whether the columns of a table matter, so that each table has a description.
    var isOfColumns: Bool { hasFilters || isRecord || change != nil }

    /// Returns the routes below the path of a table, each by its method and its path.
    ///
    /// - Parameters:
    ///   - formats: The formats of tables.
    ///   - maxSize: The limit of the page size.
    static func all(_ formats: [TableFormat], maxSize: Int) -> [String: RouteDescription] {
        func page(_ representation: PageRequest.Representation) -> [QueryParameter] {
            PageParameters.parameters(for: representation, maxSize: maxSize)
        }
        var all = OpenAPIParts.all.routes.mapValues { RouteDescription(text: $0) }
        /// Adds a description that is that of another route, with other words.
        func add(_ path: String, like other: String, _ words: [(String, String)]) {
            guard all[path] == nil, var text = all[other]?.text else { return }
            for (word, other) in words { text = text.replacing(word, with: other) }
            all[path] = RouteDescription(text: text)
        }
        for format in formats {
            let path = "GET /table.\(format.fileExtension)"
            let type = String(format.mediaType.prefix { $0 != ";" })
            add(path, like: "GET /table.FORMAT", [("FORMAT_NAME", format.name), ("FORMAT_TYPE", type)])
            all[path]?.hasFilters = true
            all[path]?.parameters = page(.format(format)) + RevisionToken.parameters.prefix(format == .json ? 1 : 0)
        }
        for action in TableAction.all {
            let name = String(action.path.description.dropFirst().prefix { $0 != "/" })
            add("POST \(action.path)", like: "POST /ACTION", [("ACTION_KEY", action.key), ("ACTION", name)])
            all["POST \(action.path)"]?.parameters = identifier + answers
        }
        all["GET /"]?.hasFilters = true
        all["GET /row/:key.json"]?.isRecord = true
        for (path, change) in changes { all[path]?.change = change }
        for (path, parameters) in Self.parameters { all[path]?.parameters = parameters }
        all["GET /"]?.parameters = page(.html)
        all["GET /find"]?.parameters += page(.html)
        for path in ["GET /sections/#section.json", "GET /rows/#section/#row.json"] {
            all[path]?.parameters = page(.json)
        }
        all["GET /table.FORMAT"] = nil
        all["POST /ACTION"] = nil
        return all
    }

    private static let changes: [String: RowChange.Kind] = [
        "POST /": .insert, "PATCH /": .change, "DELETE /": .delete, "PATCH /row/:key/": .change,
        "DELETE /row/:key/": .delete, "GET /choices": .change,
    ]
    private static let identifier = [QueryParameter("id", .text, "The identifier that the row must have.")]
    private static let answers = [
        QueryParameter("_answer", .text, "The answer to a question of the action, once for each.", isRepeated: true)
    ]
    private static let choices = [
        QueryParameter("column", .text, "The column of a foreign key."),
        QueryParameter("text", .text, "A part of the key or the label."),
    ]
    /// The parameters of routes, besides those of pages.
    private static let parameters: [String: [QueryParameter]] = [
        "GET /row/:key.json": FormatRoutes.parameters, "GET /events": RevisionToken.parameters,
        "GET /find": RowSearch.parameters, "GET /edit/#section/#row.json": identifier,
        "GET /new/#place.json": identifier, "GET /drag/#section/#row": identifier,
        "GET /values/#section/#row/:field": identifier, "GET /choices": choices,
    ].merging(changes.keys.filter { !$0.hasPrefix("GET") }.map { ($0, EditRequest.parameters) }) { $1 }
}

/// The parts of a description that are not made from lists: texts and schemas.
struct OpenAPIParts: Sendable {
    typealias Members = [(name: String, value: JSON)]

    /// The server's own routes, by their paths.
    private(set) var server: [String: String] = [:]
    /// The routes of tables, by method and path.
    private(set) var routes: [String: String] = [:]
    /// The schemas of each table, as those of any table.
    private(set) var tables: [(name: String, text: String)] = []
    private(set) var schemas: Members = []

    static let all: OpenAPIParts = {
        var (parts, reader) = (OpenAPIParts(), JSONReader(PackageResources.openapi_json))
        // A test reads the file.
        try? reader.object { part, reader in
            try reader.object { name, reader in
                let text = try reader.json()
                let operation = String(text.dropFirst().dropLast())
                    .replacing("\"responses\": {", with: "\"responses\": {\(problems), ")
                switch part {
                case "server": parts.server[name] = operation
                case "routes": parts.routes[name] = operation
                case "tables": parts.tables.append((name, text))
                default: parts.schemas.append((name, "\(raw: text)"))
                }
            }
        }
        return parts
    }()

    private static let problems = ["4XX", "5XX"].map { "\"\($0)\": {\"$ref\": \"#/components/responses/problem\"}" }
        .joined(separator: ", ")
}
