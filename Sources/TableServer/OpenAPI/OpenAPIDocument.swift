import Bytes
import CascadingTable
import HTTPMessages
import HTTPTypes

/// A table as a description has it: at one path, or at all paths of a pattern.
struct DescribedTable: Sendable {
    /// The name of its schemas. Default: that of tables whose columns are not known.
    var key = "any"
    /// The path, ending in a slash, with parameters such as `{table}`.
    var path: String
    /// The title; nil for several tables.
    var title: String?
    /// The parameters of the path.
    var parameters: [JSON] = []
    /// The parameters of the query that decide which table answers.
    var ownParameters: [QueryParameter] = []
    /// A Boolean value that indicates whether only routes that read are described.
    var isOnlyRead = false
    /// A Boolean value that indicates whether routes that depend on columns are described, too.
    var isWhole = true
    var columns: [TableViewColumn] = []
    /// The queries that the table offers.
    var options: TableQueryOptions = [.all, .labels]
    /// The changes of rows that the visitor may make.
    var changes: Set<RowChange.Kind> = []
    /// The parameters of the address of a row as one object, besides those of its path.
    var recordParameters: [QueryParameter] = []

    /// Returns a text with the schemas of this table in place of those of any table.
    func named(_ text: String) -> String { text.replacing("/schemas/any.", with: "/schemas/\(key).") }
}

/// The description of a server in OpenAPI 3.1 (https://spec.openapis.org/oas/v3.1.1.html).
struct OpenAPIDocument {
    /// A Boolean value that indicates whether changes of rows need a token.
    let needsToken: Bool
    /// A Boolean value that indicates whether everything needs a token, because people sign in.
    let readingNeedsToken: Bool
    private var paths: [(name: String, operations: [(name: String, value: JSON)])] = []
    private var places: [String: Int] = [:]
    private var schemas = OpenAPIParts.all.schemas + Self.schemas(of: DescribedTable(path: ""))
    private var parameters: [(name: String, value: JSON)] = []
    private var known: [String: [UInt8]] = [:]
    private var keys: Set<String> = ["any"]
    private var identifiers: Set<String> = []

    init(needsToken: Bool, readingNeedsToken: Bool) {
        (self.needsToken, self.readingNeedsToken) = (needsToken, readingNeedsToken)
    }

    /// Adds the schemas of a table with its columns.
    ///
    /// - Returns: The table with the name of its schemas.
    mutating func named(_ table: DescribedTable) -> DescribedTable {
        var table = table
        table.key = Self.unique(table.path, "table", among: &keys)
        schemas += Self.schemas(of: table)
        return table
    }

