import Testing

@testable import MicroHTTPD

/// Tests requests that libmicrohttpd or this library refuses before the handler is called.
struct MalformedRequestTests {
    struct Case: Sendable, CustomTestStringConvertible {
        let testDescription: String
        let request: String
        let status: Int

        init(_ name: String, _ request: String, is status: Int) {
            (testDescription, self.request, self.status) = (name, request, status)
        }

        /// Creates a case with this request line, a `Host` header and further headers.
        static func line(_ line: String, _ headers: String = "", body: String = "", is status: Int) -> Case {
            let name = "\(line.prefix(40)) \(headers.prefix(60).replacing("\r\n", with: " "))"
            return Case(name, "\(line)\r\nHost: x\r\n\(headers)\r\n\(body)", is: status)
        }
    }

    static let post = "POST / HTTP/1.1"
    static let chunks = "3\r\nabc\r\n0\r\n\r\n"

    static let cases: [Case] = [
        // Host
        Case("no Host", "GET / HTTP/1.1\r\n\r\n", is: 400),
        Case("no Host in HTTP/1.0", "GET / HTTP/1.0\r\n\r\n", is: 200),
        .line("GET / HTTP/1.1", "Host: x\r\n", is: 400),
        .line("GET / HTTP/1.1", "host: y\r\n", is: 400),
        Case("a path in Host", "GET / HTTP/1.1\r\nHost: x/y\r\n\r\n", is: 400),
        Case("a space in Host", "GET / HTTP/1.1\r\nHost: x y\r\n\r\n", is: 400),
        Case("blanks after Host", "GET / HTTP/1.1\r\nHost: x \t\r\n\r\n", is: 200),
        .line("GET http://x/ HTTP/1.1", is: 200),
        .line("GET http://y/ HTTP/1.1", is: 400),
        .line("GET http:// HTTP/1.1", is: 400),
        // The length of the body
        .line(post, "Content-Length: 3\r\n", body: "abc", is: 200),
        .line(post, "Transfer-Encoding: chunked \r\n", body: chunks, is: 501),
        .line(post, "Content-Length: 3\r\nContent-Length: 3\r\n", body: "abc", is: 400),
        .line(post, "Content-Length: 3\r\nContent-Length: 4\r\n", body: "abc", is: 400),
        .line(post, "Content-Length: 3, 3\r\n", body: "abc", is: 400),
        .line(post, "Content-Length: -3\r\n", body: "abc", is: 400),
        .line(post, "Content-Length: +3\r\n", body: "abc", is: 400),
        .line(post, "Content-Length: 0x3\r\n", body: "abc", is: 400),
        .line(post, "Content-Length: \r\n", body: "abc", is: 400),
        .line(post, "Content-Length: 18446744073709551615\r\n", body: "abc", is: 413),
        .line(post, "Content-Length: 99999999999999999999999\r\n", body: "abc", is: 413),
        .line(post, "Transfer-Encoding: chunked\r\n", body: chunks, is: 200),
        .line(post, "Transfer-Encoding: CHUNKED\r\n", body: chunks, is: 200),
        .line(post, "Content-Length: 3\r\nTransfer-Encoding: chunked\r\n", body: chunks, is: 400),
        .line(post, "Transfer-Encoding: chunked\r\nContent-Length: 3\r\n", body: chunks, is: 400),
        .line(post, "Transfer-Encoding: chunked\r\nTransfer-Encoding: chunked\r\n", body: chunks, is: 501),
        .line(post, "Transfer-Encoding: gzip, chunked\r\n", body: chunks, is: 501),
        .line(post, "Transfer-Encoding: gzip\r\n", body: chunks, is: 501),
        .line(post, "Transfer-Encoding: identity\r\n", body: "abc", is: 501),
        .line(post, "Transfer-Encoding : chunked\r\n", body: chunks, is: 400),
        .line("POST / HTTP/1.0", "Transfer-Encoding: chunked\r\n", body: chunks, is: 400),
        .line(post, "Transfer-Encoding: chunked\r\n", body: "zz\r\nabc\r\n0\r\n\r\n", is: 400),
        .line(post, "Transfer-Encoding: chunked\r\n", body: "-1\r\nabc\r\n0\r\n\r\n", is: 400),
        .line(post, "Transfer-Encoding: chunked\r\n", body: "0x3\r\nabc\r\n0\r\n\r\n", is: 400),
        .line(post, "Transfer-Encoding: chunked\r\n", body: "3\r\nabcX0\r\n\r\n", is: 400),
        .line(post, "Transfer-Encoding: chunked\r\n", body: "fffffffffffffffff\r\nabc\r\n0\r\n\r\n", is: 413),
        .line(post, "Transfer-Encoding: chunked\r\n", body: "ffffffffffffffff\r\nabc", is: 413),
        .line(post, "Transfer-Encoding: chunked\r\n", body: "3\nabc\r\n0\r\n\r\n", is: 400),
        .line(post, "Transfer-Encoding: chunked\r\n", body: "3;x=y\nabc\r\n0\r\n\r\n", is: 400),
        .line(post, "Transfer-Encoding: chunked\r\n", body: "3;x=\u{1}\r\nabc\r\n0\r\n\r\n", is: 400),
        .line(post, "Transfer-Encoding: chunked\r\n", body: "3\r\nabc\n3\r\nabc\r\n0\r\n\r\n", is: 400),
        .line(post, "Transfer-Encoding: chunked\r\n", body: "3;\(String(repeating: "x", count: 100_000))", is: 400),
        // Line ends and blanks
        .line("GET  / HTTP/1.1", is: 400),
        .line("GET /  HTTP/1.1", is: 400),
        .line("GET\t/ HTTP/1.1", is: 400),
        Case("LF after the request line", "GET / HTTP/1.1\nHost: x\r\n\r\n", is: 400),
        Case("LF after a header", "GET / HTTP/1.1\r\nHost: x\nX: y\r\n\r\n", is: 400),
        Case("LF after the last header", "GET / HTTP/1.1\r\nHost: x\n\r\n", is: 400),
        Case("LF as the empty line", "GET / HTTP/1.1\r\nHost: x\r\n\n", is: 400),
        Case("LF everywhere", "GET / HTTP/1.1\nHost: x\n\n", is: 400),
        // In libmicrohttpd's memory these have the same bytes as CRLF.
        Case("NUL and LF after a header", "GET / HTTP/1.1\r\nHost: x\0\n\r\n", is: 200),
        Case("NUL and LF as the empty line", "GET / HTTP/1.1\r\nHost: x\r\n\0\n", is: 200),
        Case("an empty line before", "\r\nGET / HTTP/1.1\r\nHost: x\r\n\r\n", is: 200),
        // Methods
        .line("TRACE / HTTP/1.1", is: 501),
        .line("CONNECT / HTTP/1.1", is: 501),
        .line("BREW / HTTP/1.1", is: 501),
        .line("get / HTTP/1.1", is: 501),
        .line("G ET / HTTP/1.1", is: 400),
        // Versions
        .line("GET / HTTP/1.0", is: 200),
        .line("GET / HTTP/0.9", is: 505),
        .line("GET / HTTP/1.2", is: 505),
        .line("GET / HTTP/2.0", is: 505),
        .line("GET / HTTP/1.10", is: 400),
        .line("GET / http/1.1", is: 400),
        .line("GET / HTTP/1.1 x", is: 400),
        .line("GET /", is: 400),
        // Targets
        .line("GET /../a HTTP/1.1", is: 400),
        .line("GET /%2e%2E/a HTTP/1.1", is: 400),
        .line("GET /a/. HTTP/1.1", is: 400),
        .line("GET /%00 HTTP/1.1", is: 400),
        .line("GET /%ff HTTP/1.1", is: 400),
        .line("GET /% HTTP/1.1", is: 400),
        .line("GET /%zz HTTP/1.1", is: 400),
        .line("GET /?a=%zz HTTP/1.1", is: 400),
        .line("GET /é HTTP/1.1", is: 400),
        .line("GET /a b HTTP/1.1", is: 400),
        .line("GET /\u{1} HTTP/1.1", is: 400),
        .line("GET /#a HTTP/1.1", is: 400),
        .line("GET a HTTP/1.1", is: 400),
        .line("GET * HTTP/1.1", is: 400),
        .line("OPTIONS * HTTP/1.1", is: 200),
        .line("GET  HTTP/1.1", is: 400),
        // Headers
        .line("GET / HTTP/1.1", ": y\r\n", is: 400),
        .line("GET / HTTP/1.1", ": y\r\nTransfer-Encoding: gzip\r\n", is: 400),
        .line("GET / HTTP/1.1", ":\r\n", is: 400),
        .line("GET / HTTP/1.1", ": y\r\nGET /hidden HTTP/1.1\r\n", is: 400),
        .line("GET / HTTP/1.1", "A:1\r\n:\r\nGET /hidden HTTP/1.1\r\n", is: 400),
        .line("GET / HTTP/1.1", "X: a\u{0}b\r\n", is: 400),
        .line("GET /a\u{0}b HTTP/1.1", is: 400),
        .line("GET / HTTP/1.1", "X: a\r\n b\r\n", is: 400),
        .line("GET / HTTP/1.1", "X:   a   \r\n", is: 200),
        .line("GET / HTTP/1.1", "X:a\r\n", is: 200),
        .line("GET / HTTP/1.1", "X\r\n", is: 400),
        .line("GET / HTTP/1.1", "X : y\r\n", is: 400),
        .line("GET / HTTP/1.1", "X(: y\r\n", is: 400),
        .line("GET / HTTP/1.1", "é: y\r\n", is: 400),
        .line("GET / HTTP/1.1", "X: a\rb\r\n", is: 400),
        .line("GET / HTTP/1.1", "X: a\u{1}b\r\n", is: 400),
        .line("GET / HTTP/1.1", "X: a\tb\r\n", is: 200),
        .line("GET / HTTP/1.1", "X: é\r\n", is: 200),
        .line("GET / HTTP/1.1", "X:\r\n", is: 200),
        Case("a first header that is indented", "GET / HTTP/1.1\r\n X: y\r\nHost: x\r\n\r\n", is: 400),
        // Sizes
        .line("GET /\(String(repeating: "a", count: 100_000)) HTTP/1.1", is: 414),
        .line("GET / HTTP/1.1", "X: \(String(repeating: "a", count: 100_000))\r\n", is: 431),
        .line("GET / HTTP/1.1", String(repeating: "X: a\r\n", count: 200), is: 431),
        .line("GET / HTTP/1.1", String(repeating: "X: a\r\n", count: 20_000), is: 431),
        .line("GET /?\(String(repeating: "a=1&", count: 300)) HTTP/1.1", is: 400),
        .line("GET /?\(String(repeating: "a=1&", count: 3000)) HTTP/1.1", is: 400),
    ]

