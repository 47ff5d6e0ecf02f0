import HTTPTypes
import Synchronization
import Testing

@testable import MicroHTTPD

/// Tests responses that are sent again to identical requests.
struct CacheableResponseTests {
    /// A handler that counts requests. Its responses may be repeated while `isOpen` is true.
    private final class Counted: Sendable {
        let isOpen = Atomic<Bool>(true)
        private let asked = Mutex<[String: Int]>([:])

        @Sendable func reply(to request: Request) throws -> HandlerResponse {
            let words = "\(request.method) \(request.target) \(request.header(.accept) ?? "") \(request.body.count)"
            let count = asked.withLock { asked in
                asked[words, default: 0] += 1
                return asked[words] ?? 0
            }
            return .cacheable(
                CacheableResponse(try PrebuiltResponse(.text("\(words) \(count)"))) {
                    self.isOpen.load(ordering: .acquiring)
                })
        }
    }

    /// Uses one thread, which has one cache. The entries stay longer than any test takes.
    private static func configure(_ configuration: inout HTTPServer.Configuration) {
        configuration.threads = 1
        configuration.repetition = .seconds(3600)
    }

    private func run(
        repetition: Duration = .seconds(3600), _ body: (Counted, TestServer, RawClient) async throws -> Void
    ) async throws {
        let counted = Counted()
        func configure(_ configuration: inout HTTPServer.Configuration) {
            Self.configure(&configuration)
            configuration.repetition = repetition
        }
        try await TestServer.run(configure: configure, handler: counted.reply) { server in
            try await body(counted, server, try server.connect())
        }
    }

    private func text(_ client: RawClient, _ request: String) async throws -> String? {
        try await client.send(request)
        return try await client.answers(isHead: request.hasPrefix("HEAD")).first?.text
    }

    private func expect(_ expected: String, of client: RawClient, to request: String) async throws {
        let found = try await text(client, request)
        #expect(found == expected, "\(request)")
    }

    @Test func theHandlerIsAskedOnceWhileTheConditionHolds() async throws {
        try await run { counted, server, client in
            let request = "GET /a HTTP/1.1\r\nHost: x\r\nAccept: b\r\n\r\n"
            for _ in 0..<20 { try await expect("GET /a b 0 1", of: client, to: request) }
            // on another connection too
            try await expect("GET /a b 0 1", of: try server.connect(), to: request)
            counted.isOpen.store(false, ordering: .releasing)
            try await expect("GET /a b 0 2", of: client, to: request)
            try await expect("GET /a b 0 3", of: client, to: request)
            counted.isOpen.store(true, ordering: .releasing)
            try await expect("GET /a b 0 3", of: client, to: request)
        }
    }

    /// Otherwise the handler's own cache would not notice that an entry is in use.
    @Test func theHandlerIsAskedAgainAfterAWhile() async throws {
        try await run(repetition: .milliseconds(200)) { _, _, client in
            let request = "GET / HTTP/1.1\r\nHost: x\r\n\r\n"
            try await expect("GET /  0 1", of: client, to: request)
            try await Task.sleep(for: .milliseconds(400))
            try await expect("GET /  0 2", of: client, to: request)
        }
    }

    @Test func nothingIsRepeatedWhereThatIsOff() async throws {
        try await run(repetition: .zero) { _, _, client in
            for count in 1...4 {
                try await expect("GET /  0 \(count)", of: client, to: "GET / HTTP/1.1\r\nHost: x\r\n\r\n")
            }
        }
    }

    @Test func eachHeadHasItsOwn() async throws {
        try await run { _, _, client in
            // libmicrohttpd splits the first four targets into equal parts.
            let targets = ["/a?b=c&d", "/a?b&c=d", "/a?b=c=d", "/a?b&c&d", "/a", "/a?", "/b", "/a/", "/A"]
            for _ in 0..<3 {
                for target in targets {
                    let request = "GET \(target) HTTP/1.1\r\nHost: x\r\n"
                    try await expect("GET \(target)  0 1", of: client, to: "\(request)\r\n")
                    try await expect("GET \(target) b 0 1", of: client, to: "\(request)Accept: b\r\n\r\n")
                    try await expect("GET \(target) c 0 1", of: client, to: "\(request)Accept: c\r\n\r\n")
                    try await expect("", of: client, to: "HEAD \(target) HTTP/1.1\r\nHost: x\r\n\r\n")
                }
            }
        }
    }

