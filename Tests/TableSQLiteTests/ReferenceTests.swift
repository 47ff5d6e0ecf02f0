import CascadingTable
import HTTPTypes
import MicroHTTPD
import TableServer
import TableTesting
import Testing

@testable import TableSQLite

/// Tests the links from values to the rows that they refer to, and the way back.
@Suite struct ReferenceTests {
    private static let schema = """
        CREATE TABLE station(id INTEGER PRIMARY KEY, city TEXT, Name TEXT);
        INSERT INTO station VALUES (1, 'Bonn', 'Harbour & Co'), (2, 'Ulm', NULL), (10000, 'Rome', 'Centre');
        CREATE TABLE person(id INTEGER PRIMARY KEY, nameFirst TEXT, nameLast TEXT, boss INT REFERENCES person);
        INSERT INTO person VALUES (1, 'Ann', 'Lee', NULL), (2, 'Bo', NULL, 1), (3, NULL, NULL, 1);
        CREATE TABLE seat(a, b, name, PRIMARY KEY(a, b)); INSERT INTO seat VALUES (1, 'x/y', 'Window'), (1, 'z', x'00');
        CREATE TABLE t(id INTEGER PRIMARY KEY, station INT REFERENCES Station, person INT REFERENCES person,
            gone INT REFERENCES nowhere(id), a, b, FOREIGN KEY(a, b) REFERENCES seat);
        INSERT INTO t VALUES (1, 1, 1, 1, 1, 'x/y'), (2, 2, 2, NULL, 1, 'z'), (3, 9, 3, 3, 1, NULL), (4, NULL, 9, 3, 2, 'z'),
            (5, 10000, NULL, NULL, NULL, NULL);
        CREATE TABLE _log(station INT REFERENCES station(id), "t__not" INT REFERENCES t(id));
        INSERT INTO _log VALUES (1, 2), (1, 2), (2, 2);
        """

    private func serve(
        _ change: (inout SQLiteDatabase.Configuration) -> Void = { _ in },
        _ body: (any TestClient, Fixture) async throws -> Void
    ) async throws {
        let fixture = try Fixture(Self.schema)
        let database = try fixture.open(change)
        var server = TableServer()
        server.mount("/", try await database.makeListTable())
        server.mount("/:table/", forEach: .path) { try await database.makeTable(at: [$0["table"] ?? ""]) }
        server.mount("/:table/row/:key/", forEach: .path) {
            try await database.makeTable(at: [$0["table"] ?? "", "row", $0["key"] ?? ""])
        }
        try await server.test(.inProcess) { try await body($0, fixture) }
    }

    /// Returns the cells of a row of a page, without their tags' attributes other than links.
    private func row(_ id: String, in page: String) -> String {
        page.split(separator: "\n").first { $0.contains("<tr id=\"row-\(id)\"") }.map(String.init) ?? ""
    }

