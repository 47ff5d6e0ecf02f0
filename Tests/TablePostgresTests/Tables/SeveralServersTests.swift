import CascadingTable
import HTTPTypes
import TableDatabase
import TableServer
import TableTesting
import TestSupport
import Testing

@testable import TablePostgres

/// Tests two servers with one database.
@Suite struct SeveralServersTests {
    private func serving(
        history: EditHistory? = nil, _ body: (any TestClient, any TestClient) async throws -> Void
    ) async throws {
        let address = try await Shop.address()
        var servers: [TableServer] = []
        for number in 0..<2 {
            // On a busy machine, one server could count in time, and the other one estimate.
            let database = try Shop.database(address) {
                $0.countTimeout = .seconds(10)
                $0.editableTables = .named(["customers", "keyless"])
                $0.history = history
            }
            try await database.prepareHistory()
            var server = try await Shop.server(database, changes: 2 * number)
            server.configuration.editing = EditingAccess()
            server.stateStore = try PostgresStateStore(address)
            servers.append(server)
        }
        try await servers[0].test(.inProcess) { first in
            try await servers[1].test(.inProcess) { second in
                try await body(first, second)
            }
        }
    }

    private static let paths = [
        "/", "/table.json", "/orders/", "/orders/?_size=5", "/orders/table.json",
        "/orders/table.json?_sort_desc=total",
        "/orders/?paid=1", "/orders/?_search=note+7", "/orders/table.json?_size=5&_shape=objects",
        "/orders/table.csv?_size=5", "/orders/table.csv", "/orders/table.ndjson", "/orders/table.xlsx",
        "/orders/rows/0/2", "/orders/rows/0/2.json", "/orders/sections/0.json", "/orders/row/3/",
        "/orders/row/3.json",
        "/orders/row/3/table.json", "/orders/values/0/2/note", "/orders/edit/0/2", "/totals/",
        "/keyless/table.json",
        "/parts/table.json?_size=20", "/odd.name%20%C3%A9/table.json", "/sales.regions/",
        "/orders/table.json?_since=7",
    ]

    @Test func `They answer alike`() async throws {
        try await serving { first, second in
            for path in Self.paths {
                let (page, other) = (try await first.get(path), try await second.get(path))
                #expect(page.status == other.status && page.body == other.body, "\(path)")
                for name in [
                    .eTag, .lastModified, .location, .vary, .cacheControl, try #require(HTTPField.Name("Link")),
                ] {
                    #expect(page.headers[name] == other.headers[name], "\(path)")
                }
                guard let tag = page.headers[.eTag] else { continue }
                #expect(try await second.get(path, headers: [.ifNoneMatch: tag]).status == 304)
            }
        }
    }

    @Test func `The next page of one is a page of the other`() async throws {
        try await serving { first, second in
            for query in ["?_size=70", "?_size=70&_sort=total", "?_size=70&_sort_desc=note"] {
                let all = try await first.walk("/orders/table.json\(query)").forwards
                var (next, ids, clients) = (Optional("/orders/table.json\(query)"), [String](), [first, second])
                while let page = next {
                    let table = try await clients[0].get(page).decode(TableJSON.self)
                    (ids, next) = (ids + table.ids, table.next_url)
                    clients.reverse()
                }
                #expect(ids == all && ids.count == 600)
            }
        }
    }

    @Test func `What is selected on one is selected on the other`() async throws {
        try await serving { first, second in
            let answer = try await first.post("/orders/select/0/1", form: "id=2")
            let cookie = try #require(answer.headers[.setCookie]?.split(separator: ";").first.map(String.init))
            let headers: HTTPFields = [.cookie: cookie]
            for client in [second, first] {
                let page = try await client.get("/orders/table.json?_size=3", headers: headers).text
                #expect(page.split(separator: #""selected":true"#).count == 2)
            }
            #expect(try await second.post("/orders/deselect/0/1", form: "id=2", headers: headers).status == 200)
            let page = try await first.get("/orders/table.json?_size=3", headers: headers)
            #expect(!page.text.contains(#""selected":true"#))
        }
    }

