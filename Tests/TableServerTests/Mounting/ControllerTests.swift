import CascadingTable
import HTTPTypes
import TableServer
import TableTesting
import Testing

/// Tests mounted controllers and closures.
@Suite struct ControllerTests {
    @Test(arguments: TestRig.allCases)
    func aControllerIsMountedWithoutBeingHeld(rig: TestRig) async throws {
        var server = TableServer()
        server.mount("/", Counter())
        try await server.test(rig) { client in
            let picked = try await client.post("/select/0/1")
            #expect(picked.status == 200)
            #expect(try await client.get("/table.csv").text.contains("Picked 1"))
            #expect(try await client.get("/", headers: [.accept: "text/html"]).text.contains("<title>Counter</title>"))
        }
    }

    @Test func aClosureMakesATableOrAController() async throws {
        var server = TableServer()
        server.mount("/") { Counter() }
        server.mount("/static/") {
            let tableView = TableView(title: "Fruit", root: StaticTable { Section("Fruit") { Row("Apple") } })
            return tableView
        }
        try await server.test(.inProcess) { client in
            let table = try await client.get("/table.json")
            #expect(table.text.contains("Picked 0"))
            #expect(try await client.get("/static/table.json").text.contains("Apple"))
        }
    }

    @Test func aClosureThatThrowsMountsNothing() async throws {
        var server = TableServer()
        let mounted = Result {
            try server.mount("/") { () throws -> TableView in throw TableViewError(.vetoed, "No.") }
        }
        #expect(throws: TableViewError.self) { try mounted.get() }
        try await server.test(.inProcess) { client in
            let answer = try await client.get("/")
            #expect(answer.status == 404)
        }
    }

    @Test func aPathWithParametersMakesControllers() async throws {
        var server = TableServer()
        server.mount("/:name/") { parameters in
            guard let name = parameters["name"], name != "none" else { return nil }
            return await Counter(title: name)
        }
        try await server.test(.inProcess) { client in
            let page = try await client.get("/a/", headers: [.accept: "text/html"])
            #expect(page.text.contains("<title>a</title>"))
            #expect(try await client.get("/none/").status == 404)
        }
    }

    #if DEBUG
        @Test func aMethodThatNearlyFitsIsReported() async throws {
            var server = TableServer()
            let misspelled = await Misspelled()
            let tableView = await misspelled.tableView
            server.mount("/", tableView)
            for _ in 0..<600 where await tableView.anomalies.counts.isEmpty {
                try await Task.sleep(for: .milliseconds(50))
            }
            #expect(
                await tableView.anomalies.recent.map(\.message) == [
                    "Misspelled implements tableView(_:heightForRowAtIndexPath:), which is never called; did you mean "
                        + "tableView(_:heightForRowAt:)?"
                ])
        }
    #endif

    @Test func aControllerIsToldOfItsViewers() async throws {
        let log = Log()
        var server = TableServer()
        server.mount("/") { Counter(log: log) }
        try await server.listening { port in
            // given a client that listens to events, and a client that does not
            var reader: StreamReader? = try StreamReader("/events", port: port)
            _ = try await reader?.read()
            _ = try await StreamReader("/table.json", port: port).readToEnd()
            #expect(await log.entries == ["will 1", "did 1"])
            // when the listening client disconnects
            reader = nil
            // then the controller is told, after the server has noticed it
            for _ in 0..<600 where await log.entries.count < 3 { try await Task.sleep(for: .milliseconds(50)) }
            #expect(await log.entries == ["will 1", "did 1", "gone 0"])
        }
    }
}

@TableActor
private final class Log {
    var entries: [String] = []
}

private final class Counter: TableViewController {
    private var count = 0
    private let log: Log?

    init(title: String = "Counter", log: Log? = nil) {
        self.log = log
        super.init()
        self.title = title
    }

    override func tableView(_ tableView: TableView, numberOfRowsInSection section: Int) -> Int { 2 }

    override func tableView(_ tableView: TableView, cellForRowAt indexPath: IndexPath) -> TableViewCell {
        TableViewCell(title: "Picked \(count)")
    }

    override func tableView(_ tableView: TableView, didSelectRowAt indexPath: IndexPath) {
        count += 1
        self.tableView.reloadData()
    }

    override func tableViewWillAppear(viewers: Int) { log?.entries.append("will \(viewers)") }
    override func tableViewDidAppear(viewers: Int) { log?.entries.append("did \(viewers)") }
    override func tableViewDidDisappear(viewers: Int) { log?.entries.append("gone \(viewers)") }
}

private final class Misspelled: TableViewController {
    func tableView(_ tableView: TableView, heightForRowAtIndexPath indexPath: IndexPath) -> Height { 80 }
}
