import CascadingTable
import Foundation
import HTTPTypes
import TableServer
import TableTesting
import TestSupport
import Testing

@testable import TablePostgres
@testable import TableDatabase

/// Tests the tables of a database as visitors see them.
@Suite struct PostgresDatabaseTests {
    private func serving(
        _ script: String..., body: @escaping @Sendable (any TestClient, PostgresPool) async throws -> Void
    ) async throws {
        let address = try await Shop.address()
        let pool = try PostgresPool(writingTo: address)
        try await PostgresServer.run(script.flatMap(\.statements), at: address)
        let server = try await Shop.server(Shop.database(address))
        try await server.test(.inProcess) { try await body($0, pool) }
        await pool.close()
    }

    private func record(_ client: any TestClient, _ url: String) async throws -> [String: Any] {
        let answer = try await client.get(url)
        #expect(answer.status == 200, "\(answer.text)")
        return try #require(try JSONSerialization.jsonObject(with: Data(answer.text.utf8)) as? [String: Any])
    }

    @Test func theListHasAllTablesThatTheRoleCanRead() async throws {
        try await serving("REVOKE ALL ON keyless FROM PUBLIC") { client, _ in
            let table = try await client.get("/table.json").decode(TableJSON.self)
            #expect(
                table.sections.map { $0.rows.map(\.id) } == [
                    ["customers", "keyless", "odd~2Ename é", "orders", "parts", "sales.regions"], ["totals"],
                ])
        }
    }

    @Test func valuesKeepAllDigits() async throws {
        try await serving(
            """
            CREATE TABLE numbers (id int PRIMARY KEY, big numeric, small numeric(5, 2), least bigint, time timestamptz,
                local timestamp, real real, infinite float8, bytes bytea, span int4range, empty text);
            INSERT INTO numbers VALUES (1, 12345678901234567890.123456789, 12.50, -9223372036854775808,
                '2026-01-31 12:00:00.000001+01', '2026-01-31 12:00:00', 0.1, 'Infinity', '\\x00ff', '[1,5)', '')
            """
        ) { client, _ in
            let text = try await client.get("/numbers/row/1.json").text
            #expect(text.contains(#""big":12345678901234567890.123456789,"small":12.50,"#))
            let record = try await record(client, "/numbers/row/1.json")
            #expect(record["least"] as? Int64 == .min)
            #expect(record["time"] as? String == "2026-01-31T11:00:00.000001Z")
            #expect(record["local"] as? String == "2026-01-31T12:00:00")
            #expect(record["real"] as? Double == 0.1)
            #expect((record["bytes"] as? [String: Any])?["base64"] as? String == "AP8=")
            #expect(record["span"] as? String == "[1,5)" && record["empty"] as? String == "")
        }
    }

    /// The text of a filter is read by the type of its column, so that the value of a row finds the row.
    @Test func filtersHaveAllDigits() async throws {
        try await serving(
            """
            CREATE TABLE typed (id int PRIMARY KEY, real real, float float8, exact numeric, at timestamptz, local timestamp,
                day date);
            INSERT INTO typed VALUES
                (1, 0.15, 0.15, 12345678901234567890.1, '2026-01-31 12:00:00.000001+00', '2026-01-31 12:00:00.000001', '2026-01-31'),
                (2, 0.2, 0.2, 12345678901234567890.2, '2026-01-31 12:00:00.000002+00', '2026-01-31 12:00:00.000002', '2026-02-01'),
                (3, 'NaN', 'NaN', 'NaN', 'infinity', 'infinity', 'infinity'),
                (4, '-Infinity', '-Infinity', '-Infinity', '0044-03-15 12:00:00+00 BC', '10000-01-01 00:00:00', '0044-03-15 BC')
            """
        ) { client, pool in
            for (column, texts) in [
                ("real", ["0.15", "0.2", "NaN", "-Infinity", "0.150000001"]), ("float", ["0.15", "NaN", "1e300"]),
                ("exact", ["12345678901234567890.1", "12345678901234567890.2", "NaN", "-Infinity", "1e400"]),
                (
                    "at",
                    [
                        "2026-01-31T12:00:00.000001Z", "2026-01-31 12:00:00.000002+00", "infinity",
                        "0044-03-15 12:00:00+00 BC",
                    ]
                ),
                ("local", ["2026-01-31T12:00:00.000001", "2026-01-31T12:00:00", "10000-01-01 00:00:00"]),
                ("day", ["infinity", "0044-03-15 BC"]),
            ] {
                for text in texts {
                    for (name, sign) in [
                        ("exact", "="), ("not", "IS DISTINCT FROM"), ("gt", ">"), ("gte", ">="), ("lt", "<"),
                        ("lte", "<="), ("in", "="),
                    ] {
                        let ids = try await pool.rows(
                            "SELECT id FROM typed WHERE \(column) \(sign) '\(text)' ORDER BY id"
                        ).compactMap(\.[0])
                        let value = text.replacing("+", with: "%2B").replacing(" ", with: "%20")
                        let query = "\(column)__\(name)=\(value)"
                        let answer = try await client.get("/typed/table.json?\(query)")
                        let found = answer.status == 200 ? try answer.decode(TableJSON.self).ids : ["\(answer.text)"]
                        #expect(found == ids, "\(query)")
                    }
                }
            }
            for query in ["day=2026-01-31T12:00:00Z", "at__in=x,today", "real__in=x,y", "day__in=2026-02-30"] {
                let answer = try await client.get("/typed/table.json?\(query)")
                #expect(answer.status == 400 || !answer.text.contains(#""id":"1""#), "\(query): \(answer.text)")
            }
            for (query, ids) in [("at=2026-01-31", ["1", "2"]), ("local__gt=2026-01-30", ["1", "2", "3", "4"])] {
                let found = try await client.get("/typed/table.json?\(query)").decode(TableJSON.self)
                #expect(found.ids == ids, "\(query)")
            }
            // A group leads to its rows.
            for column in ["real", "exact", "at", "local", "day"] {
                let groups = try await client.get("/typed/table.json?_group=\(column)").text
                let links = groups.matches(of: /"link":"([^"]+)"/).map {
                    String($0.1).replacing("/?", with: "/table.json?")
                }
                // NaN is shown as no value.
                #expect(links.count >= 3)
                for link in links {
                    let answer = try await client.get(link)
                    #expect(answer.text.contains(#""count":1,"#), "\(link): \(answer.text)")
                }
            }
        }
    }

    /// The rows of a table and of its children can have the same values, also in the key.
    @Test func rowsOfInheritedTablesAreTold() async throws {
        try await serving(
            """
            CREATE TABLE animal (id int PRIMARY KEY, name text);
            CREATE TABLE dog (breed text) INHERITS (animal);
            INSERT INTO animal SELECT i, 'animal ' || i FROM generate_series(1, 30) i;
            INSERT INTO dog SELECT i, 'dog ' || i, 'b' FROM generate_series(1, 30) i
            """
        ) { client, _ in
            for size in [7, 10, 37] {
                let (forwards, backwards) = try await client.walk("/animal/table.json?_size=\(size)")
                #expect(Set(forwards).count == 60 && forwards.count == 60 && backwards == forwards)
            }
            let page = try await client.get("/animal/table.json?_size=100").text
            for name in ["animal 3", "dog 3"] {
                let link = try #require(
                    page.firstMatch(
                        of: try Regex("\"name\":\"\(name)\".*?\"link\":\"([^\"]+)/\"", as: (Substring, Substring).self))
                )
                #expect(try await record(client, "\(link.output.1).json")["name"] as? String == name)
            }
            #expect(try await client.get("/dog/table.json?id=3").text.contains("dog 3"))
        }
    }

    /// A view of one table has the key of that table, so that it is read by an index. Other views have none.
    @Test func aViewOfOneTableHasItsKey() async throws {
        let address = try await Shop.address()
        let pool = try PostgresPool(writingTo: address)
        let database = try Shop.database(address)
        let views: [(String, key: [String])] = [
            ("SELECT note, id AS number FROM orders WHERE paid", ["number"]), ("SELECT note FROM orders", []),
            ("SELECT k2, k1, \"we ird\" AS \"we ird 2\" FROM \"odd.name é\"", ["k1", "k2"]),
            ("SELECT DISTINCT id FROM orders", []),
            ("SELECT o.id FROM orders o JOIN customers c ON true", []), ("SELECT id, day FROM parts", ["id", "day"]),
            ("SELECT (SELECT max(id) FROM orders) AS id, note FROM orders", []),
            ("SELECT id + 1 AS id FROM orders", []),
            ("SELECT id FROM customers UNION ALL SELECT id FROM customers", []), ("SELECT id FROM orders LIMIT 5", []),
        ]
        for (index, view) in views.enumerated() {
            _ = try await pool.rows("CREATE VIEW view_\(index) AS \(view.0)")
            let relation = try await database.relation(RelationName("view_\(index)"), readWithin: nil)
            #expect(relation.key == view.key, "\(view.0)")
        }
        _ = try await pool.rows("CREATE RULE gone AS ON DELETE TO view_4 DO INSTEAD DELETE FROM customers")
        #expect(try await database.relation(RelationName("view_4"), readWithin: .zero).key == [])
        await pool.close()
    }

    /// PostgreSQL has no substring search by a collation for which different texts are equal.
    @Test func textsOfAnyCollationAreSearched() async throws {
        try await serving(
            """
            CREATE COLLATION nocase (provider = icu, locale = 'und-u-ks-level2', deterministic = false);
            CREATE TABLE person (id int PRIMARY KEY, email text COLLATE nocase UNIQUE, name text);
            CREATE VIEW people AS SELECT DISTINCT email FROM person;
            INSERT INTO person VALUES (1, 'Ann@x.org', 'Ann'), (2, 'BÖB@x.org', 'Bob')
            """
        ) { client, _ in
            for (query, ids) in [
                ("_search=ann", ["1"]), ("_search=böb", ["2"]), ("email__contains=böb", ["2"]),
                ("email__startswith=ann", ["1"]),
                ("email__endswith=ORG", ["1", "2"]), ("email=ANN@X.ORG", ["1"]),
                ("name__contains=bo&_sort=email", ["2"]),
            ] {
                let query = query.replacing("ö", with: "%C3%B6")
                let reply = try await client.get("/person/table.json?\(query)")
                #expect(reply.status == 200, "\(query): \(reply.text)")
                #expect(try reply.decode(TableJSON.self).ids == ids, "\(query)")
            }
            #expect(try await client.get("/people/find?text=b%C3%B6").status == 200)
        }
    }

    /// Numbers and times cannot have most words. Without their conditions, an index of the texts is used.
    @Test func aSearchAsksForTextsOnly() async throws {
        let address = try await Shop.address()
        let database = try Shop.database(address)
        let relation = try await database.relation(RelationName("orders"), readWithin: nil)
        func columns(_ search: String) throws -> [String] {
            var query = TableQuery()
            query.search = search
            let condition = try RelationReader(relation, query, of: database).all.condition
            return condition.matches(of: /t\."(\w+)"/).map { String($0.output.1) }
        }
        #expect(try columns("fedcba") == ["note", "tags", "data", "ref"])
        #expect(try columns("tee") == ["note", "tags", "data", "ref"])
        for word in ["2024", "1e+20", "Infinity", "12:00:00Z", "e"] {
            #expect(
                try columns(word) == ["id", "customer", "total", "at", "note", "tags", "data", "ref", "weight"],
                "\(word)")
        }
    }

    /// A count that the server stops is an error in its log.
    @Test func rowsAreCountedOnlyIfThatIsQuick() async throws {
        let address = try await PostgresServer.shared.database(
            "CREATE UNLOGGED TABLE big (id int PRIMARY KEY, note text)",
            "INSERT INTO big SELECT i, md5(i::text) FROM generate_series(1, 300000) i", "VACUUM ANALYZE big")
        // A count that is tried has all the time.
        let database = try Shop.database(address) { $0.countTimeout = .seconds(60) }
        let relation = try await database.relation(RelationName("big"), readWithin: nil)
        func count(_ filters: TableQuery.Filter...) async throws -> (Int, RowCountAccuracy) {
            try await RelationReader(relation, TableQuery(filters: filters), of: database)
                .quickCount()
        }
        #expect(try await count(.init("note", .contains, "abcdef")).1 == .about)
        #expect(try await count(.init("id", .lte, "10")) == (10, .exact))
        #expect(try await count().1 == .about)
    }

    /// Another program changes a table whose description was read a moment ago.
    @Test func aRowIsReadByTheColumnsOfNow() async throws {
        try await serving { client, pool in
            #expect(try await record(client, "/orders/row/3.json")["note"] != nil)
            _ = try await pool.rows("ALTER TABLE orders DROP COLUMN note")
            #expect(try await record(client, "/orders/row/3.json")["note"] == nil)
            // The places of rows without a key are no numbers.
            for path in ["9", "9.json", "'x"] { #expect(try await client.get("/keyless/row/\(path)").status != 500) }
            #expect(try await client.get("/keyless/row/9/").status == 404)
            _ = try await pool.rows("DROP TABLE keyless")
            #expect(try await client.get("/keyless/table.json").status == 404)
        }
    }

    @Test func aViewThatFailsIsListedWithoutACount() async throws {
        try await serving(
            "CREATE TABLE secret (id int)", "CREATE VIEW broken AS SELECT 1 / (id - id) AS x FROM orders",
            "CREATE MATERIALIZED VIEW empty AS SELECT 1 AS x WITH NO DATA"
        ) { client, _ in
            let list = try await client.get("/table.json")
            #expect(list.status == 200 && list.text.contains(#""id":"broken""#), "\(list.text)")
            #expect(list.text.contains(#""id":"empty""#))
            #expect(try await client.get("/broken/table.json").status != 200)
        }
    }

    @Test func jsonIsEmbeddedInJSON() async throws {
        try await serving(
            #"""
            CREATE TABLE values (id int PRIMARY KEY, plain json, data jsonb);
            INSERT INTO values VALUES (1, E'{"b" : [1.50, "x\\ny"],\n "a": null}', '[{"ä": true}]'), (2, '"text"', NULL),
                (3, (repeat('[', 200) || repeat(']', 200))::json, 'false')
            """#
        ) { client, _ in
            let lines = try await client.get("/values/table.ndjson").text.split(separator: "\n")
            #expect(lines.first == #"{"id":1,"plain":{"b":[1.50,"x\ny"],"a":null},"data":[{"ä":true}]}"#)
            #expect(lines.dropFirst().first == #"{"id":2,"plain":"text","data":null}"#)
            #expect(
                lines.last?.hasPrefix(#"{"id":3,"plain":"[[["#) == true
                    && lines.last?.hasSuffix(#""data":false}"#) == true)
            #expect(try await client.get("/values/table.json").text.contains(#""data":[{"ä":true}]"#))
            #expect(try await client.get("/values/table.csv").text.contains(#","[{""ä"": true}]""#))
        }
    }

    @Test func valuesAreLinksWithLabels() async throws {
        try await serving(
            """
            CREATE TABLE seats (a int, b text, name text, PRIMARY KEY (b, a));
            INSERT INTO seats VALUES (1, 'x/y', 'Window');
            CREATE TABLE bookings (id int PRIMARY KEY, person int REFERENCES customers, a int, b text,
                region char(3) REFERENCES sales.regions, FOREIGN KEY (a, b) REFERENCES seats (a, b));
            INSERT INTO bookings VALUES (1, 7, 1, 'x/y', 'abc'), (2, NULL, 1, NULL, NULL)
            """
        ) { client, _ in
            for query in ["", "?id__gt=0"] {
                let page = try await client.get("/bookings/\(query)").text
                #expect(
                    page.contains(#"<a href="/customers/row/7/">7</a> <span class="ref">Customer 7</span>"#), "\(page)")
                #expect(page.contains(#"<a href="/seats/row/x~2Fy,1/">1</a> <span class="ref">Window</span>"#))
                #expect(page.contains(#"<a href="/sales.regions/row/abc/">abc</a> <span class="ref">North</span>"#))
                #expect(!(try await client.get("/bookings/table.json\(query)").text.contains("Window")))
            }
            let row = try await client.get("/bookings/row/1/").text
            #expect(row.contains(#"<a href="/customers/row/7/">7</a> <span class="ref">Customer 7</span>"#), "\(row)")
            let customer = try await client.get("/customers/row/7/").text
            #expect(customer.contains(#"href="/orders/?customer=7">orders</a>"#), "\(customer)")
            #expect(customer.contains(#"href="/bookings/?person=7">bookings</a>"#))
            let json = try await client.get("/customers/row/7/table.json").decode(TableJSON.self)
            #expect(json.sections.last?.rows.map(\.id) == ["bookings,person", "orders,customer"])
        }
    }

    @Test func aRowKeepsTheListThatItWasReachedFrom() async throws {
        try await serving { client, _ in
            let query = "customer=3&_sort_desc=id"
            let list = try await client.get("/orders/?\(query)").text
            #expect(list.contains(#"href="/orders/row/552/?customer=3&amp;_sort_desc=id""#), "\(list)")
            let page = try await client.get("/orders/row/502/?\(query)").text
            #expect(
                page.contains(#"<link rel="prev" href="/orders/row/552/?customer=3&amp;_sort_desc=id">"#), "\(page)")
            #expect(page.contains(#"<link rel="next" href="/orders/row/452/?customer=3&amp;_sort_desc=id">"#))
            #expect(page.contains(#"<a href="/orders/?customer=3&amp;_sort_desc=id"><bdi>orders</bdi></a>"#))
            let plain = try await client.get("/orders/row/1/").text
            #expect(plain.contains(#"<link rel="next" href="/orders/row/2/">"#) && !plain.contains(#"rel="prev""#))
        }
    }

    @Test func aSlowPageSaysWhy() async throws {
        try await serving("CREATE VIEW slow AS SELECT id, pg_sleep(0.005)::text AS pause FROM orders") { client, _ in
            let page = try await client.get("/slow/?id__gt=400&_sort=id&_size=5").text
            #expect(page.contains(#"<details class="slow"><summary>Reading these rows took "#), "\(page)")
            #expect(page.contains("Sort Key") && page.contains(#"CREATE INDEX &quot;slow_id&quot; ON"#))
            #expect(!(try await client.get("/orders/?id__gt=400&_sort=id&_size=5").text.contains("class=\"slow\"")))
        }
    }

    /// They are four times the connections. Those who wait longer than two seconds are refused, and a debug program on a
    /// busy machine is slow.
    @Test func manyVisitorsFilterATableAtOnce() async throws {
        try await serving { client, _ in
            let statuses = try await withThrowingTaskGroup(of: Int.self) { group in
                for number in 0..<40 {
                    group.addTask { try await client.get("/orders/table.json?id__gt=\(number)&_size=5").status }
                }
                return try await group.reduce(into: [Int]()) { $0.append($1) }
            }
            #expect(statuses.count == 40 && statuses.allSatisfy { $0 == 200 }, "\(statuses)")
        }
    }

    /// To cancel a statement takes another connection.
    @Test func theServerItselfStopsACount() async throws {
        let database = try await Shop.database(Shop.address())
        let start = ContinuousClock.now
        let error = await failure {
            try await database.run(SQLStatement("SELECT pg_sleep(60)"), within: .milliseconds(20))
        }
        #expect(error?.isTimeout == true && error?.reason.contains("statement timeout") == true)
        #expect(start.duration(to: .now) < .seconds(10))
        #expect(try await database.run(SQLStatement("SELECT 2"), within: .seconds(9)).string(0, 0) == "2")
        #expect(await database.pool.counters.connects == 1)
    }

    @Test func textsThatAreNotUTF8AreRepaired() async throws {
        let address = try await PostgresServer.shared.database(encoding: "SQL_ASCII")
        let script = ["CREATE TABLE notes (id int PRIMARY KEY, text text)", "INSERT INTO notes VALUES (1, E'a\\xFFb')"]
        try await PostgresServer.run(script, at: address)
        let server = try await Shop.server(Shop.database(address))
        try await server.test(.inProcess) { client in
            let answer = try await client.get("/notes/table.json")
            #expect(String(validating: answer.body, as: UTF8.self)?.contains("a\u{FFFD}b") == true)
            let export = try await client.get("/notes/table.csv")
            #expect(String(validating: export.body, as: UTF8.self)?.contains("a\u{FFFD}b") == true)
        }
    }

    @Test func commentsAreShown() async throws {
        try await serving(
            "COMMENT ON TABLE customers IS 'People who <buy>'",
            "COMMENT ON COLUMN customers.mail IS 'Where \"news\" go'"
        ) { client, pool in
            #expect(try await client.get("/").text.contains("People who &lt;buy&gt;"))
            let page = try await client.get("/customers/").text
            #expect(page.contains("<bdi>People who &lt;buy&gt;</bdi>"))
            #expect(
                page.contains(#"title="Where &quot;news&quot; go""#)
                    || page.contains(##"title="Where &#34;news&#34; go""##))
            let json = try await client.get("/customers/table.json").text
            #expect(json.contains(##""description":"People who \u003cbuy>","columns""##))
            #expect(json.contains(#""description":"Where \"news\" go"}"#))
            #expect(try await !client.get("/orders/").text.contains("class=\"prompt\""))
        }
    }

    @Test func searchesUseAFullTextIndex() async throws {
        try await serving(
            """
            CREATE TABLE articles (id int PRIMARY KEY, body text, note text, words tsvector);
            INSERT INTO articles SELECT i, CASE i WHEN 77 THEN 'running hounds' ELSE 'word ' || i END, 'hound' FROM generate_series(1, 20000) i;
            CREATE INDEX ON articles USING gin (to_tsvector('english', body));
            CREATE TABLE stored (id int PRIMARY KEY, body text,
                words tsvector GENERATED ALWAYS AS (to_tsvector('english', body)) STORED);
            INSERT INTO stored (id, body) SELECT id, body FROM articles;
            CREATE INDEX ON stored USING gin (words);
            ANALYZE articles, stored
            """
        ) { client, pool in
            for table in ["articles", "stored"] {
                let found = try await client.get("/\(table)/table.json?_search=hound+run").decode(TableJSON.self)
                #expect(found.ids == ["77"], "\(table)")
                #expect(
                    try await client.get("/\(table)/table.json?_search=hound+-run").decode(TableJSON.self).ids.isEmpty)
                let database = try PostgresDatabase(pool.address.text)
                let relation = try await database.relation(RelationName(table), readWithin: nil)
                let reader = try RelationReader(relation, TableQuery(search: "hound run"), of: database)
                let select = reader.select(.init(rows: reader.all))
                let plan = try await pool.run(
                    SQLStatement("EXPLAIN \(select.sql)", select.arguments), within: .seconds(5))
                let lines = (0..<plan.rowCount).compactMap { plan.string($0, 0) }
                #expect(lines.contains { $0.contains("Bitmap Index Scan") }, "\(lines)")
            }
        }
    }

    @Test func numbersThatNoIntegerEqualsFindNothingAtOnce() async throws {
        try await serving { client, pool in
            for (query, count) in [
                ("id=99999999999999999999", 0), ("id=1.5", 0), ("id=7.0", 1), ("id__in=7,1.5,1e30", 1),
                ("id__gt=1e30", 0),
                ("id__lt=2.5", 2), ("id__gt=-1e30&_size=500", 500), ("customer__not=1e30&_size=500", 500),
            ] {
                #expect(
                    try await client.get("/orders/table.json?\(query)").decode(TableJSON.self).ids.count == count,
                    "\(query)")
            }
            let database = try PostgresDatabase(pool.address.text)
            let relation = try await database.relation(RelationName("orders"), readWithin: nil)
            let query = TableQuery(filters: [.init("id", .exact, "99999999999999999999")])
            let reader = try RelationReader(relation, query, of: database)
            let select = reader.select(.init(rows: reader.all))
            #expect(!select.sql.contains("numeric") && select.arguments.isEmpty)
        }
    }

    @Test func theLastRowIsReadBackwards() async throws {
        try await serving(
            "CREATE TABLE many AS SELECT i AS id FROM generate_series(1, 50000) i",
            "ALTER TABLE many ADD PRIMARY KEY (id)",
            "ANALYZE many"
        ) { client, pool in
            for _ in 0..<2 {
                let found = try await client.get("/many/find?edge=last").text
                #expect(found.contains(#""row":49999,"id":"50000""#), "\(found)")
            }
        }
    }

    @Test func connectionsAreCounted() async throws {
        let metrics = PrometheusMetrics()
        let database = try Shop.database(try await Shop.address()) { $0.metrics = metrics }
        #expect(metrics.text.contains("postgres_pool_connections{pool=\"exports\"} 0\n"))
        try await database.check()
        let export = try await database.beginSnapshot()
        for line in [
            "# TYPE postgres_pool_connections gauge", "postgres_pool_connections{pool=\"pages\"} 1",
            "postgres_pool_idle_connections{pool=\"pages\"} 1", "postgres_pool_idle_connections{pool=\"exports\"} 0",
            "postgres_pool_connects_total{pool=\"pages\"} 1", "postgres_pool_timeouts_total{pool=\"pages\"} 0",
            "postgres_pool_waiting_requests{pool=\"pages\"} 0",
        ] { #expect(metrics.text.contains(line + "\n"), "\(line)") }
        withExtendedLifetime(export) {}
    }

    @Test func aChangeOfAnotherProgramIsShownAtOnce() async throws {
        try await serving { client, pool in
            let (page, row) = ("/customers/table.json?_size=1", "/customers/row/1.json")
            let tag = try #require(try await client.get(page).headers[.eTag])
            #expect(try await client.get(page, headers: [.ifNoneMatch: tag]).status == 304)
            _ = try await client.get(row)
            _ = try await pool.rows("UPDATE customers SET name = 'Changed' WHERE id = 1")
            let changed = try await client.get(page, headers: [.ifNoneMatch: tag])
            #expect(changed.status == 200 && changed.text.contains("Changed"))
            let record = try await client.get(row).text
            #expect(record.contains("Changed"))
            _ = try await pool.rows("CREATE TABLE news (id int PRIMARY KEY)")
            let list = try await client.get("/table.json").text
            #expect(list.contains("news"))
        }
    }

    @Test func columnsFollowTheDatabase() async throws {
        try await serving { client, pool in
            let page = "/customers/table.json?_size=1"
            #expect(try await client.get(page).text.contains(#""mood":"#))
            _ = try await pool.rows("ALTER TABLE customers DROP COLUMN mood")
            let changed = try await client.get(page)
            #expect(changed.status == 200 && !changed.text.contains(#""mood":"#))
            _ = try await pool.rows("DROP TABLE customers CASCADE")
            #expect(try await client.get(page).status == 404)
        }
    }

    @Test func aRowLeadsToTheRowsItRefersTo() async throws {
        try await serving { client, _ in
            let page = try await client.get("/orders/row/7/table.json").text
            #expect(page.contains(#""link":"/customers/row/8/""#))
            for path in [
                "/odd~2Ename%20%C3%A9/row/x~2Cy~2Fz,1/", "/odd~2Ename%20%C3%A9/row/'42,2/", "/parts/row/9,2020-03-01/",
            ] {
                #expect(try await client.get(path).status == 200, "\(path)")
            }
            for path in [
                "/none/", "/none/row/1/", "/orders/row/0/", "/orders/row/x/", "/orders/row/99999999999999999999/",
            ] {
                #expect(try await client.get(path).status == 404, "\(path)")
            }
        }
    }

    @Test(arguments: [
        ("ref=x", "uuid"), ("total=x", "total"), ("at__gt=x", "at"), ("customer=1.x", "customer"),
        ("nothing=1", "nothing"),
    ])
    func aValueOfAnotherTypeIsRefused(query: String, word: String) async throws {
        try await serving { client, _ in
            let answer = try await client.get("/orders/table.json?\(query)")
            #expect(answer.status == 400 && answer.text.contains(word), "\(answer.text)")
        }
    }

    @Test func aLongValueIsShownInPartAndReadInFull() async throws {
        try await serving(
            """
            CREATE TABLE long (id int PRIMARY KEY, text text, data jsonb, bytes bytea);
            INSERT INTO long VALUES (1, repeat('ä', 1000000), jsonb_build_object('a', repeat(md5('x'), 10000)),
                decode(repeat('ab', 100000), 'hex')), (2, repeat('b', 1000000), NULL, NULL)
            """
        ) { client, _ in
            let record = try await record(client, "/long/row/1.json")
            let text = try #require(record["text"] as? [String: Any])
            #expect(text["length"] as? Int == 2_000_000 && text["truncated"] as? Bool == true)
            #expect(try await client.get("/long/row/1/values/0/1/value").body.count == 2_000_000)
            #expect(try await client.get("/long/row/1/values/0/3/value").body == Array(repeating: 0xAB, count: 100_000))
            // Rows sorted by long values are paged all the same.
            let walked = try await client.walk("/long/table.json?_size=1&_sort_desc=text")
            #expect(walked.forwards == ["1", "2"])
            let export = try await client.get("/long/table.csv")
            #expect(export.body.count > 3_000_000)
        }
    }

    /// The rows of an export are of one moment, however many statements read them.
    @Test func anExportIsOfOneState() async throws {
        try await serving(
            "CREATE TABLE states (id int PRIMARY KEY, number int)",
            "INSERT INTO states SELECT i, 0 FROM generate_series(1, 5000) i"
        ) { client, pool in
            let writer = Task {
                while !Task.isCancelled { _ = try await pool.rows("UPDATE states SET number = number + 1") }
            }
            for _ in 0..<5 {
                let answer = try await client.get("/states/table.csv")
                let rows = answer.text.split(separator: "\r\n").dropFirst()
                try #require(rows.count == 5000, "\(answer.status) \(answer.text.suffix(300))")
                #expect(Set(rows.compactMap { $0.split(separator: ",").last }).count == 1)
            }
            writer.cancel()
            _ = try? await writer.value
        }
    }

    @Test func countsNeverDelayRows() async throws {
        try await serving(
            "CREATE TABLE many AS SELECT i AS id FROM generate_series(1, 50000) i",
            "ALTER TABLE many ADD PRIMARY KEY (id)", "ANALYZE many"
        ) { client, _ in
            let all = try await client.get("/many/table.json").text
            #expect(all.contains(#""count":50000,"count_is":"about""#))
            let some = try await client.get("/many/table.json?id__lt=300").text
            #expect(some.contains(#""count":299,"#) && !some.contains("count_is"))
            let page = try await client.get("/many/").text
            #expect(page.contains("of about 50,000"))
        }
    }

    @Test func typingFindsRows() async throws {
        try await serving { client, _ in
            let found = try await client.get("/customers/find?text=customer%2033&column=name").text
            #expect(found.contains(#""id":"33""#))
            #expect(try await client.get("/customers/find?edge=last").text.contains(#""id":"50""#))
            #expect(try await client.get("/customers/table.json?_row=33").text.contains(#""id":"33""#))
            let next = try await client.get("/customers/find?text=customer%203&column=name&after=0.29").text
            #expect(next.contains(#""id":"31""#), "\(next)")
        }
    }

    @Test func typingFindsARowOfALongTable() async throws {
        try await serving(
            """
            CREATE TABLE far AS SELECT i AS id, CASE i WHEN 119000 THEN 'Zebra' ELSE 'n' || i END AS name
                FROM generate_series(1, 120000) i
            """, "ALTER TABLE far ADD PRIMARY KEY (id)"
        ) { client, _ in
            let found = try await client.get("/far/find?text=zeb&column=name").text
            #expect(found.contains(#""id":"119000""#), "\(found)")
            #expect(try await client.get("/far/find?text=zebu&column=name").text.contains(#""row":null"#))
        }
    }
}

/// Tests rows that PostgreSQL shows to some visitors only.
@Suite struct RowLevelSecurityTests {
    private struct Account: Hashable, Sendable {
        var name: String
    }

    @Test func eachVisitorSeesTheirOwnRows() async throws {
        let address = try await PostgresServer.shared.database()
        try await PostgresServer.run(
            """
            CREATE TABLE notes (id int PRIMARY KEY, owner text, text text, secret text);
            INSERT INTO notes SELECT i, CASE WHEN i % 3 = 0 THEN 'ann' ELSE 'bob' END, 'note', 'word' FROM generate_series(1, 90) i;
            ALTER TABLE notes ENABLE ROW LEVEL SECURITY;
            DO $$ BEGIN CREATE ROLE visitor; EXCEPTION WHEN duplicate_object THEN NULL; END $$;
            GRANT SELECT (id, owner, text) ON notes TO visitor;
            CREATE POLICY own ON notes TO visitor USING (owner = current_setting('request.jwt.claims')::json ->> 'sub')
            """.split(separator: ";\n").map(String.init), at: address)
        let database = try PostgresDatabase(address)
        var server = TableServer()
        server.identify { request in request.header(.authorization).map { Account(name: $0) } }
        server.mount("/notes/", forEach: .visitor) { visitor, _ in
            guard let account = visitor.user as? Account else { return nil }
            return try await database.acting(as: "visitor", claims: #"{"sub": "\#(account.name)"}"#)
                .makeTable(named: "notes")
        }
        try await server.test(.inProcess) { client in
            for (name, count) in [("ann", 30), ("bob", 60), ("ann", 30), ("eve", 0)] {
                let headers: HTTPFields = [.authorization: name]
                let table = try await client.get("/notes/table.json?_size=100", headers: headers)
                #expect(try table.decode(TableJSON.self).ids.count == count)
                #expect(table.text.contains(#""count":\#(count),"#) && !table.text.contains("secret"))
                let found = try await client.get("/notes/table.json?_size=100&id__lt=10", headers: headers)
                #expect(try found.decode(TableJSON.self).ids.count == (name == "ann" ? 3 : name == "bob" ? 6 : 0))
                let export = try await client.get("/notes/table.csv", headers: headers).text
                #expect(export.split(separator: "\r\n").count == count + 1)
            }
            #expect(try await client.get("/notes/").status == 404)
        }
    }
}
