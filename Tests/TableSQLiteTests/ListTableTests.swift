import CascadingTable
import FoundationEssentials
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
        #expect(rows.map(\.cell.link) == ["~2E~2E/", "a~2Fb%20%C3%BC/", "fruit/", "search/", "names/"])
    }

    @Test func everyRowLeadsToItsTable() async throws {
        let database = try Fixture(sql).open()
        let list = try await database.makeListTable()
        for row in try await list.allRows() {
            let location = try TableActor.run {
                try list.answering(TableRequest(session: TableSession())) { try list.touchRow(at: row.indexPath) }
                    .location
            }
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
