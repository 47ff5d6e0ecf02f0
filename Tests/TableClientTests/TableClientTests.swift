import Foundation
import HTTPTypes
import TableDatabase
import TableSQLite
import TableServer
import TestSupport
import Testing

@testable import TableClient
@testable import TableTesting

/// Tests the client against a server of a SQLite file, and against a network that loses answers.
@Suite struct TableClientTests {
    struct Order: Codable, Sendable, Hashable {
        var id: Int?
        var status: String?
        var note: String?
    }

    /// Serves a file with the table of the contract.
    func serve(
        token: String? = nil, _ schema: String = TableClientContract.sqlite,
        _ body: (_ port: Int, _ run: @escaping @Sendable (String) async throws -> [String]) async throws -> Void
    ) async throws {
        let folder = FileManager.default.temporaryDirectory.appending(path: "TableClientTests-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        let path = folder.appending(path: "shop.db").path
        @Sendable func run(_ sql: String) async throws -> [String] {
            try await onThread {
                let process = Process()
                let output = Pipe()
                process.executableURL = URL(filePath: "/usr/bin/sqlite3")
                process.arguments = ["-cmd", ".timeout 20000", path, sql]
                process.standardOutput = output
                try process.run()
                let data = try output.fileHandleForReading.readToEnd() ?? Data()
                process.waitUntilExit()
                try #require(process.terminationStatus == 0)
                return String(decoding: data, as: UTF8.self).split(separator: "\n").map(String.init)
            }
        }
        _ = try await run("PRAGMA journal_mode=WAL; \(schema)")
        var configuration = SQLiteDatabase.Configuration()
        configuration.editableTables = .all
        var server = TableServer()
        server.configuration.editing = EditingAccess(token: token)
        try await server.mount("/", SQLiteDatabase(path: path, configuration: configuration))
        try await server.test(.socket) { client in
            try await body(#require(client as? SocketClient).port) { try await run($0) }
        }
    }

    func url(_ port: Int) -> URL { URL(string: "http://127.0.0.1:\(port)/orders") ?? URL(filePath: "/") }

    @Test(arguments: TableClientContract.allCases) func contract(_ contract: TableClientContract) async throws {
        try await serve { port, run in
            try await contract.check(url(port)) { sql in
                let rows = try await run(sql)
                // The server looks for changes of other programs once a second.
                if !sql.hasPrefix("SELECT") {
                    _ = try? await SocketClient(port: port).get("/orders/table.json?_fresh=1&_size=1")
                }
                return rows
            }
        }
    }

    // MARK: Lost answers

    @Test func aLostAnswerIsAskedForAgain() async throws {
        try await serve { port, run in
            // The answer to each change is lost once, after the server has done the work.
            let server = try FaultyServer { number, request in
                request.head.hasPrefix("GET") || number % 2 == 0 ? .forward(port) : .lost(port)
            }
            defer { server.close() }
            let orders = TableClient(server.url)
            let row = try await orders.create(Order(status: "once"))
            var draft = row.value
            draft.status = "twice"
            let saved = try await orders.save(draft, old: row)
            #expect(saved.status == "twice")
            try await orders.delete(saved)
            let keys = server.requests.map { $0.header("Idempotency-Key") }
            #expect(keys.count == 6 && keys[0] == keys[1] && keys[2] == keys[3] && keys[4] == keys[5])
            #expect(Set(keys).count == 3)
            #expect(try await run("SELECT count(*) FROM orders") == ["3"])
        }
    }

    @Test func aServerThatIsBusyIsAskedAgain() async throws {
        func busy(_ status: String, _ headers: String = "") -> String {
            "HTTP/1.1 \(status)\r\nContent-Length: 2\r\n\(headers)\r\n{}"
        }
        try await serve { port, run in
            let answers = [
                busy("503 Busy", "Retry-After: 1\r\n"), busy("429 Slow down", "Retry-After: 0\r\n"), busy("502 Bad"),
                busy("409 Running", "Retry-After: 0\r\n"),
            ]
            let server = try FaultyServer { number, _ in number <= 4 ? .bytes(answers[number - 1]) : .forward(port) }
            defer { server.close() }
            let start = ContinuousClock.now
            try await TableClient(server.url).create(Order(status: "late"))
            #expect(.now - start >= .seconds(1))
            #expect(server.requests.count == 5)
            #expect(try await run("SELECT count(*) FROM orders WHERE status = 'late'") == ["1"])
        }
        // A change is not sent again if the server may have made it, and cannot know the request.
        for (answer, count) in [
            (busy("503 Unknown"), 1), (busy("500 Broken"), 1), (busy("409 Other"), 1),
            (busy("503 Long", "Retry-After: 3600\r\n"), 1), (busy("504 Late"), 3),
        ] {
            let server = try FaultyServer { _, _ in .bytes(answer) }
            defer { server.close() }
            var configuration = TableClient.Configuration()
            configuration.maxRetries = 2
            let orders = TableClient(server.url, configuration: configuration)
            let error = await #expect(throws: TableProblem.self) { try await orders.create(Order()) }
            #expect(error.map { answer.contains("\($0.status)") } == true)
            #expect(server.requests.count == count, "\(answer)")
        }
    }

    // MARK: Access

    @Test func changesNeedTheToken() async throws {
        try await serve(token: "cas_1") { port, run in
            for token in [nil, "cas_2"] {
                let orders = TableClient(url(port), token: token)
                #expect(try await orders.row("1", as: Order.self).status == "open")
                let error = await #expect(throws: TableProblem.self) { try await orders.create(Order()) }
                #expect(error?.status == 401 && error?.detail.contains("token of this server") == true)
            }
            try await TableClient(url(port), token: "cas_1").create(Order(status: "mine"))
            #expect(try await run("SELECT count(*) FROM orders") == ["4"])
        }
    }

    @Test func noOtherAddressGetsTheToken() async throws {
        let other = try FaultyServer { _, _ in .bytes("HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\n{}") }
        let server = try FaultyServer { _, request in
            .bytes("HTTP/1.1 302 Found\r\nLocation: http://127.0.0.1:\(other.port)/\r\nContent-Length: 0\r\n\r\n")
        }
        defer {
            server.close()
            other.close()
        }
        let error = await #expect(throws: TableProblem.self) {
            try await TableClient(server.url, token: "cas_1").row("1", as: Order.self)
        }
        #expect(
            error?.status == 302 && error?.detail.contains("Use the address http://127.0.0.1:\(other.port)/.") == true)
        #expect(server.requests.first?.header("Authorization") == "Bearer cas_1")
        #expect(other.requests.isEmpty)
    }

