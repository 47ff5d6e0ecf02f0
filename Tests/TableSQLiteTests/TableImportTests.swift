import Foundation
import GRDB
import TableFiles
import Testing

@testable import TableSQLite

@Suite struct TableImportTests {
    private let folder: Fixture

    init() throws { folder = try Fixture(name: "shop.db") }

    /// Imports a text into `orders` of the fixture.
    @discardableResult
    private func load(
        _ text: String, name: String = "orders.csv", keys: [String] = [], isDryRun: Bool = false
    ) async throws -> TableImport.Result {
        let path = "\(folder.directory)/\(name)"
        try text.write(toFile: path, atomically: true, encoding: .utf8)
        var rows = TableImport(into: "orders")
        (rows.keys, rows.isDryRun) = (keys, isDryRun)
        return try await rows.run(TextFile(path: path), into: folder.path).result
    }

    /// The rows of a statement, with values as SQL writes them.
    private func rows(_ sql: String = "SELECT * FROM orders") throws -> [String] {
        try folder.writer().read { database in
            try Row.fetchAll(database, sql: sql).map { row in
                try row.databaseValues.map {
                    try String.fetchOne(database, sql: "SELECT quote(?)", arguments: [$0]) ?? ""
                }.joined(separator: " ")
            }
        }
    }

    /// The numbers of rows that are new, changed, equal and refused.
    private func counts(_ result: TableImport.Result) -> String {
        "\(result.newCount) \(result.changedCount) \(result.equalCount) \(result.refusedCount)"
    }

