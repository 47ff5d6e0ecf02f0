import CascadingTable
import Foundation
import GRDB
import HTTPTypes
import MicroHTTPD
import Synchronization
import TableDatabase
import TableServer
import TableTesting
import Testing

@testable import TableSQLite

/// Tests the history of edited rows that a file keeps.
@Suite struct HistoryTests {
    private static let schema = """
        CREATE TABLE albums(id INTEGER PRIMARY KEY, title TEXT NOT NULL UNIQUE, price REAL, note TEXT);
        CREATE TABLE anything(k TEXT PRIMARY KEY, v);
        CREATE TABLE plain(a, b);
        CREATE TABLE watched(id INTEGER PRIMARY KEY, v TEXT, stamp TEXT);
        CREATE TRIGGER stamps AFTER UPDATE ON watched BEGIN
            UPDATE watched SET stamp = 'by trigger' WHERE id = new.id; END;
        INSERT INTO albums VALUES (1, 'Blue', 10, NULL), (2, 'Debut', 9.5, '');
        INSERT INTO plain VALUES (1, 'x');
        INSERT INTO watched VALUES (1, 'a', NULL);
        """

    /// A clock that a test sets.
    private final class Clock: Sendable {
        private let time = Mutex(Date(timeIntervalSince1970: 1_800_000_000))

        var now: Date { time.withLock { $0 } }

        func set(_ text: String) throws {
            let date = try Date(text, strategy: .iso8601)
            time.withLock { $0 = date }
        }
    }

    /// A user whom a header names.
    private struct User: Identifiable { var id: String }

    private func serve(
        _ fixture: Fixture, clock: Clock = Clock(), knowsUsers: Bool = false,
        history: (inout EditHistory) -> Void = { _ in },
        _ body: (any TestClient) async throws -> Void
    ) async throws {
        let database = try fixture.open {
            $0.editableTables = .all
            var kept = EditHistory()
            kept.now = { clock.now }
            history(&kept)
            $0.history = kept
        }
        var server = TableServer()
        server.configuration.editing = EditingAccess()
        if knowsUsers { server.identify { request in request.header(.from).map { User(id: $0) } } }
        server.mount("/", try await database.makeListTable())
        server.mount("/:table/", forEach: .path) { try await database.makeTable(at: [$0["table"] ?? ""]) }
        server.mount("/:table/row/:key/", forEach: .query { _, _ in ["_at"] }) { path, query in
            try await database.makeTable(at: [path["table"] ?? "", "row", path["key"] ?? ""], asOf: query["_at"])
        }
        try await server.test(.inProcess) { try await body($0) }
    }

    private func texts(_ sql: String, in fixture: Fixture) throws -> [String] {
        var rows: [String] = []
        try fixture.write { rows = try String.fetchAll($0, sql: sql) }
        return rows
    }

    private static let all =
        #"SELECT "table" || key || kind || ifnull(before, '-') || ifnull(after, '-') FROM cascade_history"#

    // MARK: - Writing

