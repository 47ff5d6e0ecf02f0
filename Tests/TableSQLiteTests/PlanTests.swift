import CascadingTable
import Foundation
import GRDB
import HTTPTypes
import TableServer
import TableTesting
import TestSupport
import Testing

@testable import TableSQLite

/// Tests changes of many rows that a visitor sees before they are made: pasted rows, and selected ones.
@Suite struct PlanTests {
    private func serve(_ body: (any TestClient, Fixture) async throws -> Void) async throws {
        try await EditingTests().serve { try await body($0, $1) }
    }

    private func titles(_ fixture: Fixture) throws -> [String] {
        var rows: [String] = []
        try fixture.write {
            rows = try String.fetchAll(
                $0, sql: "SELECT id || title || ' ' || ifnull(year, '-') FROM albums ORDER BY id")
        }
        return rows
    }

    @Test func pastedRowsAreShownBeforeTheyAreWritten() async throws {
        try await serve { client, fixture in
            let before = try titles(fixture)
            let text = "ID\tTitle\tartist\tYear\n1\tKind of Blue\t1\t1959\n2\tDebüt\t2\t1993\n\tJazz\t1\t\n\t\t\t\n"
            let shown = try await client.send(paste: ["text": text])
            #expect(shown.status == 200)
            #expect(shown.text.contains(">1 new, 1 changed, 1 equal<"))
            #expect(shown.text.contains("<del>Debut</del> <ins>Debüt</ins>"))
            #expect(shown.text.contains(">line 4<") && !shown.text.contains(">line 5<"))
            #expect(try titles(fixture) == before)
            let written = try await client.send(paste: shown.confirmation)
            #expect(written.status == 303 && written.headers[.location] == "/albums/")
            #expect(try titles(fixture) == ["1Kind of Blue 1959", "2Debüt 1993", "3Post 1995", "4Jazz -"])
            // The whole paste is undone at once.
            let cookie = try #require(written.headers[.setCookie]?.prefix { $0 != ";" }).description
            let page = try await client.get("/albums/", headers: [.accept: "text/html", .cookie: cookie])
            let undo = try #require(page.text.firstMatch(of: /formaction="(\/albums\/undo\/[^"]*)"/)?.1)
            _ = try await client.post(String(undo), form: "", headers: [.cookie: cookie])
            #expect(try titles(fixture) == before)
        }
    }

