import CascadingTable
import FoundationEssentials
import Testing

@testable import TableSQLite

@TableActor @Suite struct WindowCacheTests {
    private func window(_ rows: Range<Int>, bytes: Int = 10) -> RowWindow {
        RowWindow(rows: rows, cells: [], keys: [], bytes: bytes)
    }

    @Test func latestUsedAreKept() {
        let cache = WindowCache(windowLimit: 2, byteLimit: 1_000)
        cache.insert(window(0..<10), in: 0)
        cache.insert(window(10..<20), in: 0)
        #expect(cache.window(holding: 5, in: 0) != nil)
        cache.insert(window(20..<30), in: 0)
        #expect(cache.window(holding: 5, in: 0) != nil)
        #expect(cache.window(holding: 15, in: 0) == nil)
        #expect(cache.window(holding: 25, in: 1) == nil)
        #expect(cache.window(holding: 25..<31, in: 0) == nil)
        cache.removeAll()
        #expect(cache.window(holding: 5, in: 0) == nil)
    }

    @Test func bytesAreBoundedButTheLatestStays() {
        let cache = WindowCache(windowLimit: 9, byteLimit: 100)
        cache.insert(window(0..<10, bytes: 60), in: 0)
        cache.insert(window(10..<20, bytes: 60), in: 0)
        #expect(cache.window(holding: 5, in: 0) == nil)
        cache.insert(window(20..<30, bytes: 600), in: 0)
        #expect(cache.window(holding: 15, in: 0) == nil)
        #expect(cache.window(holding: 25, in: 0) != nil)
    }

    @Test func announcedRowsAreReadOnce() async throws {
        let database = try Fixture(
            "CREATE TABLE t(a); WITH RECURSIVE n(i) AS (VALUES (1) UNION ALL SELECT i + 1 FROM n WHERE i < 1000) "
                + "INSERT INTO t SELECT i FROM n"
        ).open()
        let table = try #require(try await database.makeTable(named: "t"))
        let paths = (600..<700).map { IndexPath(row: $0, section: 0) }
        let load = try #require(table.prefetch(rowsAt: paths))
        try await load()
        #expect(table.prefetch(rowsAt: paths) == nil)
        #expect(table.prefetch(rowsAt: Array(paths[10..<20])) == nil)
        #expect(table.prefetch(rowsAt: [IndexPath(row: 700, section: 0)]) != nil)
        #expect(table.prefetch(rowsAt: [IndexPath(row: 1_000, section: 0), IndexPath(row: -1, section: 3)]) == nil)
        #expect(table.height(forRowAt: paths[0]) == .automatic)
        #expect(table.delegate?.tableView(table, heightForEveryRowInSection: 0) == .automatic)
    }
}
