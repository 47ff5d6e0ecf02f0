import CascadingTable
import FoundationEssentials
import GRDB
import Testing

@testable import TableSQLite

/// Tests that random tables, read window by window, contain the rows of one `SELECT`.
@Suite struct WalkTests {
    enum Shape: CaseIterable {
        case rowid, integerKey, textKey, compoundKey, view, grouped, groupedByText
    }

    @Test(arguments: Shape.allCases, 1...4)
    func windowsAreTheRowsInOrder(shape: Shape, seed: Int) async throws {
        var random = Random(seed: UInt64(seed))
        let count = [0, 1, 255, 256, 257, 3_000][Int.random(in: 0..<6, using: &random)] + (seed == 4 ? 1_500 : 0)
        let fixture = try Self.fixture(shape, count: count, random: &random)
        let database = try fixture.open()

        let tableView = try #require(
            try await database.makeTable(
                named: shape == .view ? "v" : "t",
                sectionBy: shape == .grouped ? "n" : shape == .groupedByText ? "s" : nil))
        let rows = try await tableView.allRows { Int.random(in: 1...300, using: &random) }

        let expected = try Self.expected(shape, in: fixture)
        #expect(rows.count == expected.count)
        #expect(rows.map(\.values) == expected)
        #expect(shape == .view || Set(rows.map(\.identifier)).count == rows.count)

        // Any window from any row must have the expected rows, and their identifiers must lead back to them.
        for _ in 0..<20 where count > 0 {
            let (offset, size) = (Int.random(in: 0..<count, using: &random), Int.random(in: 1...40, using: &random))
            let window = try await tableView.loading {
                $0.window(from: $0.indexPath(forRowAtOffset: offset), size: size)
            }
            let part = try await tableView.rows(in: window)
            #expect(part.map(\.values) == Array(expected[window.offset..<window.offset + part.count]))
            for row in [part.first, part.last] {
                let row = try #require(row)
                let found = try await tableView.loading { $0.indexPath(forRowWithIdentifier: row.identifier) }
                #expect(found == row.indexPath)
                #expect(RowKey(text: row.identifier)?.text == row.identifier)
            }
        }
    }

    private static func fixture(_ shape: Shape, count: Int, random: inout Random) throws -> Fixture {
        let schema =
            switch shape {
            case .rowid, .grouped, .groupedByText: "CREATE TABLE t(n, s COLLATE NOCASE, b)"
            case .integerKey: "CREATE TABLE t(n INTEGER PRIMARY KEY, s, b)"
            case .textKey: "CREATE TABLE t(n, s, b PRIMARY KEY) WITHOUT ROWID"
            case .compoundKey: "CREATE TABLE t(n, s COLLATE NOCASE, b, PRIMARY KEY(s, n, b)) WITHOUT ROWID"
            case .view: "CREATE TABLE t(n, s, b); CREATE VIEW v AS SELECT b, s, n FROM t ORDER BY n, s, b, rowid"
            }
        let fixture = try Fixture(schema)
        let isKey = shape == .textKey || shape == .compoundKey
        try fixture.write { database in
            try database.inTransaction {
                for number in 0..<count {
                    let n: DatabaseValue =
                        shape == .integerKey
                        ? Int64(random.next() as UInt64 >> 1).databaseValue
                        : [0.databaseValue, 1.5.databaseValue, "x".databaseValue, isKey ? 9.databaseValue : .null]
                            .randomElement(using: &random) ?? .null
                    let s = ["", "a", "A", "b,c", "~", "é"].randomElement(using: &random)
                    let b: DatabaseValue =
                        number.isMultiple(of: 2) ? number.databaseValue : "\(random.next() as UInt64)".databaseValue
                    try database.execute(sql: "INSERT OR IGNORE INTO t VALUES (?, ?, ?)", arguments: [n, s, b])
                }
                // Makes gaps between the rowids.
                if shape == .rowid { try database.execute(sql: "DELETE FROM t WHERE rowid % 3 = 0") }
                if shape == .rowid, count > 0 {
                    try database.execute(
                        sql: "INSERT INTO t SELECT n, s, b FROM t LIMIT ?", arguments: [count - count * 2 / 3])
                }
                return .commit
            }
            let missing = try count - (Int.fetchOne(database, sql: "SELECT count(*) FROM t") ?? 0)
            for number in 0..<max(missing, 0) {
                try database.execute(sql: "INSERT INTO t VALUES (?, 'z', ?)", arguments: [-1 - number, "m\(number)"])
            }
        }
        return fixture
    }

    private static func expected(_ shape: Shape, in fixture: Fixture) throws -> [[FieldValue]] {
        let sql =
            switch shape {
            case .rowid: "SELECT * FROM t ORDER BY rowid"
            case .integerKey: "SELECT * FROM t ORDER BY n"
            case .textKey: "SELECT * FROM t ORDER BY b"
            case .compoundKey: "SELECT * FROM t ORDER BY s, n, b"
            case .view: "SELECT * FROM v"
            case .grouped: "SELECT * FROM t ORDER BY n, rowid"
            case .groupedByText: "SELECT * FROM t ORDER BY s, rowid"
            }
        return try fixture.writer().read { database in
            try Row.fetchAll(database, sql: sql).map { row in
                row.databaseValues.map { value in
                    switch value.storage {
                    case .null: .null
                    case .int64(let number): .integer(number)
                    case .double(let number): .decimal(number)
                    case .string(let text): .text(text)
                    case .blob(let data): .bytes(Array(data))
                    }
                }
            }
        }
    }
}
