import FoundationEssentials
import GRDB
import TableDatabase
import TestSupport
import Testing

@testable import CascadingTable

/// Compares queries as SQL with queries of the same rows in memory.
@Suite struct QuerySQLTests {
    private static let columns = [
        SQLColumn("id", .number, isNullable: false), SQLColumn("name", .caselessText), SQLColumn("city"),
        SQLColumn("total", .fixedPoint(2)), SQLColumn("weight", .number), SQLColumn("is open", .boolean),
        SQLColumn("day", .day), SQLColumn("placed", .timestamp), SQLColumn("sent", .iso8601),
        SQLColumn("seen", .unixTime), SQLColumn("quoted \"name\"", expression: "t.\"city\" || ''"),
    ]
    private static let texts = [
        "", "a", "A", "b", "Bc", "10", "9", "%", "_x", "a_b", "'", "\\", "\"", "a\0b", "😀", "ж", "a%",
    ]
    private static let operands =
        texts + [
            "zq'); DROP TABLE t; --", "1e400", "-1e400", "99999999999999999999", "9223372036854775807",
            "-9223372036854775808", "∞", "-inf", "nan", "0.29", "12.345", "−3", "true", "FALSE", "0", "1", "2",
            "2026-01-31", "2026-01-31T12:00:00Z", "2026-02-30", "9999-12-31", "0001-01-01", "2026-01", "T", "a, b, 10",
            "\"a\", 0.29, true, 2026-01-31", "?", "$1", String(repeating: "9", count: 400),
        ]
    private static let dates: [Double] = [
        1_769_817_600, 1_769_860_800, 1_769_904_000, 1_769_903_999, 0, -86_400, 253_402_214_400, -8_520_336_000,
    ]

    /// A row as the database stores it, and as a table in memory shows it.
    private struct Row {
        var values: [DatabaseValue]
        var cell: TableViewCell
    }

    private static func rows(
        _ count: Int, _ random: inout SeededRandomNumberGenerator, _ texts: [String] = texts
    ) -> [Row] {
        (0..<count).map { id in
            func optional<Value>(_ value: Value) -> Value? { Int.random(in: 0..<6, using: &random) == 0 ? nil : value }
            let name = optional(texts.randomElement(using: &random) ?? "")
            let city = optional((texts.randomElement(using: &random) ?? "").lowercased())
            let cents = optional([0, 29, 28, -300, 1234, 100_000].randomElement(using: &random) ?? 0)
            let weight = optional([0, 0.5, -3, 10, 9, 1e20, .infinity].randomElement(using: &random) ?? 0)
            let isOpen = optional(Bool.random(using: &random))
            let date = optional(Date(timeIntervalSince1970: dates.randomElement(using: &random) ?? 0))
            let text = date?.formatted(.iso8601)
            let day = text.flatMap { try? Date($0.prefix(10) + "T00:00:00Z", strategy: .iso8601) }
            // GRDB ends texts at a NUL.
            func bytes(_ text: String?) -> DatabaseValue { text.map { Data($0.utf8) }.databaseValue }
            let city2: FieldValue = city.map { .text($0) } ?? .null
            func value(_ date: Date?) -> FieldValue { date.map { .date($0, precision: .second) } ?? .null }
            return Row(
                values: [
                    id.databaseValue, bytes(name), bytes(city), cents.databaseValue, weight.databaseValue,
                    isOpen.databaseValue, text.map { String($0.prefix(10)) }.databaseValue,
                    text.map { "\($0.prefix(10)) \($0.dropFirst(11).prefix(8)).000" }.databaseValue,
                    text.databaseValue, date.map { Int($0.timeIntervalSince1970) }.databaseValue,
                ],
                cell: TableViewCell(
                    style: .columns,
                    fields: [
                        Field("id", .integer(Int64(id))), Field("name", name.map { .text($0) } ?? .null),
                        Field("city", city2), Field("total", cents.map { .decimal(Double($0) / 100) } ?? .null),
                        Field("weight", weight.map { .decimal($0) } ?? .null),
                        Field("is open", isOpen.map { .boolean($0) } ?? .null),
                        Field("day", day.map { .date($0, precision: .day) } ?? .null), Field("placed", value(date)),
                        Field("sent", value(date)), Field("seen", value(date)), Field("quoted \"name\"", city2),
                    ]))
        }
    }

