import CascadingTable
import HTTPTypes
import TableTesting
import Testing

@testable import TableServer

/// A store that suspends at each call, and counts them.
private actor RemoteStore: StateStore {
    private let memory = MemoryStateStore()
    private(set) var calls: [String] = []
    private var refusesChanges = false

    func value(for key: String) async -> [UInt8]? {
        calls.append("value")
        await Task.yield()
        return await memory.value(for: key)
    }

    func set(_ value: StateValue?, for key: String, ifEqual expected: [UInt8]?) async throws -> StateChange {
        if refusesChanges { throw BrokenStore.Failure() }
        calls.append("set")
        await Task.yield()
        return await memory.set(value, for: key, ifEqual: expected)
    }

    func forgetCalls() { calls = [] }

    func refuseChanges(_ refuses: Bool) { refusesChanges = refuses }
}

/// A store that always fails.
private struct BrokenStore: StateStore {
    struct Failure: VisitorFacingError {
        var message: LocalizedMessage { "The store is gone." }
        var kind: TableViewError.Kind { .unavailable }
    }

    func value(for key: String) throws -> [UInt8]? { throw Failure() }
    func set(_ value: StateValue?, for key: String, ifEqual expected: [UInt8]?) throws -> StateChange {
        throw Failure()
    }
}

@Suite struct StateStoreTests {
    @Test func `The memory keeps the contract`() async throws {
        let store = MemoryStateStore()
        try await StateStoreContract(store).check()
        try await StateStoreContract(RemoteStore()).check()
    }

