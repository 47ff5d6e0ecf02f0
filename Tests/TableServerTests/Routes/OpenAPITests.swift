import CascadingTable
import Foundation
import HTTPTypes
import MicroHTTPD
import TableFormats
import TableTesting
import Testing

@testable import TableServer

/// Tests the description of the server, `/-/openapi.json`.
@Suite struct OpenAPITests {
    /// A table with columns that can be queried.
    private final class Fruit: TableViewController {
        override func viewDidLoad() {
            title = "Fruit"
            tableView.queryOptions = [.all, .labels]
        }
        override func columns(in tableView: TableView) -> [TableViewColumn] {
            ["name", "price", "_id", "text"].map { TableViewColumn($0) }
        }
        override func tableView(_ tableView: TableView, numberOfRowsInSection section: Int) -> Int { 1 }
        override func tableView(_ tableView: TableView, cellForRowAt indexPath: IndexPath) -> TableViewCell {
            TableViewCell(
                style: .columns,
                fields: [
                    Field("name", .text("pear")), Field("price", .integer(2)), Field("_id", .integer(1)),
                    Field("text", .null),
                ])
        }
    }

    private func server() -> TableServer {
        var server = TableServer()
        server.mount("/fruit/", Fruit())
        return server
    }

    // MARK: - Lists

    /// An answer 400 lists what the document has, and the other way round.
    @Test(arguments: ["", "table.json", "table.ndjson", "table.csv", "table.xlsx", "table.md", "table.txt"])
    func parametersAreThoseThatAnErrorLists(path: String) async throws {
        try await server().test(.inProcess) { client in
            let parameters = try await client.description().query(of: "get", "/fruit/\(path)")
            func listed(_ query: String, after word: String) async throws -> Set<String> {
                let detail = try await client.get("/fruit/\(path)?\(query)").decode(ProblemJSON.self).detail
                let list = try #require(detail.components(separatedBy: word).last)
                return Set(list.trimmingSuffix(".").components(separatedBy: ", "))
            }
            // `_since` asks for changes in place of rows.
            let names = Set(parameters.filter { $0.hasPrefix("_") && !$0.contains("__") }).subtracting(["_since"])
            #expect(try await listed("_nope=1", after: "Use one of: ") == names)
            let columns = try await listed("nope=1", after: "Columns: ")
            let operators = try await listed("name__nope=1", after: "Use one of: ")
            #expect(columns.count == 4 && operators.count == 19)
            let filters = columns.flatMap { column in operators.map { "\(column)__\($0)" } } + ["name", "price"]
            #expect(Set(filters) == parameters.subtracting(names).subtracting(["_since"]))
        }
    }

