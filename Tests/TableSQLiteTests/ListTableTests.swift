import CascadingTable
import FoundationEssentials
import HTTPTypes
import TableServer
import TableTesting
import Testing

@testable import TableSQLite

@Suite struct ListTableTests {
    private let sql = """
        CREATE TABLE fruit(id INTEGER PRIMARY KEY, name TEXT); INSERT INTO fruit(name) VALUES ('apple'), ('pear');
        CREATE TABLE "a/b ü"(x); CREATE TABLE ".."(x); CREATE VIRTUAL TABLE search USING fts5(x);
        CREATE VIEW names AS SELECT name FROM fruit;
        """

    @Test func listHasTablesAndViewsWithTheirCounts() async throws {
        let list = try await Fixture(sql).open().makeListTable()
        let rows = try await list.allRows()

        #expect(await list.title == "fixture.db")
        #expect(await list.headerTitles == ["Tables", "Views"])
        #expect(rows.map(\.cell.title) == ["..", "a/b ü", "fruit", "search", "names"])
        #expect(rows.map { $0.value("rows") } == [0, 0, 2, 0, 2])
        #expect(rows[2].value("columns") == "id, name")
        #expect(rows[2].value("key") == "id")
        #expect(await list.hosting.inventory.map { [$0.tables, $0.views] } == [4, 1])
        #expect(rows.map(\.cell.link) == ["~2E~2E/", "a~2Fb%20%C3%BC/", "fruit/", "search/", "names/"])
    }

    @Test func theListTellsKeysIndexesAndTheSizeOfTheFile() async throws {
        let sql = """
            CREATE TABLE fruit(id INTEGER PRIMARY KEY, name TEXT, colour TEXT);
            CREATE INDEX by_colour ON fruit(colour, name); CREATE VIEW names AS SELECT name FROM fruit;
            CREATE VIRTUAL TABLE words USING fts5(name, content='fruit', content_rowid='id');
            """
        let list = try await Fixture(sql).open().makeListTable()
        let rows = try await list.allRows()
        #expect(await list.headerTitles == ["Tables", "Views", "Full-text indexes"])
        #expect(rows.map(\.cell.title) == ["fruit", "names", "words"])
        #expect(rows[0].value("indexes") == "colour, name; name (full text)")
        #expect(rows[1].value("key") == .null)
        var server = TableServer()
        server.mount("/", list)
        try await server.test(.inProcess) { client in
            let page = try await client.get("/?_lang=en", headers: [.accept: "text/html"]).text
            #expect(page.contains(/<p class="count">1 table, 1 view, \d+ kB<\/p>/))
            #expect(try await client.get("/?_lang=en&_search=fruit").text.contains("1 of 3 rows"))
        }
    }

    /// `POST /undo/TOKEN` is a route of the list.
    @Test func aTableMayBeCalledUndo() async throws {
        let database = try Fixture(
            "CREATE TABLE undo(id INTEGER PRIMARY KEY); CREATE TABLE \"select\"(a); INSERT INTO undo VALUES (7)"
        ).open()
        var server = TableServer()
        server.mount("/", try await database.makeListTable())
        server.mount("/:table/", forEach: .path) { try await database.makeTable(at: [$0["table"] ?? ""]) }
        server.mount("/:table/row/:key/", forEach: .path) {
            try await database.makeTable(at: [$0["table"] ?? "", "row", $0["key"] ?? ""])
        }
        try await server.test(.inProcess) { client in
            #expect(try await client.get("/table.json").text.contains(#""link":"/~75ndo/""#))
            let moved = try await client.get("/undo/?_size=1")
            #expect((moved.status, moved.headers[.location]) == (308, "/~75ndo/?_size=1"))
            for folder in ["/~75ndo/", "/select/"] {
                #expect(try await client.get(folder).status == 200)
                // The table has nothing to refresh.
                #expect(try await client.post("\(folder)refresh").text.contains("This table has nothing to refresh."))
                #expect(try await client.post("\(folder)select").status == 400)
            }
            #expect(try await client.get("/~75ndo/row/7.json").text == "{\"id\":7}\n")
            #expect(try await client.post("/undo/nothing").status == 404)
        }
    }

    @Test func everyRowLeadsToItsTable() async throws {
        let database = try Fixture(sql).open()
        let list = try await database.makeListTable()
        for row in try await list.allRows() {
            let location = try await list.addressAfterSelecting(rowAt: row.indexPath)
            #expect(location == row.cell.link)
            #expect(try await database.makeTable(at: [row.identifier])?.title == row.cell.title)
        }
        #expect(try await database.makeTable(at: [])?.title == "fixture.db")
        for path in [
            ["~2f"], ["plum"], ["fruit", "rows"], ["fruit", "row"], ["fruit", "row", "1", "x"], ["~66ruit"],
        ] {
            #expect(try await database.makeTable(at: path) == nil, "\(path)")
        }
    }

    @Test func tablesThatThereIsNoTimeToCountAreListed() async throws {
        let list = try await Fixture(sql).open { $0.listTimeout = .zero }.makeListTable()
        #expect(try await list.allRows().map { $0.value("rows") } == [.null, .null, .null, .null, .null])
    }
}
