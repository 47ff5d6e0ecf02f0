import Bytes
import Logging
import Testing

@testable import MicroHTTPD

struct ListeningTests {
    private func make(host: String = "127.0.0.1", port: Int = 0) -> HTTPServer {
        var configuration = HTTPServer.Configuration(host: host, port: port)
        configuration.threads = 1
        return HTTPServer(
            configuration: configuration, logger: Logger(label: "test", factory: { _ in SwiftLogNoOpLogHandler() })
        ) { .text($0.remoteAddress) }
    }

    @Test(arguments: [
        ("127.0.0.1", "127.0.0.1", "127.0.0.1"), ("localhost", "127.0.0.1", "127.0.0.1"),
        ("0.0.0.0", "127.0.0.1", "127.0.0.1"), ("::1", "::1", "::1"), ("[::1]", "::1", "::1"), ("::", "::1", "::1"),
        ("::", "127.0.0.1", "127.0.0.1"),
    ])
    func takesConnections(_ host: String, _ from: String, _ peer: String) async throws {
        // given
        let server = make(host: host)
        let address = try server.start()
        // when
        let client = try RawClient(port: address.port, host: from)
        try await client.send("GET / HTTP/1.1\r\nHost: x\r\n\r\n")
        // then
        #expect(try await client.answers().first?.text == peer)
        #expect(server.port == address.port)
        await server.stop()
    }

    @Test func saysThatAPortIsTaken() async throws {
        let first = make()
        try first.start()
        let second = make(port: try #require(first.port))
        #expect { try second.start() } throws: { HTTPServerError.Code.addressInUse ~= $0 }
        await first.stop()
    }

    @Test(arguments: [
        ("no.such.host.invalid", HTTPServerError.Code.hostNotFound), ("192.0.2.1", .addressNotAvailable),
        ("", .hostNotFound), ("300.1.1.1", .hostNotFound),
    ])
    func saysWhyItCannot(_ host: String, _ code: HTTPServerError.Code) async throws {
        let server = make(host: host)
        #expect { try server.start() } throws: { ($0 as? HTTPServerError)?.code == code }
    }

    @Test func startsOnce() async throws {
        let server = make()
        try server.start()
        #expect { try server.start() } throws: { HTTPServerError.Code.alreadyStarted ~= $0 }
        await server.stop()
        #expect { try server.start() } throws: { HTTPServerError.Code.alreadyStarted ~= $0 }
        await #expect(throws: HTTPServerError.self) { try await server.run() }
    }

    @Test func runsUntilCancelled() async throws {
        // given
        let server = make()
        let port = try server.start().port
        let task = Task { try await server.run() }
        let client = try RawClient(port: port)
        try await client.send("GET / HTTP/1.1\r\nHost: x\r\n\r\n")
        #expect(try await client.answers().first?.status == 200)
        // when
        task.cancel()
        try await task.value
        // then
        #expect(throws: RawClient.Failure.self) { try RawClient(port: port) }
    }

    @Test func runsUntilStopped() async throws {
        let server = make()
        let task = Task { try await server.run() }
        while server.port == nil { try await Task.sleep(for: .milliseconds(5)) }
        await server.stop()
        try await task.value
        #expect(server.port == nil)
    }

    @Test func doesNotStartAfterAFailure() async throws {
        var configuration = HTTPServer.Configuration(port: 0)
        configuration.threads = 0
        let server = HTTPServer(configuration: configuration) { _ in .text("") }
        #expect(throws: ConfigurationError.self) { try server.start() }
        await #expect(throws: HTTPServerError.self) { try await server.run() }
        await server.stop()
    }

    @Test(
        arguments: [
            { $0.port = 70000 }, { $0.threads = 0 }, { $0.maxConnections = 0 }, { $0.maxHeaderSize = 1 },
            { $0.maxBodySize = -1 }, { $0.idleTimeout = .zero }, { $0.requestTimeout = .seconds(-1) },
            { $0.streamBuffer = 0 }, { $0.minSendRate = -1 }, { $0.maxHeaderCount = 0 }, { $0.maxQueryItems = -1 },
            { $0.maxPendingBytes = 0 },
            { $0.maxBodySize = .max }, { $0.shutdownGrace = .seconds(90_000) },
        ] as [@Sendable (inout HTTPServer.Configuration) -> Void])
    func refusesNonsense(_ change: @Sendable (inout HTTPServer.Configuration) -> Void) {
        var configuration = HTTPServer.Configuration(port: 0)
        change(&configuration)
        let server = HTTPServer(configuration: configuration) { _ in .text("") }
        #expect(throws: ConfigurationError.self) { try server.start() }
    }

    @Test func saysWhichValueIsAllowed() {
        var configuration = HTTPServer.Configuration(port: 70000)
        func message() -> String? {
            do { try configuration.validate() } catch { return "\(error)" }
            return nil
        }
        #expect(message() == "port must be between 0 and 65,535; it was 70,000.")
        configuration.port = 0
        configuration.maxConnectionsPerAddress = -1
        #expect(
            message()
                == "maxConnectionsPerAddress must be between 0 and 1,000,000 (0 for no limit); it was -1.")
        configuration.maxConnectionsPerAddress = 0
        configuration.maxHeaderSize = 100
        #expect(message() == "maxHeaderSize must be between 4,096 and 16,777,216 bytes; it was 100.")
        configuration.maxHeaderSize = 4096
        configuration.idleTimeout = .zero
        #expect(message() == "idleTimeout must be more than 0 and at most 86,400 seconds; it was 0.0 seconds.")
    }

    @Test func acceptsFewerConnectionsIfFewFilesCanBeOpen() throws {
        let configuration = HTTPServer.Configuration()
        let logger = Logger(label: "test", factory: { _ in SwiftLogNoOpLogHandler() })
        func fitting(_ count: Int) throws -> HTTPServer.Configuration {
            try configuration.fitting(OpenFileLimit(count: count, used: 20), threads: 2, logger: logger)
        }
        #expect(try fitting(8192).maxConnections == 2048)
        #expect(try fitting(8192).maxConnectionsPerAddress == 1024)
        #expect(try fitting(1024).maxConnections == 650)
        #expect(try fitting(1024).maxConnectionsPerAddress == 325)
        #expect { try fitting(32) } throws: { ($0 as? HTTPServerError)?.code == .tooManyOpenFiles }
    }
}
