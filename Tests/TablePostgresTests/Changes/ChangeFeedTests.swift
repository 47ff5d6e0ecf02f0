import CascadingTable
import TableDatabase
import Testing

@testable import TablePostgres

@Suite struct ChangeFeedTests {
    /// A database with the triggers, and a feed that reads them.
    private struct Place {
        let database: PostgresDatabase
        let pool: PostgresPool
        let numbers: [String: UInt32]
        private var feed: PostgresChangeFeed

        init(_ script: String, installs: Bool = true) async throws {
            let address = try await PostgresServer.shared.database()
            try await PostgresServer.run(script.statements, at: address)
            database = try PostgresDatabase(address)
            if installs { _ = try await database.installChangeFeed() }
            pool = try PostgresPool(writingTo: address)
            let rows = try await pool.rows(
                "SELECT relname, oid FROM pg_class WHERE relnamespace = 'public'::regnamespace")
            numbers = Dictionary(
                uniqueKeysWithValues: rows.compactMap { row in row[0].map { ($0, row[1].flatMap(UInt32.init) ?? 0) } })
            feed = PostgresChangeFeed(pool: try PostgresPool(writingTo: address), timeout: .seconds(20))
        }

        /// Returns the names of the watched relations that changed; nil if the feed was not read.
        mutating func changes(of names: String...) async throws -> Set<String>? {
            let watched = Set(names.map { numbers[$0] ?? 0 })
            guard let changes = await feed.changes(of: watched) else { return nil }
            return Set(names.filter { changes.isIncomplete || changes.relations.contains(numbers[$0] ?? 0) })
        }

        func run(_ statements: String...) async throws {
            for statement in statements { _ = try await pool.rows(statement) }
        }
    }

    private static let tables = """
        CREATE TABLE a (id int PRIMARY KEY);
        CREATE TABLE b (id int PRIMARY KEY);
        CREATE VIEW v AS SELECT * FROM a;
        CREATE TABLE p (id int) PARTITION BY LIST (id);
        CREATE TABLE p1 PARTITION OF p FOR VALUES IN (1);
        CREATE TABLE p2 PARTITION OF p FOR VALUES IN (2)
        """

    @Test func aChangeIsToldOnceAndOnlyForItsTable() async throws {
        var place = try await Place(Self.tables)
        _ = try await place.changes(of: "a", "b")
        #expect(try await place.changes(of: "a", "b") == [])
        try await place.run("INSERT INTO a VALUES (1)")
        #expect(try await place.changes(of: "a", "b") == ["a"])
        #expect(try await place.changes(of: "a", "b") == [])
        try await place.run("TRUNCATE b", "DELETE FROM a")
        #expect(try await place.changes(of: "a", "b") == ["a", "b"])
    }

    /// Somebody who waits for a table must not keep waiting those who come after.
    @Test func installingWaitsInTurnsWithWriters() async throws {
        let address = try await PostgresServer.shared.database(
            "CREATE TABLE a (id int PRIMARY KEY, n int)", "INSERT INTO a VALUES (1, 0), (2, 0)")
        let pool = try PostgresPool(writingTo: address)
        let transaction = try await pool.begin(.init(isReadOnly: false), within: .seconds(10))
        _ = try await transaction.run(SQLStatement("UPDATE a SET n = 1 WHERE id = 1"), within: .seconds(10))
        let database = try PostgresDatabase(address)
        async let installed = database.installChangeFeed()
        let waiting = "SELECT count(*) > 0 FROM pg_locks WHERE NOT granted AND relation = 'a'::regclass"
        try await eventually { try await pool.rows(waiting) == [["t"]] }
        // The lock timeout of this statement is 5 seconds, and the transaction above lasts until it has ended.
        let begin = ContinuousClock.now
        _ = try await pool.rows("UPDATE a SET n = 2 WHERE id = 2")
        #expect(begin + .seconds(3) > .now)
        _ = try await transaction.run(SQLStatement("COMMIT"), within: .seconds(10))
        #expect(try await installed.watched == ["a"])
        #expect(try await database.removeChangeFeed() == 1)
        await pool.close()
    }

    @Test func aChangeOfAPartitionIsOneOfItsTable() async throws {
        var place = try await Place(Self.tables)
        _ = try await place.changes(of: "a", "p")
        for statement in ["INSERT INTO p VALUES (1)", "INSERT INTO p2 VALUES (2)"] {
            try await place.run(statement)
            #expect(try await place.changes(of: "a", "p") == ["p"])
        }
    }

