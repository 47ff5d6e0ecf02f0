import Testing

@testable import MicroHTTPD

/// Tests deadlines for connections that libmicrohttpd's own timeout would never close.
struct DeadlineTests {
    private func run(
        _ configure: (inout HTTPServer.Configuration) -> Void = { _ in },
        handler: @escaping HTTPServer.Handler = { .text("\($0.body.count)") },
        body: (TestServer) async throws -> Void
    ) async throws {
        try await TestServer.run {
            $0.requestTimeout = .milliseconds(400)
            configure(&$0)
        } handler: {
            try await handler($0)
        } body: {
            try await body($0)
        }
    }

    /// Sends a byte every 50 ms until the server closes, and returns the time since `start`.
    private func trickle(
        _ client: RawClient, _ byte: String, since start: ContinuousClock.Instant
    ) async throws -> Duration {
        while ContinuousClock.now - start < .seconds(60), try await client.send(byte) {
            try await Task.sleep(for: .milliseconds(50))
        }
        return ContinuousClock.now - start
    }

    @Test(arguments: [
        "", "GET / HTTP/1.1\r\nHost: x\r\nX: ", "POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 100000\r\n\r\n",
        "POST / HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\n1000\r\n",
    ])
    func cutsATrickle(_ beginning: String) async throws {
        try await run(body: { server in
            // given
            let start = ContinuousClock.now
            let client = try server.connect()
            try await client.send(beginning)
            // when
            let duration = try await trickle(client, "a", since: start)
            // then
            #expect(duration < .seconds(30))
            #expect(try await client.answers().first?.status == 408)
        })
    }

    @Test func cutsATrickleAfterAnAnswer() async throws {
        try await run {
            $0.idleTimeout = .seconds(1)
        } body: { server in
            // given a connection that has received a response
            let client = try server.connect()
            let start = ContinuousClock.now
            try await client.send("GET / HTTP/1.1\r\nHost: x\r\n\r\n")
            #expect(try await client.answers().first?.status == 200)
            // when the next request line comes byte by byte
            let duration = try await trickle(client, "G", since: start)
            // then it is closed after idle time and deadline together
            #expect(duration < .seconds(30))
        }
    }

    @Test func letsAConnectionRest() async throws {
        try await run(body: { server in
            // given
            let client = try server.connect()
            for _ in 0..<3 {
                try await client.send("GET / HTTP/1.1\r\nHost: x\r\n\r\n")
                #expect(try await client.answers().first?.status == 200)
                // when it idles for longer than a request may take
                try await Task.sleep(for: .milliseconds(600))
            }
        })
    }

    @Test func givesAHandlerItsTime() async throws {
        // given a handler that takes longer than the timeout of requests
        try await run({ $0.requestTimeout = .seconds(1) }) { _ in
            try await Task.sleep(for: .milliseconds(1500))
            return .text("late")
        } body: { server in
            let answer = try await server.get("/")
            #expect(answer?.text == "late")
        }
    }

    @Test func cutsASlowReader() async throws {
        let large = [UInt8](repeating: 0x61, count: 8_000_000)
        try await run {
            $0.minSendRate = 100_000_000
        } handler: { _ in
            .bytes(large, contentType: "text/plain")
        } body: { server in
            // given
            let client = try RawClient(port: server.port, receiveBuffer: 4096)
            try await client.send("GET / HTTP/1.1\r\nHost: x\r\n\r\n")
            // when it reads a little at a time
            var taken = 0
            let start = ContinuousClock.now
            while ContinuousClock.now - start < .seconds(4) {
                let more = try await client.read(1000)
                if more.isEmpty { break }
                taken += more.count
                try await Task.sleep(for: .milliseconds(10))
            }
            // then it does not reach the end, and the server closes it
            #expect(taken < 8_000_000)
            #expect(try await server.isDrained())
        }
    }
}
