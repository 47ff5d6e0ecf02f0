import CascadingTable
import HTTPTypes
import MicroHTTPD
import TableServer
import TableTesting
import Testing

/// Tests loads of rows whose clients have left.
@Suite struct LoadingCancelledTests {
    private static let requests: [@Sendable (any TestClient) async throws -> TestResponse] = [
        { try await $0.get("/table.json?_size=2") }, { try await $0.get("/rows/0/1") },
        { try await $0.post("/select/0/1") }, { try await $0.get("/drag/0/1") },
    ]

    @Test(arguments: requests.indices)
    func whoLeavesHasHisRowsCancelled(index: Int) async throws {
        let well = await Well()
        try await well.server().test(.inProcess) { client in
            let request = Task { try await Self.requests[index](client) }
            await well.waitUntilAsked()
            #expect(await well.cancelled == [])
            request.cancel()
            _ = await request.result
            await well.waitUntilCancelled()

            #expect(await well.cancelled.count == 1)
            #expect(await well.cancelled.first == well.asked)
            #expect(await well.sawCancellation)
        }
    }

    @Test func whatAnotherWaitsForIsNotCancelled() async throws {
        let well = await Well()
        try await well.server().test(.inProcess) { client in
            let first = Task { try await client.get("/table.json?_size=2") }
            let second = Task { try await client.get("/table.json?_size=2") }
            await well.waitUntilAsked(times: 2)
            first.cancel()
            _ = await first.result
            #expect(await well.cancelled == [])
            await well.fill()
            let answer = try await second.value
            #expect(answer.status == 200)
            #expect(await well.cancelled == [])
        }
    }

    @Test(arguments: TestRig.allCases, [true, false])
    func noOneWaitsForGood(rig: TestRig, heeds: Bool) async throws {
        let well = await Well(heedsCancellation: heeds)
        try await well.server { $0.loadingTimeout = .milliseconds(50) }.test(rig) { client in
            let answer = try await client.get("/table.json?_size=2")
            #expect(answer.status == 503)
            #expect(answer.text.contains("The rows took too long to load."))
            #expect(answer.headers[.cacheControl] == "no-store")
            await well.waitUntilCancelled()
            #expect(await well.cancelled == [[[0, 0], [0, 1]]])

            await well.fill()
            #expect(try await client.get("/table.json?_size=2").status == 200)
        }
    }
}

/// A table whose rows are loaded when the test allows it.
@TableActor
private final class Well: TableViewDataSource, TableViewDelegate {
    private(set) var asked: [IndexPath] = []
    private(set) var cancelled: [[IndexPath]] = []
    private(set) var sawCancellation = false
    private var times = 0
    private var isFull = false
    private let heedsCancellation: Bool

    init(heedsCancellation: Bool = true) {
        self.heedsCancellation = heedsCancellation
    }

    nonisolated func server(
        _ change: (inout TableServer.Configuration) -> Void = { _ in }
    ) async -> TableServer {
        var configuration = TableServer.Configuration()
        change(&configuration)
        var server = TableServer(configuration: configuration)
        server.mount("/", await TableView(title: "Well", dataSource: self, delegate: self))
        return server
    }

    func fill() { isFull = true }

    func waitUntilAsked(times: Int = 1) async {
        for _ in 0..<10_000 where self.times < times { await Self.pause() }
    }

    func waitUntilCancelled() async {
        for _ in 0..<10_000 where cancelled.isEmpty { await Self.pause() }
    }

    private static func pause() async {
        // Sleeps in a detached task, because a cancelled task would not sleep.
        await Task.detached { try? await Task.sleep(for: .milliseconds(2)) }.value
    }

    func tableView(_ tableView: TableView, numberOfRowsInSection section: Int) -> Int { 10 }
    func tableView(_ tableView: TableView, cellForRowAt indexPath: IndexPath) -> TableViewCell {
        TableViewCell(title: "Row")
    }

    func tableView(_ tableView: TableView, prefetchRowsAt indexPaths: [IndexPath]) -> TablePrefetch? {
        guard !isFull else { return nil }
        return .awaiting {
            self.asked = indexPaths
            self.times += 1
            for _ in 0..<10_000 where !self.isFull && !(self.heedsCancellation && Task.isCancelled) {
                await Self.pause()
            }
            self.sawCancellation = Task.isCancelled
            try Task.checkCancellation()
        }
    }

    func tableView(_ tableView: TableView, cancelPrefetchingForRowsAt indexPaths: [IndexPath]) {
        cancelled.append(indexPaths)
    }
}
