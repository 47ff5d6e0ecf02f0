import GRDB
import Testing

@testable import TableSQLite

@Suite struct FileSnapshotTests {
    private func count(_ reader: any FileReader) async throws -> Int? {
        try await reader.readInBackground(within: .seconds(60)) { database, _ in
            try Int.fetchOne(database, sql: "SELECT count(*) FROM t")
        }
    }

    @Test func readsOneStateWhileOthersWrite() async throws {
        let fixture = try Fixture("PRAGMA journal_mode = WAL; CREATE TABLE t(a); INSERT INTO t VALUES (1)")
        let writer = try fixture.writer(.timeout(60))
        try await writer.write { try $0.execute(sql: "INSERT INTO t VALUES (2)") }
        let pool = try fixture.open().pool
        let snapshot = try await pool.snapshot(within: .seconds(60))

        try await writer.write { try $0.execute(sql: "INSERT INTO t VALUES (3)") }

        #expect(try await count(snapshot) == 2)
        #expect(try await count(pool) == 3)
        #expect(try await count(snapshot) == 2)
    }

    @Test(arguments: ["DELETE", "WAL"])
    func readsTheSameStateOrFailsOnceItIsReleased(journal: String) async throws {
        let fixture = try Fixture("PRAGMA journal_mode = \(journal); CREATE TABLE t(a); INSERT INTO t VALUES (1)")
        let writer = try fixture.writer(.timeout(60))
        try await writer.write { try $0.execute(sql: "INSERT INTO t VALUES (2)") }
        let pool = try fixture.open().pool
        let snapshot = try #require(try await pool.snapshot(within: .seconds(60)) as? FileSnapshot)

        snapshot.release()
        #expect(try await count(snapshot) == 2)
        try await writer.write { try $0.execute(sql: "INSERT INTO t VALUES (3)") }

        let error = await #expect(throws: SQLiteTableError.self) { try await count(snapshot) }
        #expect(error?.code == .changed)
        #expect(try await count(pool) == 3)
    }
}
