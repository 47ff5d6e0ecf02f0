import HTTPTypes
import Testing

@testable import HTTPMessages
@testable import MicroHTTPD

/// Tests responses to single requests with serialized headers.
struct SerializedHeadersTests {
    private static let head = SerializedHeaders([.contentType: "a/b", .cacheControl: "no\tstore", .contentLength: "7"])
    private static let other = SerializedHeaders([.contentType: "c/d"])

    /// Answers with the path. Its first segment selects other headers, a status, no body or a large body.
    @Sendable private static func reply(to request: Request) -> Response {
        let bytes = Array(request.path.utf8)
        return switch request.pathSegments.first {
        case "other": .prebuilt(PrebuiltResponse(other, bytes))
        case "201": .prebuilt(PrebuiltResponse(head, status: .created, bytes))
        case "204": .prebuilt(PrebuiltResponse(head, status: .noContent, bytes))
        case "empty": .prebuilt(PrebuiltResponse(head, []))
        case "large": .prebuilt(PrebuiltResponse(head, Array(repeatElement(bytes, count: 1000).joined())))
        default: .prebuilt(PrebuiltResponse(head, bytes))
        }
    }

    private func expect(_ path: String, of client: RawClient) async throws {
        try await client.send("GET \(path) HTTP/1.1\r\nHost: x\r\n\r\n")
        let answer = try #require(try await client.answers().first)
        let (times, status) = (path.hasPrefix("/large/") ? 1000 : 1, Int(path.dropFirst().prefix(3)) ?? 200)
        let hasBody = status != 204 && path != "/empty"
        #expect(answer.text == (hasBody ? String(repeating: path, count: times) : ""), "\(path)")
        #expect(answer.status == status)
        #expect(answer["content-type"] == (path.hasPrefix("/other/") ? "c/d" : "a/b"))
        #expect(answer["cache-control"] == (path.hasPrefix("/other/") ? nil : "no store"))
        if hasBody { #expect(answer["content-length"] == "\(path.utf8.count * times)") }
    }

    @Test func eachIsGivenItsOwnBytes() async throws {
        let paths = [
            "/a", "/b", "/other/a", "/ab", "/201/a", "/204/a", "/empty", "/large/a", "/large/b", "/c", "/eight/a",
        ]
        try await TestServer.run(handler: Self.reply) { server in
            let client = try server.connect()
            for path in paths + paths + paths.reversed() { try await expect(path, of: client) }
        }
    }

    @Test func clientsAtATimeAreGivenTheirOwn() async throws {
        try await TestServer.run(handler: Self.reply) { server in
            try await withThrowingTaskGroup { group in
                for number in 10..<42 {
                    group.addTask {
                        let client = try server.connect()
                        for turn in 10..<40 { try await expect("/\(number)/\(turn)", of: client) }
                    }
                }
                try await group.waitForAll()
            }
        }
    }

    @Test func requestsInOnePieceAreAnsweredInOrder() async throws {
        let paths = (0..<100).map { "/\($0)" }
        try await TestServer.run(handler: Self.reply) { server in
            let client = try server.connect()
            try await client.send(paths.map { "GET \($0) HTTP/1.1\r\nHost: x\r\n\r\n" }.joined())
            #expect(try await client.answers(100).map(\.text) == paths)
        }
    }

    @Test func clientsWhoLeaveTakeNothingFromOthers() async throws {
        try await TestServer.run(handler: Self.reply) { server in
            let client = try server.connect()
            for number in 10..<60 {
                let gone = try server.connect()
                try await gone.send("GET /gone/\(number) HTTP/1.1\r\nHost: x\r\n\r\n")
                gone.reset()
                try await expect("/kept/\(number)", of: client)
            }
            #expect(server.server.connectionCount >= 1)
        }
    }

    @Test func oneThatIsSentAgainRemainsTheSame() async throws {
        let prepared = PrebuiltResponse(Self.head, Array("the same".utf8))
        try await TestServer.run(handler: { $0.path == "/" ? .prebuilt(prepared) : Self.reply(to: $0) }) { server in
            let client = try server.connect()
            for _ in 0..<3 {
                try await client.send("GET / HTTP/1.1\r\nHost: x\r\n\r\n")
                #expect(try await client.answers().first?.text == "the same")
                try await expect("/another", of: client)
                try await client.send("HEAD / HTTP/1.1\r\nHost: x\r\n\r\n")
                #expect(try await client.answers(isHead: true).first?["content-length"] == "8")
            }
        }
    }

    @Test func tellsItsHeaders() {
        let response = PrebuiltResponse(Self.head, status: .created, [1, 2])
        #expect(response.header(.contentType) == "a/b")
        #expect(response.header(.eTag) == nil)
        #expect(response.headers == Self.head.fields)
        #expect(response.status == .created)
        #expect(response.bytes == [1, 2])
    }

    @Test func headersOfItsOwnAreSentToo() async throws {
        let fields: HTTPFields = [.eTag: "\"a\"", .contentLocation: "tab\there", .contentLength: "9"]
        let prepared = PrebuiltResponse(Self.head, adding: fields, Array("own".utf8))
        #expect(prepared.header(.eTag) == "\"a\"")
        #expect(prepared.header(.contentType) == "a/b")
        try await TestServer.run(handler: { _ in .prebuilt(prepared) }) { server in
            for _ in 0..<3 {
                let answer = try #require(try await server.get("/"))
                #expect(answer["etag"] == "\"a\"")
                #expect(answer["content-location"] == "tab here")
                #expect(answer["content-length"] == "3")
                #expect(answer["content-type"] == "a/b")
                #expect(answer.text == "own")
            }
        }
    }
}
