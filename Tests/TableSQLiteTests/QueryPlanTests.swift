import CascadingTable
import GRDB
import HTTPTypes
import TableDatabase
import TableServer
import TableTesting
import Testing

@testable import TableSQLite

/// Tests that SQLite reads the rows of any page by an index, if there is one.
@Suite struct QueryPlanTests {
    private static let schema = """
        CREATE TABLE t(id INTEGER PRIMARY KEY, station TEXT, value REAL, stock INTEGER, note);
        CREATE INDEX by_station ON t(station, value); CREATE INDEX by_value ON t(value); CREATE INDEX by_note ON t(note);
        """

    @Test(
        arguments: [
            (TableQuery(sort: [.init("stock", isAscending: false)]), #"("stock" DESC)"#),
            (TableQuery(filters: [.init("stock", .gte, "1")]), #"("stock")"#),
            (
                TableQuery(sort: [.init("note")], filters: [.init("value", .gt, "1"), .init("stock", .exact, "2")]),
                #"("stock", "note")"#
            ),
            // An index serves the query, or none would.
            (TableQuery(sort: [.init("value")]), nil), (TableQuery(filters: [.init("id", .gt, "2")]), nil),
            (TableQuery(filters: [.init("station", .contains, "a")]), nil), (TableQuery(search: "a"), nil),
        ] as [(TableQuery, String?)])
    func `An index is advised if it would help`(query: TableQuery, columns: String?) throws {
        let database = try Fixture(Self.schema).open()
        try database.pool.read(within: .seconds(9)) { database, _ in
            let table = try Catalog.description(of: CatalogEntry(name: "t", kind: .table), in: database)
            let advice = try TableReader(table, SQLiteDatabase.Configuration(), query).advice(in: database)
            #expect(advice.plan.isEmpty == false)
            #expect(advice.index?.contains(#"ON "t""#) ?? true)
            #expect(advice.index?.split(separator: #""t" "#).last.map { String($0) } == columns, "\(advice)")
        }
    }

    /// The rows are searched for before the page is read.
    @Test func `A slow page that finds nothing has advice and the time`() async throws {
        let fixture = try Fixture(
            """
            CREATE TABLE t(id INTEGER PRIMARY KEY, g AS (length(hex(zeroblob(400000 + id)))));
            WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 3000) INSERT INTO t(id) SELECT i FROM n
            """)
        var server = TableServer()
        server.mount("/t/", try await fixture.open().makeTable(named: "t"))
        try await server.test(.inProcess) { client in
            let page = try await client.get("/t/?g__gt=9000000000", headers: [.accept: "text/html"])
            let timing = page.headers[try #require(HTTPField.Name("Server-Timing"))] ?? ""
            let rows = try #require(timing.firstMatch(of: /rows;dur=([0-9.]+)/))
            #expect(try #require(Double(rows.1)) > 500)
            #expect(page.text.contains("CREATE INDEX") && page.text.contains("SCAN t"))
        }
    }

    @Test(arguments: [
        TableQuery(sort: [.init("id")]), TableQuery(sort: [.init("id", isAscending: false)]),
        TableQuery(sort: [.init("value")]), TableQuery(sort: [.init("value", isAscending: false)]),
        TableQuery(sort: [.init("station")]), TableQuery(sort: [.init("station", isAscending: false)]),
        TableQuery(sort: [.init("station"), .init("value")]), TableQuery(sort: [.init("note", isAscending: false)]),
        TableQuery(filters: [.init("id", .exact, "7")]), TableQuery(filters: [.init("id", .in, "1,2,3,x")]),
        TableQuery(filters: [.init("station", .exact, "a")]), TableQuery(filters: [.init("note", .exact, "1")]),
        TableQuery(sort: [.init("value")], filters: [.init("value", .gt, "3")]),
        TableQuery(sort: [.init("value", isAscending: false)], filters: [.init("value", .lte, "3")]),
        TableQuery(sort: [.init("value")], filters: [.init("station", .exact, "a")]),
    ])
    func `No statement scans the table or sorts it`(query: TableQuery) throws {
        let database = try Fixture(Self.schema).open()
        try database.pool.read(within: .seconds(9)) { database, _ in
            let table = try Catalog.description(of: CatalogEntry(name: "t", kind: .table), in: database)
            let queries = TableStatements(table, query)
            let values = queries.terms.indices.map { SQLValue.integer(Int64($0)) }
            let null = values.dropLast().map { _ in SQLValue.null } + values.suffix(1)
            let all = queries.all
            let runs = [values, null].flatMap { all.runs(after: $0) + all.reversed.runs(after: $0) }
            var statements: [String] = [queries.named(all), queries.named(all, byKeys: true)]
            for rows in [all] + runs {
                statements += [queries.window(rows), queries.positions(rows)]
                // Filters and runs are also counted by an index.
                if !rows.isOfAllRows { statements.append(queries.count(rows)) }
            }
            for statement in statements {
                var plan = try database.cursor("EXPLAIN QUERY PLAN " + statement)
                while try plan.next() {
                    let step = plan.text(at: 3) ?? ""
                    let scans = step.hasPrefix("SCAN t") && !step.contains("INDEX")
                    // Without a condition, rows are read in the order of their keys until there are enough.
                    let isInOrder = queries.terms.count == 1 || query.sort.first?.column == "id"
                    #expect(!scans || isInOrder && all.isOfAllRows, "\(statement): \(step)")
                    // Rows that an index found for a filter may have to be sorted by their keys.
                    #expect(!step.contains("TEMP B-TREE") || query.sort.isEmpty, "\(statement): \(step)")
                }
            }
        }
    }
}
