import HTTPTypes
import Testing

@testable import MicroHTTPD

struct ConnectionTests {
    @Test func answersPipelinedRequestsInOrder() async throws {
        try await TestServer.run { server in
            let client = try server.connect()
            try await client.send((0..<50).map { "GET /\($0) HTTP/1.1\r\nHost: x\r\n\r\n" }.joined())
            #expect(try await client.answers(50).map(\.text) == (0..<50).map { "GET /\($0)" })
        }
    }

    @Test(arguments: [
        ("GET / HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n", false), ("GET / HTTP/1.0\r\n\r\n", false),
        ("GET / HTTP/1.0\r\nConnection: keep-alive\r\n\r\n", true), ("GET / HTTP/1.1\r\nHost: x\r\n\r\n", true),
    ])
    func staysOpenAsAsked(_ request: String, _ staysOpen: Bool) async throws {
        try await TestServer.run { server in
            let client = try server.connect()
            try await client.send(request)
            #expect(try await client.answers().count == 1)
            try await client.send(request)
            #expect(try await client.answers().count == (staysOpen ? 1 : 0))
        }
    }

    @Test func closesWhenSilent() async throws {
        try await TestServer.run {
            $0.idleTimeout = .seconds(1)
        } body: { server in
            let client = try server.connect()
            try await client.send("GET / HTTP/1.1\r\nHost: x\r\n\r\n")
            _ = try await client.answers()
            let start = ContinuousClock.now
            #expect(try await client.readToEnd() == [])
            #expect(ContinuousClock.now - start < .seconds(40))
        }
    }

    @Test func areLimitedForAnAddress() async throws {
        try await TestServer.run {
            $0.maxConnectionsPerAddress = 3
        } body: { server in
            // given as many connections as one address may have
            let clients = try (0..<3).map { _ in try server.connect() }
            for client in clients {
                try await client.send("GET / HTTP/1.1\r\nHost: x\r\n\r\n")
                #expect(try await client.answers().count == 1)
            }
            // then one more is closed without a response
            #expect(try await server.get("/") == nil)
        }
    }

    @Test func leaveRoomForOtherAddresses() async throws {
        try await TestServer.run {
            $0.threads = 1
            $0.maxConnections = 64
            $0.maxConnectionsPerAddress = 32
        } body: { server in
            func connect(from source: String) async throws -> RawClient? {
                let client = try RawClient(port: server.port, source: source)
                try await client.send("GET / HTTP/1.1\r\nHost: x\r\n\r\n")
                return try await client.answers().isEmpty ? nil : client
            }
            // given two addresses that connect as often as they can
            var clients: [RawClient] = []
            for source in ["127.0.0.1", "127.0.0.2"] {
                for _ in 0..<32 { if let client = try await connect(from: source) { clients.append(client) } }
            }
            // then they got all connections except the last quarter, and other addresses are still served
            #expect(clients.count == 48)
            #expect(try await connect(from: "127.0.0.3") != nil)
            #expect(try await connect(from: "127.0.0.2") == nil)
            withExtendedLifetime(clients) {}
        }
    }

    @Test func areAllForAProxy() async throws {
        try await TestServer.run {
            $0.threads = 1
            $0.maxConnections = 20
            $0.maxConnectionsPerAddress = 0
        } body: { server in
            var clients: [RawClient] = []
            for _ in 0..<20 {
                let client = try server.connect()
                try await client.send("GET / HTTP/1.1\r\nHost: x\r\n\r\n")
                #expect(try await client.answers().count == 1)
                clients.append(client)
            }
        }
    }

    @Test func areAllForgotten() async throws {
        try await TestServer.run { server in
            for index in 0..<100 {
                let client = try server.connect()
                try await client.send(String("GET / HTTP/1.1\r\nHost: x\r\n\r\n".prefix(index % 30)))
                if index % 2 == 0 { client.reset() }
            }
            #expect(try await server.isDrained())
        }
    }

    @Test func seeOneRequestEach() async throws {
        // given a handler that is called on several threads at once
        let seen = Recorder<String>()
        let handler: HTTPServer.Handler = { request in
            seen.note(request.target)
            return .text(request.target)
        }
        try await TestServer.run(handler: handler) { server in
            try await withThrowingTaskGroup { group in
                for client in 0..<20 {
                    group.addTask {
                        for turn in 0..<20 {
                            let answer = try await server.get("/\(client)/\(turn)")
                            #expect(answer?.text == "/\(client)/\(turn)")
                        }
                    }
                }
                try await group.waitForAll()
            }
        }
        #expect(Set(seen.events).count == 400)
    }
}
