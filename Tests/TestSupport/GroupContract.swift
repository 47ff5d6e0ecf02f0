import FoundationEssentials
import HTTPTypes
public import TableTesting
import Testing

/// The rows, and the groups of them that every kind of table answers alike.
public enum GroupContract {
    /// The rows in SQL that every database understands.
    public static let script = """
        CREATE TABLE sales (id INTEGER PRIMARY KEY, city TEXT, day DATE, amount DOUBLE PRECISION, pieces INTEGER);
        INSERT INTO sales VALUES (1, 'Bonn', '2025-01-05', 10.5, 3), (2, 'Ulm', '2025-01-31', 2.5, NULL),
            (3, 'Bonn', '2025-02-01', NULL, 5), (4, NULL, '2026-02-01', -4.5, 2), (5, 'Bonn', NULL, 7.0, -1),
            (6, 'Äh, "x" & y', '2026-02-28', 0.5, 12), (7, 'Ulm', '2025-01-31', 100.0, 10)
        """

    /// Queries, and the lines of their answers as NDJSON.
    public static let cases: [(query: String, lines: [String])] = [
        ("_group=city", [#""Bonn",3"#, #""Ulm",2"#, "null,1", #""Äh, \"x\" & y",1"#]),
        (
            "_group=city&_sum=pieces&_mean=amount&_min=day&_max=pieces&_sort_desc=sum_pieces",
            [
                #""Äh, \"x\" & y",1,12,0.5,"2026-02-28",12"#, #""Ulm",2,10,51.25,"2025-01-31",10"#,
                #""Bonn",3,7,8.75,"2025-01-05",5"#, #"null,1,2,-4.5,"2026-02-01",2"#,
            ]
        ),
        (
            "_group=city&_median=amount&_sort_desc=median_amount",
            [#""Ulm",2,51.25"#, #""Bonn",3,8.75"#, #""Äh, \"x\" & y",1,0.5"#, "null,1,-4.5"]
        ),
        ("_group=day&_bin=month&_sort=day", ["null,1", #""2025-01",3"#, #""2025-02",1"#, #""2026-02",2"#]),
        ("_group=day&_bin=day&_sort_desc=day&_size=2", [#""2026-02-28",1"#, #""2026-02-01",1"#]),
        (
            "_group=day&_bin=year&_group=city&_bin=&city=Bonn&_sort=day",
            [#"null,"Bonn",1"#, #""2025","Bonn",2"#]
        ),
        ("_group=amount&_bin=10&_sort=amount", ["null,1", "-10,1", "0,3", "10,1", "100,1"]),
        ("_group=pieces&_bin=0.5&pieces__gte=10", ["10,1", "12,1"]),
        // 70 * 0.1 is more than 7.
        ("_group=amount&_bin=0.1&amount__lt=10&_sort=amount", ["-4.5,1", "0.5,1", "2.5,1", "7,1"]),
        (
            "_group=day&_bin=week&_sort=day",
            ["null,1", #""2024-12-30",1"#, #""2025-01-27",3"#, #""2026-01-26",1"#, #""2026-02-23",1"#]
        ),
        ("_group=day&_bin=quarter&_sort=day", ["null,1", #""2025-Q1",4"#, #""2026-Q1",2"#]),
        ("_group=day&_bin=weekday&_sort=day", ["null,1", "5,2", "6,2", "7,2"]),
        (
            "_group=city&_count=amount&_distinct=day&city__in=Bonn,Ulm",
            [#""Bonn",3,2,2"#, #""Ulm",2,2,1"#]
        ),
        ("_group=city&_having=count__gt=1", [#""Bonn",3"#, #""Ulm",2"#]),
        (
            "_group=city&_sum=pieces&_having=sum_pieces__lte=10&_having=count__not=1&_sort=sum_pieces",
            [#""Bonn",3,7"#, #""Ulm",2,10"#]
        ),
        (
            "_group=city&_max=day&_having=max_day__lt=2026-01-01&_sort=max_day&_having=count__lt=3",
            [#""Ulm",2,"2025-01-31""#]
        ),
        (
            "_group=city&_across=day&_bin=&_bin=year&city__in=Bonn,Ulm",
            [#""Bonn",1,2,3"#, #""Ulm",null,2,2"#, #""total",1,4,5"#]
        ),
        (
            "_group=city&_across=day&_bin=&_bin=year&_mean=amount&city__in=Bonn,Ulm&_sort_desc=2025",
            [#""Ulm",null,51.25,51.25"#, #""Bonn",7.0,10.5,8.75"#, #""total",7.0,37.666666666666664,30.0"#]
        ),
        (
            "_group=city&_across=day&_bin=&_bin=month&_sum=pieces&city=Bonn",
            [#""Bonn",-1,3,5,7"#, #""total",-1,3,5,7"#]
        ),
        (
            "_group=city&_across=day&_bin=&_bin=year&_median=amount&city__in=Bonn,Ulm",
            [#""Bonn",7.0,10.5,8.75"#, #""Ulm",null,51.25,51.25"#, #""total",7.0,10.5,8.75"#]
        ),
        (
            "_group=day&_bin=year&_across=city&_distinct=pieces&city__in=Bonn,Ulm",
            [#"null,1,null,1"#, #""2025",2,1,3"#, #""total",3,1,4"#]
        ),
        (
            "_group=city&_as=percent&city__in=Bonn,Ulm", [#""Bonn",3,60.0"#, #""Ulm",2,40.0"#]
        ),
        (
            "_group=day&_bin=year&_sum=pieces&_as=running&_sort=day",
            [#"null,1,-1,-1"#, #""2025",4,18,17"#, #""2026",2,14,31"#]
        ),
        (
            "_group=day&_bin=year&_max=pieces&_as=difference&_sort=day",
            ["null,1,-1,null", #""2025",4,10,11"#, #""2026",2,12,2"#]
        ),
        (
            "_group=city&_across=day&_bin=&_bin=year&_as=row_percent&city=Bonn&_nocol=2025",
            [#""Bonn",33.33333333333333,100.0"#, #""total",33.33333333333333,100.0"#]
        ),
        (
            "_group=city&_across=day&_bin=&_bin=year&_as=column_percent&city__in=Bonn,Ulm&_col=total",
            ["60.0", "40.0", "100.0"]
        ),
        (
            "_group=city&_across=day&_bin=&_bin=year&_as=running&city__in=Bonn,Ulm",
            [#""Bonn",1,2,3"#, #""Ulm",1,4,5"#, #""total",1,4,5"#]
        ),
        ("_group=city&_search=ulm", [#""Ulm",2"#]),
        ("_group=city&_col=count&_sort=count&_sort=city", ["1", "1", "2", "3"]),
        ("_group=city&city=nowhere", []),
        (
            "_stats=pieces&_stats=day&_nocol=histogram",
            [
                #""pieces",7,1,6,-1,12,5.166666666666667,4"#,
                #""day",7,1,5,"2025-01-05","2026-02-28",null,null"#,
            ]
        ),
        ("_stats=amount&_stats=pieces&_sort_desc=mean&_col=column&_col=median", [#""amount",4.75"#, #""pieces",4"#]),
        ("amount__between=0.5,10.5&_col=id&_sort=id", ["1", "2", "5", "6"]),
        ("day__between=2025-01-31,2025-02-01&_col=id&_sort=id", ["2", "3", "7"]),
        ("city__notin=Bonn,Ulm&_col=id&_sort=id", ["4", "6"]),
        ("city=Bonn&amount__gt=100&_or=pieces__gte=5&_col=id&_sort=id", ["3"]),
        ("id=1&_or=id=2&city=Ulm&_or=amount__isnull=1&_or=id=1&_col=id&_sort=id", ["1", "2"]),
        ("id=1&_or=city=Ulm&_group=city&_search=bonn", [#""Bonn",1"#]),
        ("day__within=999y&_col=id&_sort=id", ["1", "2", "3", "4", "6", "7"]),
        ("day__within=today&_col=id", []),
        ("_stats=pieces&_col=histogram", ["[1,0,0,0,1,0,1,0,0,1,0,0,0,0,0,0,1,0,0,1]"]),
        ("_col=city&_col=id&_sort_desc=amount&amount__notnull=1&_size=1", [#""Ulm",7"#]),
        ("_nocol=day&_nocol=id&_nocol=city&_sort_desc=id&_size=1", ["100.0,10"]),
    ]

    /// Figures of all rows, with their values in JSON.
    public static let figures: [(query: String, values: String)] = [
        ("_sum=pieces&_mean=amount&_max=day", #"31,19.333333333333332,"2026-02-28""#),
        ("_count=amount&_distinct=day&_min=pieces&city__in=Bonn,Ulm", "4,3,-1"),
        ("_sum=pieces&_sort_desc=id&_search=ulm&_size=1&_col=id", "10"), ("_avg=amount&city__isnull=1", "-4.5"),
        ("_sum=pieces&_count=city&city=nowhere", "null,0"), ("_sum=pieces&_facet=city&_or=1&id=1&id=3", "8"),
    ]

    /// Queries that are refused, and what the sentence says.
    public static let refusals: [(query: String, sentence: String)] = [
        ("_group=town", #"Unknown column \"town\""#), ("_stats=town", #"Unknown column \"town\""#),
        ("_group=city&_sum=town", "Columns: id, city, day, amount, pieces"),
        ("_group=city&_sum=city", "has no numbers"), ("_group=city&_mean=day", "has no numbers"),
        ("_group=city&_bin=10", "has no numbers"), ("_group=pieces&_bin=week", "has no dates"),
        ("_across=city", "one _group and one _across"), ("_group=city&_across=day&_group=id", "at most 2 columns"),
        ("_group=city&_across=day&_sum=id&_sum=pieces", "shows one figure"),
        ("_group=city&_across=day&_having=count__gt=1", "has no _having"),
        ("_stats=pieces&_having=rows__gt=1", "need _group"), ("_stats=pieces&_having=column=x", "need _group"),
        ("_group=city&_having=city=Bonn", #"Unknown column \"city\". Columns: count"#),
        ("id__top=1&_or=city=Ulm", "cannot have alternatives"), ("city=Ulm&_or=id__top=1", "cannot have alternatives"),
        ("_group=city&_having=count", "must be a filter"), ("_group=city&_having=count__gt=x", "is not a number"),
        ("day__within=soon", "Write a time as"), ("amount__between=5", "Write the two values"),
        ("_having=count__gt=1", "need _group"), ("_as=percent", "need _group"), ("_group=city&_as=x", "cannot be"),
        ("_group=city&_mean=pieces&_as=percent", "percentages"),
        ("_group=pieces&_bin=month", "has no dates"),
        ("_group=city&_group=day&_group=id", "at most 2 columns"), ("_group=city&_bin=fortnight", "_bin must be"),
        ("_group=city&_bin=-1", "_bin must be"), ("_bin=10", "needs a _group"), ("_sum=town", "Columns: id, city"),
        ("_sum=pieces&_stats=city", "cannot be grouped"),
        ("_group=city&_stats=city", "cannot be grouped"), ("_group=city&_sort=amount", "Columns: city, count"),
        ("_group=city&count=3", #"Unknown column \"count\""#), ("_group=city&_complete=x", "_complete must be"),
        ("_col=town", "Columns: id, city, day, amount, pieces"), ("_nocol=town", #"Unknown column \"town\""#),
        ("_col=id&_nocol=id", "No column is left"), ("_facet=town", #"Unknown column \"town\""#),
    ]

    /// Compares the answers of a table with those that are expected.
    ///
    /// - Parameters:
    ///   - client: The client of a server.
    ///   - base: The path of the table, ending in a slash.
    ///   - hasMedian: Whether the database computes medians. Otherwise it refuses them.
    public static func check(_ client: any TestClient, at base: String, hasMedian: Bool = true) async throws {
        for (query, lines) in cases {
            if !hasMedian, query.contains("_median") {
                #expect(try await client.get("\(base)table.ndjson?\(query)").status == 400)
                continue
            }
            let answer = try await client.get("\(base)table.ndjson?_shape=arrays&\(query)")
            let found = answer.text.split(separator: "\n").map { $0.dropFirst().dropLast() }
            #expect(answer.status == 200 && found.map(String.init) == lines, "\(query): \(answer.text)")
        }
        for (query, values) in figures {
            let answer = try await client.get("\(base)table.json?\(query)")
            let found = answer.text.matches(of: #/"complete":true,"value":([^}]*)}/#).map { String($0.1) }
            #expect(answer.status == 200 && found.joined(separator: ",") == values, "\(query): \(answer.text)")
        }
        #expect(try await client.get("\(base)table.csv?_sum=pieces").text.contains("need _group"))
        for (query, sentence) in refusals {
            let answer = try await client.get("\(base)table.json?\(query)")
            #expect(answer.status == 400 && answer.text.contains(sentence), "\(query): \(answer.status) \(answer.text)")
        }
        try await checkFigures(client, at: base, "_group=city&_across=day&_bin=&_bin=year", count: 13)
        try await checkFigures(client, at: base, "_group=pieces&_bin=10&_across=city&pieces__gt=0", count: 11)
        // A facet has the same groups, without links to them.
        #expect(try await client.get("\(base)table.json?_facet=city&pieces__gt=0").status == 200)
        for query in [
            "_group=city", "_group=day&_bin=month", "_group=amount&_bin=10&pieces__gt=2", "_group=city&_group=pieces",
            "_group=day&_bin=week", "_group=city&_having=count__lt=9", "_group=day&_bin=year", "_group=day&_bin=day",
            "_group=amount&_bin=0.1", "_group=city&pieces__gt=0", "_group=city&pieces__gt=5&_or=amount__lt=8",
        ] {
            try await checkLinks(client, at: base, query)
        }
    }

    /// Checks that the figures of a cross table lead to as many rows as they count.
    ///
    /// - Parameter count: The number of figures with links.
    public static func checkFigures(
        _ client: any TestClient, at base: String, _ query: String, count: Int
    ) async throws {
        struct Page: Decodable { var count: Int }
        let page = try await client.get("\(base)?\(query)", headers: [.accept: "text/html"]).text
        let links = page.matches(of: #/class="num"><a href="([^"]+)">([0-9,]+)</#)
        #expect(links.count == count, "\(query)")
        for link in links {
            let address = link.1.replacing("&amp;", with: "&").dropFirst(base.count)
            let rows = try await client.get("\(base)table.json\(address)")
            let found = try JSONDecoder().decode(Page.self, from: Data(rows.body)).count
            #expect("\(found)" == link.2.replacing(",", with: ""), "\(address)")
        }
    }

    /// Checks that each group leads to as many rows as it counts.
    ///
    /// - Parameter leastCount: The least number of groups with links; nil if all have one.
    public static func checkLinks(
        _ client: any TestClient, at base: String, _ query: String, leastCount: Int? = nil
    ) async throws {
        struct Page: Decodable {
            var count: Int
            var sections: [Section]
            struct Section: Decodable { var rows: [Row] }
            struct Row: Decodable {
                var id: String
                var link: String?
                var cell: Cell
            }
            struct Cell: Decodable { var fields: Fields }
            struct Fields: Decodable { var count: Int? }
        }
        func page(_ address: String) async throws -> Page {
            try JSONDecoder().decode(Page.self, from: Data(try await client.get(address).body))
        }
        let groups = try await page("\(base)table.json?\(query)").sections.flatMap(\.rows)
        #expect(groups.count > 2)
        #expect(Set(groups.map(\.id)).count == groups.count)
        #expect(groups.count { $0.link != nil } >= leastCount ?? groups.count)
        for group in groups {
            guard let link = group.link else { continue }
            #expect(link.hasPrefix("\(base)?"))
            let rows = try await page("\(base)table.json?\(link.dropFirst(base.count + 1))")
            #expect(rows.count == group.cell.fields.count, "\(link)")
        }
    }
}
