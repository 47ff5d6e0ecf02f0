import CascadingTable
import Foundation
import TableServer
import TableTesting
import Testing

/// Tests that values, heights and lengths at the ends of their ranges are shown, in every format.
@Suite struct ExtremeValuesTests {
    private static let numbers: [Double] = [
        -0x1p63, 0x1p63, -0x1p53, 0x1p64, .infinity, -.infinity, .nan, -0.0, .leastNonzeroMagnitude,
        .greatestFiniteMagnitude, -.greatestFiniteMagnitude, 1e15, -1e16,
    ]
    private static let integers: [Int64] = [.min, .min + 1, .max, -1 << 53, 1 << 53]
    private static let dates: [Date] =
        [.distantPast, .distantFuture] + numbers.map { Date(timeIntervalSince1970: $0) }

    @TableActor
    private final class Extremes: TableViewDataSource, TableViewDelegate {
        nonisolated init() {}

        func tableView(_ tableView: TableView, numberOfRowsInSection section: Int) -> Int { numbers.count }
        func tableView(_ tableView: TableView, cellForRowAt indexPath: IndexPath) -> TableViewCell {
            let row = indexPath.row
            let number = numbers[row]
            return TableViewCell(
                title: "a",
                fields: [
                    Field("decimal", .decimal(number)), Field("integer", .integer(integers[row % integers.count])),
                    Field("day", .date(dates[row], precision: .day)),
                    Field("second", .date(dates[row], precision: .second)),
                    Field("progress", .progress(number)), Field("line", .sparkline([number, 0, number])),
                    Field("lines", .sparkline(numbers)),
                    Field("long", .excerpt(.init(.text("a"), byteCount: 9))),
                ])
        }
        func tableView(_ tableView: TableView, heightForRowAt indexPath: IndexPath) -> Height {
            .pixels(numbers[indexPath.row])
        }
        func tableView(_ tableView: TableView, indentationLevelForRowAt indexPath: IndexPath) -> Int {
            Int(truncatingIfNeeded: integers[indexPath.row % integers.count])
        }
    }

    @TableActor private static func table() -> TableView {
        let extremes = Extremes()
        let tableView = TableView(title: "Extremes", dataSource: extremes, delegate: extremes)
        tableView.queryOptions = .all
        tableView.hosting.longValueHandler = { _, indexPath, _ in
            LongValue(byteCount: [-1, .min, 0][indexPath.row % 3], isText: true) {
                Array(repeating: 0x61, count: $0.count)
            }
        }
        return tableView
    }

    @Test(arguments: [
        "/", "/?_edit=1&_lang=he", "/?_lang=de", "/table.json", "/table.json?_shape=objects", "/table.csv", "/table.md",
        "/table.ndjson", "/table.txt?_style=tsv", "/table.txt?_style=psql", "/table.txt?_style=html", "/?_sort=decimal",
        "/?_sort_desc=second", "/?decimal__gt=-9223372036854775808.0", "/?second__lt=9999-12-31", "/?_sort=line",
        "/?_sort=progress&integer__exact=-9223372036854775808",
    ])
    func everyFormatShowsThem(target: String) async throws {
        var server = TableServer()
        server.mount("/", await Self.table())
        try await server.test(.inProcess) { client in
            let answer = try await client.get(target)
            #expect(answer.status == 200)
            if target.contains("json?") || target.hasSuffix(".json") {
                _ = try JSONSerialization.jsonObject(with: Data(answer.body))
            }
            for row in 0..<3 {
                for field in ["decimal", "second", "line", "long"] {
                    #expect(try await client.get("/values/0/\(row)/\(field)").status == 200)
                }
            }
        }
    }
}