    @Test func aTransactionThatLastsLongHoldsBackNoOther() async throws {
        var place = try await Place(Self.tables)
        _ = try await place.changes(of: "a", "b")
        try await place.pool.withTransaction(.init(isReadOnly: false), within: .seconds(20)) { transaction in
            _ = try await transaction.run(SQLStatement("INSERT INTO a VALUES (1)"), within: .seconds(20))
            try await place.run("INSERT INTO b VALUES (1)")
            #expect(try await place.changes(of: "a", "b") == ["b"])
            try await place.run("INSERT INTO b VALUES (2)")
            #expect(try await place.changes(of: "a", "b") == ["b"])
        }
        #expect(try await place.changes(of: "a", "b") == ["a"])
    }

    @Test func noCommittedChangeIsMissed() async throws {
        let names = (0..<60).map { "t\($0)" }
        var place = try await Place(names.map { "CREATE TABLE \($0) (id int)" }.joined(separator: ";\n"))
        let watched = Set(names.compactMap { place.numbers[$0] })
        var feed = PostgresChangeFeed(pool: place.pool, timeout: .seconds(20))
        _ = await feed.changes(of: watched)
        let (pool, numbers) = (place.pool, place.numbers)
        let committed = try await withThrowingTaskGroup(of: UInt32?.self) { group in
            for (index, name) in names.enumerated() {
                group.addTask {
                    let transaction = try await pool.begin(.init(isReadOnly: false), within: .seconds(20))
                    let insert = SQLStatement("INSERT INTO \(name) VALUES (1)")
                    _ = try await transaction.run(insert, within: .seconds(20))
                    try await Task.sleep(for: .milliseconds(Int.random(in: 0..<80)))
                    let isCommitted = index % 3 != 0
                    _ = try await transaction.run(
                        SQLStatement(isCommitted ? "COMMIT" : "ROLLBACK"), within: .seconds(20))
                    return isCommitted ? numbers[name] : nil
                }
            }
            var committed: Set<UInt32> = []
            var told: Set<UInt32> = []
            for try await number in group {
                if let number { committed.insert(number) }
                told.formUnion(await feed.changes(of: watched)?.relations ?? [])
            }
            told.formUnion(await feed.changes(of: watched)?.relations ?? [])
            #expect(told == committed)
            return committed
        }
        #expect(committed.count == 40)
        _ = try await place.changes(of: "t0")
    }

    @Test func aViewIsComparedAndATableThatLosesItsTriggerToo() async throws {
        var place = try await Place(Self.tables)
        _ = try await place.changes(of: "v", "a")
        try await place.run("INSERT INTO b VALUES (1)")
        try await eventually { try await place.changes(of: "v", "a") == ["v"] }
        try await place.run("DROP TRIGGER cascade_watch ON a")
        try await eventually { try await place.changes(of: "v", "a")?.contains("a") == true }
        try await place.run("INSERT INTO a VALUES (2)")
        try await eventually { try await place.changes(of: "v", "a") == ["v", "a"] }
        _ = try await place.database.installChangeFeed()
        try await eventually { try await place.changes(of: "a") == ["a"] }
        #expect(try await place.changes(of: "a") == [])
        try await place.run("INSERT INTO a VALUES (3)")
        #expect(try await place.changes(of: "a") == ["a"])
    }

    @Test func rowsOfOtherServersMayAlwaysHaveChanged() async throws {
        var place = try await Place(
            """
            CREATE EXTENSION postgres_fdw;
            CREATE SERVER other FOREIGN DATA WRAPPER postgres_fdw;
            CREATE TABLE p (id int) PARTITION BY LIST (id);
            CREATE FOREIGN TABLE p1 PARTITION OF p FOR VALUES IN (1) SERVER other;
            CREATE VIEW v AS SELECT * FROM p
            """)
        for _ in 0..<2 { try await eventually { try await place.changes(of: "v", "p") == ["v", "p"] } }
    }

    @Test func whenTheTableOfChangesIsGoneNothingIsMissed() async throws {
        var place = try await Place(Self.tables)
        _ = try await place.changes(of: "a")
        #expect(try await place.database.removeChangeFeed() == 5)
        #expect(try await place.changes(of: "a") == nil)
        try await eventually { try await place.changes(of: "a") == ["a"] }
    }

