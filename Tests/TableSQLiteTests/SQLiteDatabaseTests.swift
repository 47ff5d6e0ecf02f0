import CascadingTable
import Foundation
import GRDB
import Testing

@testable import TableSQLite

@Suite struct SQLiteDatabaseTests {
    @Test func missingFileIsNamed() throws {
        let error = #expect(throws: SQLiteTableError.self) { try SQLiteDatabase(path: "/nowhere/my.db") }
        #expect(error?.code == .cannotOpen)
        #expect(error?.message == "/nowhere/my.db cannot be opened: there is no such file.")
    }

    @Test func directoryIsNoDatabase() throws {
        let error = #expect(throws: SQLiteTableError.self) { try SQLiteDatabase(path: "/tmp") }
        #expect(error?.message == "/tmp is not a file.")
    }

    @Test func otherFileIsNoDatabase() throws {
        let fixture = try Fixture()
        try Data(repeating: 65, count: 5_000).write(to: URL(fileURLWithPath: fixture.path))
        let error = #expect(throws: SQLiteTableError.self) { try fixture.open() }
        #expect(error?.code == .notADatabase)
        #expect(error?.message == "fixture.db is not an SQLite database, or it is encrypted.")
    }

    @Test func emptyFileIsAnEmptyDatabase() async throws {
        let fixture = try Fixture()
        try Data().write(to: URL(fileURLWithPath: fixture.path))
        #expect(try fixture.open().catalog().isEmpty)
        #expect(try await fixture.open().makeListTable().numberOfRows == 0)
    }

