import CascadingTable
import StaticTables
import HTTPTypes
import Synchronization
import TableServer
import TableTesting
import Testing

/// Tests that content for a visitor's user reaches only this visitor.
@Suite struct IdentifyTests {
    private static let users = ["anna", "bert", "nobody"]

    private static let paths = [
        "/", "/table.json", "/table.txt", "/table.csv", "/table.md", "/table.ndjson", "/sections/0", "/sections/0.json",
        "/?_search=1", "/table.json?_sort_desc=note", "/?_fresh=1", "/rows/0/1", "/rows/0/1.json", "/edit/0/1",
        "/edit/0/1.json", "/drag/0/1", "/find?text=anna", "/find?text=bert", "/find?text=b&_sort=note",
        "/values/0/1/note", "/values/0/1/long", "/commit/0/1/delete", "/table.csv?_size=2",
        "/table.csv?note__contains=-1",
    ]

    private func headers(_ user: String, _ others: HTTPFields = [:]) -> HTTPFields {
        var headers = others
        headers[.cookie] = [headers[.cookie], "desk=\(user)"].compactMap(\.self).joined(separator: "; ")
        return headers
    }

    /// Expects that a response has no row of another user.
    private func expectOwn(_ answer: TestResponse, _ user: String, _ path: String) {
        for other in Self.users where other != user {
            #expect(!answer.text.contains("\(other)-"), "\(user) \(path)")
            #expect(!answer.text.contains("value of \(other)"), "\(user) \(path)")
        }
        let cacheControl = answer.headers[.cacheControl] ?? ""
        #expect(cacheControl.contains("private") || cacheControl == "no-store" || answer.status >= 400, "\(path)")
    }

