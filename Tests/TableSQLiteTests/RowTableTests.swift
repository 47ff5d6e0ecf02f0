import CascadingTable
import Foundation
import GRDB
import TableServer
import TableTesting
import Testing

@testable import TableSQLite

@Suite struct RowTableTests {
    private let sql = """
        CREATE TABLE land(code TEXT PRIMARY KEY, name); INSERT INTO land VALUES ('fr', 'France'), ('de', 'Germany');
        CREATE TABLE town(land TEXT, n INT, name, PRIMARY KEY(land, n)) WITHOUT ROWID;
        INSERT INTO town VALUES ('fr', 12, 'Lyon');
        CREATE TABLE person(
            id INTEGER PRIMARY KEY, land TEXT REFERENCES land, tland TEXT, tn INT, boss INT REFERENCES PERSON(ID),
            gone INT REFERENCES nowhere(id), site TEXT, FOREIGN KEY(tland, tn) REFERENCES town(land, n));
        INSERT INTO person VALUES (1, 'de', 'fr', 12, NULL, 5, 'https://example.org'), (2, 'xx', 'fr', 13, 1, NULL, x'01');
        """

    @Test func columnsAreRowsWithTheirTypes() async throws {
        let table = try await Fixture(sql).open().makeRowTable(table: "PERSON", key: "1")
        let rows = try await table.allRows()
        #expect(await table.title == "person 1")
        #expect(
            await table.navigationItem.breadcrumbs == [
                TableLink("fixture.db", to: "../../../"), TableLink("person", to: "../../"),
            ])
        #expect(rows.map(\.identifier) == ["id", "land", "tland", "tn", "boss", "gone", "site", "person,boss"])
        #expect(
            rows.dropLast().map { $0.value("value") } == [
                1, "de", "fr", 12, .some(.null), 5, .url("https://example.org"),
            ])
        #expect(rows.dropLast().map { $0.value("type") } == ["INTEGER", "TEXT", "TEXT", "INT", "INT", "INT", "TEXT"])
    }

    @Test func foreignKeysLeadToTheRowsTheyReferTo() async throws {
        let database = try Fixture(sql).open()
        let first = try await database.makeRowTable(table: "person", key: "1")
        let town = "../../../town/row/fr,12/"
        #expect(
            try await first.allRows().map(\.cell.link) == [
                nil, "../../../land/row/de/", town, town, nil, nil, nil, "../../../person/?boss=1",
            ])
        let second = try await database.makeRowTable(table: "person", key: "2")
        #expect(
            try await second.allRows().map(\.cell.link) == [
                nil, nil, nil, nil, "../../../person/row/1/", nil, "values/0/6/value",
            ])
        let location = try await second.addressAfterSelecting(rowAt: IndexPath(row: 4, section: 0))
        #expect(location == "../../../person/row/1/")
    }

    @Test func onlyColumnsWithALinkAreSelectable() async throws {
        let database = try Fixture(sql + "CREATE VIEW v AS SELECT name FROM land;").open()
        var server = TableServer()
        server.mount("/", try await database.makeRowTable(table: "person", key: "2"))
        server.mount("/v", try await database.makeTable(named: "v"))
        try await server.test(.inProcess) { client in
            for path in ["/", "/v/"] {
                let page = try await client.get(path).text
                #expect(page.contains("class=\"row") && !page.contains("<button class=\"go\""))
            }
            let json = try await client.get("/table.json").text
            #expect(json.components(separatedBy: "\"select\":\"").count == 3)
        }
    }

    @Test func theRecordHasTheValuesOfTheRow() async throws {
        let fixture = try Fixture(sql)
        let database = try fixture.open()
        let table = try await database.makeRowTable(table: "town", key: "fr,12")
        #expect(await table.hosting.record == [Field("land", "fr"), Field("n", 12), Field("name", "Lyon")])
        let rows = try await database.makeTable(named: "town")
        #expect(await rows.hosting.record == nil)
        try fixture.write("UPDATE town SET name = 'Lyons'")
        try await database.reloadChangedTables()
        #expect(await table.hosting.record?.last == Field("name", "Lyons"))
    }

    /// The values are longer than a cell shows: in a table with rowids, in a table without rowids, and in a view.
    @Test(arguments: [("t", "1"), ("w", "'k"), ("v", "0")], [1, 2, 999])
    func longValuesAreReadInParts(table: (name: String, key: String), partSize: Int) async throws {
        let fixture = try Fixture(
            """
            CREATE TABLE t(id INTEGER PRIMARY KEY, a TEXT, b BLOB); CREATE VIEW v AS SELECT a, b FROM t;
            CREATE TABLE w(k TEXT PRIMARY KEY, a TEXT, b BLOB) WITHOUT ROWID;
            INSERT INTO t VALUES (1, 'é' || hex(zeroblob(100)), randomblob(301));
            INSERT INTO w SELECT 'k', a, b FROM t;
            """)
        let database = try fixture.open { $0.maxValueBytes = 100 }
        let name = table.key.drop { $0 == "'" }
        let tableView = try await database.makeRowTable(table: table.name, key: String(name))
        let handler = try #require(await tableView.hosting.longValueHandler)
        let columns = try await tableView.allRows().map(\.identifier)
        for (column, isText, count) in [("a", true, 202), ("b", false, 301)] {
            let row = try #require(columns.firstIndex(of: column))
            let value = try #require(try await handler(tableView, IndexPath(row: row, section: 0), "value"))
            #expect((value.byteCount, value.isText) == (count, isText))
            var bytes: [UInt8] = []
            for start in stride(from: 0, to: count, by: partSize) {
                bytes += try await value.read(start..<min(start + partSize, count))
            }
            let expected = try await fixture.writer().read {
                try Data.fetchOne($0, sql: "SELECT CAST(\(column) AS BLOB) FROM t")
            }
            #expect(Data(bytes) == expected)
        }
        let last = IndexPath(row: columns.count - 1, section: 0)
        let value = try #require(try await handler(tableView, last, "value"))
        try fixture.write("UPDATE \(table.name == "v" ? "t" : table.name) SET b = x'00'")
        await #expect(throws: SQLiteTableError.self) { try await value.read(0..<1) }
        let other = try await handler(tableView, IndexPath(row: 9, section: 0), "value")
        #expect(other == nil)
    }

    @Test func onlyTableLinksWithinItself() async throws {
        let database = try Fixture(sql).open { $0.onlyTable = "Person" }
        #expect(try await database.makeTable(at: [])?.title == "person")
        #expect(try await database.makeTable(at: [])?.navigationItem.breadcrumbs == [])
        #expect(try await database.makeTable(at: ["person"]) == nil)
        let row = try #require(try await database.makeTable(at: ["row", "2"]))
        #expect(await row.navigationItem.breadcrumbs == [TableLink("person", to: "../../")])
        #expect(
            try await row.allRows().map(\.cell.link) == [nil, nil, nil, nil, "../../row/1/", nil, "values/0/6/value"])
        let first = try #require(try await database.makeTable(at: ["row", "1"]))
        #expect(try await first.allRows().allSatisfy { $0.cell.link == nil })
    }

    @Test func thePrimaryKeyNamesTheRow() async throws {
        let database = try Fixture(sql).open()
        let table = try await database.makeTable(named: "land")
        #expect(try await table.allRows().map(\.identifier) == ["fr", "de"])
        #expect(try await table.allRows().map(\.cell.link) == ["row/fr/", "row/de/"])
        let row = try await database.makeRowTable(table: "land", key: "de")
        #expect(try await row.allRows().map { $0.value("value") } == ["de", "Germany", nil])
        #expect(await row.title == "Germany")
        #expect(await row.navigationItem.prompt == "land de")
    }

    @Test func theRowidIsNoNameOfARowWithAPrimaryKey() async throws {
        let database = try Fixture(sql).open()
        for (table, key) in [("land", "1"), ("land", "5"), ("person", "3")] {
            await #expect(throws: SQLiteTableError.self, "\(table) \(key)") {
                try await database.makeRowTable(table: table, key: key)
            }
        }
    }

    @Test func rowsWithoutAPrimaryKeyAreNamedByTheirRowids() async throws {
        let database = try Fixture(
            """
            CREATE TABLE t(a TEXT, b INT, PRIMARY KEY(a, b));
            INSERT INTO t VALUES ('x', 1), ('x', NULL), ('x', NULL), (NULL, NULL), ('~r2', 2);
            """
        ).open()
        let table = try await database.makeTable(named: "t")
        let names = ["x,1", "~r2", "~r3", "~r4", "~7Er2,2"]
        #expect(try await table.allRows().map(\.identifier) == names)
        for (place, name) in names.enumerated() {
            let row = try await database.makeRowTable(table: "t", key: name)
            #expect(try await row.allRows().count == 2)
            #expect(try await table.loading { $0.indexPath(forRowWithIdentifier: name) }?.row == place)
        }
        for other in ["~r1", "~r6", "x", "x,~n", "~r02"] {
            await #expect(throws: SQLiteTableError.self, "\(other)") {
                try await database.makeRowTable(table: "t", key: other)
            }
        }
    }

    @Test(arguments: [
        ("person", "3"), ("person", "'1"), ("person", "01"), ("person", "1,2"), ("person", ""), ("person", "1.0"),
        ("town", "fr"), ("town", "FR,12"), ("plum", "1"), ("person", "~n"),
    ])
    func otherKeysAreNoRows(table: String, key: String) async throws {
        let error = await #expect(throws: SQLiteTableError.self) {
            try await Fixture(sql).open().makeRowTable(table: table, key: key)
        }
        #expect(error?.kind == .notFound)
    }
}
