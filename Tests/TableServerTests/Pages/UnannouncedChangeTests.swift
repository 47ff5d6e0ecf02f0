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
        override func tableView(_ tableView: TableView, numberOfRowsInSection section: Int) -> Int { 10_000_000 }
        override func tableView(
            _ tableView: TableView, prefetchNumberOfRowsInSection section: Int
        ) -> TablePrefetch? {
            var prefetch = TablePrefetch.awaiting {}
            prefetch.replacesEstimate = true
            return prefetch
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
