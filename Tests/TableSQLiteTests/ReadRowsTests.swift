import CascadingTable
import FoundationEssentials
import Testing

@testable import TableSQLite

@TableActor @Suite struct ReadRowsTests {
    @Test func announcedRowsAreReadOnce() async throws {
        let database = try Fixture(
            "CREATE TABLE t(a); WITH RECURSIVE n(i) AS (VALUES (1) UNION ALL SELECT i + 1 FROM n WHERE i < 1000) "
                + "INSERT INTO t SELECT i FROM n"
        ).open()
        let table = try await database.makeTable(named: "t")
        let paths = (600..<700).map { IndexPath(row: $0, section: 0) }
        let load = try #require(table.prefetch(rowsAt: paths))
        try await load()
        #expect(table.prefetch(rowsAt: paths) == nil)
        #expect(table.prefetch(rowsAt: Array(paths[10..<20])) == nil)
        #expect(table.prefetch(rowsAt: [IndexPath(row: 700, section: 0)]) != nil)
        #expect(table.prefetch(rowsAt: [IndexPath(row: 1_000, section: 0), IndexPath(row: -1, section: 3)]) == nil)
        #expect(table.responder(forRowAt: paths[0]).height == .automatic)
        #expect(table.delegate?.tableView(table, heightForEveryRowInSection: 0) == .automatic)
    }
}