    // MARK: Ends and limits

    @Test func aCancelledTaskEndsItsRequest() async throws {
        let server = try FaultyServer { _, _ in .silence }
        defer { server.close() }
        let orders = TableClient(server.url)
        let rows = Task { for try await _ in orders.rows(as: Order.self) {} }
        let changes = Task { for try await _ in orders.changes {} }
        while server.requests.count < 2 { try await Task.sleep(for: .milliseconds(10)) }
        rows.cancel()
        changes.cancel()
        await #expect(throws: CancellationError.self) { try await rows.value }
        try await changes.value
        for _ in 0..<500 where server.closedCount < 2 { try await Task.sleep(for: .milliseconds(10)) }
        #expect(server.closedCount == 2 && server.requests.count == 2)
    }

    @Test func rowsAreReadWhenTheyAreNeeded() async throws {
        try await serve { port, _ in
            let server = try FaultyServer { _, _ in .forward(port) }
            defer { server.close() }
            var configuration = TableClient.Configuration()
            configuration.pageSize = 2
            let orders = TableClient(server.url, configuration: configuration)
            let rows = orders.rows(as: Order.self)
            for try await _ in rows { break }
            #expect(server.requests.count == 1)
            // A sequence can be read again.
            #expect(try await rows.reduce(0) { count, _ in count + 1 } == 3)
            #expect(server.requests.count == 3)
            #expect(try await orders.rows(as: Order.self, limit: 1).reduce(0) { count, _ in count + 1 } == 1)
            #expect(server.requests.last?.head.contains("_size=1 ") == true)
        }
    }

