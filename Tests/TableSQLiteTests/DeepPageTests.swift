import CascadingTable
import GRDB
import Synchronization
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

    private func table(_ columns: String) async throws -> (TableView, RowsTableDelegate, CountedFile) {
        let fixture = try Fixture(
            """
            CREATE TABLE t\(columns);
            WITH RECURSIVE n(i) AS (VALUES (1) UNION ALL SELECT i + 1 FROM n WHERE i < 40000)
            INSERT INTO t SELECT i, i % 7 FROM n
            """)
        let database = try fixture.open()
        let file = CountedFile(database.pool)
        let source = TableSource(
            file: file, name: "t", sectionColumn: nil, owned: nil, configuration: database.configuration)
        let root = RowsTableDelegate(source, try await source.read(nil) { _, _ in }.layout)
        return (TableView(root: root), root, file)
    }

    @Test(arguments: ["(id INTEGER PRIMARY KEY, n)", "(id, n, PRIMARY KEY(id)) WITHOUT ROWID"])
    func `Rows are numbered once`(columns: String) async throws {
        let (table, root, file) = try await table(columns)
        defer { withExtendedLifetime(root) {} }
        var counts: [Int] = []
        // The first page beyond 10,000 rows may find the anchors. Each one after it reads one page.
        for start in [35_000, 1_000, 36_000, 15_000, 39_900, 20_000] {
            file.statements.withLock { $0 = 0 }
            let rows = try await table.rows(in: table.window(from: [0, start], size: 100))
            #expect(rows.map { $0.value("id") } == (start..<start + 100).map { .integer(Int64($0 + 1)) })
            counts.append(file.statements.withLock { $0 })
        }
        #expect(counts.dropFirst().allSatisfy { $0 == counts[1] }, "\(counts)")
    }

    /// A long table takes longer than one request may. The requests that wait for it must not begin anew.
    @Test func `Requests wait for the same numbers`() async throws {
        let (table, root, file) = try await table("(id INTEGER PRIMARY KEY, n)")
        defer { withExtendedLifetime(root) {} }
        file.statements.withLock { $0 = 0 }
        let loads = try (0..<8).map { number in
            let row = RowReference(indexPath: [0, 30_000 + 1_000 * number], identifier: "\(30_001 + 1_000 * number)")
            guard case .needed(let load) = try table.page(.init(.table, .from(row), size: 100), after: nil) else {
                throw CancellationError()
            }
            return load
        }
        let requests = loads.map { load in Task { try await load.work() } }
        for request in requests { #expect(try await request.value?.window.rowCount == 100) }
        // One pass has a statement for every 256 rows.
        #expect(file.statements.withLock { $0 } < 2 * 40_000 / 256)
    }
}
