import CascadingTable
import Foundation
import GRDB
import HTTPTypes
import Synchronization
import TableSQLite
import TableServer
import TableTesting
import Testing

/// Tests that each response shows one state of a file that another program writes all the time.
@Suite(.timeLimit(.minutes(5))) struct ChangingFileTests {
    enum Journal: String, CaseIterable { case delete = "DELETE", wal = "WAL" }

    /// Rows with even keys stay. Rows with odd keys come and go. The first and the last row always have the same mark.
    private static func schema(_ journal: Journal) -> String {
        """
        PRAGMA journal_mode = \(journal.rawValue);
        CREATE TABLE t (id INTEGER PRIMARY KEY, mark INTEGER);
        WITH RECURSIVE n(i) AS (SELECT 0 UNION ALL SELECT i + 1 FROM n WHERE i < \(lastKey))
          INSERT INTO t SELECT i, 0 FROM n;
        """
    }

    private static let lastKey = 3_000

    /// A task that changes the file, one transaction after another, until it is stopped.
    private final class Writer: Sendable {
        private let stop = Flag()
        private let thread: Task<Int, any Error>

        init(_ fixture: Fixture, pause: Duration) throws {
            let stop = stop
            let queue = try fixture.writer(.timeout(60))
            thread = Task.detached {
                var count = 0
                while !stop.isSet {
                    count += 1
                    try await queue.write { [count] database in
                        var random = Random(seed: UInt64(count))
                        let keys = (0..<40).map { _ in Int.random(in: 0..<lastKey / 2, using: &random) * 2 + 1 }
                        for key in keys.prefix(20) {
                            try database.execute(sql: "DELETE FROM t WHERE id = ?", arguments: [key])
                        }
                        // Inserts sometimes more rows, and sometimes fewer.
                        for key in keys.suffix(count.isMultiple(of: 2) ? 20 : 15) {
                            try database.execute(sql: "INSERT OR IGNORE INTO t VALUES (?, 1)", arguments: [key])
                        }
                        try database.execute(
                            sql: "UPDATE t SET mark = ? WHERE id IN (0, ?)", arguments: [count, lastKey])
                    }
                    try await Task.sleep(for: pause)
                }
                return count
            }
        }

        /// Stops the writer and returns the number of its transactions.
        func finish() async throws -> Int {
            stop.isSet = true
            return try await thread.value
        }
    }

    private final class Flag: Sendable {
        private let flag = Atomic(false)
        var isSet: Bool {
            get { flag.load(ordering: .relaxed) }
            set { flag.store(newValue, ordering: .relaxed) }
        }
    }

    /// Runs the body next to a writer, and then stops the writer.
    private func besideWriter(
        _ journal: Journal, _ body: (any TestClient, SQLiteDatabase) async throws -> Void
    ) async throws {
        let fixture = try Fixture(Self.schema(journal))
        let keptOpen = try fixture.writer()
        let database = try fixture.open()
        var configuration = TableServer.Configuration()
        configuration.maxPageSize = 500
        var server = TableServer(configuration: configuration)
        let table = try await database.makeTable(named: "t")
        server.mount("/", table)
        let watching = Task { await database.watch(every: .milliseconds(100)) }
        defer { watching.cancel() }
        try await server.test(.socket) { client in
            let writer = try Writer(fixture, pause: .milliseconds(5))
            do { try await body(client, database) } catch {
                _ = try await writer.finish()
                throw error
            }
            #expect(try await writer.finish() > 10)
        }
        withExtendedLifetime(keptOpen) {}
    }

    private func check(_ rows: [(id: Int?, mark: Int?)], isWhole: Bool = true, _ source: String) {
        let keys = rows.compactMap(\.id)
        #expect(keys.count == rows.count, "\(source): blank rows")
        #expect(keys == keys.sorted() && Set(keys).count == keys.count, "\(source): rows twice or out of order")
        guard isWhole else { return }
        #expect(keys.count { $0.isMultiple(of: 2) } == Self.lastKey / 2 + 1, "\(source): rows that nobody touched lack")
        #expect(rows.first?.mark == rows.last?.mark, "\(source): rows of several states")
    }

    @Test(arguments: Journal.allCases)
    func wholeTablesAreOfOneState(journal: Journal) async throws {
        try await besideWriter(journal) { client, _ in
            var count = 0
            for round in 0..<30 {
                let path = ["/table.csv", "/table.ndjson?_shape=cells", "/table.csv?id__gte=0"][round % 3]
                guard let answer = try? await client.get(path) else { continue }
                if answer.status == 503 { continue }
                try #require(answer.status == 200, "\(path): \(answer.text)")
                let lines = answer.text.split(whereSeparator: \.isNewline)
                let rows: [(Int?, Int?)] =
                    path.hasPrefix("/table.csv")
                    ? lines.dropFirst().map { line in
                        let fields = line.split(separator: ",", omittingEmptySubsequences: false)
                        return (fields.first.flatMap { Int($0) }, fields.last.flatMap { Int($0) })
                    }
                    : try lines.map { try JSONDecoder().decode(Row.self, from: Data($0.utf8)).values }
                check(rows, path)
                count += 1
            }
            #expect(count > 15)
        }
    }

    @Test(arguments: Journal.allCases)
    func pagesAreOfOneState(journal: Journal) async throws {
        try await besideWriter(journal) { client, _ in
            var bodies: [String: String] = [:]
            var count = 0
            for round in 0..<100 {
                let path = [
                    "/table.json?_size=500", "/table.json?_row=2000&_size=500", "/table.json?_sort_desc=id&_size=50",
                    "/table.json?_row=2900&_size=100",
                ][round % 4]
                let answer = try await client.get(path)
                if answer.status == 503 { continue }
                try #require(answer.status == 200, "\(path): \(answer.text)")
                count += 1
                let page = try JSONDecoder().decode(Page.self, from: Data(answer.text.utf8))
                let rows = page.sections.flatMap(\.rows).map(\.values)
                check(path.contains("desc") ? rows.reversed() : rows, isWhole: false, path)
                if let tag = answer.headers[.eTag] {
                    let known = bodies.updateValue(answer.text, forKey: path + tag)
                    #expect(known == nil || known == answer.text, "\(path): one entity tag, two bodies")
                }
            }
            #expect(count > 15)
        }
    }

    /// The change is found only when the rows are read, after the page was planned.
    @Test func exportHasTheEntityTagOfItsRows() async throws {
        let fixture = try Fixture(Self.schema(.delete))
        var server = TableServer()
        server.mount("/", try await fixture.open().makeTable(named: "t"))
        try await server.test(.socket) { client in
            let before = try await client.get("/table.csv")
            // The export ends its transaction in the background.
            try await fixture.writer(.timeout(60)).write { try $0.execute(sql: "UPDATE t SET mark = 1") }

            let after = try await client.get("/table.csv")
            let again = try await client.get("/table.csv")

            #expect(before.status == 200 && after.status == 200)
            #expect(before.text != after.text && after.text == again.text)
            let tags = [before, after, again].map { $0.headers[.eTag] }
            #expect(tags[0] != nil && tags[0] != tags[1] && tags[1] == tags[2])
        }
    }

    private struct Page: Decodable {
        var sections: [Section]
        struct Section: Decodable { var rows: [Row] }
    }

    private struct Row: Decodable {
        var cell: Cell
        struct Cell: Decodable { var fields: [String: Int?] }
        var values: (Int?, Int?) { (cell.fields["id"] ?? nil, cell.fields["mark"] ?? nil) }
    }
}