    /// Returns a filter. Texts of most columns are compared by bytes, and texts in memory in lowercase.
    private static func filter(_ column: String, _ how: TableQuery.Operator, _ operand: String) -> TableQuery.Filter {
        let isByBytes = [.gt, .gte, .lt, .lte].contains(how) && (column == "city" || column.contains("quoted"))
        return TableQuery.Filter(column, how, isByBytes ? operand.lowercased() : operand)
    }

    private static func query(_ random: inout SeededRandomNumberGenerator) -> TableQuery {
        func column() -> String { columns.randomElement(using: &random)?.name ?? "" }
        func operand() -> String { operands.randomElement(using: &random) ?? "" }
        let filters = (0..<Int.random(in: 0...3, using: &random)).map { _ in
            var filter = filter(
                column(), TableQuery.Operator.allCases.dropLast(2).randomElement(using: &random) ?? .exact, operand())
            filter.isAlternative = Bool.random(using: &random)
            return filter
        }
        let sort = (0..<Int.random(in: 0...2, using: &random)).map { _ in
            TableQuery.SortKey(column(), isAscending: Bool.random(using: &random))
        }
        return TableQuery(
            sort: sort, filters: filters, matchesAny: Bool.random(using: &random),
            search: Int.random(in: 0..<4, using: &random) == 0 ? operand() : nil)
    }

    /// Returns the identifiers of the rows of a query, as a table in memory finds and sorts them.
    private static func expected(_ query: TableQuery, _ rows: [Row]) -> [Int] {
        var matcher = RowMatcher(query, columns: columns.map { TableViewColumn($0.name) })
        var found: [(id: Int, keys: [SortValue])] = []
        for (id, row) in rows.enumerated() where matcher.matches(row.cell) {
            found.append((id, matcher.keys(of: row.cell)))
        }
        let isAscending = query.sort.last?.isAscending ?? true
        return found.sorted { one, other in
            matcher.precedes(one.keys, other.keys) ?? (isAscending ? one.id < other.id : one.id > other.id)
        }
        .map(\.id)
    }

    private static func ids(_ sql: SQLQuery, limit: Int = -1, in database: Database) throws -> [Int] {
        try Int.fetchAll(
            database, sql: "SELECT id FROM t WHERE \(sql.condition) ORDER BY \(sql.order) LIMIT \(limit)",
            arguments: StatementArguments(sql.arguments.map(\.databaseValue)))
    }

    private static func makeTable(_ rows: [Row]) throws -> DatabaseQueue {
        let queue = try DatabaseQueue()
        try queue.write { database in
            try database.execute(
                sql: """
                    CREATE TABLE t(id INTEGER PRIMARY KEY, name TEXT, city TEXT, total INTEGER, weight REAL,
                        "is open" BOOLEAN, day TEXT, placed TEXT, sent TEXT, seen INTEGER)
                    """)
            for row in rows {
                try database.execute(
                    sql: "INSERT INTO t VALUES (?,CAST(? AS TEXT),CAST(? AS TEXT),?,?,?,?,?,?,?)",
                    arguments: StatementArguments(row.values))
            }
        }
        return queue
    }

    @Test(arguments: 1...4)
    func `A query as SQL finds and sorts the rows that a table in memory does`(seed: Int) throws {
        var random = SeededRandomNumberGenerator(seed: UInt64(seed))
        let rows = Self.rows(30, &random)
        try Self.makeTable(rows).read { database in
            for _ in 0..<80 {
                let query = Self.query(&random)
                let sql = try query.sql(columns: Self.columns, key: ["id"])
                #expect(try Self.ids(sql, in: database) == Self.expected(query, rows), "\(query) \(sql)")
                #expect(!sql.condition.contains("zq"))
            }
        }
    }

