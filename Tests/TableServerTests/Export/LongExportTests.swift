import CascadingTable
import TableServer
import TableTesting
import TestSupport
import Testing

/// Tests long exports over a socket.
@Suite struct LongExportTests {
    @Test func whatFailsOnTheWayBreaksOff() async throws {
        let table = await LongTable(count: 20_000)
        TableActor.run { table.failure = 15_000 }
        try await table.server().listening { port in
            for name in ["csv", "ndjson"] {
                let body = try await StreamReader("/table.\(name)", port: port).readToEnd()
                #expect(body.head.hasPrefix("HTTP/1.1 200 "))
                #expect((14_000...15_001).contains(body.lineCount))
                #expect(!body.isWhole)
            }
            // aligned text is measured as a whole before its first line
            let text = try await StreamReader("/table.txt", port: port).readToEnd()
            #expect(!text.isWhole && text.lineCount == 0)
        }
    }

    @Test func whatIsNotLoadedInTimeBreaksOff() async throws {
        let table = await LongTable(count: 5000)
        TableActor.run {
            table.failure = 3000
            table.isStuck = true
        }
        try await table.server { $0.loadingTimeout = .milliseconds(100) }.listening { port in
            let body = try await StreamReader("/table.csv", port: port).readToEnd()
            #expect((2000...3001).contains(body.lineCount))
            #expect(!body.isWhole)
        }
    }

    @Test func aClientThatGoesMakesRoomForAnother() async throws {
        let table = await LongTable(count: 1_000_000)
        try await table.server { $0.maxConcurrentExports = 1 }.listening { port in
            for _ in 0..<3 {
                // given a client that reads slowly
                var slow: StreamReader? = try await begun("/table.csv", port: port)
                // then another export has to wait
                let refused = try await StreamReader("/table.ndjson", port: port).readToEnd()
                #expect(refused.head.hasPrefix("HTTP/1.1 503 "))
                #expect(refused.head.contains("Retry-After: 10"))
                // but a page, or a response without changes, does not have to wait
                #expect(try await StreamReader("/table.csv?_size=10", port: port).status() == 200)
                // when
                _ = try await slow?.read()
                slow = nil
                // then
                slow = try await begun("/table.csv", port: port)
                #expect(slow != nil)
            }
        }
    }

    @Test func rowsThatComeAndGoMeanwhileHarmNoOther() async throws {
        let table = await LongTable(count: 50_000)
        try await table.server().listening { port in
            let reader = try StreamReader("/table.csv", port: port)
            var body = ChunkedBody()
            while true {
                let bytes = try await reader.read()
                if bytes.isEmpty { break }
                body.take(bytes)
                guard body.lineCount > 1001 else { continue }
                TableActor.run {
                    for _ in 0..<3 { table.drop() }
                    table.append()
                }
            }
            #expect(body.isWhole)
            let appended = TableActor.run { table.count - 50_000 }
            #expect(appended > 10)
            // The deleted rows had been sent before. The appended rows may have been sent.
            #expect((50_001...50_001 + appended).contains(body.lineCount))
        }
    }

    @Test(arguments: [900, 3_000])
    func eachWholeTableHasTheRowsThatStay(count: Int) async throws {
        let table = await ChangingTable(count)
        var server = TableServer()
        server.mount("/", await table.tableView)
        try await server.test(.socket) { client in
            try await WholeTables.check(
                client, at: "/", queries: ["", "?_sort_desc=name", "?_search=k"], walks: false,
                staying: Set((0..<count).filter { $0 % 3 == 0 })
            ) { await table.change($0) }
        }
    }

    /// Opens an export. Retries until the previous export has ended.
    private func begun(_ target: String, port: Int) async throws -> StreamReader? {
        for _ in 0..<600 {
            let reader = try StreamReader(target, port: port)
            if try await reader.status() == 200 { return reader }
            try await Task.sleep(for: .milliseconds(50))
        }
        return nil
    }
}

/// A table in memory, of which two of three rows come and go.
@TableActor
private final class ChangingTable: TableViewDataSource {
    private var rows: [Int]
    private(set) lazy var tableView = TableView(title: "Changing", dataSource: self)

    init(_ count: Int) {
        rows = Array(0..<count)
        tableView.queryOptions = .all
    }

    func change(_ number: Int) {
        let id = number * 7 % (rows.count / 3) * 3 + 1
        let place = rows.firstIndex { $0 >= id } ?? rows.count
        let path = IndexPath(row: place, section: 0)
        if place < rows.count, rows[place] == id {
            rows.remove(at: place)
            tableView.deleteRows(at: [path])
        } else {
            rows.insert(id, at: place)
            tableView.insertRows(at: [path])
        }
    }

    func columns(in tableView: TableView) -> [TableViewColumn] { [TableViewColumn("name")] }
    func tableView(_ tableView: TableView, numberOfRowsInSection section: Int) -> Int { rows.count }
    func tableView(_ tableView: TableView, identifierForRowAt indexPath: IndexPath) -> String? {
        "\(rows[indexPath.row])"
    }
    func tableView(_ tableView: TableView, cellForRowAt indexPath: IndexPath) -> TableViewCell {
        TableViewCell(style: .columns, fields: [Field("name", .text("k\(rows[indexPath.row])k"))])
    }
}

extension StreamReader {
    /// Reads the beginning of the response and returns its status.
    fileprivate func status() async throws -> Int? {
        Int(String(decoding: try await read(12), as: UTF8.self).suffix(3))
    }
}