    @Test func aDatabaseWithoutSnapshotsIsReadAgainAndAgain() async throws {
        let address = try await PostgresServer.shared.database("CREATE TABLE a (id int)")
        let role = "plain_\(UInt32.random(in: 0 ... .max))"
        try await PostgresServer.run(
            [
                "CREATE ROLE \(role) LOGIN PASSWORD 'secret-word'", "GRANT SELECT ON a TO \(role)",
                "REVOKE EXECUTE ON FUNCTION pg_current_snapshot() FROM PUBLIC",
            ], at: address)
        let database = try PostgresDatabase(address.replacing("cascade:", with: "\(role):"))
        #expect(try await database.limitation()?.contains("every 1.5 seconds: permission denied") == true)
        #expect(try await PostgresDatabase(address).limitation() == nil)
        var feed = PostgresChangeFeed(pool: database.pool, timeout: .seconds(20))
        for _ in 0..<2 { try await eventually { await feed.changes(of: [1])?.isIncomplete == true } }
    }

    @Test func installingTwiceIsHarmlessAndRemovingLeavesNothing() async throws {
        let place = try await Place(Self.tables, installs: false)
        func objects() async throws -> [[String?]] {
            try await place.pool.rows(
                """
                SELECT (SELECT count(*) FROM pg_class), (SELECT count(*) FROM pg_proc), (SELECT count(*) FROM pg_trigger),
                    (SELECT count(*) FROM pg_namespace), (SELECT count(*) FROM pg_type)
                """)
        }
        let before = try await objects()
        let first = try await place.database.installChangeFeed()
        #expect(first.watched == ["a", "b", "p", "p1", "p2"] && first.refused.isEmpty)
        let installed = try await objects()
        #expect(try await place.database.installChangeFeed().watched == first.watched)
        #expect(try await objects() == installed && installed != before)
        #expect(try await place.database.removeChangeFeed() == 5)
        #expect(try await objects() == before)
        #expect(try await place.database.removeChangeFeed() == 0)
    }

    @Test func theSchemaStaysIfSomethingElseIsInIt() async throws {
        let place = try await Place(Self.tables)
        try await place.run("CREATE TABLE cascade.other (id int)")
        try await place.database.removeChangeFeed()
        let rows = try await place.pool.rows(
            "SELECT relname FROM pg_class WHERE relnamespace = 'cascade'::regnamespace")
        #expect(rows == [["other"]])
    }

    @Test func writersNeedNoPrivilegesAndOldRowsAreDeleted() async throws {
        let place = try await Place(Self.tables)
        let role = "writer_\(UInt32.random(in: 0 ... .max))"
        try await place.run(
            "CREATE ROLE \(role)", "GRANT INSERT ON a TO \(role)",
            "INSERT INTO cascade.changes SELECT n::text::xid8, 1, now() - interval '1 hour' FROM generate_series(1, 9) n"
        )
        let statements = (0..<1_000).map {
            SQLStatement("INSERT INTO a VALUES (\($0))")
        }
        let options = PostgresTransactionOptions(isReadOnly: false, settings: [.init(name: "role", value: role)])
        _ = try await place.pool.run(statements, options, within: .seconds(60))
        #expect(try await place.pool.rows("SELECT count(*) FROM cascade.changes WHERE relation = 1") == [["0"]])
        let role2 = PostgresTransactionOptions(settings: [.init(name: "role", value: role)])
        _ = try await place.pool.run([SQLStatement("SELECT * FROM cascade.changes")], role2, within: .seconds(20))
    }

    @Test @TableActor func openPagesAreToldAtOnce() async throws {
        let place = try await Place(Self.tables)
        let (a, b) = (try await place.database.makeTable(named: "a"), try await place.database.makeTable(named: "b"))
        let task = Task { await place.database.watch() }
        defer { task.cancel() }
        a.viewerDidAppear()
        b.viewerDidAppear()
        // What the visitors have read at first is unknown.
        let (first, other) = (a.revision, b.revision)
        try await eventually { a.revision > first && b.revision > other }
        let (known, unchanged) = (a.revision, b.revision)
        try await place.run("INSERT INTO a VALUES (1)")
        let start = ContinuousClock.now
        try await eventually { a.revision > known }
        #expect(b.revision == unchanged && start.duration(to: .now) < .seconds(5))
        a.viewerDidDisappear()
        try await Task.sleep(for: .milliseconds(300))
        let left = a.revision
        try await place.run("INSERT INTO a VALUES (2)")
        a.viewerDidAppear()
        try await eventually { a.revision > left }
    }
}
