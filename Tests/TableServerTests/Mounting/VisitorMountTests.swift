import CascadingTable
import HTTPTypes
import Synchronization
import TableTesting
import Testing

@testable import TableServer

/// Tests a path with a table for each visitor.
@Suite struct VisitorMountTests {
    /// A log of the tables' events, in order.
    private final class Log: Sendable {
        private let texts = Mutex<[String]>([])
        var all: [String] { texts.withLock { $0 } }
        func add(_ text: String) { texts.withLock { $0.append(text) } }

        /// Waits until the log has this number of texts.
        func wait(for count: Int) async throws {
            for _ in 0..<600 where all.count < count { try await Task.sleep(for: .milliseconds(10)) }
        }
    }

    /// The notes of one visitor.
    private final class Notes: TableViewController {
        let owner: String
        private let log: Log
        private var notes = 1

        init(of owner: String, _ log: Log) {
            (self.owner, self.log) = (owner, log)
            super.init()
            title = "Notes"
            log.add("made \(owner)")
        }

        deinit { log.add("released \(owner)") }

        override func viewDidLoad() {
            tableView.hosting.dropHandler = { [log, owner] _ in log.add("dropped \(owner)") }
            tableView.toolbar = [
                TableViewToolbarAction(id: "add", title: "Add") { [weak self] _ in self?.addNote() },
                TableViewToolbarAction(id: "refuse", title: "Refuse") { _ in throw TableViewError(.vetoed, "No.") },
            ]
        }
        private func addNote() {
            notes += 1
            tableView.insertRows(at: [IndexPath(row: notes - 1, section: 0)])
        }
        override func tableView(_ tableView: TableView, numberOfRowsInSection section: Int) -> Int { notes }
        override func tableView(_ tableView: TableView, cellForRowAt indexPath: IndexPath) -> TableViewCell {
            TableViewCell(title: "\(owner)-\(indexPath.row)")
        }
        override func tableView(_ tableView: TableView, didSelectRowAt indexPath: IndexPath) { addNote() }
        override func tableViewDidDisappear(viewers: Int) { log.add("\(viewers) look at \(owner)") }
    }

    /// Creates a server that identifies users by the cookie `desk`.
    private func server(_ log: Log, _ change: (inout TableServer.Configuration) -> Void = { _ in }) -> TableServer {
        var configuration = TableServer.Configuration()
        change(&configuration)
        var server = TableServer(configuration: configuration)
        server.mount("/my/", forEach: .visitor) { visitor, _ in
            guard visitor.user as? String != "banned" else { return nil }
            return Notes(of: visitor.user as? String ?? visitor.id.map { "session \($0)" } ?? "nobody", log)
        }
        return server
    }

    private func identify(in server: inout TableServer) {
        server.identify { request in
            await Task.yield()
            return request.cookies["desk"]
        }
    }

    private static let paths = [
        "/my/", "/my/table.json", "/my/table.txt", "/my/table.csv", "/my/table.md", "/my/table.ndjson",
        "/my/sections/0",
        "/my/rows/0/0", "/my/rows/0/0.json", "/my/?_fresh=1",
    ]

    @Test(arguments: TestRig.allCases)
    func eachUserHasATable(rig: TestRig) async throws {
        let log = Log()
        var server = server(log)
        identify(in: &server)
        try await server.test(rig) { client in
            var tags: [String: String] = [:]
            for path in Self.paths.shuffled() + Self.paths.shuffled() {
                for (user, other) in [("anna", "bert"), ("bert", "anna")] {
                    let known = tags[path].map { [HTTPField(name: .ifNoneMatch, value: $0)] } ?? []
                    let answer = try await client.get(
                        path, headers: HTTPFields([HTTPField(name: .cookie, value: "desk=\(user)")] + known))
                    #expect(answer.status == 200)
                    #expect(answer.text.contains("\(user)-0") && !answer.text.contains(other), "\(user) \(path)")
                    #expect(answer.headers[.cacheControl] == "private, no-cache", "\(path)")
                    tags[path] = answer.headers[.eTag]
                }
            }
            #expect(log.all.sorted() == ["made anna", "made bert"])
            // when one adds a note
            #expect(try await client.post("/my/select/0/0", headers: [.cookie: "desk=anna"]).status == 200)
            // then only this user sees it
            for (user, count) in [("anna", 2), ("bert", 1), ("anna", 2)] {
                let page = try await client.get("/my/table.json", headers: [.cookie: "desk=\(user)"])
                #expect(try page.decode(TableJSON.self).titles.count == count)
            }
            #expect(try await client.get("/my/", headers: [.cookie: "desk=banned"]).status == 404)
            let answer = try await client.get("/my.json", headers: [.cookie: "desk=anna"])
            #expect(answer.status == 308 && answer.headers[.location] == "/my/table.json")
        }
    }

    /// An expired login takes effect at once, although the request is the same.
    @Test func aTableIsNotRepeatedForAnotherUser() async throws {
        let log = Log()
        var server = server(log)
        let signedIn = Mutex("anna")
        server.identify { _ in signedIn.withLock { $0 } }
        try await server.test(.socket) { client in
            for user in ["anna", "anna", "bert", "anna"] {
                signedIn.withLock { $0 = user }
                let page = try await client.get("/my/table.json")
                #expect(try page.decode(TableJSON.self).titles == ["\(user)-0"])
            }
        }
    }

