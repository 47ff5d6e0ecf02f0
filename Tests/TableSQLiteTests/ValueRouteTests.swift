import CascadingTable
import HTTPTypes
import TableSQLite
import TableServer
import TableTesting
import Testing

/// Tests `GET /NAME/row/KEY/values/0/COLUMN/value`, which returns the whole value of a row.
@Suite struct ValueRouteTests {
    private static let schema = """
        CREATE TABLE t (id INTEGER PRIMARY KEY, short TEXT, long TEXT, png BLOB, other BLOB, svg BLOB, none);
        INSERT INTO t VALUES (
          1, 'a<b', 'x' || hex(zeroblob(2000000)), x'89504E470D0A1A0A00', zeroblob(3000000), CAST('<svg/>' AS BLOB), NULL);
        """

    private func serve(_ body: (any TestClient) async throws -> Void) async throws {
        let database = try Fixture(Self.schema).open()
        var server = TableServer()
        server.mount("/:table/row/:key/", forEach: .path) {
            try await database.makeTable(at: [$0["table"] ?? "", "row", $0["key"] ?? ""])
        }
        try await server.test(.socket, body)
    }

    @Test func valuesAreSentAsTheyAre() async throws {
        try await serve { client in
            for (column, type, count) in [
                (0, "text/plain; charset=utf-8", 1), (1, "text/plain; charset=utf-8", 3),
                (2, "text/plain; charset=utf-8", 4_000_001), (3, "image/png", 9),
                (4, "application/octet-stream", 3_000_000), (5, "application/octet-stream", 6),
                (6, "text/plain; charset=utf-8", 0),
            ] {
                let reply = try await client.get("/t/row/1/values/0/\(column)/value")
                #expect(reply.status == 200)
                #expect(reply.headers[.contentType] == type)
                #expect(reply.body.count == count)
                #expect(reply.headers[.contentSecurityPolicy]?.hasSuffix("; sandbox") == true)
                #expect(reply.headers[.xContentTypeOptions] == "nosniff")
                let isSaved = type == "application/octet-stream"
                #expect((reply.headers[.contentDisposition] == "attachment; filename=\"t 1 value.bin\"") == isSaved)
                let tag = try #require(reply.headers[.eTag])
                let again = try await client.get(
                    "/t/row/1/values/0/\(column)/value", headers: [.ifNoneMatch: tag])
                #expect(again.status == 304)
            }
        }
    }

    @Test(arguments: [
        ("0/9/value", 404), ("1/0/value", 404), ("0/0/nothing", 404), ("0/x/value", 400), ("0/0/value?id=long", 409),
        ("0/2/value?id=long", 200),
    ])
    func otherPlacesAreRefused(place: String, status: Int) async throws {
        try await serve { client in
            let reply = try await client.get("/t/row/1/values/\(place)")
            #expect(reply.status == status)
        }
    }

    @Test func bytesThatAreNotUTF8AreMarked() async throws {
        let database = try Fixture(
            """
            CREATE TABLE t(id INTEGER PRIMARY KEY, a TEXT);
            INSERT INTO t VALUES (1, CAST(x'436166E9' AS TEXT)), (2, CAST(x'E9' AS TEXT) || hex(zeroblob(5000)));
            """
        ).open { $0.maxValueBytes = 5_000 }
        var server = TableServer()
        server.mount("/", try await database.makeTable(named: "t"))
        server.mount("/row/:key/", forEach: .path) { try await database.makeRowTable(table: "t", key: $0["key"] ?? "") }
        try await server.test(.socket) { client in
            let rows = try await client.get("/table.ndjson?_size=2").text.split(separator: "\n")
            #expect(rows.first == #"{"id":1,"a":{"text":"Caf\#u{FFFD}","length":4,"replaced":true}}"#)
            #expect(rows.last?.hasSuffix(#"00","length":10001,"truncated":true,"replaced":true}}"#) == true)
            let whole = try await client.get("/table.ndjson").text
            #expect(whole.hasSuffix(#"00","length":10001,"replaced":true}}"# + "\n"))
            let csv = try await client.get("/table.csv").text
            #expect(csv.contains("1,Caf\u{FFFD}\r\n"))
            #expect(try await client.get("/row/1/values/0/1/value").body == [0x43, 0x61, 0x66, 0xE9])
        }
    }

