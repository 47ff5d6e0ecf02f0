import CascadingTable
import TableStorage
import TableManagers
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

    /// A controller whose table has another data source and delegate, as with a manager.
    @Test(arguments: TestRig.allCases)
    func `A controller is held though its table asks others`(rig: TestRig) async throws {
        final class Feed: TableViewController {
            let log: Log
            init(log: Log) {
                self.log = log
                super.init()
            }
            override func viewDidLoad() {
                let manager = TableManager(storage: MemoryStorage(items: [["a", "b"]]))
                manager.register(TitleCell.self) { mapping in
                    mapping.didSelect { [weak self] _, title, _ in self?.log.entries.append(title) }
                }
                tableView.dataSource = manager
                tableView.delegate = manager
            }
            override func tableViewDidAppear(viewers: Int) { log.entries.append("appear") }
        }
        let log = Log()
        var server = TableServer()
        server.mount("/", Feed(log: log))
        server.mount("/my/", forEach: .visitor) { _, _ in Feed(log: log) }
        server.mount("/closure/", forEach: .path) { _ in Feed(log: log) }
        try await server.test(rig) { client in
            for path in ["/", "/my/", "/closure/"] {
                let picked = try await client.post("\(path)select/0/1")
                #expect(picked.status == 200)
            }
            #expect(await log.entries == ["b", "b", "b"])
        }
    }

    @Test func `An object of another class is held with its table`() async throws {
        @TableActor
        final class Screen: MountableTable {
            let tableView = TableView()
            let log: Log
            init(log: Log) {
                self.log = log
                let handler = { @TableActor @Sendable [weak self] (_: TableView) in
                    self?.log.entries.append("pressed")
                    return
                }
                tableView.toolbar = [TableViewToolbarAction(id: "press", title: "Press", handler: handler)]
            }
        }
        let log = Log()
        var server = TableServer()
        server.mount("/", Screen(log: log))
        server.mount("/my/", forEach: .visitor) { _, _ in Screen(log: log) }
        try await server.test(.inProcess) { client in
            let pressed = try await client.post("/toolbar/press")
            #expect(pressed.status == 200)
            #expect(try await client.post("/my/toolbar/press").status == 200)
            #expect(await log.entries == ["pressed", "pressed"])
        }
    }

    @Test func `A server with an override that is never called does not start`() async throws {
        class Base: TableViewController {
            override func tableView(_ tableView: TableView, didSelectRowAt indexPath: IndexPath) async throws {}
        }
        final class Mine: Base {
            override func tableView(_ tableView: TableView, didSelectRowAt indexPath: IndexPath) {}
        }
        let sentence =
            "Mine overrides tableView(_:didSelectRowAt:) without async, which is never called: its superclass Base "
            + "overrides it with async. Write async in Mine too."
        var server = TableServer()
        server.mount("/", Mine())
        let error = await #expect(throws: TableServerError.self) { try await server.test(.inProcess) { _ in } }
        #expect(error?.code == .hiddenOverride)
        #expect(error?.message == sentence)

        var later = TableServer()
        later.mount("/", forEach: .visitor) { _, _ in Mine() }
        later.mount("/:name/", forEach: .path) { _ in Mine() }
        try await later.test(.inProcess) { client in
            let visitors = try await client.get("/table.json")
            #expect(visitors.status == 500)
            #expect(try await client.get("/a/table.json").status == 500)
        }
    }

    @Test func aControllerThatThrowsMountsNothing() async throws {
        var server = TableServer()
        let mounted = Result { try server.mount("/", Refusing()) }
        #expect(throws: TableViewError.self) { try mounted.get() }
        try await server.test(.inProcess) { client in
            let answer = try await client.get("/")
            #expect(answer.status == 404)
        }
    }

    @Test func aPathWithParametersMakesControllers() async throws {
        var server = TableServer()
        server.mount("/:name/", forEach: .path) { parameters in
            guard let name = parameters["name"], name != "none" else { return nil }
            return Counter(title: name)
        }
        try await server.test(.inProcess) { client in
            let page = try await client.get("/a/", headers: [.accept: "text/html"])
            #expect(page.text.contains("<title>a</title>"))
            #expect(try await client.get("/none/").status == 404)
        }
    }

    @Test(arguments: TestRig.allCases)
    func `A closure gets the visitor and the parameters of the path`(rig: TestRig) async throws {
        var server = TableServer()
        server.identify { $0.cookies["user"] }
        server.mount("/:year/of/:month/", forEach: .visitor) { visitor, path in
            guard let user = visitor.user as? String else { throw HTTPError(.unauthorized, "Log in first.") }
            return Counter(title: "\(user) \(path["year"] ?? "") \(path["month"] ?? "")")
        }
        try await server.test(rig) { client in
            // Each visitor has a table for each path, which keeps what it was told.
            for (user, path) in [("anna", "/1/of/2/"), ("bert", "/1/of/2/"), ("anna", "/2/of/1/")] {
                let headers: HTTPFields = [.cookie: "user=\(user)", .accept: "text/html"]
                let title = "\(user) \(path.dropFirst().dropLast().replacing("/of/", with: " "))"
                for _ in 0..<2 {
                    #expect(try await client.get(path, headers: headers).text.contains("<title>\(title)</title>"))
                }
                #expect(try await client.post(path + "select/0/1", headers: headers).status < 400)
                #expect(try await client.get(path + "table.csv", headers: headers).text.contains("Picked 1"))
            }
            let refused = try await client.get("/1/of/2/")
            #expect(refused.status == 401)
        }
    }

    @Test func aControllerIsToldOfItsViewers() async throws {
        let log = Log()
        var server = TableServer()
        server.mount("/", Counter(log: log))
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

private struct TitleCell: ModelTransfer {
    var cell = TableViewCell()
    mutating func update(with title: String) { cell.title = title }
}

private final class Refusing: TableViewController {
    init() throws { throw TableViewError(.vetoed, "No.") }
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