    /// This also holds if the request has used nearly all memory of the connection.
    @Test func aLongAddressIsAnsweredWhateverItsLength() async throws {
        try await TestServer.run { server in
            for length in stride(from: 20_000, through: 30_000, by: 173) {
                let answer = try await server.exchange(
                    "GET /\(String(repeating: "a", count: length)) HTTP/1.1\r\nHost: x\r\n\r\n")
                #expect(answer?.status == (length < 24_500 ? 200 : 414), "\(length): \(answer?.text ?? "no answer")")
            }
        }
    }

    @Test(arguments: cases)
    func answers(_ given: Case) async throws {
        let answer = try await TestServer.run { try await $0.exchange(given.request) }
        #expect(answer?.status == given.status, "\(answer?.text ?? "no answer")")
    }

    /// libmicrohttpd refuses such a length before it calls this library.
    @Test(arguments: [
        ("abc", 400), ("-1", 400), ("1, 1", 400), ("", 400), ("3 ", 400), ("3\t", 400),
        ("18446744073709551615", 413), ("18446744073709551616", 413),
    ])
    func answersABadLengthOnce(_ length: String, _ status: Int) async throws {
        try await TestServer.run { server in
            for isSplit in [false, true] {
                // given a request at once, or in pieces with another client's request in between
                let client = try server.connect()
                try await client.send("POST / HTTP/1.1\r\nHost: x\r\n")
                if isSplit { #expect(try await server.get("/")?.status == 200) }
                // when
                try await client.send("Content-Length: \(length)\r\n\r\n")
                // then
                let bytes = try #require(try await client.readToEnd())
                let text = String(decoding: bytes, as: UTF8.self)
                #expect(text.hasPrefix("HTTP/1.1 \(status) "))
                #expect(text.split(separator: "HTTP/1.1", omittingEmptySubsequences: true).count == 1, "\(text)")
                #expect(text.contains("Connection: close\r\n"))
            }
        }
    }

    /// The log does not name the connection whose line is too long. The connection may have been refused before.
    @Test func aRefusedBodyBreaksNoOther() async throws {
        try await TestServer.run {
            $0.threads = 1
        } body: { server in
            // given
            let head = "\(Self.post)\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\n"
            let (client, stranger) = (try server.connect(), try server.connect())
            try await client.send(head + "3\r\nabc\r\n")
            try await stranger.send(head + "3\nabc\r\n")
            #expect(try await stranger.answers(1).first?.status == 400)
            // when
            try await stranger.send("3;\(String(repeating: "x", count: 100_000))")
            _ = try await stranger.readToEnd()
            #expect(try await server.get("/")?.status == 200)
            // then
            try await client.send("0\r\n\r\n")
            #expect(try await client.answers(1).first?.status == 200)
        }
    }

    /// A proxy could see another end of a chunked body, and take the rest for a request.
    @Test(arguments: [chunks, "3\r\nabc\r\n0\n\n", "3\r\nabc\n0\r\n\r\n"])
    func closesAfterChunks(_ body: String) async throws {
        let request = "\(Self.post)\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\n\(body)"
        let text = try await TestServer.run { server in
            // given
            let client = try server.connect()
            // when
            try await client.send(request + "GET /hidden HTTP/1.1\r\nHost: x\r\n\r\n")
            // then
            return String(decoding: try #require(try await client.readToEnd()), as: UTF8.self)
        }
        #expect(text.contains("Connection: close\r\n"))
        #expect(!text.contains("/hidden"))
    }
}
