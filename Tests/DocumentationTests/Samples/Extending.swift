// The samples of docs/explanation/extending.md. They are served, and tested.
import CascadingTable
import Foundation
import GRDB
import HTTPTypes
import TableRendering
import TableServer
import TableTesting
import Testing

/// The titles of the rows, one on each line.
struct NamesTableWriter: TableWriter {
    private var names = ""

    mutating func beginTable(_ head: TableMetadata) {}
    mutating func beginSection(_ head: SectionHeader) {}

    mutating func row(_ row: TableRow) {
        names += (row.cell.title ?? row.identifier) + "\n"
    }

    mutating func endSection(_ foot: SectionFooter) {}
    mutating func endTable() {}

    mutating func takeOutput() -> [UInt8] {
        defer { names = "" }
        return Array(names.utf8)
    }
}

struct SoldOut: VisitorFacingError {
    var count: Int
    var message: LocalizedMessage { "Only \(count) are left. Order fewer." }
}

/// A store in a SQLite file, for servers on one machine.
struct SQLiteStateStore: StateStore {
    private let database: DatabaseQueue

    init(path: String) throws {
        var configuration = Configuration()
        configuration.busyMode = .timeout(5)
        database = try DatabaseQueue(path: path, configuration: configuration)
        try database.write {
            try $0.execute(sql: "CREATE TABLE IF NOT EXISTS state (key TEXT PRIMARY KEY, value BLOB, expires REAL)")
        }
    }

    func value(for key: String) async throws -> [UInt8]? {
        try await database.read { try Self.value(for: key, in: $0) }
    }

    func set(_ value: StateValue?, for key: String, ifEqual expected: [UInt8]?) async throws -> StateChange {
        try await database.write { database in
            guard try Self.value(for: key, in: database) == expected else { return .conflict }
            try database.execute(sql: "DELETE FROM state WHERE key = ? OR expires < julianday('now')", arguments: [key])
            guard let value else { return .done }
            try database.execute(
                sql: "INSERT INTO state VALUES (?, ?, julianday('now') + ?)",
                arguments: [key, Data(value.bytes), value.lifetime / .seconds(86_400)])
            return .done
        }
    }

    private static func value(for key: String, in database: Database) throws -> [UInt8]? {
        try Data.fetchOne(
            database, sql: "SELECT value FROM state WHERE key = ? AND expires > julianday('now')", arguments: [key]
        ).map { Array($0) }
    }
}

private func share(_ server: inout TableServer, at path: String) throws {
    server.stateStore = try SQLiteStateStore(path: path)
}

private func extend(_ server: inout TableServer) {
    server.add(
        TableFormat("Names", fileExtension: "names", mediaType: "text/plain; charset=utf-8") { _ in NamesTableWriter() }
    )
    server.addMiddleware { request, next in
        var response = try await next(request)
        response.headers[.server] = "Orders"
        return response
    }
}

private final class Fruit: CascadingBareTableDelegate {
    override func tableView(_ tableView: TableView, numberOfRowsInSection section: Int) -> Int { 2_500 }

    override func tableView(_ tableView: TableView, cellForRowAt indexPath: IndexPath) -> TableViewCell {
        TableViewCell(title: "Fruit \(indexPath.row)")
    }

    override func tableView(_ tableView: TableView, didSelectRowAt indexPath: IndexPath) throws {
        throw SoldOut(count: indexPath.row)
    }
}

@Suite struct ExtendingSamples {
    @Test(arguments: TestRig.allCases)
    func `A format, an error and a middleware are added`(rig: TestRig) async throws {
        var server = TableServer()
        server.mount("/", await TableView(title: "Fruit", root: Fruit()))
        extend(&server)
        try await server.test(rig) { client in
            let all = try await client.get("/table.names")
            #expect(all.headers[.contentType] == "text/plain; charset=utf-8" && all.headers[.server] == "Orders")
            #expect(all.text == (0..<2_500).map { "Fruit \($0)\n" }.joined())
            #expect(try await client.get("/table.names?_size=2&_order=up").status == 400)
            #expect(try await client.get("/table.names?_size=2").text == "Fruit 0\nFruit 1\n")

            let refused = try await client.post("/select/0/7")
            #expect(refused.status == 409 && refused.text.contains("Only 7 are left. Order fewer."))
        }
    }

    @Test func `Two servers share a file`() async throws {
        let path = FileManager.default.temporaryDirectory.path + "/\(UUID()).db"
        defer { try? FileManager.default.removeItem(atPath: path) }
        try await StateStoreContract(SQLiteStateStore(path: path), SQLiteStateStore(path: path)).check()

        var servers: [TableServer] = []
        for _ in 0..<2 {
            var server = TableServer()
            server.mount("/", await TableView(title: "Fruit", root: FruitToSelect()))
            try share(&server, at: path)
            servers.append(server)
        }
        try await servers[0].test(.inProcess) { first in
            let cookie = try #require(try await first.post("/select/0/7").headers[.setCookie]).prefix { $0 != ";" }
            try await servers[1].test(.inProcess) { second in
                let page = try await second.get("/table.json?_size=10", headers: [.cookie: String(cookie)])
                #expect(page.text.contains("\"selected\":true"))
            }
        }
    }
}

private final class FruitToSelect: CascadingBareTableDelegate {
    override func tableView(_ tableView: TableView, numberOfRowsInSection section: Int) -> Int { 20 }

    override func tableView(_ tableView: TableView, cellForRowAt indexPath: IndexPath) -> TableViewCell {
        TableViewCell(title: "Fruit \(indexPath.row)")
    }
}
