import Bytes
import CascadingTable
import Foundation
import HTTPTypes
import TableDatabase
import TableServer
import TableTesting
import TestSupport
import Testing

@testable import TableSQLite

/// Tests groups, statistics, facets and chosen columns of SQLite tables.
@Suite struct GroupTests {
    private func serve(
        _ script: String, _ names: [String] = ["sales"],
        change: (inout SQLiteDatabase.Configuration) -> Void = { _ in },
        body: (any TestClient) async throws -> Void
    ) async throws {
        let database = try Fixture(script).open(change)
        var server = TableServer()
        for name in names {
            server.mount(RoutePath("/\(name)/"), try await database.makeTable(named: name))
        }
        if names == ["sales", "v"] {
            var rows = try await database.rows(of: "sales")
            rows.groupsByDatabase = true
            server.mount("/rows/", RowsController(rows))
        }
        try await server.test(.inProcess, body)
    }

    @Test func groupsAreThoseOfTheContract() async throws {
        try await serve(GroupContract.script + "; CREATE VIEW v AS SELECT * FROM sales", ["sales", "v"]) { client in
            try await GroupContract.check(client, at: "/sales/")
            try await GroupContract.check(client, at: "/v/")
            try await GroupContract.check(client, at: "/rows/")
        }
    }

