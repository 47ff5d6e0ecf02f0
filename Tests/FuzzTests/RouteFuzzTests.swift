import CascadingTable
import Foundation
import GRDB
import Gallery
import TableSQLite
import TableTesting
import Testing

@testable import TableServer

/// Tests that the server survives any request to any route, and never answers with status 500.
///
/// `script/fuzz` sends more requests, from other seeds.
@Suite(.serialized) struct RouteFuzzTests {
    /// The number of servers that are tested at the same time.
    private static let runs = 4

    @Test func theServerAnswersEveryRequestInProcess() async throws {
        try await withThrowingTaskGroup(of: Void.self) { group in
            for run in 0..<Self.runs {
                group.addTask {
                    try await Self.fuzz(
                        .inProcess, seed: FuzzSettings.seed &* 1000 &+ UInt64(run), FuzzSettings.requests / Self.runs)
                }
            }
            try await group.waitForAll()
        }
    }

    @Test func theServerAnswersEveryRequestOverASocket() async throws {
        try await Self.fuzz(.socket, seed: FuzzSettings.seed &* 1000 &+ 999, FuzzSettings.requests / 20)
    }

    private static func fuzz(_ rig: TestRig, seed: UInt64, _ count: Int) async throws {
        let world = try FuzzWorld()
        var generator = RequestGenerator(
            seed: seed, tables: FuzzWorld.bases.map { .init(path: $0, columns: FuzzWorld.columns) })
        let trace = try FuzzTrace("gallery, seed \(FuzzSettings.seed)")
        try await world.server().test(rig) { client in
            for _ in 0..<count {
                generator.learn(from: try await trace.send(generator.next(), with: client))
            }
            let health = try await client.get("/healthz")
            #expect(health.status == 200)
        }
    }
}

/// Tables of every kind, from the gallery and from a SQLite file.
private struct FuzzWorld {
    static let bases =
        [
            "place", "feed", "models", "creatures", "static", "settings", "reorder", "swipe", "index", "emoji", "flip",
            "photos", "grid", "endless", "header", "expand", "pile", "db", "db/albums", "db/mixed", "db/big",
            "db/grouped", "db/albums/row/1", "db/keys/row/a%2Cb",
        ].map { "/\($0)/" } + ["/"]
    static let columns = ["id", "title", "name", "a", "b", "artist", "area"]

    private let database: SQLiteDatabase

    init() throws {
        let path = NSTemporaryDirectory() + "fuzz-\(UUID().uuidString).db"
        let file = try DatabaseQueue(path: path)
        try file.inDatabase { database in
            try database.execute(
                sql: """
                    CREATE TABLE albums (id INTEGER PRIMARY KEY, title TEXT, artist INTEGER, FOREIGN KEY (artist)
                      REFERENCES artists (id));
                    CREATE TABLE artists (id INTEGER PRIMARY KEY, name TEXT);
                    CREATE TABLE mixed (a, b, id);
                    CREATE TABLE keys (a TEXT, b TEXT, PRIMARY KEY (a, b)) WITHOUT ROWID;
                    CREATE VIEW big AS SELECT a.id AS id, a.title AS title FROM albums a, albums b;
                    INSERT INTO artists VALUES (1, 'Nina'), (2, 'Ø');
                    INSERT INTO keys VALUES ('a', 'b'), ('é', x'00ff');
                    INSERT INTO mixed VALUES (1, 'a', NULL), (2.5, x'00', 'é'), (NULL, 9e999, -1), ('', '<b>', 1);
                    WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 40)
                      INSERT INTO albums SELECT i, 'Title ' || i % 7, 1 + i % 2 FROM n;
                    """)
        }
        try file.close()
        database = try SQLiteDatabase(path: path)
    }

    func server() async throws -> TableServer {
        var configuration = TableServer.Configuration()
        configuration.showsAnomalies = true
        var server = TableServer(configuration: configuration)
        await Gallery.mount(on: &server)
        let database = database
        server.mount("/db/", try await database.makeListTable())
        server.mount("/db/grouped/", try await database.makeTable(named: "albums", sectionBy: "artist"))
        server.mount("/db/:table/", forEach: .path) { try await database.makeTable(at: [$0["table"] ?? ""]) }
        server.mount("/db/:table/row/:key/", forEach: .path) {
            try await database.makeTable(at: [$0["table"] ?? "", "row", $0["key"] ?? ""])
        }
        return server
    }
}
