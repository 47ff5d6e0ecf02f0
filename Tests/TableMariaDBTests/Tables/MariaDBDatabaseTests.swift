#if MariaDB
    import CascadingTable
    import Foundation
    import HTTPTypes
    import TableServer
    import TableTesting
    import TestSupport
    import Testing

    @testable import TableDatabase
    @testable import TableMariaDB

    /// Tests the tables of a database as visitors see them.
    @Suite struct MariaDBDatabaseTests {
        private func serving(
            _ script: String..., body: @escaping @Sendable (any TestClient, MariaDBPool) async throws -> Void
        ) async throws {
            let address = try await Shop.address()
            try await MariaDBServer.run(script.flatMap(\.statements), at: address)
            let pool = MariaDBPool(try MariaDBAddress(address))
            try await Shop.serving(Shop.database(address)) { try await body($0, pool) }
        }

        private func record(_ client: any TestClient, _ url: String) async throws -> [String: Any] {
            let answer = try await client.get(url)
            #expect(answer.status == 200, "\(answer.text)")
            return try #require(try JSONSerialization.jsonObject(with: Data(answer.text.utf8)) as? [String: Any])
        }

        @Test func theListHasAllTables() async throws {
            try await serving { client, _ in
                let list = try await client.get("/table.json")
                let table = try list.decode(TableJSON.self)
                #expect(
                    table.sections.map { $0.rows.map(\.id) }.first(where: { $0.count > 1 }) == [
                        "codes", "customers", "keyless", "odd~2Ename é", "orders", "uses",
                    ], "\(list.text)")
                #expect(list.text.contains(#""comment":"People""#) && list.text.contains("total, id"), "\(list.text)")
                #expect(try await client.get("/readyz").status == 200)
                #expect(try await client.get("/nowhere/").status == 404)
                #expect(try await client.get("/orders/row/9999/").status == 404)
            }
        }

        @Test func relationsHaveKeysAndTypes() async throws {
            let database = try Shop.database(try await Shop.address())
            let orders = try await database.relation(RelationName("orders"), readWithin: nil)
            #expect(orders.key == ["id"] && orders.foreignKeys.map(\.referred.name) == ["customers"])
            #expect(
                orders.columns.map(\.encoding) == [
                    .integer, .integer, .numeric, .boolean, .timestamp, .text, .text, .json, .bytes, .float, .float,
                    .integer,
                ])
            #expect(orders.columns.filter(\.isIndexed).map(\.name) == ["id", "customer", "total"])
            #expect(orders.columns.filter(\.isNullable).count == 10 && orders.columns[2].type == "decimal(12,2)")
            #expect(try await database.relation(RelationName("codes"), readWithin: nil).key == ["code"])
            #expect(try await database.relation(RelationName("odd.name é"), readWithin: nil).key == ["k1", "k2"])
            #expect(try await database.relation(RelationName("totals"), readWithin: nil).key == ["customer"])
            let all = try await database.relations().map(\.name.name)
            #expect(all == ["codes", "customers", "keyless", "odd.name é", "orders", "totals", "uses"])
            await #expect(throws: MariaDBError.self) {
                try await database.relation(RelationName("ORDERS"), readWithin: nil)
            }
        }

        @Test func valuesKeepAllDigits() async throws {
            try await serving(
                """
                CREATE TABLE numbers (id int(5) unsigned ZEROFILL PRIMARY KEY, big decimal(40, 9), small decimal(5, 2),
                    least bigint, most bigint unsigned, time timestamp(6) NULL, local datetime, real_ float, double_ double,
                    bytes varbinary(9), year year, span time, flag bit(1), empty text, latin varchar(9) CHARACTER SET latin1,
                    tiny tinyint(1), uuid uuid);
                INSERT INTO numbers VALUES (1, 12345678901234567890.123456789, 12.50, -9223372036854775808,
                    18446744073709551615, '2026-01-31 12:00:00.000001', '2026-01-31 12:00:00', 0.1, 5e-324, x'00ff', 2026,
                    '-100:00:01', b'1', '', 'ä', 2, '123e4567-e89b-12d3-a456-426655440000')
                """
            ) { client, _ in
                let text = try await client.get("/numbers/row/1.json").text
                #expect(text.contains(#""big":12345678901234567890.123456789,"small":12.50,"#), "\(text)")
                let record = try await record(client, "/numbers/row/1.json")
                #expect(record["least"] as? Int64 == .min && text.contains("18446744073709551615"))
                #expect(record["time"] as? String == "2026-01-31T12:00:00.000001")
                #expect(record["local"] as? String == "2026-01-31T12:00:00")
                #expect(record["real_"] as? Double == 0.1 && record["double_"] as? Double == .leastNonzeroMagnitude)
                #expect((record["bytes"] as? [String: Any])?["base64"] as? String == "AP8=")
                #expect(record["year"] as? Int == 2026 && record["span"] as? String == "-100:00:01")
                #expect(record["flag"] as? Bool == true && record["tiny"] as? Bool == true)
                #expect(record["latin"] as? String == "ä" && record["empty"] as? String == "")
                #expect(record["uuid"] as? String == "123e4567-e89b-12d3-a456-426655440000", "\(text)")
            }
        }

        /// The text of a filter is read by the type of its column, so that the value of a row finds the row.
        @Test func filtersHaveAllDigits() async throws {
            try await serving(
                """
                CREATE TABLE typed (id int PRIMARY KEY, real_ float, float_ double, exact decimal(30, 2), at datetime(6),
                    day date);
                INSERT INTO typed VALUES
                    (1, 0.15, 0.15, 12345678901234567890.1, '2026-01-31 12:00:00.000001', '2026-01-31'),
                    (2, 0.2, 0.2, 12345678901234567890.2, '2026-01-31 12:00:00.000002', '2026-02-01'),
                    (3, NULL, NULL, NULL, NULL, NULL)
                """
            ) { client, pool in
                for (column, texts) in [
                    ("real_", ["0.15", "0.2", "0.150000001"]), ("float_", ["0.15", "1e300"]),
                    ("exact", ["12345678901234567890.1", "12345678901234567890.20", "1e3"]),
                    ("at", ["2026-01-31T12:00:00.000001Z", "2026-01-31 12:00:00.000002", "2026-01-31T12:00:00"]),
                ] {
                    for text in texts {
                        for (name, sign) in [("exact", "="), ("gt", ">"), ("gte", ">="), ("lt", "<"), ("lte", "<=")] {
                            let value =
                                column == "real_" ? "CAST(\(text) AS FLOAT)" : "'\(text.replacing("Z", with: ""))'"
                            let ids = try await pool.rows(
                                "SELECT id FROM typed WHERE \(column) \(sign) \(value) ORDER BY id"
                            )
                            .compactMap(\.[0])
                            let query = "\(column)__\(name)=\(text.replacing(" ", with: "%20"))"
                            let answer = try await client.get("/typed/table.json?\(query)")
                            let found = answer.status == 200 ? try answer.decode(TableJSON.self).ids : [answer.text]
                            #expect(found == ids, "\(query)")
                        }
                    }
                }
                for (query, ids) in [
                    ("at=2026-01-31", ["1", "2"]), ("at__gt=2026-01-30", ["1", "2"]), ("at__lte=2026-01-30", []),
                    ("at=2026-01-31T13:30:00.000001%2B01:30", ["1"]), ("at__gt=2026-01-31T12:00:00.000001Z", ["2"]),
                    ("day=2026-01-31", ["1"]), ("day__not=2026-01-31", ["2", "3"]), ("exact=nan", []),
                    ("real___in=0.15,0.2", ["1", "2"]), ("exact__isnull=1", ["3"]),
                ] {
                    let answer = try await client.get("/typed/table.json?\(query)")
                    #expect(try answer.decode(TableJSON.self).ids == ids, "\(query): \(answer.text)")
                }
                for query in ["day=x", "exact=x"] {
                    #expect(try await client.get("/typed/table.json?\(query)").status == 400)
                }
                // A group leads to its rows.
                for column in ["real_", "float_", "exact", "at", "day"] {
                    let groups = try await client.get("/typed/table.json?_group=\(column)").text
                    let links = groups.matches(of: /"link":"([^"]+)"/).map {
                        String($0.1).replacing("/?", with: "/table.json?")
                    }
                    #expect(links.count == 3, "\(groups)")
                    for link in links {
                        let answer = try await client.get(link)
                        #expect(answer.text.contains(#""count":1,"#), "\(link): \(answer.text)")
                    }
                }
            }
        }

        @Test func textsOfAnyCollationAreSearched() async throws {
            try await serving(
                """
                CREATE TABLE person (id int PRIMARY KEY, email varchar(50) COLLATE utf8mb4_bin, name text CHARACTER SET latin1);
                INSERT INTO person VALUES (1, 'Ann@x.org', 'Ann 50%'), (2, 'BÖB@x.org', 'Bö_b|')
                """
            ) { client, _ in
                for (query, ids) in [
                    ("_search=ann", ["1"]), ("_search=böb", ["2"]), ("_search=bob", []), ("email__contains=böb", ["2"]),
                    ("email__startswith=ann", ["1"]), ("email__endswith=ORG", ["1", "2"]), ("email=ann@x.org", []),
                    ("name=ann 50%", ["1"]), ("name__contains=%", ["1"]), ("name__contains=ö_", ["2"]),
                    ("name__contains=|", ["2"]), ("name__contains=\\", []), ("_search=org x", ["1", "2"]),
                ] {
                    let query = try #require(query.addingPercentEncoding(withAllowedCharacters: .urlHostAllowed))
                    let reply = try await client.get("/person/table.json?\(query)")
                    #expect(reply.status == 200, "\(query): \(reply.text)")
                    #expect(try reply.decode(TableJSON.self).ids == ids, "\(query)")
                }
                #expect(try await client.get("/person/find?text=b%C3%B6").status == 200)
            }
        }

        @Test func aFullTextIndexIsUsed() async throws {
            try await serving(
                """
                CREATE TABLE article (id int PRIMARY KEY, title varchar(50), body text, FULLTEXT (title, body));
                INSERT INTO article VALUES (1, 'The cat', 'It sat on a mat'), (2, 'Dogs', 'They bark at cats'), (3, 'Fish', 'Über')
                """
            ) { client, _ in
                for (query, ids) in [
                    ("the cat", ["1", "2"]), ("cat mat", ["1"]), ("cat\"", ["1", "2"]), ("+bark -cat", ["2"]),
                    ("!!!", []),
                    ("über", ["3"]), ("a on", []), ("(dog*", ["2"]),
                ] {
                    let query = try #require(query.addingPercentEncoding(withAllowedCharacters: .alphanumerics))
                    let reply = try await client.get("/article/table.json?_search=\(query)")
                    #expect(try reply.decode(TableJSON.self).ids == ids, "\(query): \(reply.text)")
                }
            }
        }

        @Test func aRowShowsWhatItRefersTo() async throws {
            try await serving { client, _ in
                let page = try await client.get("/orders/row/1/").text
                #expect(page.contains("Customer 2"), "\(page)")
                let customer = try await client.get("/customers/row/2/").text
                #expect(customer.contains("orders") && customer.contains("12"), "\(customer)")
                let uses = try await client.get("/uses/").text
                #expect(uses.contains("First") && uses.contains("Second") && uses.contains("Customer 1"), "\(uses)")
                #expect(try await client.get("/uses/row/2/").text.contains("Second"))
                #expect(try await client.get("/orders/row/10/?_sort_desc=total").status == 200)
                // A key has one address, although MariaDB takes it for the same.
                #expect(try await client.get("/codes/row/ABC/").status == 404)
                #expect(try await client.get("/codes/row/abc/").status == 200)
                #expect(try await client.get("/odd~2Ename%20%C3%A9/row/x,1/").status == 404)
                let odd = try await client.get("/odd~2Ename%20%C3%A9/table.json").decode(TableJSON.self).ids
                #expect(odd.count == 3)
                for key in odd {
                    let key = try #require(key.addingPercentEncoding(withAllowedCharacters: .urlHostAllowed))
                    #expect(try await client.get("/odd~2Ename%20%C3%A9/row/\(key).json").status == 200, "\(key)")
                }
            }
        }

        @Test func longValuesAreReadInParts() async throws {
            try await serving(
                """
                CREATE TABLE long_values (id int PRIMARY KEY, text longtext, bytes longblob);
                INSERT INTO long_values VALUES (1, repeat('äb', 100000), repeat(x'00ff', 100000))
                """
            ) { client, _ in
                let page = try await client.get("/long_values/table.json").text
                #expect(page.utf8.count < 40_000, "\(page.utf8.count)")
                for (column, count) in [("text", 300_000), ("bytes", 200_000)] {
                    let value = try await client.get("/long_values/row/1/values/0/\(column == "text" ? 1 : 2)/value")
                    #expect(value.status == 200 && value.body.count == count, "\(value.status) \(value.body.count)")
                }
                let csv = try await client.get("/long_values/table.csv")
                #expect(csv.body.count > 500_000)
            }
        }

        @Test func keysOfBytesIdentifyRows() async throws {
            try await serving(
                """
                CREATE TABLE bytes (id binary(4) PRIMARY KEY, n int);
                INSERT INTO bytes SELECT unhex(lpad(hex(seq * 2654435761 % 4294967296), 8, '0')), seq FROM seq_1_to_200
                """
            ) { client, _ in
                let (forwards, backwards) = try await client.walk("/bytes/table.json?_size=7")
                #expect(Set(forwards).count == 200 && backwards == forwards)
                let sorted = try await client.walk("/bytes/table.json?_size=7&_sort=n")
                #expect(Set(sorted.forwards) == Set(forwards) && sorted.backwards == sorted.forwards)
            }
        }

        /// Another program changes a table whose description was read a moment ago.
        @Test func aRowIsReadByTheColumnsOfNow() async throws {
            let address = try await Shop.address()
            try await Shop.serving(Shop.database(address)) { client in
                #expect(try await record(client, "/orders/row/3.json")["note"] != nil)
                try await MariaDBServer.run(["ALTER TABLE orders DROP COLUMN note"], at: address)
                #expect(try await record(client, "/orders/row/3.json")["note"] == nil)
                #expect(try await client.get("/keyless/row/9/").status == 404)
                try await MariaDBServer.run(["DROP TABLE keyless"], at: address)
                #expect(try await client.get("/keyless/table.json").status == 404)
            }
        }

        @Test func aViewThatFailsIsListed() async throws {
            try await serving(
                "CREATE TABLE gone (id int);\nCREATE VIEW broken AS SELECT * FROM gone;\nDROP TABLE gone"
            ) { client, _ in
                let list = try await client.get("/table.json")
                #expect(list.status == 200 && list.text.contains(#""id":"orders""#), "\(list.text)")
                #expect(try await client.get("/broken/").text.contains("could not be read"))
            }
        }

        @Test func rowsAreCountedOnlyIfThatIsQuick() async throws {
            let address = try await MariaDBServer.shared.database(
                "CREATE TABLE big (id int PRIMARY KEY, note text);\nINSERT INTO big SELECT seq, md5(seq) FROM seq_1_to_100000;\nANALYZE TABLE big"
            )
            let database = try Shop.database(address) { $0.countTimeout = .seconds(60) }
            let relation = try await database.relation(RelationName("big"), readWithin: nil)
            func count(_ filters: TableQuery.Filter...) async throws -> (Int, RowCountAccuracy) {
                try await RelationReader(relation, TableQuery(filters: filters), of: database).quickCount()
            }
            #expect(try await count(.init("note", .contains, "abcdef")).1 == .about)
            #expect(try await count(.init("id", .lte, "10")) == (10, .exact))
            let all = try await count()
            #expect(all.1 == .about && (80_000..<120_000).contains(all.0))
            let plan = try await RelationReader(relation, TableQuery(sort: [.init("note")]), of: database).advice()
            #expect(plan.plan.first?.contains("SCAN t") == true && plan.index?.contains("\"note\"") == true, "\(plan)")
        }

        /// The time limit of a count is far below that of a page.
        @Test func aSlowViewIsShown() async throws {
            try await serving("CREATE VIEW slow AS SELECT id, sleep(0.002) AS s FROM orders") { client, _ in
                let page = try await client.get("/slow/table.json?_size=10")
                #expect(try page.decode(TableJSON.self).ids.count == 10, "\(page.text)")
            }
        }

        @Test func onlyOneTableIsServed() async throws {
            let database = try Shop.database(try await Shop.address()) { $0.onlyTable = "orders" }
            try await Shop.serving(database) { client in
                let (row, page) = (try await client.get("/row/3.json").text, try await client.get("/").text)
                #expect(row.contains(#""at""#) && page.contains("2024-01-01"))
            }
        }
    }
#endif
