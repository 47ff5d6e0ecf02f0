import CascadingTable
import GRDB
import Synchronization
import TableDatabase
import Testing

@testable import TableSQLite

/// Tests that a page far down in a table costs as many steps as its first pages.
@TableActor @Suite struct DeepPageTests {
    /// A file that counts the statements of each read.
    private final class CountedFile: FileReader {
        let file: any FileReader
        let statements = Mutex(0)

        init(_ file: any FileReader) { self.file = file }

        private func counting<Result>(_ database: Database, _ body: () throws -> Result) rethrows -> Result {
            database.trace { [self] _ in statements.withLock { $0 += 1 } }
            defer { database.trace(options: []) }
            return try body()
        }

        func readInBackground<Result: Sendable>(
            within timeout: Duration, isLong: Bool,
            _ body: @escaping @Sendable (Database, SQLiteDatabase.ChangeToken) throws -> Result
        ) async throws -> Result {
            try await file.readInBackground(within: timeout, isLong: isLong) { database, token in
                try self.counting(database) { try body(database, token) }
            }
        }

        func readShortly<Result>(
            of table: String, _ body: (Database, SQLiteDatabase.ChangeToken) throws -> Result
        ) throws(SQLiteTableError) -> Result? {
            try file.readShortly(of: table) { database, token in try counting(database) { try body(database, token) } }
        }

        func snapshot(within timeout: Duration) async throws -> any FileReader {
            try await file.snapshot(within: timeout)
        }
    }

    private func table(_ columns: String) async throws -> (TableView, RelationTableDelegate, CountedFile) {
        let fixture = try Fixture(
            """
            CREATE TABLE t\(columns);
            WITH RECURSIVE n(i) AS (VALUES (1) UNION ALL SELECT i + 1 FROM n WHERE i < 40000)
            INSERT INTO t SELECT i, i % 7 FROM n
            """)
        let database = try fixture.open()
        let file = CountedFile(database.pool)
        let source = TableSource(file: file, name: "t", configuration: database.configuration)
        let root = RelationTableDelegate(source, of: try await source.read { $0.relation })
        try await root.load()
        return (TableView(root: root), root, file)
    }

    @Test(arguments: ["(id INTEGER PRIMARY KEY, n)", "(id, n, PRIMARY KEY(id)) WITHOUT ROWID"])
    func `Rows are numbered once`(columns: String) async throws {
        let (table, root, file) = try await table(columns)
        defer { withExtendedLifetime(root) {} }
        var counts: [Int] = []
        // The first page beyond 10,000 rows finds the anchors.
        for start in [35_000, 1_000, 36_000, 15_000, 39_900, 20_000] {
            file.statements.withLock { $0 = 0 }
            let rows = try await table.rows(in: table.window(from: [0, start], size: 100))
            #expect(rows.map { $0.value("id") } == (start..<start + 100).map { .integer(Int64($0 + 1)) })
            counts.append(file.statements.withLock { $0 })
        }
        #expect(counts.dropFirst().allSatisfy { $0 <= 8 }, "\(counts)")
    }

    @Test func `Far rows of an order without an index are those of SQL`() async throws {
        var random = Random(seed: 11)
        let fixture = try Fixture(
            """
            CREATE TABLE t(id INTEGER PRIMARY KEY, n, place TEXT);
            WITH RECURSIVE n(i) AS (VALUES (1) UNION ALL SELECT i + 1 FROM n WHERE i < 9000)
            INSERT INTO t SELECT i, CASE WHEN i % 5 THEN i * 7919 % 37 END,
                CASE WHEN i % 11 THEN 'p' || (i * 31 % 4001) END FROM n
            """)
        let table = try await fixture.open().makeTable(named: "t")
        for query in [
            TableQuery(sort: [.init("place")]), TableQuery(sort: [.init("place", isAscending: false)]),
            TableQuery(sort: [.init("n", isAscending: false), .init("place")]),
            TableQuery(filters: [.init("n", .lt, "30")]),
            TableQuery(sort: [.init("n")], filters: [.init("n", .notnull, "")]),
        ] {
            let order = query.sort.map { "\($0.column)\($0.isAscending ? "" : " DESC")" }
            let key = query.sort.last?.isAscending == false ? "id DESC" : "id"
            let condition = query.filters.isEmpty ? "" : query.sort.isEmpty ? "WHERE n < 30" : "WHERE n IS NOT NULL"
            let expected = try await fixture.writer().read {
                try Int64.fetchAll(
                    $0, sql: "SELECT id FROM t \(condition) ORDER BY \((order + [key]).joined(separator: ", "))")
            }
            let answer = try await table.answer(to: query)
            try await answer.loading { $0.needRowsCounted() }
            #expect(answer.numberOfRows == expected.count)
            let ends = [expected.count - 1, expected.count - 100, 0, 1_500, 1_400]
            for turn in 0..<24 {
                let start = turn < ends.count ? ends[turn] : Int.random(in: 0..<expected.count, using: &random)
                let window = answer.window(from: [0, start], size: Int.random(in: 1...150, using: &random))
                let rows = try await answer.rows(in: window)
                let end = min(start + window.rowCount, expected.count)
                #expect(
                    rows.map { $0.value("id") } == expected[start..<end].map { FieldValue?.some(.integer($0)) },
                    "\(query) \(start)")
            }
        }
    }
}
