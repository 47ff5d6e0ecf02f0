import CascadingTable
import FoundationEssentials
import GRDB
import Testing

@testable import TableSQLite

/// The same queries to a database and to a table of its cells in memory.
@TableActor @Suite struct QueryTests {
    enum Shape: CaseIterable {
        case rowid, textKey, view, grouped, groupedView
    }

    private static let schema = """
        CREATE TABLE t(k TEXT PRIMARY KEY, name TEXT, price REAL, stock INTEGER, fresh BOOLEAN, note);
        INSERT INTO t VALUES ('a', 'Éclair', 3.5, 4, 1, 7), ('b', 'apple', 10, NULL, 0, '7'), ('c', 'Zebra', NULL, 12, NULL, 'x'),
            ('d', 'Apple', 10, -3, 1, NULL), ('e', '100 %', 9, 4, 0, 2.5), ('f', '', 'n/a', 0, 1, x'00');
        CREATE VIEW v AS SELECT * FROM t;
        CREATE INDEX i ON t(name, price, stock);
        """

    private static let cases: [(TableQuery, [Int32])] = [
        (TableQuery(sort: [.init("name")]), [5, 4, 1, 3, 2, 0]),
        (TableQuery(sort: [.init("name", isAscending: false)]), [0, 2, 1, 3, 4, 5]),
        (TableQuery(sort: [.init("price")]), [2, 0, 4, 1, 3, 5]),
        (TableQuery(sort: [.init("price", isAscending: false), .init("stock")]), [5, 1, 3, 4, 0, 2]),
        (TableQuery(sort: [.init("note")]), [3, 4, 0, 1, 2, 5]),
        (TableQuery(filters: [.init("name", .exact, "apple")]), [1]),
        (TableQuery(filters: [.init("name", .not, "apple")]), [0, 2, 3, 4, 5]),
        (TableQuery(filters: [.init("name", .contains, "APP")]), [1, 3]),
        (TableQuery(filters: [.init("name", .contains, "%")]), [4]),
        (TableQuery(filters: [.init("name", .startswith, "e")]), [0]),
        (TableQuery(filters: [.init("name", .endswith, "AIR")]), [0]),
        (TableQuery(filters: [.init("name", .gt, "apple")]), [0, 2]),
        (TableQuery(filters: [.init("name", .in, "Zebra,100 %,apple")]), [1, 2, 4]),
        (TableQuery(filters: [.init("price", .gt, "9")]), [1, 3, 5]),
        (TableQuery(filters: [.init("price", .lte, "9")]), [0, 4]),
        (TableQuery(filters: [.init("price", .exact, "n/a")]), [5]),
        (TableQuery(filters: [.init("price", .not, "10")]), [0, 2, 4, 5]),
        (TableQuery(filters: [.init("stock", .isnull)]), [1]),
        (TableQuery(filters: [.init("stock", .notnull), .init("stock", .lt, "4")]), [3, 5]),
        (TableQuery(filters: [.init("stock", .gte, "-3"), .init("stock", .lte, "4.5")]), [0, 3, 4, 5]),
        (TableQuery(filters: [.init("fresh", .exact, "true")]), [0, 3, 5]),
        (TableQuery(filters: [.init("fresh", .exact, "0")]), [1, 4]),
        (TableQuery(filters: [.init("note", .exact, "7")]), [0, 1]),
        (TableQuery(filters: [.init("note", .contains, "7")]), [0, 1]),
        (TableQuery(filters: [.init("note", .in, "x,2.5")]), [2, 4]),
        (TableQuery(search: "eclair"), [0]),
        (TableQuery(search: "APPLE 7"), [1]),
        (TableQuery(search: "nowhere"), []),
        (TableQuery(search: "' OR 1=1 --"), []),
        (TableQuery(sort: [.init("stock")], filters: [.init("price", .notnull)], search: "a"), [1, 3, 5, 0]),
    ]

    @Test(arguments: Shape.allCases)
    func `Every case is answered alike by the database and in memory`(shape: Shape) async throws {
        let table = try await table(shape, in: Fixture(Self.schema))
        let memory = try await Self.memory(of: table)
        for (query, expected) in Self.cases {
            let places = try await table.places(query)
            #expect(try await memory.places(query) == places, "\(query)")
            if shape == .rowid || shape == .textKey {
                #expect(places == (expected.isEmpty ? [] : [expected]), "\(query)")
            }
        }
    }

