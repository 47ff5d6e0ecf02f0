import CascadingTable
import HTTPTypes
import TableServer
import TableTesting
import Testing

/// Tests a delegate that changes the table while a page is written.
@Suite struct ChangedWhileWrittenTests {
    /// A table that inserts a second row when its first row is displayed for the first time.
    @TableActor
    private final class Growing: CascadingBareTableDelegate {
        private var names = ["a"]

        override func numberOfSections(in tableView: TableView) -> Int { 1 }
        override func tableView(_ tableView: TableView, numberOfRowsInSection section: Int) -> Int { names.count }
        override func tableView(_ tableView: TableView, cellForRowAt indexPath: IndexPath) -> TableViewCell {
            TableViewCell(title: names[indexPath.row])
        }
        override func tableView(
            _ tableView: TableView, willDisplay cell: TableViewCell, forRowAt indexPath: IndexPath
        ) {
            guard names.count == 1 else { return }
            names.append("b")
            tableView.insertRows(at: [IndexPath(row: 1, section: 0)])
        }
    }

    @Test(arguments: TestRig.allCases)
    func suchAPageIsNotKeptNorTakenForTheNextRevision(rig: TestRig) async throws {
        let tableView = await TableView(title: "T", root: Growing())
        var server = TableServer(configuration: .init())
        server.mount("/", tableView)
        try await server.test(rig) { client in
            // given a page that was changed while it was written
            let first = try await client.get("/table.json")
            #expect(try first.decode(TableJSON.self).titles == ["a"])
            let tag = try #require(first.headers[.eTag])
            // when the page is requested again
            let second = try await client.get("/table.json", headers: [.ifNoneMatch: tag])
            // then the response is a new page
            #expect(second.status == 200)
            #expect(try second.decode(TableJSON.self).titles == ["a", "b"])
            // and the new page stays
            let third = try await client.get("/table.json", headers: [.ifNoneMatch: second.headers[.eTag] ?? ""])
            #expect(third.status == 304)
        }
    }
}
