import HTTPTypes
import Testing

@testable import HTTPMessages
@testable import MicroHTTPD

/// Tests request bodies, complete and too large.
struct BodyTests {
    static let limit = 10_000

    private func run<Value>(_ body: (TestServer) async throws -> Value) async throws -> Value {
        try await TestServer.run {
            $0.maxBodySize = Self.limit
        } handler: { request in
            let sum = request.body.reduce(0) { $0 &+ UInt64($1) }
            return .text("\(request.body.count) \(sum)")
        } body: {
            try await body($0)
        }
    }

    @Test(arguments: [0, 1, 1000, 9_999, 10_000])
    func takesWhole(_ count: Int) async throws {
        let body = [UInt8](repeating: 7, count: count)
        let head = "POST / HTTP/1.1\r\nHost: x\r\nContent-Length: \(count)\r\n\r\n"
        let answer = try await run { try await $0.exchange(Array(head.utf8) + body) }
        #expect(answer?.text == "\(count) \(count * 7)")
    }

    @Test func takesChunks() async throws {
        let head = "POST / HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\n"
        let chunks = "5;x=y\r\nabcde\r\nA\r\n0123456789\r\n0\r\nTrailer: ignored\r\n\r\n"
        let answer = try await run { try await $0.exchange(head + chunks) }
        #expect(answer?.text.hasPrefix("15 ") == true)
    }

    @Test func takesOneAfterAnother() async throws {
        try await run { server in
            // given
            let client = try server.connect()
            let post = "POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 3\r\n\r\nabc"
            // when
            try await client.send(post + "GET / HTTP/1.1\r\nHost: x\r\n\r\n" + post)
            // then
            #expect(try await client.answers(3).map(\.text) == ["3 294", "0 0", "3 294"])
        }
    }

    @Test func isAskedFor() async throws {
        try await run { server in
            // given
            let client = try server.connect()
            // when
            try await client.send("POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 3\r\nExpect: 100-continue\r\n\r\n")
            // then
            #expect(try await client.answers().map(\.status) == [100])
            try await client.send("abc")
            #expect(try await client.answers().map(\.text) == ["3 294"])
        }
    }

    @Test func isRefusedBeforeItIsSent() async throws {
        let head = "POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 10001\r\nExpect: 100-continue\r\n\r\n"
        let answer = try await run { try await $0.exchange(head) }
        #expect(answer?.status == 413)
    }

    @Test(arguments: [
        "Content-Length: 10001", "Content-Length: 50000000", "Transfer-Encoding: chunked",
    ])
    func isRefusedWhileItIsSent(_ framing: String) async throws {
        try await run { server in
            // given a client that sends far more than is allowed, and continues after it is told to stop
            let client = try server.connect()
            try await client.send("POST / HTTP/1.1\r\nHost: x\r\n\(framing)\r\n\r\n")
            let piece = [UInt8](repeating: 0x61, count: 0x10000)
            let isChunked = framing.contains("chunked")
            for _ in 0..<8 {
                if isChunked { try await client.send("10000\r\n") }
                try await client.send(piece)
                if isChunked { try await client.send("\r\n") }
            }
            // then
            let answer = try await client.answers().first
            #expect(answer?.status == 413)
            #expect(answer?["connection"] == "close")
            #expect(answer?.text == "The request body is larger than 10000 bytes.\n")
        }
    }

    @Test func isRefusedWhileOthersHoldTooMuch() async throws {
        try await TestServer.run {
            $0.maxPendingBytes = 2_000_000
        } handler: {
            .text("\($0.body.count)")
        } body: { server in
            // given clients that send their bodies except the last byte
            let head = "POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 900000\r\n\r\n"
            let half = Array(head.utf8) + [UInt8](repeating: 7, count: 899_999)
            var clients: [RawClient] = []
            // when
            var answer: Answer?
            while answer == nil, clients.count < 100 {
                let client = try RawClient(port: server.port, timeout: 1)
                clients.append(client)
                try await client.send(half)
                answer = try await client.answers().first
            }
            // then
            #expect(clients.count > 2)
            #expect(answer?.status == 503)
            #expect(answer?["retry-after"] == "10")
            #expect(answer?.text.hasPrefix("Other clients keep the server busy") == true)
            // Bodies count until their connections end.
            clients = []
            while answer?.status == 503 { answer = try await server.exchange(half + [7]) }
            #expect(answer?.text == "900000")
        }
    }

    @Test func isAcceptedWhateverItsSizeIfItIsTheOnlyOne() async throws {
        try await TestServer.run {
            $0.maxPendingBytes = 1 << 20
            $0.maxBodySize = 5_000_000
        } handler: {
            .text(String(repeating: "a", count: $0.body.count))
        } body: { server in
            for _ in 0..<3 {
                let head = "POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 3000000\r\n\r\n"
                let answer = try await server.exchange(Array(head.utf8) + [UInt8](repeating: 7, count: 3_000_000))
                #expect(answer?.text.count == 3_000_000)
            }
        }
    }

    @Test(arguments: ["bytes", "stream", "prebuilt"])
    func isRefusedWhileOthersReadNothing(_ kind: String) async throws {
        let bytes = [UInt8](repeating: 7, count: 9_000_000)
        let response = Response.bytes(bytes, contentType: "text/plain")
        let prebuilt = try PrebuiltResponse(response)
        try await TestServer.run {
            $0.maxPendingBytes = kind == "stream" ? 1_500_000 : 10_000_000
        } handler: { request in
            switch (request.path, kind) {
            case ("/short", _): .text("short")
            case (_, "bytes"): response
            case (_, "prebuilt"): .prebuilt(prebuilt)
            default: Response(body: .stream { try await $0.write(bytes) })
            }
        } body: { server in
            let slow = try RawClient(port: server.port, receiveBuffer: 4096)
            try await slow.send("GET / HTTP/1.1\r\nHost: x\r\n\r\n")
            #expect(try await slow.read(until: "200 OK"))
            var answer = try await server.get("/")
            while answer?.status == 200 { answer = try await server.get("/") }
            #expect(answer?.status == 503)
            #expect(answer?["retry-after"] == "10")
            #expect(try await server.get("/short")?.text == "short")
            slow.reset()
            while answer?.status == 503 { answer = try await server.get("/") }
            #expect(answer?.status == 200)
        }
    }
}
