import CascadingTable
import Foundation
import GRDB
import HTTPTypes
import MicroHTTPD
import TableDatabase
import TableServer
import TableTesting
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
        INSERT INTO artists VALUES (1, 'Miles', '1926-05-26', 0), (2, 'Björk', NULL, 1);
        INSERT INTO albums(id, artist, title, year, note)
            VALUES (1, 1, 'Kind of Blue', 1959, NULL), (2, 2, 'Debut', 1993, ''), (3, 2, 'Post', 1995, 'x');
        INSERT INTO plain VALUES (1, 'x', 'q');
        INSERT INTO pairs VALUES ('a', 1, x'00ff');
        INSERT INTO watched VALUES (1, 'a', NULL);
        """

    /// Serves the tables of a file at their usual paths.
    func serve(
        _ tables: SQLiteDatabase.EditableTables = .all, token: String? = nil,
        _ body: (any TestClient, Fixture) async throws -> Void
    ) async throws {
        let fixture = try Fixture(Self.schema)
        let database = try fixture.open { $0.editableTables = tables }
        var server = TableServer()
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

    // MARK: - JSON

    @Test func rowsAreAddedChangedAndDeleted() async throws {
        try await serve { client, fixture in
            let new = try await client.json(.post, "/albums/", #"{"values":{"artist":1,"title":"So What"}}"#)
            #expect(new.status == 201)
            #expect(new.headers[.location] == "/albums/row/4/")
            #expect(new.text.contains(#""created":{"id":"4"},"row":{"id":4,"artist":1,"title":"So What","year":null"#))
            #expect(new.text.contains(#""price":9.5"#))

            let old = #"{"values":{"title":"Blue","year":1960},"old":{"title":"Kind of Blue","year":1959}}"#
            let saved = try await client.json(.patch, "/albums/row/1/", old)
            #expect(saved.status == 200)
            #expect(saved.text.contains(#""saved":{"id":"1"}"#) && saved.text.contains(#""loud":"BLUE""#))

            let record = try await client.get("/albums/row/1.json")
            #expect(record.headers[.eTag] == saved.headers[.eTag])
            let gone = try await client.json(.delete, "/albums/row/1/", "", ifMatch: record.headers[.eTag])
            #expect(gone.status == 200 && gone.text.contains(#""deleted":{"id":"1"},"row":null"#))
            #expect(try values("SELECT title FROM albums ORDER BY id", in: fixture) == ["Debut", "Post", "So What"])
        }
    }

    @Test func aChangeSaysWhatWasSeen() async throws {
        try await serve { client, fixture in
            let unseen = try await client.json(.patch, "/albums/row/1/", #"{"values":{"title":"X"}}"#)
            #expect(unseen.status == 428)
            let other = try await client.json(
                .patch, "/albums/row/1/", #"{"values":{"title":"X"},"old":{"title":"kind of blue"}}"#)
            #expect(other.status == 409)
            #expect(
                other.text.contains(
                    #""conflicts":[{"id":"1","field":"title","yours":"X","theirs":"Kind of Blue","saw":"kind of blue"}]"#
                ))
            // '' is not NULL, and a text is no number.
            for old in [#"{"note":""}"#, #"{"note":"NULL"}"#] {
                let answer = try await client.json(
                    .patch, "/albums/row/1/", #"{"values":{"note":"n"},"old":\#(old)}"#)
                #expect(answer.status == 409, "\(old)")
            }
            let stale = try await client.json(
                .patch, "/albums/row/1/", #"{"values":{"title":"X"}}"#, ifMatch: #""row.1""#)
            #expect(stale.status == 412)
            #expect(try values("SELECT title FROM albums WHERE id = 1", in: fixture) == ["Kind of Blue"])
            // Another column was changed since, which does not count.
            try fixture.write("UPDATE albums SET year = 1970 WHERE id = 1")
            let mine = try await client.json(
                .patch, "/albums/row/1/", #"{"values":{"title":"X"},"old":{"title":"Kind of Blue","year":1959}}"#)
            #expect(mine.status == 200)
            let any = try await client.json(.patch, "/albums/row/1/", #"{"values":{"title":"Y"}}"#, ifMatch: "*")
            #expect(any.status == 200)
        }
    }

    @Test func aRowThatIsGoneIsTold() async throws {
        try await serve { client, _ in
            let old = #"{"values":{"title":"X"},"old":{"title":"Y"}}"#
            let gone = try await client.json(.patch, "/albums/row/77/", old)
            #expect(gone.status == 409 && gone.text.contains(#""conflicts":[{"id":"77","field":null}]"#))
            #expect(try await client.json(.delete, "/albums/row/77/", "", ifMatch: "*").status == 404)
            #expect(try await client.json(.delete, "/albums/row/no,key/", "", ifMatch: "*").status == 404)
        }
    }

    @Test(arguments: [
        ("/albums/row/1/", #"{"titel":"x"}"#, "/titel", #"Did you mean \"title\"?"#),
        ("/albums/row/1/", #"{"loud":"x"}"#, "/loud", "The database computes this value."),
        ("/albums/row/1/", #"{"title":null}"#, "/title", "NULL is not allowed."),
        ("/albums/row/1/", #"{"year":12}"#, "/year", "The value must match the rule of the table: year > 1900."),
        ("/albums/row/1/", #"{"genre":"polka"}"#, "/genre", "Use one of: rock, it's."),
        ("/albums/row/1/", #"{"artist":9}"#, "/artist", "There is no such row in artists."),
        ("/artists/row/1/", #"{"name":"Björk"}"#, "/name", "Another row has this value already."),
        ("/albums/row/1/", #"{"id":"x"}"#, "/id", "The key of this table is a whole number."),
        ("/strict/row/1/", #"{"n":"x"}"#, "/n", "The column takes only values of the type INTEGER."),
        ("/watched/row/1/", #"{"v":"bad"}"#, "", "bad is not allowed"),
        ("/watched/row/1/", #"{"v":"no"}"#, "", "a trigger of the table ignored the change"),
        ("/child/row/1/", #"{"parent":5}"#, "/parent", "There is no such row in child."),
    ])
    func messagesStandAtTheirValues(path: String, values: String, pointer: String, message: String) async throws {
        try await serve { client, fixture in
            try fixture.write("INSERT INTO strict VALUES (1); INSERT INTO child VALUES (1, NULL)")
            let answer = try await client.json(.patch, path, #"{"values":\#(values)}"#, ifMatch: "*")
            #expect(answer.status == 422)
            #expect(answer.text.contains(#""pointer":"\#(pointer)","detail":""#), "\(answer.text)")
            #expect(answer.text.contains(message), "\(answer.text)")
        }
    }

    @Test func aRowThatOthersReferToIsNotDeleted() async throws {
        try await serve { client, fixture in
            let answer = try await client.json(.delete, "/artists/row/1/", "", ifMatch: "*")
            #expect(answer.status == 422 && answer.text.contains("Rows of other tables refer to this row: albums."))
            #expect(try values("SELECT name FROM artists", in: fixture).count == 2)
        }
    }

    @Test func triggersChangeWhatIsReturned() async throws {
        try await serve { client, _ in
            let answer = try await client.json(
                .patch, "/watched/row/1/", #"{"values":{"v":"b"},"old":{"v":"a"}}"#)
            #expect(answer.text.contains(#""row":{"id":1,"v":"b","stamp":"changed"}"#))
        }
    }

    @Test func severalRowsAreChangedTogetherOrNotAtAll() async throws {
        try await serve { client, fixture in
            let bad = #"{"rows":[{"values":{"artist":1,"title":"A"}},{"values":{"artist":9,"title":"B"}}]}"#
            let refused = try await client.json(.post, "/albums/", bad)
            #expect(refused.status == 422 && refused.text.contains(#""pointer":"/rows/1/values/artist""#))
            #expect(try values("SELECT title FROM albums WHERE title = 'A'", in: fixture) == [])
            let rows =
                #"{"rows":[{"id":"1","old":{"year":1959},"values":{"year":1}},{"id":"2","old":{"year":1},"values":{"year":2000}}]}"#
            let conflict = try await client.json(.patch, "/albums/", rows)
            #expect(conflict.status == 409)
            let good = #"{"rows":[{"values":{"artist":1,"title":"A"}},{"values":{"artist":2,"title":"B"}}]}"#
            let added = try await client.json(.post, "/albums/", good)
            #expect(added.status == 201 && added.text.contains(#""created":[{"id":"4"},{"id":"5"}]"#))
            let deleted = try await client.json(
                .delete, "/albums/", #"{"rows":[{"id":"4","old":{"title":"A"}},{"id":"5","old":{"title":"B"}}]}"#)
            #expect(deleted.status == 200)
        }
    }

    @Test func aRehearsalWritesNothing() async throws {
        try await serve { client, fixture in
            let rows = #"{"rows":[{"values":{"artist":1,"title":"A"}},{"values":{"artist":1}}]}"#
            let answer = try await client.json(.post, "/albums/?_rehearse=1", rows)
            #expect(answer.status == 200)
            #expect(answer.text.contains(#"{"rehearsed":true,"failing":1,"rows":[{"is":"insert","id":"4""#))
            #expect(answer.text.contains(#""errors":[{"pointer":"/rows/1/values/title""#))
            let changes =
                #"{"rows":[{"id":"1","old":{"year":1959},"values":{"year":1959}},{"id":"2","old":{"year":1993},"values":{"year":2000}}]}"#
            let equal = try await client.json(.patch, "/albums/?_rehearse=1", changes)
            #expect(equal.text.contains(#"{"is":"equal","id":"1""#) && equal.text.contains(#"{"is":"change","id":"2""#))
            #expect(try values("SELECT year FROM albums WHERE id = 2", in: fixture) == ["1993"])
            #expect(try await client.json(.post, "/albums/?_rehearse=2", rows).status == 400)
            #expect(try await client.json(.post, "/albums/?_rehears=1", rows).status == 400)
        }
    }

    @Test func undoIsTheInverseWithTheSameCheck() async throws {
        try await serve { client, fixture in
            func undo(_ answer: TestResponse, cookie: String) async throws -> TestResponse {
                let url = try #require(answer.text.firstMatch(of: /"url":"([^"]+)"/)?.1)
                return try await client.post(String(url), headers: [.cookie: cookie, .accept: "application/json"])
            }
            let first = try await client.json(
                .patch, "/albums/row/1/",
                #"{"values":{"title":"X","note":"n"},"old":{"title":"Kind of Blue","note":null}}"#)
            let cookie = try #require(first.headers[.setCookie]?.prefix { $0 != ";" }).description
            #expect(try await undo(first, cookie: cookie).status == 200)
            #expect(
                try values("SELECT title || ifnull(note, '-') FROM albums WHERE id = 1", in: fixture) == [
                    "Kind of Blue-"
                ])
            // Rows that come back have their keys and all of their values.
            let before = try values("SELECT quote(b) || rowid FROM plain", in: fixture)
            let tag = try await client.get("/plain/row/1.json").headers[.eTag]
            let gone = try await client.json(.delete, "/plain/row/1/", "", ifMatch: tag, cookie: cookie)
            #expect(gone.status == 200)
            #expect(try await undo(gone, cookie: cookie).status == 200)
            #expect(try values("SELECT quote(b) || rowid FROM plain", in: fixture) == before)
            // A change that somebody made since is not undone.
            let second = try await client.json(
                .patch, "/albums/row/1/", #"{"values":{"title":"Y"},"old":{"title":"Kind of Blue"}}"#, cookie: cookie)
            try fixture.write("UPDATE albums SET title = 'theirs' WHERE id = 1")
            #expect(try await undo(second, cookie: cookie).status == 409)
            #expect(try values("SELECT title FROM albums WHERE id = 1", in: fixture) == ["theirs"])
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

    @Test func everyColumnThatIsSetWasSeen() async throws {
        try await serve { client, fixture in
            for old in ["{}", #"{"id":1}"#, #"{"year":1959}"#] {
                let answer = try await client.json(
                    .patch, "/albums/row/1/", #"{"values":{"title":"X"},"old":\#(old)}"#)
                #expect(answer.status == 428, "\(old)")
            }
            #expect(try await client.json(.delete, "/albums/row/1/", #"{"old":{}}"#).status == 428)
            let both = try await client.json(
                .patch, "/albums/row/1/", #"{"values":{"title":"X"},"old":{"title":"Kind of Blue"}}"#,
                ifMatch: #""row.1""#)
            #expect(both.status == 400)
            let form = try await client.post(
                "/albums/row/1/edit", form: "value.title=X", headers: [.accept: "text/html"])
            #expect(form.status == 428)
            #expect(try values("SELECT title FROM albums WHERE id = 1", in: fixture) == ["Kind of Blue"])
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

    // MARK: - Forms

    @Test func aFormChangesWhatWasTyped() async throws {
        try await serve { client, fixture in
            let form = try await client.get("/albums/row/1/edit", headers: [.accept: "text/html"])
            #expect(form.text.contains(#"name="value.title" type="text" value="Kind of Blue""#))
            #expect(!form.text.contains(#"name="value.loud""#))
            let old = try #require(form.text.firstMatch(of: /name="old" value="([^"]*)"/)?.1)
                .replacing("&quot;", with: "\"")
            let sent = try await client.post(
                "/albums/row/1/edit",
                form: "old=\(old.percentEncoded)&value.title=Kind+of+Blue&value.year=1960&state.note=value&value.note=",
                headers: [.accept: "text/html"])
            #expect(sent.status == 303 && sent.headers[.location] == "/albums/row/1/")
            #expect(try values("SELECT year || quote(note) FROM albums WHERE id = 1", in: fixture) == ["1960''"])
            let cookie = try #require(sent.headers[.setCookie]?.prefix { $0 != ";" }).description
            let page = try await client.get("/albums/row/1/", headers: [.accept: "text/html", .cookie: cookie])
            #expect(page.text.contains(#"<p class="notice""#) && page.text.contains("/albums/row/1/undo/"))

            // Somebody else has changed one of the values: both are shown, and nothing is written.
            let late = try await client.post(
                "/albums/row/1/edit", form: "old=\(old.percentEncoded)&value.year=1961&value.title=New",
                headers: [.accept: "text/html"])
            #expect(late.status == 409)
            #expect(late.text.contains("<dd>1961</dd>") && late.text.contains("<dd>1960</dd>"))
            #expect(late.text.contains("<dd>1959</dd>") && !late.text.contains("<dd>New</dd>"))
            #expect(try values("SELECT year || title FROM albums WHERE id = 1", in: fixture) == ["1960Kind of Blue"])
            // Its form writes both values over what it showed.
            let again = try #require(late.text.firstMatch(of: /name="old" value="([^"]*)"/)?.1)
                .replacing("&quot;", with: "\"")
            let mine = try await client.post(
                "/albums/row/1/edit", form: "old=\(again.percentEncoded)&value.year=1961&value.title=New",
                headers: [.accept: "text/html"])
            #expect(mine.status == 303)
            #expect(try values("SELECT year || title FROM albums WHERE id = 1", in: fixture) == ["1961New"])
        }
    }

    @Test func aTextThatAPageCannotShowIsNotChanged() async throws {
        try await serve { client, fixture in
            try fixture.write("UPDATE albums SET note = 'a' || char(0) || 'b' || char(13) || 'c' WHERE id = 3")
            let form = try await client.get("/albums/row/3/edit", headers: [.accept: "text/html"])
            let old = try #require(form.text.firstMatch(of: /name="old" value="([^"]*)"/)?.1)
                .replacing("&quot;", with: "\"")
            let sent = try await client.post(
                "/albums/row/3/edit",
                form: "old=\(old.percentEncoded)&value.note=a%EF%BF%BDb%0D%0Ac&value.title=New",
                headers: [.accept: "text/html"])
            #expect(sent.status == 303)
            #expect(
                try values("SELECT title || hex(CAST(note AS BLOB)) FROM albums WHERE id = 3", in: fixture)
                    == ["New6100620D63"])
        }
    }

    @Test func aFormTellsWhatIsWrong() async throws {
        try await serve { client, fixture in
            let form = try await client.get("/albums/new", headers: [.accept: "text/html"])
            #expect(form.text.contains(#"<select class="state" name="state.id""#))
            let sent = try await client.post(
                "/albums/new", form: "value.artist=9&value.title=T&value.year=abc&state.price=null&value.price=3",
                headers: [.accept: "text/html"])
            #expect(sent.status == 422)
            #expect(sent.text.contains("Enter a whole number."))
            #expect(sent.text.contains("Choose between the typed value and NULL."))
            #expect(sent.text.contains(#"value="abc""#))
            let other = try await client.post(
                "/albums/new", form: "value.artist=9&value.title=T&state.year=null", headers: [.accept: "text/html"])
            #expect(other.status == 422 && other.text.contains("There is no such row in artists."))
            // A typed value counts, although the form was made for NULL.
            let typed = try await client.post(
                "/albums/new",
                form: "value.artist=2&value.title=T&state.note=null&value.note=n&state.year=null&value.year=",
                headers: [.accept: "text/html"])
            #expect(typed.status == 303)
            #expect(try values("SELECT note || quote(year) FROM albums WHERE id = 4", in: fixture) == ["nNULL"])
            try fixture.write("DELETE FROM albums WHERE id = 4")
            let good = try await client.post(
                "/albums/new",
                form: "state.id=default&value.id=&value.artist=2&value.title=&state.price=default&value.price=",
                headers: [.accept: "text/html"])
            #expect(good.status == 303 && good.headers[.location] == "/albums/row/4/")
            #expect(try values("SELECT quote(title) || price FROM albums WHERE id = 4", in: fixture) == ["''9.5"])
        }
    }

    @Test func aRowIsDeletedAfterAQuestion() async throws {
        try await serve { client, fixture in
            let question = try await client.get("/albums/row/1/delete", headers: [.accept: "text/html"])
            let tag = try #require(question.text.firstMatch(of: /name="tag" value="([^"]*)"/)?.1)
            try fixture.write("UPDATE albums SET note = 'new' WHERE id = 1")
            let late = try await client.post(
                "/albums/row/1/delete", form: "tag=\(tag)", headers: [.accept: "text/html"])
            #expect(late.status == 409 && late.text.contains("<dd>new</dd>"))
            let next = try #require(late.text.firstMatch(of: /name="tag" value="([^"]*)"/)?.1)
            let gone = try await client.post(
                "/albums/row/1/delete", form: "tag=\(next)", headers: [.accept: "text/html"])
            #expect(gone.status == 303 && gone.headers[.location] == "/albums/")
            let twice = try await client.post(
                "/albums/row/1/delete", form: "tag=\(next)", headers: [.accept: "text/html"])
            #expect(twice.status == 409 && twice.text.contains("Somebody deleted this row meanwhile."))
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
                CheckConstraint(expression: "a > 0", columns: ["a"]),
                CheckConstraint(
                    name: "name", expression: "\"b c\" IN ('x', 'y''z')", columns: ["b c"], choices: ["x", "y'z"]),
                CheckConstraint(expression: "c IN ('x', lower('Y'))", columns: ["c"]),
                CheckConstraint(expression: "a < length([b c])", columns: ["a", "b c"]),
            ])
    }
}

extension TestClient {
    /// Sends a body in JSON.
    fileprivate func json(
        _ method: HTTPRequest.Method, _ path: String, _ body: String, ifMatch: String? = nil, cookie: String? = nil
    ) async throws -> TestResponse {
        var headers: HTTPFields = [.contentType: "application/json"]
        headers[.ifMatch] = ifMatch
        headers[.cookie] = cookie
        return try await send(method, path, headers: headers, body: Array(body.utf8))
    }
}

extension StringProtocol {
    /// The text as a value of a form.
    fileprivate var percentEncoded: String {
        addingPercentEncoding(withAllowedCharacters: .alphanumerics) ?? ""
    }
}
