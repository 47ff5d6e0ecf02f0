import CascadingTable
import HTTPTypes
import TableDatabase
import TableServer
import TableTesting
import TestSupport
import Testing

@testable import TablePostgres

/// Tests the history of edited rows that a database keeps.
@Suite(.serialized) struct HistoryTests {
    private static let schema = """
        CREATE TABLE albums(id serial PRIMARY KEY, title text NOT NULL UNIQUE, price float8, note text);
        CREATE TABLE watched(id int PRIMARY KEY, v text, stamp text);
        CREATE FUNCTION stamps() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
            IF pg_trigger_depth() = 1 THEN UPDATE watched SET stamp = 'by trigger' WHERE id = new.id; END IF; RETURN NULL; END $$;
        CREATE TRIGGER stamps AFTER UPDATE ON watched FOR EACH ROW EXECUTE FUNCTION stamps();
        CREATE TABLE kinds(
            id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY, exact numeric, float float8, yes boolean, day date,
            at timestamptz, tags text[], data jsonb, plain json, bytes bytea, twice bigint GENERATED ALWAYS AS (id * 2) STORED);
        INSERT INTO kinds(exact, float, yes, day, at, tags, data, plain, bytes)
            VALUES (12345678901234567890.120, 'NaN', true, '2026-01-31', '2026-01-31 12:00Z', '{a,"b c"}',
                '{"i": 1}', '{"a":1,  "a":2}', '\\x00ff'), ('NaN', '-Infinity', false, 'infinity', NULL, '{}', 'null', '"x"', '');

        """ + HistoryContract.rows + """

            SELECT setval('albums_id_seq', 2)
            """

    /// A user whom a header names.
    private struct User: Identifiable { var id: String }

    private func database() async throws -> String {
        let address = try await PostgresServer.shared.database()
        try await PostgresServer.run(Self.schema.statements, at: address)
        return address
    }

    private func serve(
        _ address: String, _ history: EditHistory = EditHistory(), knowsUsers: Bool = false, as role: String? = nil,
        _ body: (any TestClient) async throws -> Void
    ) async throws {
        var configuration = PostgresDatabase.Configuration()
        configuration.editableTables = .all
        configuration.history = history
        var database = try PostgresDatabase(address, configuration: configuration)
        try await database.prepareHistory()
        if let role { database = database.acting(as: role) }
        let tables = database
        var server = TableServer()
        server.configuration.editing = EditingAccess()
        if knowsUsers { server.identify { request in request.header(.from).map { User(id: $0) } } }
        server.mount("/", try await tables.makeListTable())
        server.mount("/:table/", forEach: .path) { try await tables.makeTable(at: [$0["table"] ?? ""]) }
        server.mount("/:table/row/:key/", forEach: .query { _, _ in ["_at"] }) { path, query in
            try await tables.makeTable(at: [path["table"] ?? "", "row", path["key"] ?? ""], asOf: query["_at"])
        }
        try await server.test(.inProcess) { try await body($0) }
    }

    private func texts(_ sql: String, at address: String) async throws -> [String] {
        let pool = try PostgresPool(writingTo: address)
        let rows = try await pool.rows(sql)
        await pool.close()
        return rows.compactMap { $0.first ?? nil }
    }

    @Test func aMountedDatabaseHasAllPages() async throws {
        let address = try await PostgresServer.shared.database()
        try await PostgresServer.run(MountContract.schema, at: address)
        try await MountContract.check(
            try Shop.database(address) {
                $0.keys = [:]
                $0.editableTables = .all
                $0.history = EditHistory()
            })
    }

    @Test(arguments: RulesContract.allCases) func rules(_ contract: RulesContract) async throws {
        let address = try await PostgresServer.shared.database()
        try await PostgresServer.run(RulesContract.schema, at: address)
        let database = try Shop.database(address) {
            $0.keys = [:]
            $0.editableTables = .all
            $0.history = EditHistory()
        }
        try await contract.check(.init(database) { try await texts($0, at: address) })
    }

    @Test(arguments: HistoryContract.allCases) func contract(_ contract: HistoryContract) async throws {
        let address = try await database()
        try await contract.check(
            .init(refusal: "ALTER TABLE cascade_history ADD CHECK (false) NOT VALID") {
                try await serve(address, $0, knowsUsers: $1, $2)
            } run: {
                try await texts($0, at: address)
            })
    }