    @Test func valuesAreLinksWithLabels() async throws {
        try await serve { client, _ in
            for query in ["", "?id__gt=0", "?_sort_desc=id"] {
                let page = try await client.get("/t/\(query)").text
                let first = row("1", in: page)
                #expect(
                    first.contains(
                        #"<a href="/station/row/1/">1</a> <span class="ref">Harbour &amp; Co</span>"#), "\(first)")
                #expect(first.contains(#"<a href="/person/row/1/">1</a> <span class="ref">Ann Lee</span>"#))
                #expect(first.contains(#"<a href="/seat/row/1,x~2Fy/">1</a> <span class="ref">Window</span>"#))
                #expect(!first.contains("nowhere"))
                let second = row("2", in: page)
                #expect(second.contains(#"<a href="/station/row/2/">2</a><td"#), "\(second)")
                #expect(second.contains(#"<a href="/person/row/2/">2</a> <span class="ref">Bo</span>"#))
                #expect(second.contains(#"<a href="/seat/row/1,z/">1</a>"#) && !second.contains("1,z/\">1</a> <"))
                // A key of no row, and one that is not complete, is no link.
                for id in ["3", "4"] {
                    #expect(!row(id, in: page).contains("/station/") && !row(id, in: page).contains("/seat/"))
                }
                #expect(row("5", in: page).contains(#"<a href="/station/row/10000/">10000</a>"#))
            }
            let json = try await client.get("/t/table.json").text
            #expect(!json.contains("/station/row/") && !json.contains("Harbour"))
        }
    }

    @Test func `Keys with the same characters and other bytes are told apart`() async throws {
        let database = try Fixture(
            """
            CREATE TABLE word(k TEXT PRIMARY KEY, name TEXT);
            INSERT INTO word VALUES ('caf' || char(233), 'one'), ('cafe' || char(769), 'two');
            CREATE TABLE t(id INTEGER PRIMARY KEY, word TEXT REFERENCES word);
            INSERT INTO t SELECT 3 - rowid, k FROM word;
            """
        ).open()
        var server = TableServer()
        server.mount("/t/", try await database.makeTable(named: "t"))
        try await server.test(.inProcess) { client in
            let page = try await client.get("/t/").text
            #expect(row("2", in: page).contains(#"<span class="ref">one</span>"#), "\(page)")
            #expect(row("1", in: page).contains(#"<span class="ref">two</span>"#), "\(page)")
        }
    }

    @Test func theFirstColumnCanReferToo() async throws {
        try await serve { client, _ in
            let page = try await client.get("/_log/").text
            #expect(page.contains(#"</a> <a class="ref" href="/station/row/1/">Harbour &amp; Co</a>"#), "\(page)")
        }
    }

    @Test func aChangedNameIsShown() async throws {
        try await serve { client, fixture in
            #expect(try await client.get("/t/").text.contains("Harbour"))
            try fixture.write("UPDATE station SET Name = 'Port' WHERE id = 1")
            #expect(try await client.get("/t/?_fresh=1").text.contains(">Port<"))
        }
    }

    @Test func labelsCanBeChosen() async throws {
        try await serve({ $0.labels = ["Station": ["City"], "person": []] }) { client, _ in
            let page = try await client.get("/t/").text
            #expect(row("1", in: page).contains(#"<span class="ref">Bonn</span>"#))
            #expect(row("1", in: page).contains(#"<a href="/person/row/1/">1</a><td"#))
            #expect(try await client.get("/t/table.ndjson?_labels=1").text.contains(#""station_label":"Bonn""#))
        }
    }

    @Test func aRowTellsWhoRefersToIt() async throws {
        try await serve { client, _ in
            let page = try await client.get("/station/row/1/").text
            #expect(page.contains("<h1><bdi>Harbour &amp; Co</bdi></h1>") && page.contains("station 1"))
            #expect(page.contains(#"href="/_log/?station=1">_log</a>"#), "\(page)")
            #expect(page.contains(#"href="/t/?station=1">t</a>"#))
            let json = try await client.get("/station/row/1/table.json").text
            #expect(json.contains(#""id":"_log,station""#) && json.contains(#""id":"t,station""#), "\(json)")
            #expect(!(try await client.get("/station/row/10000/").text.contains("_log")))
            #expect(
                try await client.get("/station/row/1.json").text.contains(
                    #"{"id":1,"city":"Bonn","Name":"Harbour & Co"}"#))
            let seat = try await client.get("/seat/row/1,x~2Fy/").text
            #expect(seat.contains(#"href="/t/?a=1&amp;b=x%2Fy">t</a>"#), "\(seat)")
            #expect(try await client.get("/t/table.json?a=1&b=x%2Fy&_shape=objects").text.contains(#""count":1"#))
            // Names that look like other parameters.
            let other = try await client.get("/t/row/2/").text
            #expect(other.contains(#"href="/_log/?t__not__exact=2">_log</a>"#), "\(other)")
            #expect(
                try await client.get("/_log/table.json?t__not__exact=2&_shape=objects").text.contains(#""count":3"#))
            let own = try await client.get("/person/row/1/").text
            #expect(own.contains(#"href="/person/?boss=1">person</a>"#))
        }
    }

    @Test func theOnlyTableHasNoLinksToOthers() async throws {
        let database = try Fixture(Self.schema).open { $0.onlyTable = "person" }
        var server = TableServer()
        server.mount("/", try await database.makeTable(named: "person"))
        server.mount("/row/:key/", forEach: .path) { try await database.makeTable(at: ["row", $0["key"] ?? ""]) }
        try await server.test(.inProcess) { client in
            let page = try await client.get("/").text
            #expect(
                row("2", in: page).contains(#"<a href="/row/1/">1</a> <span class="ref">Ann Lee</span>"#), "\(page)")
            #expect(!(try await client.get("/row/1/").text.contains("refer")))
        }
    }

    /// Returns the addresses of the rows before and after the row of a page.
    private func neighbours(_ client: any TestClient, _ url: String) async throws -> [String?] {
        let page = try await client.get(url)
        #expect(page.status == 200, "\(page.text)")
        return ["prev", "next"].map { rel in
            page.text.split(separator: "\n").first { $0.hasPrefix("<link rel=\"\(rel)\"") }
                .map { String($0.split(separator: "\"")[3]).replacing("&amp;", with: "&") }
        }
    }

    @Test func aRowLeadsToTheRowsBesideIt() async throws {
        try await serve { client, fixture in
            #expect(try await neighbours(client, "/t/row/1/") == [nil, "/t/row/2/"])
            #expect(try await neighbours(client, "/t/row/3/") == ["/t/row/2/", "/t/row/4/"])
            #expect(try await neighbours(client, "/t/row/5/") == ["/t/row/4/", nil])
            #expect(try await neighbours(client, "/seat/row/1,x~2Fy/") == [nil, "/seat/row/1,z/"])
            try fixture.write("INSERT INTO t(id) VALUES (6)")
            _ = try await client.get("/t/row/5/?_fresh=1")
            #expect(try await neighbours(client, "/t/row/5/") == ["/t/row/4/", "/t/row/6/"])
        }
    }

    @Test func aRowKeepsTheListThatItWasReachedFrom() async throws {
        try await serve { client, _ in
            let query = "station__notnull=1&_sort_desc=station"
            let list = try await client.get("/t/?\(query)").text
            #expect(
                row("2", in: list).contains(#"href="/t/row/2/?station__notnull=1&amp;_sort_desc=station""#), "\(list)")
            #expect(row("2", in: list).contains(#"<a href="/station/row/2/">"#))
            // Sorted by station, downwards: 5, 3, 2, 1.
            #expect(
                try await neighbours(client, "/t/row/2/?\(query)") == ["/t/row/3/?\(query)", "/t/row/1/?\(query)"])
            #expect(try await neighbours(client, "/t/row/5/?\(query)") == [nil, "/t/row/3/?\(query)"])
            // A row that is not in the list has none beside it.
            #expect(try await neighbours(client, "/t/row/4/?\(query)") == [nil, nil])
            let page = try await client.get("/t/row/2/?\(query)").text
            #expect(
                page.contains(#"<a href="/t/?station__notnull=1&amp;_sort_desc=station"><bdi>t</bdi></a>"#), "\(page)")
            #expect(!page.contains("<form class=\"search\""))
            #expect(try await client.get("/t/row/2/?nosuch=1").status == 400)
            #expect(try await client.get("/t/row/2/?_sort=nosuch").status == 400)
        }
    }
}
