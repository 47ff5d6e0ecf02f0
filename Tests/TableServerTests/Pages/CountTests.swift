import CascadingTable
import FoundationEssentials
import HTTPTypes
import TableServer
import TableTesting
import Testing

/// Tests pages of a table whose rows are not all counted yet.
@Suite struct CountTests {
    /// A table of 2,500 rows, of which only the first 1,000 are known until the rows are counted.
    private final class Ledger: CascadingRootTableDelegate {
        private let all = 2_500
        private(set) var counts = 0
        var failure: (any Error)?

        private final class Section: CascadingSectionTableDelegate {
            var count = 1_000
            override func tableView(_ tableView: TableView, numberOfRowsInSection section: Int) -> Int { count }
            override func tableView(_ tableView: TableView, cellForRowAt indexPath: IndexPath) -> TableViewCell {
                TableViewCell(title: "Row \(indexPath.row)")
            }
            override func tableView(_ tableView: TableView, identifierForRowAt indexPath: IndexPath) -> String? {
                "r\(indexPath.row)"
            }
        }

        init() { super.init(childDelegates: [Section()]) }

        override func tableView(
            _ tableView: TableView, prefetchNumberOfRowsInSection section: Int
        ) -> TablePrefetch? {
            guard let first = childDelegates.first as? Section, first.count < all else { return nil }
            return .awaiting { [all] in
                await Task.yield()
                if let failure = self.failure { throw failure }
                self.counts += 1
                first.count = all
                tableView.reloadData()
            }
        }
    }

    private struct World {
        let ledger: Ledger
        let tableView: TableView
        private(set) var server = TableServer()

        @TableActor init() {
            ledger = Ledger()
            tableView = TableView(title: "Ledger", root: ledger)
            server.mount("/", tableView)
        }
    }

    @Test func thePageSaysThatThereAreMoreRows() async throws {
        let world = await World()
        try await world.server.test(.inProcess) { client in
            let json = try await client.get("/table.json").text
            #expect(json.contains("\"count\":1000,\"count_is\":\"more than\""))
            let page = try await client.get("/").text
            #expect(page.contains("1–100 of more than 1,000"))
            #expect(page.contains("aria-rowcount=\"-1\""))
            #expect(try await client.get("/?_lang=de").text.contains("1–100 von mehr als 1.000"))
            #expect(try await client.get("/rows/0/999.json").status == 200)
            #expect(await world.ledger.counts == 0)
        }
    }

    @Test(
        arguments: [
            ("/table.json?_next=0.899~r899", "Row 900"), ("/table.json?_next=0.1999~r1999", "Row 2000"),
            ("/rows/0/2499.json", "Row 2499"), ("/find?edge=last", "r2499"),
            ("/find?text=row%202345", "r2345"),
            ("/table.csv", "Row 2499"), ("/table.ndjson", "Row 2499"), ("/table.txt", "Row 2499"),
        ])
    func whatIsBehindTheKnownRowsIsAnswered(path: String, text: String) async throws {
        let world = await World()
        try await world.server.test(.socket) { client in
            let answer = try await client.get(path)
            #expect(answer.status == 200)
            #expect(answer.text.contains(text))
            #expect(await world.ledger.counts == 1)
            let json = try await client.get("/table.json").text
            #expect(json.contains("\"count\":2500,") && !json.contains("count_is"))
        }
    }

    @Test func aRowBehindTheKnownOnesCanBeSelected() async throws {
        let world = await World()
        try await world.server.test(.inProcess) { client in
            let answer = try await client.post("/select/0/2400", headers: [.accept: "application/json"])
            #expect(answer.status == 200)
            #expect(answer.text.contains("r2400"))
            #expect(try await client.get("/rows/0/2500.json").status == 404)
        }
    }

    @Test func whatCannotBeCountedIsAnErrorOnlyBehindTheKnownRows() async throws {
        let world = await World()
        TableActor.run { world.ledger.failure = TableViewError(.busy, "Counting the rows took too long.") }
        try await world.server.test(.inProcess) { client in
            let answer = try await client.get("/rows/0/2400.json")
            #expect(answer.status == 503)
            #expect(answer.text.contains("Counting the rows took too long."))
            #expect(try await client.get("/table.json?_next=0.799~r799").status == 200)
        }
    }
}