    @Test func aDeletedRowIsPutBackExactly() async throws {
        let address = try await database()
        let exact = "SELECT kinds::text FROM kinds ORDER BY id"
        let before = try await texts(exact, at: address)
        try await serve(address) { client async throws in
            for path in ["/kinds/row/1", "/kinds/row/2"] {
                let tag = try await client.get("\(path).json").headers[.eTag]
                #expect(try await client.json(.delete, "\(path)/", "", ifMatch: tag).status == 200)
                let gone = try await client.get("\(path)/", headers: [.accept: "text/html"])
                #expect(gone.status == 404 && gone.text.contains(#"<a href="\#(path)/restore">Put back</a>"#))
                let back = try await client.putBack(path)
                #expect(back.status == 303, "\(back.text)")
                #expect(try await client.get("\(path).json").headers[.eTag] == tag)
            }
        }
        let after = try await texts(exact, at: address)
        #expect(after == before)
    }

    /// Several servers get one request at the same time, and many others.
    @Test func serversDoNotMixTheirChanges() async throws {
        let address = try await database()
        try await serve(address) { one async throws in
            try await serve(address) { two async throws in
                let body = #"{"values":{"title":"A","price":1}}"#
                let answers = try await withThrowingTaskGroup(of: TestResponse.self) { group in
                    for index in 0..<8 {
                        group.addTask { () async throws in
                            try await (index < 4 ? one : two).json(.post, "/albums/", body, key: "one")
                        }
                    }
                    return try await group.reduce(into: []) { $0.append($1) }
                }
                // A server does not begin a request that it already carries out.
                #expect(answers.allSatisfy { $0.status == 201 || $0.status == 409 }, "\(answers.map(\.text))")
                #expect(Set(answers.filter { $0.status == 201 }.map { $0.headers[.eTag] }).count == 1)
                #expect(try await texts("SELECT title FROM albums ORDER BY id", at: address) == ["Blue", "Debut", "A"])
                try await withThrowingTaskGroup(of: Void.self) { group in
                    for index in 0..<20 {
                        group.addTask { () async throws in
                            let body = #"{"values":{"title":"t\#(index)"}}"#
                            #expect(try await (index < 10 ? one : two).json(.post, "/albums/", body).status == 201)
                        }
                    }
                    try await group.waitForAll()
                }
                let sizes = """
                    SELECT "end" = sum(length(coalesce(after, '')) + length(coalesce(before, ''))) OVER (ORDER BY id)
                    FROM cascade_history
                    """
                #expect(Set(try await texts(sizes, at: address)) == ["t"])
                let groups = try await texts(#"SELECT DISTINCT "group" FROM cascade_history"#, at: address)
                #expect(groups.count == 21)
            }
        }
    }

    @Test func theRoleDecidesWhatItSees() async throws {
        let address = try await database()
        let role = "reader_\(Int.random(in: 0..<1_000_000_000))"
        let change = #"{"values":{"note":"secret"},"old":{"note":null}}"#
        try await serve(address) { client async throws in
            #expect(try await client.json(.patch, "/albums/row/1/", change).status == 200)
            #expect(try await client.get("/albums/row/1/").text.contains("note: NULL → secret"))
        }
        _ = try await texts("CREATE ROLE \(role)", at: address)
        _ = try await texts("GRANT SELECT, UPDATE ON albums TO \(role)", at: address)
        try await serve(address, as: role) { client async throws in
            let page = try await client.get("/albums/row/1/")
            #expect(page.status == 200 && !page.text.contains("NULL → secret"))
            // There is no change without its entry.
            let refused = try await client.json(.patch, "/albums/row/2/", #"{"values":{"note":"x"},"old":{"note":""}}"#)
            #expect(refused.status == 500 && refused.text.contains("Nothing was changed"), "\(refused.text)")
        }
        #expect(try await texts("SELECT note FROM albums WHERE id = 2", at: address) == [""])
        _ = try await texts("DROP TABLE cascade_history", at: address)
        var configuration = PostgresDatabase.Configuration()
        configuration.editableTables = .all
        configuration.history = EditHistory()
        _ = try await texts("CREATE VIEW cascade_history AS SELECT 1 AS id", at: address)
        await #expect(throws: PostgresError.self) {
            try await PostgresDatabase(address, configuration: configuration).prepareHistory()
        }
    }
}
