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

    @Test func valuesOfOneColumnKeepTheirCommas() async throws {
        let result = try await load("name\nDoe, Ann\n\"Roe, Bob\"\n")
        #expect(result.scan.raggedRows.count == 0)
        #expect(try rows() == ["'Doe, Ann'", "'Roe, Bob'"])
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
        let text = "id,parent\n1,1\n2,5\n4,3\n3,5\n"
        let error = await #expect(throws: TableImportError.self) { try await load(text) }
        let reason = "FOREIGN KEY constraint failed: the row refers to one that does not exist"
        #expect(error?.description == "Line 3: \(reason). Nothing was written.")
        #expect(try rows().isEmpty)
        let dry = try await load(text, isDryRun: true)
        #expect(counts(dry) == "2 0 0 2" && dry.refused.map(\.line) == [3, 5])
    }

    @Test func rowsMayReferToLaterOnes() async throws {
        try folder.write(
            """
            CREATE TABLE orders (id INTEGER PRIMARY KEY, parent REFERENCES orders);
            PRAGMA foreign_keys = OFF; INSERT INTO orders VALUES (9, 77);
            """)
        try await load("id,parent\n1,3\n2,1\n3,\n")
        #expect(try rows() == ["1 3", "2 1", "3 NULL", "9 77"])
        try await load("id,parent\n4,5\n5,5\n9,4\n", keys: ["id"])
        #expect(try rows("SELECT parent FROM orders WHERE id = 9") == ["4"])
    }

    /// A table without row identifiers does not tell which rows are at fault.
    @Test func openReferencesAreRefusedInEveryTable() async throws {
        try folder.write("CREATE TABLE orders (id TEXT PRIMARY KEY, parent REFERENCES orders) WITHOUT ROWID")
        for isDryRun in [false, true] {
            let error = await #expect(throws: TableImportError.self) {
                try await load("id,parent\na,b\n", isDryRun: isDryRun)
            }
            #expect(error?.description.hasPrefix("FOREIGN KEY constraint failed") == true)
        }
        #expect(try rows().isEmpty)
    }

    /// The clauses and triggers of a table neither skip nor replace a row of a file.
    @Test(arguments: [
        ("code TEXT UNIQUE ON CONFLICT IGNORE", "", "UNIQUE constraint failed: orders.code"),
        ("code TEXT UNIQUE ON CONFLICT REPLACE", "", "UNIQUE constraint failed: orders.code"),
        (
            "code TEXT NOT NULL ON CONFLICT REPLACE DEFAULT 'd' CHECK (code <> 'a')", "",
            "CHECK constraint failed: code <> 'a'"
        ),
        ("code TEXT", "BEFORE INSERT ON orders WHEN new.code = 'a'", "a trigger of the table skips the row"),
    ])
    func noRowIsSkipped(_ column: String, _ trigger: String, _ reason: String) async throws {
        try folder.write(
            """
            CREATE TABLE orders (id INTEGER PRIMARY KEY, \(column));
            INSERT INTO orders VALUES (1, 'b'), (2, '\(column.contains("CHECK") ? "c" : "a")');
            \(trigger.isEmpty ? "" : "CREATE TRIGGER skip \(trigger) BEGIN SELECT RAISE(IGNORE); END;")
            """)
        let before = try rows()
        for keys in [[], ["id"]] {
            let error = await #expect(throws: TableImportError.self) {
                try await load("id,code\n8,x\n9,a\n", keys: keys)
            }
            #expect(error?.description == "Line 3: \(reason). Nothing was written.")
            let dry = try await load("id,code\n8,x\n9,a\n", keys: keys, isDryRun: true)
            #expect(counts(dry) == "1 0 0 1")
        }
        #expect(try rows() == before)
    }

    @Test func equalRowsOfATableWithTriggersAreEqual() async throws {
        try folder.write(
            """
            CREATE TABLE orders (id INTEGER PRIMARY KEY, n REAL, b BLOB, s TEXT);
            INSERT INTO orders VALUES (1, 1.5, x'ff', ''), (2, NULL, NULL, 'Ulm');
            CREATE TRIGGER skip BEFORE UPDATE ON orders WHEN new.n = 7 BEGIN SELECT RAISE(IGNORE); END;
            """)
        let result = try await load("id,n,b,s\n1,1.5,\\xff,\"\"\n2,,,Ulm\n", keys: ["id"])
        #expect(counts(result) == "0 0 2 0")
        let error = await #expect(throws: TableImportError.self) { try await load("id,n\n1,1.5\n2,7\n", keys: ["id"]) }
        #expect(error?.description == "Line 3: a trigger of the table skips the row. Nothing was written.")
    }

    @Test func aViewThatTakesRowsGetsThem() async throws {
        try folder.write(
            """
            CREATE TABLE t (id INTEGER); CREATE VIEW orders AS SELECT id FROM t;
            CREATE TRIGGER adds INSTEAD OF INSERT ON orders BEGIN INSERT INTO t VALUES (new.id); END;
            """)
        let result = try await load("id\n1\n2\n")
        #expect(result.newCount == 2)
        #expect(try rows() == ["1", "2"])
    }

    @Test func computedColumnsAreLeftOut() async throws {
        try folder.write("CREATE TABLE orders (n INTEGER, twice AS (n * 2), m INTEGER, half AS (n / 2) STORED UNIQUE)")
        let result = try await load("twice,n,half,m\n7,4,8,1\n")
        #expect(result.computed == ["twice", "half"])
        #expect(try rows() == ["4 8 1 2"])
        let error = await #expect(throws: TableImportError.self) { try await load("twice\n7\n") }
        #expect(error?.description == "The file has only columns that orders computes.")
    }

    /// The column says what it can hold, and a number that it cannot hold is told.
    @Test func noDigitIsLostInATableThatExists() async throws {
        try folder.write("CREATE TABLE orders (price DECIMAL(20,2), code TEXT, free)")
        let long = "99999999999999999.99"
        try await load("code,free\n\(long),\(long)\n12345678901234567890,x\n")
        #expect(try rows() == ["NULL '\(long)' '\(long)'", "NULL '12345678901234567890' 'x'"])
        for number in [long, "12345678901234567890"] {
            let error = await #expect(throws: TableImportError.self) { try await load("price\n1.5\n\(number)\n") }
            #expect(
                error?.description
                    == "Line 3: the number \(number) has more digits than the column can hold. Nothing was written.")
        }
    }

    @Test func valuesOfAColumnWithoutATypeKeepTheirs() async throws {
        try folder.write("CREATE TABLE orders (free, n INTEGER)")
        let objects = [
            #"{"free": 1, "n": true}"#, #"{"free": "1", "n": "x"}"#, #"{"free": 2.5}"#,
            #"{"free": {"base64": "AP8="}}"#,
            #"{"free": 9223372036854775807, "n": "-Infinity"}"#,
        ]
        try await load(objects.joined(separator: "\n"), name: "orders.ndjson")
        #expect(
            try rows("SELECT free, iif(n < -9e99, 'small', n) FROM orders")
                == ["1 1", "'1' 'x'", "2.5 NULL", "X'00FF' NULL", "9223372036854775807 'small'"])
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
