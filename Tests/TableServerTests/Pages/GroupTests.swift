import CascadingTable
import FoundationEssentials
import HTTPTypes
import TableServer
import TableTesting
import TestSupport
import Testing

/// Tests groups, statistics and chosen columns of tables in memory.
@Suite struct GroupTests {
    /// The rows of ``GroupContract``, in one or two sections.
    @TableActor
    private final class Sales: TableViewDataSource, TableViewDelegate {
        var rows: [[FieldValue]]
        var isLoaded = true
        var amounts = TableViewColumn.NumberFormat.automatic
        private(set) lazy var tableView = TableView(title: "Sales", dataSource: self, delegate: self)

        init(_ rows: [[FieldValue]] = Sales.rows) { self.rows = rows }

        nonisolated static var rows: [[FieldValue]] {
            func day(_ text: String) -> FieldValue {
                (try? Date("\(text)T00:00:00Z", strategy: .iso8601)).map { .date($0, precision: .day) } ?? .null
            }
            return [
                [1, "Bonn", day("2025-01-05"), 10.5, 3], [2, "Ulm", day("2025-01-31"), 2.5, nil],
                [3, "Bonn", day("2025-02-01"), nil, 5], [4, nil, day("2026-02-01"), -4.5, 2],
                [5, "Bonn", nil, 7.0, -1], [6, "Äh, \"x\" & y", day("2026-02-28"), 0.5, 12],
                [7, "Ulm", day("2025-01-31"), 100.0, 10],
            ]
        }

        func makeServer() -> TableServer {
            tableView.queryOptions = .all
            var server = TableServer()
            server.mount("/", tableView)
            return server
        }

        func append(_ row: [FieldValue]) {
            rows.append(row)
            tableView.insertRows(at: [IndexPath(row: rows.count - 1, section: 0)])
        }

        func unload() { isLoaded = false }

        private static let names = ["id", "city", "day", "amount", "pieces"]

        func showMoney() { amounts = .decimals(2) }

        func columns(in tableView: TableView) -> [TableViewColumn] {
            Self.names.map { TableViewColumn($0, numberFormat: $0 == "amount" ? amounts : .automatic) }
        }

        func tableView(_ tableView: TableView, numberOfRowsInSection section: Int) -> Int { rows.count }

        func tableView(_ tableView: TableView, cellForRowAt indexPath: IndexPath) -> TableViewCell {
            TableViewCell(
                style: .columns, fields: zip(Self.names, rows[indexPath.row]).map { Field($0, $1) })
        }

        func tableView(_ tableView: TableView, identifierForRowAt indexPath: IndexPath) -> String? {
            "row\(indexPath.row)"
        }

        func tableView(_ tableView: TableView, prefetchRowsAt indexPaths: [IndexPath]) -> TablePrefetch? {
            isLoaded ? nil : .awaiting { self.isLoaded = true }
        }
    }

    @Test func theFirstRowsOfEachValueAreFound() async throws {
        let sales = await Sales()
        try await sales.makeServer().test(.inProcess) { client in
            for (query, ids) in [
                ("city__top=1", "1246"), ("city__top=1&_sort_desc=pieces", "6734"),
                ("city__nottop=1&city__notnull=", "357"),
                ("city__top=1&day__gte=2025-02-01", "346"), ("city__top=1&day__top=1&_sort_desc=id", "7654"),
            ] {
                let found = try await client.get("/table.ndjson?_shape=arrays&_col=id&\(query)").text
                #expect(found.filter(\.isNumber) == ids, "\(query): \(found)")
            }
            let refused = try await client.get("/table.json?city__top=none")
            #expect(refused.status == 400)
        }
    }

    @Test func groupsAreThoseOfTheContract() async throws {
        try await Sales().makeServer().test(.inProcess) { try await GroupContract.check($0, at: "/") }
    }

