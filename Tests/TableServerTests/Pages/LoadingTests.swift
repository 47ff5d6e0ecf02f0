import CascadingTable
import HTTPTypes
import MicroHTTPD
import TableServer
import TableTesting
import Testing

/// Tests rows that must be loaded before they can be shown or selected.
@Suite struct LoadingTests {
    @Test(arguments: TestRig.allCases)
    func aPageIsMadeOfLoadedRows(rig: TestRig) async throws {
        let depot = await Depot()
        try await depot.server().test(rig) { client in
            for _ in 0..<3 {
                let table = try await client.get("/table.json?_size=2").decode(TableJSON.self)
                #expect(table.titles == ["Row 0", "Row 1"])
            }
            #expect(await depot.loads == 1)
            let page = try await client.get("/table.json?_size=2&_next=0.1~row1")
            #expect(try page.decode(TableJSON.self).titles == ["Row 2", "Row 3"])
            #expect(try await client.get("/rows/0/9.json").text.contains("Row 9"))
        }
    }

    @Test(arguments: TestRig.allCases)
    func aRowIsTouchedOnceItIsLoaded(rig: TestRig) async throws {
        let depot = await Depot()
        try await depot.server().test(rig) { client in
            let answer = try await client.post("/select/0/7", headers: [.accept: "application/json"])
            #expect(try answer.decode(SelectionJSON.self).selected?.id == "row7")
            #expect(await depot.picked == ["Row 7"])
        }
    }

    @Test(arguments: TestRig.allCases)
    func aFreshPageIsBroughtUpToDateFirst(rig: TestRig) async throws {
        let market = await Market()
        TableActor.run {
            market.tableView.hosting.updateHandler = { _ in
                await Task.yield()
                market.fruit.headerTitle = (market.fruit.headerTitle ?? "") + "!"
                market.tableView.reloadData()
            }
        }
        try await market.server().test(rig) { client in
            for (path, title) in [
                ("/table.json", "Fruit"), ("/table.json?_fresh=1", "Fruit!"), ("/table.json", "Fruit!"),
                ("/table.json?_fresh=0", "Fruit!"), ("/?_fresh=1", "Fruit!!"),
                ("/sections/0.json?_fresh=1", "Fruit!!!"),
            ] {
                let answer = try await client.get(path).text
                #expect(answer.contains(title) && !answer.contains(title + "!"), "\(path)")
                #expect(!answer.contains("_fresh"))
            }
            #expect(try await client.get("/table.json?_fresh=yes").status == 400)
        }
    }

    @Test(arguments: TestRig.allCases)
    func freshChangesAreBroughtUpToDateFirst(rig: TestRig) async throws {
        let market = await Market()
        TableActor.run {
            market.tableView.hosting.updateHandler = { tableView in
                await Task.yield()
                tableView.reloadRows(at: [IndexPath(row: 1, section: 0)])
            }
        }
        try await market.server().test(rig) { client in
            let revision = await market.tableView.revision
            for target in ["/table.json?_since=\(revision)", "/table.json?_since=\(revision)&_fresh=0"] {
                #expect(try await client.get(target).text == "{\"revision\":\(revision),\"changes\":[]}\n")
            }
            let answer = try await client.get("/table.json?_since=\(revision)&_fresh=1")
            #expect(answer.status == 200)
            #expect(answer.text.hasPrefix("{\"revision\":\(revision + 1),\"changes\":[{\"type\":\"reloadRows\""))
            #expect(try await client.get("/table.json?_since=\(revision)&_fresh=yes").status == 400)
            #expect(try await client.get("/table.json?_since=now&_fresh=1").status == 400)
        }
    }

    @Test func aPageThatCannotBeBroughtUpToDateIsAnError() async throws {
        let market = await Market()
        TableActor.run {
            market.tableView.hosting.updateHandler = { _ in throw TableViewError(.busy, "The stock is being counted.") }
        }
        try await market.server().test(.inProcess) { client in
            let answer = try await client.get("/table.json?_fresh=1")
            #expect(answer.status == 503)
            #expect(answer.text.contains("The stock is being counted."))
            for target in ["/table.json?_since=0&_fresh=1", "/events?_fresh=1"] {
                #expect(try await client.get(target).status == 503, "\(target)")
            }
            #expect(try await client.get("/table.json").status == 200)
        }
    }

    /// Each row is loaded once. A page must not wait for a source that still does not have the rows then.
    @Test func aPageIsMadeOfWhatThereIsInTheEnd() async throws {
        let depot = await Depot()
        await depot.forget()
        try await depot.server().test(.inProcess) { client in
            let table = try await client.get("/table.json?_size=2").decode(TableJSON.self)
            #expect(table.titles == ["Not loaded", "Not loaded"])
            #expect(await depot.loads == 1)
        }
    }

    @Test(arguments: TestRig.allCases)
    func whatCannotBeLoadedIsTriedAgain(rig: TestRig) async throws {
        let depot = await Depot()
        try await depot.server().test(rig) { client in
            for (error, status) in [(Refusal(), 500), (HTTPError(.badGateway), 502)] as [(any Error & Sendable, Int)] {
                await depot.fail(with: error)
                let page = try await client.get("/")
                #expect(page.status == status)
                #expect(page.headers[.cacheControl] == "no-store")
                let touch = try await client.post("/select/0/0")
                #expect(touch.status == status)
            }
            await depot.fail(with: nil)
            #expect(try await client.get("/").status == 200)
            #expect(try await client.post("/select/0/0").status == 200)
        }
    }

    private struct Refusal: Error {}
}

/// A table of ten rows that are loaded when they are requested.
@TableActor
final class Depot: TableViewDataSource, TableViewDelegate {
    private(set) var loads = 0
    private(set) var picked: [String] = []
    private var titles: [Int: String] = [:]
    private var isForgetful = false
    private var error: (any Error & Sendable)?

    init() {}

    nonisolated func server() async -> TableServer {
        var server = TableServer()
        server.mount("/", await TableView(title: "Depot", dataSource: self, delegate: self))
        return server
    }

    func forget() { isForgetful = true }

    func fail(with error: (any Error & Sendable)?) { self.error = error }

    func tableView(_ tableView: TableView, numberOfRowsInSection section: Int) -> Int { 10 }

    func tableView(_ tableView: TableView, identifierForRowAt indexPath: IndexPath) -> String? { "row\(indexPath.row)" }

    func tableView(_ tableView: TableView, cellForRowAt indexPath: IndexPath) -> TableViewCell {
        TableViewCell(title: titles[indexPath.row] ?? "Not loaded")
    }

    func tableView(_ tableView: TableView, didSelectRowAt indexPath: IndexPath) {
        picked.append(titles[indexPath.row] ?? "Not loaded")
    }

    func tableView(_ tableView: TableView, itemsForBeginningDragAt indexPath: IndexPath) -> [TableViewDragItem] {
        [TableViewDragItem(titles[indexPath.row] ?? "Not loaded")]
    }

    func tableView(_ tableView: TableView, prefetchRowsAt indexPaths: [IndexPath]) -> TablePrefetch? {
        let rows = indexPaths.map(\.row).filter { titles[$0] == nil }
        guard !rows.isEmpty else { return nil }
        let error = error
        let work: @TableActor @Sendable () async throws -> Void = {
            await Task.yield()
            if let error { throw error }
            self.keep(rows)
        }
        return .awaiting(work)
    }

    private func keep(_ rows: [Int]) {
        loads += 1
        guard !isForgetful else { return }
        for row in rows { titles[row] = "Row \(row)" }
    }
}
