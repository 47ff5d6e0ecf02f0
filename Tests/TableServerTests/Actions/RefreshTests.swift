import CascadingTable
import TableStorage
import HTTPTypes
import MicroHTTPD
import TableServer
import TableTesting
import Testing

@Suite struct RefreshTests {
    private let page: HTTPFields = [.accept: "text/html"]

    @Test(arguments: TestRig.allCases)
    func newsAreWaitedForAndTold(rig: TestRig) async throws {
        let workshop = await Workshop()
        TableActor.run {
            workshop.tableView.refreshHandler = { tableView in
                try await Task.sleep(for: .milliseconds(20))
                workshop.shelves[1].tools.append(Tool("spade"))
                tableView.insertRows(at: [IndexPath(row: 1, section: 1)])
            }
        }
        try await workshop.server().test(rig) { client in
            let before = try await client.get("/shop/table.json").decode(TableJSON.self)
            let told = try await client.post("/shop/refresh").decode(ActionJSON.self)
            #expect(told.outcome == ["refreshed": nil])
            #expect(told.changes == [.init(type: "insertRows", rows: [[1, 1]])])
            #expect(told.revision == before.revision + 1)
            #expect(try await client.get("/shop/table.json").decode(TableJSON.self).titles.last == "Spade")

            let answer = try await client.post("/shop/refresh", form: "_query=_size%3D2", headers: page)
            #expect(answer.status == 303)
            #expect(answer.headers[.location] == "/shop/?_size=2")
        }
    }

    @Test(arguments: TestRig.allCases)
    func aRefreshMayLeadElsewhereAndBeUndone(rig: TestRig) async throws {
        let workshop = await Workshop()
        TableActor.run {
            workshop.tableView.refreshHandler = { tableView in
                await Task.yield()
                tableView.registerUndo("Refresh") { _ in }
                tableView.navigate(to: "/news")
            }
        }
        try await workshop.server().test(rig) { client in
            let told = try await client.post("/shop/refresh")
            #expect(told.text.contains(#""location":"/news""#))
            #expect(told.text.contains(#""undo":{"title":"Refresh""#))
            #expect(try await client.post("/shop/refresh", headers: page).headers[.location] == "/news")
            let batch = try await client.send(
                .post, "/shop/batch", headers: [.contentType: "application/json"],
                body: Array(#"{"gestures":[{"do":"refresh"}]}"#.utf8))
            #expect(batch.text.hasPrefix(#"{"results":[{"status":200,"refreshed":null}]"#))
        }
    }

    @Test func theButtonComesAndGoesWithTheHandler() async throws {
        let workshop = await Workshop()
        try await workshop.server().test(.inProcess) { client in
            for handler in [nil, { _ in }, nil] as [(@TableActor @Sendable (TableView) async throws -> Void)?] {
                TableActor.run { workshop.tableView.refreshHandler = handler }
                let page = try await client.get("/shop/").text
                #expect(page.contains("formaction=\"/shop/refresh\"") == (handler != nil))
            }
        }
    }

    @Test func theTableIsFreeForOthersMeanwhile() async throws {
        let workshop = await Workshop()
        let gate = Gate()
        TableActor.run {
            workshop.tableView.refreshHandler = { _ in await gate.wait() }
        }
        try await workshop.server().test(.socket) { client in
            async let refreshed = client.post("/shop/refresh")
            await gate.waitForVisitor()
            let others = [
                try await client.post("/shop/select/0/0", headers: [.accept: "application/json"]),
                try await client.get("/shop/"),
            ]
            #expect(others.map(\.status) == [200, 200])
            await gate.open()
            let answer = try await refreshed
            #expect(answer.status == 200)
        }
    }

    private struct Outage: Error { let password = "hunter2" }

    @Test(arguments: TestRig.allCases)
    func aRefreshThatFailsSaysSoAndChangesNothing(rig: TestRig) async throws {
        let cases: [(any Error & Sendable, Int)] = [
            (Outage(), 500), (HTTPError(.badGateway, "The shop is closed."), 502),
            (TableViewError(.vetoed, "Not yet."), 409), (StorageError(.itemNotFound, "Gone."), 404),
        ]
        for (error, status) in cases {
            let workshop = await Workshop()
            TableActor.run { workshop.tableView.refreshHandler = { _ in throw error } }
            try await workshop.server().test(rig) { client in
                let tag = try await client.get("/shop/table.json").headers[.eTag]
                let answer = try await client.post("/shop/refresh")
                #expect(answer.status == status)
                #expect(answer.headers[.contentType] == "application/problem+json")
                #expect(!answer.text.contains("hunter2"))
                #expect(answer.newCookie == "")

                let shown = try await client.post("/shop/refresh", form: "_query=_edit%3D1", headers: page)
                #expect(shown.status == status)
                #expect(shown.text.contains("<a href=\"/shop/?_edit=1\">Back to the table</a>"))
                #expect(try await client.get("/shop/table.json").headers[.eTag] == tag)
            }
        }
    }

    @Test func aTableWithoutNewsHasNoButtonForThem() async throws {
        let workshop = await Workshop()
        try await workshop.server().test(.inProcess) { client in
            #expect(try await client.post("/shop/refresh").status == 404)
            for target in ["/shop/", "/shop/table.json"] {
                let text = try await client.get(target).text
                #expect(!text.contains("efresh"))
            }
        }
        TableActor.run { workshop.tableView.refreshHandler = { _ in } }
        try await workshop.server().test(.inProcess) { client in
            let page = try await client.get("/shop/").text
            #expect(page.contains("<button form=\"touch\" formaction=\"/shop/refresh\">Refresh</button>"))
            #expect(try await client.get("/shop/table.json").text.contains("\"refresh\":\"/shop/refresh\""))
        }
    }
}

/// A gate that holds its callers until it is opened.
private actor Gate {
    private var isOpen = false
    private var hasVisitor = false
    private var waiting: [CheckedContinuation<Void, Never>] = []
    private var watching: [CheckedContinuation<Void, Never>] = []

    func wait() async {
        hasVisitor = true
        for watcher in watching { watcher.resume() }
        watching = []
        guard !isOpen else { return }
        await withCheckedContinuation { waiting.append($0) }
    }

    func waitForVisitor() async {
        guard !hasVisitor else { return }
        await withCheckedContinuation { watching.append($0) }
    }

    func open() {
        isOpen = true
        for waiter in waiting { waiter.resume() }
        waiting = []
    }
}
