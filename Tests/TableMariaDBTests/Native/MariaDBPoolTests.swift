#if MariaDB
    import CascadingTable
    import TableDatabase
    import TestSupport
    import Testing

    @testable import TableMariaDB

    /// Tests connections, and what becomes of them.
    @Suite(.serialized) struct MariaDBPoolTests {
        @Test func valuesAreReadAsTexts() async throws {
            let pool = try await MariaDBPool.shared()
            let result = try await pool.run(
                SQLStatement(
                    """
                    SELECT ? AS t, ? AS i, ? AS n, ? AS x, CAST(0.1 AS DOUBLE) AS d, CAST('1.50' AS DECIMAL(9, 2)) AS c,
                        CAST('2026-01-31 12:00:00.5' AS DATETIME(1)) AS at, DATE '2026-01-31' AS day,
                        CAST('-12:00:01' AS TIME) AS time, x'00ff' AS b, repeat('ä', 100000) AS long_text
                    """,
                    [SQLValue("it's \\ ?"), .integer(.min), .null, .real(1e300)]), within: .seconds(5))
            let texts = result.texts[0]
            #expect(texts[0] == "it's \\ ?" && texts[1] == "-9223372036854775808" && texts[2] == nil)
            #expect(texts[3] == "1e300" && texts[4] == "0.1" && texts[5] == "1.50")
            #expect(texts[6] == "2026-01-31 12:00:00.5" && texts[7] == "2026-01-31" && texts[8] == "-12:00:01")
            #expect(result.blob(0, 9) == [0, 255] && texts[10] == String(repeating: "ä", count: 100_000))
            #expect(
                (0..<result.columnCount).map(result.encoding(ofColumn:)) == [
                    .text, .integer, .text, .float, .float, .numeric, .timestamp, .date, .text, .bytes, .text,
                ])
            #expect(result.columns.last?.name == "long_text")
        }

        @Test func statementsCannotWrite() async throws {
            let address = try await MariaDBServer.shared.database("CREATE TABLE t (id int)")
            let pool = MariaDBPool(try MariaDBAddress(address))
            for statement in ["INSERT INTO t VALUES (1)", "CREATE TABLE u (id int)", "DROP TABLE t"] {
                let error = await failure { try await pool.rows(statement) }
                #expect(error != nil, "\(statement)")
            }
            #expect(await failure { try await pool.rows("SELECT ?") }?.number == 1_210)
            #expect(await failure { try await pool.rows("SELECT 1; SELECT 2") }?.number == 1_064)
            #expect(try await pool.rows("SELECT count(*) FROM t") == [["0"]])
        }

        @Test func aStatementEndsWithItsTime() async throws {
            let pool = try await MariaDBPool.shared { $0.limit = 1 }
            let number = try await pool.rows("SELECT connection_id()")
            let start = ContinuousClock.now
            let error = await failure { try await pool.rows("SELECT sleep(60)", within: .milliseconds(300)) }
            #expect(error?.isTimeout == true && error?.kind == .unavailable)
            #expect((.milliseconds(290)..<(.seconds(2))).contains(start.duration(to: .now)))
            // The server has stopped it, so the connection is the old one.
            #expect(try await pool.rows("SELECT connection_id()") == number)
        }

        @Test func aCancelledTaskEndsItsStatement() async throws {
            let pool = try await MariaDBPool.shared { $0.limit = 1 }
            let number = try #require(try await pool.rows("SELECT connection_id()")[0][0])
            let task = Task { try await pool.rows("SELECT sleep(60)") }
            try await Task.sleep(for: .milliseconds(100))
            let start = ContinuousClock.now
            task.cancel()
            await #expect(throws: CancellationError.self) { try await task.value }
            #expect(start.duration(to: .now) < .seconds(1))
            // The server does not go on with it.
            for _ in 0..<500 {
                let left = try await pool.rows(
                    "SELECT id FROM information_schema.processlist WHERE id = ?", [SQLValue(number)])
                if left.isEmpty { return }
                try await Task.sleep(for: .milliseconds(10))
            }
            Issue.record("the statement runs on")
        }

        @Test func tasksWaitForAConnection() async throws {
            let pool = try await MariaDBPool.shared {
                ($0.limit, $0.queueLimit, $0.queueTimeout) = (1, 2, .milliseconds(300))
            }
            let long = Task { try await pool.rows("SELECT sleep(1)") }
            try await Task.sleep(for: .milliseconds(100))
            let (first, second) = (Task { try await pool.rows("SELECT 1") }, Task { try await pool.rows("SELECT 1") })
            try await Task.sleep(for: .milliseconds(50))
            let start = ContinuousClock.now
            #expect(await failure { try await pool.rows("SELECT 1") }?.number == 1_040)
            #expect(start.duration(to: .now) < .milliseconds(100))
            second.cancel()
            await #expect(throws: CancellationError.self) { try await second.value }
            #expect(await failure { try await first.value }?.kind == .unavailable)
            _ = try await long.value
            #expect(try await pool.rows("SELECT 2") == [["2"]])
            let shared = try await MariaDBPool.shared { $0.limit = 2 }
            try await withThrowingTaskGroup { group in
                for number in 0..<50 { group.addTask { try await shared.rows("SELECT \(number)") } }
                try await group.waitForAll()
            }
        }

        @Test func aLostConnectionIsOpenedAgain() async throws {
            let pool = try await MariaDBPool.shared { $0.limit = 2 }
            let number = try #require(try await pool.rows("SELECT connection_id()")[0][0])
            try await MariaDBServer.run(["KILL \(number)"], at: try await MariaDBServer.shared.address)
            #expect(try await pool.rows("SELECT 1") == [["1"]])
            let server = try await MariaDBServer()
            let other = MariaDBPool(try MariaDBAddress(server.address))
            #expect(try await other.rows("SELECT 1") == [["1"]])
            try await server.script.stop()
            #expect(await failure { try await other.rows("SELECT 1") }?.kind == .unavailable)
            try await server.script.start()
            #expect(try await other.rows("SELECT 1") == [["1"]])
        }

        @Test func aSnapshotIsReadInParts() async throws {
            let address = try await MariaDBServer.shared.database(
                "CREATE TABLE t (id int PRIMARY KEY);\nINSERT INTO t SELECT seq FROM seq_1_to_5000")
            let pool = MariaDBPool(try MariaDBAddress(address))
            for _ in 0..<20 {
                let snapshot = try await pool.beginSnapshot(within: .seconds(5))
                try await MariaDBServer.run(["UPDATE t SET id = id + 100000 WHERE id = 5000"], at: address)
                let statement = SQLStatement("SELECT id FROM t ORDER BY id")
                var ids = try await snapshot.rows(10, of: statement, within: .seconds(5)).texts
                #expect(ids.count == 10)
                while case let next = try await snapshot.rows(700, of: nil, within: .seconds(5)), next.rowCount > 0 {
                    ids += next.texts
                }
                #expect(ids == (1...5000).map { ["\($0)"] })
                _ = try await snapshot.rows(10, of: statement, within: .seconds(5))
                #expect(try await snapshot.run(SQLStatement("SELECT 1"), within: .seconds(5)).texts == [["1"]])
                try await MariaDBServer.run(["UPDATE t SET id = 5000 WHERE id = 105000"], at: address)
            }
        }

        /// What a visitor's statement leaves on a connection must not reach the next visitor.
        @Test func nothingOfAVisitorsStatementStays() async throws {
            let pool = try await MariaDBPool.shared { ($0.limit, $0.isOfVisitors) = (1, true) }
            #expect(try await pool.rows("SELECT @a := 7, get_lock('x', 0)")[0] == ["7", "1"])
            #expect(
                try await pool.rows(#"SELECT @a, is_free_lock('x'), @@sql_mode LIKE '%ANSI%' AS "a""#) == [
                    [nil, "1", "1"]
                ])
        }
    }
#endif