    @Test func `A value of the memory that must stay is not dropped`() async throws {
        let store = MemoryStateStore(capacity: 3, maxBytes: 11_000)
        func set(_ key: String, count: Int = 1, isEvictable: Bool = true) async -> StateChange {
            await store.set(
                StateValue([UInt8](repeating: 1, count: count), lifetime: .seconds(60), isEvictable: isEvictable),
                for: key,
                ifEqual: await store.value(for: key))
        }
        #expect(await set("pinned", isEvictable: false) == .done)
        for number in 0..<5 { #expect(await set("\(number)") == .done) }
        #expect(await store.value(for: "pinned") == [1])
        #expect(await store.value(for: "2") == nil)
        #expect(await store.value(for: "4") == [1])
        #expect(await set("large", count: 9000, isEvictable: false) == .done)
        #expect(await set("pinned", count: 1000, isEvictable: false) == .full)
        #expect(await store.value(for: "pinned") == [1])
        // It may be dropped at once.
        #expect(await set("other") == .done)
        #expect(await store.value(for: "large")?.count == 9000)
    }

    /// Returns two servers with one table each, which share a store.
    private func servers(sharing store: any StateStore) async -> [TableServer] {
        var servers: [TableServer] = []
        for _ in 0..<2 {
            var server = TableServer()
            let tableView = await Market().tableView
            TableActor.run { tableView.allowsMultipleSelection = true }
            server.mount("/", tableView)
            server.stateStore = store
            servers.append(server)
        }
        return servers
    }

    private func selection(_ client: any TestClient, _ headers: HTTPFields) async throws -> [Int] {
        let parts = try await client.get("/table.json", headers: headers).text.split(separator: "\"selected\":")
        return parts.dropFirst().enumerated().filter { $1.hasPrefix("true") }.map(\.offset)
    }

    @Test(arguments: TestRig.allCases)
    func `Two servers share what a visitor selects`(rig: TestRig) async throws {
        let store = RemoteStore()
        let servers = await servers(sharing: store)
        try await servers[0].test(rig) { first in
            try await servers[1].test(rig) { second in
                let cookie = try await first.post("/select/0/0").newCookie
                let headers: HTTPFields = [.cookie: cookie]
                #expect(try await selection(second, headers) == [0])
                let answer = try await second.post("/select/0/1", headers: headers)
                #expect(answer.status == 200 && answer.newCookie.isEmpty)
                #expect(try await selection(first, headers) == [0, 1])
                #expect(try await selection(second, headers) == [0, 1])
                _ = try await first.post("/deselect/0/0", headers: headers)
                _ = try await first.post("/deselect/0/1", headers: headers)
                #expect(try await selection(second, headers) == [])
                #expect(try await second.post("/select/0/0", headers: headers).newCookie.isEmpty)
                // A visitor without a cookie costs no question.
                await store.forgetCalls()
                #expect(try await selection(first, [:]) == [])
                #expect(await store.calls == [])
            }
        }
    }

    @Test func `A request is carried out once by two servers`() async throws {
        let servers = await servers(sharing: RemoteStore())
        let headers: HTTPFields = [try #require(HTTPField.Name("Idempotency-Key")): "a"]
        try await servers[0].test(.inProcess) { first in
            try await servers[1].test(.inProcess) { second in
                let answer = try await first.post("/select/0/0", headers: headers)
                let repeated = try await second.post("/select/0/0", headers: headers)
                #expect(repeated.status == 200 && repeated.body == answer.body)
                #expect(!answer.newCookie.isEmpty && repeated.newCookie.isEmpty)
                #expect(repeated.headers[.contentType] == answer.headers[.contentType])
                #expect(try await second.post("/select/0/1", headers: headers).status == 422)
            }
        }
    }

    @Test func `Changes of one visitor at the same time in two tables are both saved`() async throws {
        let store = RemoteStore()
        let market = await Market()
        let stores = (0..<2).map { _ in SessionStore(capacity: 4, shared: store) }
        func select(_ row: Int, of visitor: String?, table: String, in sessions: SessionStore) async throws -> String {
            let visit = await sessions.visit(of: visitor, to: table)
            TableActor.run {
                _ = market.tableView.answering(TableRequest(session: visit.session)) {
                    market.tableView.selectRow(at: [0, row])
                }
                _ = sessions.keep(visit)
            }
            try await sessions.save(visit)
            return visit.session.id
        }
        let id = try await select(0, of: nil, table: "/", in: stores[0])
        for sessions in stores { try await sessions.load(id) }
        // The second server does not know of the first one's change.
        _ = try await select(0, of: id, table: "/a/", in: stores[0])
        _ = try await select(0, of: id, table: "/b/", in: stores[1])
        for sessions in stores {
            try await sessions.load(id)
            for table in ["/", "/a/", "/b/"] {
                #expect(await !sessions.session(ofVisitor: id, table: table).isEmpty, "\(table)")
            }
        }
        // A visitor whom the store has forgotten is forgotten by the servers.
        _ = try await store.set(nil, for: "session\n\(id)", ifEqual: await store.value(for: "session\n\(id)"))
        try await stores[1].load(id)
        #expect(await stores[1].session(ofVisitor: id, table: "/").id == "")
    }

    @Test func `A selection that cannot be saved is not made`() async throws {
        let store = RemoteStore()
        let server = await servers(sharing: store)[0]
        try await server.test(.inProcess) { client in
            let headers: HTTPFields = [.cookie: try await client.post("/select/0/0").newCookie]
            await store.refuseChanges(true)
            #expect(try await client.post("/select/0/1", headers: headers).status == 503)
            await store.refuseChanges(false)
            #expect(try await selection(client, headers) == [0])
        }
    }

    @Test func `Without the store, visitors with a cookie get 503`() async throws {
        let server = await servers(sharing: BrokenStore())[0]
        try await server.test(.inProcess) { client in
            let headers: HTTPFields = [.cookie: "cascade=\(String(repeating: "a", count: 39))"]
            #expect(try await client.get("/table.json").status == 200)
            let answer = try await client.get("/table.json", headers: headers)
            #expect(answer.status == 503 && answer.text.contains("The store is gone."))
        }
    }
}