    @Test func sumsOfMoneyAreMoney() async throws {
        let sales = await Sales()
        await sales.showMoney()
        try await sales.makeServer().test(.inProcess) { client in
            let page = try await client.get(
                "/?_group=city&_sum=amount&_max=amount&_sum=pieces", headers: [.accept: "text/html"])
            for text in [">17.50<", ">102.50<", ">100.00<", ">7<"] { #expect(page.text.contains(text), "\(text)") }
            let csv = try await client.get("/table.csv?_group=city&_sum=amount").text
            #expect(csv.contains("Bonn,3,17.5"))
        }
    }

    @Test func figuresAreFilteredByNumbersAsPagesWriteThem() async throws {
        try await Sales().makeServer().test(.inProcess) { client in
            for (language, number) in [("de", "1.000"), ("en", "1,000"), ("en", "1000")] {
                let query = "_lang=\(language)&_group=city&_having_column=count&_having_op=gt&_having_value=\(number)"
                let answer = try await client.get("/?\(query)", headers: [.accept: "text/html"])
                let address = answer.headers[.location] ?? ""
                #expect(answer.status == 303 && address.contains("_having=count__gt%3D1000"), "\(address)")
            }
        }
    }

    @Test func aFormKeepsTheFiltersOfFiguresThatStay() async throws {
        try await Sales().makeServer().test(.inProcess) { client in
            let query =
                "_having=count__gt%3D1&_having=sum_id__gt%3D1&_sort=count&_group=city&_bin=&_group=&_bin=&_figure=mean&_figure_of=amount"
            let answer = try await client.get("/?\(query)", headers: [.accept: "text/html"])
            let address = answer.headers[.location] ?? ""
            #expect(address == "/?_group=city&_mean=amount&_having=count__gt%3D1&_sort=count", "\(address)")
        }
    }

    @Test func manyRowsAreGroupedPageByPage() async throws {
        let sales = await Sales((0..<20_001).map { [.integer(Int64($0)), .text("c\($0 % 3)"), nil, 1.5, 2] })
        await sales.unload()
        try await sales.makeServer().test(.inProcess) { client in
            let lines = try await client.get("/table.ndjson?_group=city&_sum=amount&_complete=1&_shape=arrays").text
            #expect(lines == "[\"c0\",6667,10000.5]\n[\"c1\",6667,10000.5]\n[\"c2\",6667,10000.5]\n")
            // More groups than the limit are told as such.
            let json = try await client.get("/table.json?_group=id&_size=1&_complete=1").text
            #expect(json.contains(#""count":10000,"count_is":"more than""#))
        }
    }

    @Test func onlyTheFirstRowsOfALongTableAreGrouped() async throws {
        let sales = await Sales((0..<100_500).map { [.integer(Int64($0)), .text("c"), nil, nil, nil] })
        try await sales.makeServer().test(.inProcess) { client in
            let json = try await client.get("/table.json?_group=city").text
            #expect(json.contains(#""complete":false,"grouped_rows":"#))
            #expect(json.contains(#""complete_url":"/table.json?_group=city&_complete=1""#))
            let page = try await client.get("/?_group=city").text
            #expect(page.contains("rows are grouped.") && page.contains("href=\"/?_group=city&amp;_complete=1\""))
            let all = try await client.get("/table.json?_group=city&_complete=1").text
            #expect(all.contains(#""count":100500"#) && !all.contains(#""complete""#))
            #expect(try await client.get("/table.csv?_group=city").text == "city,count\r\nc,100500\r\n")
            #expect(try await client.get("/table.csv?_group=id").status == 400)
        }
    }

    @Test func aChangeMakesNewGroups() async throws {
        let sales = await Sales()
        try await sales.makeServer().test(.inProcess) { client in
            let before = try await client.get("/table.ndjson?_group=city&_shape=arrays").text
            #expect(before.hasPrefix("[\"Bonn\",3]"))
            await sales.append([8, "Bonn", nil, nil, nil])
            let after = try await client.get("/table.ndjson?_group=city&_shape=arrays").text
            #expect(after.hasPrefix("[\"Bonn\",4]"))
        }
    }
}
