import HTTPTypes
import Testing

@testable import MicroHTTPD

/// Tests the header fields of consecutive requests on one connection.
struct HeaderFieldsTests {
    /// Answers with all header fields and the body.
    @Sendable private static func reply(to request: Request) -> Response {
        let fields = request.headers.map { "\($0.name.rawName)=\($0.value)" }.joined(separator: ";")
        return .text("\(request.target) \(fields) \(String(decoding: request.body, as: UTF8.self))")
    }

    private func expect(_ target: String, _ fields: [String], body: String = "", of client: RawClient) async throws {
        let lines = fields.map { "\($0)\r\n" }.joined()
        try await client.send("POST \(target) HTTP/1.1\r\n\(lines)\r\n\(body)")
        let told = fields.map { $0.replacing(": ", with: "=", maxReplacements: 1) }.joined(separator: ";")
        #expect(try await client.answers().first?.text == "\(target) \(told) \(body)")
    }

    @Test func eachRequestHasItsOwn() async throws {
        try await TestServer.run(handler: Self.reply) { server in
            let client = try server.connect()
            for _ in 0..<2 {
                for target in ["/", "/a", "/b?c"] { try await expect(target, ["Host: x", "Cookie: a=1"], of: client) }
                try await expect("/", ["Host: x", "Cookie: a=2"], of: client)
                try await expect("/", ["Host: x", "Cookie: a=2", "Cookie: a=1"], of: client)
                try await expect("/", ["Host: x", "Content-Length: 2"], body: "ab", of: client)
                try await expect("/", ["Host: x", "Content-Length: 2"], body: "cd", of: client)
                try await expect("/", ["Host: x", "Content-Length: 0"], of: client)
                try await expect("/", ["Host: x"], of: client)
                try await expect("/", ["Host: x", "A: \(String(repeating: "b", count: 3000))"], of: client)
                try await expect("/", ["Host: x"], of: client)
            }
        }
    }

    @Test func whatWasRefusedIsRefusedAgain() async throws {
        try await TestServer.run(handler: Self.reply) { server in
            for lines in ["Host: x\r\nHost: x\r\n", "Host: x\r\nA: b\u{1}\r\n", "Host: x\r\n: b\r\n"] {
                for _ in 0..<2 {
                    let client = try server.connect()
                    try await expect("/", ["Host: x"], of: client)
                    try await client.send("POST / HTTP/1.1\r\n\(lines)\r\n")
                    #expect(try await client.answers().first?.status == 400, "\(lines)")
                }
            }
        }
    }

    @Test func aLineHiddenBehindAZeroIsNoneOfThoseBefore() async throws {
        try await TestServer.run(handler: Self.reply) { server in
            let client = try server.connect()
            // In libmicrohttpd's memory these two heads have equal bytes.
            try await client.send("POST / HTTP/1.1\r\nHost: x\r\nA: b\r\nC: d\r\n\r\n")
            #expect(try await client.answers().first?.text == "/ Host=x;A=b;C=d ")
            try await client.send("POST / HTTP/1.1\r\nHost: x\r\nA: b\0\0C\0 d\r\n\r\n")
            #expect(try await client.answers().first?.status == 400)
        }
    }
}
