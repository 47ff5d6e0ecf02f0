import Foundation
import TableDatabase
import TableFiles
import Testing

@testable import TablePostgres

/// Tests `cascade import --into postgres://…`.
@Suite struct PostgresImportTests {
    /// Imports a text into a table, and returns the numbers of rows that are new, changed, equal and refused.
    @discardableResult
    private func load(
        _ text: String, into table: String = "orders", keys: [String] = [], isDryRun: Bool = false, at address: String
    ) async throws -> (counts: String, result: TableImport.Result) {
        let file = FileManager.default.temporaryDirectory.appending(path: "\(UUID()).csv")
        defer { try? FileManager.default.removeItem(at: file) }
        try text.write(to: file, atomically: true, encoding: .utf8)
        var rows = TableImport(into: table)
        (rows.keys, rows.isDryRun) = (keys, isDryRun)
        let database = try Shop.database(address) { $0.editableTables = .all }
        let result = try await rows.run(TextFile(path: file.path), into: database).result
        return ("\(result.newCount) \(result.changedCount) \(result.equalCount) \(result.refusedCount)", result)
    }

    private func rows(_ sql: String = "SELECT * FROM orders ORDER BY 1", at address: String) async throws -> [String] {
        let pool = try PostgresPool(writingTo: address)
        let rows = try await pool.rows(sql).map { $0.map { $0 ?? "-" }.joined(separator: " ") }
        await pool.close()
        return rows
    }

