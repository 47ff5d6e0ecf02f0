import Bytes
import CascadingTable
import FoundationEssentials
import HTTPTypes
import MicroHTTPD
import TableServer
import TableTesting
import Testing

@Suite struct QueryRouteTests {
    /// Returns the titles of all pages from this address on, following `next_url`.
    private func titles(from target: String, _ client: any TestClient) async throws -> [[String]] {
        var pages: [[String]] = []
        var next: String? = target
        while let target = next {
            let table = try await client.get(target).decode(TableJSON.self)
            pages.append(table.titles)
            next = table.next_url
        }
        return pages
    }

    @Test(arguments: [
        "_sort=year", "_sort_desc=name", "year__lt=1995&_sort=year", "_search=reserve",
        "id__exact=Table&_sort_desc=year", "year__lt=1995&name=w3&_or=1&_sort=name",
    ])
    func `Pages of an arranged table show each of its rows once, both ways`(query: String) async throws {
        try await Cellar().server().test(.inProcess) { client in
            let whole = try await client.get("/table.json?\(query)&_size=max").decode(TableJSON.self)
            let pages = try await titles(from: "/table.json?\(query)&_size=7", client)
            #expect(pages.flatMap(\.self) == whole.titles)
            #expect(Set(whole.titles).count == whole.count)

            var back: [[String]] = []
            var previous: String? = "/table.json?\(query)&_size=7"
            while let next = try await client.get(previous ?? "").decode(TableJSON.self).next_url { previous = next }
            while let target = previous {
                let table = try await client.get(target).decode(TableJSON.self)
                back.insert(table.titles, at: 0)
                previous = table.previous_url
            }
            #expect(back == pages)

            let text = try await client.get("/table.csv?\(query)").text
            #expect(
                text.split(separator: "\r\n").dropFirst().map { $0.split(separator: ",")[1] }.map(String.init)
                    == whole.titles)
            let lines = try await client.get("/table.ndjson?\(query)").text.split(separator: "\n")
            #expect(lines.count == whole.count)
        }
    }

    @Test func `Addresses act on the row that they stand at, and counts are of those that match`() async throws {
        let cellar = await Cellar()
        try await cellar.server().test(.inProcess) { client in
            let answer = try await client.get("/table.json?year__gte=2000&_sort_desc=year&_sort=name&_size=3")
            let table = try answer.decode(TableJSON.self)
            let row = try #require(table.sections.first?.rows.first)
            #expect(row.id == "r11")
            #expect(row.row == 0)
            #expect(row.select == "/select/0/0?year__gte=2000&_sort_desc=year&_sort=name")
            #expect(try await client.post(try #require(row.select), form: "").status == 200)
            #expect(await cellar.picked == ["r11"])
            #expect(table.sections.map(\.count) == [6])
            #expect(table.count == 9)
            #expect(answer.text.contains("\"count\":9,\"total\":50,"))
        }
    }

    @Test(arguments: [
        ("foo=1", "Unknown column \"foo\". Columns: name, year, id.", "foo=1"),
        (
            "name__like=1", "Unknown operator \"like\". Did you mean \"lte\"? Use one of: exact, not, contains,",
            "name__like"
        ),
        ("foo__gt=1", "Unknown column \"foo\". Columns: name,", "foo__gt"),
        ("_sort=foo", "Unknown column \"foo\". Columns: name,", ""),
        ("nmae=a", "Unknown column \"nmae\". Did you mean \"name\"? Columns: name,", "nmae"),
        ("_sorted=a", "Unknown parameter \"_sorted\". Did you mean \"_sort\"? Use one of: _size,", "_sorted"),
        (
            "_filter_column=year&_filter_op=gt&_filter_value=1",
            "Unknown parameter \"_filter_column\". Use the name of the column as parameter.", ""
        ),
        ("_sort=name&_sort=name&_sort=name&_sort=name&_sort=name", "A query can have at most 4 columns", ""),
    ])
    func `What is not known is refused with what is`(query: String, detail: String, error: String) async throws {
        try await Cellar().server().test(.inProcess) { client in
            let answer = try await client.get("/table.json?\(query)")
            #expect(answer.status == 400)
            #expect(try answer.decode(ProblemJSON.self).detail.hasPrefix(detail), "\(answer.text)")
        }
    }

    @Test func `Filters that need not all match are in every address of the page`() async throws {
        try await Cellar().server().test(.inProcess) { client in
            for value in ["0", "", "true"] {
                #expect(try await client.get("/table.json?year=1990&_or=\(value)").status == 400)
            }
            let table = try await client.get("/table.json?_or=1&name=r1&name=w2&_size=1").decode(TableJSON.self)
            #expect(table.count == 2)
            #expect(table.next_url?.hasPrefix("/table.json?name=r1&name=w2&_or=1&_size=1&_next=") == true)
            let page = try await client.get("/?name=r1&name=w2&_or=1&_lang=en").text
            for address in ["/?name=w2&amp;_lang=en", "table.csv?name=r1&amp;name=w2&amp;_or=1&amp;_lang=en"] {
                #expect(page.contains(address), "\(address)")
            }
            #expect(try await client.get("/find?name=r1&name=w2&_or=1&text=w").text.contains("\"w2\""))
            #expect(try await client.get("/table.json?name=r1&_or=1").decode(TableJSON.self).count == 1)
        }
    }

    @Test func `A filter is an alternative to the one before it`() async throws {
        try await Cellar().server().test(.inProcess) { client in
            let query = "name=r1&_or=name=w2&year__gt=1&_or=id__exact%3DTable"
            let page = try await client.get("/?\(query)&_lang=en").text
            let addresses = [
                "/?name=w2&amp;year__gt=1&amp;_or=id__exact%3DTable&amp;_lang=en",
                "/?name=r1&amp;_or=name%3Dw2&amp;id__exact=Table&amp;_lang=en",
            ]
            for address in addresses { #expect(page.contains(address), "\(address)") }
            #expect(
                try await client.get("/table.json?name=zz&_or=name=w2&year__gt=1").decode(TableJSON.self).count == 1)
            #expect(
                try await client.get("/table.json?name=w2&year__gt=9999&_or=name=r1").decode(TableJSON.self).count == 0)
            // A filter with alternatives does not choose a value of a facet.
            let facets = try await client.get("/table.json?id__exact=Table&_or=year__gt=1&_facet=id&_size=1").text
            #expect(!facets.contains(#""selected":true"#))
            let chosen = try await client.get("/table.json?id__exact=Table&_or=year__gt=1&id__exact=Table&_facet=id")
                .text
            #expect(chosen.contains(#""selected":true,"url":"/?id__exact=Table&year__gt=1&_or=1&_facet=id""#))
            // The first filter has none before it.
            #expect(try await client.get("/table.json?_or=name=w2&name=r1").decode(TableJSON.self).count == 0)
        }
    }

    @Test func `Groups and facets add a filter to alternatives`() async throws {
        try await Cellar().server().test(.inProcess) { client in
            let either = "name=r1&name=w2&_or=1"
            let groups = try await client.get("/table.json?\(either)&_group=id").text
            #expect(groups.contains("?name=r1&_or=name%3Dw2&id__exact=Table"))
            #expect(
                try await client.get("/table.json?name=r1&_or=1&_group=id").text.contains("?name=r1&id__exact=Table"))
            let facets = try await client.get("/table.json?\(either)&_facet=id&_size=1").text
            #expect(facets.contains(#""count":2,"selected":false,"url":"/?name=r1&_or=name%3Dw2&id__exact=Table"#))
            let chosen = try await client.get("/table.json?id__exact=Table&_or=1&_facet=id&_size=1").text
            #expect(chosen.contains(#""selected":true,"url":"/?_facet=id&_size=1""#))
        }
    }

    @Test func `A table that offers nothing knows no filters`() async throws {
        try await Market().server().test(.inProcess) { client in
            for (query, detail) in [
                ("_quux=1", "Unknown parameter \"_quux\". Use one of: _size,"),
                ("_sort=title", "The table cannot be sorted."),
                ("_search=a", "The table cannot be searched."),
            ] {
                let answer = try await client.get("/table.json?\(query)")
                #expect(answer.status == 400)
                #expect(try answer.decode(ProblemJSON.self).detail.hasPrefix(detail))
            }
            #expect(try await client.get("/table.json?_search=").status == 200)
        }
    }

    @Test func `What others append to links does no harm`() async throws {
        let market = await Market()
        try await market.server().test(.inProcess) { client in
            for query in ["utm_source=letter", "ref=a&fbclid=b", "foo=1", "foo__gt=1", "title=A", "title__not=A"] {
                let answer = try await client.get("/table.json?\(query)")
                #expect(answer.status == 200, "\(query)")
                #expect(try answer.decode(TableJSON.self).count == 5, "\(query)")
            }
        }
        try await Cellar().server().test(.inProcess) { client in
            let filtered = try await client.get("/table.json?name=r3&utm_medium=mail&gclid=x").decode(TableJSON.self)
            #expect(filtered.titles == ["r3"])
            #expect(try await client.get("/?utm_source=letter").status == 200)
            #expect(try await client.get("/?foo=1").status == 400)
        }
    }

    /// Columns with the beginning of a tracking parameter are filtered, and only they.
    @Test(arguments: [
        ("utm_source=letter", ["a"]), ("utm_source__contains=LET", ["a"]), ("utm_source__not=letter", ["b"]),
        ("utm_source__in=letter,x&utm_medium=mail", ["a"]), ("ref=r1", ["a"]), ("ref__not=r1", ["b"]),
        ("_x__contains=1", ["a"]), ("_size__exact=2", ["b"]), ("_search__startswith=1", ["a"]),
        ("utm_other__contains=x", ["a", "b"]), ("utm_sourc=x", ["a", "b"]),
    ])
    func `A column whose name begins like an ignored parameter is filtered`(
        query: String, expected: [String]
    ) async throws {
        let table = Links()
        try await table.server().test(.inProcess) { client in
            let answer = try await client.get("/table.json?\(query)")
            #expect(answer.status == 200, "\(answer.text)")
            #expect(try answer.decode(TableJSON.self).titles == expected)
        }
    }

    @Test func `An operator that a column beginning with utm_ does not have is refused`() async throws {
        try await Links().server().test(.inProcess) { client in
            let answer = try await client.get("/table.json?utm_source__like=x")
            #expect(answer.status == 400)
            #expect(try answer.decode(ProblemJSON.self).detail.hasPrefix("Unknown operator \"like\"."))
        }
    }

    @Test func `A gesture on an arranged page is done to the row that was seen`() async throws {
        let cellar = await Cellar()
        try await cellar.server().test(.inProcess) { client in
            let page = try await client.get("/table.json?_sort_desc=year&_size=1").decode(TableJSON.self)
            let row = try #require(page.sections.first?.rows.first)
            let answer = try await client.post(
                try #require(row.select), form: "id=\(row.id)&_query=_sort_desc%3Dyear", headers: [.accept: "text/html"]
            )
            #expect(answer.status == 303)
            #expect(answer.headers[.location] == "/?_sort_desc=year#row-\(row.id)")
            #expect(await cellar.picked == [row.id])
        }
    }

    @Test func `All rows, and runs of them, are those of the page`() async throws {
        let cellar = await Cellar(reds: 6, whites: 0)
        try await cellar.server().test(.inProcess) { client in
            _ = try await client.post("/select?name__in=r1,r4", form: "all=1")
            #expect(await cellar.picked == ["r1", "r4"])
            // The years are 1990, 1997, 1991, 1998, 1992 and 1999.
            _ = try await client.post("/select?_sort=year", form: "rows=0.2-0.4")
            #expect(await cellar.picked.suffix(3) == ["r4", "r1", "r3"])
            #expect(try await client.post("/select", form: "rows=0.4-0.3").status == 400)
            // With an invalid query, a list selects no rows instead of all rows.
            let count = await cellar.picked.count
            #expect(try await client.post("/select?bogus=1", form: "all=1").status == 400)
            #expect(try await client.post("/select", form: "all=1&_query=bogus%3D1").status == 400)
            #expect(await cellar.picked.count == count)
            let one = try await client.post("/select/0/0", form: "_query=bogus%3D1", headers: [.accept: "text/html"])
            #expect(one.headers[.location] == "/#row-r0")
        }
    }

    @Test func `A page is found again when its row does not match any more`() async throws {
        let cellar = await Cellar(reds: 6, whites: 0)
        try await cellar.server().test(.inProcess) { client in
            let next = try #require(
                try await client.get("/table.json?year__gte=1991&_sort=name&_size=2").decode(TableJSON.self).next_url)
            TableActor.run {
                cellar.sections[0][2].year = 1900
                cellar.tableView.reloadRows(at: [[0, 2]])
            }
            #expect(try await client.get(next).decode(TableJSON.self).titles == ["r3", "r4"])
        }
    }

    @Test func `A row is found among those of the page`() async throws {
        try await Cellar().server().test(.inProcess) { client in
            let last = try await client.get("/find?edge=last&_sort_desc=year&id__exact=Table&_size=5").text
            #expect(last.hasPrefix("{\"row\":{\"section\":1,\"row\":12,\"id\":\"w13\"}"), "\(last)")
            // Typed text is compared with the sorted column, or else with the column of the cursor.
            let found = try await client.get("/find?text=2002&column=name&_sort=year&_size=5").text
            #expect(found.hasPrefix("{\"row\":{\"section\":0,\"row\":28,\"id\":\"r11\"}"), "\(found)")
            let url = try #require(found.split(separator: "\"url\":\"").last?.split(separator: "#").first)
            #expect(try await client.get(String(url)).text.contains("id=\"row-r11\""))
            let reserve = try await client.get("/find?text=re&column=id&name__startswith=w&_size=5").text
            #expect(reserve.hasPrefix("{\"row\":{\"section\":1,\"row\":0,"), "\(reserve)")
            #expect(try await client.get("/find?text=zz&_sort=year").text == "{\"row\":null,\"url\":null}\n")
            let next = try await client.get("/find?text=2002&after=0.28&_sort=year").text
            #expect(next.contains("\"r24\""))
        }
    }

    @Test func `The page that has a row is found by its name`() async throws {
        try await Cellar().server().test(.inProcess) { client in
            let page = try await client.get("/?_row=r8&_sort=year&_size=5")
            #expect(page.text.contains("id=\"row-r8\""))
            #expect(try await client.get("/?_row=r8&name=r9").status == 404)
            #expect(
                try await client.get("/table.json?_section=1&_sort=year&_size=5").decode(TableJSON.self).sections[0]
                    .index == 1)
            #expect(
                try await client.get("/sections/1.json?_sort_desc=name&_size=3").decode(TableJSON.self).titles == [
                    "w9", "w8", "w7",
                ])
            #expect(try await client.get("/sections/1.json?name=r1").decode(TableJSON.self).titles == [])
        }
    }

    @Test(arguments: [
        "/?_section=2", "/table.json?_section=2", "/table.json?_section=99999&_size=5", "/table.csv?_section=2",
        "/sections/0.json?_section=2", "/table.json?_section=2&_sort=year", "/table.ndjson?_section=2&name=r1",
    ])
    func `A page cannot begin with a section that does not exist`(target: String) async throws {
        try await Cellar().server().test(.inProcess) { client in
            let answer = try await client.get(target, headers: [.accept: "application/json"])
            #expect(answer.status == 404)
            let section = target.contains("99999") ? 99_999 : 2
            #expect(try answer.decode(ProblemJSON.self).detail == "There is no section \(section).")
        }
    }

    @Test func `An arranged page has a name of its own, and is not sent again`() async throws {
        try await Cellar().server().test(.inProcess) { client in
            let first = try await client.get("/?_sort=year")
            let tag = try #require(first.headers[.eTag])
            #expect(try await client.get("/?_sort=year", headers: [.ifNoneMatch: tag]).status == 304)
            #expect(try await client.get("/?_sort_desc=year").text != first.text)
        }
    }

    @Test(arguments: [
        ("_filter_column=year&_filter_op=gt&_filter_value=1995", "/?year__gt=1995"),
        ("_filter_column=name&_filter_op=exact&_filter_value=a%26b&_sort=year&_next=0.1~r1", "/?name=a%26b&_sort=year"),
        ("_filter_column=id&_filter_op=exact&_filter_value=Table", "/?id__exact=Table"),
        ("_filter_column=year&_filter_op=isnull&_filter_value=", "/?year__isnull=1"),
        ("_filter_column=year&_filter_op=gt&_filter_value=&_size=5", "/?_size=5"),
        ("_filter_column=name&_filter_op=exact&_filter_value=", "/?name="),
        ("_filter_column=name&_filter_op=not&_filter_value=&_size=5", "/?name__not=&_size=5"),
        ("_filter_column=year&_filter_op=bogus&_filter_value=1", "/?year__bogus=1"),
        ("year=1&_filter_column=year&_filter_op=exact&_filter_value=1", "/?year=1"), ("id=Table", "/?id__exact=Table"),
        (
            "_filter_or=1&_filter_column=year&_filter_op=gt&_filter_value=1&_filter_column=name&_filter_op=isnull&"
                + "_filter_value=&_filter_column=&_filter_op=exact&_filter_value=&_sort=year",
            "/?year__gt=1&name__isnull=1&_or=1&_sort=year"
        ),
        ("_filter_or=1&_filter_column=year&_filter_op=gt&_filter_value=1", "/?year__gt=1"),
        ("name=a&year=1&_or=1&_filter_or=0", "/?name=a&year=1"),
        (
            "_filter_or=lines&_filter_joint=1&_filter_column=year&_filter_value=1&_filter_joint=0&_filter_column=name&"
                + "_filter_value=a&_filter_joint=1&_filter_column=name&_filter_value=b",
            "/?year=1&name=a&_or=name%3Db"
        ),
        (
            "_filter_or=lines&_filter_column=year&_filter_value=1&_filter_joint=1&_filter_column=name&_filter_value=a&"
                + "_filter_joint=0&_filter_column=year&_filter_value=1&_filter_joint=1&_filter_column=name&_filter_value=a&"
                + "_filter_joint=0&_filter_column=id&_filter_value=x&_filter_joint=0&_filter_column=id&_filter_value=x",
            "/?year=1&_or=name%3Da&year=1&_or=name%3Da&id__exact=x"
        ),
        ("_filter_value=1&_filter_column=year&_filter_column=name&_filter_value=a", "/?year=1&name=a"),
        ("_filter_column=%0D%0AX-A%3A1&_filter_op=exact&_filter_value=1", "/?%0D%0AX-A%3A1=1"),
    ])
    func `A form that asks in parts is led to the address that says it`(query: String, location: String) async throws {
        try await Cellar().server().test(.inProcess) { client in
            let answer = try await client.get("/?\(query)", headers: [.accept: "text/html"])
            #expect(answer.status == 303)
            #expect(answer.headers[.location] == location)
        }
    }

    /// The pages show −1,234.5 in English and -1.234,5 in German.
    @Test(arguments: [
        ("en", "price", "gt", "10,000,000", "price__gt=10000000"),
        ("en", "price", "exact", "−1,234.5", "price=-1234.5"),
        ("de", "price", "lte", "24.874.500", "price__lte=24874500"), ("de", "price", "exact", "52,5", "price=52.5"),
        ("de", "price", "exact", "1.5", "price=1.5"), ("en", "price", "exact", "52,5", "price=52%2C5"),
        ("de", "price", "in", "\"1,5\", 7", "price__in=1.5%2C%207"),
        ("en", "note", "in", "1234, \"1,234\"", "note__in=1234%2C%20%221%2C234%22"),
        ("en", "price", "contains", "1,234", "price__contains=1234"),
        ("en", "price", "not", "1,234", "price__not=1234"), ("en", "price", "exact", "abc", "price=abc"),
        // A column of unknown values can have the number and the text.
        ("en", "note", "exact", "1,234", "note__in=1234%2C%20%221%2C234%22"),
        ("en", "note", "not", "1,234", "note__notin=1234%2C%20%221%2C234%22"),
        ("en", "note", "contains", "1,234", "note__contains=1%2C234"), ("en", "note", "gt", "1,234", "note__gt=1234"),
        ("en", "nothing", "exact", "1,234", "nothing=1%2C234"),
    ])
    func `The form reads numbers as the page writes them`(
        language: String, column: String, test: String, value: String, expected: String
    ) async throws {
        try await Prices().server().test(.inProcess) { client in
            let form = Query([
                .init(name: "_lang", value: language), .init(name: "_filter_column", value: column),
                .init(name: "_filter_op", value: test), .init(name: "_filter_value", value: value),
            ])
            let query = form.map { "\($0.name)=\(PercentCoding.encode($0.value) { _ in false })" }.joined(
                separator: "&")
            let answer = try await client.get("/?\(query)", headers: [.accept: "text/html"])
            #expect(answer.status == 303)
            #expect(answer.headers[.location] == "/?\(expected)&_lang=\(language)")
        }
    }

    @Test func `A text that no number can equal is told`() async throws {
        try await Prices().server().test(.inProcess) { client in
            let answer = try await client.get("/table.json?price__gt=1,000")
            #expect(answer.status == 400)
            #expect(
                try answer.decode(ProblemJSON.self).detail
                    == "\"1,000\" is not a number. The column \"price\" has only numbers. Write numbers without group separators, such as 1234.5."
            )
            for query in ["price=abc", "price__in=a,b", "price__contains=1,2", "note=x&price=abc"] {
                #expect(try await client.get("/table.json?\(query)").status == 400, "\(query)")
            }
            for query in ["price=", "price__not=abc", "note=abc", "price__in=abc,1", "price=7", "price__contains=e"] {
                #expect(try await client.get("/table.json?\(query)").status == 200, "\(query)")
            }
            #expect(try await client.get("/table.json?price__gt=1,000").text.contains(#""errors":["price__gt"]"#))
            let page = try await client.get("/?price=abc&note=1.234&_lang=de", headers: [.accept: "text/html"])
            #expect(page.status == 400)
            #expect(
                page.text.contains("value=\"abc\" list=\"known\" autocomplete=\"off\" aria-label=\"Wert\" aria-invalid")
            )
            // A number is written so that the form reads it back.
            #expect(page.text.contains("value=\"1,234\""))
            #expect(page.text.contains("ist keine Zahl"))
        }
    }

    /// Each link of a value would have all others.
    @Test func `A page does not repeat a long address for each value and row`() async throws {
        try await Cellar().server().test(.inProcess) { client in
            let list = (0..<2_000).map { "w\($0)" }.joined(separator: ",")
            let page = try await client.get("/?name__in=\(list)&_size=20")
            #expect(page.status == 200 && page.text.contains("w7") && page.text.utf8.count < 1_000_000)
            #expect(page.text.contains("<a href=\"/?_size=20\""))
            // A short list has a link for each value.
            let short = try await client.get("/?name__in=w1,w2,w3").text
            #expect(short.contains("href=\"/?name__in=w1%2C%20w3\""))
        }
    }

    @Test func `The page says what it is sorted and filtered by`() async throws {
        try await Cellar().server().test(.inProcess) { client in
            let page = try await client.get("/?year__gte=2000&_search=r&_sort=year&_lang=en&_size=5").text
            let heads = page.split(separator: "<th scope=\"col\"").dropFirst().map { $0.prefix { $0 != "/" } }
            #expect(heads.count { $0.contains("aria-sort=\"ascending\"") } == 1)
            #expect(
                page.contains(
                    "href=\"/?year__gte=2000&amp;_search=r&amp;_sort_desc=year&amp;_size=5&amp;_lang=en\">Year"))
            #expect(
                page.contains(
                    "<a class=\"line\" href=\"#filter-0\">Year is at least 2000</a> <a href=\"/?_search=r&amp;_sort=year&amp;_size=5&amp;_lang=en\""
                ))
            #expect(page.contains("<p class=\"count\">7 of 50 rows</p>"))
            #expect(page.contains("aria-rowcount=\"10\""))
            #expect(page.contains("data-place=\"0.0\" aria-rowindex=\"3\""))
            let none = try await client.get("/?name=nobody").text
            #expect(none.contains("No matching rows") && none.contains("<a href=\"/\">All rows</a>"))
        }
    }

    @Test(arguments: ["de", "he"])
    func `The forms speak the reader's language`(tag: String) async throws {
        try await Cellar().server().test(.inProcess) { client in
            let page = try await client.get("/?year__gte=2000&name__contains=r&_lang=\(tag)").text
            #expect(page.contains(tag == "de" ? "Year ist mindestens 2000" : "לפחות"))
            #expect(!page.contains(">Filter<") || tag == "de")
            #expect(!page.contains("is at least") && !page.contains(">Search<"))
        }
    }
}