    @Test func valuesHaveTheTypesOfTheirColumns() async throws {
        try await load(
            """
            id,zip,price,rate,day,paid,note
            1,01099,1.50,"1,5",2024-02-29,true,""
            -2,10115,2, 3 ,2024-03-01,FALSE,
            9223372036854775807,x,-1e-05,"-0,25",2024-03-02,true,"a ""b"" ☃"

            """)
        #expect(
            try rows() == [
                "1 '01099' 1.5 1.5 '2024-02-29' 1 ''", "-2 '10115' 2.0 3.0 '2024-03-01' 0 NULL",
                "9223372036854775807 'x' -1.0e-05 -0.25 '2024-03-02' 1 'a \"b\" ☃'",
            ])
        let types = try rows("SELECT group_concat(type) FROM pragma_table_info('orders')")
        #expect(types == ["'INTEGER,TEXT,REAL,REAL,DATE,BOOLEAN,TEXT'"])
    }

    @Test func objectsAreImported() async throws {
        let result = try await load(#"{"id":1,"tags":["a"]}"# + "\n" + #"{"id":2,"name":"1"}"#, name: "orders.ndjson")
        #expect(result.newCount == 2)
        #expect(try rows() == ["1 '[\"a\"]' NULL", "2 NULL '1'"])
    }

    @Test func raggedRowsAreWritten() async throws {
        let result = try await load("a,b\n1\n2,3,4\n")
        #expect(result.scan.raggedRows.count == 2)
        #expect(try rows() == ["1 NULL", "2 3"])
    }

    @Test func columnsOfTextsKeepNumbersAsWritten() async throws {
        try folder.write("CREATE TABLE orders (id INTEGER, price TEXT, paid TEXT)")
        try await load("id;price;paid\n1;1,50;true\n")
        #expect(try rows() == ["1 '1,50' 'true'"])
    }

    @Test func keysChangeRowsAndKeepOtherColumns() async throws {
        try folder.write(
            """
            CREATE TABLE orders (id INTEGER PRIMARY KEY, city TEXT COLLATE NOCASE, note TEXT);
            INSERT INTO orders VALUES (1, 'Bonn', 'x'), (2, 'Köln', 'y'), (3, 'Ulm', 'z')
            """)
        let text = "ID,city\n1,Bonn\n2,Trier\n3,ulm\n4,Mainz\n"
        let dry = try await load(text, keys: ["id"], isDryRun: true)
        #expect(counts(dry) == "1 2 1 0")
        #expect(try rows().count == 3)
        let result = try await load(text, keys: ["id"])
        #expect(counts(result) == "1 2 1 0")
        #expect(try rows() == ["1 'Bonn' 'x'", "2 'Trier' 'y'", "3 'ulm' 'z'", "4 'Mainz' NULL"])
        let again = try await load(text, keys: ["id"])
        #expect(counts(again) == "0 0 4 0")
    }

    @Test func keysOfNewTablesAreTheirPrimaryKey() async throws {
        let result = try await load("a,b,c\n1,1,x\n1,2,y\n1,1,z\n", keys: ["a", "b"])
        #expect(counts(result) == "2 1 0 0")
        #expect(try rows() == ["1 1 'z'", "1 2 'y'"])
    }

    @Test func aRefusedRowUndoesAll() async throws {
        try folder.write(
            "CREATE TABLE orders (id INTEGER PRIMARY KEY, n CHECK (n < 5)); INSERT INTO orders VALUES (9, 1)")
        let text = "id,n\n1,1\n2,7\n9,2\n\n3,3\n"
        let error = await #expect(throws: TableImportError.self) { try await load(text) }
        #expect(error?.description == "Line 3: CHECK constraint failed: n < 5. Nothing was written.")
        let dry = try await load(text, isDryRun: true)
        #expect(counts(dry) == "2 0 0 2")
        let reasons = dry.refused.map { "\($0.line): \($0.reason)" }
        #expect(reasons == ["3: CHECK constraint failed: n < 5", "4: UNIQUE constraint failed: orders.id"])
        #expect(try rows() == ["9 1"])
    }

    @Test func aRowWithoutKeyIsRefused() async throws {
        let error = await #expect(throws: TableImportError.self) { try await load("id,n\n1,1\n,2\n", keys: ["id"]) }
        #expect(error?.description == "Line 3: the key is empty. Nothing was written.")
        #expect(try rows("SELECT name FROM sqlite_schema").isEmpty)
    }

    @Test func foreignKeysAreChecked() async throws {
        try folder.write("CREATE TABLE orders (id INTEGER PRIMARY KEY, parent REFERENCES orders)")
        let error = await #expect(throws: TableImportError.self) { try await load("id,parent\n1,1\n2,5\n") }
        #expect(error?.description.contains("FOREIGN KEY constraint failed") == true)
        #expect(try rows().isEmpty)
    }

    @Test(arguments: [
        ("x,n\n1,1\n", [], "orders has no column \"x\". Columns: id, n."),
        ("id,n\n1,1\n", ["x"], "The file has no column \"x\". Columns: id, n."),
        ("id,n\n1,1\n", ["id"], "orders may have several rows with one id. Make it unique: "),
    ])
    func misfitsAreTold(_ text: String, _ keys: [String], _ message: String) async throws {
        try folder.write("CREATE TABLE orders (id INTEGER, n)")
        let error = await #expect(throws: TableImportError.self) { try await load(text, keys: keys) }
        #expect(error?.description.hasPrefix(message) == true)
    }

    @Test func otherErrorsOfSQLiteAreTold() async throws {
        try folder.write("CREATE VIEW orders AS SELECT 1 AS id")
        let error = await #expect(throws: TableImportError.self) { try await load("id\n1\n") }
        #expect(error?.description.contains("cannot modify orders because it is a view") == true)
        try Data("no database at all, but a text".utf8).write(to: URL(filePath: folder.path))
        let other = await #expect(throws: SQLiteTableError.self) { try await load("id\n1\n") }
        #expect(other?.code == .notADatabase)
    }

    /// A trigger that rolls back ends the transaction. The following rows must not be written one by one.
    @Test func aRollbackEndsTheImport() async throws {
        try folder.write(
            """
            CREATE TABLE orders (id INTEGER);
            CREATE TRIGGER two BEFORE INSERT ON orders WHEN new.id = 2 BEGIN SELECT RAISE(ROLLBACK, 'no two'); END
            """)
        for isDryRun in [true, false] {
            await #expect(throws: TableImportError.self) { try await load("id\n1\n2\n3\n", isDryRun: isDryRun) }
            #expect(try rows().isEmpty)
        }
    }

    @Test func cancellingUndoesTheImport() async throws {
        let path = "\(folder.directory)/orders.csv"
        try "id\n\((0..<100_000).map { "\($0)\n" }.joined())".write(toFile: path, atomically: true, encoding: .utf8)
        let file = try TextFile(path: path)
        let task = Task { [folder] in
            try await TableImport(into: "orders").run(file, into: folder.path) { _, _ in
                Thread.sleep(forTimeInterval: 0.01)
            }
        }
        try await Task.sleep(for: .milliseconds(100))
        task.cancel()
        await #expect(throws: CancellationError.self) { try await task.value }
        #expect(try rows("SELECT name FROM sqlite_schema").isEmpty)
    }
}
