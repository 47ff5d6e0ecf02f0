import CascadingTable
import FoundationEssentials
import GRDB
import TableDatabase
import Testing

@testable import TableSQLite

/// Compares queries to tables and views of every shape with simple SQL.
@TableActor @Suite struct QueryTests {
    enum Shape: CaseIterable {
        /// Rows are read in the order of the query.
        case rowid, indexed, textKey, grouped
        /// Rows keep their places.
        case view, groupedView

        var isGrouped: Bool { self == .grouped || self == .groupedView }
        var isView: Bool { self == .view || self == .groupedView }
        var readsInOrder: Bool { !isView }
    }

    private static let schema = """
        CREATE TABLE t(k TEXT PRIMARY KEY, name TEXT, price REAL, stock INTEGER, fresh BOOLEAN, note,
            tag TEXT COLLATE NOCASE);
        INSERT INTO t VALUES ('a', 'Éclair', 3.5, 4, 1, 7, 'b'), ('b', 'apple', 10, NULL, 0, '7', 'B'),
            ('c', 'Zebra', NULL, 12, NULL, 'x', 'a'), ('d', 'Apple', 10, -3, 1, NULL, NULL),
            ('e', '100 %', 9, 4, 0, 2.5, 'c'), ('f', '', 'n/a', 0, 1, x'00', 'A');
        CREATE VIEW v AS SELECT * FROM t;
        """

