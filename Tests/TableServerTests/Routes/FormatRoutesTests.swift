import CascadingTable
import HTTPTypes
import TableServer
import TableTesting
import Testing

/// Tests formats that are chosen by the address, by `_shape` and by `Accept`.
@Suite struct FormatRoutesTests {
    /// Runs the body with tables at `/NAME/`, except `gone`. The table `record` shows a single record.
    private func withServer(_ body: (any TestClient) async throws -> Void) async throws {
        var server = TableServer()
        server.mount("/:name/", forEach: .path) { parameters in
            let name = parameters["name"] ?? ""
            if name == "gone" { return nil }
            if name == "old" { throw TableMovedError(folder: "new") }
            let tableView = Market(fruit: 2, vegetables: 1).tableView
            if name == "record" { tableView.set(record: [Field("a", 1), Field("b", .null)]) }
            return tableView
        }
        server.mount("/fixed/", await Market().tableView)
        try await server.test(.inProcess, body)
    }

    @Test(arguments: [
        ("/shop.json", "/shop/table.json"), ("/shop.csv?_size=1", "/shop/table.csv?_size=1"),
        ("/shop.ndjson", "/shop/table.ndjson"), ("/shop.txt", "/shop/table.txt"), ("/shop.md", "/shop/table.md"),
        ("/a%2Fb.json", "/a%2Fb/table.json"), ("/fixed.json", "/fixed/table.json"),
        ("/record.csv", "/record/table.csv"), ("/old.json?_fresh=1", "/new.json?_fresh=1"),
    ])
    func aFormatInPlaceOfTheSlashLeadsToTheTable(path: String, location: String) async throws {
        try await withServer { client in
            let reply = try await client.get(path)
            #expect(reply.status == 308)
            #expect(reply.headers[.location] == location)
            #expect(try await client.get(location).status == (path.hasPrefix("/old") ? 308 : 200))
        }
    }

    @Test func aTableThatIsNotThereMayHaveTheSuffixInItsName() async throws {
        try await withServer { client in
            let reply = try await client.get("/gone.json?_size=1")
            #expect(reply.status == 307)
            #expect(reply.headers[.location] == "/gone.json/?_size=1")
            #expect(try await client.get("/shop.pdf").status == 308)
        }
    }

    @Test func aRecordIsOneObject() async throws {
        try await withServer { client in
            let reply = try await client.get("/record.json")
            #expect(reply.status == 200)
            #expect(reply.headers[.contentType] == "application/json")
            #expect(reply.text == #"{"a":1,"b":null}"# + "\n")
            let tag = try #require(reply.headers[.eTag])
            #expect(try await client.get("/record.json", headers: [.ifNoneMatch: tag]).status == 304)
            #expect(try await client.get("/record.json?_fresh=1").status == 200)
            #expect(try await client.get("/record.json?_size=1").status == 400)
            let page = try await client.get("/record/").text
            #expect(page.contains(#"href="/record.json""#))
            #expect(!page.contains("table.csv"))
        }
    }

    @Test(arguments: [
        ("application/json", true), ("application/json, */*", true), ("application/json, text/plain, */*", true),
        ("application/json;q=0.9, text/html;q=0.8", true), ("application/*", true),
        ("text/html, application/json", false), ("application/json, text/html", false), ("*/*", false), ("", false),
        ("application/json;q=0", false), ("application/json;q=0, */*", false), ("text/*;q=0.5, */*;q=0.4", false),
        ("text/html;q=0.5, application/json;q=0.6", true), ("image/png", false), ("APPLICATION/JSON", true),
        ("application/xml, */*;q=0.1", false), ("application/problem+json", false),
    ])
    func clientsThatPreferJSONGetIt(accept: String, isJSON: Bool) async throws {
        try await withServer { client in
            for path in ["/shop/", "/shop/sections/0", "/shop/rows/0/0"] {
                let reply = try await client.get(path, headers: [.accept: accept])
                #expect(reply.headers[.contentType] == (isJSON ? "application/json" : "text/html; charset=utf-8"))
                #expect(
                    reply.headers[.vary]?.contains("Accept,") == true
                        || reply.headers[.vary]?.hasSuffix("Accept") == true)
                let other = try await client.get(path)
                #expect((other.headers[.eTag] == reply.headers[.eTag]) == !isJSON)
            }
        }
    }

    @Test func theShapeIsKeptOnTheNextPage() async throws {
        try await withServer { client in
            let reply = try await client.get("/shop/table.json?_shape=objects&_size=1").text
            #expect(reply.contains(#""rows":[{"section":"Fruit""#), "\(reply)")
            #expect(
                reply.contains(#""next_url":"/shop/table.json?_size=1&_next=0.0~fruit0&_shape=objects""#), "\(reply)")
            let unknown = try await client.get("/shop/table.json?_shape=object")
            #expect(unknown.status == 400)
            #expect(unknown.text.contains(#"_shape cannot be \"object\". Use one of: cells, objects, array, arrays."#))
            #expect(try await client.get("/shop/?_shape=array").status == 400)
            #expect(try await client.get("/shop/table.csv?_shape=array").status == 400)
            #expect(try await client.get("/shop/?_shape=array", headers: [.accept: "application/json"]).status == 200)
        }
    }

    @Test func arraysNeedColumns() async throws {
        try await withServer { client in
            for path in ["/shop/table.json", "/shop/table.ndjson"] {
                let reply = try await client.get("\(path)?_shape=arrays")
                #expect(reply.status == 400)
                #expect(reply.text.contains("The table has no columns."))
            }
        }
    }
}

extension TableView {
    fileprivate func set(record: [Field]) { hosting.record = record }
}