    @Test func valuesAreComparedAsSQLiteDoes() async throws {
        let script = """
            CREATE TABLE sales(id INTEGER PRIMARY KEY, tag TEXT COLLATE NOCASE, note, flag BOOLEAN, pic BLOB,
                big INTEGER DEFAULT 9223372036854775807);
            INSERT INTO sales(id, tag, note, flag, pic) VALUES (1, 'a', 1, 1, x'00'), (2, 'A', 1.0, 0, x'01'),
                (3, 'b', '1', 1, NULL), (4, 'é', 9e999, NULL, NULL), (5, char(101, 769), 'NA', 1, NULL),
                (6, NULL, 2, 1, NULL);
            """
        try await serve(script) { client in
            func lines(_ query: String) async throws -> [String] {
                try await client.get("/sales/table.ndjson?_shape=arrays&\(query)").text.split(separator: "\n").map {
                    String($0)
                }
            }
            #expect(try await lines("_group=tag&_sort_desc=count&_size=1") == ["[\"a\",2]"])
            #expect(try await lines("_group=tag").count == 5)
            // The number 1 and the text '1' are one group, because a filter finds both. Texts are no part of a sum.
            #expect(
                try await lines("_group=note&_sum=note&_max=id") == [
                    "[1,3,2.0,3]", "[2,1,2,6]", "[\"Infinity\",1,\"Infinity\",4]", "[\"NA\",1,null,5]",
                ])
            #expect(try await lines("_group=flag") == ["[true,4]", "[null,1]", "[false,1]"])
            #expect(
                try await lines("_stats=note&_col=rows&_col=distinct&_col=least&_col=greatest") == ["[6,4,1,\"NA\"]"])
            for query in ["_group=pic", "_stats=pic", "_group=tag&_group=pic"] {
                let answer = try await client.get("/sales/table.json?\(query)")
                #expect(answer.status == 400 && answer.text.contains("cannot be grouped by"), "\(answer.text)")
            }
            let answer = try await client.get("/sales/table.json?_group=tag&_sum=big&_sort_desc=count")
            #expect(answer.status == 400 && answer.text.contains("more than 64 bits"), "\(answer.text)")
        }
    }

    /// A group without a link is allowed, because its rows have no filter.
    @Test(arguments: [
        ("TEXT", "_bin=year", 3), ("TEXT", "_bin=month", 5), ("DATE", "_bin=year", 3), ("", "_bin=year", 3),
        ("TEXT", "_bin=week", 0), ("DATE", "_bin=quarter", 4),
        ("TEXT", "_bin=day", 4), ("", "_bin=day", 4), ("", "", 14), ("DATE", "", 14), ("BOOLEAN", "", 14),
        ("REAL", "_bin=0.1", 6),
        ("", "_bin=0.1", 6),
    ]) func aGroupLeadsToAsManyRowsAsItCounts(_ type: String, _ bin: String, _ leastCount: Int) async throws {
        let dates = [
            "2024", "2024-02", "2024-02-29", "2024-02-29 12:00:00", "2024-03", "2024-12", "2024-12-31", "2025",
            "2025-00-00", "2025-01-01", "2023-09-09", "2023-1-9", "2023-9-10", "2023-09-1", "2024-02-29T23:59:59Z", "",
            "n/a", "1", "true", "1.0", "01",
        ].map { "('\($0)')" }
        let numbers = ["0.3", "0.30000000000000004", "0.6", "0.7", "1", "1", "2024", "-0.3", "9e999", "NULL", "true"]
            .map { "(\($0))" }
        let values = (dates + numbers).joined(separator: ", ")
        try await serve("CREATE TABLE sales(id INTEGER PRIMARY KEY, v \(type)); INSERT INTO sales(v) VALUES \(values)")
        {
            client in
            try await GroupContract.checkLinks(
                client, at: "/sales/", "_group=v&\(bin)&_size=max", leastCount: leastCount)
        }
    }

    @Test func aSearchFindsNumbersAsPagesWriteThem() async throws {
        let script = """
            CREATE TABLE sales(id INTEGER PRIMARY KEY, n REAL, t TEXT);
            INSERT INTO sales VALUES (1, 7777777.5, NULL), (2, 12345, 'x'), (3, NULL, '12,345'), (4, -12345, 'y')
            """
        try await serve(script) { client in
            for (word, ids) in [
                ("12,345", "2 3 4"), ("12.345", "2 4"), ("-12,345", "4"), ("\u{2212}12,345", "4"), ("7,777,777.5", "1"),
                ("7.777.777,5", "1"), ("7'777'777.5", "1"), ("1,2345", ""), ("12345", "2 4"), ("7,777,777", "1"),
            ] {
                let query = word.addingPercentEncoding(withAllowedCharacters: .alphanumerics) ?? ""
                let found = try await client.get("/sales/table.csv?_col=id&_search=\(query)").text
                #expect(found.split(separator: "\r\n").dropFirst().joined(separator: " ") == ids, "\(word)")
            }
        }
    }

    @Test func aCrossTableSpellsEqualKeysAlike() async throws {
        let script = """
            CREATE TABLE sales(id INTEGER PRIMARY KEY, k TEXT COLLATE NOCASE, a, n, big INTEGER);
            INSERT INTO sales VALUES (1, 'Abc', 'x', 1, 9223372036854775807), (2, 'ABC', 1, 2, 9223372036854775807),
                (3, 'abc', 'x', 4, 0), (4, 'ABC', '1', 8, 0)
            """
        try await serve(script) { client in
            func lines(_ query: String) async throws -> String {
                try await client.get("/sales/table.ndjson?_shape=arrays&_group=k&_across=a&\(query)").text
            }
            #expect(try await lines("") == "[\"ABC\",2,2,4]\n[\"total\",2,2,4]\n")
            #expect(try await lines("_median=n") == "[\"ABC\",5.0,2.5,3.0]\n[\"total\",5.0,2.5,3.0]\n")
            #expect(try await lines("_max=n&_sort=gone") == "[\"ABC\",8,4,8]\n[\"total\",8,4,8]\n")
            let means = try await lines("_mean=big")
            #expect(means.hasPrefix("[\"ABC\",4.611686018427388e+18,"), "\(means)")
        }
    }

    @Test func anAverageIsAMean() async throws {
        try await serve("CREATE TABLE sales(tag, price); INSERT INTO sales VALUES ('a', 1), ('a', 2), ('b', 5)") {
            client in
            for name in ["_mean", "_avg"] {
                let answer = try await client.get("/sales/table.csv?_group=tag&\(name)=price")
                #expect(answer.text == "tag,count,mean_price\r\na,2,1.5\r\nb,1,5.0\r\n", "\(name)")
            }
        }
    }

    @Test func columnsWithoutATypeAreAlignedAlikeOnAllPages() async throws {
        let script = """
            CREATE TABLE sales(n, t, both, none, i INT); INSERT INTO sales VALUES
                (1, 'a', 1, NULL, 1), (NULL, NULL, 'x', NULL, NULL), (NULL, NULL, NULL, NULL, NULL);
            """
        try await serve(script) { client in
            for query in ["", "?_sort=n", "?n__isnull=1"] {
                let page = try await client.get("/sales/\(query)").text
                let numeric = page.matches(of: /data-column="(\w+)" class="num"/).map { String($0.1) }
                #expect(numeric == ["n", "i"], "\(query)")
            }
        }
    }

    @Test func groupsOfTheFirstRowsAreToldAsSuch() async throws {
        let script = """
            CREATE TABLE sales (id INTEGER PRIMARY KEY, city TEXT);
            WITH RECURSIVE n(i) AS (VALUES (1) UNION ALL SELECT i + 1 FROM n WHERE i < 120000)
            INSERT INTO sales SELECT i, 'c' || (i % 4) FROM n;
            """
        try await serve(script, change: { $0.groupingTimeout = .zero }) { client in
            let json = try await client.get("/sales/table.json?_group=city&id__gt=0").text
            #expect(json.contains(#""fields":{"city":"c0","count":25000}"#))
            #expect(json.contains(#""count_is":"more than","complete":false,"grouped_rows":100000,"#))
            let url = "/sales/table.json?id__gt=0&_group=city&_complete=1"
            #expect(json.contains("\"complete_url\":\"\(url)\""))
            let all = try await client.get(url).text
            #expect(all.contains(#""fields":{"city":"c0","count":30000}"#) && !all.contains(#""complete""#))
            let statistics = try await client.get("/sales/table.json?_stats=city").text
            #expect(statistics.contains(#""complete":false"#))
            let facets = try await client.get("/sales/table.json?_facet=city&_size=1").text
            #expect(facets.contains(#"{"column":"city","title":"city","complete":false,"#))
        }
    }

    /// A file cannot say that it has only the groups of the first rows.
    @Test func aFileHasAllGroupsOrNone() async throws {
        let script = """
            CREATE TABLE sales (id INTEGER PRIMARY KEY, city TEXT);
            WITH RECURSIVE n(i) AS (VALUES (1) UNION ALL SELECT i + 1 FROM n WHERE i < 120000)
            INSERT INTO sales SELECT i, 'c' || (i % 4) FROM n;
            """
        try await serve(script, change: { $0.groupingTimeout = .zero }) { client in
            #expect(try await client.get("/sales/table.csv?_group=city").text.contains("c0,30000\r\n"))
            #expect(try await client.get("/sales/table.csv?_group=city&_size=1").text.contains("c0,30000\r\n"))
            #expect(try await client.get("/sales/table.md?_group=city&_complete=0").text.contains("30000"))
            let lines = try await client.get("/sales/table.ndjson?_stats=id&_col=rows&_col=distinct&_shape=arrays").text
            #expect(lines == "[120000,120000]\n")
            for format in ["csv", "ndjson", "xlsx", "md", "txt"] {
                let many = try await client.get("/sales/table.\(format)?_group=id")
                #expect(many.status == 400 && many.text.contains("more than 10000 groups"), "\(format): \(many.text)")
            }
            // What says so may have the first ones.
            #expect(try await client.get("/sales/table.json?_group=id").status == 200)
            #expect(try await client.get("/sales/table.ndjson?_group=id&_size=2&_shape=arrays").status == 200)
        }
    }

    @Test func facetsAreCountsOfValues() async throws {
        try await serve(GroupContract.script) { client in
            let json = try await client.get("/sales/table.json?_facet=city&_facet=pieces&amount__gt=0&_size=2").text
            #expect(
                json.contains(
                    #"""
                    "facets":[{"column":"city","title":"city","complete":true,"more":false,\#
                    "url":"/sales/?amount__gt=0&_group=city&_size=2","values":[{"value":"Bonn","count":2,"selected":false,"url":"/sales/?amount__gt=0&city=Bonn&_facet=city&_facet=pieces&_size=2"},
                    """#), "\(json)")
            let page = try await client.get("/sales/?_facet=city")
            #expect(page.text.contains(#"href="/sales/?_group=city""#))
            #expect(page.text.contains(#"data-url="/sales/table.json?_facet=city""#))
            #expect(try await client.get("/sales/?_facet=town").status == 400)
        }
    }

    @Test func chosenColumnsAreThoseOfEveryFormat() async throws {
        try await serve(GroupContract.script) { client in
            let query = "_col=pieces&_col=city&_sort=amount&pieces__gt=5"
            #expect(
                try await client.get("/sales/table.csv?\(query)").text
                    == "pieces,city\r\n12,\"Äh, \"\"x\"\" & y\"\r\n10,Ulm\r\n")
            let json = try await client.get("/sales/table.json?\(query)&_size=1").text
            #expect(json.contains(#""fields":{"pieces":12,"city":"#) && json.contains(#""link":"/sales/row/6/""#))
            #expect(json.contains(#""id":"6""#) && json.contains("_sort=amount&_col=pieces&_col=city&_size=1&_next="))
            let page = try await client.get("/sales/?\(query)").text
            #expect(page.contains("table.csv?pieces__gt=5&amp;_sort=amount&amp;_col=pieces&amp;_col=city"))
            #expect(!page.contains("_sort_desc=amount"))
            let markdown = try await client.get("/sales/table.md?_col=city&_size=1").text
            #expect(markdown.hasPrefix("| city"))
            #expect(try await client.get("/sales/table.xlsx?_col=town").status == 400)
        }
    }
}