    private static let cases: [(TableQuery, String)] = [
        (TableQuery(sort: [.init("name")]), "f e d c b a"),
        (TableQuery(sort: [.init("name", isAscending: false)]), "a b c d e f"),
        (TableQuery(sort: [.init("price")]), "c a e b d f"),
        (TableQuery(sort: [.init("tag"), .init("k")]), "d c f a b e"),
        (TableQuery(sort: [.init("note"), .init("k")]), "d e a b c f"),
        (TableQuery(filters: [.init("name", .exact, "apple")]), "b"),
        (TableQuery(filters: [.init("name", .not, "apple")]), "a c d e f"),
        (TableQuery(filters: [.init("tag", .exact, "A")]), "c f"),
        (TableQuery(filters: [.init("name", .contains, "APP")]), "b d"),
        (TableQuery(filters: [.init("name", .contains, "%")]), "e"),
        (TableQuery(filters: [.init("name", .startswith, "e")]), "a"),
        (TableQuery(filters: [.init("name", .endswith, "AIR")]), "a"),
        (TableQuery(filters: [.init("name", .gt, "apple")]), "a"),
        (TableQuery(filters: [.init("name", .in, "Zebra,100 %,apple")]), "b c e"),
        (TableQuery(filters: [.init("name", .in, #" Zebra , "100 %", ,apple "#)]), "b c e"),
        (TableQuery(filters: [.init("name", .in, #"apple,"""#)]), "b f"),
        (TableQuery(filters: [.init("name", .exact, "100")]), ""),
        // Numbers are compared only with numbers, and texts only with texts.
        (TableQuery(filters: [.init("price", .gt, "9")]), "b d"),
        (TableQuery(filters: [.init("price", .lte, "9")]), "a e"),
        (TableQuery(filters: [.init("price", .gt, "a")]), "f"),
        (TableQuery(filters: [.init("price", .exact, "n/a")]), "f"),
        (TableQuery(filters: [.init("price", .not, "10")]), "a c e f"),
        (TableQuery(filters: [.init("stock", .isnull)]), "b"),
        (TableQuery(filters: [.init("name", .empty)]), "f"), (TableQuery(filters: [.init("stock", .empty)]), ""),
        (TableQuery(filters: [.init("stock", .notnull), .init("stock", .lt, "4")]), "d f"),
        (TableQuery(filters: [.init("stock", .gte, "-3"), .init("stock", .lte, "4.5")]), "a d e f"),
        (TableQuery(filters: [.init("fresh", .exact, "true")]), "a d f"),
        (TableQuery(filters: [.init("fresh", .exact, "0")]), "b e"),
        (TableQuery(filters: [.init("note", .exact, "7")]), "a b"),
        (TableQuery(filters: [.init("note", .contains, "7")]), "a b"),
        (TableQuery(filters: [.init("note", .in, "x,2.5")]), "c e"),
        (TableQuery(filters: [.init("name", .exact, "apple"), .init("stock", .lt, "0")], matchesAny: true), "b d"),
        (
            TableQuery(
                sort: [.init("stock")], filters: [.init("price", .lt, "9"), .init("tag", .exact, "b")],
                matchesAny: true, search: "a"), "b a"
        ),
        (TableQuery(filters: [.init("name", .exact, "apple")], matchesAny: true), "b"),
        (TableQuery(matchesAny: true), "a b c d e f"),
        (TableQuery(search: "eclair"), "a"),
        (TableQuery(search: "APPLE 7"), "b"),
        (TableQuery(search: "nowhere"), ""),
        (TableQuery(search: "' OR 1=1 --"), ""),
        (TableQuery(sort: [.init("stock")], filters: [.init("price", .notnull)], search: "a"), "b d f a"),
    ]

    @Test(arguments: Shape.allCases)
    func `Each query has the rows that it says`(shape: Shape) async throws {
        let fixture = try Fixture(Self.schema)
        let (table, database) = (try await table(shape, in: fixture), try fixture.open())
        for (query, expected) in Self.cases {
            let keys = try await table.keys(of: query)
            let wanted = expected.split(separator: " ").map(String.init)
            #expect(try await database.keys(ofStatementFor: query, to: table).sorted() == wanted.sorted(), "\(query)")
            // Grouped rows are in the order of their groups, so the order of the query is not checked.
            if shape.isGrouped {
                #expect(keys.sorted() == wanted.sorted(), "\(query)")
            } else {
                #expect(keys == wanted, "\(query)")
            }
        }
    }

    @Test(arguments: Shape.allCases, 1...3)
    func `Random queries to random rows are answered as SQL answers them`(shape: Shape, seed: Int) async throws {
        var random = Random(seed: UInt64(seed))
        let texts = ["", "a", "A", "b", "B c", "10", "9", "é", "%", "_x", "'", "\\", "http://a.example/b", "\""]
        let fixture = try Fixture(Self.schema)
        try fixture.write { database in
            try database.execute(sql: "DELETE FROM t")
            for number in 0..<400 {
                func value() -> DatabaseValue {
                    switch Int.random(in: 0..<6, using: &random) {
                    case 0: .null
                    case 1: Int64.random(in: -3...12, using: &random).databaseValue
                    case 2: (Double(Int.random(in: -9...40, using: &random)) / 4).databaseValue
                    case 3: Data([UInt8.random(in: 0...2, using: &random)]).databaseValue
                    default: (texts.randomElement(using: &random) ?? "").databaseValue
                    }
                }
                let fresh = [DatabaseValue.null, 0.databaseValue, 1.databaseValue].randomElement(using: &random)
                try database.execute(
                    sql: "INSERT INTO t VALUES (?, ?, ?, ?, ?, ?, ?)",
                    arguments: ["\(number)", value(), value(), value(), fresh, value(), value()])
            }
        }
        let (table, database) = (try await table(shape, in: fixture), try fixture.open())
        let columns = ["name", "price", "stock", "fresh", "note", "tag"]
        for _ in 0..<60 {
            var query = TableQuery()
            for _ in 0..<Int.random(in: 0...2, using: &random) {
                query.sort.append(
                    .init(columns.randomElement(using: &random) ?? "", isAscending: .random(using: &random)))
            }
            for _ in 0..<Int.random(in: 0...2, using: &random) {
                let column = columns.randomElement(using: &random) ?? ""
                let test =
                    TableQuery.Operator.allCases.filter { !["top", "nottop"].contains($0.rawValue) }.randomElement(
                        using: &random) ?? .exact
                query.filters.append(
                    .init(column, test, (texts + ["1", "2.5"]).randomElement(using: &random) ?? ""))
            }
            let size = Int.random(in: 1...120, using: &random)
            let expected = try fixture.keys(of: query, shape)
            #expect(try await table.keys(of: query, size: size) == expected, "\(query)")
            let keys = try await database.keys(ofStatementFor: query, to: table)
            // Equal rows of a view, and grouped rows, are in an order that the statement does not name.
            if shape.isView || shape.isGrouped {
                #expect(keys.sorted() == expected.sorted(), "\(query)")
            } else {
                #expect(keys == expected, "\(query)")
            }
        }
    }

    @Test(arguments: [Shape.rowid, .indexed, .textKey])
    func `A page has its rows wherever reading begins`(shape: Shape) async throws {
        var random = Random(seed: 7)
        let fixture = try Fixture(Self.schema + Self.manyRows)
        let table = try await table(shape, in: fixture)
        for query in [
            TableQuery(sort: [.init("name")]), TableQuery(sort: [.init("stock", isAscending: false), .init("note")]),
            TableQuery(filters: [.init("stock", .not, "1")]), TableQuery(sort: [.init("k", isAscending: false)]),
        ] {
            let expected = try fixture.keys(of: query, shape)
            let answer = try await table.answer(to: query)
            #expect(answer.numberOfRows == expected.count)
            for _ in 0..<60 {
                let start = Int.random(in: 0..<expected.count, using: &random)
                let size = Int.random(in: 1...150, using: &random)
                let rows = try await answer.rows(in: answer.window(from: [0, start], size: size))
                #expect(rows.map(\.key) == Array(expected.dropFirst(start).prefix(size)))
                guard let row = rows.randomElement(using: &random) else { continue }
                let place = try await answer.loading { $0.indexPath(forRowWithIdentifier: row.identifier) }
                #expect(place == row.indexPath)
            }
        }
    }

    @Test(arguments: ["(id INTEGER PRIMARY KEY, n)", "(id, n, PRIMARY KEY(n, id)) WITHOUT ROWID"])
    func `Rows deep in a table are read after the nearest anchor`(columns: String) async throws {
        let fixture = try Fixture(
            """
            CREATE TABLE t\(columns);
            WITH RECURSIVE n(i) AS (VALUES (1) UNION ALL SELECT i + 1 FROM n WHERE i < 25000)
            INSERT INTO t SELECT i, i % 7 FROM n
            """)
        let table = try await fixture.open().makeTable(named: "t")
        let order = columns.contains("WITHOUT") ? "n, id" : "id"
        let expected = try await fixture.writer().read {
            try Int64.fetchAll($0, sql: "SELECT id FROM t ORDER BY \(order)")
        }
        #expect(table.numberOfRows == expected.count)
        for start in [9_990, 12_345, 24_990, 300, 20_000] {
            let rows = try await table.rows(in: table.window(from: [0, start], size: 100))
            #expect(rows.map { $0.value("id") } == expected.dropFirst(start).prefix(100).map { .integer($0) })
        }
    }

    @Test func `Rows of views are read wherever they are`() async throws {
        for shape in Shape.allCases where !shape.readsInOrder && !shape.isGrouped {
            let fixture = try Fixture(Self.schema + Self.manyRows)
            let table = try await table(shape, in: fixture)
            let all = Dictionary(uniqueKeysWithValues: try await table.allRows().map { ($0.identifier, $0.cell) })
            let sorted = try await table.answer(to: TableQuery(sort: [.init("name")]))
            #expect(sorted.numberOfRows == 2006)
            for row in [0, 700, 1950] {
                let window = sorted.window(from: [0, row], size: 100)
                let rows = try await sorted.rows(in: window)
                #expect(rows.map(\.cell) == rows.map { all[$0.identifier] })
                #expect(sorted.prefetch(rowsAt: window.indexPaths) == nil)
            }
        }
    }

    private static let manyRows =
        "WITH RECURSIVE n(i) AS (VALUES (1) UNION ALL SELECT i + 1 FROM n WHERE i < 2000) "
        + "INSERT INTO t SELECT 'k' || i, 'n' || (i * 7919 % 2003), i % 90, i % 3, NULL, NULL, NULL FROM n;"

    @Test(arguments: [Shape.rowid, .view])
    func `A query that takes too long is refused`(shape: Shape) async throws {
        let fixture = try Fixture(
            Self.schema + "WITH RECURSIVE n(i) AS (VALUES (1) UNION ALL SELECT i + 1 FROM n WHERE i < 20000) "
                + "INSERT INTO t SELECT 'k' || i, i, i, i, NULL, NULL, NULL FROM n")
        let database = try fixture.open { $0.queryTimeout = shape == .view ? .milliseconds(20) : .microseconds(1) }
        var opened: TableView?
        // On a busy machine, the first rows of a view can take as long as the search.
        for _ in 0..<100 where opened == nil {
            opened = try? await database.makeTable(named: shape == .view ? "v" : "t")
        }
        let table = try #require(opened)
        await #expect { try await table.keys(of: TableQuery(search: "n")) } throws: {
            ($0 as? TableViewError)?.code == .busy
        }
    }

    /// Values that differ from their texts: Boolean values, infinities, and texts with commas in a list.
    @Test(arguments: ["t", "v"])
    func `Values are found as exports and pages show them`(name: String) async throws {
        let fixture = try Fixture(
            """
            CREATE TABLE t(k TEXT PRIMARY KEY, active BOOLEAN, n REAL, name TEXT, free);
            INSERT INTO t VALUES ('a', 'true', 9e999, 'Doe, Ann', 9e999), ('b', 'false', -9e999, 'Roe, "B"', 'Infinity'),
                ('c', 1, 1.5, 'Eve', 1), ('d', 0, NULL, '5" x', NULL), ('e', 'TRUE', 'inf', '"', '-inf');
            CREATE VIEW v AS SELECT * FROM t
            """)
        let table = try await fixture.open().makeTable(named: name)
        for (column, test, value, expected) in [
            ("active", .exact, "true", "a c"), ("active", .exact, "false", "b d"), ("active", .in, "true,0", "a c d"),
            ("active", .not, "true", "b d e"), ("active", .exact, "1", "c"), ("active", .exact, "TRUE", "c e"),
            ("n", .exact, "Infinity", "a"), ("n", .exact, "inf", "a e"), ("n", .exact, "-Infinity", "b"),
            ("n", .exact, "∞", "a"), ("n", .exact, "−∞", "b"), ("n", .exact, "-inf", "b"),
            ("n", .lt, "Infinity", "b c"),
            ("n", .gte, "-Infinity", "a b c"), ("n", .in, "-inf, 1.5", "b c"), ("n", .not, "Infinity", "b c d e"),
            ("free", .exact, "Infinity", "a b"), ("free", .in, "-inf,1", "c e"), ("n", .exact, "1e999", "a"),
            ("name", .in, #""Doe, Ann", "Roe, ""B""""#, "a b"), ("name", .in, #"5" x,Eve"#, "c d"),
            ("name", .in, #""Doe, Ann"#, ""), ("name", .in, #"",Eve"#, "c e"), ("name", .in, #""Eve"x,Eve"#, "c"),
        ] as [(String, TableQuery.Operator, String, String)] {
            let keys = try await table.keys(of: TableQuery(filters: [.init(column, test, value)]))
            #expect(keys.joined(separator: " ") == expected, "\(column) \(test) \(value)")
        }
    }

    @Test(arguments: ["t", "v"])
    func `A text that is compared with numbers only is told`(name: String) async throws {
        let fixture = try Fixture(
            """
            CREATE TABLE t(k TEXT PRIMARY KEY, n INTEGER, mixed REAL, free, name TEXT, active BOOLEAN, none INTEGER);
            INSERT INTO t VALUES ('a', 24874500, 1.5, 7, '7', 1, NULL), ('b', -1, 'NA', 2.5, 'x', 0, NULL),
                ('c', NULL, NULL, NULL, NULL, NULL, NULL);
            CREATE VIEW v AS SELECT * FROM t
            """)
        let table = try await fixture.open().makeTable(named: name)
        for (column, test, value) in [
            ("n", .gt, "10,000,000"), ("n", .exact, "abc"), ("free", .exact, "52,5"), ("n", .in, "a, b"),
            ("n", .contains, "24,8"), ("free", .lte, "x"),
        ] as [(String, TableQuery.Operator, String)] {
            let query = TableQuery(filters: [.init(column, test, value)])
            await #expect("\(column) \(test) \(value)") { try await table.keys(of: query) } throws: {
                ($0 as? TableViewError)?.code == .notQueryable
            }
        }
        for (column, test, value, expected) in [
            ("mixed", .exact, "NA", "b"), ("mixed", .exact, "abc", ""), ("mixed", .gt, "A", "b"), ("n", .exact, "", ""),
            ("name", .gt, "x,", ""), ("active", .exact, "maybe", ""), ("none", .exact, "abc", ""),
            ("n", .not, "abc", "a b c"),
            ("n", .in, "abc, -1", "b"), ("n", .exact, "−1", "b"), ("n", .contains, "e", ""),
        ] as [(String, TableQuery.Operator, String, String)] {
            let keys = try await table.keys(of: TableQuery(filters: [.init(column, test, value)]))
            #expect(keys.joined(separator: " ") == expected, "\(column) \(test) \(value)")
        }
    }

    @Test func `Names of columns are quoted, whatever they are`() async throws {
        let name = #"a"b'; DROP TABLE t; --"#
        let fixture = try Fixture(
            "CREATE TABLE t(\(QuotedIdentifier.quoted(name)), \"\", k); INSERT INTO t VALUES (2, 'x', 'a'), (1, 'y', 'b')"
        )
        let table = try await fixture.open().makeTable(named: "t")
        #expect(try await table.keys(of: TableQuery(sort: [.init(name)])) == ["b", "a"])
        #expect(try await table.keys(of: TableQuery(filters: [.init("", .exact, "y")])) == ["b"])
    }

    /// A change of the file changes the answers. No answer mixes two states.
    @Test func `An answer is of the state that the table shows`() async throws {
        let fixture = try Fixture(Self.schema)
        let table = try await table(.rowid, in: fixture)
        let query = TableQuery(filters: [.init("fresh", .exact, "1")])
        #expect(try await table.keys(of: query) == ["a", "d", "f"])
        let old = try await table.answer(to: query)
        try fixture.write("INSERT INTO t(k, fresh) VALUES ('g', 1)")
        let revision = table.revision
        #expect(try await old.allRows().map(\.key) == ["a", "d", "f"])
        #expect(try await table.keys(of: query) == ["a", "d", "f"])
        // Rows that are not in memory are read in the file's current state, which the table and its answers then show.
        _ = try await table.allRows()
        #expect(table.revision > revision)
        #expect(old.revision == table.revision)
        #expect(try await table.keys(of: query) == ["a", "d", "f", "g"])
    }

    private func table(_ shape: Shape, in fixture: Fixture) async throws -> TableView {
        switch shape {
        case .indexed:
            try fixture.write(
                """
                CREATE INDEX i1 ON t(name); CREATE INDEX i2 ON t(price, stock); CREATE INDEX i3 ON t(note);
                CREATE INDEX i4 ON t(stock DESC, name); CREATE INDEX i5 ON t(tag); CREATE INDEX i6 ON t(fresh)
                """)
        case .textKey:
            try fixture.write(
                """
                ALTER TABLE t RENAME TO o; DROP VIEW v;
                CREATE TABLE t(k TEXT PRIMARY KEY, name TEXT, price REAL, stock INTEGER, fresh BOOLEAN, note,
                    tag TEXT COLLATE NOCASE) WITHOUT ROWID;
                INSERT INTO t SELECT * FROM o
                """)
        case .rowid, .view, .grouped, .groupedView: break
        }
        return try await fixture.open().makeTable(
            named: shape.isView ? "v" : "t", sectionBy: shape.isGrouped ? "stock" : nil)
    }
}

extension Fixture {
    /// Returns the keys of the rows that match a query, selected by SQL.
    fileprivate func keys(of query: TableQuery, _ shape: QueryTests.Shape) throws -> [String] {
        let conditions = query.filters.map { filter in
            let column = filter.column
            let isText = ["name", "tag"].contains(column)
            let text = "'\(filter.value.replacing("'", with: "''"))'"
            func equal(_ value: Substring) -> String {
                let text = "'\(value.replacing("'", with: "''"))'"
                guard !isText, let number = Double(value) else { return "ifnull(\(column) = \(text), 0)" }
                return column == "note"
                    ? "ifnull(note = \(number) OR note = \(text), 0)" : "ifnull(\(column) = \(number), 0)"
            }
            func compare(_ sign: String, _ value: String) -> String {
                (isText ? nil : Double(value)).map {
                    "typeof(\(column)) IN ('integer', 'real') AND \(column) \(sign) \($0)"
                }
                    ?? "typeof(\(column)) = 'text' AND \(column) \(sign) '\(value.replacing("'", with: "''"))'"
            }
            let plain = "CASE WHEN typeof(\(column)) <> 'blob' THEN lower(CAST(\(column) AS TEXT)) END"
            let needle = "lower(\(text))"
            let condition =
                switch filter.operator.test {
                case .equals(isList: false): equal(filter.value[...])
                case .equals(isList: true):
                    filter.value.isEmpty ? "0" : filter.value.split(separator: ",").map(equal).joined(separator: " OR ")
                case .compares(let comparison): compare(comparison.rawValue, filter.value)
                case .isInRange(let test):
                    filter.range.map { low, high in
                        "\(compare(">=", low)) AND \(compare(test == .values ? "<=" : "<", high))"
                    } ?? "0"
                case .isNull: "\(column) IS NULL"
                case .isEmpty: "ifnull(\(column) = '', 0)"
                case .isAmongFirst: "1"
                // Searches ignore accents.
                case .text(.contains): "instr(replace(\(plain), 'é', 'e'), replace(\(needle), 'é', 'e'))"
                case .text(.startswith): "instr(replace(\(plain), 'é', 'e'), replace(\(needle), 'é', 'e')) = 1"
                case .text(.endswith):
                    "substr(replace(\(plain), 'é', 'e'), -length(\(text))) = replace(\(needle), 'é', 'e') OR (\(text) = '' AND \(plain) IS NOT NULL)"
                }
            return filter.operator.isNegated ? "NOT ifnull((\(condition)), 0)" : condition
        }
        var order = query.sort.map { $0.isAscending ? $0.column : "\($0.column) DESC" }
        if shape.isGrouped { order.insert("stock", at: 0) }
        // A column that is named twice counts once.
        let last = query.sort.indices.last { index in
            query.sort.firstIndex { $0.column == query.sort[index].column } == index
        }
        var isReversed = shape.readsInOrder && last.map { query.sort[$0].isAscending } == false
        // The remaining columns of the indexes (price, stock) and (stock DESC, name).
        let column = query.sort.first?.column
        if shape == .indexed, query.sort.allSatisfy({ $0.column == column }), let key = query.sort.first {
            if key.column == "price" { order.append(key.isAscending ? "stock" : "stock DESC") }
            if key.column == "stock" { order.append(key.isAscending ? "name DESC" : "name") }
            isReversed = key.column == "stock" ? key.isAscending : !key.isAscending
        }
        order.append(shape == .textKey ? "k" : "rowid")
        if isReversed { order[order.count - 1] += " DESC" }
        var sql = "SELECT k FROM t"
        if !conditions.isEmpty { sql += " WHERE " + conditions.map { "(\($0))" }.joined(separator: " AND ") }
        sql += " ORDER BY " + order.joined(separator: ", ")
        return try writer().read { try String.fetchAll($0, sql: sql) }
    }
}

extension ShownRow {
    /// The row's value of `k`.
    fileprivate var key: String {
        if case .text(let text)? = value("k") { text } else { "" }
    }
}

extension TableView {
    /// Returns the keys of the rows that match a query, in order.
    fileprivate func keys(of query: TableQuery, size: Int = 100) async throws -> [String] {
        try await rows(matching: query, size: size).map(\.key)
    }
}

extension SQLiteDatabase {
    /// Returns the keys of the rows that the statement of a query selects.
    @TableActor
    fileprivate func keys(ofStatementFor query: TableQuery, to table: TableView) async throws -> [String] {
        let rows = query.isEmpty ? table : try await table.loading { try $0.table(answering: query) }
        let sql = try #require(rows.hosting.statement?())
        let answer = try await makeTable(answering: StatementRequest(["sql": sql], .sqlite))
        return try await answer.allRows().map(\.key)
    }
}