    @Test func catalogHoldsWhatUsersMade() async throws {
        let database = try Fixture(
            """
            CREATE TABLE b(a INTEGER PRIMARY KEY AUTOINCREMENT); INSERT INTO b DEFAULT VALUES;
            CREATE VIRTUAL TABLE search USING fts5(x); CREATE VIEW A AS SELECT 1; CREATE TABLE sqlitefans(a);
            """
        ).open()
        #expect(
            try database.catalog() == [
                CatalogEntry(name: "A", kind: .view), CatalogEntry(name: "b", kind: .table),
                CatalogEntry(name: "search", kind: .virtual), CatalogEntry(name: "sqlitefans", kind: .table),
            ])
        #expect(try await database.tableNames() == ["A", "b", "search", "sqlitefans"])
    }

    @Test func unknownTableListsTheOthers() async throws {
        let database = try Fixture("CREATE TABLE apple(a); CREATE TABLE pear(a);").open()
        let error = #expect(throws: SQLiteTableError.self) { try database.entry(named: "plum") }
        #expect(error?.code == .unknownTable)
        #expect(error?.message == "fixture.db has no table \"plum\". Tables: apple, pear.")
        #expect(try database.entry(named: "APPLE").name == "apple")
        let other = await #expect(throws: SQLiteTableError.self) { try await database.makeTable(named: "plum") }
        #expect(other?.code == .unknownTable && other?.kind == .notFound)
    }

    @Test(arguments: [
        "INSERT INTO t VALUES (2)", "DELETE FROM t", "CREATE TABLE u(a)", "ATTACH ':memory:' AS other",
        "ATTACH 'DIRECTORY/other.db' AS other", "PRAGMA query_only = 0; INSERT INTO t VALUES (2)",
        "PRAGMA user_version = 3",
        "PRAGMA journal_mode = WAL", "VACUUM INTO 'DIRECTORY/copy.db'",
    ])
    func nothingCanBeWritten(sql: String) throws {
        let fixture = try Fixture("CREATE TABLE t(a); INSERT INTO t VALUES (1);")
        let before = try Data(contentsOf: URL(fileURLWithPath: fixture.path))
        let database = try fixture.open()
        let statement = sql.replacing("DIRECTORY", with: fixture.directory)
        let isRefused =
            (try? database.pool.read(within: .seconds(1)) { database, _ in
                try database.execute(sql: statement)
            }) == nil
        // SQLite ignores the request for another journal mode without an error.
        #expect(isRefused || sql.hasPrefix("PRAGMA journal_mode"))
        #expect(try Data(contentsOf: URL(fileURLWithPath: fixture.path)) == before)
        #expect(try fixture.files == ["fixture.db"])
    }

    @Test func endlessQueryIsStopped() async throws {
        let fixture = try Fixture(
            """
            CREATE VIEW endless AS WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n)
            SELECT i FROM n WHERE i < 0
            """)
        let database = try fixture.open {
            $0.openingTimeout = .milliseconds(50)
            $0.listTimeout = .milliseconds(50)
        }
        let error = await #expect(throws: SQLiteTableError.self) { try await database.makeTable(named: "endless") }
        #expect(error?.code == .timedOut)
        let list = try await database.makeListTable()
        #expect(try await list.allRows().first?.value("rows") == .null)
    }

    @Test(
        arguments: [
            ("a INT, b TEXT, c INT", "", "Try again, or use fewer filters."),
            (
                "a INT PRIMARY KEY, b TEXT, c INT", "CREATE INDEX i ON t(c, b); CREATE INDEX p ON t(b) WHERE a > 5",
                "Sort or filter by a column with an index: a, c."
            ),
            ("c INT, a INTEGER PRIMARY KEY, b TEXT", "", "Sort or filter by a column with an index: a."),
        ])
    func aSlowQueryIsToldWhichColumnsHaveAnIndex(columns: String, index: String, advice: String) async throws {
        let fixture = try Fixture(
            """
            CREATE TABLE t(\(columns)); \(index);
            WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 5000)
            INSERT INTO t(a, b, c) SELECT i, 'x' || i, i FROM n
            """)
        let database = try fixture.open { $0.queryTimeout = .microseconds(1) }
        let table = try await database.makeTable(named: "t")
        let error = await #expect(throws: TableViewError.self) {
            try await table.answer(to: TableQuery(filters: [.init("b", .contains, "no")]))
        }
        #expect(error?.message == "Sorting and searching took too long. \(advice)")
    }

    @Test func aSlowViewIsStoppedAfterTheTimeForQueries() async throws {
        let fixture = try Fixture(
            """
            CREATE TABLE n(id INTEGER PRIMARY KEY);
            WITH RECURSIVE c(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM c WHERE i < 3000) INSERT INTO n SELECT i FROM c;
            CREATE VIEW slow AS SELECT count(*) AS c FROM n a, n b, n c;
            """)
        let database = try fixture.open { $0.queryTimeout = .milliseconds(200) }
        let clock = ContinuousClock()
        let start = clock.now
        let error = await #expect(throws: SQLiteTableError.self) { try await database.makeTable(named: "slow") }
        #expect(error?.code == .timedOut)
        #expect(clock.now - start < .seconds(60))
    }

    @Test func theFirstRowsOfAnEndlessViewAreShown() async throws {
        let fixture = try Fixture(
            "CREATE VIEW endless AS WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n) SELECT i FROM n")
        let database = try fixture.open {
            $0.openingTimeout = .milliseconds(500)
            $0.countTimeout = .zero
        }
        let table = try await database.makeTable(named: "endless")
        #expect(try await table.rows(in: table.window(size: 3)).map(\.values) == [[1], [2], [3]])
        let error = await #expect(throws: TableViewError.self) {
            _ = try await table.loading { $0.hasRow(at: IndexPath(row: 1_000, section: 0)) }
        }
        #expect(error?.code == .busy)
        #expect(await table.countAccuracy != .exact)
        #expect(await table.numberOfRows == 200)
    }

    @Test(.timeLimit(.minutes(5))) func cancelledTaskStopsReading() async throws {
        let fixture = try Fixture(
            "CREATE VIEW endless AS WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n) SELECT i FROM n")
        let database = try fixture.open { $0.openingTimeout = .seconds(600) }
        let task = Task { try await database.makeTable(named: "endless") }
        try await Task.sleep(for: .milliseconds(20))
        task.cancel()
        await #expect(throws: (any Error).self) { try await task.value }
    }
}