    /// A complete response is a complete table, whether it fits into one page or not.
    @Test(arguments: ["", "?_sort=id", "?a__contains=end"], [1, 3])
    func aWholeTableHasThem(query: String, rows: Int) async throws {
        let text = String(repeating: "a\"é\n", count: 3_000) + "end"
        let database = try Fixture(
            """
            CREATE TABLE t(id INTEGER PRIMARY KEY, a TEXT, b BLOB);
            WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < \(rows))
                INSERT INTO t SELECT i, '\(text)', zeroblob(9000) FROM n;
            """
        ).open { $0.maxValueBytes = 5_000 }
        var configuration = TableServer.Configuration()
        (configuration.pageSize, configuration.maxPageSize) = (2, 2)
        var server = TableServer(configuration: configuration)
        server.mount("/", try await database.makeTable(named: "t"))
        try await server.test(.socket) { client in
            let csv = try await client.get("/table.csv\(query)").text
            let bytes = "\\x" + String(repeating: "0", count: 18_000)
            let row = "\"\(text.replacing("\"", with: "\"\""))\",\(bytes)\r\n"
            #expect(csv == "id,a,b\r\n" + (1...rows).map { "\($0),\(row)" }.joined())
            let tsv = try await client.get("/table.txt\(query.isEmpty ? "?" : query + "&")_style=tsv").text
            #expect(tsv.contains("\nend\"\t\(bytes)\n"))
            let ndjson = try await client.get("/table.ndjson\(query)").text
            #expect(ndjson.split(separator: "\n").count == rows && !ndjson.contains("truncated"))
            #expect(ndjson.contains(#"\nend","b":"#))
            let page = try await client.get("/table.csv?_size=2").text
            #expect(!page.contains("end"))
        }
    }

    /// The list shows the beginning of a long value, and U+FFFD for bytes that are not UTF-8.
    @Test(arguments: [
        "CREATE VIEW other AS SELECT * FROM t",
        "CREATE TABLE other(id PRIMARY KEY, a TEXT, b BLOB) WITHOUT ROWID; INSERT INTO other SELECT * FROM t",
        "CREATE TABLE other(id INTEGER PRIMARY KEY, x, b BLOB, a TEXT AS (x)); INSERT INTO other SELECT id, a, b FROM t",
    ])
    func theListHasWholeValues(other: String) async throws {
        let database = try Fixture(
            """
            CREATE TABLE t(id INTEGER PRIMARY KEY, a TEXT, b BLOB);
            INSERT INTO t VALUES (1, CAST(x'436166E9' AS TEXT), x'00'), (2, 'x' || hex(zeroblob(3000000)), zeroblob(2000000));
            \(other)
            """
        ).open()
        var server = TableServer()
        server.mount("/:table/", forEach: .path) { try await database.makeTable(named: $0["table"] ?? "") }
        try await server.test(.socket) { client in
            for name in ["t", "other"] {
                for (path, count) in [("0/0/a", 4), ("0/1/a", 6_000_001), ("0/1/b", 2_000_000), ("0/1/id", 1)] {
                    let reply = try await client.get("/\(name)/values/\(path)")
                    #expect(reply.status == 200)
                    #expect(reply.body.count == count, "\(name) \(path)")
                }
                #expect(try await client.get("/\(name)/values/0/0/a").body == [0x43, 0x61, 0x66, 0xE9])
            }
        }
    }

    @Test func thePageLeadsToThem() async throws {
        try await serve { client in
            let page = try await client.get("/t/row/1/").text
            #expect(page.contains(#"<a class="go" href="/t/row/1/values/0/4/value">"#))
            #expect(!page.contains("values/0/1/value"))
        }
    }
}