    @Test(arguments: Shape.allCases, 1...3)
    func `Random queries to random rows are answered alike`(shape: Shape, seed: Int) async throws {
        var random = Random(seed: UInt64(seed))
        let texts = ["", "a", "A", "b", "B c", "10", "9", "é", "e", "%", "_x", "'", "\\", "http://a.example/b", "\""]
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
                    sql: "INSERT INTO t VALUES (?, ?, ?, ?, ?, ?)",
                    arguments: ["\(number)", value(), value(), value(), fresh, value()])
            }
        }
        let table = try await table(shape, in: fixture)
        let memory = try await Self.memory(of: table)
        let columns = ["name", "price", "stock", "fresh", "note"]
        for _ in 0..<60 {
            var query = TableQuery()
            for _ in 0..<Int.random(in: 0...2, using: &random) {
                query.sort.append(
                    .init(columns.randomElement(using: &random) ?? "", isAscending: .random(using: &random)))
            }
            for _ in 0..<Int.random(in: 0...2, using: &random) {
                let column = columns.randomElement(using: &random) ?? ""
                var test = TableQuery.Operator.allCases.randomElement(using: &random) ?? .exact
                // Decimals in text are written otherwise, and truth values by words.
                if column == "fresh", [.contains, .startswith, .endswith].contains(test) { test = .exact }
                query.filters.append(
                    .init(column, test, (texts + ["1", "2.5", "true"]).randomElement(using: &random) ?? ""))
            }
            if Int.random(in: 0..<3, using: &random) == 0 { query.search = texts.randomElement(using: &random) }
            #expect(try await memory.places(query) == table.places(query), "\(query)")
        }
    }

    @Test func `Arranged rows are read wherever they are`() async throws {
        for shape in Shape.allCases {
            let fixture = try Fixture(
                Self.schema
                    + "WITH RECURSIVE n(i) AS (VALUES (1) UNION ALL SELECT i + 1 FROM n WHERE i < 2000) "
                    + "INSERT INTO t SELECT 'k' || i, 'n' || (i * 7919 % 2003), i % 90, i % 3, NULL, NULL FROM n")
            let table = try await table(shape, in: fixture)
            let all = Dictionary(uniqueKeysWithValues: try await table.allRows().map { ($0.indexPath, $0) })
            let arrangement = try await table.loadArrangement(for: TableQuery(sort: [.init("name")]))
            #expect(arrangement.count == 2006)
            for offset in [0, 700, 1950] {
                let window = arrangement.window(fromOffset: offset, size: 100)
                let rows = try await table.rows(in: window)
                #expect(rows == window.indexPaths.compactMap { all[$0] })
                #expect(table.prefetch(rowsAt: window.indexPaths) == nil)
            }
        }
    }

    @Test func `A query that takes too long is refused`() async throws {
        let database = try Fixture(
            Self.schema + "WITH RECURSIVE n(i) AS (VALUES (1) UNION ALL SELECT i + 1 FROM n WHERE i < 20000) "
                + "INSERT INTO t SELECT 'k' || i, i, i, i, NULL, NULL FROM n"
        ).open { $0.queryTimeout = .microseconds(1) }
        let table = try #require(try await database.makeTable(named: "t"))
        await #expect { try await table.loadArrangement(for: TableQuery(sort: [.init("name")])) } throws: {
            ($0 as? TableViewError)?.code == .busy
        }
    }

    @Test func `Names of columns are quoted, whatever they are`() async throws {
        let name = #"a"b'; DROP TABLE t; --"#
        let fixture = try Fixture(
            "CREATE TABLE t(\(Identifier.quoted(name)), \"\"); INSERT INTO t VALUES (2, 'x'), (1, 'y')")
        let table = try #require(try await fixture.open().makeTable(named: "t"))
        #expect(try await table.places(TableQuery(sort: [.init(name)])) == [[1, 0]])
        #expect(try await table.places(TableQuery(filters: [.init("", .exact, "y")])) == [[1]])
    }

    private func table(_ shape: Shape, in fixture: Fixture) async throws -> TableView {
        if shape == .textKey {
            try fixture.write(
                "ALTER TABLE t RENAME TO o; DROP VIEW v; CREATE TABLE t(k TEXT PRIMARY KEY, name TEXT, price REAL, stock INTEGER, fresh BOOLEAN, note) WITHOUT ROWID; INSERT INTO t SELECT * FROM o"
            )
        }
        let isView = shape == .view || shape == .groupedView
        let table = try await fixture.open().makeTable(
            named: isView ? "v" : "t", sectionBy: shape == .grouped || shape == .groupedView ? "stock" : nil)
        return try #require(table)
    }

    /// The same cells, at the same places.
    private static func memory(of table: TableView) async throws -> TableView {
        let rows = try await table.allRows()
        let cells = (0..<table.numberOfSections).map { section in
            rows.filter { $0.indexPath.section == section }.map(\.cell)
        }
        let memory = TableView(dataSource: Cells(cells, columns: table.columns))
        memory.queryOptions = .all
        return memory
    }
}

private final class Cells: TableViewDataSource {
    private let cells: [[TableViewCell]]
    private let columns: [TableViewColumn]

    init(_ cells: [[TableViewCell]], columns: [TableViewColumn]) {
        self.cells = cells
        self.columns = columns
    }

    func numberOfSections(in tableView: TableView) -> Int { cells.count }
    func tableView(_ tableView: TableView, numberOfRowsInSection section: Int) -> Int { cells[section].count }
    func tableView(_ tableView: TableView, cellForRowAt indexPath: IndexPath) -> TableViewCell {
        cells[indexPath.section][indexPath.row]
    }
    func columns(in tableView: TableView) -> [TableViewColumn] { columns }
}

extension TableView {
    /// The places of the rows of each section.
    func places(_ query: TableQuery) async throws -> [[Int32]] {
        guard !query.isEmpty else { return [] }
        let arrangement = try await loadArrangement(for: query)
        return arrangement.sections.map(\.rows)
    }
}
