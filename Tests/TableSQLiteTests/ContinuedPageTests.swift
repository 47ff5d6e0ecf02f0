import CascadingTable
import Foundation
import GRDB
import TableServer
import TableTesting
import Testing

@testable import TableSQLite

/// Tests scripts that read a page, delete its rows and follow `next_url`.
@Suite struct ContinuedPageTests {
    private struct Page: Decodable {
        var rows: [[Int]]
        var next_url: String?
        var previous_url: String?
    }

    @Test(arguments: [
        "CREATE TABLE t(id INTEGER PRIMARY KEY)", "CREATE TABLE t(id INT PRIMARY KEY) WITHOUT ROWID",
    ])
    func eachRowIsSeenOnce(schema: String) async throws {
        let fixture = try Fixture(
            """
            \(schema); WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 35) INSERT INTO t SELECT i FROM n;
            """)
        let database = try fixture.open()
        var server = TableServer()
        server.mount("/:table/", forEach: .path) { try await database.makeTable(at: [$0["table"] ?? ""]) }
        try await server.test(.inProcess) { client in
            func page(_ url: String) async throws -> Page {
                try JSONDecoder().decode(Page.self, from: Data(try await client.get("\(url)&_fresh=1").text.utf8))
            }
            for filter in ["", "&id__gt=0"] {
                var (next, seen) = (String?.some("/t/table.json?_shape=arrays&_size=10\(filter)"), [Int]())
                try fixture.write(
                    "INSERT OR IGNORE INTO t SELECT value FROM json_each('[\((1...35).map(String.init).joined(separator: ","))]')"
                )
                while let url = next {
                    let page = try await page(url)
                    seen += page.rows.flatMap(\.self)
                    for row in page.rows { try fixture.write("DELETE FROM t WHERE id = \(row[0])") }
                    next = page.next_url
                }
                #expect(seen == Array(1...35), "\(filter)")
            }
            // The page before a row that is gone ends at the row before it.
            try fixture.write("INSERT INTO t SELECT value FROM json_each('[1,2,3,4,5,6,7,8,9]')")
            let last = try await page("/t/table.json?_shape=arrays&_size=3&_next=0.4~5")
            #expect(last.rows == [[6], [7], [8]])
            try fixture.write("DELETE FROM t WHERE id IN (1, 6)")
            #expect(try await page(#require(last.previous_url)).rows == [[3], [4], [5]])
        }
    }
}
