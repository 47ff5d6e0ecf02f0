import HTTPTypes
public import TableDatabase
import TableServer
import TableTesting
import Testing

/// What visitors do with lists of rows of a database, alike in every kind of database. The tables are those of
/// ``EditingContract``.
public enum ListContract: String, CaseIterable, Sendable {
    case aRangeOfCellsChangesTogether, manyCellsAreShownFirst, aLongListIsAFilter, chosenRowsAreAList,
        facetsTakeSeveralValues
    case aViewIsKept, aViewWhoseColumnIsGone, viewsAreNotOverwritten, theListOpensTheDefaultView
    case numbersOfAnyTypeAreColoured

    private static let html: HTTPFields = [.accept: "text/html"]

    /// Checks what this case is about.
    ///
    /// - Parameters:
    ///   - database: A database with the tables, whose rows can be changed.
    ///   - run: Runs a statement as another program, and returns the first column of its rows.
    public func check(
        _ database: some MountableDatabase, run: @escaping @Sendable (String) async throws -> [String]
    ) async throws {
        var server = TableServer()
        try await server.mount("/", database)
        try await server.test(.inProcess) { try await check($0, run) }
    }

    private func check(
        _ client: any TestClient, _ run: @Sendable (String) async throws -> [String]
    ) async throws {
        let html = Self.html
        func encoded(_ text: String) -> String {
            text.utf8.map { byte in
                byte < 0x80 && (Character(UnicodeScalar(byte)).isLetter || Character(UnicodeScalar(byte)).isNumber)
                    ? String(UnicodeScalar(byte)) : "%" + String(byte >> 4, radix: 16) + String(byte & 15, radix: 16)
            }.joined()
        }
        func cells(_ rows: String, _ query: String = "", plan: String? = nil) async throws -> TestResponse {
            let form = "cells=\(encoded(#"{"rows":[\#(rows)]}"#))" + (plan.map { "&plan=\($0)" } ?? "")
            return try await client.post("/albums/cells\(query)", form: form, headers: html)
        }
        func plan(of page: TestResponse) -> String? {
            page.text.firstMatch(of: /name="plan" value="([^"]*)"/).map { String($0.1) }
        }
        let years = "SELECT year FROM albums WHERE year IS NOT NULL ORDER BY id"
        switch self {
        case .aRangeOfCellsChangesTogether:
            let one = #"{"id":"1","values":{"year":"1960","note":"a"},"old":{"year":1959,"note":null}}"#
            let two = #"{"id":"2","values":{"year":null,"title":null},"old":{"year":1993,"title":"Debut"}}"#
            let done = try await cells("\(one),\(two)", "?_query=_sort%3Dtitle")
            #expect(done.status == 303 && done.headers[.location] == "/albums/?_sort=title", "\(done.text)")
            #expect(try await run(years) == ["1960", "1995"])
            // A column of texts that cannot be NULL has the empty text.
            #expect(
                try await run("SELECT '<' || title || '>' FROM albums WHERE id < 3 ORDER BY id") == [
                    "<Kind of Blue>", "<>",
                ])
            let cookie = try #require(done.headers[.setCookie]?.prefix { $0 != ";" }).description
            let page = try await client.get("/albums/?_sort=title", headers: [.accept: "text/html", .cookie: cookie])
            let undo = try #require(page.address("formaction", beginningWith: "/albums/undo/"))
            _ = try await client.post(undo, form: "", headers: [.cookie: cookie])
            #expect(try await run(years) == ["1959", "1993", "1995"])
            // One of the values is not the one that the page showed, or is none of the column: nothing is written.
            for other in [
                #"{"id":"3","values":{"year":"1996"},"old":{"year":1990}}"#,
                #"{"id":"3","values":{"year":"soon"},"old":{"year":1995}}"#,
                #"{"id":"99","values":{"year":"1996"},"old":{"year":1995}}"#,
            ] {
                let refused = try await cells("\(one),\(other)")
                #expect(refused.status == (other.contains("soon") ? 422 : 409), "\(refused.text)")
                #expect(refused.text.contains(#"class="wrong""#))
                if other.contains("1990") {
                    #expect(
                        refused.text.contains("Somebody changed this value since. It is 1995 now."), "\(refused.text)")
                }
                #expect(plan(of: refused) == nil)
            }
            for text in ["", "{", "[]", #"{"rows":[{"id":"1","values":{"year":"1"}}]}"#, #"{"rows":[{"values":{}}]}"#] {
                let answer = try await client.post("/albums/cells", form: "cells=\(encoded(text))")
                #expect(answer.status >= 400 && answer.status < 500, "\(text): \(answer.status)")
            }
            #expect(try await run(years) == ["1959", "1993", "1995"])
        case .manyCellsAreShownFirst:
            let values = (4..<16).map { "(\($0), 1, 'more', \(1900 + $0))" }.joined(separator: ", ")
            _ = try await run("INSERT INTO albums(id, artist, title, year) VALUES \(values)")
            let rows = (4..<16).map { #"{"id":"\#($0)","values":{"year":"2001"},"old":{"year":\#(1900 + $0)}}"# }
                .joined(separator: ",")
            let shown = try await cells(rows)
            #expect(shown.status == 200 && shown.text.contains(">12 changed<"), "\(shown.text)")
            #expect(try await run("SELECT count(*) FROM albums WHERE year = 2001") == ["0"])
            // Somebody changes one of them before the visitor confirms.
            _ = try await run("UPDATE albums SET year = 1999 WHERE id = 4")
            let late = try await cells(rows, plan: plan(of: shown) ?? "")
            #expect(late.status == 409 && plan(of: late) == nil, "\(late.text)")
            _ = try await run("UPDATE albums SET year = 1904 WHERE id = 4")
            let done = try await cells(rows, plan: plan(of: try await cells(rows)) ?? "")
            #expect(done.status == 303)
            #expect(try await run("SELECT count(*) FROM albums WHERE year = 2001") == ["12"])
        case .aLongListIsAFilter:
            let names = (0..<3_000).map { "Nobody \($0)" } + ["Debut", "Kind of Blue"]
            let line = "_filter_column=title&_filter_op=in&_filter_value=\(encoded(names.joined(separator: ", ")))"
            let found = try await client.post("/albums/filter", form: "_sort=id&\(line)")
            let address = try #require(found.headers[.location])
            #expect(found.status == 303 && address.utf8.count < 100, "\(address)")
            let page = try await client.get(address, headers: html)
            #expect(page.text.contains("title is one of 3,002 values"), "\(page.text)")
            let query = try #require(address.split(separator: "?").last)
            #expect(try await client.get("/albums/table.ndjson?_col=id&\(query)").text == "{\"id\":1}\n{\"id\":2}\n")
            let groups = try await client.get(
                "/albums/table.csv?_group=artist&_sort=artist&\(query.prefix { $0 != "&" })"
            ).text
            #expect(groups.split(whereSeparator: \.isNewline) == ["artist,count", "1,1", "2,1"], "\(groups)")
            // The negated list has the other rows.
            let others = query.replacing("__in", with: "__notin")
            #expect(try await client.get("/albums/table.ndjson?_col=id&\(others)").text == "{\"id\":3}\n")
            // Such a list is edited like every other one.
            let form = "all=1&value.note=new&state.note=value"
            let edit = try await client.post(
                "/albums/rows/edit?_query=\(encoded(String(query)))", form: form, headers: html)
            #expect(edit.text.contains(">2 changed<"), "\(edit.text)")
            let short = try await client.post(
                "/albums/filter", form: "_filter_column=title&_filter_op=in&_filter_value=a%2C+b")
            #expect(short.headers[.location] == "/albums/?title__in=a%2C%20b")
            let plain = try await client.post("/albums/filter", form: "year=1993&_sort=title")
            #expect(plain.status == 303 && plain.headers[.location] == "/albums/?year=1993&_sort=title")
            let long = (0..<30_001).map { "\($0)" }.joined(separator: ",")
            let refused = try await client.post(
                "/albums/filter", form: "_filter_column=year&_filter_op=in&_filter_value=\(long)")
            #expect(refused.status == 400 && refused.text.contains("at most 30000 values"), "\(refused.text)")
            // A token that nobody has is told, and in quotes it is a text.
            let token = "abcdefghijklmnopqrstuvwxyz"
            #expect(try await client.get("/albums/table.json?title__in=%40\(token)").status == 400)
            #expect(try await client.get("/albums/table.ndjson?title__in=%22%40\(token)%22").text == "")
        case .chosenRowsAreAList:
            let list = try await client.post(
                "/albums/rows/list?_query=_sort_desc%3Dtitle%26_edit%3D1%26year%3D1995",
                form: "rows=0.1%401&rows=0.0%402")
            #expect(list.status == 303 && list.headers[.location] == "/albums/?id__in=1%2C%202&_sort_desc=title")
            let page = try await client.get("/albums/?_edit=1", headers: html)
            #expect(page.text.contains(#"formaction="/albums/rows/list"#))
            let hidden = try await client.get("/albums/?_edit=1&_nocol=id", headers: html)
            #expect(hidden.text.contains(#"formaction="/albums/rows/list"#))
            let none = try await client.post("/albums/rows/list", form: "rows=")
            #expect(none.status == 400, "\(none.status) \(none.text)")
            // No filter of one column finds rows by a key of two.
            #expect(try await client.post("/verses/rows/list", form: "rows=0.0%401,1").status == 400)
            #expect(try await !client.get("/verses/?_edit=1", headers: html).text.contains("rows/list"))
            #expect(try await client.post("/albums/rows/list", form: "rows=0.0%4099").status == 400)
        case .facetsTakeSeveralValues:
            func values(_ query: String) async throws -> [String] {
                let json = try await client.get("/albums/table.json?\(query)").text
                return json.matches(of: /"value":(\d+),[^}]*"count":(\d+),"selected":(true|false),"url":"([^"]*)"/).map
                {
                    "\($0.1) \($0.2) \($0.3) \($0.4)"
                }
            }
            #expect(
                try await values("_facet=artist&artist=1&year__gt=1900") == [
                    "2 2 false /albums/?artist__in=1%2C%202&year__gt=1900&_facet=artist",
                    "1 1 true /albums/?year__gt=1900&_facet=artist",
                ])
            #expect(
                try await values("_facet=artist&artist__in=1,2") == [
                    "2 2 true /albums/?artist=1&_facet=artist", "1 1 true /albums/?artist=2&_facet=artist",
                ])
            // NULL is in no list, so that it takes the place of the other values.
            _ = try await run("UPDATE albums SET year = NULL WHERE id = 3")
            for (query, null, year) in [
                ("year__in=1959,1993", "/albums/?year__isnull=1&_facet=year", "/albums/?year=1993&_facet=year"),
                ("year__isnull=1", "/albums/?_facet=year", "/albums/?year=1959&_facet=year"),
            ] {
                let json = try await client.get("/albums/table.json?_facet=year&\(query)").text
                for url in [null, year] { #expect(json.contains(#""url":"\#(url)""#), "\(url) \(json)") }
            }
        case .aViewIsKept:
            let form = try await client.get("/albums/views?_query=year__gt%3D1990%26_sort%3Dtitle", headers: html)
            #expect(form.text.contains(#"name="query" value="year__gt=1990&amp;_sort=title""#), "\(form.text)")
            let name = "Late, 90% & “new”/x"
            let saved = try await client.post(
                "/albums/views",
                form: "title=++\(encoded(name))+&query=\(encoded("year__gt=1990&_sort=title&_size=3&_edit=1"))")
            #expect(saved.status == 303 && saved.headers[.location]?.hasPrefix("/albums/views?saved=") == true)
            let told = try await client.get(try #require(saved.headers[.location])).text
            #expect(told.contains("The view is saved."), "\(told)")
            let start = try await client.get("/table.json?_fresh=1").text
            let link = try #require(start.firstMatch(of: /"link":"(\/albums\/views\/[^"]*)"/)?.1)
            let opened = try await client.get(String(link))
            #expect(opened.status == 303 && opened.headers[.location] == "/albums/?year__gt=1990&_sort=title")
            #expect(try await client.get("/albums/views").text.contains("Late, 90% &amp; “new”/x"))
            #expect(try await client.get("/artists\(link.dropFirst("/albums".count))").status == 404)
            let seen = try #require(told.firstMatch(of: /name="seen" value="(\w+)"/)?.1)
            #expect(try await client.post("\(link)/remove", form: "seen=\(seen)").status == 303)
            #expect(try await client.get(String(link)).status == 404)
            // A view can be that of a long list, but its address must not be long.
            let titles = (0..<2_000).map { "Title \($0)" }.joined(separator: ", ")
            let line = "_filter_column=title&_filter_op=in&_filter_value=\(encoded(titles + ", Debut"))"
            let filtered = try await client.post("/albums/filter", form: line)
            let list = try #require(filtered.headers[.location]?.split(separator: "?").last)
            let kept = try await client.post("/albums/views", form: "title=list&query=\(encoded(String(list)))")
            #expect(kept.status == 303)
            let reopened = try await client.get("/albums/views/list")
            let again = try #require(reopened.headers[.location]?.split(separator: "?").last)
            #expect(try await client.get("/albums/table.ndjson?_col=id&\(again)").text == "{\"id\":2}\n")
            let long = "title=\(String(repeating: "x", count: 9_000))"
            #expect(try await client.post("/albums/views", form: "title=long&query=\(encoded(long))").status == 400)
            let endless = "_filter_column=title&_filter_op=exact&_filter_value=\(String(repeating: "x", count: 50_000))"
            #expect(try await client.post("/albums/filter", form: endless).status == 400)
            for (title, query) in [
                ("", "year=1"), (String(repeating: "x", count: 101), ""), ("x", "_next=%"), ("x", "_nothing=1"),
            ] {
                let answer = try await client.post("/albums/views", form: "title=\(title)&query=\(encoded(query))")
                #expect([400, 422].contains(answer.status), "\(title) \(query): \(answer.status)")
            }
        case .aViewWhoseColumnIsGone:
            let query =
                "year=1993&note__contains=x&_sort_desc=note&_sort=title&_col=title&_col=note&_col=artist.name&_facet=note"
            _ = try await client.post("/albums/views", form: "title=mine&query=\(encoded(query))")
            let groups = "_group=note&_group=artist&_max=year&_sort_desc=max_year&year__gt=1900"
            _ = try await client.post("/albums/views", form: "title=groups&query=\(encoded(groups))")
            #expect(try await client.get("/albums/views/mine").status == 303)
            _ = try await run("ALTER TABLE albums DROP COLUMN note")
            _ = try await client.get("/albums/table.json?_fresh=1")
            for (name, told, rest) in [
                (
                    "mine", "note__contains=x, _sort_desc=note, _col=note, _facet=note.",
                    "/albums/?year=1993&amp;_sort=title&amp;_col=title&amp;_col=artist.name"
                ),
                ("groups", "_group=note, _group=artist, _max=year, _sort_desc=max_year.", "/albums/?year__gt=1900"),
            ] {
                let page = try await client.get("/albums/views/\(name)")
                #expect(page.status == 200 && page.text.contains("no longer fit the table: \(told)"), "\(page.text)")
                #expect(page.text.contains(#"href="\#(rest)""#), "\(page.text)")
            }
        case .viewsAreNotOverwritten:
            func save(_ query: String, seen: String? = nil) async throws -> TestResponse {
                try await client.post(
                    "/albums/views",
                    form: "title=mine&query=\(encoded(query))" + (seen.map { "&seen=\($0)" } ?? ""))
            }
            func digest(_ page: TestResponse) throws -> String {
                String(try #require(page.text.firstMatch(of: /name="seen" value="(\w+)"/)?.1))
            }
            #expect(try await save("year=1").status == 303)
            let second = try await save("year=2")
            #expect(second.status == 409)
            let one = try digest(second)
            // Somebody else saves it meanwhile.
            #expect(try await save("year=3", seen: one).status == 303)
            #expect(try await save("year=2", seen: one).status == 409)
            #expect(try await client.get("/albums/views/mine").headers[.location] == "/albums/?year=3")
            // A view that was changed since is not removed.
            #expect(try await client.post("/albums/views/mine/remove", form: "seen=\(one)").status == 409)
            #expect(try await client.get("/albums/views/mine").status == 303)
            #expect(try await run("SELECT name FROM cascade_view") == ["mine"])
        case .numbersOfAnyTypeAreColoured:
            let columns = [("s", "smallint"), ("r", "real"), ("d", "double precision"), ("n", "numeric")]
            for (name, type) in columns {
                _ = try await run("ALTER TABLE albums ADD COLUMN \(name) \(type)")
                _ = try await run("UPDATE albums SET \(name) = id")
            }
            for (name, type) in columns {
                let page = try await client.get("/albums/?_heat=\(name)&_fresh=1", headers: html)
                #expect(page.status == 200 && page.text.contains(#"data-heat="-4""#), "\(type): \(page.text)")
                #expect(page.text.contains(#"data-heat="4""#), "\(type)")
            }
        case .theListOpensTheDefaultView:
            func save(_ query: String, seen: String = "") async throws -> Int {
                let form = "default=1&title=&query=\(encoded(query))\(seen)"
                return try await client.post("/albums/views", form: form).status
            }
            func link() async throws -> String? {
                try await client.get("/table.json?_fresh=1").text
                    .firstMatch(of: /"link":"(\/albums\/[^"]*)"/).map { String($0.1) }
            }
            #expect(try await link() == "/albums/")
            #expect(try await save("_sort_desc=year&_nocol=note&_heat=year") == 303)
            let opened = try #require(try await link())
            #expect(
                try await client.get(opened).headers[.location] == "/albums/?_sort_desc=year&_nocol=note&_heat=year")
            // It is no view with a name, and is not replaced by one who has not seen it.
            #expect(!(try await client.get("/table.json?_fresh=1").text.contains("Saved views")))
            #expect(try await save("_sort=year") == 409)
            #expect(
                try await client.post(
                    "/albums/views", form: "title=same&query=\(encoded("_sort_desc=year&_nocol=note&_heat=year"))"
                )
                .status == 303)
            let refused = try await client.post("/albums/views", form: "default=1&query=_sort%3Dyear").text
            #expect(!refused.contains(/name="seen" value="\w+">\s*<div class="field">/), "\(refused)")
            let same = try #require(refused.matches(of: /name="seen" value="(\w+)"/).last?.1)
            #expect(try await client.post("/albums/views/same/remove", form: "seen=\(same)").status == 303)
            let form = try await client.get("/albums/views?_query=_sort%3Dyear", headers: html).text
            let seen = try #require(
                form.firstMatch(of: /name="default" value="1">\s*<input type="hidden" name="seen" value="(\w+)"/)?.1)
            #expect(try await save("_sort=year", seen: "&seen=\(seen)") == 303)
            #expect(try await client.get(opened).headers[.location] == "/albums/?_sort=year")
            // The table itself is as it was.
            #expect(try await client.get("/albums/", headers: html).status == 200)
            let views = try await client.get("/albums/views", headers: html).text
            let now = try #require(views.firstMatch(of: /name="seen" value="(\w+)"/)?.1)
            #expect(try await client.post("\(opened)/remove", form: "seen=\(now)").status == 303)
            #expect(try await link() == "/albums/")
            // Another server may still link to it.
            #expect(try await client.get(opened).headers[.location] == "/albums/")
        }
    }
}
