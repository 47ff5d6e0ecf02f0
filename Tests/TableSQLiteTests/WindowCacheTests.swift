import CascadingTable
import FoundationEssentials
import Testing

@testable import TableSQLite

@TableActor @Suite struct WindowCacheTests {
    private func window(_ rows: Range<Int>, bytes: Int = 10) -> RowWindow {
        var batch = RowBatch(fieldNames: [])
        for _ in rows { batch.beginRow(identifier: nil) }
        var window = RowWindow(rows: rows, batch: batch)
        window.bytes = bytes
        return window
    }

    @Test func latestUsedAreKept() {
        let cache = WindowCache(entryLimit: 2, byteLimit: 1_000)
        cache.insert([0: window(0..<10)])
        cache.insert([0: window(10..<20)])
        #expect(cache.window(holding: 5, in: 0) != nil)
        cache.insert([0: window(20..<30)])
        #expect(cache.window(holding: 5, in: 0) != nil)
        #expect(cache.window(holding: 15, in: 0) == nil)
        #expect(cache.window(holding: 25, in: 1) == nil)
        #expect(cache.window(holding: 25..<31, in: 0) == nil)
        cache.removeAll()
        #expect(cache.window(holding: 5, in: 0) == nil)
    }

    @Test func windowsOfOnePageAreKeptTogether() {
        let cache = WindowCache(entryLimit: 1, byteLimit: 1)
        cache.insert([0: window(0..<3), 7: window(5..<9), 9: window(0..<1)])
        for (row, section) in [(2, 0), (8, 7), (0, 9)] { #expect(cache.window(holding: row, in: section) != nil) }
        cache.insert([0: window(3..<4)])
        #expect(cache.window(holding: 8, in: 7) == nil)
    }

    @Test func bytesAreBoundedButTheLatestStays() {
        let cache = WindowCache(entryLimit: 9, byteLimit: 100)
        cache.insert([0: window(0..<10, bytes: 60)])
        cache.insert([0: window(10..<20, bytes: 60)])
        #expect(cache.window(holding: 5, in: 0) == nil)
        cache.insert([0: window(20..<30, bytes: 600)])
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
        #expect(table.responder(forRowAt: paths[0]).height == .automatic)
        #expect(table.delegate?.tableView(table, heightForEveryRowInSection: 0) == .automatic)
    }

    @Test func aPageEndsWhereItsReadEnded() {
        let cache = WindowCache(entryLimit: 5, byteLimit: 1_000)
        let page = (0..<10).map { IndexPath(row: $0, section: 0) } + [IndexPath(row: 0, section: 1)]
        #expect(cache.numberOfRows(among: page, readUpTo: 100) == 11)
        cache.insert([0: window(0..<4)])
        #expect(cache.numberOfRows(among: page, readUpTo: 100) == 11)
        cache.insert([0: window(0..<7, bytes: 120)])
        #expect(cache.numberOfRows(among: page, readUpTo: 100) == 7)
        #expect(cache.numberOfRows(among: Array(page[8...]), readUpTo: 100) == 3)
        cache.insert([0: window(3..<10, bytes: 50), 1: window(0..<1, bytes: 60)])
        #expect(cache.numberOfRows(among: page, readUpTo: 100) == 7)
        #expect(cache.numberOfRows(among: Array(page[3...]), readUpTo: 100) == 8)
    }
}