    @Test(arguments: TestRig.allCases)
    func theTableNotUsedForLongestIsDropped(rig: TestRig) async throws {
        let log = Log()
        var server = server(log) { $0.maxVisitorTables = 2 }
        identify(in: &server)
        try await server.test(rig) { client in
            for user in ["anna", "bert", "anna", "cleo"] {
                let status = try await client.get("/my/", headers: [.cookie: "desk=\(user)"]).status
                #expect(status == 200)
            }
            try await log.wait(for: 5)
            #expect(log.all == ["made anna", "made bert", "made cleo", "dropped bert", "released bert"])
            #expect(try await client.get("/my/", headers: [.cookie: "desk=anna"]).status == 200)
            #expect(log.all.count == 5)
            #expect(try await client.get("/my/", headers: [.cookie: "desk=bert"]).status == 200)
            try await log.wait(for: 8)
            #expect(log.all.suffix(3) == ["made bert", "dropped cleo", "released cleo"])
        }
    }

    @Test func streamsOfADroppedTableEnd() async throws {
        let log = Log()
        var server = server(log) { $0.maxVisitorTables = 1 }
        identify(in: &server)
        try await server.listening { port in
            let reader = try StreamReader("/my/events", port: port, headers: ["Cookie: desk=anna"])
            _ = try await reader.read()
            _ = try await StreamReader("/my/", port: port, headers: ["Cookie: desk=bert"]).readToEnd()
            _ = try await reader.readToEnd()
            try await log.wait(for: 5)
            #expect(log.all.sorted() == ["0 look at anna", "dropped anna", "made anna", "made bert", "released anna"])
            #expect(log.all.last == "released anna")
        }
    }

    /// A table can be dropped between the request for its events and their stream.
    @Test func aStreamOfATableThatWasJustDroppedEnds() async throws {
        final class Dropped: TableViewController {
            var drop: (@Sendable () -> Void)?
            override func tableViewWillAppear(viewers: Int) { drop?() }
        }
        let table = await Dropped()
        var server = TableServer()
        server.mount("/my/", forEach: .visitor) { _, _ in table }
        server.identify { $0.cookies["desk"] }
        let mount = server.mounts[0]
        TableActor.run { table.drop = { for open in mount.openTables { open.table.close() } } }
        try await server.listening { port in
            _ = try await StreamReader("/my/events", port: port, headers: ["Cookie: desk=anna"]).readToEnd()
        }
        TableActor.run { table.drop = nil }
    }

    /// Without users, a visitor is known by the session cookie. Without a session, a table lasts for one request.
    @Test(arguments: TestRig.allCases)
    func anonymousVisitorsAreKnownByTheirSession(rig: TestRig) async throws {
        let log = Log()
        var server = server(log)
        await server.mount("/", Market().tableView)
        try await server.test(rig) { client in
            // given visitors without a cookie, or with one that the server has not made
            for headers: HTTPFields in [[:], [.cookie: "cascade=\(String(repeating: "a", count: 39))"]] {
                for _ in 0..<2 {
                    let page = try await client.get("/my/table.json", headers: headers)
                    #expect(page.headers[.cacheControl] == "private, no-cache")
                    #expect(try page.decode(TableJSON.self).titles == ["nobody-0"])
                }
            }
            try await log.wait(for: 12)
            #expect(log.all.count { $0.hasPrefix("made") } == 4)
            #expect(log.all.count { $0.hasPrefix("released") } == 4)
            // when visitors have sessions
            let (one, other) = (
                try await client.post("/select/0/1").newCookie, try await client.post("/select/0/2").newCookie
            )
            #expect(try await client.post("/my/select/0/0", headers: [.cookie: one]).status == 200)
            // then each session keeps its table
            for (cookie, count) in [(one, 2), (other, 1), (one, 2), (other, 1)] {
                let page = try await client.get("/my/table.json", headers: [.cookie: cookie])
                #expect(try page.decode(TableJSON.self).titles.count == count)
            }
            #expect(log.all.count { $0.hasPrefix("made") } == 6)
        }
    }

    /// Also an action that selects nothing, here a button of the toolbar, with and without JavaScript.
    @Test(arguments: TestRig.allCases)
    func theFirstActionOfAnAnonymousVisitorCounts(rig: TestRig) async throws {
        let log = Log()
        let server = server(log)
        try await server.test(rig) { client in
            for accept in ["application/json", "text/html"] {
                let added = try await client.post("/my/toolbar/add", headers: [.accept: accept])
                #expect(added.status < 400, "\(added.text)")
                let cookie = added.newCookie
                for count in [2, 3] {
                    let page = try await client.get("/my/table.json", headers: [.cookie: cookie])
                    let titles = try page.decode(TableJSON.self).titles
                    #expect(titles.count == count)
                    // The table was made for the session that it is kept for.
                    #expect(titles[0] == "session \(cookie.dropFirst("cascade=".count))-0")
                    #expect(page.headers[.eTag] != nil)
                    #expect(try await client.post("/my/toolbar/add", headers: [.cookie: cookie]).status < 400)
                }
                #expect(try await client.get("/my/table.json").decode(TableJSON.self).titles.count == 1)
            }
            // An action that is refused begins no session.
            let refused = try await client.post("/my/toolbar/refuse")
            #expect(refused.status >= 400 && refused.headers[.setCookie] == nil)
            try await log.wait(for: 2 * 4 + 2 * 2)
            #expect(log.all.count { $0.hasPrefix("dropped") } == 3)
        }
    }

    /// The identity of an object is its address, which another object may have later.
    @Test func aUserWithoutAnIdentityHasATableForTheRequest() async throws {
        struct Nameless: Sendable {}
        final class Person: Identifiable, Sendable {}
        for (isNameless, count) in [(true, 3), (false, 3)] {
            let log = Log()
            var server = server(log)
            server.identify { _ -> (any Sendable)? in isNameless ? Nameless() as any Sendable : Person() }
            try await server.test(.inProcess) { client in
                for _ in 0..<3 { _ = try await client.get("/my/") }
            }
            #expect(log.all.count { $0.hasPrefix("made") } == count)
        }
    }
}
