import CascadingTable
import HTTPTypes
import MicroHTTPD
import TableServer
import TableTesting
import Testing

@testable import TableSQLite

/// Tests the labels of foreign keys, which `_labels=1` shows in additional columns.
@Suite struct LabelTests {
    private static let schema = """
        CREATE TABLE station(id INTEGER PRIMARY KEY, city TEXT, Name TEXT);
        INSERT INTO station VALUES (1, 'Bonn', 'Harbour'), (2, 'Ulm', NULL);
        CREATE TABLE unit(code TEXT PRIMARY KEY, words); INSERT INTO unit VALUES ('C', 'Celsius'), ('K', x'01');
        CREATE TABLE wide(id INTEGER PRIMARY KEY, a, b); CREATE TABLE pair(a, b, name, PRIMARY KEY(a, b));
        CREATE TABLE t(id INTEGER PRIMARY KEY, station INT REFERENCES Station, unit TEXT REFERENCES unit(code),
            w INT REFERENCES wide, gone INT REFERENCES nowhere(id), a, b, station_label, FOREIGN KEY(a, b) REFERENCES pair);
        INSERT INTO t VALUES (1, 1, 'C', 1, 1, 1, 1, 's'), (2, 2, 'K', NULL, 2, 2, 2, NULL), (3, 9, NULL, 3, 3, 3, 3, 'Harbour');
        CREATE VIEW v AS SELECT * FROM t;
        """

    private func serve(
        sectionBy column: String? = nil, _ body: (any TestClient) async throws -> Void
    ) async throws {
        let database = try Fixture(Self.schema).open()
        var server = TableServer()
        for name in ["t", "v", "wide"] {
            server.mount(
                RoutePath("/\(name)/"),
                try await database.makeTable(named: name, sectionBy: name == "t" ? column : nil))
        }
        try await server.test(.inProcess, body)
    }

    private static let rows = [
        #""id":1,"station":1,"station_label_":"Harbour","unit":"C","unit_label":"Celsius""#,
        #""id":2,"station":2,"station_label_":null,"unit":"K","unit_label":{"base64":"AQ==","length":1}"#,
        #""id":3,"station":9,"station_label_":null,"unit":null,"unit_label":null"#,
    ]

    @Test(arguments: [nil, "b"])
    func labelsAreColumnsBesideTheirKeys(column: String?) async throws {
        try await serve(sectionBy: column) { client in
            let lines = try await client.get("/t/table.ndjson?_labels=1").text.split(separator: "\n")
            #expect(lines.count == 3)
            for (line, row) in zip(lines, Self.rows) { #expect(line.contains(row), "\(line)") }
            let sorted = try await client.get("/t/table.ndjson?_labels=1&_sort_desc=id&_search=c").text
            #expect(sorted.contains(Self.rows[0]) && !sorted.contains("\"id\":3"))
            let csv = try await client.get("/t/table.csv?_labels=1").text
            #expect(csv.contains("id,station,station_label_,unit,unit_label,w,gone,a,b,station_label"))
            let json = try await client.get("/t/table.json?_labels=1&_size=1").text
            #expect(
                json.contains(#"{"name":"station_label_","title":"station Name","alignment":"leading","type":"TEXT"}"#))
            #expect(json.contains(#""next_url":"/t/table.json?_labels=1&_size=1&_next="#))
            let page = try await client.get("/t/?_labels=1")
            #expect(page.text.contains(">Harbour<"))
            #expect(page.text.contains("table.csv?_labels=1"))
            #expect(page.text.contains("_sort=station&") && !page.text.contains("_sort=station_label_"))
            let plain = try await client.get("/t/table.ndjson?_labels=0").text
            #expect(!plain.contains("label_"))
        }
    }

    @Test func labelsCannotBeQueried() async throws {
        try await serve { client in
            for query in ["_sort=unit_label", "unit_label=Celsius"] {
                let reply = try await client.get("/t/table.json?_labels=1&\(query)")
                #expect(reply.status == 400)
                #expect(reply.text.contains(#"Unknown column \"unit_label\""#))
            }
            #expect(try await client.get("/t/table.json?_labels=2").status == 400)
            #expect(try await client.get("/v/table.json?_labels=1").status == 400)
            #expect(try await client.get("/wide/table.json?_labels=1").status == 200)
        }
    }
}