/// A table of two links, whose columns are named like parameters that others append to addresses.
@TableActor
private final class Links: TableViewDataSource {
    private static let names = ["utm_source", "ref", "_x", "_size", "_search"]
    private static let rows = [["letter", "r1", "1", "1", "1"], ["page", "r2", "2", "2", "2"]]

    nonisolated func server() -> TableServer {
        var server = TableServer()
        server.mount(
            "/",
            TableActor.run {
                let tableView = TableView(title: "Links", dataSource: self, delegate: nil)
                tableView.queryOptions = .all
                return tableView
            })
        return server
    }

    func tableView(_ tableView: TableView, numberOfRowsInSection section: Int) -> Int { Self.rows.count }
    func columns(in tableView: TableView) -> [TableViewColumn] { Self.names.map { TableViewColumn($0) } }

    func tableView(_ tableView: TableView, cellForRowAt indexPath: IndexPath) -> TableViewCell {
        TableViewCell(
            style: .columns, title: indexPath.row == 0 ? "a" : "b",
            fields: zip(Self.names, Self.rows[indexPath.row]).map { Field($0, $1) })
    }
}

/// A table with a column of numbers, and a column of numbers and texts.
@TableActor
private final class Prices: TableViewDataSource {
    private static let rows: [(FieldValue, FieldValue)] = [
        (1, 1234), (-1234.5, "1,234"), (.null, "x"), (24_874_500, 2),
    ]

