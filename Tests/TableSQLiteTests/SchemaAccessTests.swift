import CascadingTable
import FoundationEssentials
import GRDB
import TableDatabase
import TableFiles
import Testing

@testable import TableSQLite

/// Tests what the schema of a file can do, and that what cannot be shown keeps nothing else from being shown.
@TableActor @Suite struct SchemaAccessTests {
    /// Returns the table with its rows.
    private func table(_ name: String, of database: SQLiteDatabase) async throws -> (TableView, [[FieldValue]]) {
        let table = try await database.makeTable(named: name)
        return (table, try await table.allRows().map(\.values))
    }

    // MARK: - What SQLite has built in

    @Test(arguments: [
        ("t(body, w AS (json_extract(body, '$.w')))", ""), ("t(body, w AS (body ->> '$.w') STORED)", ""),
        ("t(body)", "CREATE INDEX i ON t(json_extract(body, '$.w'))"),
        ("t(body)", "CREATE INDEX i ON t(body) WHERE json_valid(body)"),
        ("t(body, CHECK (json_valid(body)))", "CREATE TRIGGER u AFTER INSERT ON t BEGIN SELECT json(new.body); END"),
    ])
    func jsonFunctionsMayBeUsed(table: String, rest: String) async throws {
        let fixture = try Fixture("CREATE TABLE \(table); INSERT INTO t(body) VALUES ('{\"w\": 7}'); \(rest)")
        let (_, rows) = try await self.table("t", of: fixture.open())
        #expect(rows == [table.contains("AS") ? ["{\"w\": 7}", 7] : ["{\"w\": 7}"]])
    }

    @Test func viewsReadBuiltInTablesAndFunctions() async throws {
        let database = try Fixture(
            """
            CREATE VIRTUAL TABLE f5 USING fts5(x); INSERT INTO f5 VALUES ('hello bee');
            CREATE VIRTUAL TABLE f4 USING fts4(x); INSERT INTO f4 VALUES ('hello bee');
            CREATE VIRTUAL TABLE r USING rtree(id, low, high); INSERT INTO r VALUES (1, 1, 2);
            CREATE VIRTUAL TABLE words USING fts5vocab('f5', 'row');
            CREATE VIEW v1 AS SELECT x FROM f5; CREATE VIEW v2 AS SELECT snippet(f4) FROM f4 WHERE f4 MATCH 'bee';
            CREATE VIEW v3 AS SELECT id FROM r; CREATE VIEW v4 AS SELECT term FROM words;
            CREATE VIEW v5 AS SELECT highlight(f5, 0, '[', ']') FROM f5 WHERE f5 MATCH 'bee';
            CREATE VIEW v6 AS SELECT value FROM json_each('[3]');
            CREATE VIEW v7 AS SELECT json_group_array(id) FROM r;
            """
        ).open()
        for (name, rows) in [
            ("v1", [["hello bee"]]), ("v2", [["hello <b>bee</b>"]]), ("v3", [[1]]), ("v4", [["bee"], ["hello"]]),
            ("v5", [["hello [bee]"]]), ("v6", [[3]]), ("v7", [["[1]"]]),
        ] as [(String, [[FieldValue]])] {
            #expect(try await table(name, of: database).1 == rows, "\(name)")
        }
    }