    @Test func pastedRowsThatFailAreToldAndNothingIsWritten() async throws {
        try await serve { client, fixture in
            let before = try titles(fixture)
            let text = """
                id,title,artist,year,genre
                1,"Two
                lines",1,1959,rock
                7,New,9,1999,rock
                8,,1,1800,rock
                9,X,1,soon,rock
                2,A,2,1990,
                2,B,2,1991,
                """
            let shown = try await client.send(paste: ["text": text])
            #expect(shown.text.contains(">4 failing, 2 changed<"))
            for message in [
                "There is no such row in artists.", "The value must match the rule of the table: year &gt; 1900.",
                "Enter a whole number.", "Another of these rows has the same key.",
            ] { #expect(shown.text.contains(message), "\(message)") }
            #expect(shown.confirmation["plan"] == nil)
            let forced = try await client.send(paste: ["text": text, "plan": "x"])
            #expect(forced.status == 409)
            #expect(try titles(fixture) == before)
        }
    }

    @Test func aPlanIsCarriedOutOnlyIfItIsStillTheSame() async throws {
        try await serve { client, fixture in
            let text = "id,title\n2,Mine\n"
            let shown = try await client.send(paste: ["text": text])
            try fixture.write("UPDATE albums SET note = 'theirs' WHERE id = 2")
            let late = try await client.send(paste: shown.confirmation)
            #expect(late.status == 409 && late.text.contains("Somebody changed these rows since."))
            #expect(try titles(fixture)[1] == "2Debut 1993")
            let again = try await client.send(paste: late.confirmation)
            #expect(again.status == 303)
            #expect(try titles(fixture)[1] == "2Mine 1993")
        }
    }

    @Test func whatIsWrittenIsWhatThePageShowed() async throws {
        try await serve { client, fixture in
            // Another row got the number that the page showed; also a second press of the button.
            let shown = try await client.send(paste: ["text": "id,artist,title\n,1,A\n"])
            #expect(try await client.send(paste: shown.confirmation).status == 303)
            #expect(try await client.send(paste: shown.confirmation).status == 409)
            // A trigger writes another value than before.
            try fixture.write(
                """
                CREATE TABLE word(w); INSERT INTO word VALUES ('one');
                CREATE TRIGGER words AFTER INSERT ON artists BEGIN
                    UPDATE artists SET name = (SELECT w FROM word) WHERE id = new.id; END;
                """)
            let one = try await client.send(paste: ["text": "id,name\n7,typed\n"], to: "/artists/paste")
            #expect(one.text.contains("<ins>one</ins>"))
            try fixture.write("UPDATE word SET w = 'two'")
            #expect(try await client.send(paste: one.confirmation, to: "/artists/paste").status == 409)
        }
    }

    @Test func triggersOfOtherRowsAreSeen() async throws {
        let schema = """
            CREATE TABLE t(id INTEGER PRIMARY KEY, v INT); INSERT INTO t VALUES (1, 1), (2, 2), (3, 3);
            CREATE TRIGGER other AFTER UPDATE ON t WHEN new.id = 1 BEGIN UPDATE t SET v = 999 WHERE id = 2; END;
            CREATE TRIGGER moves AFTER UPDATE ON t WHEN new.id = 3 BEGIN UPDATE t SET id = 300 WHERE id = 3; END;
            """
        try await EditingTests().serve(schema: schema) { client, fixture in
            let shown = try await client.send(paste: ["text": "id,v\n2,20\n1,10\n"], to: "/t/paste")
            #expect(shown.text.contains("<ins>999</ins>") && !shown.text.contains("<ins>20</ins>"))
            // A row that is not found again is not taken for a deleted one.
            let moved = try await client.send(paste: ["text": "id,v\n3,30\n"], to: "/t/paste")
            #expect(moved.text.contains("a trigger of the table removed it, or gave it another key"))
            #expect(moved.confirmation["plan"] == nil)
        }
    }

    @Test func noOtherRowHasAPastedKey() async throws {
        let schema = """
            CREATE TABLE t(k TEXT COLLATE NOCASE PRIMARY KEY, ab TEXT, "a b" TEXT);
            INSERT INTO t VALUES ('', 'keep', 'old');
            """
        try await EditingTests().serve(schema: schema) { client, fixture in
            let blank = try await client.send(paste: ["text": "k,ab\n,x\n"], to: "/t/paste")
            #expect(blank.text.contains(">1 new<"))
            let twice = try await client.send(paste: ["text": "k,ab\nz,1\nZ,2\n"], to: "/t/paste")
            #expect(twice.text.contains("Another of these rows has the same key."))
            // A heading is the column with exactly this name, if there is one.
            let named = try await client.send(paste: ["text": "k,ab,a b\nq,1,\"2\r3\"\n"], to: "/t/paste")
            #expect(try await client.send(paste: named.confirmation, to: "/t/paste").status == 303)
            var row: String?
            try fixture.write { row = try String.fetchOne($0, sql: "SELECT ab || quote(\"a b\") FROM t WHERE k = 'q'") }
            #expect(row == "1'2\n3'")
        }
    }

    @Test func columnsAreChosen() async throws {
        try await serve { client, fixture in
            // Without names, values belong to the columns in their order.
            let text = "10;1;Ten;1910\n11;1;Eleven;1911\n"
            let whole = try await client.send(paste: ["text": text])
            #expect(whole.text.contains(">2 failing<") && whole.text.contains(#"<option value="" selected>automatic"#))
            // The columns that were chosen for whole lines do not count for their parts.
            var other = whole.confirmation
            (other["separator"], other["separated"]) = ("59", "")
            let shown = try await client.send(paste: other)
            #expect(shown.text.contains(">2 new<"))
            #expect(shown.text.contains(#"<option value="59" selected>;</option>"#))
            #expect(shown.text.contains(#"<input type="hidden" name="separated" value="59">"#))
            #expect(shown.text.contains(#"<option value="title" selected>title</option>"#))
            var form = shown.confirmation
            (form["separator"], form["separated"]) = ("59", "59")
            form["column.3"] = ""
            form["plan"] = nil
            let left = try await client.send(paste: form)
            #expect(left.text.contains(">2 new<") && !left.text.contains(#"<th scope="col"><bdi>year"#))
            form["column.3"] = "title"
            let twice = try await client.send(paste: form)
            #expect(twice.status == 422)
            #expect(twice.text.contains("Values 3 and 4 of a row belong to the same column: title."))
            form["column.3"] = ""
            form["plan"] = left.confirmation["plan"]
            let written = try await client.send(paste: form)
            #expect(written.status == 303)
            #expect(try titles(fixture).suffix(2) == ["10Ten -", "11Eleven -"])
        }
    }

    /// As in an import, unless a comma may separate thousands.
    @Test func pastedNumbersMayHaveDecimalCommas() async throws {
        let schema = "CREATE TABLE t(id INTEGER PRIMARY KEY, price REAL, note TEXT, whole INT)"
        try await EditingTests().serve(schema: schema) { client, fixture in
            let text = "price\tnote\n1,5\t1,5\n0,95\tx, y\n2\t\"Green\" Door\n"
            let shown = try await client.send(paste: ["text": text], to: "/t/paste")
            #expect(try await client.send(paste: shown.confirmation, to: "/t/paste").status == 303)
            var rows: [String] = []
            try fixture.write { rows = try String.fetchAll($0, sql: "SELECT price || ' ' || note FROM t ORDER BY id") }
            #expect(rows == ["1.5 1,5", "0.95 x, y", "2.0 \"Green\" Door"])
            for refused in ["price\n1,234\n", "price\n1,5\n2.5\n", "whole\n1,5\n"] {
                #expect(try await client.send(paste: ["text": refused], to: "/t/paste").confirmation["plan"] == nil)
            }
        }
    }

    /// A cell of a spreadsheet with one column may have commas in it.
    @Test func pastedCellsStayWhole() async throws {
        try await EditingTests().serve(schema: "CREATE TABLE t(name TEXT)") { client, fixture in
            let shown = try await client.send(paste: ["text": "name\nDoe, Ann\n\"Roe\", Bob\n"], to: "/t/paste")
            #expect(try await client.send(paste: shown.confirmation, to: "/t/paste").status == 303)
            var rows: [String] = []
            try fixture.write { rows = try String.fetchAll($0, sql: "SELECT name FROM t ORDER BY rowid") }
            #expect(rows == ["Doe, Ann", "\"Roe\", Bob"])
        }
    }

    @Test func blanksAreNullDefaultOrEmpty() async throws {
        try await serve { client, fixture in
            let text = "artist,title,price,note,genre\n1,,,,\n1,\"\",1.5,\"\",\"rock\"\n"
            let shown = try await client.send(paste: ["text": text])
            let written = try await client.send(paste: shown.confirmation)
            #expect(written.status == 303)
            var rows: [String] = []
            try fixture.write {
                rows = try String.fetchAll(
                    $0,
                    sql: "SELECT quote(title) || quote(price) || quote(note) || quote(genre) FROM albums WHERE id > 3")
            }
            #expect(rows == ["''NULLNULLNULL", "''1.5'''rock'"])
        }
    }

    @Test(arguments: [
        ("", 422, "There are no rows in this text."), ("id\n", 422, "There are no rows in this text."),
        ("a\u{1}b", 422, "This is not a text of rows."), ("id,title\n1,\"never closed", 422, "is not closed"),
        ("id,title\n1,Doe, Ann\n", 422, "Line 2 has more values than there are columns: 3."),
        (String(repeating: "1\n", count: 10_002), 422, "more than 10000 rows"),
        (String(repeating: "x", count: 10_000_001), 422, "more than 10 MB"),
    ])
    func badTextsAreRefused(text: String, status: Int, message: String) async throws {
        try await serve { client, _ in
            let answer = try await client.send(paste: ["text": text])
            #expect(answer.status == status && answer.text.contains(message), "\(answer.status)")
        }
    }

    @Test func aTableWithoutAKeyGetsNewRows() async throws {
        try await serve { client, fixture in
            let shown = try await client.send(paste: ["text": "a,b\n1,x\n1,x\n"], to: "/plain/paste")
            #expect(shown.text.contains(">2 new<"))
            #expect(try await client.send(paste: shown.confirmation, to: "/plain/paste").status == 303)
            var count: Int?
            try fixture.write { count = try Int.fetchOne($0, sql: "SELECT count(*) FROM plain") }
            #expect(count == 3)
        }
    }

    @Test func selectedRowsAreDeletedAfterARehearsal() async throws {
        try await serve { client, fixture in
            let page = try await client.get("/albums/?_edit=1", headers: [.accept: "text/html"])
            #expect(page.text.contains(#"name="rows" value="0.1@2""#))
            let form = "rows=0.0@1&rows=0.1@2"
            let shown = try await client.post("/albums/rows/delete", form: form, headers: [.accept: "text/html"])
            #expect(shown.status == 200 && shown.text.contains(">2 deleted<"))
            #expect(try titles(fixture).count == 3)
            let plan = try #require(shown.confirmation["plan"])
            let gone = try await client.post(
                "/albums/rows/delete", form: "\(form)&plan=\(plan)", headers: [.accept: "text/html"])
            #expect(gone.status == 303)
            #expect(try titles(fixture) == ["3Post 1995"])
            // Rows that others refer to stay.
            let kept = try await client.post(
                "/artists/rows/delete", form: "rows=0.0@1&rows=0.1@2", headers: [.accept: "text/html"])
            #expect(kept.text.contains(">1 failing, 1 deleted<"))
            #expect(kept.text.contains("Rows of other tables refer to this row: albums."))
            let none = try await client.post("/albums/rows/delete", form: "rows=", headers: [.accept: "text/html"])
            #expect(none.status == 400)
        }
    }

    @Test func selectedRowsGetOneValue() async throws {
        try await serve { client, fixture in
            let rows = "rows=0.0@1&rows=0.1@2"
            let form = try await client.post("/albums/rows/edit", form: rows, headers: [.accept: "text/html"])
            #expect(form.text.contains(#"<input type="hidden" name="rows" value="@2">"#))
            #expect(form.text.contains(#"<option value="unchanged" selected>unchanged</option>"#))
            let kept =
                "value.title=&state.title=unchanged&value.note=&state.note=null&value.year=2000&state.year=unchanged"
            let shown = try await client.post(
                "/albums/rows/edit", form: "\(rows)&\(kept)", headers: [.accept: "text/html"])
            #expect(shown.text.contains("<del>1959</del> <ins>2000</ins>") && shown.text.contains(">2 changed<"))
            let plan = try #require(shown.confirmation["plan"])
            let done = try await client.post(
                "/albums/rows/edit", form: "\(rows)&\(kept)&plan=\(plan)", headers: [.accept: "text/html"])
            #expect(done.status == 303)
            #expect(try titles(fixture) == ["1Kind of Blue 2000", "2Debut 2000", "3Post 1995"])
        }
    }

    // MARK: - Types

    /// Columns without a type, as programs make them that read CSV. `mixed` has most often numbers.
    private static let untyped = """
        CREATE TABLE planes(k PRIMARY KEY, seats, name, mixed, blank, year INT, done BOOLEAN, weight REAL);
        INSERT INTO planes VALUES
            (1, 55, '55', 1, NULL, 1999, 1, 1.5), (2, 2.5, 'B', 2, NULL, 'n/a', 'true', 2), (3, NULL, NULL, 'x', NULL, NULL, 0, 3);
        """

    private func types(_ fixture: Fixture, where condition: String = "1") throws -> [String] {
        var rows: [String] = []
        try fixture.write {
            rows = try String.fetchAll(
                $0,
                sql: """
                    SELECT quote(k) || ' ' || quote(seats) || ' ' || quote(name) || ' ' || quote(mixed) || ' ' ||
                    quote(blank) || ' ' || quote(year) || ' ' || quote(done) FROM planes WHERE \(condition) ORDER BY k
                    """)
        }
        return rows
    }

    @Test func pastedNumbersStayNumbers() async throws {
        try await EditingTests().serve(schema: Self.untyped) { client, fixture in
            let text = """
                k,seats,name,mixed,blank,year,done
                1,56,56,3,1,2000,false
                2,7,C,4,2,none,false
                3,8,9,5,3,2001,1
                4,9.5,10,6,x,2002,true
                5,many,-,y,,2003,false

                """
            let shown = try await client.send(paste: ["text": text], to: "/planes/paste")
            #expect(shown.text.contains(">2 new, 3 changed<"), "\(shown.text)")
            #expect(!shown.text.contains("number → text"))
            let written = try await client.send(paste: shown.confirmation, to: "/planes/paste")
            #expect(written.status == 303)
            #expect(
                try types(fixture) == [
                    "1 56 '56' 3 '1' 2000 0", "2 7.0 'C' 4 '2' 'none' 'false'", "3 8 '9' '5' '3' 2001 1",
                    "4 9.5 '10' 6 'x' 2002 1", "5 'many' '-' 'y' NULL 2003 0",
                ])
        }
    }

