import Glibc
import HTTPTypes
import Synchronization
import Testing

@testable import MicroHTTPD

/// Tests handlers that wait for something.
struct WaitingHandlerTests {
    struct Oops: Error {}

    static let handler: HTTPServer.Handler = { request in
        switch request.path {
        case "/now": return .text("now")
        case "/refuse": throw HTTPError(.conflict, "No.")
        case "/fail": throw Oops()
        case "/stream": return Response(body: .stream { try await $0.write("streamed".utf8) })
        case "/refuse-later":
            try await Task.sleep(for: .milliseconds(1))
            throw HTTPError(.conflict, "Not now.")
        case "/echo": return .text("\(request.body.count)")
        default:
            try await Task.sleep(for: .milliseconds(20))
            return .text("later")
        }
    }

    @Test(arguments: [
        ("/now", 200, "now"), ("/later", 200, "later"),
        ("/refuse", 409, "No.\n"), ("/refuse-later", 409, "Not now.\n"),
        ("/fail", 500, "Something went wrong on the server. Its log has the details.\n"),
        ("/stream", 200, "streamed"),
    ])
    func isKept(_ path: String, _ status: Int, _ text: String) async throws {
        try await TestServer.run(handler: Self.handler) { server in
            let client = try server.connect()
            try await client.send(String(repeating: "GET \(path) HTTP/1.1\r\nHost: x\r\n\r\n", count: 3))
            let answers = try await client.answers(3)
            #expect(answers.map(\.status) == [status, status, status])
            #expect(answers.map(\.text) == [text, text, text])
        }
    }

    /// A handler that awaits only what is ready costs no change of threads.
    @Test func beginsOnTheThreadOfItsConnection() async throws {
        @Sendable func thread() async -> UInt { UInt(pthread_self()) }
        let serving = Mutex<UInt>(0)
        try await TestServer.run { configuration in
            configuration.threads = 1
            // A malformed request is answered where it is read.
            configuration.errorResponder = { error, _ in
                serving.withLock { $0 = UInt(pthread_self()) }
                return error.plainResponse
            }
        } handler: { _ in
            let (first, second) = (await thread(), await thread())
            return .text("\(first) \(second)")
        } body: { server in
            _ = try await server.exchange("GET /\u{1} HTTP/1.1\r\nHost: x\r\n\r\n")
            let thread = serving.withLock { $0 }
            #expect(try await server.answer("/").text == "\(thread) \(thread)")
        }
    }

    @Test func hasTheBody() async throws {
        try await TestServer.run(handler: Self.handler) { server in
            let answer = try await server.exchange("POST /echo HTTP/1.1\r\nHost: x\r\nContent-Length: 3\r\n\r\nabc")
            #expect(answer?.text == "3")
        }
    }

    @Test func holdsNoThread() async throws {
        // given many more connections than threads, which all wait at the same time
        try await TestServer.run(handler: Self.handler) { server in
            try await withThrowingTaskGroup { group in
                for _ in 0..<60 {
                    group.addTask {
                        let client = try server.connect()
                        for _ in 0..<5 {
                            try await client.send("GET /later HTTP/1.1\r\nHost: x\r\n\r\n")
                            #expect(try await client.answers().first?.text == "later")
                        }
                    }
                }
                try await group.waitForAll()
            }
        }
    }

    @Test func survivesAClientThatLeaves() async throws {
        try await TestServer.run(handler: Self.handler) { server in
            for _ in 0..<20 {
                let client = try server.connect()
                try await client.send("GET /later HTTP/1.1\r\nHost: x\r\n\r\n")
                client.reset()
            }
            #expect(try await server.get("/later")?.text == "later")
            #expect(try await server.isDrained())
        }
    }

    /// A client that closes its connection sends FIN. A client that is killed with unread bytes sends RST.
    @Test(arguments: [true, false]) func isCancelledWhenItsClientIsGone(isReset: Bool) async throws {
        let recorder = Recorder<String>()
        let handler: HTTPServer.Handler = { _ in
            recorder.note("begun")
            do { try await Task.sleep(for: .seconds(600)) } catch { recorder.note("cancelled") }
            return .text("late")
        }
        try await TestServer.run(handler: handler) { server in
            let client = try server.connect()
            try await client.send("GET / HTTP/1.1\r\nHost: x\r\n\r\n")
            #expect(try await recorder.waits(for: "begun"))
            if isReset { client.reset() } else { client.finishSending() }
            #expect(try await recorder.waits(for: "cancelled"))
        }
    }
}
