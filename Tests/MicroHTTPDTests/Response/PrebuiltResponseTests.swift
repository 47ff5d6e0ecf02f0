import HTTPTypes
import Testing

@testable import HTTPMessages
@testable import MicroHTTPD

struct PrebuiltResponseTests {
    static let bytes = (0..<50_000).map { UInt8(truncatingIfNeeded: $0 &* 7) }

    @Test func exposesWhatItWasMadeFrom() throws {
        let prepared = try PrebuiltResponse(.bytes(Self.bytes, status: .created, contentType: "a/b"))
        #expect(prepared.status == .created)
        #expect(prepared.headers == [.contentType: "a/b"])
        #expect(prepared.bytes.count == 50_000)
        let response = Response.prebuilt(prepared)
        #expect(response.status == .created)
        #expect(response.headers == prepared.headers)
        #expect(response.bytes == Self.bytes)
    }

    @Test func aChangedResponseIsSentAsItIs() async throws {
        let prepared = try PrebuiltResponse(.text("text"))
        try await TestServer.run(handler: { request in
            var response = Response.prebuilt(prepared)
            switch request.path {
            case "/status": response.status = .accepted
            case "/header": response.headers[.contentType] = "a/b"
            default: response.body = .bytes([0x78])
            }
            return response
        }) { server in
            for (path, status, type, text) in [
                ("/status", 202, "text/plain; charset=utf-8", "text"), ("/header", 200, "a/b", "text"),
                ("/body", 200, "text/plain; charset=utf-8", "x"),
            ] {
                let answer = try await server.answer(path)
                #expect(answer.status == status, "\(path)")
                #expect(answer["content-type"] == type, "\(path)")
                #expect(answer.text == text, "\(path)")
            }
        }
    }

    @Test func refusesWhatIsNotInMemory() {
        #expect { try PrebuiltResponse(Response(body: .file(path: "/etc/passwd"))) } throws: {
            ($0 as? HTTPServerError)?.code == .bodyNotInMemory
        }
        #expect(throws: HTTPServerError.self) { try PrebuiltResponse(Response(body: .stream { _ in })) }
    }

    @Test func isSentAgainAndAgain() async throws {
        let prepared = try PrebuiltResponse(.bytes(Self.bytes, contentType: "a/b"))
        try await TestServer.run(handler: { _ in .prebuilt(prepared) }) { server in
            try await withThrowingTaskGroup { group in
                for _ in 0..<16 {
                    group.addTask {
                        let client = try server.connect()
                        for _ in 0..<10 {
                            try await client.send("GET / HTTP/1.1\r\nHost: x\r\n\r\n")
                            let answer = try await client.answers().first
                            #expect(answer?.body == Self.bytes)
                            #expect(answer?["content-type"] == "a/b")
                        }
                        try await client.send("HEAD / HTTP/1.1\r\nHost: x\r\n\r\n")
                        let head = try await client.answers(isHead: true).first
                        #expect(head?["content-length"] == "50000")
                    }
                }
                try await group.waitForAll()
            }
        }
    }

    @Test func outlivesItsLastReferenceWhileItIsSent() async throws {
        // given a handler that makes a response for one request and drops it
        let handler: HTTPServer.Handler = { _ in .prebuilt(try PrebuiltResponse(.bytes(Self.bytes, contentType: "a/b")))
        }
        try await TestServer.run(handler: handler) { server in
            for _ in 0..<20 {
                let answer = try await server.get("/")
                #expect(answer?.body == Self.bytes)
            }
        }
    }
}
