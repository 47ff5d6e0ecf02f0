import CascadingTable
import FoundationEssentials
import HTTPTypes
import TableServer
import TableTesting
import Testing

/// Tests tables whose rows change without a revision, such as those of a database server.
@Suite struct UnannouncedChangeTests {
    private final class Rows: CascadingBareTableDelegate {
        var title = "old"

        override func numberOfSections(in tableView: TableView) -> Int { 1 }
        override func tableView(_ tableView: TableView, identifierForSection section: Int) -> String? { "rows" }
        override func tableView(_ tableView: TableView, numberOfRowsInSection section: Int) -> Int { 10_000_000 }
        override func tableView(
            _ tableView: TableView, prefetchNumberOfRowsInSection section: Int
        ) -> TablePrefetch? {
            var prefetch = TablePrefetch.awaiting {}
            prefetch.replacesEstimate = true
            return prefetch
        }
        override func tableView(_ tableView: TableView, identifierForRowAt indexPath: IndexPath) -> String? {
            "n\(indexPath.row)"
        }
        override func tableView(_ tableView: TableView, cellForRowAt indexPath: IndexPath) -> TableViewCell {
            TableViewCell(title: title)
        }
    }

    @Test(arguments: ["/", "/table.json"])
    func aPageShowsTheRowsOfNow(path: String) async throws {
        let (rows, tableView) = TableActor.run { () -> (Rows, TableView) in
            let rows = Rows()
            let tableView = TableView(root: rows)
            tableView.hosting.announcesChanges = false
            return (rows, tableView)
        }
        var server = TableServer()
        server.mount("/", tableView)
        try await server.test(.inProcess) { client in
            let first = try await client.get(path)
            let tag = try #require(first.headers[.eTag])
            #expect(try await client.get(path, headers: [.ifNoneMatch: tag]).status == 304)
            TableActor.run { rows.title = "new" }
            let second = try await client.get(path, headers: [.ifNoneMatch: tag])
            #expect(second.status == 200 && second.text.contains("new") && second.headers[.eTag] != tag)
        }
    }

    private func servers() -> [TableServer] {
        (0..<2).map { number in
            let tableView = TableActor.run { () -> TableView in
                let tableView = TableView(root: Rows())
                tableView.hosting.announcesChanges = false
                // The servers have changed at different times.
                for _ in 0..<number { tableView.reloadData() }
                return tableView
            }
            var server = TableServer()
            server.mount("/", tableView)
            return server
        }
    }

    @Test func twoServersAgree() async throws {
        let servers = servers()
        try await servers[0].test(.inProcess) { first in
            try await servers[1].test(.inProcess) { second in
                for path in [
                    "/", "/table.json", "/rows/0/3.json", "/?_size=7", "/table.json?_shape=array", "/table.csv?_size=3",
                ] {
                    let (page, other) = (try await first.get(path), try await second.get(path))
                    #expect(page.text == other.text && page.status == 200)
                    let tag = try #require(page.headers[.eTag])
                    #expect(try await second.get(path, headers: [.ifNoneMatch: tag]).status == 304)
                    let gzip = try await first.get(path, headers: [.acceptEncoding: "gzip"])
                    let tags: HTTPFields = [.acceptEncoding: "gzip", .ifNoneMatch: gzip.headers[.eTag] ?? ""]
                    #expect(try await second.get(path, headers: tags).status == 304)
                }
                #expect(try await first.get("/table.json").text.hasPrefix(#"{"revision":0,"#))
            }
        }
    }

    @Test func whoKnowsAnEarlierStateIsToldToLoadAgain() async throws {
        let reload = #"{"revision":0,"changes":[{"type":"reloadData"}]}"#
        for server in servers() {
            try await server.test(.inProcess) { client in
                for since in ["0", "1", "2", "elsewhere.2"] {
                    let answer = try await client.get("/table.json?_since=\(since)")
                    #expect(answer.text == "\(reload)\n")
                }
            }
            try await server.listening { port in
                let id = try await firstEvent("/events?_since=0", port: port).id
                // Also for the same server: nobody may have looked meanwhile.
                let event = try await firstEvent("/events", port: port, headers: ["Last-Event-ID: \(id)"])
                #expect(event.data == reload)
                let other = try await firstEvent("/events", port: port, headers: ["Last-Event-ID: elsewhere.1"])
                #expect(other.data == reload)
            }
        }
    }

    private func firstEvent(
        _ path: String, port: Int, headers: [String] = []
    ) async throws -> (id: String, data: String) {
        let reader = try StreamReader(path, port: port, headers: headers)
        var text = ""
        while !text.contains("]}") { text += String(decoding: try await reader.read(), as: UTF8.self) }
        let match = try #require(text.firstMatch(of: /id: (\S+)\nevent: change\ndata: (\S+)/))
        return (String(match.output.1), String(match.output.2))
    }

    @Test func ifMatchNeedsTheIdentifiersOfRows() async throws {
        let servers = servers()
        try await servers[0].test(.inProcess) { first in
            try await servers[1].test(.inProcess) { second in
                let row = try await first.get("/rows/0/3.json")
                let id = try #require(row.text.firstMatch(of: /"row":3,"id":"([^"]+)"/)).output.1
                let headers: HTTPFields = [.ifMatch: try #require(row.headers[.eTag])]
                #expect(try await second.post("/select/0/3", headers: headers).status == 412)
                #expect(try await second.post("/select/0/3", form: "id=\(id)", headers: headers).status == 200)
                #expect(try await second.post("/select/0/4", form: "id=\(id)", headers: headers).status == 409)
                #expect(try await second.post("/select/0/3", headers: [.ifMatch: "*"]).status == 200)
            }
        }
    }

    @Test func anEstimateIsCalledSo() async throws {
        let tableView = TableActor.run {
            let tableView = TableView(root: Rows())
            tableView.queryOptions = .all
            return tableView
        }
        var server = TableServer()
        server.mount("/", tableView)
        try await server.test(.inProcess) { client in
            let json = try await client.get("/table.json").text
            #expect(json.contains(#""count":10000000,"count_is":"about""#))
            let page = try await client.get("/").text
            #expect(page.contains("1–100 of about 10,000,000"))
            let german = try await client.get("/", headers: [.acceptLanguage: "de"]).text
            #expect(german.contains("von etwa 10.000.000"))
        }
    }
}