    /// - Parameter kind: 0: pages. 1: streamed exports. 2: rows that are loaded first. 3: without caches.
    @Test(arguments: TestRig.allCases, 0..<4)
    func nobodySeesTheRowsOfAnother(rig: TestRig, kind: Int) async throws {
        let table = await NoteTable()
        TableActor.run { if kind == 2 { table.isLoading = true } }
        let server = table.server { configuration in
            if kind == 1 { (configuration.maxPageSize, configuration.pageSize) = (2, 2) }
            if kind == 3 { configuration.maxCachedBytes = 0 }
        }
        try await server.test(rig) { client in
            var generator = Generator(seed: UInt64(kind + 1))
            /// The text of each page by its entity tag.
            var known: [String: [String: String]] = [:]
            for round in 0..<4 {
                let requests = Self.paths.flatMap { path in Self.users.map { (path, $0) } }
                for (path, user) in requests.shuffled(using: &generator) {
                    let accept: HTTPFields =
                        path.contains("edit/") || path.contains("commit") ? [.accept: "text/html"] : [:]
                    // when the browser sends another user's tags, because its user has changed
                    var asked = headers(user, accept)
                    if round % 2 == 1 { asked[.ifNoneMatch] = (known[path] ?? [:]).keys.joined(separator: ", ") }
                    let answer = try await client.get(path, headers: asked)
                    // then a matching tag stands for this user's page
                    if answer.status == 304 {
                        let tag = try #require(answer.headers[.eTag])
                        let own = try await client.get(path, headers: headers(user, accept)).text
                        #expect(own == known[path]?[tag], "\(user) \(path)")
                        continue
                    }
                    expectOwn(answer, user, path)
                    // Rows that are loaded on demand cannot be searched. A streamed body can only be read over a
                    // socket.
                    let isRefused = kind == 2 && ["?_s", "?n"].contains { path.contains($0) }
                    let isRead = rig == .socket || !answer.text.isEmpty
                    if user != "nobody", !path.contains("find"), !isRefused {
                        #expect(answer.status == 200, "\(user) \(path) \(answer.text)")
                        let own = path.hasSuffix("long") ? "long value of \(user)" : "\(user)-"
                        if isRead { #expect(answer.text.contains(own), "\(user) \(path)") }
                    }
                    if let tag = answer.headers[.eTag] { known[path, default: [:]][tag] = answer.text }
                }
            }
        }
    }

    @Test(arguments: TestRig.allCases)
    func theOwnPageIsKnownByItsTag(rig: TestRig) async throws {
        let table = await NoteTable()
        try await table.server().test(rig) { client in
            let (anna, bert) = (
                try await client.get("/", headers: headers("anna")), try await client.get("/", headers: headers("bert"))
            )
            let tag = try #require(anna.headers[.eTag])
            #expect(tag != bert.headers[.eTag])
            for (user, status) in [("anna", 304), ("bert", 200), ("nobody", 200)] {
                #expect(try await client.get("/", headers: headers(user, [.ifNoneMatch: tag])).status == status)
            }
        }
    }

    @Test(arguments: TestRig.allCases)
    func actionsSeeTheUserAlsoAfterTheyWaited(rig: TestRig) async throws {
        let table = await NoteTable()
        let (waiting, gate) = (Gate(), Gate())
        try await table.server().test(rig) { client in
            // given an action of one user that waits
            TableActor.run {
                table.pause = {
                    await waiting.open()
                    await gate.wait()
                }
            }
            async let saved = client.post("/edit/0/0?id=anna-0", form: "note=anna-new", headers: headers("anna"))
            await waiting.wait()
            // when another user acts and reads meanwhile
            #expect(try await client.post("/commit/0/1/delete", headers: headers("bert")).status == 200)
            let page = try await client.get("/table.json", headers: headers("bert"))
            #expect(page.text.contains("bert-0") && !page.text.contains("bert-1") && !page.text.contains("anna"))
            await gate.open()
            // then
            #expect(try await saved.status == 200)
            let batch = #"{"gestures":[{"do":"select","row":"0.0"},{"do":"commit","row":"0.1","style":"delete"}]}"#
            let done = try await client.post(
                "/batch", form: batch, headers: headers("bert", [.contentType: "application/json"]))
            #expect(done.status == 200, "\(done.text)")
            #expect(!done.text.contains("anna"))
            let several = try await client.post("/select", form: "rows=0.0-0.2", headers: headers("anna"))
            #expect(several.status == 200 && several.text.contains("anna-new"))
            #expect(try await client.post("/refresh", headers: headers("anna")).status == 200)
        }
        #expect(await table.notes == ["anna": ["anna-new", "anna-1", "anna-2"], "bert": ["bert-0", "bert-3"]])
        #expect(await table.told.suffix(3) == ["select anna", "select anna", "refresh anna"])
        #expect(await table.told.prefix(4) == ["delete bert", "save anna", "select bert", "delete bert"])
    }

    /// This also holds if the pages are the same for everyone.
    @Test(arguments: TestRig.allCases)
    func usersOfOneBrowserHaveSessionsOfTheirOwn(rig: TestRig) async throws {
        var server = await Market().server()
        let signedIn = Mutex("anna")
        server.identify { _ in signedIn.withLock { $0 } }
        try await server.test(rig) { client in
            let cookie = try await client.post("/select/0/1").newCookie
            #expect(!cookie.isEmpty)
            for _ in 0..<3 {
                for (user, isSelected) in [("anna", true), ("bert", false), ("bert", false), ("anna", true)] {
                    signedIn.withLock { $0 = user }
                    let page = try await client.get("/table.json", headers: [.cookie: cookie])
                    #expect(page.text.contains("\"selected\":true") == isSelected, "\(user)")
                }
            }
        }
    }

    /// Rows are loaded for the visitor's user. An unknown user has no rows.
    @Test(
        arguments: TestRig.allCases,
        ["/values/0/1/note", "/edit/0/1.json", "/drag/0/1", "/rows/0/1.json"])
    func rowsAreLoadedForTheirUser(rig: TestRig, path: String) async throws {
        let table = await NoteTable()
        TableActor.run { table.isLoading = true }
        try await table.server().test(rig) { client in
            let answer = try await client.get(path, headers: headers("anna"))
            #expect(answer.status == 200)
            #expect(await table.loaded.isSuperset(of: ["anna-1"]))
        }
    }

    @Test(arguments: TestRig.allCases)
    func anAnswerToARepeatedActionBelongsToItsUser(rig: TestRig) async throws {
        let table = await NoteTable()
        try await table.server().test(rig) { client in
            let key = try #require(HTTPField.Name("Idempotency-Key"))
            for user in ["anna", "bert", "anna", "bert"] {
                let answer = try await client.post("/select/0/0", headers: headers(user, [key: "k"]))
                #expect(answer.status == 200)
                #expect(answer.text.contains("\(user)-0"), "\(user)")
                expectOwn(answer, user, "/select")
            }
        }
        #expect(await table.told == ["select anna", "select bert"])
    }

    /// An index path of one user leads to a different row for another user.
    @Test func eventsTellOnlyThatSomethingHasChanged() async throws {
        let table = await NoteTable()
        try await table.server().listening { port in
            let reader = try StreamReader("/events", port: port, headers: ["Cookie: desk=bert"])
            var text = ""
            func read(until end: String) async throws {
                while !text.contains(end) { text += String(decoding: try await reader.read(), as: UTF8.self) }
            }
            try await read(until: "retry:")
            TableActor.run {
                table.tableView.reloadRows(at: [IndexPath(row: 0, section: 0)])
            }
            try await read(until: "}]}")
            #expect(text.contains("\"changes\":[{\"type\":\"reloadData\"}]}"))
            #expect(!text.contains("anna"))
        }
        #expect(await table.told == ["appear bert"])
    }

    /// Otherwise each query would reload the pages of all other visitors.
    @Test func `A query is no change of the table`() async throws {
        final class Orders: TableViewController {
            let query: TableQuery?
            init(_ query: TableQuery?) {
                self.query = query
                super.init()
            }
            override func viewDidLoad() {
                tableView.queryOptions = .all
                tableView.toolbar = [TableViewToolbarAction(id: "new", title: "New \(query == nil)") { _ in }]
                tableView.selectionActions = [TableViewSelectionAction(id: "ship", title: "Ship") { _, _ in }]
            }
            override func tableView(_ tableView: TableView, numberOfRowsInSection section: Int) -> Int { 2 }
            override func columns(in tableView: TableView) -> [TableViewColumn] { [TableViewColumn("number")] }
            override func tableView(_ tableView: TableView, tableAnswering query: TableQuery) -> TableView? {
                TableView(root: Orders(query), answering: query, of: tableView)
            }
        }
        let tableView = await Orders(nil).tableView
        var server = TableServer()
        server.mount("/", tableView)
        try await server.test(.inProcess) { client in
            let revision = await tableView.revision
            for query in ["_sort=number", "_sort_desc=number", "_search=a", "number=1"] {
                let answer = try await client.get("/table.json?\(query)")
                #expect(answer.text.contains("New false"))
            }
            #expect(await tableView.revision == revision)
        }
    }

    /// The data source reads the visitor, but the table that it creates does not.
    @Test(arguments: TestRig.allCases)
    func aTableThatAnswersAQueryBelongsToItsUser(rig: TestRig) async throws {
        final class Searched: CascadingRootTableDelegate {
            override func tableView(_ tableView: TableView, tableAnswering query: TableQuery) -> TableView? {
                let user = tableView.visitor.user as? String ?? "nobody"
                return TableView(root: StaticTable { Section { Row("\(user)-1") } }, answering: query, of: tableView)
            }
        }
        var server = TableServer()
        let tableView = await TableView(title: "All", root: Searched())
        TableActor.run { tableView.queryOptions = .all }
        server.mount("/", tableView)
        server.identify { $0.cookies["desk"] }
        try await server.test(rig) { client in
            for path in ["/?_search=x", "/table.json?_search=x", "/table.csv?_search=x"] {
                for user in ["anna", "bert", "anna", "bert"] {
                    let answer = try await client.get(path, headers: headers(user))
                    #expect(answer.text.contains("\(user)-1"))
                    expectOwn(answer, user, path)
                }
            }
        }
    }

    // MARK: Tables that do not read the visitor

    @Test(arguments: TestRig.allCases)
    func pagesThatReadNoUserAreSharedAndIdentifyNobody(rig: TestRig) async throws {
        let calls = Mutex(0)
        var server = await Market().server()
        server.identify { request -> String? in
            calls.withLock { $0 += 1 }
            return request.cookies["desk"]
        }
        try await server.test(rig) { client in
            for path in ["/", "/table.json", "/table.csv", "/rows/0/1"] {
                calls.withLock { $0 = 0 }
                var tags: Set<String?> = []
                for user in Self.users {
                    let answer = try await client.get(path, headers: headers(user, [.accept: "text/html"]))
                    #expect(answer.status == 200)
                    #expect(answer.headers[.cacheControl] == "no-cache")
                    tags.insert(answer.headers[.eTag])
                }
                #expect(tags.count == 1)
                #expect(calls.withLock { $0 } == 1, "\(path)")
            }
        }
    }

    @Test(arguments: TestRig.allCases)
    func anErrorOfTheClosureIsTheResponse(rig: TestRig) async throws {
        var server = await Market().server { $0.loadingTimeout = .seconds(3) }
        server.identify { request -> String? in
            if request.cookies["desk"] == "slow" { try await Task.sleep(for: .seconds(60)) }
            throw HTTPError(.unauthorized, "Sign in first.")
        }
        try await server.test(rig) { client in
            let answer = try await client.get("/")
            #expect(answer.status == 401 && answer.text.contains("Sign in first."))
            #expect(try await client.get("/", headers: headers("slow")).status == 503)
            #expect(try await client.post("/select/0/0").status == 401)
            #expect(try await client.get("/healthz").status == 200)
        }
    }

    // MARK: Task locals

    private enum Current {
        @TaskLocal static var name = "nobody"
    }

    /// The table does not notice when a delegate reads a task local. `identify` turns the task local into a user.
    @Test(arguments: TestRig.allCases)
    func aTaskLocalOfAMiddlewareIsNoReadAndBecomesOne(rig: TestRig) async throws {
        final class Greeting: TableViewDataSource {
            let readsVisitor: Bool
            init(readsVisitor: Bool) { self.readsVisitor = readsVisitor }
            func tableView(_ tableView: TableView, numberOfRowsInSection section: Int) -> Int { 1 }
            func tableView(_ tableView: TableView, cellForRowAt indexPath: IndexPath) -> TableViewCell {
                TableViewCell(title: readsVisitor ? tableView.visitor.user as? String : Current.name)
            }
        }
        for (readsVisitor, expected) in [(true, ["anna", "bert", "anna"]), (false, ["anna", "anna", "anna"])] {
            let greeting = await Greeting(readsVisitor: readsVisitor)
            var server = TableServer()
            server.mount("/", await TableView(title: "Greeting", dataSource: greeting))
            server.addMiddleware { request, next in
                try await Current.$name.withValue(request.cookies["desk"] ?? "nobody") { try await next(request) }
            }
            server.identify { _ in Current.name }
            try await server.test(rig) { client in
                var titles: [String] = []
                for user in ["anna", "bert", "anna"] {
                    titles += try await client.get("/table.json", headers: headers(user)).decode(TableJSON.self).titles
                }
                #expect(titles == expected)
            }
        }
    }
}

/// A random number generator with a seed, so that a failure can be repeated.
private struct Generator: RandomNumberGenerator {
    private var state: UInt64
    init(seed: UInt64) { state = seed }

    mutating func next() -> UInt64 {
        state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
        return state ^ state >> 29
    }
}

/// A gate that can be awaited.
private actor Gate {
    private var isOpen = false
    private var waiters: [CheckedContinuation<Void, Never>] = []

    func open() {
        isOpen = true
        for waiter in waiters { waiter.resume() }
        waiters = []
    }

    func wait() async {
        if !isOpen { await withCheckedContinuation { waiters.append($0) } }
    }
}