    @Test func `A change of one is undone by the other, once`() async throws {
        try await serving { first, second in
            func name() async throws -> String {
                try await first.get("/customers/row/2.json").text.firstMatch(of: /"name":"([^"]*)"/).map {
                    String($0.1)
                } ?? ""
            }
            let change = try await first.json(
                .patch, "/customers/row/2/", #"{"values":{"name":"<Zoë>","joined":null}}"#, ifMatch: "*")
            let cookie = try #require(change.headers[.setCookie]?.split(separator: ";").first.map(String.init))
            #expect(try await name().contains("Zoë"))
            let undone = try await second.undo(change, cookie: cookie)
            #expect(undone.status == 200, "\(undone.text)")
            #expect(try await name() == "Customer 2")
            // Neither server makes it twice. The other one repeats it.
            #expect(try await first.undo(change, cookie: cookie).status == 404)
            #expect(try await second.undo(change, cookie: cookie).status == 404)
            let repeated = try await first.undo(undone, cookie: cookie)
            #expect(repeated.status == 200, "\(repeated.text)")
            #expect(try await name().contains("Zoë"))
            // Another visitor does not know it.
            let url = try #require(repeated.text.firstMatch(of: /"undo":\{[^}]*"url":"([^"]*)"/)).output.1
            #expect(try await second.post(String(url)).status == 404)
            // A row that was changed since is kept, and can be undone later.
            let note = try await first.json(
                .patch, "/customers/row/2/", #"{"values":{"name":"Ann"}}"#, ifMatch: "*", cookie: cookie)
            _ = try await first.json(.patch, "/customers/row/2/", #"{"values":{"name":"Bob"}}"#, ifMatch: "*")
            #expect(try await second.undo(note, cookie: cookie).status == 409)
            _ = try await first.json(.patch, "/customers/row/2/", #"{"values":{"name":"Ann"}}"#, ifMatch: "*")
            #expect(try await second.undo(note, cookie: cookie).status == 200)
        }
    }

    /// The mark of a request in progress stays behind a server that was killed. The history knows what it did.
    @Test func `A request of a server that was killed is answered by the other`() async throws {
        try await serving(history: EditHistory()) { first, second in
            let headers: HTTPFields = [
                try #require(HTTPField.Name("Idempotency-Key")): "key", .contentType: "application/json",
            ]
            let body = #"{"values":{"a":7,"b":"once"}}"#
            async let one = first.send(.post, "/keyless/", headers: headers, body: Array(body.utf8))
            async let other = second.send(.post, "/keyless/", headers: headers, body: Array(body.utf8))
            let (done, again) = try await (one, other)
            #expect(done.status == 201 && again.status == 201, "\(done.text) \(again.text)")
            #expect(try await first.get("/keyless/table.json?b=once").decode(TableJSON.self).ids.count == 1)
        }
    }

    @Test func `A visitor reads what they wrote while the standby lags`() async throws {
        let postgres = try await PostgresServer(beside: "standby")
        try await PostgresServer.run(["CREATE TABLE notes (id int PRIMARY KEY, text text)"], at: postgres.address)
        try await PostgresServer.run(["INSERT INTO notes VALUES (1, 'old')"], at: postgres.address)
        let standby = try #require(postgres.otherAddress)
        for (address, isStandby) in [(standby, true), (postgres.address, false)] {
            let database = try Shop.database(address) { ($0.editableTables, $0.queryTimeout) = (.all, .seconds(2)) }
            #expect(try await database.isStandby() == isStandby)
        }
        let ports = [postgres.address, standby].compactMap { $0.firstMatch(of: /[0-9]+(?=\/postgres)/)?.output }
        let hosts = ports.map { "127.0.0.1:\($0)" }.joined(separator: ",")
        let attributes = "?target_session_attrs=prefer-standby"
        let database = try Shop.database("postgres://cascade:secret-word@\(hosts)/postgres\(attributes)") {
            $0.editableTables = .all
        }
        try await eventually {
            let rows = try? await database.run(SQLStatement("SELECT text FROM notes"), within: .seconds(5)).rows
            return rows == [["old"]]
        }
        var server = TableServer()
        server.configuration.editing = EditingAccess()
        server.mount("/", try await database.makeTable(named: "notes"))
        server.mount("/row/:key/", forEach: .path) {
            try await database.makeRowTable(table: "notes", key: $0["key"] ?? "")
        }
        let reader = try PostgresPool(PostgresAddress(standby))
        _ = try await reader.rows("SELECT pg_wal_replay_pause()")
        try await server.test(.inProcess) { client in
            #expect(
                try await client.json(.patch, "/row/1/", #"{"values":{"text":"new"}}"#, ifMatch: "*").status == 200)
            #expect(try await client.get("/row/1.json").text.contains("new"))
            #expect(try await client.get("/table.csv").text.contains("new"))
            #expect(try await reader.rows("SELECT text FROM notes") == [["old"]])
            _ = try await reader.rows("SELECT pg_wal_replay_resume()")
            try await eventually { try await reader.rows("SELECT text FROM notes") == [["new"]] }
            // Further rows come from the standby.
            let inRecovery = SQLStatement("SELECT pg_is_in_recovery()")
            #expect(try await database.run(inRecovery, within: .seconds(5)).rows == [["t"]])
        }
    }

    @Test func `A request is carried out once by both`() async throws {
        try await serving { first, second in
            let headers: HTTPFields = [try #require(HTTPField.Name("Idempotency-Key")): "key"]
            let answer = try await first.post("/orders/select/0/1", headers: headers)
            let repeated = try await second.post("/orders/select/0/1", headers: headers)
            #expect(repeated.status == 200 && repeated.body == answer.body && repeated.headers[.setCookie] == nil)
            #expect(try await second.post("/orders/select/0/2", headers: headers).status == 422)
        }
    }
}