    @Test func aLongValueIsReadWhole() async throws {
        try await serve { port, run in
            let length = 1_000_000
            _ = try await run(
                "UPDATE orders SET note = printf('%.*c', \(length), 'y'), pic = zeroblob(\(length)) WHERE id = 2")
            struct Long: Codable, Sendable {
                var note: String?
                var pic: Data?
                var status: String
            }
            let orders = TableClient(url(port))
            let row = try await orders.rows(as: Long.self, where: ["id": "2"]).reduce(into: []) { $0.append($1) }[0]
            #expect(row.note?.count == length && row.pic?.count == length)
            var draft = row.value
            draft.note = "short"
            #expect(try await orders.save(draft, old: row).note == "short")
            var configuration = TableClient.Configuration()
            configuration.maxAnswerBytes = 10_000
            let limited = TableClient(url(port), configuration: configuration)
            let error = await #expect(throws: UnreadableAnswer.self) { try await limited.row("2", as: Long.self) }
            #expect(error?.description.contains("maxAnswerBytes") == true)
        }
    }

    @Test func columnsAreThoseOfTheDatabase() async throws {
        // Names that are equal to Swift are two columns, keys have any characters, and infinities are numbers.
        let schema = """
            CREATE TABLE orders(k TEXT PRIMARY KEY, "caf\u{e9}" TEXT, "cafe\u{301}" TEXT, "q""\\ t" REAL) WITHOUT ROWID;
            INSERT INTO orders VALUES ('..', 'a', 'b', 9e999), ('/a?b#c%2F', 'c', 'd', -9e999), ('é', NULL, NULL, 0.1)
            """
        struct Odd: Codable, Sendable, Hashable {
            enum CodingKeys: String, CodingKey { case k, composed = "caf\u{e9}", real = "q\"\\ t" }
            var k: String
            var composed: String?
            var real: Double?
        }
        try await serve(schema) { port, run in
            let orders = TableClient(url(port))
            for try await row in orders.rows(as: Odd.self) {
                var draft = row.value
                draft.composed = "new"
                let saved = try await orders.save(draft, old: row)
                #expect(saved.value == draft && saved.id == row.id)
                #expect(try await orders.row(row.id, as: Odd.self) == saved)
            }
            for try await row in orders.rows(as: Odd.self, where: ["k": ".."]) { #expect(row.real == .infinity) }
            let texts = try await run("SELECT \"caf\u{e9}\" || coalesce(\"cafe\u{301}\", '') FROM orders ORDER BY 1")
            #expect(texts == ["new", "newb", "newd"])
            for try await row in orders.rows(as: Odd.self) { try await orders.delete(row) }
            #expect(try await run("SELECT count(*) FROM orders") == ["0"])
        }
    }

    // MARK: Changes

    @Test func aLostStreamContinuesAfterItsLastEvent() async throws {
        let head = "HTTP/1.1 200 OK\r\nContent-Type: text/event-stream\r\n\r\nretry: 2000\n: \n\n"
        let reload = #"{"revision":7,"changes":[{"type":"reloadData"}]}"#
        let insert = #"{"revision":6,"changes":[{"type":"insertRows","rows":[[0,3]],"ids":["x"],"cells":[{}]}]}"#
        // A page is read before each stream, so streams have even numbers.
        let server = try FaultyServer { number, request in
            if request.head.contains("/table.json") {
                return .bytes("HTTP/1.1 200 OK\r\nContent-Length: 15\r\n\r\n{\"sections\":[]}")
            }
            return switch (number, request.header("Last-Event-ID")) {
            case (2, nil):
                .bytes(
                    head + ": \n\nid: tag.6\nevent: change\ndata: \(insert)\n\nid: tag.7\nevent: change\ndata: {\"rev")
            case (4, "tag.6"): .bytes("HTTP/1.1 503 Busy\r\nContent-Length: 0\r\n\r\n")
            case (6, "tag.6"): .bytes(head + "id: tag.7\nevent: change\ndata: \(reload)\n\n")
            case (8, "tag.7"):
                .bytes(
                    "HTTP/1.1 404 Not Found\r\nContent-Length: 44\r\n\r\n{\"status\":404,\"detail\":\"There is no table.\"}"
                )
            default: .bytes("")
            }
        }
        defer { server.close() }
        var changes: [TableClient.Change] = []
        let error = await #expect(throws: TableProblem.self) {
            for try await change in TableClient(server.url).changes { changes.append(change) }
        }
        #expect(error?.status == 404 && error?.detail == "There is no table.")
        #expect(changes.map(\.revision) == [0, 6, 7] && changes.map(\.isReload) == [true, false, true])
        #expect(changes.dropFirst().first?.changes.first?.ids == ["x"])
        #expect(changes.dropFirst().first?.changes.first?.rows == [[0, 3]])
    }

