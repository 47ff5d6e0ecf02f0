import HTTPTypes
import Logging
import Testing

@testable import MicroHTTPD

struct StoppingTests {
    enum Event: Equatable, Sendable { case asked, cancelled, ended }

    /// Starts a server that the test itself stops.
    private func start(
        grace: Duration = .seconds(60), handler: @escaping HTTPServer.Handler
    ) async throws -> TestServer {
        var configuration = HTTPServer.Configuration(port: 0)
        configuration.threads = 2
        configuration.shutdownGrace = grace
        configuration.requestTimeout = .seconds(600)
        configuration.idleTimeout = .seconds(600)
        let server = HTTPServer(
            configuration: configuration, logger: Logger(label: "test", factory: { _ in SwiftLogNoOpLogHandler() }),
            handler: handler)
        return TestServer(server: server, port: try server.start().port)
    }

    @Test func letsRequestsEnd() async throws {
        // given a running request, a request that is half sent, and an idle connection
        let recorder = Recorder<Event>()
        let server = try await start { request in
            guard request.path == "/slow" else { return .text("quick") }
            recorder.note(.asked)
            try await Task.sleep(for: .milliseconds(300))
            return .text("done")
        }
        let (busy, half, idle) = (try server.connect(), try server.connect(), try server.connect())
        try await busy.send("GET /slow HTTP/1.1\r\nHost: x\r\n\r\n")
        try await half.send("GET / HTTP/1.1\r\nHost: x\r\n")
        try await idle.send("GET / HTTP/1.1\r\nHost: x\r\n\r\n")
        #expect(try await idle.answers().first?.text == "quick")
        #expect(try await recorder.waits(for: .asked))
        // when
        let start = ContinuousClock.now
        async let stopped: Void = server.server.stop()
        // then both requests are answered, the idle connection is closed, and no new one is accepted
        #expect(try await idle.readToEnd() == [])
        #expect(throws: RawClient.Failure.self) { try server.connect() }
        try await half.send("\r\n")
        #expect(try await half.answers().first?.text == "quick")
        #expect(try await busy.answers().first?.text == "done")
        await stopped
        #expect(ContinuousClock.now - start < .seconds(30))
        #expect(server.server.port == nil)
    }

    @Test func breaksOffWhatTakesTooLong() async throws {
        // given deferred work and streams without an end
        let recorder = Recorder<Event>()
        let server = try await start(grace: .milliseconds(200)) { request in
            if request.path == "/stream" {
                return Response(
                    body: .stream { writer in
                        try await writer.write("x".utf8)
                        try? await Task.sleep(for: .seconds(60))
                        recorder.note(.ended)
                    })
            }
            recorder.note(.asked)
            do { try await Task.sleep(for: .seconds(60)) } catch { recorder.note(.cancelled) }
            return .text("too late")
        }
        let (waiting, stream) = (try server.connect(), try server.connect())
        try await waiting.send("GET / HTTP/1.1\r\nHost: x\r\n\r\n")
        try await stream.send("GET /stream HTTP/1.1\r\nHost: x\r\n\r\n")
        #expect(try await stream.read(until: "\r\nx"))
        #expect(try await recorder.waits(for: .asked))
        // when
        let start = ContinuousClock.now
        await server.server.stop()
        // then
        #expect(ContinuousClock.now - start < .seconds(30))
        #expect(try await recorder.waits(for: .cancelled))
        #expect(try await recorder.waits(for: .ended))
        let tail = try await stream.readToEnd() ?? []
        #expect(!String(decoding: tail, as: UTF8.self).hasSuffix("0\r\n\r\n"))
    }

    @Test func endsLiveStreamsAtOnce() async throws {
        // given
        let server = try await start(grace: .seconds(40)) { _ in
            Response(body: .live { $0.send(Array("x".utf8)) })
        }
        let client = try server.connect()
        try await client.send("GET / HTTP/1.1\r\nHost: x\r\n\r\n")
        _ = try await client.read()
        // when
        let start = ContinuousClock.now
        await server.server.stop()
        // then it did not wait for the grace period, and the client sees that the stream is complete
        #expect(ContinuousClock.now - start < .seconds(20))
        let tail = try await client.readToEnd() ?? []
        #expect(String(decoding: tail, as: UTF8.self).hasSuffix("0\r\n\r\n"))
    }

    @Test func mayBeAskedTwice() async throws {
        let server = try await start { _ in .text("x") }
        async let first: Void = server.server.stop()
        async let second: Void = server.server.stop()
        _ = await (first, second)
        await server.server.stop()
        #expect(throws: HTTPServerError.self) { try server.server.start() }
    }

    @Test func isSafeUnderLoad() async throws {
        // given clients that send requests without a pause, for all kinds of responses
        for _ in 0..<5 {
            let server = try await start(grace: .milliseconds(100)) { request in
                switch request.path {
                case "/1":
                    return Response(body: .stream { for _ in 0..<100 { try await $0.write("x".utf8) } })
                case "/2": return .text("x")
                default:
                    try await Task.sleep(for: .milliseconds(3))
                    return .text("x")
                }
            }
            let answered = Recorder<String>()
            await withTaskGroup { group in
                for index in 0..<20 {
                    group.addTask {
                        guard let client = try? server.connect() else { return }
                        while (try? await client.send("GET /\(index % 3) HTTP/1.1\r\nHost: x\r\n\r\n")) == true {
                            guard let answers = try? await client.answers(), let answer = answers.first else { return }
                            answered.note("\(index) \(answer.status) \(answer.text.count)")
                        }
                    }
                }
                for index in 0..<20 {
                    let isAnswered = try? await answered.waits(for: "\(index) 200 \(index % 3 == 1 ? 100 : 1)")
                    #expect(isAnswered == true, "Client \(index) has no response.")
                }
                // when
                await server.server.stop()
                // then every client ends
                await group.waitForAll()
            }
        }
    }

    @Test func losesNoRequestOfABusyClient() async throws {
        for _ in 0..<3 {
            // given clients that send the next request as soon as they have a response, of each kind
            let prepared = try PrebuiltResponse(.text("prepared"))
            let server = try await start { request in
                switch request.path {
                case "/prepared": return .prebuilt(prepared)
                case "/later":
                    await Task.yield()
                    return .text("later")
                case "/stream": return Response(body: .stream { try await $0.write("stream".utf8) })
                default: return .text("now")
                }
            }
            let recorder = Recorder<Int>()
            let told = try await withThrowingTaskGroup(of: Bool.self) { group in
                for index in 0..<4 {
                    let client = try server.connect()
                    let path = ["/prepared", "/later", "/stream", "/now"][index]
                    group.addTask {
                        try await client.isToldOfTheEnd(asking: "GET \(path) HTTP/1.1\r\nHost: x\r\n\r\n") {
                            if !recorder.events.contains(index) { recorder.note(index) }
                        }
                    }
                }
                for index in 0..<4 { #expect(try await recorder.waits(for: index)) }
                // when
                await server.server.stop()
                // then
                return try await group.reduce(into: 0) { $0 += $1 ? 1 : 0 }
            }
            #expect(told == 4)
        }
    }

    @Test func isDoneWhenDropped() async throws {
        var server: TestServer? = try await start { _ in .text("x") }
        let port = try #require(server?.port)
        #expect(try await server?.get("/")?.text == "x")
        server = nil
        var isClosed = false
        for _ in 0..<50 where !isClosed {
            isClosed = (try? RawClient(port: port)) == nil
            try await Task.sleep(for: .milliseconds(20))
        }
        #expect(isClosed)
    }
}
