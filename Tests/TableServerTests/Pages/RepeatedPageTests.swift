import CascadingTable
import HTTPTypes
import MicroHTTPD
import Synchronization
import TableServer
import TableTesting
import Testing

/// Tests pages that are requested again and again. The next request must see each change.
@Suite struct RepeatedPageTests {
    private func title(_ client: any TestClient, _ path: String = "/table.json", cookie: String? = nil) async throws
        -> String?
    {
        try await client.get(path, headers: cookie.map { [.cookie: $0] } ?? [:]).decode(TableJSON.self).titles.first
    }

    private func expect(title: String, at path: String = "/table.json", of client: any TestClient) async throws {
        let found = try await self.title(client, path)
        #expect(found == title)
    }

    private func expect(selection isThere: Bool, of client: any TestClient, cookie: String) async throws {
        let page = try await client.get("/table.json", headers: [.cookie: cookie]).decode(TableJSON.self)
        #expect(page.selected.isEmpty != isThere)
    }

    @Test func aChangeIsSeen() async throws {
        let market = await Market()
        try await market.server().test(.socket) { client in
            for number in 0..<200 {
                await change(market, to: "\(number)")
                for _ in 0..<3 { try await expect(title: "\(number)", of: client) }
            }
        }
    }

    @TableActor private func change(_ market: Market, to title: String) {
        market.stall(0, 0)?.title = title
        market.tableView.reloadRows(at: [IndexPath(row: 0, section: 0)])
    }

    @Test func aSelectionAndItsEndAreSeenByTheVisitorAlone() async throws {
        try await Market().server().test(.socket) { client in
            let cookie = try await client.post("/select/0/1").newCookie
            let other = try await client.post("/select/1/1").newCookie
            let everybody = try await client.get("/").text
            for _ in 0..<20 {
                try await expect(selection: true, of: client, cookie: cookie)
                _ = try await client.post("/deselect/0/1", headers: [.cookie: cookie])
                try await expect(selection: false, of: client, cookie: cookie)
                try await expect(selection: true, of: client, cookie: other)
                _ = try await client.post("/select/0/1", headers: [.cookie: cookie])
                let page = try await client.get("/").text
                #expect(page == everybody)
            }
        }
    }

    @Test func aVisitorIsForgottenAtOnce() async throws {
        let server = await Market().server { $0.maxVisitors = 1 }
        try await server.test(.socket) { client in
            let cookie = try await client.post("/select/0/1").newCookie
            for _ in 0..<4 { try await expect(selection: true, of: client, cookie: cookie) }
            // when another visitor takes the only place
            _ = try await client.post("/select/0/2")
            // then
            for _ in 0..<4 { try await expect(selection: false, of: client, cookie: cookie) }
        }
    }

    /// A visitor who only reads, with identical requests, must not be forgotten first.
    @Test func whoOnlyLooksIsRemembered() async throws {
        let server = await Market().server { $0.maxVisitors = 2 }
        try await server.test(.socket) { client in
            let cookie = try await client.post("/select/0/1").newCookie
            let other = try await client.post("/select/0/2").newCookie
            for _ in 0..<2 {
                try await expect(selection: true, of: client, cookie: cookie)
                for _ in 0..<4 { try await expect(selection: true, of: client, cookie: cookie) }
            }
            _ = try await client.post("/select/0/2")
            try await expect(selection: true, of: client, cookie: cookie)
            try await expect(selection: false, of: client, cookie: other)
        }
    }

    /// The notice appears once, however often the page was requested before.
    @Test func whatIsSaidOnceIsSaidOnce() async throws {
        let workshop = await Workshop()
        try await workshop.server().test(.socket) { client in
            var page: HTTPFields = [.accept: "text/html"]
            var (from, to) = ("0.0", "1.1")
            for _ in 0..<6 {
                // when the visitor moves a row
                let done = try await client.post(
                    "/shop/move", form: "from=\(from)&to=\(to)&_query=_edit%3D1", headers: page)
                #expect(done.status == 303)
                if page[.cookie] == nil { page[.cookie] = done.newCookie }
                // then only the next page shows a notice
                for isNext in [true, false, false, false] {
                    let text = try await client.get("/shop/?_edit=1", headers: page).text
                    #expect(text.contains("class=\"notice\"") == isNext)
                }
                (from, to) = (to, from)
            }
        }
    }