    // MARK: Answers that are none

    @Test func answersThatAreNoTableAreErrors() async throws {
        let page =
            #"{"sections":[{"rows":[{"id":"1","cell":{"fields":{"id":1,"status":"open","total":1}}}]}],"next":null}"#
        @Sendable func answer(_ body: String, _ length: Int? = nil) -> String {
            "HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nContent-Length: \(length ?? body.utf8.count)\r\n\r\n\(body)"
        }
        struct Strict: Codable, Sendable {
            var id: Int
            var status: String
            var total: Int64
        }
        func wrong(_ value: String) -> String { answer(page.replacing("\"total\":1", with: "\"total\":\(value)")) }
        let unreadable = [
            answer(""), answer("null"), answer("[]"), answer("<html><style>a{b:c}</style></html>"), answer("{"),
            answer("\u{0}"),
            answer(String(page.dropLast(30))), answer(#"{"sections":[{"rows":[{"cell":{}}]}]}"#),
            answer(#"{"sections":[{"rows":[{"id":1,"cell":{"fields":{}}}]}]}"#),
            answer(#"{"sections":[{"rows":[1,"a",[]]}]}"#),
            wrong("99999999999999999999"), wrong("1e999"), wrong("\"1\""), wrong("null"), wrong("{}"), wrong("1.5"),
            wrong("01"), wrong("tru"), answer(String(repeating: "[", count: 100_000)),
        ]
        var configuration = TableClient.Configuration()
        configuration.maxRetries = 0
        for text in unreadable {
            let server = try FaultyServer { _, _ in .bytes(text) }
            defer { server.close() }
            let orders = TableClient(server.url, configuration: configuration)
            let error = await #expect(throws: UnreadableAnswer.self, "\(text.prefix(300))") {
                for try await _ in orders.rows(as: Strict.self) {}
            }
            #expect(error.map { $0.localizedDescription.count > 20 } == true)
        }
        let lost = [
            answer(page, 1000), "", "no HTTP\r\n\r\n",
            "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\nff\r\n{\"sec",
        ]
        for text in lost {
            let server = try FaultyServer { _, _ in .bytes(text) }
            defer { server.close() }
            let orders = TableClient(server.url, configuration: configuration)
            await #expect(throws: URLError.self, "\(text)") { for try await _ in orders.rows(as: Strict.self) {} }
        }
        // A page that leads to itself ends.
        let endless = try FaultyServer { _, _ in .bytes(answer(#"{"sections":[{"rows":[]}],"next":"0.1~2"}"#)) }
        defer { endless.close() }
        await #expect(throws: UnreadableAnswer.self) {
            for try await _ in TableClient(endless.url).rows(as: Strict.self) {}
        }
        let error = await #expect(throws: URLError.self) {
            try await TableClient(URL(string: "x:y") ?? URL(filePath: "/")).row("1", as: Strict.self)
        }
        #expect(error?.code == .unsupportedURL)
    }

    @Test func randomBytesAreNoTrap() throws {
        let page = #"""
            {"sections":[{"rows":[{"id":"1","cell":{"fields":{"id":1,"a\"\\b":"x\u00e9,:{}","c":[1,{"d":null}],"e":null},"strings":{"e":"Infinity"}}}]}],"next":"0.1~2"}
            """#
        #expect(try Page(Data(page.utf8)).rows.first?.fields.items.map(\.name) == ["id", "a\"\\b", "c", "e"])
        var random = SeededRandomNumberGenerator(seed: 1)
        for _ in 0..<20_000 {
            var bytes = Array(page.utf8)
            for _ in 0..<Int.random(in: 1...4, using: &random) {
                let index = Int.random(in: 0..<bytes.count, using: &random)
                switch Int.random(in: 0..<4, using: &random) {
                case 0: bytes[index] = UInt8.random(in: 0...255, using: &random)
                case 1: bytes.removeSubrange(index..<min(bytes.count, index + Int.random(in: 1...9, using: &random)))
                case 2: bytes.insert(contentsOf: bytes[index...].prefix(9), at: index)
                default: bytes.removeLast(bytes.count - index)
                }
                if bytes.isEmpty { bytes = [0x7B] }
            }
            for row in (try? Page(Data(bytes)))?.rows ?? [] {
                _ = try? TableClient.Row<Order>(id: row.id, fields: row.fields)
            }
            _ = TableProblem(status: 422, Data(bytes), retryAfter: "x", location: nil)
        }
    }

    // MARK: Dates

    @Test(arguments: [
        ("2026-01-31", "2026-01-31", 0.0), ("2026-01-31T12:00:00Z", "2026-01-31T12:00:00Z", 43200),
        ("2026-01-31 12:00:00", "2026-01-31 12:00:00", 43200), ("2026-01-31 12:00", "2026-01-31 12:00:00", 43200),
        ("2026-01-31T12:00:00.125Z", "2026-01-31T12:00:00.125Z", 43200.125),
        ("2026-01-31T12:00:00.123456Z", "2026-01-31T12:00:00.123456Z", 43200.123456),
        ("2026-01-31T12:00:00-05:30", "2026-01-31T17:30:00Z", 63000),
        ("2026-01-31T12:00:00+02", "2026-01-31T10:00:00Z", 36000),
    ]) func datesHaveTheFormThatWasSeen(_ text: String, _ written: String, _ seconds: Double) throws {
        let date = try #require(Date(columnText: text))
        #expect(abs(date.timeIntervalSince1970 - 1_769_817_600 - seconds) < 1e-6)
        #expect(date.columnText(like: text) == written)
    }

    @Test func otherTextsAreNoDates() {
        for text in [
            "", "2026", "2026-13-01", "infinity", "2026-01-31T", "2026-01-31T12", "99999-01-31", "2026-01-31Tx",
        ] {
            #expect(Date(columnText: text) == nil, "\(text)")
        }
        for date in [
            Date.distantPast, .distantFuture, Date(timeIntervalSince1970: .infinity),
            Date(timeIntervalSince1970: 1e300),
        ] {
            for sample in ["", "2026-01-31", "2026-01-31T12:00:00Z"] {
                #expect((date.columnText(like: sample) == nil) == (abs(date.timeIntervalSince1970) > 1e12))
            }
        }
        #expect(Date(timeIntervalSince1970: 0).columnText(like: "") == "1970-01-01")
        #expect(Date(timeIntervalSince1970: -0.5).columnText(like: "") == "1969-12-31T23:59:59.5Z")
    }
}