    @Test func aPlanTellsThatATypeChanges() async throws {
        try await EditingTests().serve(schema: Self.untyped) { client, fixture in
            let text = "k,seats,year\n1,none,2000\n2,3,1998\n"
            let shown = try await client.send(paste: ["text": text], to: "/planes/paste")
            #expect(
                shown.text.contains(#"<del>55</del> <ins>none</ins> <span class="sub">number → text</span>"#),
                "\(shown.text)")
            #expect(shown.text.contains(#"<del>n/a</del> <ins>1998</ins> <span class="sub">text → number</span>"#))
            #expect(shown.text.contains("<del>2.5</del> <ins>3.0</ins></td>"))
            // A column with a type still refuses what it never had.
            let refused = try await client.send(paste: ["text": "k,year\n1,soon\n"], to: "/planes/paste")
            #expect(refused.text.contains("Enter a whole number.") && refused.confirmation["plan"] == nil)
            let german = try await client.post(
                "/planes/rows/edit", form: "rows=@1&value.seats=viele&state.seats=value",
                headers: [.accept: "text/html", .acceptLanguage: "de"])
            #expect(german.text.contains(">Zahl → Text<"))
        }
    }

    @Test func selectedRowsKeepTheirTypes() async throws {
        try await EditingTests().serve(schema: Self.untyped) { client, fixture in
            let rows = "rows=@1&rows=@2&rows=@3"
            let form = "\(rows)&value.seats=60&value.name=61&value.mixed=62&value.done=true&state.done=value"
            let shown = try await client.post("/planes/rows/edit", form: form, headers: [.accept: "text/html"])
            let plan = try #require(shown.confirmation["plan"], "\(shown.text)")
            let done = try await client.post(
                "/planes/rows/edit", form: "\(form)&plan=\(plan)", headers: [.accept: "text/html"])
            #expect(done.status == 303)
            #expect(
                try types(fixture) == [
                    "1 60 '61' 62 NULL 1999 1", "2 60.0 '61' 62 NULL 'n/a' 'true'", "3 60 '61' '62' NULL NULL 1",
                ])
        }
    }

    @Test func aNewRowHasTheTypesOfTheOthers() async throws {
        try await EditingTests().serve(schema: Self.untyped) { client, fixture in
            let form = "value.k=9&value.seats=70&value.name=71&value.mixed=72&value.blank=73&value.year=1970"
            let added = try await client.post("/planes/new", form: form, headers: [.accept: "text/html"])
            #expect(added.status == 303 && added.headers[.location] == "/planes/row/9/")
            #expect(try types(fixture, where: "k = 9") == ["9 70 '71' 72 '73' 1970 NULL"])
            // A cell without a value gets the type of the column, and one with a value keeps it.
            for (row, name, text) in [(3, "seats", "75"), (1, "seats", "7.5"), (1, "name", "76"), (2, "year", "later")]
            {
                let cell = try await client.get("/planes/row/\(row)/edit?column=\(name)")
                let sent = try await client.post(
                    "/planes/row/\(row)/edit?column=\(name)",
                    form: "old=\(try cell.oldValues())&value.\(name)=\(text)&state.\(name)=value",
                    headers: [.accept: "text/html"])
                #expect(sent.status == 303, "\(name): \(sent.text)")
            }
            #expect(
                try types(fixture, where: "k < 4") == [
                    "1 7.5 '76' 1 NULL 1999 1", "2 2.5 'B' 2 NULL 'later' 'true'", "3 75 NULL 'x' NULL NULL 0",
                ])
        }
    }

    /// Rows in which the first values are missing, and a table whose texts look like numbers.
    @Test func theLookAtAColumnIsBounded() async throws {
        let schema = """
            CREATE TABLE t(id INTEGER PRIMARY KEY, late, code, any ANY);
            WITH n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 5000)
            INSERT INTO t SELECT i, CASE WHEN i > 4000 THEN i END, printf('%05d', i), i FROM n;
            """
        try await EditingTests().serve(schema: schema) { client, fixture in
            let shown = try await client.send(paste: ["text": "late,code,any\n7,00007,8\n"], to: "/t/paste")
            #expect(try await client.send(paste: shown.confirmation, to: "/t/paste").status == 303)
            var row: String?
            try fixture.write {
                row = try String.fetchOne(
                    $0, sql: "SELECT quote(late) || quote(code) || quote(any) FROM t WHERE id = 5001")
            }
            #expect(row == "7'00007'8")
        }
    }

    @Test func aFormWithOtherFieldsIsRefused() async throws {
        try await serve { client, fixture in
            let before = try titles(fixture)
            for name in ["loud", "tite"] {
                let sent = try await client.post(
                    "/albums/new", form: "value.artist=1&value.title=A&value.\(name)=B", headers: [.accept: "text/html"]
                )
                #expect(sent.status == 422 && sent.text.contains("The form has no field"), "\(name)")
            }
            #expect(try titles(fixture) == before)
        }
    }

    @Test func aBooleanThatIsRequiredCanBeFalse() async throws {
        let schema = "CREATE TABLE t(id INTEGER PRIMARY KEY, done BOOLEAN NOT NULL); INSERT INTO t VALUES (1, 1)"
        try await EditingTests().serve(schema: schema) { client, _ in
            let form = try await client.get("/t/row/1/edit", headers: [.accept: "text/html"])
            let tag = try #require(form.text.firstMatch(of: /name="tag" value="([^"]*)"/)?.1)
            let sent = try await client.post(
                "/t/row/1/edit", form: "tag=\(tag)&value.done=false", headers: [.accept: "text/html"])
            #expect(sent.status == 303)
        }
    }
}

