import CascadingTable
import HTTPTypes
import TableDatabase
import TableServer
import TableTesting
import TestSupport
import Testing

@testable import TableSQLite

/// Tests columns of rows that rows refer to, or that refer to them.
@Suite struct RelatedColumnsTests {
    private func serve(
        _ script: String, change: (inout SQLiteDatabase.Configuration) -> Void = { _ in },
        body: (any TestClient) async throws -> Void
    ) async throws {
        let database = try Fixture(script).open(change)
        var server = TableServer()
        try await server.mount("/", database)
        try await server.test(.inProcess, body)
    }

    @Test func relatedColumnsAreThoseOfTheContract() async throws {
        try await serve(RelatedColumnsContract.script) { try await RelatedColumnsContract.check($0) }
        // An index finds the rows that refer to a row.
        let indexes =
            "CREATE INDEX i ON cars(maker); CREATE INDEX j ON cars(follows, seat); CREATE INDEX k ON makers(country)"
        try await serve("\(RelatedColumnsContract.script); \(indexes)") { try await RelatedColumnsContract.check($0) }
    }

    @Test func aColumnOfItsOwnComesFirst() async throws {
        let script = """
            CREATE TABLE makers(id INTEGER PRIMARY KEY, name);
            CREATE TABLE cars(id INTEGER PRIMARY KEY, maker REFERENCES makers, "maker.name", "count(maker)");
            INSERT INTO makers VALUES (1, 'a');
            INSERT INTO cars VALUES (1, 1, 'own', 7), (2, 9, NULL, NULL)
            """
        try await serve(script) { client in
            let rows = try await client.get("/cars/table.ndjson?_shape=arrays&maker.name=own&count(maker)=7").text
            #expect(rows == "[1,1,\"own\",7]\n")
        }
    }

    @Test func aKeyOfNoRowIsFound() async throws {
        let script = """
            CREATE TABLE makers(id INTEGER PRIMARY KEY, name);
            CREATE TABLE cars(id INTEGER PRIMARY KEY, maker REFERENCES makers, gone REFERENCES missing);
            INSERT INTO makers VALUES (1, 'a');
            INSERT INTO cars VALUES (1, 1, 1), (2, 9, 1), (3, NULL, NULL)
            """
        try await serve(script) { client in
            let menu = try await client.get("/cars/columns?column=maker").text
            #expect(menu.contains("/cars/?maker__notnull=&amp;count%28maker%29=0\">"))
            let rows = try await client.get("/cars/table.ndjson?_col=id&maker__notnull=&count(maker)=0").text
            #expect(rows == "{\"id\":2}\n")
            // A table that was dropped has no columns.
            for query in ["_col=gone.name", "count(gone)=0", "gone.id=1"] {
                #expect(try await client.get("/cars/table.json?\(query)").status == 400)
            }
        }
    }

    @Test func keysAreComparedAsTheRowsThatTheyReferTo() async throws {
        let script = """
            CREATE TABLE codes(c TEXT PRIMARY KEY COLLATE NOCASE, name) WITHOUT ROWID;
            CREATE TABLE uses(id INTEGER PRIMARY KEY, c TEXT REFERENCES codes, i TEXT REFERENCES codes);
            CREATE INDEX uses_i ON uses(i);
            INSERT INTO codes VALUES ('abc', 'first'), ('Def', 'second');
            INSERT INTO uses VALUES (1, 'ABC', 'ABC'), (2, 'abc', 'abc'), (3, 'def', 'def'), (4, 'x', 'x');
            CREATE TABLE plain(c TEXT PRIMARY KEY);
            CREATE TABLE loose(id INTEGER PRIMARY KEY, c TEXT COLLATE NOCASE REFERENCES plain, n INTEGER REFERENCES plain);
            INSERT INTO plain VALUES ('abc'), ('1'), ('01');
            INSERT INTO loose VALUES (1, 'ABC', 1), (2, 'abc', NULL)
            """
        try await serve(script) { client in
            func rows(_ path: String) async throws -> String {
                try await client.get(path + "&_shape=arrays").text.replacing("\n", with: " ")
            }
            for column in ["c", "i"] {
                let counts = try await rows("/codes/table.ndjson?_col=c&_col=count(uses.\(column))")
                #expect(counts == "[\"abc\",2] [\"Def\",1] ")
            }
            let missing = try await rows("/uses/table.ndjson?_col=id&count(c)=0")
            #expect(missing == "[4] ")
            let named = try await rows("/uses/table.ndjson?_col=id&c.name=first")
            #expect(named == "[1] [2] ")
            let plain = try await rows("/plain/table.ndjson?_col=c&_col=count(loose.c)&c=abc")
            #expect(plain == "[\"abc\",1] ")
            // An integer equals several texts, and is a key of one row.
            let one = try await rows("/loose/table.ndjson?_col=count(n)&id=1")
            #expect(one == "[1] ")
        }
    }

