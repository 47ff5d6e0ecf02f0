import CascadingTable
import FoundationEssentials
import HTTPTypes
import TableServer
import TableTesting
import Testing

@testable import TableSQLite

@Suite struct SectionTests {
    private let sql = """
        CREATE TABLE fruit(name, colour, id INTEGER PRIMARY KEY);
        INSERT INTO fruit(name, colour) VALUES
            ('apple', 'red'), ('pear', 'green'), ('cherry', 'red'), ('x', NULL), ('y', 5), ('z', x'00'), ('lime', 'green'),
            ('e', ''), ('f', 5.0);
        """

    @Test func valuesAreSectionsInOrder() async throws {
        let table = try await Fixture(sql).open().makeTable(named: "fruit", sectionBy: "COLOUR")
        let titles = await table.headerTitles
        #expect(titles == ["no value", "5", "empty text", "green", "red", "1 bytes"])
        let rows = try await table.allRows(size: { 2 })
        #expect(
            rows.map { $0.value("name") } == ["x", "y", "f", "e", "pear", "lime", "apple", "cherry", "z"])
        for row in rows {
            #expect(try await table.loading { $0.indexPath(forRowWithIdentifier: row.identifier) } == row.indexPath)
        }
        #expect(await table.identifier(forSection: 3) == "green")
        for identifier in ["10", "0", "x", "1,1", "", "'1", "01"] {
            #expect(try await table.loading { $0.indexPath(forRowWithIdentifier: identifier) } == nil)
        }
    }

    @Test func rowsAreFoundByTheirFirstText() async throws {
        for section in [nil, "colour"] {
            let table = try await Fixture(sql).open().makeTable(named: "fruit", sectionBy: section)
            let rows = try await table.allRows(size: { 100 })
            let lime = try #require(rows.first { $0.value("name") == "lime" })
            #expect(try await table.loading { $0.gestures.indexPath(forRowStartingWith: "LI") } == lime.indexPath)
            #expect(
                try await table.loading { $0.gestures.indexPath(forRowStartingWith: "li", after: lime.indexPath) }
                    == lime.indexPath)
            let last = rows.last?.indexPath
            #expect(
                try await table.loading { $0.gestures.indexPath(forRowStartingWith: "l", after: last) }
                    == lime.indexPath)
            #expect(try await table.loading { $0.gestures.indexPath(forRowStartingWith: "lemon") } == nil)
        }
    }

    @Test func viewIsGrouped() async throws {
        let database = try Fixture(sql + "CREATE VIEW v AS SELECT colour, name FROM fruit ORDER BY name").open()
        let table = try await database.makeTable(named: "v", sectionBy: "colour")
        let rows = try await table.allRows(size: { 2 })
        #expect(rows.map { $0.value("name") } == ["x", "f", "y", "e", "lime", "pear", "apple", "cherry", "z"])
        #expect(Set(rows.map(\.identifier)).count == 9)
        #expect(rows.allSatisfy { $0.cell.link == nil && $0.cell.accessory == .none })
    }

    @Test func unknownColumnListsTheOthers() async throws {
        let database = try Fixture(sql).open()
        let error = await #expect(throws: SQLiteTableError.self) {
            try await database.makeTable(named: "fruit", sectionBy: "size")
        }
        #expect(error?.code == .unknownColumn)
        #expect(error?.message == "fruit has no column \"size\". Columns: name, colour, id.")
    }

    @Test func tooManyValuesAreRefused() async throws {
        let database = try Fixture(sql).open { $0.sectionLimit = 5 }
        let error = await #expect(throws: SQLiteTableError.self) {
            try await database.makeTable(named: "fruit", sectionBy: "colour")
        }
        #expect(error?.code == .tooManySections)
        #expect(error?.message == "fruit has more than 5 different values of colour.")
    }

    /// The settings or the data must change first, so a client should not repeat the request.
    @Test(arguments: [
        ("/size/", "fruit has no column \\\"size\\\". Columns: name, colour, id."),
        ("/name/", "fruit has more than 5 different values of name."),
    ])
    func sectionsThatCannotBeMadeAreNotRetried(path: String, detail: String) async throws {
        let database = try Fixture(sql).open { $0.sectionLimit = 5 }
        var server = TableServer()
        server.mount("/:column/", forEach: .path) {
            try await database.makeTable(named: "fruit", sectionBy: $0["column"])
        }
        try await server.test(.inProcess) { client in
            let answer = try await client.get(path, headers: [.accept: "application/json"])
            #expect(answer.status == 500)
            #expect(answer.headers[.retryAfter] == nil)
            #expect(answer.text.contains("\"detail\":\"\(detail)\""), "\(answer.text)")
        }
    }

    @Test func aShownTableThatLosesItsColumnIsNotRetried() async throws {
        let fixture = try Fixture(sql)
        let database = try fixture.open()
        let table = try await database.makeTable(named: "fruit", sectionBy: "colour")
        var server = TableServer()
        server.mount("/", table)
        try await server.test(.inProcess) { client in
            #expect(try await client.get("/table.json").status == 200)
            try fixture.write("ALTER TABLE fruit DROP COLUMN colour")
            await database.reloadTables()
            let answer = try await client.get("/table.json")
            #expect(answer.status == 500)
            #expect(answer.headers[.retryAfter] == nil)
            try fixture.write("ALTER TABLE fruit ADD COLUMN colour")
            await database.reloadTables()
            #expect(try await client.get("/table.json").status == 200)
        }
    }
}
