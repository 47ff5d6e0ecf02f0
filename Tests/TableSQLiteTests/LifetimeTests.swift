import CascadingTable
import Foundation
import TableServer
import TableTesting
import Testing

@testable import TableSQLite

/// Tests that a database and its tables are released with the server that shows them.
@Suite struct LifetimeTests {
    @Test func aDatabaseIsReleasedWithItsServer() async throws {
        weak var pool: ConnectionPool?
        weak var table: TableView?
        do {
            let fixture = try Fixture("CREATE TABLE t(id INTEGER PRIMARY KEY, n); INSERT INTO t VALUES (1, 2), (2, 3)")
            let database = try fixture.open()
            pool = database.pool
            let list = try await database.makeTable(named: "t")
            table = list
            var server = TableServer()
            server.mount("/", list)
            server.mount("/:table/", forEach: .path) { try await database.makeTable(at: [$0["table"] ?? ""]) }
            try await server.test(.inProcess) { client in
                for path in ["/", "/t/", "/t/table.json?_sort=n", "/t/table.csv", "/t/table.json?n__gt=2"] {
                    let answer = try await client.get(path)
                    #expect(answer.status == 200)
                }
            }
        }
        for _ in 0..<200 where pool != nil || table != nil { try await Task.sleep(for: .milliseconds(50)) }
        #expect(table == nil)
        #expect(pool == nil)
    }
}
