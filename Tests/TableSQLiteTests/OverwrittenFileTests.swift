import CascadingTable
import Foundation
import GRDB
import HTTPTypes
import TableServer
import TableTesting
import TestSupport
import Testing

@testable import TableSQLite

/// Tests files that are overwritten in place by programs other than SQLite, such as `cp`.
@Suite(.timeLimit(.minutes(5))) struct OverwrittenFileTests {
    /// Returns a file that one script makes on several days: with as many pages and transactions, and other values.
    private static func file(_ word: String) throws -> Fixture {
        try Fixture(
            """
            CREATE TABLE t (id INTEGER PRIMARY KEY, name TEXT);
            WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 5000)
              INSERT INTO t SELECT i, '\(word)' || i FROM n;
            """)
    }

    private static let paths = [
        "/t/", "/t/table.json?_size=10", "/t/table.json?_size=10&_fresh=1", "/t/rows/0/7.json", "/t/table.csv",
        "/t/table.json?_sort=name&_size=5", "/t/table.json?name__contains=1&_size=5",
    ]

    private func serve(_ fixture: Fixture, _ body: (any TestClient) async throws -> Void) async throws {
        let database = try fixture.open()
        var server = TableServer()
        server.mount("/:table/", forEach: .path) { try await database.makeTable(at: [$0["table"] ?? ""]) }
        let watching = Task { await database.watch(every: .milliseconds(5)) }
        defer { watching.cancel() }
        try await server.test(.inProcess, body)
    }

    /// Writes the bytes into the file. A program such as `cp` empties it first; here it never lacks a part by chance.
    private func copy(_ bytes: Data, over fixture: Fixture) throws {
        let file = try #require(FileHandle(forWritingAtPath: fixture.path))
        try file.write(contentsOf: bytes)
        try file.truncate(atOffset: UInt64(bytes.count))
        try file.close()
    }

    @Test func aFileThatWasCopiedOverIsShown() async throws {
        let (fixture, other) = (try Self.file("monday"), try Self.file("sunday"))
        let bytes = try Data(contentsOf: URL(filePath: other.path))
        try await serve(fixture) { client in
            for path in Self.paths { #expect(try await client.get(path).text.contains("monday"), "\(path)") }
            try copy(bytes, over: fixture)
            for _ in 0..<4_000 where try await client.get(Self.paths[2]).text.contains("monday") {
                try await Task.sleep(for: .milliseconds(5))
            }
            for path in Self.paths {
                let text = try await client.get(path).text
                #expect(text.contains("sunday") && !text.contains("monday"), "\(path)")
            }
        }
    }

    /// The connection that writes has pages of the old file in its memory.
    ///
    /// - Parameter waits: Whether the edit has begun to wait for a lock when the file is copied.
    @Test(arguments: [false, true]) func anEditAfterACopyChangesTheNewFile(waits: Bool) async throws {
        let (fixture, other) = (try Self.file("monday"), try Self.file("sunday"))
        let bytes = try Data(contentsOf: URL(filePath: other.path))
        let database = try fixture.open { $0.editableTables = .all }
        var server = TableServer()
        server.configuration.editing = EditingAccess()
        server.mount("/:table/", forEach: .path) { try await database.makeTable(at: [$0["table"] ?? ""]) }
        try await server.test(.inProcess) { client in
            @Sendable func change(_ row: Int, to name: String, from old: String) async throws -> TestResponse {
                let body = #"{"rows":[{"id":"\#(row)","values":{"name":"\#(name)"},"old":{"name":"\#(old)"}}]}"#
                return try await client.json(.patch, "/t/", body)
            }
            // A refused edit reads pages, and writes nothing.
            #expect(try await change(1000, to: "a", from: "b").status == 409)
            let lock = waits ? try fixture.writer() : nil
            try await lock?.writeWithoutTransaction { try $0.execute(sql: "BEGIN IMMEDIATE") }
            async let waiting = waits ? try await change(1001, to: "mine", from: "sunday1001") : nil
            if waits { try await Task.sleep(for: .milliseconds(300)) }
            try copy(bytes, over: fixture)
            try await lock?.writeWithoutTransaction { try $0.execute(sql: "ROLLBACK") }
            var answer = try await waiting
            if answer == nil { answer = try await change(1001, to: "mine", from: "sunday1001") }
            #expect(answer?.status == 200, "\(answer?.text ?? "")")
        }
        #expect(try Self.words(of: fixture) == ["mine1", "sunday4999", "ok"])
    }

    /// - Parameter part: The bytes that are in the file when the edit begins.
    @Test(arguments: [0, 50, 4096, 9000]) func anEditWaitsForTheWholeFile(part: Int) async throws {
        let (fixture, other) = (try Self.file("monday"), try Self.file("sunday"))
        let bytes = try Data(contentsOf: URL(filePath: other.path))
        let writer = try SQLiteWriter(path: fixture.path, timeout: .seconds(60), history: nil)
        try copy(bytes.prefix(part), over: fixture)
        async let edit: Void = writer.run { database in
            try database.execute(sql: "UPDATE t SET name = 'mine' WHERE id = 1001 AND name = 'sunday1001'")
            return ((), commits: true)
        }
        for _ in 0..<10 {
            try await Task.sleep(for: .milliseconds(10))
            try copy(bytes.prefix(part), over: fixture)
        }
        try copy(bytes, over: fixture)
        try await edit
        #expect(try Self.words(of: fixture) == ["mine1", "sunday4999", "ok"])
    }

    /// Returns how often each word is in the file, and whether the file is whole.
    private static func words(of fixture: Fixture) throws -> [String] {
        var found: [String] = []
        let words = "SELECT substr(name, 1, 6) || count(*) FROM t NOT INDEXED GROUP BY substr(name, 1, 6)"
        try fixture.write {
            found = try String.fetchAll($0, sql: "\(words) UNION ALL SELECT * FROM pragma_integrity_check")
        }
        return found
    }

    /// Ordinary transactions open no new connections, and neither do checkpoints of a log.
    @Test(arguments: ["DELETE", "WAL"]) func transactionsAreNoNewFile(journal: String) async throws {
        let fixture = try Fixture("PRAGMA journal_mode = \(journal); CREATE TABLE t(a)")
        let writer = try fixture.writer()
        try await writer.writeWithoutTransaction { try $0.execute(sql: "INSERT INTO t VALUES (0)") }
        let database = try fixture.open()
        let token = try database.changeToken()
        for number in 1...20 {
            try await writer.writeWithoutTransaction { database in
                try database.execute(sql: "INSERT INTO t VALUES (\(number))")
                if journal == "WAL" { try database.execute(sql: "PRAGMA wal_checkpoint") }
            }
            let now = try database.changeToken()
            #expect(now.file == token.file)
            #expect(token.isBefore(now))
        }
    }

    @Test func aWriterThatCrashedIsTold() async throws {
        let fixture = try Self.file("monday")
        let crashed = try Fixture()
        try fixture.writer().inDatabase { database in
            try database.execute(sql: "PRAGMA cache_size = 1; BEGIN; UPDATE t SET name = 'half'")
            for suffix in ["-journal", ""] {
                try? FileManager.default.removeItem(atPath: crashed.path + suffix)
                try FileManager.default.copyItem(atPath: fixture.path + suffix, toPath: crashed.path + suffix)
            }
            try database.execute(sql: "ROLLBACK")
        }
        let sentence = """
            fixture.db has an unfinished transaction, because a program crashed while writing. The command \
            sqlite3 fixture.db .tables undoes it.
            """
        let error = #expect(throws: SQLiteTableError.self) { try crashed.open() }
        #expect(
            error == SQLiteTableError(.cannotOpen, "\(sentence)") || error?.description == sentence,
            "\(String(describing: error))")
        // The file is served until a writer crashes, and again after it was repaired.
        let journal = try Data(contentsOf: URL(filePath: crashed.path + "-journal"))
        let half = try Data(contentsOf: URL(filePath: crashed.path))
        try crashed.write("SELECT count(*) FROM t")
        try await serve(crashed) { client in
            #expect(try await client.get("/t/").text.contains("monday"))
            try journal.write(to: URL(filePath: crashed.path + "-journal"))
            try copy(half, over: crashed)
            for _ in 0..<4_000 where try await client.get("/t/").status != 503 {
                try await Task.sleep(for: .milliseconds(5))
            }
            #expect(try await client.get("/t/table.json").text.contains("has an unfinished transaction"))
            try crashed.write("SELECT count(*) FROM t")
            for _ in 0..<4_000 where try await client.get("/t/").status != 200 {
                try await Task.sleep(for: .milliseconds(5))
            }
            let text = try await client.get("/t/table.csv").text
            #expect(text.contains("monday4999") && !text.contains("half"))
        }
    }
}