    @Test func rowsWithoutKeysHaveNoFirstOnes() async throws {
        try await serve(
            "CREATE TABLE a(id INTEGER PRIMARY KEY, b); INSERT INTO a VALUES (1, 1); CREATE VIEW v AS SELECT * FROM a"
        ) {
            client in
            let answer = try await client.get("/v/table.json?b__top=1")
            #expect(answer.status == 400 && answer.text.contains("cannot be found in this table"), "\(answer.text)")
        }
    }

    @Test func rulesHideColumnsRowsAndTables() async throws {
        let script = """
            \(RelatedColumnsContract.script);
            CREATE TABLE secrets(id INTEGER PRIMARY KEY, car REFERENCES cars, word);
            INSERT INTO secrets VALUES (1, 1, 'XYZZY')
            """
        let database = try Fixture(script).open()
        var server = TableServer()
        try await server.mount("/", database) { tables, _ in
            tables["makers"].rows = "country = \("DE")"
            tables["makers"].columns = ["id", "name"]
            tables["secrets"].isHidden = true
            tables["seats"].isHidden = true
        }
        try await server.test(.inProcess) { client in
            func rows(_ query: String) async throws -> String {
                try await client.get("/cars/table.ndjson?_shape=arrays&\(query)").text
            }
            // A maker that does not exist for the visitor has no name, and is not there.
            #expect(
                try await rows("_col=id&_col=maker.name&_col=count(maker)&id__lte=3")
                    == "[1,\"Opel \\\"O\\\" & Co\",1]\n[2,null,0]\n[3,null,0]\n")
            #expect(try await rows("_col=id&maker.name=Renault").isEmpty)
            #expect(try await rows("_col=id&_search=renault").isEmpty)
            #expect(try await rows("_col=id&_search=opel") == "[1]\n[4]\n")
            #expect(try await rows("_col=id&_labels=1&id=2").contains("Renault") == false)
            for name in ["maker.country", "maker.country.name", "count(secrets.car)", "follows.row_name"] {
                for query in ["_col=\(name)", "\(name)=DE", "_sort=\(name)", "_group=\(name)", "_facet=\(name)"] {
                    let answer = try await client.get("/cars/table.json?\(query)")
                    #expect(answer.status == 400 && !answer.text.contains("XYZZY"), "\(query): \(answer.text)")
                }
                let columns = try await client.get("/cars/columns").text
                #expect(!columns.contains("\"\(name)\""))
            }
        }
    }

    @Test func onlyOneTableHasNoColumnsOfOthers() async throws {
        try await serve(RelatedColumnsContract.script, change: { $0.onlyTable = "cars" }) { client in
            for query in ["_col=maker.name", "maker.name=Renault", "count(maker)=0"] {
                let answer = try await client.get("/table.json?\(query)")
                #expect(answer.status == 400, "\(query)")
            }
            let found = try await client.get("/table.ndjson?_search=renault").text
            #expect(found.isEmpty)
        }
    }
}
