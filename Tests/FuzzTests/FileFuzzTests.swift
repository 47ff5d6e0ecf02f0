import CascadingTable
import Foundation
import TableRendering
import TableServer
import TableTesting
import TestSupport
import Testing
import TableFormats

@testable import TableSQLite

/// Tests that the server shows any SQLite file in every format, and never answers with status 500.
///
/// Each file has a seed of its own. `script/fuzz` makes more files, and begins with the file of a given seed.
@Suite struct FileFuzzTests {
    /// The number of files that are served at the same time.
    private static let workers = 4

    @Test func theServerAnswersEveryRequestForAnyFile() async throws {
        try await withThrowingTaskGroup(of: Void.self) { group in
            for worker in 0..<Self.workers {
                group.addTask {
                    for file in stride(from: worker, to: FuzzSettings.files, by: Self.workers) {
                        let seed = FuzzSettings.seed &+ UInt64(file)
                        do { try await Self.fuzz(seed: seed) } catch {
                            Issue.record("file, seed \(seed): \(error)")
                        }
                    }
                }
            }
            try await group.waitForAll()
        }
        FuzzTrace.printTotals()
    }

    private static func fuzz(seed: UInt64) async throws {
        let path = NSTemporaryDirectory() + "fuzz-\(seed)-\(UUID().uuidString).db"
        defer {
            for suffix in ["", "-wal", "-shm", "-journal"] {
                try? FileManager.default.removeItem(atPath: path + suffix)
            }
        }
        let trace = try FuzzTrace("file, seed \(seed)")
        var file = try FileGenerator(seed: seed, path: path)
        var configuration = SQLiteDatabase.Configuration()
        configuration.queryTimeout = .seconds(2)
        configuration.maxValueBytes = 10_000
        let database = try SQLiteDatabase(path: path, configuration: configuration)
        try await export(path, trace, seed: seed)
        var generator = RequestGenerator(seed: seed, tables: tables(of: file), isReadOnly: true)
        try await server(of: database).test(.inProcess) { client in
            for number in 0..<FuzzSettings.requestsPerFile {
                if number % 100 == 99 { file.change() }
                generator.learn(from: try await trace.send(generator.next(), with: client))
            }
            #expect(try await client.get("/healthz").status == 200)
        }
        try file.close()
    }

    private static func tables(of file: FileGenerator) -> [RequestGenerator.Table] {
        [.init(path: "/", columns: ["name", "rows"])]
            + file.tables.map { table in
                let segment = PathSegment.percentEncoded(SQLiteDatabase.Configuration.folder(ofTable: table.name))
                return .init(path: "/\(segment)/", columns: table.columns, hasRows: true)
            }
    }

    /// Exports the tables like `cascade export`, each in some formats.
    @TableActor
    private static func export(_ path: String, _ trace: FuzzTrace, seed: UInt64) async throws {
        var configuration = SQLiteDatabase.Configuration()
        configuration.maxValueBytes = .max
        configuration.queryTimeout = .seconds(2)
        let database = try SQLiteDatabase(path: path, configuration: configuration)
        let styles = TextTableStyle.allCases
        for (number, entry) in try database.catalog().enumerated() {
            let style = styles[Int(truncatingIfNeeded: seed &+ UInt64(number)) % styles.count]
            trace.note("export \(entry.name) as json, ndjson and \(style)")
            do {
                let tableView = try await database.makeTable(named: entry.name)
                let export = TableExport(of: tableView, size: 7)
                let links = PageLinks(base: "")
                try await export.write(JSONTableWriter(links: links, shape: .cells)) { _ in }
                try await export.write(NDJSONTableWriter(links: links, shape: .objects)) { _ in }
                try await export.writeText(style, .init()) { _ in }
            } catch is SQLiteTableError {
            } catch is TableExportError {}
        }
    }

    /// Mounts the list, the tables and the rows, and one table alone.
    private static func server(of database: SQLiteDatabase) async throws -> TableServer {
        var configuration = TableServer.Configuration()
        configuration.showsAnomalies = true
        (configuration.pageSize, configuration.maxPageSize) = (10, 30)
        configuration.guardsFormulas = true
        var server = TableServer(configuration: configuration)
        server.mount("/", try await database.makeListTable())
        server.mount("/:table/", forEach: .path) { try await database.makeTable(at: [$0["table"] ?? ""]) }
        server.mount("/:table/by/:column/", forEach: .path) {
            // The column to group by is an option of the server, so another one would be answered with 500.
            do {
                return try await database.makeTable(named: $0["table"] ?? "", sectionBy: $0["column"])
            } catch let error as SQLiteTableError where error.code == .unknownColumn { return nil }
        }
        server.mount("/:table/row/:key/", forEach: .path) {
            try await database.makeTable(at: [$0["table"] ?? "", "row", $0["key"] ?? ""])
        }
        return server
    }
}
