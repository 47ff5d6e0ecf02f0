import CascadingTable
import Foundation
import GRDB
import Testing

@testable import TableSQLite

@Suite struct ChangeTests {
    private let sql = "CREATE TABLE t(a); INSERT INTO t VALUES (1), (2);"

    @Test(arguments: ["DELETE", "WAL"])
    func changesOfAnotherConnectionReloadTheTables(mode: String) async throws {
        let fixture = try Fixture("PRAGMA journal_mode = \(mode);" + sql)
        let database = try fixture.open()
        let table = try await database.makeTable(named: "t")
        let list = try await database.makeListTable()
        let row = try await database.makeRowTable(table: "t", key: "2")
        _ = try await table.allRows()
        let (revision, first) = (await table.revision, await row.revision)
        let watching = Task { await database.watch(every: .milliseconds(5)) }
        defer { watching.cancel() }

        let writer = try fixture.writer()
        try await writer.write { try $0.execute(sql: "UPDATE t SET a = 7 WHERE a = 2; INSERT INTO t VALUES (3)") }

        // A log that the writer creates reloads the tables, too, before there is anything new in them.
        try await eventually {
            let isNew = await row.revision > first
            return isNew ? try await row.allRows().map { $0.value("value") } == [7] : false
        }
        try await eventually { try await table.allRows().count == 3 }
        try await eventually { try await list.allRows().first?.value("rows") == 3 }
        #expect(try await table.allRows().map(\.values) == [[1], [7], [3]])
        #expect(await table.revision > revision)
        #expect(try await list.allRows().first?.value("rows") == 3)

        let second = await row.revision
        try await writer.write {
            try $0.execute(sql: "ALTER TABLE t ADD COLUMN b DEFAULT 'x'; DELETE FROM t WHERE a = 7")
        }
        try await eventually { await row.revision > second }
        #expect(try await table.allRows().map(\.values) == [[1, "x"], [3, "x"]])
        #expect(await table.columns.map(\.name) == ["a", "b"])
        #expect(await row.hosting.unavailableReason?.kind == .notFound)
    }

    @Test(arguments: ["DELETE", "WAL"])
    func aChangeIsSeenAtOnceByWhomItIsAskedFor(mode: String) async throws {
        let fixture = try Fixture("PRAGMA journal_mode = \(mode);" + sql)
        let table = try await fixture.open().makeTable(named: "t")
        let update = try #require(await table.hosting.updateHandler)
        for count in 3...6 {
            try fixture.write("INSERT INTO t VALUES (4)")
            #expect(await table.numberOfRows == count - 1)
            try await update(table)
            #expect(await table.numberOfRows == count)
        }
        let revision = await table.revision
        try await update(table)
        #expect(await table.revision == revision)
    }

    @Test func `A change of the file is one revision, however many queries were asked`() async throws {
        let fixture = try Fixture(sql)
        let table = try await fixture.open().makeTable(named: "t")
        let update = try #require(await table.hosting.updateHandler)
        for search in ["1", "2", "3", "4"] { _ = try await table.rows(matching: TableQuery(search: search)) }
        let revision = await table.revision
        try fixture.write("INSERT INTO t VALUES (4)")
        try await update(table)
        #expect(await table.revision == revision + 1)
        #expect(try await table.rows(matching: TableQuery(search: "4")).count == 1)
    }

    @Test func tokenStaysWhereNothingChanges() async throws {
        let fixture = try Fixture(sql)
        let database = try fixture.open()
        let token = try database.changeToken()
        _ = try await database.makeTable(named: "t").allRows()
        #expect(try database.changeToken() == token)
        try fixture.write("INSERT INTO t VALUES (4)")
        #expect(try database.changeToken() != token)
    }

    @Test func rowsGoneSinceTheyWereCountedAreNotShown() async throws {
        let fixture = try Fixture(sql)
        let table = try await fixture.open().makeTable(named: "t")
        #expect(await table.numberOfRows == 2)
        try fixture.write("DELETE FROM t WHERE a = 2")
        _ = try await table.allRows()
        #expect(try await table.allRows().map(\.values) == [[1]])
    }

    @Test func tablesAndRowsThatAreGoneSaySoUntilTheyAreBack() async throws {
        let fixture = try Fixture(sql)
        let database = try fixture.open()
        let table = try await database.makeTable(named: "t")
        let row = try await database.makeRowTable(table: "t", key: "2")
        try fixture.write("DELETE FROM t WHERE a = 2")
        #expect(await database.reloadTables())
        #expect(await row.hosting.unavailableReason?.message == "There is no row \"2\" in t.")
        #expect(await table.hosting.unavailableReason == nil)
        try fixture.write("DROP TABLE t")
        #expect(await database.reloadTables())
        #expect(await table.hosting.unavailableReason?.kind == .notFound)
        try fixture.write(sql)
        #expect(await database.reloadTables())
        #expect(await table.hosting.unavailableReason == nil)
        #expect(await row.hosting.unavailableReason == nil)
        #expect(try await table.allRows().map(\.values) == [[1], [2]])
    }

    @Test func statesOfAFileThatWasReplacedAreBeforeThoseOfItsSuccessor() throws {
        let fixture = try Fixture(sql)
        let other = try Fixture(sql)
        let database = try fixture.open()
        for number in 4..<8 { try fixture.write("INSERT INTO t VALUES (\(number))") }
        let old = try database.changeToken()
        #expect(rename(other.path, fixture.path) == 0)
        let new = try database.changeToken()
        #expect(old.isBefore(new) && !new.isBefore(old) && !new.isBefore(new))
    }

    @Test func watchingEndsWithItsTask() async throws {
        let database = try Fixture(sql).open()
        let watching = Task { await database.watch(every: .seconds(100)) }
        watching.cancel()
        await watching.value
    }

    @Test func tablesNobodyHoldsAreForgotten() async throws {
        let database = try Fixture(sql).open()
        for _ in 0..<100 { _ = try await database.makeTable(named: "t") }
        #expect(await database.shownTables.count <= 17)
    }
}