    @Test func aTableThatIsClosedIsAskedForAgain() async throws {
        let opened = Mutex(0)
        var server = TableServer()
        server.mount("/:name/", forEach: .path) { parameters in
            let count = opened.withLock { opened in
                opened += parameters["name"] == "0" ? 1 : 0
                return opened
            }
            return TableView(title: "T", root: root(Titled("\(count)")))
        }
        try await server.test(.socket) { client in
            for _ in 0..<4 { try await expect(title: "1", at: "/0/table.json", of: client) }
            // when so many other tables are opened that this one is closed
            for number in 1...200 { _ = try await client.get("/\(number)/table.json") }
            // then
            for _ in 0..<4 { try await expect(title: "2", at: "/0/table.json", of: client) }
        }
    }

    @Test(arguments: ["/", "/table.json"]) func aRepeatedPageHoldsUntilAnythingChanges(path: String) async throws {
        // given a page that is repeated
        let market = await Market()
        let responder = try market.server().makeResponder()
        func page() async throws -> PrebuiltResponse? {
            await responder.respond(to: try Request.make(.get, path)).prebuilt
        }
        var cached = try #require(try await page())
        for change in ["row", "everything", "title"] {
            // when
            TableActor.run {
                switch change {
                case "row": self.change(market, to: "A row")
                case "everything":
                    market.stall(0, 0)?.title = "Everything"
                    market.tableView.reloadData()
                default: market.tableView.title = "A title"
                }
            }
            // then
            let changed = try #require(try await page())
            #expect(changed.bytes != cached.bytes, "\(change)")
            #expect(try await page() === changed, "\(change)")
            cached = changed
        }
    }

    /// Returns a root with one row.
    @TableActor private func root(_ row: CascadingBareTableDelegate) -> CascadingRootTableDelegate {
        CascadingRootTableDelegate(childDelegates: [CascadingSectionTableDelegate(childDelegates: [row])])
    }

    private final class Count: Sendable {
        let number = Atomic<Int>(0)
    }

    private final class Titled: CascadingBareTableDelegate {
        let title: String
        init(_ title: String) {
            self.title = title
            super.init()
        }
        override func tableView(_ tableView: TableView, cellForRowAt indexPath: IndexPath) -> TableViewCell {
            TableViewCell(title: title)
        }
    }

    /// A request after a change must see this change or a later one.
    @Test func eightThreadsReadWhileOneWrites() async throws {
        let market = await Market()
        let written = Count()
        try await market.server { $0.http.threads = 4 }.test(.socket) { client in
            await change(market, to: "0")
            try await withThrowingTaskGroup { group in
                for reader in 0..<8 {
                    group.addTask {
                        let path = reader % 2 == 0 ? "/table.json" : "/table.json?_size=\(reader)"
                        for _ in 0..<150 {
                            let before = written.number.load(ordering: .acquiring)
                            let title = try await title(client, path)
                            let seen = try #require(title.flatMap { Int($0) })
                            #expect(seen >= before)
                            #expect(seen <= written.number.load(ordering: .acquiring) + 1)
                        }
                    }
                }
                group.addTask {
                    for number in 1...400 {
                        await change(market, to: "\(number)")
                        written.number.store(number, ordering: .releasing)
                        if number % 4 == 0 { try await Task.sleep(for: .milliseconds(1)) }
                    }
                }
                try await group.waitForAll()
            }
            try await expect(title: "400", of: client)
        }
    }

    /// An unknown cookie gets the shared page, and the server must not remember this page for the cookie.
    @Test(arguments: TestRig.allCases)
    func aStrangerSeesWhatEverybodySees(rig: TestRig) async throws {
        try await Market().server().test(rig) { client in
            let everybody = try await client.get("/").body
            let stranger = "cascade=\(String(repeating: "0", count: 39))"
            for _ in 0..<4 {
                let page = try await client.get("/", headers: [.cookie: stranger]).body
                #expect(page == everybody)
            }
        }
    }

    @Test func withoutACacheNothingIsRepeated() async throws {
        let asked = Count()
        var configuration = TableServer.Configuration()
        configuration.maxCachedBytes = 0
        var server = TableServer(configuration: configuration)
        server.mount("/", await TableView(title: "T", root: root(Asked(asked))))
        try await server.test(.socket) { client in
            for count in 1...4 {
                _ = try await client.get("/table.json")
                #expect(asked.number.load(ordering: .relaxed) >= count)
            }
        }
    }

    private final class Asked: CascadingBareTableDelegate {
        let count: Count
        init(_ count: Count) {
            self.count = count
            super.init()
        }
        override func tableView(_ tableView: TableView, cellForRowAt indexPath: IndexPath) -> TableViewCell {
            count.number.add(1, ordering: .relaxed)
            return TableViewCell(title: "a")
        }
    }
}