    /// What tells of the server, or has effects outside of the file, is refused. The rest of the file is shown.
    @Test(arguments: [
        "CREATE VIEW bad AS SELECT file FROM pragma_database_list",
        "CREATE VIRTUAL TABLE bad USING fts5(file, content='pragma_database_list', content_rowid='seq')",
        "CREATE VIEW bad AS SELECT name FROM pragma_module_list", "CREATE VIEW bad AS SELECT sql FROM sqlite_stmt",
        "CREATE VIRTUAL TABLE bad USING fts5(sql, content='sqlite_stmt')",
        "CREATE VIEW bad AS SELECT load_extension('/tmp/x.so')", "CREATE VIEW bad AS SELECT fts3_tokenizer('simple')",
        "CREATE VIEW bad AS SELECT fts3_tokenizer('simple', x'0102030405060708')",
    ])
    func harmfulSchemasAreRefused(sql: String) async throws {
        let fixture = try Fixture("CREATE TABLE t(a); INSERT INTO t VALUES (1); \(sql);")
        let database = try fixture.open()
        let error = await #expect(throws: SQLiteTableError.self) { try await table("bad", of: database) }
        #expect(error?.code == .failed)
        let text = error?.description ?? ""
        #expect(
            text.contains("not authorized") || text.contains("unsafe use") || text.contains("prohibited"), "\(text)")
        #expect(!text.contains(fixture.directory))
        #expect(try await table("t", of: database).1 == [[1]])
    }

    // MARK: - What only the owner's program has

    private static let collation = DatabaseCollation("LOCALIZED") {
        $0.lowercased() < $1.lowercased()
            ? .orderedAscending : $0.lowercased() == $1.lowercased() ? .orderedSame : .orderedDescending
    }
    private static let function = DatabaseFunction("shout", argumentCount: 1, pure: true) { values in
        String.fromDatabaseValue(values[0])?.uppercased()
    }

    /// Returns a file that a program with a collation and a function of its own has made.
    private func foreign(_ sql: String) throws -> Fixture {
        let fixture = try Fixture()
        try fixture.write { database in
            database.add(collation: Self.collation)
            database.add(function: Self.function)
            try database.execute(sql: sql)
        }
        return fixture
    }

    @Test(arguments: [
        "name TEXT COLLATE LOCALIZED UNIQUE, land)",
        "name TEXT COLLATE LOCALIZED, land); CREATE INDEX i ON t(land, name)",
        "name TEXT, land); CREATE INDEX i ON t(name COLLATE LOCALIZED)",
        "name TEXT, land); CREATE INDEX i ON t(land) WHERE name > 'A' COLLATE LOCALIZED",
        "name TEXT COLLATE LOCALIZED, land, CHECK (name <> ''))",
    ])
    func textsWithAForeignCollationAreComparedByBytes(columns: String) async throws {
        let database = try foreign(
            """
            CREATE TABLE t(id INTEGER PRIMARY KEY, \(columns);
            INSERT INTO t VALUES (1, 'b', 'x'), (2, 'B', 'y'), (3, 'a', 'x'), (4, 'c', NULL);
            CREATE TABLE u(t INT REFERENCES t(id), n TEXT REFERENCES t(name)); INSERT INTO u VALUES (1, 'a');
            """.replacing("(2, 'B', 'y')", with: columns.contains("UNIQUE") ? "(2, 'D', 'y')" : "(2, 'B', 'y')")
        ).open()
        let second = columns.contains("UNIQUE") ? "D" : "B"
        let (table, rows) = try await self.table("t", of: database)
        #expect(rows == [[1, "b", "x"], [2, .text(second), "y"], [3, "a", "x"], [4, "c", nil]])
        for (query, ids) in [
            (TableQuery(filters: [.init("name", .exact, "b")]), [1]),
            (TableQuery(sort: [.init("name")]), [2, 3, 1, 4]),
            (TableQuery(sort: [.init("land"), .init("name", isAscending: false)]), [4, 1, 3, 2]),
            (TableQuery(filters: [.init("name", .gt, "a")]), [1, 4]),
        ] as [(TableQuery, [Int64])] {
            #expect(
                try await table.rows(matching: query, size: 1).map { $0.value("id") } == ids.map { .integer($0) },
                "\(query)")
        }
        let labelled = try await self.table("u", of: database).0
        #expect(try await labelled.rows(matching: TableQuery(includesLabels: true)).count == 1)
        #expect(try await database.makeRowTable(table: "u", key: "1").allRows()[1].cell.link == "../../../t/row/3/")
        let grouped = try await database.makeTable(named: "t", sectionBy: "name")
        #expect(try await grouped.allRows().count == 4)
    }

    @Test func keysWithAForeignCollationFindTheirRows() async throws {
        let database = try foreign(
            """
            CREATE TABLE t(name TEXT COLLATE LOCALIZED PRIMARY KEY, v) WITHOUT ROWID;
            WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 700) INSERT INTO t SELECT 'k' || i, i FROM n;
            CREATE TABLE u(name TEXT COLLATE LOCALIZED PRIMARY KEY, v); INSERT INTO u SELECT * FROM t;
            """
        ).open()
        for name in ["t", "u"] {
            let (_, rows) = try await table(name, of: database)
            #expect(Set(rows.map(\.[1])) == Set((1...700).map { .integer($0) }))
            #expect(try await database.makeRowTable(table: name, key: "k77").allRows()[1].value("value") == 77)
        }
    }

    @Test func viewsThatNeedAForeignCollationAreRefused() async throws {
        let database = try foreign(
            """
            CREATE TABLE t(a); INSERT INTO t VALUES ('b'), ('a');
            CREATE VIEW sorted AS SELECT * FROM t ORDER BY a COLLATE LOCALIZED;
            CREATE VIEW one AS SELECT * FROM t WHERE a = 'b' COLLATE LOCALIZED;
            """
        ).open()
        for name in ["sorted", "one"] {
            let error = await #expect(throws: SQLiteTableError.self) { try await table(name, of: database) }
            #expect(
                error?.description
                    == "Texts cannot be compared: only the program that made the file has the collation LOCALIZED.")
        }
        let list = try await database.makeListTable().allRows()
        #expect(list.map(\.cell.link) == ["t/", nil, nil])
        #expect(try await table("t", of: database).1 == [["b"], ["a"]])
    }

    @Test func columnsWithAForeignFunctionSayThatTheyCannotBeComputed() async throws {
        let database = try foreign(
            """
            CREATE TABLE t(id INTEGER PRIMARY KEY, word, loud TEXT AS (shout(word)), kept AS (shout(word)) STORED,
                CHECK (shout(word) <> 'NO'));
            CREATE INDEX i ON t(shout(word)); CREATE INDEX j ON t(word) WHERE shout(word) = 'X';
            INSERT INTO t(word) VALUES ('x'), ('y');
            CREATE VIEW v AS SELECT shout(word) FROM t; CREATE VIEW w AS SELECT word FROM t;
            """
        ).open()
        let (table, rows) = try await table("t", of: database)
        #expect(rows == [[1, "x", nil, "X"], [2, "y", nil, "Y"]])
        #expect(table.columns[2].title == "loud (cannot be computed: unknown function: shout())")
        #expect(
            try await table.rows(matching: TableQuery(sort: [.init("word", isAscending: false)], search: "x")).count
                == 1)
        #expect(throws: TableViewError.self) { try table.check(TableQuery(sort: [.init("loud")])) }
        let row = try await database.makeRowTable(table: "t", key: "2").allRows()
        #expect(row[2].value("type") == "TEXT, cannot be computed: unknown function: shout()")
        let list = try await database.makeListTable().allRows()
        #expect(list.map(\.cell.link) == ["t/", nil, "w/"])
        #expect(list[1].summary == "The view v cannot be shown: no such function: shout.")
    }

    // MARK: - What this SQLite cannot read

    /// Adds entries to the schema that stand for those of a newer SQLite or of an extension.
    private func add(_ entries: [(type: String, name: String, sql: String)], to fixture: Fixture) throws {
        try fixture.write { database in
            try database.execute(sql: "PRAGMA writable_schema = 1")
            for entry in entries {
                try database.execute(
                    sql: "INSERT INTO sqlite_schema VALUES (?, ?, 't', 0, ?)",
                    arguments: [entry.type, entry.name, entry.sql])
            }
            try database.execute(sql: "PRAGMA schema_version = 99")
        }
    }

    private func file(_ text: String, in fixture: Fixture) throws -> TextFile {
        try Data(text.utf8).write(to: URL(filePath: fixture.directory + "/t.csv"))
        return try TextFile(path: fixture.directory + "/t.csv")
    }

    private static let newer = [
        ("view", "nv", "CREATE VIEW nv AS SELECT group_concat(a SORTED NEWLY BY a) FROM t"),
        ("trigger", "nt", "CREATE TRIGGER nt AFTER INSERT ON t BEGIN SELECT NEWLY SORTED; END"),
        ("table", "tok", "CREATE VIRTUAL TABLE tok USING fts5(a, tokenize='other')"),
        ("table", "tok4", "CREATE VIRTUAL TABLE tok4 USING fts4(a, tokenize=other)"),
        ("table", "mod", "CREATE VIRTUAL TABLE mod USING other(a)"),
    ]

    private func expectOnlyTheRest(of database: SQLiteDatabase) async throws {
        #expect(try await table("t", of: database).1 == [[1]])
        #expect(try await table("v", of: database).1 == [[1]])
        let list = try await database.makeListTable().allRows()
        #expect(list.map(\.cell.title) == ["mod", "t", "tok", "tok4", "nv", "v"])
        #expect(list.map(\.cell.link) == [nil, "t/", nil, nil, nil, "v/"])
        #expect(list[0].summary.hasPrefix("The table mod cannot be shown: no such module: other"))
        #expect(list[4].summary.hasPrefix("The view nv cannot be shown: SQLite 3."), "\(list[4].summary)")
        let error = await #expect(throws: SQLiteTableError.self) { try await database.makeTable(named: "NV") }
        #expect(error?.code == .failed)
    }

    @Test func entriesInNewerSQLKeepNothingElseFromBeingShown() async throws {
        let fixture = try Fixture("CREATE TABLE t(a); INSERT INTO t VALUES (1); CREATE VIEW v AS SELECT a FROM t")
        try add(Self.newer, to: fixture)
        let database = try fixture.open()
        try await expectOnlyTheRest(of: database)
        let token = try database.changeToken()
        // A change of the schema is read by new connections.
        var configuration = Configuration()
        configuration.prepareDatabase { try $0.execute(sql: "PRAGMA writable_schema = 1") }
        let writer = try DatabaseQueue(path: fixture.path, configuration: configuration)
        try await writer.write { try $0.execute(sql: "CREATE TABLE z(b); INSERT INTO z VALUES (2)") }
        #expect(try database.changeToken() != token)
        #expect(try await table("z", of: database).1 == [[2]])
        #expect(try await table("t", of: database).1 == [[1]])
    }

    @Test func entriesInNewerSQLMayComeLater() async throws {
        let fixture = try Fixture("CREATE TABLE t(a); INSERT INTO t VALUES (1); CREATE VIEW v AS SELECT a FROM t")
        let database = try fixture.open()
        #expect(try await table("t", of: database).1 == [[1]])
        try add(Self.newer, to: fixture)
        try await expectOnlyTheRest(of: database)
    }

    /// A view that cannot be read has no rows that an edit could leave wrong.
    @Test func aFileWithNewerViewsIsChanged() async throws {
        let fixture = try Fixture("CREATE TABLE t(id INTEGER PRIMARY KEY, a); INSERT INTO t VALUES (1, 'old')")
        try add([Self.newer[0]], to: fixture)
        let database = try fixture.open { $0.editableTables = .all }
        let editing = try await database.makeTable(named: "t").hosting.editing
        func change(_ value: String, from old: String) async throws {
            _ = try await #require(editing?.editor).edit(
                [
                    RowChange(
                        .change, id: "1", values: [Field("a", .text(value))], seen: .values([Field("a", .text(old))]))
                ],
                isRehearsal: false, by: EditAuthor())
        }
        try await change("new", from: "old")
        // Another program makes a table, and this one reads the schema again.
        var configuration = Configuration()
        configuration.prepareDatabase { try $0.execute(sql: "PRAGMA writable_schema = 1") }
        try await DatabaseQueue(path: fixture.path, configuration: configuration).write {
            try $0.execute(sql: "CREATE TABLE z(b)")
        }
        try await change("newer", from: "new")
        let values = try await table("t", of: database).1
        #expect(values == [[1, "newer"]])
        _ = try await TableImport(into: "t").run(file("id,a\n2,b\n", in: fixture), into: fixture.path)
        #expect(try await table("t", of: database).1.count == 2)
    }

    /// SQLite would neither update an index nor run a trigger that it left out.
    @Test(arguments: [
        "trigger nt": "CREATE TRIGGER nt AFTER INSERT ON t FOR EACH NEWLY BEGIN SELECT 1; END",
        "index ni": "CREATE INDEX ni NEWLY ON t(a)", "table nb": "CREATE TABLE nb NEWLY (a REFERENCES t)",
    ]) func aFileWithMoreThatIsNewerIsNotChanged(_ entry: String, _ sql: String) async throws {
        let fixture = try Fixture("CREATE TABLE t(a); INSERT INTO t VALUES (1)")
        let parts = entry.split(separator: " ").map(String.init)
        try add([(parts[0], parts[1], sql)], to: fixture)
        #expect(try await table("t", of: fixture.open()).1 == [[1]])
        let error = #expect(throws: SQLiteTableError.self) { try fixture.open { $0.editableTables = .all } }
        #expect(error?.code == .cannotWrite)
        #expect(error?.description.contains("only another version of SQLite can read its \(entry)") == true)
        let file = try file("a\n2\n", in: fixture)
        await #expect(throws: SQLiteTableError.self) { try await TableImport(into: "t").run(file, into: fixture.path) }
    }

    /// The schema stays as it is, although SQLite would let triggers write to it.
    @Test func aTriggerDoesNotChangeTheSchema() async throws {
        let fixture = try Fixture(
            """
            CREATE TABLE t(id INTEGER PRIMARY KEY, a); INSERT INTO t VALUES (1, 'old');
            PRAGMA writable_schema = 1;
            CREATE TRIGGER g AFTER UPDATE ON t BEGIN DELETE FROM sqlite_master WHERE name = 'nv'; END
            """)
        try add([Self.newer[0]], to: fixture)
        let database = try fixture.open { $0.editableTables = .all }
        let editing = try await database.makeTable(named: "t").hosting.editing
        let editor = try #require(editing?.editor)
        await #expect(throws: (any Error).self) {
            try await editor.edit(
                [RowChange(.change, id: "1", values: [Field("a", .text("new"))], seen: .nothing)],
                isRehearsal: false, by: EditAuthor())
        }
        #expect(try await database.makeListTable().allRows().map(\.cell.title) == ["t", "nv"])
    }

    /// A schema is never taken for a complete one because there was no time to read it.
    @Test func aSchemaThatTakesTooLongToReadIsNotCutOff() async throws {
        let fixture = try Fixture((0..<300).map { "CREATE TABLE t\($0)(a);" }.joined())
        try add([Self.newer[0]], to: fixture)
        for _ in 0..<20 {
            let connection = try? SQLiteConnection(
                path: fixture.path,
                opening: .init(number: 0, stamp: FileSignature(path: fixture.path), isImmutable: false),
                within: .microseconds(Int.random(in: 0...3_000)), lockTimeout: .zero)
            guard let connection else { continue }
            let count = try connection.read(within: .seconds(60), lockTimeout: .zero) {
                try Catalog.entries(in: $0).count
            }
            #expect(count == 301)
        }
    }
}