    /// Adds a route of a table, unless the visitor may not use it.
    ///
    /// - Parameters:
    ///   - location: The method, and the path below that of the table.
    ///   - route: The description of the route.
    ///   - table: The table.
    mutating func add(_ location: Router.Route, _ route: RouteDescription, of table: DescribedTable) {
        guard route.change.map(table.changes.contains) ?? true,
            !table.isOnlyRead || location.method == .get
        else { return }
        let place = location.path.template(avoiding: table.path)
        var parameters = table.parameters + place.parameters
        if route.hasFilters, table.options.contains(.filtering), !table.columns.isEmpty {
            parameters += table.columns.map { column in
                let name = TableQuery.Filter(column.name, .exact, "").parameterName
                return #"{"name":\#(name),"in":"query","schema":{"type":"string"}}"#
            }
            parameters.append(filters(of: table))
        }
        let own = route.parameters + (route.isRecord ? table.recordParameters : table.ownParameters)
        parameters += own.filter { $0.needs.isSubset(of: table.options) }.map { shared($0, table) }
        if route.text.contains("requestBody") { parameters += [.parameter("Idempotency-Key"), .parameter("If-Match")] }
        let security: JSON? =
            !readingNeedsToken && (route.change == nil || !needsToken) ? nil : #","security":[{"token":[]}]"#
        add(
            location.method, table.path + place.path.dropFirst(), tag: table.title ?? table.path,
            table.named(route.text), #","parameters":\#(parameters)\#(security)"#)
    }

    /// Adds an operation.
    ///
    /// - Parameters:
    ///   - text: The members of the operation as JSON.
    ///   - rest: Further members, after a comma.
    mutating func add(
        _ method: HTTPRequest.Method, _ path: String, tag: String = "Server", _ text: String, _ rest: JSON? = nil
    ) {
        let name = method.rawValue.lowercased()
        let id = Self.unique("\(name)/\(path)", name, among: &identifiers)
        let operation: JSON = #"{"operationId":\#(id),"tags":[\#(tag)],\#(raw: text)\#(rest)}"#
        let place = places[path] ?? paths.count
        if place == paths.count { paths.append((path, [])) }
        places[path] = place
        paths[place].operations.append((name, operation))
    }

    /// Returns the document.
    ///
    /// - Parameter title: The title of the server.
    func bytes(title: String) -> [UInt8] {
        let paths = paths.map { (name: $0.name, value: "\($0.operations)" as JSON) }
        let parameters = Self.headers + parameters
        let security: JSON? =
            needsToken || readingNeedsToken ? #","securitySchemes":{"token":{"type":"http","scheme":"bearer"}}"# : nil
        let json: JSON = #"""
            {"openapi":"3.1.1","info":{"title":\#(title),"version":"1"},"servers":[{"url":"/"}],"paths":\#(paths),\#
            "components":{"schemas":\#(schemas),"parameters":\#(parameters),\#
            "responses":{"problem":{"description":"What is wrong, or has failed","content":\#
            {"application/problem+json":{"schema":{"$ref":"#/components/schemas/problem"}}}}}\#(security)}}

            """#
        return json.bytes
    }

    /// Returns a reference to a parameter.
    private mutating func shared(_ parameter: QueryParameter, _ table: DescribedTable) -> JSON {
        let name = parameter.schema == nil ? "\(table.key).\(parameter.name)" : parameter.name
        var schema = parameter.schema ?? .reference("\(table.key).column")
        if parameter.isOfGroups { schema = #"{"anyOf":[\#(schema),{"type":"string"}]}"# }
        if parameter.isRepeated { schema = #"{"type":"array","items":\#(schema)}"# }
        return component(
            name, #"{"name":\#(parameter.name),"in":"query","description":\#(parameter.summary),"schema":\#(schema)}"#)
    }

    /// Returns a reference to the parameters of filters with an operator. They are one object, each property a parameter.
    private mutating func filters(of table: DescribedTable) -> JSON {
        let operators = TableQuery.Operator.allCases
        let names = table.columns.flatMap { column in operators.map { "\(column.name)__\($0.rawValue)" } }
        return component(
            "\(table.key).filters",
            #"""
            {"name":"filters","in":"query","description":"Comparisons. Each property is a parameter.",\#
            "style":"form","explode":true,"schema":{"type":"object","additionalProperties":false,\#
            "properties":\#(names.map { ($0, JSON.text) })}}
            """#)
    }

    /// Returns a reference to a parameter that is written once; the parameter itself if another one has its name.
    private mutating func component(_ name: String, _ parameter: JSON) -> JSON {
        guard let bytes = known[name] else {
            known[name] = parameter.bytes
            parameters.append((name, parameter))
            return .parameter(name)
        }
        return bytes == parameter.bytes ? .parameter(name) : parameter
    }

    /// Returns a name of letters, digits and `_` that is not in use.
    private static func unique(_ text: String, _ fallback: String, among names: inout Set<String>) -> String {
        let words = text.split { !($0.isASCII && ($0.isLetter || $0.isNumber || $0 == "-")) }.joined(separator: "_")
        var (name, number) = (words.isEmpty ? fallback : words, 1)
        while !names.insert(name).inserted {
            number += 1
            name = "\(words.isEmpty ? fallback : words)_\(number)"
        }
        return name
    }
}

// MARK: - Schemas

extension OpenAPIDocument {
    private static let headers: [(name: String, value: JSON)] = ["Idempotency-Key", "If-Match"].map {
        ($0, #"{"name":\#($0),"in":"header","schema":{"type":"string"}}"#)
    }

    /// Returns the schema of the values of a column. NaN and infinities are texts.
    private static func schema(of column: TableViewColumn) -> JSON {
        func types(_ names: String...) -> JSON {
            let all = (names + (column.isNullable ? ["null"] : [])).map { "\($0)" as JSON }
            return all.count == 1 ? #""type":\#(all.first)"# : #""type":\#(all)"#
        }
        let type: JSON? =
            switch column.kind {
            case .integer: types("integer")
            case .number: types("number", "string")
            case .boolean: types("boolean")
            case .text: #""anyOf":[{\#(types("string"))},\#(.reference("longText"))]"#
            case .bytes: #""anyOf":[\#(.reference("bytes")),{"type":"null"}]"#
            case nil: nil
            }
        let description: JSON = #""description":\#(column.type ?? "")"#
        return type.map { "{\(description),\($0)}" } ?? "{\(description)}"
    }

    /// Returns the schemas of a table: a row, the name of a column, and those of the parts.
    private static func schemas(of table: DescribedTable) -> OpenAPIParts.Members {
        let columns = table.columns.map { (name: $0.name, value: schema(of: $0)) }
        let parts = OpenAPIParts.all.tables.map { name, text -> (name: String, value: JSON) in
            (name.replacing("any.", with: "\(table.key)."), "\(raw: table.named(text))")
        }
        return parts + [
            ("\(table.key).row", #"{"type":"object","properties":\#(columns)}"#),
            ("\(table.key).column", columns.isEmpty ? .text : .choice(columns.map(\.name))),
        ]
    }
}

extension JSON {
    fileprivate static func reference(_ name: String) -> JSON { ##"{"$ref":"#/components/schemas/\##(raw: name)"}"## }
    fileprivate static func parameter(_ name: String) -> JSON {
        ##"{"$ref":"#/components/parameters/\##(raw: name)"}"##
    }
}

extension RoutePath {
    /// Returns the path as a template with its parameters.
    ///
    /// - Parameter other: A template before it, whose parameters have other names. Default: none.
    func template(avoiding other: String = "") -> (path: String, parameters: [JSON]) {
        var (path, parameters) = ("/", [] as [JSON])
        for component in components {
            switch component {
            case .literal(let text): path += ByteWriter.text { $0.urlComponent(text) }
            case .parameter(let name, let suffix), .index(let name, let suffix):
                let isIndex = if case .index = component { true } else { false }
                let unique = other.contains("{\(name)}") ? "\(name)_" : name
                path += "{\(unique)}\(suffix)"
                let schema: JSON = isIndex ? .index : #"{"type":"string","minLength":1}"#
                parameters.append(#"{"name":\#(unique),"in":"path","required":true,"schema":\#(schema)}"#)
            }
            path += "/"
        }
        if !hasTrailingSlash { path.removeLast() }
        return (path, parameters)
    }
}