    nonisolated func server() -> TableServer {
        var server = TableServer()
        server.mount(
            "/",
            TableActor.run {
                let tableView = TableView(title: "Prices", dataSource: self, delegate: nil)
                tableView.queryOptions = .all
                return tableView
            })
        return server
    }

    func tableView(_ tableView: TableView, numberOfRowsInSection section: Int) -> Int { Self.rows.count }
    func columns(in tableView: TableView) -> [TableViewColumn] {
        [TableViewColumn("price", alignment: .trailing), TableViewColumn("note")]
    }

    func tableView(_ tableView: TableView, cellForRowAt indexPath: IndexPath) -> TableViewCell {
        let row = Self.rows[indexPath.row]
        return TableViewCell(style: .columns, fields: [Field("price", row.0), Field("note", row.1)])
    }
}

/// Tests runs of rows on a page that is sorted or filtered.
@Suite struct ArrangedRunTests {
    /// The years of the first five reds are 1990, 1997, 1991, 1998 and 1992.
    @Test(arguments: TestRig.allCases)
    func aRunThatThePageDoesNotHaveIsRefused(rig: TestRig) async throws {
        let cellar = await Cellar(reds: 5, whites: 3)
        try await cellar.server().test(rig) { client in
            for action in ["select", "deselect"] {
                for (query, form, status) in [
                    // Descending, within a section and across sections.
                    ("_sort=year", "rows=0.3-0.0", 400), ("_sort_desc=year", "rows=0.2-0.1&rows=0.0-0.1", 400),
                    ("_sort=year", "rows=1.0-0.0", 400), ("_sort=bogus", "rows=1.0-0.0", 400),
                    ("_sort=year", "all=1&except=1.0-0.0", 400),
                    // The page does not show one of the ends.
                    ("year__lt=1995", "rows=0.0-0.3", 404), ("_search=r2", "rows=0.0-0.1", 404),
                ] {
                    let answer = try await client.post("/\(action)?\(query)", form: form)
                    #expect(answer.status == status, "\(action)?\(query) \(form)")
                }
                let batch = #"{"gestures":[{"do":"\#(action)","rows":["1.0-0.0"]}]}"#
                let answer = try await client.send(
                    .post, "/batch?_sort=year", headers: [.contentType: "application/json"], body: Array(batch.utf8))
                #expect(answer.status == 400)
            }
            #expect(try await client.post("/select?_sort=year", form: "rows=0.0-0.2").status == 200)
        }
        #expect(await cellar.picked == ["r0", "r2", "r4"])
    }

    @Test func aRunEndsBeforeItBeginsOnATableWithoutQueries() async throws {
        let workshop = await Workshop()
        TableActor.run { workshop.tableView.allowsMultipleSelection = true }
        try await workshop.server().test(.inProcess) { client in
            for query in ["_sort=x", "_query=_sort%3Dx", "name=a"] {
                let deselected = try await client.post("/shop/deselect?\(query)", form: "rows=0.2-0.0")
                #expect(deselected.status == 400)
                let selected = try await client.post("/shop/select?\(query)", form: "rows=1.0-0.0")
                #expect(selected.status == 400)
            }
        }
    }
}