    /// A request that may change something, or has a body, must reach the handler each time.
    @Test(arguments: [
        "POST / HTTP/1.1\r\nHost: x\r\n\r\n", "DELETE / HTTP/1.1\r\nHost: x\r\n\r\n",
        "GET / HTTP/1.1\r\nHost: x\r\nContent-Length: 1\r\n\r\na",
        "GET / HTTP/1.1\r\nHost: x\r\nContent-Length: 0\r\n\r\n",
        "GET / HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\n1\r\na\r\n0\r\n\r\n",
        "GET / HTTP/1.1\r\nHost: x\r\nExpect: else\r\n\r\n",
    ])
    func nothingElseIsRepeated(request: String) async throws {
        try await run { _, server, _ in
            for count in 1...3 {
                let text = try await text(server.connect(), request)
                #expect(text?.hasSuffix(" \(count)") == true)
            }
        }
    }

    @Test func theConnectionEndsWhereTheHeadSaysSo() async throws {
        try await run { _, server, _ in
            for _ in 0..<3 {
                let client = try server.connect()
                try await client.send("GET / HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n")
                let answer = String(decoding: try #require(try await client.readToEnd()), as: UTF8.self)
                #expect(answer.contains("Connection: close"))
                #expect(answer.hasSuffix("GET /  0 1"))
            }
        }
    }

    @Test func requestsSentTogetherAreAnsweredInOrder() async throws {
        try await run { _, _, client in
            let requests = ["/a", "/b", "/a", "/a", "/b"].map { "GET \($0) HTTP/1.1\r\nHost: x\r\n\r\n" }
            try await client.send(requests.joined())
            let texts = try await client.answers(5).map(\.text)
            #expect(texts == ["GET /a  0 1", "GET /b  0 1", "GET /a  0 1", "GET /a  0 1", "GET /b  0 1"])
        }
    }

    /// libmicrohttpd writes zeros into a head. A head that arrives with zeros must not match a cached head.
    @Test(arguments: ["/", "/a?b=c&d"])
    func aHeadWithZerosIsAnsweredAsIfNothingWereRemembered(target: String) async throws {
        let good = Array("GET \(target) HTTP/1.1\r\nHost: x\r\nAccept: b\r\nContent-Type: c\r\n\r\n".utf8)
        let fixed = try PrebuiltResponse(.text("fixed"))
        try await TestServer.run(configure: Self.configure, handler: { _ in .prebuilt(fixed) }) { plain in
            try await TestServer.run(
                configure: Self.configure, handler: { _ in .cacheable(CacheableResponse(fixed) { true }) }
            ) { repeating in
                for place in good.indices where !(0x41...0x7A).contains(good[place]) {
                    var bad = good
                    bad[place] = 0
                    // The bytes that follow end the request in any case.
                    let bytes = bad + Array("\r\n\r\nGET / HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n".utf8)
                    func answers(of server: TestServer) async throws -> [String] {
                        let client = try server.connect()
                        try await client.send(bytes)
                        return try await client.answers(3).map { "\($0.status) \($0.text)" }
                    }
                    let answer = try await repeating.exchange(good)
                    #expect(answer?.text == "fixed")
                    let (found, expected) = (try await answers(of: repeating), try await answers(of: plain))
                    #expect(found == expected, "\(place)")
                }
            }
        }
    }

    /// Tests that each malformed request is also refused after a good request was answered.
    @Test(arguments: MalformedRequestTests.cases)
    func refusalsRemain(_ request: MalformedRequestTests.Case) async throws {
        let fixed = try PrebuiltResponse(.text("fixed"))
        try await TestServer.run(
            configure: Self.configure, handler: { _ in .cacheable(CacheableResponse(fixed) { true }) }
        ) { server in
            for _ in 0..<3 {
                let good = try await server.get("/")
                #expect(good?.status == 200)
                let answer = try await server.exchange(request.request)
                #expect(answer?.status == request.status)
            }
        }
    }

    /// A server that stops must release its cached responses.
    @Test func whatIsRememberedGoesWithTheServer() async throws {
        weak var last: PrebuiltResponse?
        do {
            let fixed = try PrebuiltResponse(.text("fixed"))
            last = fixed
            try await TestServer.run(handler: { _ in .cacheable(CacheableResponse(fixed) { true }) }) { server in
                for _ in 0..<10 {
                    let answer = try await server.get("/")
                    #expect(answer?.text == "fixed")
                }
            }
        }
        for _ in 0..<600 where last != nil { try await Task.sleep(for: .milliseconds(50)) }
        #expect(last == nil)
    }
}
