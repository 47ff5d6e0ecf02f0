import CascadingTable
import Foundation
import GRDB
import HTTPTypes
import MicroHTTPD
import TableDatabase
import TableServer
import TableTesting
import TestSupport
import Testing

@testable import TableSQLite

/// Tests the changes of rows by JSON and by forms, in a file whose tables can be edited.
@Suite struct EditingTests {
    static let schema = """
        CREATE TABLE artists(id INTEGER PRIMARY KEY, name TEXT NOT NULL UNIQUE, born DATE, alive BOOLEAN);
        CREATE TABLE albums(
            id INTEGER PRIMARY KEY, artist INTEGER NOT NULL REFERENCES artists(id), title TEXT NOT NULL,
            year INT CONSTRAINT recent CHECK (year > 1900), genre TEXT CHECK (genre IN ('rock', 'it''s')),
            price REAL DEFAULT 9.5, note TEXT, loud TEXT GENERATED ALWAYS AS (upper(title)));
        CREATE TABLE plain(a, b, _query TEXT);
        CREATE TABLE pairs(x TEXT, y INT, v BLOB, PRIMARY KEY (x, y)) WITHOUT ROWID;
        CREATE TABLE strict(n INTEGER) STRICT;
        CREATE TABLE child(id INTEGER PRIMARY KEY, parent INT REFERENCES child(id) DEFERRABLE INITIALLY DEFERRED);
        CREATE TABLE watched(id INTEGER PRIMARY KEY, v TEXT, stamp TEXT);
        CREATE TRIGGER stamps AFTER UPDATE ON watched BEGIN
            UPDATE watched SET stamp = 'changed' WHERE id = new.id; END;
        CREATE TRIGGER refuses BEFORE UPDATE ON watched WHEN new.v = 'bad' BEGIN
            SELECT raise(ABORT, 'bad is not allowed'); END;
        CREATE TRIGGER ignores BEFORE UPDATE ON watched WHEN new.v = 'no' BEGIN SELECT raise(IGNORE); END;
        CREATE VIEW old AS SELECT * FROM albums;
        INSERT INTO plain VALUES (1, 'x', 'q');
        INSERT INTO pairs VALUES ('a', 1, x'00ff');
        """

    /// Serves the tables of a file at their usual paths.
    func serve(
        _ tables: EditableTables = .all,
        schema: String = schema + EditingContract.tables + EditingContract.rows,
        token: String? = nil,
        _ body: (any TestClient, Fixture) async throws -> Void
    ) async throws {
        let fixture = try Fixture(schema)
        let database = try fixture.open { $0.editableTables = tables }
        var server = TableServer()
        server.configuration.http.maxBodySize = 32 << 20
        if tables != .none { server.configuration.editing = EditingAccess(token: token) }
        server.mount("/", try await database.makeListTable())
        server.mount("/:table/", forEach: .path) { try await database.makeTable(at: [$0["table"] ?? ""]) }
        server.mount("/:table/row/:key/", forEach: .path) {
            try await database.makeTable(at: [$0["table"] ?? "", "row", $0["key"] ?? ""])
        }
        try await server.test(.inProcess) { try await body($0, fixture) }
    }

    private func values(_ sql: String, in fixture: Fixture) throws -> [String] {
        var rows: [String] = []
        try fixture.write { rows = try String.fetchAll($0, sql: sql) }
        return rows
    }

    @Test(arguments: EditingContract.allCases) func contract(_ contract: EditingContract) async throws {
        try await serve { client, fixture in
            try await contract.check(
                .init(client) { sql in
                    guard sql.hasPrefix("SELECT") else {
                        try fixture.write(sql)
                        return []
                    }
                    return try values(sql, in: fixture)
                })
        }
    }

    @Test(arguments: ListContract.allCases) func lists(_ contract: ListContract) async throws {
        let fixture = try Fixture(Self.schema + EditingContract.tables + EditingContract.rows)
        try await contract.check(fixture.open { $0.editableTables = .all }) { sql in
            guard sql.hasPrefix("SELECT") else {
                try fixture.write(sql)
                return []
            }
            return try values(sql, in: fixture)
        }
    }