    @Test func everyEditIsKeptWithItsMaker() async throws {
        let (fixture, clock) = (try Fixture(Self.schema), Clock())
        try clock.set("2026-11-25T10:00:00Z")
        try await serve(fixture, clock: clock, knowsUsers: true) { client async throws in
            #expect(
                try await client.json(.post, "/albums/", #"{"values":{"title":"Post","price":1}}"#, from: "amy").status
                    == 201)
            let change = #"{"values":{"title":"Post 2"},"old":{"title":"Post"}}"#
            #expect(try await client.json(.patch, "/albums/row/3/", change).status == 200)
            #expect(try await client.json(.delete, "/albums/row/3/", #"{"old":{"id":3}}"#).status == 200)
            // A change to what is there already is none.
            let same = #"{"values":{"title":"Blue"},"old":{"title":"Blue"}}"#
            #expect(try await client.json(.patch, "/albums/row/1/", same).status == 200)
        }
        let (one, two) = (
            #"{"id":3,"title":"Post","price":1.0,"note":null}"#, #"{"id":3,"title":"Post 2","price":1.0,"note":null}"#
        )
        #expect(
            try texts(Self.all, in: fixture) == [
                "albums3insert-\(one)", "albums3change\(one)\(two)", "albums3delete\(two)-",
            ])
        #expect(
            try texts("SELECT time || ifnull(who, '-') FROM cascade_history WHERE id < 3", in: fixture) == [
                "2026-11-25T10:00:00.000Zamy", "2026-11-25T10:00:00.000Z-",
            ])
    }

    @Test func whatIsNotWrittenIsNotKept() async throws {
        let fixture = try Fixture(Self.schema)
        try await serve(fixture) { client async throws in
            let rows = #"{"rows":[{"values":{"title":"A"}},{"values":{"title":"Blue"}}]}"#
            #expect(try await client.json(.post, "/albums/", rows).status == 422)
            #expect(try await client.json(.post, "/albums/?_rehearse=1", rows).status == 200)
            #expect(try texts(Self.all, in: fixture) == [])
            // A history that cannot be written undoes the edit.
            try fixture.write(
                "CREATE TRIGGER full BEFORE INSERT ON cascade_history BEGIN SELECT raise(ABORT, 'no'); END")
            let answer = try await client.json(.post, "/albums/", #"{"values":{"title":"A"}}"#)
            #expect(answer.status >= 500)
            #expect(try texts("SELECT title FROM albums", in: fixture) == ["Blue", "Debut"])
        }
    }

    @Test func rowsOfOneRequestAreAGroup() async throws {
        let fixture = try Fixture(Self.schema)
        try await serve(fixture) { client async throws in
            let rows = #"{"rows":[{"values":{"title":"A"}},{"values":{"title":"B"}}]}"#
            #expect(try await client.json(.post, "/albums/", rows).status == 201)
            #expect(try await client.json(.post, "/albums/", #"{"values":{"title":"C"}}"#).status == 201)
            // A row with another key is a deleted one and a new one.
            let key = #"{"values":{"id":70},"old":{"id":1}}"#
            #expect(try await client.json(.patch, "/albums/row/1/", key).status == 200)
        }
        let groups = #"SELECT key || kind || "group" FROM cascade_history"#
        #expect(try texts(groups, in: fixture) == ["3insert1", "4insert1", "5insert3", "1delete4", "70insert4"])
    }

    @Test func triggersAreInTheRowAfterwards() async throws {
        let fixture = try Fixture(Self.schema)
        try await serve(fixture) { client async throws in
            let change = #"{"values":{"v":"b"},"old":{"v":"a"}}"#
            #expect(try await client.json(.patch, "/watched/row/1/", change).status == 200)
        }
        #expect(
            try texts("SELECT after FROM cascade_history", in: fixture) == [#"{"id":1,"v":"b","stamp":"by trigger"}"#])
    }

    // MARK: - Limits

    @Test func theHistoryIsBoundedByDays() async throws {
        let (fixture, clock) = (try Fixture(Self.schema), Clock())
        func add(_ title: String, _ client: any TestClient) async throws {
            let answer = try await client.json(.post, "/albums/", #"{"values":{"title":"\#(title)"}}"#)
            #expect(answer.status == 201)
        }
        try await serve(fixture, clock: clock, history: { $0.days = 10 }) { client async throws in
            try clock.set("2026-11-01T00:00:00Z")
            try await add("A", client)
            try clock.set("2026-11-12T00:00:00Z")
            try await add("B", client)
            // The clock is set back: the order is that of the changes.
            try clock.set("2026-11-11T00:00:00Z")
            try await add("C", client)
        }
        #expect(
            try texts("SELECT id || time FROM cascade_history ORDER BY id", in: fixture) == [
                "22026-11-12T00:00:00.000Z", "32026-11-11T00:00:00.000Z",
            ])
    }

    @Test func theHistoryIsBoundedBySize() async throws {
        let fixture = try Fixture(Self.schema)
        try await serve(fixture, history: { $0.bytes = 2_000 }) { client async throws in
            for index in 0..<40 {
                let note = String(repeating: "x", count: 200)
                let body = #"{"values":{"title":"\#(index)","note":"\#(note)"}}"#
                #expect(try await client.json(.post, "/albums/", body).status == 201)
            }
            let size = try texts("SELECT sum(length(after)) FROM cascade_history", in: fixture)
            let bytes = try #require(Int(size[0]))
            #expect((1_000...2_300).contains(bytes))
            #expect(try texts("SELECT max(id) FROM cascade_history", in: fixture) == ["40"])
        }
    }

    // MARK: - Access

    @Test func theHistoryIsReadOnly() async throws {
        let fixture = try Fixture(Self.schema)
        try await serve(fixture) { client async throws in
            #expect(try await client.json(.post, "/albums/", #"{"values":{"title":"A"}}"#).status == 201)
            let list = try await client.get("/cascade_history/")
            #expect(list.status == 200 && list.text.contains("insert"))
            #expect(try await client.json(.delete, "/cascade_history/row/1/", #"{"old":{"id":1}}"#).status == 403)
            #expect(try await client.json(.post, "/cascade_history/", #"{"values":{"who":"me"}}"#).status == 403)
            // The page of a change leads to its row.
            #expect(try await client.get("/cascade_history/row/1/").text.contains(#"href="/albums/row/3/""#))
        }
        #expect(throws: SQLiteTableError.self) { try fixture.open { $0.editableTables = .named(["Cascade_History"]) } }
        let other = try Fixture("CREATE TABLE cascade_history(x)")
        #expect(throws: SQLiteTableError.self) {
            try other.open {
                $0.editableTables = .all
                $0.history = EditHistory()
            }
        }
    }

    // MARK: - Repeated requests

    @Test func aRequestIsKnownAfterARestart() async throws {
        let fixture = try Fixture(Self.schema)
        let new = #"{"rows":[{"values":{"title":"A"}},{"values":{"title":"B"}}]}"#
        let moved =
            #"{"rows":[{"id":"1","values":{"id":70},"old":{"id":1}},{"id":"2","values":{"note":""},"old":{"note":""}}]}"#
        var answers: [TestResponse] = []
        for _ in 0..<2 {
            try await serve(fixture) { client async throws in
                answers.append(try await client.json(.post, "/albums/", new, key: "k1"))
                answers.append(try await client.json(.patch, "/albums/", moved, key: "k2"))
                answers.append(try await client.json(.delete, "/albums/row/3/", #"{"old":{"id":3}}"#, key: "k3"))
            }
        }
        #expect(answers.map(\.status) == [201, 200, 200, 201, 200, 200])
        for (first, again) in zip(answers[..<3], answers[3...]) {
            #expect(first.text.prefix { $0 != "u" } == again.text.prefix { $0 != "u" })
        }
        #expect(try texts("SELECT id || title FROM albums ORDER BY id", in: fixture) == ["2Debut", "4B", "70Blue"])
        #expect(try texts("SELECT kind FROM cascade_history", in: fixture).count == 6)
        try await serve(fixture) { client async throws in
            let other = try await client.json(.post, "/albums/", #"{"values":{"title":"C"}}"#, key: "k1")
            #expect(other.status == 422 && other.text.contains("Idempotency-Key"))
        }
    }

    // MARK: - The past of a row

    @Test func thePageOfARowShowsItsPast() async throws {
        let (fixture, clock) = (try Fixture(Self.schema), Clock())
        try clock.set("2026-11-25T10:00:00Z")
        try await serve(fixture, clock: clock, knowsUsers: true) { client async throws in
            let change = #"{"values":{"title":"Bl<u>e","note":""},"old":{"title":"Blue","note":null}}"#
            #expect(try await client.json(.patch, "/albums/row/1/", change, from: "amy").status == 200)
            let page = try await client.get("/albums/row/1/")
            #expect(page.text.contains("title: Blue → Bl&lt;u&gt;e · note: NULL → &#39;&#39;"))
            #expect(page.text.contains("UTC, amy") && page.text.contains("?_at=2026-11-25T10%3A00%3A00.000Z"))
            #expect(page.text.contains("/cascade_history/?table=albums&amp;key=1&amp;_sort_desc=id"))
            let all = try await client.get("/cascade_history/?table=albums&key=1&_sort_desc=id")
            #expect(all.status == 200 && all.text.contains("change"))
            let unchanged = try await client.get("/albums/row/2/").text
            #expect(!unchanged.contains("All changes"))
        }
    }

    @Test func aRowIsShownAsItWas() async throws {
        let (fixture, clock) = (try Fixture(Self.schema), Clock())
        try await serve(fixture, clock: clock) { client async throws in
            #expect(try await client.get("/albums/row/1.json?_at=2026-11-25").status == 404)
            for (day, method, path, body) in [
                ("20", .post, "/albums/", #"{"values":{"title":"A"}}"#),
                ("22", HTTPRequest.Method.patch, "/albums/row/3/", #"{"values":{"title":"B"},"old":{"title":"A"}}"#),
                ("24", .delete, "/albums/row/3/", #"{"old":{"id":3}}"#),
            ] {
                try clock.set("2026-11-\(day)T12:00:00Z")
                #expect(try await client.json(method, path, body).status < 300)
            }
            for (time, title) in [
                ("2026-11-20", "A"), ("2026-11-21", "A"), ("2026-11-20T12:00:00Z", "A"), ("2026-11-22", "B"),
                ("2026-11-22T11:59:59.999Z", "A"), ("2026-11-22T13:00:00+02:00", "A"), ("2026-11-23T23:59:59Z", "B"),
            ] {
                let record = try await client.get("/albums/row/3.json?_at=\(time)")
                #expect(
                    record.status == 200 && record.text.contains(#""title":"\#(title)""#), "\(time): \(record.text)")
                let page = try await client.get("/albums/row/3/?_at=\(time)", headers: [.accept: "text/html"])
                #expect(page.status == 200 && page.text.contains(title) && !page.text.contains("/edit"), "\(time)")
            }
            let gone = try await client.get("/albums/row/3.json?_at=2026-11-24")
            #expect(gone.status == 404 && gone.text.contains("There was no row"))
            #expect(try await client.get("/albums/row/3/?_at=2026-11-19").status == 404)
            // A row that nobody changed is as it is.
            #expect(try await client.get("/albums/row/1.json?_at=2026-11-21").text.contains("Blue"))
            for nonsense in ["yesterday", "2026-02-30", "2026-11-25T25:00:00Z", "", "2026-11-25T10"] {
                #expect(try await client.get("/albums/row/3/?_at=\(nonsense)").status == 400, "\(nonsense)")
                #expect(try await client.get("/albums/row/3.json?_at=\(nonsense)").status == 400, "\(nonsense)")
            }
        }
    }

    @Test func theOrderIsThatOfTheChanges() async throws {
        let (fixture, clock) = (try Fixture(Self.schema), Clock())
        try await serve(fixture, clock: clock) { client async throws in
            for (time, old, new) in [("09", "Blue", "A"), ("12", "A", "B"), ("10", "B", "C")] {
                try clock.set("2026-11-25T\(time):00:00Z")
                let body = #"{"values":{"title":"\#(new)"},"old":{"title":"\#(old)"}}"#
                #expect(try await client.json(.patch, "/albums/row/1/", body).status == 200)
            }
            let page = try await client.get("/albums/row/1/table.json").text
            let places = ["B → C", "A → B", "Blue → A"].compactMap { page.firstRange(of: $0)?.lowerBound }
            #expect(places.count == 3 && places == places.sorted())
            #expect(try await client.get("/albums/row/1.json?_at=2026-11-25").text.contains(#""title":"C""#))
            #expect(try await client.get("/albums/row/1.json?_at=2026-11-25T09:30:00Z").text.contains(#""title":"A""#))
        }
    }

    // MARK: - Putting back

    @Test func aDeletedRowIsPutBackExactly() async throws {
        let fixture = try Fixture(Self.schema)
        let values = [
            "1", "1.0", "9007199254740993", "'1'", "x'00ff'", "NULL", "''", "char(0) || 'a\"\\\u{1}{}:,'", "9e999",
            "-9e999", "'ü😀'", "1e300", "x''", "0.1",
        ]
        for (index, value) in values.enumerated() {
            try fixture.write("INSERT INTO anything VALUES ('k\(index)', \(value))")
        }
        let exact = "SELECT k || typeof(v) || ifnull(hex(v), '-') || quote(v) FROM anything ORDER BY k"
        let before =
            try texts(exact, in: fixture) + texts("SELECT rowid || quote(a) || quote(b) FROM plain", in: fixture)
        try await serve(fixture) { client async throws in
            for path in values.indices.map({ "/anything/row/k\($0)" }) + ["/plain/row/1"] {
                let tag = try await client.get("\(path).json").headers[.eTag]
                #expect(try await client.json(.delete, "\(path)/", "", ifMatch: tag).status == 200, "\(path)")
                let gone = try await client.get("\(path)/", headers: [.accept: "text/html"])
                #expect(gone.status == 404 && gone.text.contains("This row was deleted at "), "\(gone.text)")
                #expect(gone.text.contains(#"<a href="\#(path)/restore">Put back</a>"#))
                #expect(try await client.putBack(path).status == 303, "\(path)")
            }
        }
        let after =
            try texts(exact, in: fixture) + texts("SELECT rowid || quote(a) || quote(b) FROM plain", in: fixture)
        #expect(after == before)
    }

    @Test func aRowIsPutBackOnlyWhereItWas() async throws {
        let fixture = try Fixture(Self.schema)
        try await serve(fixture) { client async throws in
            #expect(try await client.get("/albums/row/1/restore").status == 404)
            #expect(try await client.get("/albums/row/77/restore").status == 404)
            #expect(try await client.json(.delete, "/albums/row/1/", #"{"old":{"id":1}}"#).status == 200)
            // Another program uses a value that must be unique.
            try fixture.write("UPDATE albums SET title = 'Blue' WHERE id = 2")
            let refused = try await client.putBack("/albums/row/1")
            #expect(refused.status == 422 && refused.text.contains("title: Another row has this value already."))
            #expect(try await client.post("/albums/row/1/restore", form: "tag=99").status == 409)
            #expect(try texts("SELECT id FROM albums", in: fixture) == ["2"])
            // Columns have gone and come meanwhile.
            try fixture.write(
                "UPDATE albums SET title = 'x'; ALTER TABLE albums DROP COLUMN note; ALTER TABLE albums ADD COLUMN new DEFAULT 5"
            )
            #expect(try await client.putBack("/albums/row/1").status == 303)
            #expect(try texts("SELECT id || title || new FROM albums ORDER BY id", in: fixture) == ["1Blue5", "2x5"])
            #expect(try await client.get("/albums/row/1/restore").status == 404)
            // Under its new name, the table has no past.
            try fixture.write("ALTER TABLE albums RENAME TO records")
            let page = try await client.get("/records/row/1/")
            #expect(page.status == 200 && !page.text.contains("All changes"))
        }
    }

    @Test func onlyEditorsPutRowsBack() async throws {
        let fixture = try Fixture(Self.schema)
        try await serve(fixture) { client async throws in
            #expect(try await client.json(.delete, "/albums/row/1/", #"{"old":{"id":1}}"#).status == 200)
            let foreign = try await client.post(
                "/albums/row/1/restore", form: "tag=1", headers: [.origin: "https://evil.example"])
            #expect(foreign.status == 403)
            #expect(try texts("SELECT id FROM albums", in: fixture) == ["2"])
        }
    }
}

extension TestClient {
    /// Sends a request with a body in JSON.
    fileprivate func json(
        _ method: HTTPRequest.Method, _ path: String, _ body: String, from user: String? = nil, key: String? = nil,
        ifMatch: String? = nil
    ) async throws -> TestResponse {
        var headers: HTTPFields = [.contentType: "application/json"]
        headers[.from] = user
        headers[.ifMatch] = ifMatch
        if let key { headers[try #require(HTTPField.Name("Idempotency-Key"))] = key }
        return try await send(method, path, headers: headers, body: Array(body.utf8))
    }

    /// Puts a deleted row back with the form of its page.
    fileprivate func putBack(_ path: String) async throws -> TestResponse {
        let form = try await get("\(path)/restore", headers: [.accept: "text/html"])
        let tag = form.text.firstMatch(of: /name="tag" value="([0-9]+)"/)?.1 ?? ""
        return try await post("\(path)/restore", form: "tag=\(tag)&_query=", headers: [.accept: "text/html"])
    }
}
