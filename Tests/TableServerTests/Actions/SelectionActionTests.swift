import CascadingTable
import FoundationEssentials
import HTTPTypes
import TableServer
import TableTesting
import Testing

/// Tests that an action on several rows respects what a tap on one of them does.
@Suite struct SelectionActionTests {
    /// Four orders: *a* is free, *b* is refused by `willSelectRowAt`, *c* cannot be highlighted, and *d* cannot be
    /// edited.
    private class Orders: TableViewController {
        var names = ["a", "b", "c", "d"]
        private(set) var handled: [String] = []

        override func viewDidLoad() {
            tableView.allowsMultipleSelection = true
            let handler = { @TableActor @Sendable [weak self] (_: TableView, rows: [RowReference]) in
                await Task.yield()
                self?.handled += rows.map(\.identifier)
            }
            tableView.selectionActions = [
                TableViewSelectionAction(id: "ship", title: "Ship", handler: handler),
                TableViewSelectionAction(id: "delete", title: "Delete", style: .destructive, handler: handler),
            ]
        }

        override func tableView(_ tableView: TableView, numberOfRowsInSection section: Int) -> Int { names.count }
        override func tableView(_ tableView: TableView, cellForRowAt indexPath: IndexPath) -> TableViewCell {
            TableViewCell(title: names[indexPath.row])
        }
        override func tableView(_ tableView: TableView, identifierForRowAt indexPath: IndexPath) -> String? {
            names[indexPath.row]
        }
        override func tableView(_ tableView: TableView, shouldHighlightRowAt indexPath: IndexPath) -> Bool {
            names[indexPath.row] != "c"
        }
        override func tableView(_ tableView: TableView, willSelectRowAt indexPath: IndexPath) -> IndexPath? {
            guard names[indexPath.row] == "b" else { return indexPath }
            tableView.refuse("This order is paid.")
            return nil
        }
        override func tableView(_ tableView: TableView, canEditRowAt indexPath: IndexPath) -> Bool {
            names[indexPath.row] != "d"
        }
    }

    private final class DeletableOrders: Orders {
        override func tableView(
            _ tableView: TableView, commit editingStyle: TableViewCell.EditingStyle, forRowAt indexPath: IndexPath
        ) {}
    }

    @Test(arguments: TestRig.allCases)
    func `Rows that a tap does not select are refused`(rig: TestRig) async throws {
        let orders = await Orders()
        var server = TableServer()
        server.mount("/", orders)
        try await server.test(rig) { client in
            let refused = try await client.post("/selected/ship", form: "rows=0.0&rows=0.1")
            #expect(refused.status == 409)
            #expect(refused.text.contains("This order is paid."))
            #expect(try await client.post("/selected/ship", form: "rows=0.2").status == 403)
            #expect(try await client.get("/selected/ship?rows=0.2", headers: [.accept: "text/html"]).status == 403)
            let batch = #"{"gestures":[{"do":"selected","action":"ship","rows":["0.1"]}]}"#
            #expect(
                try await client.post("/batch", form: batch, headers: [.contentType: "application/json"]).status == 409)
            #expect(await orders.handled == [])
            #expect(try await client.post("/selected/ship", form: "rows=0.0&rows=0.3").status == 200)
            #expect(await orders.handled == ["a", "d"])
        }
    }

    @Test func `Selecting all skips the rows that are refused, and its action leaves them alone`() async throws {
        let orders = await Orders()
        var server = TableServer()
        server.mount("/", orders)
        try await server.test(.inProcess) { client in
            let selected = try await client.post("/select", form: "all=1")
            #expect(selected.status == 200)
            let cookie = try #require(selected.headers[.setCookie]).prefix { $0 != ";" }
            let shipped = try await client.post(
                "/selected/ship", form: "all=1", headers: [.cookie: String(cookie)])
            #expect(shipped.status == 200)
            #expect(await orders.handled == ["a", "d"])
        }
    }

    @Test func `A row that the program selected can be acted on`() async throws {
        let orders = await Orders()
        let tableView = await orders.tableView
        try await tableView.performing(TableRequest(session: TableSession())) { @TableActor in
            tableView.selectRow(at: [0, 2])
            try await tableView.gestures.performSelectionAction("ship", forRowsAt: [[0, 2]])
        }.result
        #expect(await orders.handled == ["c"])
    }

    @Test func `A destructive action respects canEditRowAt of a table that deletes rows`() async throws {
        for deletes in [false, true] {
            let orders: Orders = deletes ? await DeletableOrders() : await Orders()
            var server = TableServer()
            server.mount("/", orders)
            try await server.test(.inProcess) { client in
                let deleted = try await client.post("/selected/delete", form: "rows=0.3")
                #expect(deleted.status == (deletes ? 403 : 200))
                #expect(try await client.post("/selected/ship", form: "rows=0.3").status == 200)
                #expect(try await client.post("/selected/delete", form: "rows=0.0").status == 200)
            }
        }
    }

    /// Index paths are those of the time before the handler waited.
    @Test func `The handler gets identifiers, which stay when rows move`() async throws {
        let orders = await Orders()
        let tableView = await orders.tableView
        TableActor.run {
            tableView.selectionActions = [
                TableViewSelectionAction(id: "ship", title: "Ship") { tableView, rows in
                    await Task.yield()
                    orders.names.insert("new", at: 0)
                    tableView.insertRows(at: [[0, 0]])
                    #expect(rows.map(\.indexPath) == [[0, 0], [0, 3]])
                    #expect(
                        rows.map { tableView.indexPath(forRowWithIdentifier: $0.identifier) } == [[0, 1], [0, 4]])
                }
            ]
        }
        let places = try await tableView.gestures.performSelectionAction("ship", forRowsAt: [[0, 0], [0, 3]])
        #expect(places == [[0, 1], [0, 4]])
    }
}
