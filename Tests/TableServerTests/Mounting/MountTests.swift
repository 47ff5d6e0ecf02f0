import CascadingTable
import HTTPTypes
import TableServer
import TableTesting
import Testing

/// Tests how long a table stays open.
@Suite struct MountTests {
    /// On one path, 128 tables stay open. The table that was not used for longest is closed, and later opened anew.
    @Test func theTableNotLookedAtForLongestIsClosed() async throws {
        let count = Counter()
        var server = TableServer()
        server.mount("/:name/", forEach: .path) { _ in
            await count.increase()
            return Market(fruit: 1, vegetables: 0).tableView
        }
        try await server.test(.inProcess) { client in
            func look(_ name: Int) async throws {
                let status = try await client.get("/t\(name)/table.json").status
                #expect(status == 200)
            }
            for name in 0..<128 { try await look(name) }
            try await look(0)
            #expect(await count.value == 128)
            try await look(128)
            try await look(0)
            #expect(await count.value == 129)
            try await look(1)
            #expect(await count.value == 130)
        }
    }

    @Test func aTableThatIsOpenedAgainHasTagsOfItsOwn() async throws {
        var tags: Set<String> = []
        for _ in 0..<5 {
            try await Market().server().test(.inProcess) { client in
                tags.insert(try #require(try await client.get("/").headers[.eTag]))
            }
        }
        #expect(tags.count == 5)
    }

    @Test func aTableIsOpenedOnceHoweverManyWait() async throws {
        let count = Counter()
        var server = TableServer()
        server.mount("/:name/", forEach: .path) { _ in
            await count.increase()
            try await Task.sleep(for: .milliseconds(50))
            return Market().tableView
        }
        try await server.test(.socket) { client in
            try await withThrowingTaskGroup(of: Int.self) { group in
                for _ in 0..<10 { group.addTask { try await client.get("/a/table.json").status } }
                for try await status in group { #expect(status == 200) }
            }
        }
        #expect(await count.value == 1)
    }

    @Test func aTableThatHasMovedIsRedirectedTo() async throws {
        var server = TableServer()
        server.mount("/:land/row/:key/", forEach: .path) { parameters in
            if parameters["key"] == "1" { throw TableMovedError(folder: "a%20b") }
            return Market().tableView
        }
        try await server.test(.inProcess) { client in
            for (path, location) in [
                ("/fr%2F/row/1/", "/fr%2F/row/a%20b/"),
                ("/x/row/%31/table.json?_size=2", "/x/row/a%20b/table.json?_size=2"),
                ("/x/row/1/rows/0/1", "/x/row/a%20b/rows/0/1"),
            ] {
                let reply = try await client.get(path)
                #expect(reply.status == 308)
                #expect(reply.headers[.location] == location)
                #expect(try await client.get(location).status == 200)
            }
        }
    }

    @Test func aTableThatIsNeverOpenedKeepsNoServerFromStopping() async throws {
        // given a request that waits for its table
        var configuration = TableServer.Configuration()
        configuration.http.shutdownGrace = .milliseconds(100)
        var server = TableServer(configuration: configuration)
        let (openings, opening) = AsyncStream<Void>.makeStream()
        server.mount("/:name/", forEach: .path) { _ in
            opening.yield()
            try await Task.sleep(for: .seconds(600))
            return nil
        }
        var waiting: Task<Int, any Error>?
        // when
        try await server.test(.socket) { client in
            waiting = Task { try await client.get("/a/").status }
            for await _ in openings { break }
        }
        // then it is refused, or disconnected if the machine is too busy to send the refusal
        let status = try? await waiting?.value
        #expect(status == nil || status == 503)
    }

    @Test func aTableThatCannotBeOpenedIsTriedAgain() async throws {
        let count = Counter()
        var server = TableServer()
        server.mount("/:name/", forEach: .path) { _ in
            guard await count.increase() > 1 else { throw HTTPError(.serviceUnavailable) }
            return Market().tableView
        }
        try await server.test(.inProcess) { client in
            #expect(try await client.get("/a/").status == 503)
            #expect(try await client.get("/a/").status == 200)
            let third = try await client.get("/a/")
            #expect(third.status == 200)
        }
        #expect(await count.value == 2)
    }

    /// The closure hangs and ignores its cancellation.
    @Test(arguments: TestRig.allCases, ["/a/table.json", "/a.json", "/a/select/0/0", "/my/"])
    func aTableThatDoesNotOpenInTimeIsTriedAgain(rig: TestRig, path: String) async throws {
        let count = Counter()
        let open = { @Sendable () async -> TableView in
            if await count.increase() == 1 { await Task { try? await Task.sleep(for: .seconds(4)) }.value }
            return await Market().tableView
        }
        var configuration = TableServer.Configuration()
        configuration.loadingTimeout = .seconds(1)
        var server = TableServer(configuration: configuration)
        server.identify { _ in "anna" }
        server.mount("/:name/", forEach: .path) { _ in await open() }
        server.mount("/my/", forEach: .visitor) { _, _ in await open() }
        try await server.test(rig) { client in
            func send() async throws -> TestResponse {
                path.contains("select") ? try await client.post(path) : try await client.get(path)
            }
            let late = try await send()
            #expect(late.status == 503 && late.headers[.retryAfter] == "5")
            // The next request may still join the opening that is about to time out.
            var next = try await send()
            for _ in 0..<20 where next.status == 503 { next = try await send() }
            #expect(next.status == (path == "/a.json" ? 308 : 200))
            // On a busy machine, the second opening can be late as well.
            #expect(await count.value >= 2)
        }
    }

    /// Each step takes less time than the limit, but together they take more.
    @Test(arguments: TestRig.allCases, ["/a/table.json", "/my.json", "/my/"])
    func allStepsHaveOneDeadline(rig: TestRig, path: String) async throws {
        let open = { @Sendable () async throws -> TableView in
            try await Task.sleep(for: .milliseconds(300))
            return await Market().tableView
        }
        var configuration = TableServer.Configuration()
        configuration.loadingTimeout = .milliseconds(500)
        var server = TableServer(configuration: configuration)
        server.identify { _ in
            try await Task.sleep(for: .milliseconds(300))
            return "anna"
        }
        server.mount("/:name/", forEach: .path) { _ in try await open() }
        server.mount("/my/", forEach: .visitor) { _, _ in try await open() }
        try await server.test(rig) { client in
            let answer = try await client.get(path)
            #expect(answer.status == 503)
        }
    }
}

private actor Counter {
    private(set) var value = 0

    @discardableResult
    func increase() -> Int {
        value += 1
        return value
    }
}