    @Test func valuesHaveTheTypesOfTheirColumns() async throws {
        let address = try await PostgresServer.shared.database()
        let text = """
            id;zip;rate;day;at;paid;bytes;note
            1;01099;1,5;2024-02-29;2024-01-01T13:00:00+01:00;true;\\x00ff;""
            2;10115; 3 ;2024-03-01;2024-01-01 13:00;FALSE;\\x01;
            9223372036854775807;x;-0,25;;;;;"a ""b"" ☃"

            """
        let counts = try await load(text, keys: ["id"], at: address).counts
        #expect(counts == "3 0 0 0")
        #expect(
            try await rows(at: address) == [
                #"1 01099 1.5 2024-02-29 2024-01-01 12:00:00+00 t \x00ff "#,
                #"2 10115 3 2024-03-01 2024-01-01 13:00:00+00 f \x01 -"#,
                #"9223372036854775807 x -0.25 - - - - a "b" ☃"#,
            ])
        let types =
            "SELECT string_agg(format_type(atttypid, NULL), ',' ORDER BY attnum) FROM pg_attribute "
            + "WHERE attrelid = 'orders'::regclass AND attnum > 0"
        #expect(
            try await rows(types, at: address) == [
                "bigint,text,double precision,date,timestamp with time zone,boolean,bytea,text"
            ])
        #expect(try await load(text, keys: ["id"], at: address).counts == "0 0 3 0")
    }

    @Test func aKeyChangesRows() async throws {
        let address = try await PostgresServer.shared.database(
            "CREATE TABLE orders (id int GENERATED ALWAYS AS IDENTITY PRIMARY KEY, n int, city text, twice int GENERATED ALWAYS AS (n * 2) STORED)",
            "INSERT INTO orders (n, city) VALUES (1, 'Ulm'), (2, 'Bonn')")
        let text = "id,n,twice\n1,1,9\n2,7,9\n5,5,9\n5,6,9\n"
        let dry = try await load(text, keys: ["id"], isDryRun: true, at: address)
        #expect(dry.counts == "1 2 1 0")
        #expect(dry.result.computed == ["twice"])
        #expect(try await rows(at: address) == ["1 1 Ulm 2", "2 2 Bonn 4"])
        try await load(text, keys: ["id"], at: address)
        #expect(try await rows(at: address) == ["1 1 Ulm 2", "2 7 Bonn 14", "5 6 - 12"])
    }

    /// They have no system columns when they are written.
    @Test func partitionedTablesAndViewsAreWritten() async throws {
        let address = try await PostgresServer.shared.database(
            "CREATE TABLE orders (id int, day date, t text, PRIMARY KEY (id, day)) PARTITION BY RANGE (day)",
            "CREATE TABLE orders_1 PARTITION OF orders FOR VALUES FROM ('2020-01-01') TO ('2021-01-01')",
            "CREATE TABLE base (id int PRIMARY KEY, n int)", "CREATE VIEW shown AS SELECT * FROM base")
        let text = "id,day,t\n1,2020-02-02,a\n2,2020-03-03,b\n"
        #expect(try await load(text, keys: ["id", "day"], at: address).counts == "2 0 0 0")
        #expect(try await load(text + "3,2020-03-03,b\n", keys: ["day", "id"], at: address).counts == "1 0 2 0")
        await #expect(throws: TableImportError.self) { try await load("id,day,t\n1,2025-01-01,a\n", at: address) }
        #expect(try await load("id,n\n1,2\n", into: "shown", keys: ["id"], at: address).counts == "1 0 0 0")
        #expect(try await load("id,n\n1,3\n2,3\n", into: "shown", keys: ["id"], at: address).counts == "1 1 0 0")
    }

    @Test func refusedRowsAreToldWithTheirLines() async throws {
        let address = try await PostgresServer.shared.database(
            "CREATE TABLE orders (id int PRIMARY KEY, n int CHECK (n < 900), city text)",
            "INSERT INTO orders VALUES (0, 1, 'Ulm')")
        let lines = (1...2_000).map { "\($0),\($0 == 700 ? "x" : $0 == 1_500 ? "900" : "\($0 % 800)"),c" }
        let text = "id,n,city\n" + lines.joined(separator: "\n") + "\n,1,c\n"
        let dry = try await load(text, isDryRun: true, at: address)
        #expect(dry.counts == "1998 0 0 3")
        #expect(dry.result.refused.map(\.line) == [701, 1_501, 2_002])
        await #expect(throws: TableImportError.self) { try await load(text, at: address) }
        do { try await load(text, at: address) } catch {
            #expect("\(error)".hasPrefix("Line 701: invalid input syntax for type integer"))
        }
        #expect(try await rows(at: address) == ["0 1 Ulm"])
    }

    @Test func aRowMayReferToALaterOne() async throws {
        let address = try await PostgresServer.shared.database(
            "CREATE TABLE orders (id int PRIMARY KEY, up int REFERENCES orders DEFERRABLE)")
        let text = "id,up\n" + (1...1_200).map { "\($0),\(1_201 - $0)" }.joined(separator: "\n")
        #expect(try await load(text, at: address).counts == "1200 0 0 0")
        await #expect(throws: TableImportError.self) { try await load("id,up\n5000,7000\n", at: address) }
        #expect(try await rows("SELECT count(*) FROM orders", at: address) == ["1200"])
    }

    @Test func aRowThatATriggerSkipsIsRefused() async throws {
        let address = try await PostgresServer.shared.database(
            "CREATE TABLE orders (id int PRIMARY KEY, n int)",
            "CREATE FUNCTION skip() RETURNS trigger LANGUAGE plpgsql AS 'BEGIN IF NEW.n = 13 THEN RETURN NULL; END IF; RETURN NEW; END'",
            "CREATE TRIGGER skip BEFORE INSERT ON orders FOR EACH ROW EXECUTE FUNCTION skip()",
            "INSERT INTO orders VALUES (1, 1)")
        for keys in [[], ["id"]] {
            let dry = try await load("id,n\n4,4\n5,13\n6,6\n", keys: keys, isDryRun: true, at: address)
            #expect(dry.counts == "2 0 0 1")
            #expect(dry.result.refused.map(\.line) == [3])
        }
        #expect(try await load("id,n\n1,1\n", keys: ["id"], at: address).counts == "0 0 1 0")
    }

    @Test func aSchemaStandsBeforeADot() async throws {
        let address = try await PostgresServer.shared.database("CREATE SCHEMA sales")
        try await load("id\n1\n", into: "sales.orders", at: address)
        try await load("id\n2\n", into: "v1.orders", at: address)
        #expect(try await rows("SELECT * FROM sales.orders", at: address) == ["1"])
        #expect(try await rows("SELECT * FROM \"v1.orders\"", at: address) == ["2"])
    }

    @Test func whatDoesNotFitIsToldAtOnce() async throws {
        let address = try await PostgresServer.shared.database("CREATE TABLE orders (id int, n int)")
        for (text, keys, reason) in [
            ("id,m\n1,2\n", [], "orders has no column \"m\". Columns: id, n."),
            ("id,n\n1,2\n", ["x"], "The file has no column \"x\". Columns: id, n."),
            ("id,n\n1,2\n", ["id"], "Make it unique: CREATE UNIQUE INDEX ON \"public\".\"orders\" (\"id\")"),
        ] {
            let error = await #expect(throws: TableImportError.self) { try await load(text, keys: keys, at: address) }
            #expect("\(error.map { "\($0)" } ?? "")".contains(reason))
        }
    }
}