    @Test func `Each operator takes each operand for each column`() throws {
        var random = SeededRandomNumberGenerator(seed: 9)
        let rows = Self.rows(5, &random)
        try Self.makeTable(rows).read { database in
            for column in Self.columns {
                for how in TableQuery.Operator.allCases.dropLast(2) {
                    for operand in Self.operands {
                        let query = TableQuery(filters: [Self.filter(column.name, how, operand)])
                        let sql = try query.sql(columns: Self.columns, key: ["id"])
                        #expect(
                            try Self.ids(sql, in: database) == Self.expected(query, rows),
                            "\(column.name) \(how) \(operand)")
                    }
                }
            }
        }
    }

    @Test(arguments: 1...3)
    func `Pages after and before a position have each row once`(seed: Int) throws {
        var random = SeededRandomNumberGenerator(seed: UInt64(seed))
        // GRDB reads a text up to its first NUL, and could not tell the position of such a row.
        let rows = Self.rows(24, &random, Self.texts.filter { !$0.utf8.contains(0) })
        try Self.makeTable(rows).read { database in
            for _ in 0..<20 {
                let query = Self.query(&random)
                let whole = try query.sql(columns: Self.columns, key: ["id"])
                let all = try Self.ids(whole, in: database)
                for isReversed in [false, true] {
                    var read: [Int] = []
                    while true {
                        var page = whole
                        if isReversed { page.reverse() }
                        if let last = read.last {
                            let position = try GRDB.Row.fetchOne(
                                database,
                                sql: "SELECT \(page.sortExpressions.joined(separator: ", ")) FROM t WHERE id = \(last)")
                            page.start(after: try #require(position).databaseValues.map { SQLValue($0) })
                        }
                        let ids = try Self.ids(page, limit: 7, in: database)
                        read += ids
                        if ids.count < 7 || read.count > all.count { break }
                    }
                    #expect(read == (isReversed ? all.reversed() : all), "\(query)")
                }
            }
        }
    }

    @Test func `A page far down is found by an index`() throws {
        let queue = try DatabaseQueue()
        try queue.write {
            try $0.execute(
                sql: "CREATE TABLE t(id INTEGER PRIMARY KEY, total INTEGER NOT NULL); CREATE INDEX i ON t(total)")
        }
        let columns = [
            SQLColumn("id", .number, isNullable: false), SQLColumn("total", .fixedPoint(2), isNullable: false),
        ]
        for isAscending in [true, false] {
            let query = TableQuery(sort: [.init("total", isAscending: isAscending)])
            var sql = try query.sql(columns: columns, key: ["id"])
            sql.start(after: [.integer(5), .integer(7)])
            let plan = try queue.read {
                try GRDB.Row.fetchAll(
                    $0, sql: "EXPLAIN QUERY PLAN SELECT * FROM t WHERE \(sql.condition) ORDER BY \(sql.order)",
                    arguments: StatementArguments(sql.arguments.map(\.databaseValue))
                )
                .map { $0["detail"] as String }
            }
            #expect(plan.count == 1 && plan[0].hasPrefix("SEARCH t USING"), "\(plan)")
        }
    }

    @Test func `An unknown column is told, with the known ones`() {
        let query = TableQuery(filters: [.init("owner", .exact, "8")])
        #expect {
            try query.sql(columns: [SQLColumn("id", .number), SQLColumn("total")])
        } throws: {
            ($0 as? TableViewError)?.code == .noSuchColumn && "\($0)".contains("id, total")
        }
    }

    @Test func `PostgreSQL numbers its arguments after those of the caller`() throws {
        let query = TableQuery(
            sort: [.init("total", isAscending: false)],
            filters: [
                .init("total", .gte, "2.5"), .init("name", .contains, "50%"), .init("seen", .exact, "2026-01-31"),
            ])
        var sql = try query.sql(
            columns: [
                SQLColumn("id", .number, isNullable: false), SQLColumn("total", .fixedPoint(2)), SQLColumn("name"),
                SQLColumn("seen", .timestamp),
            ], key: ["id"], dialect: .postgreSQL, argumentsBefore: 1)
        sql.start(after: [.integer(3), .integer(9)])
        #expect(
            sql.condition == """
                (("total" >= $2::bigint AND ("name"::text ILIKE $3) AND ("seen" >= $4::timestamptz AND "seen" < \
                $5::timestamptz)) AND "total" <= $6::bigint AND ("total" < $7::bigint OR "total" = $8::bigint AND "id" < $9::bigint))
                """)
        #expect(sql.order == "\"total\" DESC, \"id\" DESC")
        #expect(
            sql.arguments.map(\.string) == [
                "250", "%50\\%%", "2026-01-31T00:00:00Z", "2026-02-01T00:00:00Z", "3", "3", "3", "9",
            ])
    }
}

extension SQLValue {
    fileprivate var databaseValue: DatabaseValue {
        switch self {
        case .null: .null
        case .integer(let number): number.databaseValue
        case .real(let number): number.databaseValue
        case .text: (string ?? "").databaseValue
        case .blob(let bytes): Data(bytes).databaseValue
        }
    }

    fileprivate init(_ value: DatabaseValue) {
        switch value.storage {
        case .null: self = .null
        case .int64(let number): self = .integer(number)
        case .double(let number): self = .real(number)
        case .string(let text): self = .init(text)
        case .blob(let data): self = .blob(Array(data))
        }
    }
}
