import CascadingTable
import Foundation
import TableDatabase
import Testing

@testable import TableSQLite

/// Tests tables and queries that are shown before their rows are counted.
@TableActor
@Suite struct CountTests {
    private static let sql = """
        CREATE TABLE t(id INTEGER PRIMARY KEY, a INT, b TEXT);
        WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 20000)
        INSERT INTO t SELECT i, i * 7919 % 100, 'row ' || i FROM n;
        CREATE VIEW v AS SELECT b FROM t ORDER BY id;
        """

    /// Opens a database whose first pages never wait for a count.
    private func open(_ fixture: Fixture) throws -> SQLiteDatabase {
        try fixture.open { $0.countTimeout = .zero }
    }

    @Test(arguments: ["t", "v"])
    func aLargeTableIsShownBeforeItIsCounted(name: String) async throws {
        let table = try await open(Fixture(Self.sql)).makeTable(named: name)
        let (count, isAll) = (table.numberOfRows, table.countAccuracy == .exact)
        // The count may already be complete.
        #expect(isAll ? count == 20_000 : count == 200)
        #expect(try await table.rows(in: table.window(size: 100)).count == 100)
        try await eventually { table.countAccuracy == .exact }
        #expect(table.numberOfRows == 20_000)
        #expect(table.revision > 0)
    }

    @Test(arguments: ["t", "v"])
    func aRowBehindThoseThatAreKnownHasThemCounted(name: String) async throws {
        let database = try open(Fixture(Self.sql))
        for row in [999, 1_000, 19_999] {
            let table = try await database.makeTable(named: name)
            #expect(try await table.loading { $0.hasRow(at: IndexPath(row: row, section: 0)) })
        }
        let table = try await database.makeTable(named: name)
        #expect(try await !table.loading { $0.hasRow(at: IndexPath(row: 20_000, section: 0)) })
        #expect(table.countAccuracy == .exact)
    }

    @Test func everyRowOfATableAndOfAQueryIsShown() async throws {
        let database = try open(Fixture(Self.sql))
        let table = try await database.makeTable(named: "t")
        #expect(try await table.allRows { 1_000 }.count == 20_000)
        let filtered = TableQuery(sort: [.init("b")], filters: [.init("a", .lt, "50")])
        #expect(try await table.rows(matching: filtered, size: 1_000).count == 10_000)
        let searched = TableQuery(filters: [.init("b", .contains, "1")])
        #expect(try await table.rows(matching: searched, size: 1_000).count == 13_439)
    }

    @Test func aCopyOfATableHasAllItsRows() async throws {
        let table = try await open(Fixture(Self.sql)).makeTable(named: "t")
        let source = try #require(table.dataSource as? RelationTableDelegate)
        let copy = try await source.makeFrozenTable(of: table)
        #expect(copy.tableView.countAccuracy == .exact)
        #expect(copy.tableView.numberOfRows == 20_000)
    }

    @Test(
        arguments: [
            TableQuery(sort: [.init("a")]), TableQuery(filters: [.init("b", .contains, "1")]),
            TableQuery(sort: [.init("a", isAscending: false), .init("b")], filters: [.init("a", .gt, "7")]),
        ])
    func aCopyOfAQueryHasItsRowsInOrder(query: TableQuery) async throws {
        let table = try await open(Fixture(Self.sql)).makeTable(named: "t")
        let answer = try await table.answer(to: query)
        let source = try #require(answer.dataSource as? RelationTableDelegate)
        let copy = try await source.makeFrozenTable(of: answer)
        let rows = try await copy.tableView.allRows { 1_000 }
        #expect(rows == (try await answer.allRows { 900 }))
        #expect(rows.count == copy.tableView.numberOfRows)
        #expect(rows.count > 10_000)
    }

    @Test func aRowIsFoundBehindThoseThatAreKnown() async throws {
        let database = try open(Fixture(Self.sql))
        let table = try await database.makeTable(named: "t")
        #expect(
            try await table.loading { $0.indexPath(forRowWithIdentifier: "15000") }
                == IndexPath(row: 14_999, section: 0))
        let view = try await database.makeTable(named: "v")
        #expect(
            try await view.loading { $0.indexPath(forRowWithIdentifier: "15000") } == IndexPath(row: 15_000, section: 0)
        )
        let other = try await database.makeTable(named: "t")
        #expect(
            try await other.loading { $0.gestures.indexPath(forRowStartingWith: "1499") }
                == IndexPath(row: 1_498, section: 0))
    }

    @Test func theCountOfAChangedFileIsAnother() async throws {
        let fixture = try Fixture(Self.sql)
        let table = try await open(fixture).makeTable(named: "t")
        try fixture.write("DELETE FROM t WHERE id > 15000")
        let update = try #require(table.hosting.updateHandler)
        try await update(table)
        // Whoever reads the rows has them counted.
        #expect(try await table.rows(in: table.window(size: 100)).count == 100)
        try await eventually { table.countAccuracy == .exact }
        #expect(table.numberOfRows == 15_000)
    }

    @Test func theListIsShownBeforeItsTablesAreCounted() async throws {
        let list = try await open(Fixture(Self.sql)).makeListTable()
        #expect(try await list.allRows().map(\.cell.title) == ["t", "v"])
        try await eventually { try await list.allRows().map { $0.value("rows") } == [20_000, 20_000] }
    }
}
