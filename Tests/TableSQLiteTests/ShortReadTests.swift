import GRDB
import Testing

@testable import TableSQLite

/// Tests reads on the thread of a request.
@Suite struct ShortReadTests {
    @Test func `A slow table does not make its neighbours slow`() throws {
        let pool = try Fixture("CREATE TABLE t(a); INSERT INTO t VALUES (1)").open().pool
        let slow = try pool.readShortly(of: "slow") { database, _ in
            try Int.fetchOne(
                database,
                sql: """
                    WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n LIMIT 100000000)
                    SELECT max(i) FROM n
                    """)
        }
        #expect(slow == nil)
        #expect(
            try pool.readShortly(of: "t") { database, _ in try Int.fetchOne(database, sql: "SELECT a FROM t") } == 1)
        #expect(try pool.readShortly(of: "slow") { _, _ in 1 } == nil)
    }
}