extension TestClient {
    /// Sends the form of a paste.
    fileprivate func send(paste form: [String: String], to path: String = "/albums/paste") async throws -> TestResponse
    {
        let boundary = "a-boundary"
        let parts = form.map {
            "--\(boundary)\r\nContent-Disposition: form-data; name=\"\($0.key)\"\r\n\r\n\($0.value)\r\n"
        }
        let body = parts.joined() + "--\(boundary)--\r\n"
        return try await send(
            .post, path,
            headers: [.contentType: "multipart/form-data; boundary=\(boundary)", .accept: "text/html"],
            body: Array(body.utf8))
    }
}

extension TestResponse {
    /// The values that the page sends if its plan is confirmed.
    fileprivate var confirmation: [String: String] {
        var form: [String: String] = [:]
        form["text"] = text.firstMatch(of: /(?s)<textarea[^>]*>\n(.*?)<\/textarea>/).map { unescaped($0.1) }
        if text.contains(/name="names" value="1" checked/) { form["names"] = "1" }
        for match in text.matches(of: /(?s)<select name="(column\.[0-9]+)">(.*?)<\/select>/) {
            form[String(match.1)] = match.2.firstMatch(of: /value="([^"]*)" selected/).map { unescaped($0.1) }
        }
        form["plan"] = text.firstMatch(of: /name="plan" value="([^"]*)"/).map { String($0.1) }
        return form
    }

    private func unescaped(_ text: Substring) -> String {
        String(text).replacing("&quot;", with: "\"").replacing("&lt;", with: "<").replacing("&gt;", with: ">")
            .replacing("&#39;", with: "'").replacing("&amp;", with: "&")
    }
}