    /// Each route has a description, or belongs to pages.
    @Test func eachRouteIsDescribed() async throws {
        var configuration = TableServer.Configuration()
        configuration.editing = EditingAccess()
        let handler = TableHandler(configuration, renderer: try PageRenderer(configuration, publicPath: ""))
        let mount = Mount("/", await Market().tableView)
        var router = Router()
        TableRoutes(handler: handler, mounts: [mount]).route(mount, in: &router)
        let routes = Set(router.routes.map { "\($0.method) \($0.path)" })
        let described = Set(RouteDescription.all(TableFormat.all, maxSize: 1000).keys)
        // The route of a row is added with the path of its table.
        #expect(described.subtracting(routes) == ["GET /row/:key.json"])
        let confirmed = TableAction.all.filter(\.isConfirmed).map { "GET \($0.path)" }
        #expect(
            routes.subtracting(described).subtracting(confirmed) == [
                "GET /sections/#section", "GET /rows/#section/#row", "GET /heights.css", "GET /columns",
                "GET /edit/#section/#row", "GET /new/#place", "GET /paste", "POST /paste", "POST /rows/edit",
                "POST /filter", "POST /rows/list", "POST /cells",
                "POST /rows/delete", "GET /new", "POST /new", "GET /row/:key/edit", "POST /row/:key/edit",
                "GET /row/:key/delete", "POST /row/:key/delete", "GET /row/:key/restore", "POST /row/:key/restore",
            ])
    }

    @Test func bodyOfActionsHasEachKey() async throws {
        let keys = Mirror(reflecting: ActionRequest.Body()).children.compactMap(\.label)
        try await server().test(.inProcess) { client in
            let properties = try await client.description()["components"]["schemas"]["action"]["properties"].names
            #expect(keys.count > 10 && Set(keys) == properties)
        }
        let limits = Set(
            OpenAPIParts.all.routes.values.flatMap { $0.matches(of: /"maxItems": (\d+)/).map { Int($0.output.1) } })
        #expect(limits == [ActionBatch.maxCount, EditRequest.maxRows])
    }

    @Test func formatsOfTheServerAreDescribed() async throws {
        var server = server()
        server.add(
            TableFormat("Lines", fileExtension: "lines", mediaType: "text/x-lines; charset=utf-8") {
                NDJSONTableWriter(links: $0.links)
            })
        try await server.test(.inProcess) { client in
            let answer = try await client.description()["paths"]["/fruit/table.lines"]["get"]["responses"]["200"]
            #expect(answer["content"].names == ["text/x-lines"])
        }
    }

    // MARK: - Visitors

    @Test func tablesThatTheMiddlewareHidesAreLeftOut() async throws {
        var server = server()
        server.mount("/secret/", await TableView(title: "Secret"))
        server.mount("/secret/:room/", forEach: .path) { _ in TableView(title: "Room") }
        server.addMiddleware { request, next in
            guard !request.path.hasPrefix("/secret") || request.cookies["key"] == "1" else {
                throw HTTPError(.forbidden, "Stop.")
            }
            return try await next(request)
        }
        try await server.test(.inProcess) { client in
            let paths = try await client.description()["paths"].names
            #expect(paths.contains("/fruit/table.json") && !paths.contains { $0.hasPrefix("/secret") })
            let all = try await client.description(headers: [.cookie: "key=1"])["paths"].names
            #expect(
                all.isSuperset(of: [
                    "/secret/table.json", "/secret/{room}/table.json", "/secret/{room}/rows/{section}/{row}.json",
                ]))
        }
    }

    @Test func tableOfAUserIsThatOfTheVisitor() async throws {
        var server = TableServer()
        server.mount("/my/", forEach: .visitor) { visitor, _ in
            guard let user = visitor.user as? String else { throw HTTPError(.unauthorized, "Log in first.") }
            return TableView(title: "Notes of \(user)")
        }
        server.identify { $0.cookies["desk"] }
        try await server.test(.inProcess) { client in
            #expect(try await client.description()["paths"].names.contains { $0.hasPrefix("/my") } == false)
            let ada = try await client.description(headers: [.cookie: "desk=Ada"])
            #expect(ada["paths"]["/my/table.json"]["get"]["tags"].list.map(\.text) == ["Notes of Ada"])
        }
    }

    @Test func parametersOfTwoPathsHaveNamesOfTheirOwn() async throws {
        var server = TableServer()
        server.mount("/:row/", forEach: .path) { _ in TableView() }
        try await server.test(.inProcess) { client in
            let path = try await client.description()["paths"]["/{row}/rows/{section}/{row_}.json"]["get"]
            #expect(
                Set(path["parameters"].list.filter { $0["in"].text == "path" }.map(\.["name"].text)) == [
                    "row", "section", "row_",
                ])
        }
    }

    // MARK: - Responses

    @Test func documentIsAskedAgainOnlyIfItHasChanged() async throws {
        try await server().test(.inProcess) { client in
            let answer = try await client.get("/-/openapi.json")
            #expect(answer.headers[.contentType] == "application/openapi+json;version=3.1")
            let tag = try #require(answer.headers[.eTag])
            let other = try await client.send(.get, "/-/openapi.json", headers: [.ifNoneMatch: tag], body: [])
            #expect(other.status == 304 && other.body.isEmpty)
            let head = try await client.send(.head, "/-/openapi.json", headers: [:], body: [])
            #expect(head.status == 200 && head.headers[.eTag] == tag && head.body.isEmpty)
        }
    }

    @Test func operationsHaveNamesOfTheirOwn() async throws {
        try await server().test(.inProcess) { client in
            let paths = try await client.description()["paths"]
            let names = paths.names.flatMap { path in paths[path].names.map { paths[path][$0]["operationId"].text } }
            #expect(names.count > 40 && Set(names).count == names.count)
        }
    }
}

extension TestClient {
    /// The description of the server.
    fileprivate func description(headers: HTTPFields = [:]) async throws -> JSONValue {
        let answer = try await send(.get, "/-/openapi.json", headers: headers, body: [])
        try #require(answer.status == 200)
        return JSONValue(try JSONSerialization.jsonObject(with: Data(answer.body)))
    }
}

/// A value of the document.
private struct JSONValue {
    let value: Any?

    init(_ value: Any?) { self.value = value }

    subscript(key: String) -> JSONValue { JSONValue((value as? [String: Any])?[key]) }

    var names: Set<String> { Set((value as? [String: Any])?.keys ?? [:].keys) }
    var list: [JSONValue] { (value as? [Any] ?? []).map { JSONValue($0) } }
    var text: String? { value as? String }

    /// Returns the parameters of an operation in the query. An object stands for its properties.
    func query(of method: String, _ path: String) -> Set<String> {
        let parameters = self["paths"][path][method]["parameters"].list.map { parameter in
            parameter["$ref"].text.flatMap { $0.split(separator: "/").last }
                .map { self["components"]["parameters"][String($0)] } ?? parameter
        }
        return Set(
            parameters.filter { $0["in"].text == "query" }.flatMap { parameter in
                let properties = parameter["schema"]["properties"].names
                return properties.isEmpty ? [parameter["name"].text ?? ""] : Array(properties)
            })
    }
}

extension String {
    fileprivate func trimmingSuffix(_ suffix: String) -> String {
        hasSuffix(suffix) ? String(dropLast(suffix.count)) : self
    }
}