    @Test func aReferenceThatWasBrokenBeforeIsNoFault() async throws {
        let lost = "INSERT INTO songs VALUES (9, 99, 'Lost');"
        try await serve(schema: Self.schema + EditingContract.tables + EditingContract.rows + lost) { client, fixture in
            let one = #"{"id":"9","values":{"title":"Found"},"old":{"title":"Lost"}}"#
            let other = #"{"id":"2","values":{"band":77},"old":{"band":1}}"#
            let answer = try await client.json(.patch, "/songs/", #"{"rows":[\#(one),\#(other)]}"#)
            #expect(answer.status == 422 && answer.text.contains("/rows/1/values/band"), "\(answer.text)")
            #expect(!answer.text.contains("/rows/0"), "\(answer.text)")
            let alone = try await client.json(.patch, "/songs/", #"{"rows":[\#(one)]}"#)
            #expect(alone.status == 200, "\(alone.text)")
        }
    }

    @Test func rowsOfOneRequestReferToLaterOnes() async throws {
        try await serve { client, fixture in
            func send(_ rows: [(id: Int, other: Int)]) async throws -> TestResponse {
                let list = rows.map { #"{"values":{"id":\#($0.id),"part_of":\#($0.other)}}"# }.joined(separator: ",")
                return try await client.json(.post, "/places/", #"{"rows":[\#(list)]}"#)
            }
            let cycle = try await send([(7, 8), (8, 9), (9, 7)])
            #expect(cycle.status == 201, "\(cycle.text)")
            // Each row that refers to a missing one is named.
            let bad = try await send([(10, 11), (11, 7), (12, 50), (13, 60)])
            #expect(bad.status == 422, "\(bad.text)")
            for (row, isNamed) in [(0, false), (1, false), (2, true), (3, true)] {
                #expect(bad.text.contains(#""pointer":"/rows/\#(row)/values/part_of""#) == isNamed, "\(bad.text)")
            }
            #expect(try values("SELECT id FROM places WHERE id > 6 ORDER BY id", in: fixture) == ["7", "8", "9"])
            // Rows that refer to each other go together, and come back together.
            let gone = try await client.json(.delete, "/places/row/8/", "", ifMatch: "*")
            #expect(try values("SELECT id FROM places WHERE id > 6", in: fixture) == [])
            let cookie = try #require(gone.headers[.setCookie]?.prefix { $0 != ";" }).description
            #expect(try await client.undo(gone, cookie: cookie).status == 200)
            #expect(
                try values("SELECT id || part_of FROM places WHERE id > 6 ORDER BY id", in: fixture) == [
                    "78", "89", "97",
                ])
        }
    }

    @Test func randomEditsAreUndone() async throws {
        try await serve { client, fixture in
            try await RandomEdits.check(.init(client) { try values($0, in: fixture) })
        }
    }

    /// A text with bytes that are no UTF-8 comes back with these bytes, from memory and from the history.
    @Test func bytesThatAreNoTextComeBack() async throws {
        let schema =
            "CREATE TABLE t(id INTEGER PRIMARY KEY, name TEXT); INSERT INTO t VALUES (1, CAST(x'436166E9' AS TEXT))"
        try await serve(schema: schema) { client, fixture in
            let gone = try await client.json(.delete, "/t/row/1/", "", ifMatch: "*")
            let cookie = try #require(gone.headers[.setCookie]?.prefix { $0 != ";" }).description
            #expect(try await client.undo(gone, cookie: cookie).status == 200)
            #expect(try values("SELECT hex(name) || typeof(name) FROM t", in: fixture) == ["436166E9text"])
        }
        let bytes: [UInt8] = [0x43, 0xE9, 0x22]
        let fields = [Field("a", .notUTF8("C\u{FFFD}\"", bytes)), Field("b", .bytes([1])), Field("c", "x")]
        #expect([Field](historyJSON: fields.historyJSON) == fields)
    }

    /// Rows with any kind of key come back, by collations and rules of SQLite.
    @Test func rowsOfAllTablesComeBack() async throws {
        let schema = """
            CREATE TABLE k(name TEXT COLLATE NOCASE PRIMARY KEY, note TEXT) WITHOUT ROWID;
            CREATE TABLE "a/b"(x, ref TEXT REFERENCES k ON DELETE CASCADE);
            CREATE TABLE pairs(p INT, q TEXT REFERENCES K(NAME) ON DELETE SET NULL, v BLOB, PRIMARY KEY (p, q));
            CREATE TABLE loop(id INTEGER PRIMARY KEY, ref TEXT REFERENCES k ON DELETE CASCADE, o INT REFERENCES loop ON DELETE CASCADE);
            INSERT INTO k VALUES ('Ann', 'n'), ('Bob', NULL);
            INSERT INTO "a/b"(rowid, x, ref) VALUES (7, CAST(x'ff' AS TEXT), 'ANN'), (9, 1.5, 'ann'), (10, 1, 'bob');
            INSERT INTO pairs VALUES (1, 'Bob', x'00');
            INSERT INTO loop VALUES (1, 'Ann', 1), (2, NULL, 1), (3, 'Bob', NULL);
            """
        try await serve(schema: schema) { client, fixture in
            let all = [
                "SELECT name || coalesce(note, '-') FROM k",
                #"SELECT rowid || hex(x) || typeof(x) || ref FROM "a/b" ORDER BY rowid"#,
                "SELECT id || ',' || coalesce(ref, '-') || coalesce(o, '-') FROM loop ORDER BY id",
            ]
            let before = try all.map { try values($0, in: fixture) }
            let gone = try await client.json(.delete, "/k/row/Ann/", "", ifMatch: "*")
            let cookie = try #require(gone.headers[.setCookie]?.prefix { $0 != ";" }).description
            #expect(try values("SELECT rowid FROM \"a/b\"", in: fixture) == ["10"])
            #expect(try values("SELECT id FROM loop", in: fixture) == ["3"])
            let undone = try await client.undo(gone, cookie: cookie)
            #expect(undone.status == 200, "\(undone.text)")
            #expect(try all.map { try values($0, in: fixture) } == before)
            // The reference is part of the key, so the row is not found again.
            let question = try await client.get("/k/row/Bob/delete", headers: [.accept: "text/html"])
            #expect(question.text.contains("this cannot be undone"), "\(question.text)")
        }
    }

    // MARK: - JSON

    @Test(arguments: [
        (
            #"{"values":{"title":"a","title":"b"},"old":{"title":"Kind of Blue"}}"#,
            "\"values.title\" is in the request body twice."
        ),
        (
            #"{"values":{"note":{"base64":"?"}}}"#,
            "\"values.note\" in the request body has a value that cannot be read."
        ),
        (#"{"values":[]}"#, "\"values\" in the request body has the wrong type."),
        (#"{"values":{"title":"a"}"#, "The request body is not valid JSON."),
        (#"{"values":{"title":"\ud800"}}"#, "The request body is not valid JSON."),
    ])
    func bodiesAreCheckedAsAWhole(body: String, message: String) async throws {
        try await serve { client, _ in
            let answer = try await client.json(.patch, "/albums/row/1/", body, ifMatch: nil)
            #expect(answer.status == 400)
            #expect(answer.text.contains(message.replacing("\"", with: "\\\"")), "\(answer.text)")
        }
    }

    @Test func numbersAreExactOrRefused() async throws {
        try await serve { client, fixture in
            let tooLarge = try await client.json(
                .patch, "/albums/row/1/", #"{"values":{"year":18446744073709551616}}"#, ifMatch: "*")
            #expect(tooLarge.status == 422 && tooLarge.text.contains(#""pointer":"/year""#), "\(tooLarge.text)")
            let sum = try await client.json(
                .patch, "/albums/row/1/", #"{"values":{"price":0.30000000000000004}}"#, ifMatch: "*")
            #expect(sum.status == 200)
            let old = try await client.json(
                .patch, "/albums/row/1/", #"{"values":{"price":1e2},"old":{"price":0.30000000000000004}}"#)
            #expect(old.status == 200, "\(old.text)")
            #expect(try values("SELECT price || typeof(price) FROM albums WHERE id = 1", in: fixture) == ["100.0real"])
        }
    }

    @Test(arguments: [
        ("/albums/row/1/", #"{"id":1.5}"#, "/id", "The key of this table is a whole number."),
        ("/albums/row/1/", #"{"id":"x"}"#, "/id", "The column takes only values of the type INTEGER."),
        ("/artists/row/1/", #"{"alive":"maybe"}"#, "/alive", "The column takes only values of the type BOOLEAN."),
        ("/strict/row/1/", #"{"n":"x"}"#, "/n", "The column takes only values of the type INTEGER."),
    ])
    func messagesStandAtTheirValues(path: String, values: String, pointer: String, message: String) async throws {
        try await serve { client, fixture in
            try fixture.write("INSERT INTO strict VALUES (1)")
            let answer = try await client.json(.patch, path, #"{"values":\#(values)}"#, ifMatch: "*")
            #expect(answer.status == 422)
            #expect(answer.text.contains(#""pointer":"\#(pointer)","detail":""#), "\(answer.text)")
            #expect(answer.text.contains(message), "\(answer.text)")
        }
    }

    @Test func aRowWithoutAKeyComesBack() async throws {
        try await serve { client, fixture in
            let before = try values("SELECT quote(b) || rowid FROM plain", in: fixture)
            let tag = try await client.get("/plain/row/1.json").headers[.eTag]
            let gone = try await client.json(.delete, "/plain/row/1/", "", ifMatch: tag)
            let cookie = try #require(gone.headers[.setCookie]?.prefix { $0 != ";" }).description
            let url = try #require(gone.text.firstMatch(of: /"url":"([^"]+)"/)?.1)
            let undone = try await client.post(
                String(url), headers: [.cookie: cookie, .accept: "application/json"])
            #expect(undone.status == 200)
            #expect(try values("SELECT quote(b) || rowid FROM plain", in: fixture) == before)
        }
    }

    /// Rows of other programs are not touched, whatever a table does about values that occur twice.
    @Test func noOtherRowIsReplacedOrLost() async throws {
        try await serve { client, fixture in
            try fixture.write(
                """
                CREATE TABLE rep(id INTEGER PRIMARY KEY ON CONFLICT REPLACE, k TEXT UNIQUE ON CONFLICT REPLACE);
                CREATE TABLE back(id INTEGER PRIMARY KEY, k TEXT UNIQUE ON CONFLICT ROLLBACK);
                CREATE TRIGGER ends BEFORE UPDATE ON back WHEN new.k = 'end' BEGIN SELECT raise(ROLLBACK, 'ended'); END;
                INSERT INTO rep VALUES (1, 'a'), (2, 'b'); INSERT INTO back VALUES (1, 'a'), (2, 'b');
                """)
            for body in [#"{"values":{"id":1,"k":"over"}}"#, #"{"values":{"k":"b"}}"#] {
                #expect(try await client.json(.post, "/rep/", body).status == 422)
            }
            for (path, value) in [
                ("/back/", "b"), ("/back/?_rehearse=1", "b"), ("/back/", "end"), ("/back/?_rehearse=1", "end"),
            ] {
                let rows =
                    #"{"rows":[{"id":"1","values":{"k":"\#(value)"},"old":{"k":"a"}},{"id":"2","values":{"k":"c"},"old":{"k":"b"}}]}"#
                let answer = try await client.json(.patch, path, rows)
                #expect(answer.status == (path == "/back/" ? 422 : 200))
            }
            #expect(try values("SELECT id || k FROM rep", in: fixture) == ["1a", "2b"])
            #expect(try values("SELECT id || k FROM back", in: fixture) == ["1a", "2b"])
        }
    }

    @Test func fullTextTablesFollowByTheirTriggers() async throws {
        try await serve { client, fixture in
            try fixture.write(
                """
                CREATE TABLE doc(id INTEGER PRIMARY KEY, body TEXT);
                CREATE VIRTUAL TABLE found USING fts5(body, content='doc', content_rowid='id');
                CREATE TRIGGER doc_new AFTER INSERT ON doc BEGIN
                    INSERT INTO found(rowid, body) VALUES (new.id, new.body); END;
                """)
            #expect(try await client.json(.post, "/doc/", #"{"values":{"body":"giraffe"}}"#).status == 201)
            #expect(try values("SELECT rowid || '' FROM found WHERE found MATCH 'giraffe'", in: fixture) == ["1"])
        }
    }

    @Test func numbersOfAFormAreExact() async throws {
        try await serve { client, fixture in
            try fixture.write("CREATE TABLE n(id INTEGER PRIMARY KEY, n NUMERIC, r REAL)")
            let sent = try await client.post(
                "/n/new", form: "value.n=9007199254740993&value.r=2", headers: [.accept: "text/html"])
            #expect(sent.status == 303)
            #expect(try values("SELECT n || typeof(r) FROM n", in: fixture) == ["9007199254740993real"])
        }
    }

    @Test func aProgramCanStoreValuesOfAnyType() async throws {
        try await serve { client, fixture in
            let wrong = try await client.json(
                .patch, "/albums/row/1/?_any=0", #"{"values":{"year":"x"}}"#, ifMatch: "*")
            #expect(wrong.status == 400 && wrong.text.contains("_any must be 1."))
            let any = try await client.json(
                .patch, "/albums/row/1/?_any=1", #"{"values":{"year":"soon"}}"#, ifMatch: "*")
            #expect(any.status == 200 && any.text.contains(#""year":"soon""#))
            // A text can then be another text.
            let other = try await client.json(
                .patch, "/albums/row/1/", #"{"values":{"year":"later"},"old":{"year":"soon"}}"#)
            #expect(other.status == 200, "\(other.text)")
            let back = try await client.json(
                .patch, "/albums/row/1/", #"{"values":{"year":1959},"old":{"year":"later"}}"#)
            #expect(back.status == 200)
            #expect(try values("SELECT typeof(year) FROM albums WHERE id = 1", in: fixture) == ["integer"])
            let list = #"{"rows":[{"values":{"artist":1,"title":"A","year":"1 of 2"}}]}"#
            #expect(try await client.json(.post, "/albums/", list).status == 422)
            #expect(try await client.json(.post, "/albums/?_any=1&_rehearse=1", list).text.contains(#""failing":0"#))
        }
    }

    @Test func keysAndValuesAreExact() async throws {
        try await serve { client, fixture in
            let new = try await client.json(
                .post, "/pairs/", #"{"values":{"x":"ü/,","y":9007199254740993,"v":{"base64":"AAE="}}}"#)
            #expect(new.status == 201)
            let path = try #require(new.headers[.location])
            let one = try await client.get(String(path.dropLast()) + ".json")
            #expect(one.text.contains(#""y":9007199254740993,"v":{"base64":"AAE=","length":2}"#))
            // The number as a text, and the blob as its base64, are the same values.
            let changed = try await client.json(
                .patch, path, #"{"values":{"y":5,"v":"t"},"old":{"y":"9007199254740993","v":{"base64":"AAE="}}}"#)
            #expect(changed.status == 200 && changed.text.contains(#""saved":{"id":"ü~2F~2C,5"}"#))
            #expect(try values("SELECT typeof(y) || typeof(v) FROM pairs WHERE y = 5", in: fixture) == ["integertext"])
        }
    }

    @Test func rowsWithoutAKeyAreComparedAsAWhole() async throws {
        try await serve { client, _ in
            let part = try await client.json(.patch, "/plain/row/1/", #"{"values":{"a":2},"old":{"a":1}}"#)
            #expect(part.status == 422)
            let other = try await client.json(
                .patch, "/plain/row/1/", #"{"values":{"a":2},"old":{"a":1,"b":"y","_query":"q"}}"#)
            #expect(other.status == 409)
            let whole = try await client.json(
                .patch, "/plain/row/1/", #"{"values":{"a":2},"old":{"a":1,"b":"x","_query":"q"}}"#)
            #expect(whole.status == 200)
        }
    }

    @Test func onlyEditableTablesAreChanged() async throws {
        let new = #"{"values":{"name":"X"}}"#
        try await serve(.named(["albums"])) { client, _ in
            #expect(try await client.json(.post, "/artists/", new).status == 403)
            #expect(try await client.json(.post, "/old/", new).status == 403)
            #expect(try await client.json(.post, "/nothing/", new).status == 404)
            #expect(try await client.json(.post, "/", new).status == 404)
            #expect(try await client.get("/artists/new").status == 403)
            let (artists, albums) = (try await client.get("/artists/"), try await client.get("/albums/"))
            #expect(!artists.text.contains("/artists/new") && albums.text.contains("/albums/new"))
        }
        try await serve(.none) { client, _ in
            let answer = try await client.json(.post, "/artists/", new)
            #expect(answer.status == 405 && answer.headers[.allow] == "GET, HEAD, OPTIONS")
        }
        #expect(throws: SQLiteTableError.self) {
            try Fixture(Self.schema).open { $0.editableTables = .named(["albms"]) }
        }
        #expect(throws: SQLiteTableError.self) {
            try Fixture(Self.schema).open { $0.editableTables = .named(["old"]) }
        }
    }

    @Test func aTokenIsAskedForIfThereIsOne() async throws {
        let new = #"{"values":{"name":"X"}}"#
        try await serve(token: "secret") { client, _ in
            let refused = try await client.json(.post, "/artists/", new)
            #expect(refused.status == 401 && refused.headers[.wwwAuthenticate] == "Bearer")
            var headers: HTTPFields = [.contentType: "application/json", .authorization: "Bearer secret"]
            #expect(try await client.send(.post, "/artists/", headers: headers, body: Array(new.utf8)).status == 201)
            headers[.authorization] = "Bearer secreT"
            #expect(try await client.send(.post, "/artists/", headers: headers, body: Array(new.utf8)).status == 401)

            let page = try await client.get("/artists/row/1/edit", headers: [.accept: "text/html"])
            #expect(page.status == 401 && page.text.contains(#"name="return" value="/artists/row/1/edit""#))
            #expect(try await client.post("/-/editor", form: "token=no&return=/artists/").status == 401)
            let known = try await client.post("/-/editor", form: "token=secret&return=//evil.example/")
            #expect(known.status == 303 && known.headers[.location] == "/")
            let cookie = try #require(known.headers[.setCookie]?.prefix { $0 != ";" }).description
            #expect(try await client.get("/artists/row/1/edit", headers: [.cookie: cookie]).status == 200)
        }
    }

    @Test func theTokenIsAskedForFirst() async throws {
        try await serve(token: "secret") { client, fixture in
            for path in ["paste", "rows/edit", "rows/delete", "new", "row/1/edit", "row/1/delete", "row/1/restore"] {
                for body in ["old=%ZZ", "old={}"] {
                    let refused = try await client.post("/albums/\(path)", form: body)
                    #expect(refused.status == 401, "\(path)")
                    let page = try await client.post("/albums/\(path)", form: body, headers: [.accept: "text/html"])
                    #expect(page.status == 401 && page.text.contains(#"name="token""#), "\(path)")
                }
            }
            for (method, path) in [(.post, ""), (.patch, ""), (.delete, ""), (HTTPRequest.Method.patch, "row/1/")] {
                #expect(try await client.json(method, "/albums/\(path)", "{").status == 401, "\(method) \(path)")
            }
            // A stored answer has values of rows.
            var headers: HTTPFields = [.contentType: "application/json", .authorization: "Bearer secret"]
            headers[try #require(HTTPField.Name("Idempotency-Key"))] = "k1"
            let body = Array(#"{"values":{"name":"X"}}"#.utf8)
            #expect(try await client.send(.post, "/artists/", headers: headers, body: body).status == 201)
            headers[.authorization] = nil
            #expect(try await client.send(.post, "/artists/", headers: headers, body: body).status == 401)
            headers[.authorization] = "Bearer secret"
            #expect(try await client.send(.post, "/artists/", headers: headers, body: body).status == 201)
            #expect(try values("SELECT name FROM artists WHERE name = 'X'", in: fixture).count == 1)
        }
    }

    /// If names were compared each with each, each of these requests would take minutes.
    @Test func manyNamesTakeLittleTime() async throws {
        let names = (0..<30_000).map { "k\($0)" }
        let object = "{\(names.map { "\"\($0)\":1" }.joined(separator: ","))}"
        let old = try #require(object.addingPercentEncoding(withAllowedCharacters: .alphanumerics))
        let parts = names.map {
            "--b\r\nContent-Disposition: form-data; name=\"value.\($0)\"; filename=\"\"\r\n\r\n\r\n"
        }
        let multipart: HTTPFields = [.contentType: "multipart/form-data; boundary=b", .accept: "text/html"]
        try await serve { client, _ in
            func took(_ name: String, _ send: () async throws -> TestResponse) async throws {
                let begin = ContinuousClock.now
                let answer = try await send()
                #expect((400..<500).contains(answer.status) && answer.body.count < 2 << 20, "\(name): \(answer.status)")
                let time = ContinuousClock.now - begin
                #expect(time < .seconds(15), "\(name): \(time)")
            }
            try await took("JSON") { try await client.json(.post, "/albums/", #"{"values":\#(object)}"#) }
            try await took("old values") {
                try await client.json(.patch, "/albums/row/1/", #"{"values":{"title":"a"},"old":\#(object)}"#)
            }
            try await took("form") {
                try await client.post(
                    "/albums/row/1/edit", form: "value.title=a&old=\(old)", headers: [.accept: "text/html"])
            }
            try await took("files") {
                let body = Array((parts + ["--b--\r\n"]).joined().utf8)
                return try await client.send(.post, "/albums/rows/edit", headers: multipart, body: body)
            }
            try await took("headings") {
                let text = names.joined(separator: "%09")
                return try await client.post("/albums/paste", form: "text=\(text)", headers: [.accept: "text/html"])
            }
        }
    }

    @Test(arguments: [
        (#"{"values":{"title":"x"}"#, 400), (#"{"values":[1]}"#, 400), (#"{"old":{}}"#, 400),
        (#"{"values":{"title":{"base64":"?"}},"old":{}}"#, 400), (#"{"rows":[]}"#, 400),
    ])
    func wrongBodiesAreRefused(body: String, status: Int) async throws {
        try await serve { client, _ in
            let answer = try await client.json(.patch, "/albums/row/1/", body)
            #expect(answer.status == status)
        }
    }

    @Test func aBodyIsJSON() async throws {
        try await serve { client, _ in
            let answer = try await client.send(
                .patch, "/albums/row/1/", headers: [.contentType: "text/plain"], body: Array("{}".utf8))
            #expect(answer.status == 415)
        }
    }

    @Test func aRepeatedRequestIsCarriedOutOnce() async throws {
        try await serve { client, fixture in
            var headers: HTTPFields = [.contentType: "application/json"]
            headers[try #require(HTTPField.Name("Idempotency-Key"))] = "k1"
            let body = Array(#"{"values":{"name":"X"}}"#.utf8)
            let first = try await client.send(.post, "/artists/", headers: headers, body: body)
            let again = try await client.send(.post, "/artists/", headers: headers, body: body)
            #expect(first.status == 201 && again.status == 201 && again.text == first.text)
            #expect(try values("SELECT name FROM artists WHERE name = 'X'", in: fixture).count == 1)
            let other = try await client.send(
                .post, "/artists/", headers: headers, body: Array(#"{"values":{"name":"Y"}}"#.utf8))
            #expect(other.status == 422)
        }
    }

    @Test func aLockedFileIsBusyAndUnchanged() async throws {
        let fixture = try Fixture(Self.schema)
        let database = try fixture.open {
            $0.editableTables = .all
            $0.queryTimeout = .milliseconds(200)
        }
        var server = TableServer()
        server.configuration.editing = EditingAccess()
        server.mount("/:table/", forEach: .path) { try await database.makeTable(at: [$0["table"] ?? ""]) }
        try await server.test(.inProcess) { client in
            _ = try await client.get("/artists/")
            let other = try fixture.writer()
            try await other.writeWithoutTransaction { try $0.execute(sql: "BEGIN IMMEDIATE") }
            let busy = try await client.json(.post, "/artists/", #"{"values":{"name":"X"}}"#)
            #expect(busy.status == 503 && busy.headers[.retryAfter] == "5")
            try await other.writeWithoutTransaction { try $0.execute(sql: "ROLLBACK") }
            #expect(try await client.json(.post, "/artists/", #"{"values":{"name":"X"}}"#).status == 201)
        }
    }

    /// Some wait in the queue, and one waits for the lock. The limit of the edit, or that of the request, is over first.
    @Test(arguments: [(300, 1_000), (10_000, 500)]) func aRefusedEditIsNotDoneLater(edit: Int, request: Int)
        async throws
    {
        let fixture = try Fixture(Self.schema)
        let database = try fixture.open {
            $0.editableTables = .all
            $0.queryTimeout = .milliseconds(edit)
        }
        var server = TableServer()
        server.configuration.editing = EditingAccess()
        server.configuration.loadingTimeout = .milliseconds(request)
        server.mount("/:table/", forEach: .path) { try await database.makeTable(at: [$0["table"] ?? ""]) }
        try await server.test(.inProcess) { client in
            _ = try await client.get("/artists/")
            @Sendable func insert(_ name: String) async throws -> TestResponse {
                try await client.json(.post, "/artists/", #"{"values":{"name":"\#(name)"}}"#)
            }
            let other = try fixture.writer()
            try await other.writeWithoutTransaction { try $0.execute(sql: "BEGIN IMMEDIATE") }
            try await withThrowingTaskGroup(of: TestResponse.self) { group in
                for number in 1...8 { group.addTask { try await insert("refused \(number)") } }
                for try await answer in group {
                    #expect(answer.status == 503 && answer.headers[.retryAfter] == "5", "\(answer.text)")
                }
            }
            try await other.writeWithoutTransaction { try $0.execute(sql: "ROLLBACK") }
            // The queue is empty when the last of it is done.
            var answer = try await insert("done")
            for number in 1..<100 where answer.status == 503 { answer = try await insert("done \(number)") }
            #expect(answer.status == 201)
            #expect(try values("SELECT name FROM artists WHERE name LIKE 'refused%'", in: fixture).isEmpty)
        }
    }

    /// With a rollback journal, the file cannot be read while another change of this server is written.
    @Test(arguments: ["DELETE", "WAL"])
    func whatIsWrittenIsAnsweredAndSeen(journal: String) async throws {
        try await serve { client, fixture in
            try fixture.write { _ = try String.fetchOne($0, sql: "PRAGMA journal_mode = \(journal)") }
            _ = try await client.get("/artists/")
            try await withThrowingTaskGroup(of: Void.self) { group in
                for editor in 1...8 {
                    group.addTask {
                        for edit in 1...10 {
                            let name = "\(editor).\(edit)"
                            let answer = try await client.json(.post, "/artists/", #"{"values":{"name":"\#(name)"}}"#)
                            #expect(answer.status == 201, "\(answer.text)")
                            let path = "/artists/table.json?name=\(name)&_shape=array"
                            var seen = try await client.get(path)
                            // A page between the changes of eight editors can be refused, but is never old.
                            for _ in 0..<100 where seen.status == 503 { seen = try await client.get(path) }
                            #expect(seen.text.contains(name), "\(seen.text)")
                        }
                    }
                }
                try await group.waitForAll()
            }
            #expect(try values("SELECT count(*) FROM artists", in: fixture) == ["82"])
        }
    }

    @Test func aFileThatIsGoneIsToldByItsName() async throws {
        try await serve { client, fixture in
            _ = try await client.get("/artists/")
            try FileManager.default.moveItem(atPath: fixture.path, toPath: fixture.path + ".away")
            let answer = try await client.json(.post, "/artists/", #"{"values":{"name":"X"}}"#)
            #expect(answer.status == 503 && answer.text.contains("fixture.db cannot be opened"))
            #expect(!answer.text.contains(fixture.directory))
            try FileManager.default.moveItem(atPath: fixture.path + ".away", toPath: fixture.path)
            #expect(try await client.json(.post, "/artists/", #"{"values":{"name":"X"}}"#).status == 201)
        }
    }

    // MARK: - Forms

    @Test func aTextThatAPageCannotShowIsNotChanged() async throws {
        try await serve { client, fixture in
            try fixture.write("UPDATE albums SET note = 'a' || char(0) || 'b' || char(13) || 'c' WHERE id = 3")
            let form = try await client.get("/albums/row/3/edit", headers: [.accept: "text/html"])
            let sent = try await client.post(
                "/albums/row/3/edit",
                form: "old=\(try form.oldValues())&value.note=a%EF%BF%BDb%0D%0Ac&value.title=New",
                headers: [.accept: "text/html"])
            #expect(sent.status == 303)
            #expect(
                try values("SELECT title || hex(CAST(note AS BLOB)) FROM albums WHERE id = 3", in: fixture)
                    == ["New6100620D63"])
        }
    }

    @Test func foreignKeysAreChosenByTyping() async throws {
        try await serve { client, fixture in
            let form = try await client.get("/albums/row/1/edit", headers: [.accept: "text/html"])
            #expect(form.text.contains(#"list="field-1-list""#))
            #expect(form.text.contains(#"<option value="1">Miles</option>"#))
            let found = try await client.get("/albums/choices?column=artist&text=MIL")
            #expect(found.text == #"{"choices":[{"value":"1","label":"Miles"}]}"# + "\n")
            // Case and accents are ignored, as in filters.
            let accents = try await client.get("/albums/choices?column=artist&text=BJO")
            #expect(accents.text == #"{"choices":[{"value":"2","label":"Björk"}]}"# + "\n")
            // Marks of patterns are letters as all others.
            for query in ["column=title&text=a", "column=artist&text=%25"] {
                #expect(try await client.get("/albums/choices?\(query)").text == #"{"choices":[]}"# + "\n")
            }
        }
    }

    /// As Django and SQLAlchemy declare them.
    @Test func rulesWithQuotedNamesNameTheirFields() async throws {
        let schema = """
            CREATE TABLE t(id INTEGER PRIMARY KEY, "n" INT CHECK ("n" >= 0), [m] INT CHECK ("m" < 9 AND "n" < 9),
                name TEXT, CONSTRAINT "short_name" CHECK (length("name") < 9));
            CREATE UNIQUE INDEX "any case" ON t(lower("name"), n + 1);
            INSERT INTO t VALUES (1, 1, 1, 'Ann');
            """
        try await serve(schema: schema) { client, _ in
            for (values, fields, message) in [
                (#""n":-1"#, ["n"], #"n\" >= 0."#), (#""m":10"#, ["m", "n"], #"m\" \u003c 9 AND"#),
                (#""name":"0123456789""#, ["name"], #"length(\"name\") \u003c 9"#),
                (#""name":"ANN","n":1"#, ["name", "n"], #"lower(\"name\"), n + 1"#),
            ] {
                let answer = try await client.json(.post, "/t/", #"{"values":{\#(values)}}"#)
                #expect(answer.status == 422, "\(answer.text)")
                for field in fields { #expect(answer.text.contains(#""pointer":"/\#(field)""#), "\(answer.text)") }
                #expect(answer.text.contains(message), "\(answer.text)")
            }
        }
    }

    @Test func numbersHaveALimit() async throws {
        try await serve(
            schema: "CREATE TABLE t(id INTEGER PRIMARY KEY, r REAL, x); INSERT INTO t VALUES (1, 9e999, -9e999)"
        ) {
            client, fixture in
            for column in ["r", "x"] {
                let answer = try await client.json(
                    .patch, "/t/row/1/", #"{"values":{"\#(column)":1e999}}"#, ifMatch: "*")
                #expect(answer.status == 422 && answer.text.contains("The number is too large."), "\(answer.text)")
            }
            // What JSON shows of an infinity is what its reader saw.
            let row = try await client.get("/t/row/1.json").text
            #expect(row.contains(#""r":"Infinity","x":"-Infinity""#), "\(row)")
            let seen = #"{"values":{"r":1,"x":2},"old":{"r":"Infinity","x":"-Infinity"}}"#
            #expect(try await client.json(.patch, "/t/row/1/", seen).status == 200)
            #expect(try values("SELECT r + x FROM t", in: fixture) == ["3.0"])
        }
    }

    @Test func checksAreReadFromTheDefinition() throws {
        let sql = """
            CREATE TABLE t(a INT CHECK (a > 0), "b c" TEXT CONSTRAINT "name" CHECK ("b c" IN ('x', 'y''z')), -- CHECK (no)
            c TEXT CHECK (c IN ('x', lower('Y'))), /* CHECK (d) */ d TEXT DEFAULT 'CHECK (e)', CHECK (a < length([b c])))
            """
        let checks = CheckConstraint.all(inDefinition: sql, columns: ["a", "b c", "c", "d"])
        #expect(
            checks == [
                CheckConstraint(title: "a > 0", expression: "a > 0", columns: ["a"]),
                CheckConstraint(
                    title: "name", expression: "\"b c\" IN ('x', 'y''z')", columns: ["b c"], choices: ["x", "y'z"]),
                CheckConstraint(
                    title: "c IN ('x', lower('Y'))", expression: "c IN ('x', lower('Y'))", columns: ["c"]),
                CheckConstraint(title: "a < length([b c])", expression: "a < length([b c])", columns: ["a", "b c"]),
            ])
    }
}
