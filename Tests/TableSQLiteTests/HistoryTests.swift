import CascadingTable
import Foundation
import GRDB
import HTTPTypes
import MicroHTTPD
import TableDatabase
import TableServer
import TableTesting
import TestSupport
import Testing

@testable import TableSQLite

/// Tests the history of edited rows that a file keeps.
@Suite struct HistoryTests {
    private static let schema = """
        CREATE TABLE albums(id INTEGER PRIMARY KEY, title TEXT NOT NULL UNIQUE, price REAL, note TEXT);
        CREATE TABLE anything(k TEXT PRIMARY KEY, v);
        CREATE TABLE plain(a, b);
        CREATE TABLE watched(id INTEGER PRIMARY KEY, v TEXT, stamp TEXT);
        CREATE TRIGGER stamps AFTER UPDATE ON watched BEGIN
            UPDATE watched SET stamp = 'by trigger' WHERE id = new.id; END;
        INSERT INTO plain VALUES (1, 'x');

        """ + HistoryContract.rows

    /// A user whom a header names.
    private struct User: Identifiable { var id: String }

    private func serve(
        _ fixture: Fixture, _ history: EditHistory = EditHistory(), knowsUsers: Bool = false,
        _ body: (any TestClient) async throws -> Void
    ) async throws {
        let database = try fixture.open {
            $0.editableTables = .all
            $0.history = history
        }
        var server = TableServer()
        server.configuration.editing = EditingAccess()
        if knowsUsers { server.identify { request in request.header(.from).map { User(id: $0) } } }
        server.mount("/", try await database.makeListTable())
        server.mount("/:table/", forEach: .path) { try await database.makeTable(at: [$0["table"] ?? ""]) }
        server.mount("/:table/row/:key/", forEach: .query { _, _ in ["_at"] }) { path, query in
            try await database.makeTable(at: [path["table"] ?? "", "row", path["key"] ?? ""], asOf: query["_at"])
        }
        try await server.test(.inProcess) { try await body($0) }
    }

    private func texts(_ sql: String, in fixture: Fixture) throws -> [String] {
        var rows: [String] = []
        try fixture.write { rows = try String.fetchAll($0, sql: sql) }
        return rows
    }

    @Test func aMountedDatabaseHasAllPages() async throws {
        let fixture = try Fixture(MountContract.schema.joined(separator: ";"))
        try await MountContract.check(
            try fixture.open {
                $0.editableTables = .all
                $0.history = EditHistory()
            })
    }

    @Test(arguments: RulesContract.allCases) func rules(_ contract: RulesContract) async throws {
        let fixture = try Fixture(RulesContract.schema.joined(separator: ";"))
        let database = try fixture.open {
            $0.editableTables = .all
            $0.history = EditHistory()
        }
        try await contract.check(.init(database) { try texts($0, in: fixture) })
    }

    @Test(arguments: HistoryContract.allCases) func contract(_ contract: HistoryContract) async throws {
        let fixture = try Fixture(Self.schema)
        try await contract.check(
            .init(refusal: "CREATE TRIGGER full BEFORE INSERT ON cascade_history BEGIN SELECT raise(ABORT, 'no'); END")
            {
                try await serve(fixture, $0, knowsUsers: $1, $2)
            } run: {
                try texts($0, in: fixture)
            })
    }

    @Test func anotherTableOfTheNameIsRefused() throws {
        let fixture = try Fixture(Self.schema)
        #expect(throws: SQLiteTableError.self) { try fixture.open { $0.editableTables = .named(["Cascade_History"]) } }
        let other = try Fixture("CREATE TABLE cascade_history(x)")
        #expect(throws: SQLiteTableError.self) {
            try other.open {
                $0.editableTables = .all
                $0.history = EditHistory()
            }
        }
    }

    @Test func aDeletedRowIsPutBackExactly() async throws {
        let fixture = try Fixture(Self.schema)
        let values = [
            "1", "1.0", "9007199254740993", "'1'", "x'00ff'", "NULL", "''", "char(0) || 'a\"\\\u{1}{}:,'", "9e999",
            "-9e999", "'ü😀'", "1e300", "x''", "0.1",
        ]
        for (index, value) in values.enumerated() {
            try fixture.write("INSERT INTO anything VALUES ('k\(index)', \(value))")
        }
        let exact = "SELECT k || typeof(v) || ifnull(hex(v), '-') || quote(v) FROM anything ORDER BY k"
        let before =
            try texts(exact, in: fixture) + texts("SELECT rowid || quote(a) || quote(b) FROM plain", in: fixture)
        try await serve(fixture) { client async throws in
            for path in values.indices.map({ "/anything/row/k\($0)" }) + ["/plain/row/1"] {
                let tag = try await client.get("\(path).json").headers[.eTag]
                #expect(try await client.json(.delete, "\(path)/", "", ifMatch: tag).status == 200, "\(path)")
                let gone = try await client.get("\(path)/", headers: [.accept: "text/html"])
                #expect(gone.status == 404 && gone.text.contains("This row was deleted at "), "\(gone.text)")
                #expect(gone.text.contains(#"<a href="\#(path)/restore">Put back</a>"#))
                #expect(try await client.putBack(path).status == 303, "\(path)")
            }
        }
        let after =
            try texts(exact, in: fixture) + texts("SELECT rowid || quote(a) || quote(b) FROM plain", in: fixture)
        #expect(after == before)
    }

    @Test func aRowIsPutBackOnlyWhereItWas() async throws {
        let fixture = try Fixture(Self.schema)
        try await serve(fixture) { client async throws in
            #expect(try await client.get("/albums/row/1/restore").status == 404)
            #expect(try await client.get("/albums/row/77/restore").status == 404)
            #expect(try await client.json(.delete, "/albums/row/1/", #"{"old":{"id":1}}"#).status == 200)
            // Another program uses a value that must be unique.
            try fixture.write("UPDATE albums SET title = 'Blue' WHERE id = 2")
            let refused = try await client.putBack("/albums/row/1")
            #expect(refused.status == 422 && refused.text.contains("title: Another row has this value already."))
            #expect(try await client.post("/albums/row/1/restore", form: "tag=99").status == 409)
            #expect(try texts("SELECT id FROM albums", in: fixture) == ["2"])
            // Columns have gone and come meanwhile.
            try fixture.write(
                "UPDATE albums SET title = 'x'; ALTER TABLE albums DROP COLUMN note; ALTER TABLE albums ADD COLUMN new DEFAULT 5"
            )
            #expect(try await client.putBack("/albums/row/1").status == 303)
            #expect(try texts("SELECT id || title || new FROM albums ORDER BY id", in: fixture) == ["1Blue5", "2x5"])
            #expect(try await client.get("/albums/row/1/restore").status == 404)
            // Under its new name, the table has no past.
            try fixture.write("ALTER TABLE albums RENAME TO records")
            let page = try await client.get("/records/row/1/")
            #expect(page.status == 200 && !page.text.contains("All changes"))
        }
    }
}
