import CascadingTable
import HTTPTypes
import MicroHTTPD
import ServiceLifecycleTestKit
import Synchronization
import TableServer
import TableTesting
import Testing

/// Tests requests and responses of swift-http-types, as another HTTP server passes them.
@Suite struct HTTPTypesTests {
    private func request(
        _ path: String?, _ method: HTTPRequest.Method = .get, host: String? = "localhost", scheme: String = "http",
        headers: HTTPFields = [:]
    ) -> HTTPRequest {
        HTTPRequest(method: method, scheme: scheme, authority: host, path: path, headerFields: headers)
    }

    /// Sends a request without a socket.
    private func send(
        _ request: HTTPRequest, body: [UInt8] = [], to server: TableServer, address: String = "192.0.2.1"
    ) async throws -> TestResponse {
        let (head, body) = try await server.makeResponder().respond(to: request, body: body, remoteAddress: address)
        let response = TestResponse(status: head.status.code, headers: head.headerFields, body: try await body.all)
        return response
    }

    @Test func aPageAndASelectionAreThoseOfTheSocket() async throws {
        let market = await Market()
        let page = try await send(request("/"), to: market.server())
        #expect(page.status == 200)
        #expect(page.text.contains("fruit0"))
        #expect(page.headers[.contentLength] == "\(page.body.count)")
        #expect(page.headers[.transferEncoding] == nil)
        let selected = try await send(request("/select/0/1", .post), to: market.server())
        #expect(selected.status == 200)
        #expect(await market.picked == ["fruit1"])
    }

    @Test func aResponseToHeadHasTheLengthAndNoBody() async throws {
        let server = await Market().server()
        let page = try await send(request("/table.json"), to: server)
        let head = try await send(request("/table.json", .head), to: server)
        #expect(head.body.isEmpty)
        #expect(head.headers[.contentLength] == "\(page.body.count)")
        let tag = try #require(page.headers[.eTag])
        let unchanged = try await send(request("/table.json", headers: [.ifNoneMatch: tag]), to: server)
        #expect(unchanged.status == 304)
        #expect(unchanged.body.isEmpty)
        #expect(unchanged.headers[.contentLength] == nil)
    }

    @Test func aRequestIsCheckedAsOverASocket() async throws {
        let server = await Market().server {
            $0.http.maxBodySize = 100
            $0.http.maxHeaderCount = 10
            $0.http.maxHeaderSize = 4096
        }
        var twoHosts = request("/")
        var manyHeaders = request("/")
        if let name = HTTPField.Name("Host") { twoHosts.headerFields[name] = "127.0.0.1" }
        for _ in 0..<11 { manyHeaders.headerFields.append(HTTPField(name: .cookie, value: "a=b")) }
        let items = String(repeating: "&a=1", count: 257)
        let long = String(repeating: "a", count: 2100)
        let body = [UInt8](repeating: 0x20, count: 101)
        let method = try #require(HTTPRequest.Method("BREW"))
        let refused: [(HTTPRequest, [UInt8], Int)] = [
            (request("/", host: "evil.example"), [], 403), (request("/", host: nil), [], 400),
            (request("/", host: "a@localhost"), [], 400), (request("/", host: "local host"), [], 400),
            (twoHosts, [], 400), (manyHeaders, [], 431),
            (request("/", headers: [.cookie: String(repeating: "a", count: 4096)]), [], 431),
            (request("/" + String(repeating: "a", count: 4096)), [], 414),
            (request("/" + long, headers: [.cookie: long]), [], 414),
            (request("/" + long, headers: [.cookie: String(long.prefix(1500))]), [], 404),
            (request(nil), [], 400), (request(""), [], 400),
            (request("/%"), [], 400), (request("/ä"), [], 400), (request("/../x"), [], 400),
            (request("/?\(items)"), [], 400), (request("/", method), [], 501), (request("/nowhere"), [], 404),
            (request("/select/0/0", .post), body, 413),
            (request("/select/0/0", .post, headers: [.origin: "https://evil.example"]), [], 403),
        ]
        for (request, body, status) in refused {
            let answer = try await send(request, body: body, to: server)
            #expect(answer.status == status, "\(request)")
            #expect(answer.headers[.contentType] == "application/problem+json", "\(request)")
            #expect(answer.headers[.contentSecurityPolicy] != nil, "\(request)")
            #expect(answer.headers[.contentLength] == "\(answer.body.count)", "\(request)")
        }
    }

    @Test func schemeAddressAndMiddlewareAreThoseOfTheRequest() async throws {
        var server = await Market().server { $0.trustedProxies = ["192.0.2.7"] }
        server.addMiddleware { request, next in
            var response = try await next(request)
            response.headers[.server] = "\(request.remoteAddress) \(request.isSecure) \(request.authority ?? "")"
            return response
        }
        let plain = try await send(request("/", host: "localhost:8080"), to: server)
        #expect(plain.headers[.server] == "192.0.2.1 false localhost:8080")
        let secure = try await send(request("/", scheme: "https"), to: server)
        #expect(secure.headers[.server] == "192.0.2.1 true localhost")
        let name = try #require(HTTPField.Name("X-Forwarded-For"))
        let forwarded = request("/", headers: [name: "198.51.100.4"])
        #expect(try await send(forwarded, to: server).headers[.server] == "192.0.2.1 false localhost")
        let answer = try await send(forwarded, to: server, address: "192.0.2.7")
        #expect(answer.headers[.server] == "198.51.100.4 false localhost")
    }

    @Test func aBodyInPartsIsReadToItsLimit() async throws {
        var server = await Market().server { $0.http.maxBodySize = 6 }
        server.addRoutes { $0.post("/echo") { request, _ in .bytes(request.body, contentType: "text/plain") } }
        let responder = try server.makeResponder()
        let cases: [([String], String?, Int, Int)] = [
            (["abc", "", "def"], nil, 200, 3), (["abc", "", "def"], "6", 200, 3),
            (["abc", "def", "g", "h"], nil, 413, 3),
            (["abc"], "7", 413, 0),
        ]
        for (parts, length, status, read) in cases {
            let count = Mutex(0)
            let body = AsyncStream { continuation in
                for part in parts { continuation.yield(part.utf8) }
                continuation.finish()
            }.map { part in
                count.withLock { $0 += 1 }
                return part
            }
            var post = request("/echo", .post)
            post.headerFields[.contentLength] = length
            let answer = try await responder.respond(to: post, body: body, remoteAddress: "::1")
            #expect(answer.head.status.code == status)
            #expect(count.withLock { $0 } == read)
            if status == 200 { #expect(try await answer.body.all == Array("abcdef".utf8)) }
        }
    }

    @Test func aFileIsReadInParts() async throws {
        let text = String(repeating: "0123456789", count: 20_000)
        let folder = try Folder(["long.txt": text, "empty.txt": ""])
        var server = await Market().server()
        server.addRoutes { router in
            router.get("/files/:name") { _, parameters in try .file(parameters.value("name"), in: folder.path) }
            router.get("/part") { _, _ in
                Response(body: .file(path: folder.path + "/long.txt", offset: 3, count: 5))
            }
            router.get("/beyond") { _, _ in Response(body: .file(path: folder.path + "/long.txt", offset: 200_001)) }
            router.get("/missing") { _, _ in Response(body: .file(path: folder.path + "/none.txt")) }
        }
        let responder = try server.makeResponder()
        let long = await responder.respond(to: request("/files/long.txt"), remoteAddress: "::1")
        #expect(long.head.headerFields[.contentLength] == "200000")
        #expect(long.body.count == 200_000)
        var (parts, bytes) = (0, [UInt8]())
        for try await part in long.body {
            parts += 1
            bytes += part
        }
        #expect(parts == 4)
        #expect(bytes == Array(text.utf8))
        for (path, status, text) in [
            ("/files/empty.txt", 200, ""), ("/part", 200, "34567"), ("/beyond", 416, nil), ("/missing", 404, nil),
        ] {
            let answer = try await send(request(path), to: server)
            #expect(answer.status == status, "\(path)")
            if let text { #expect(answer.text == text, "\(path)") }
        }
    }
}

/// Tests streamed and live bodies, as another HTTP server reads them.
@Suite struct HTTPTypesStreamTests {
    private struct Failure: Error {}

    private func get(_ path: String, of server: TableServer) async throws -> (
        head: HTTPResponse, body: TableResponder.Body
    ) {
        let request = HTTPRequest(method: .get, scheme: "http", authority: "localhost", path: path)
        return try await server.makeResponder().respond(to: request, remoteAddress: "127.0.0.1")
    }

    /// Creates a server with a stream of pieces of 1,000 bytes. The closures report its progress and its end.
    private func streaming(
        _ count: Int, failing: Bool = false
    ) async -> (server: TableServer, written: @Sendable () -> Int, hasEnded: @Sendable () -> Bool) {
        let written = Counter()
        let ended = Counter()
        var server = await Market().server { $0.http.streamBuffer = 5000 }
        server.addRoutes { router in
            router.get("/stream") { _, _ in
                Response(
                    body: .stream { writer in
                        defer { ended.add() }
                        for _ in 0..<count {
                            try await writer.write([UInt8](repeating: 0x61, count: 1000))
                            written.add()
                        }
                        if failing { throw Failure() }
                    })
            }
        }
        return (server, { written.count }, { ended.count == 1 })
    }

    private func waits(until condition: () -> Bool) async throws -> Bool {
        for _ in 0..<1000 where !condition() { try await Task.sleep(for: .milliseconds(5)) }
        return condition()
    }

    @Test func aStreamIsReadToItsEnd() async throws {
        let stream = await streaming(100)
        let (head, body) = try await get("/stream", of: stream.server)
        #expect(head.headerFields[.contentLength] == nil)
        #expect(body.count == nil)
        #expect(!body.isLive)
        #expect(try await body.all.count == 100_000)
        #expect(stream.hasEnded())
    }

    @Test func aStreamWaitsForItsReader() async throws {
        let stream = await streaming(100)
        var iterator = try await get("/stream", of: stream.server).body.makeAsyncIterator()
        let first = try #require(try await iterator.next())
        try await Task.sleep(for: .milliseconds(100))
        // The buffer of 5,000 bytes, one piece that waits, and the bytes that were read.
        #expect(stream.written() <= 6 + first.count / 1000)
        var rest = 0
        while let part = try await iterator.next() { rest += part.count }
        #expect(first.count + rest == 100_000)
    }

    @Test func theErrorOfAStreamIsThrownAfterItsBytes() async throws {
        var iterator = try await get("/stream", of: await streaming(3, failing: true).server).body.makeAsyncIterator()
        var count = 0
        await #expect(throws: Failure.self) {
            while let part = try await iterator.next() { count += part.count }
        }
        #expect(count == 3000)
    }

    @Test func aStreamEndsWithItsReader() async throws {
        // given a reader that stops in the middle
        let stream = await streaming(100)
        var iterator: TableResponder.Body.AsyncIterator? = try await get("/stream", of: stream.server)
            .body.makeAsyncIterator()
        _ = try await iterator?.next()
        #expect(!stream.hasEnded())
        // when
        iterator = nil
        // then
        #expect(try await waits { stream.hasEnded() })
        #expect(stream.written() < 100)
    }

    @Test func aLiveBodyHasTheChangesAndEndsWithItsTask() async throws {
        // given a stream of events
        let market = await Market()
        let server = market.server { $0.maxEventStreams = 1 }
        let responder = try server.makeResponder()
        let request = HTTPRequest(method: .get, scheme: "http", authority: "localhost", path: "/events")
        let seen = Mutex("")
        let reading = Task {
            let (head, body) = await responder.respond(to: request, remoteAddress: "127.0.0.1")
            #expect(head.headerFields[.contentType] == "text/event-stream")
            #expect(body.isLive)
            for try await part in body { seen.withLock { $0 += String(decoding: part, as: UTF8.self) } }
        }
        #expect(try await waits { seen.withLock { $0.contains("retry:") } })
        // when
        await reload(market)
        // then
        #expect(try await waits { seen.withLock { $0.contains("event: change") } })
        #expect(await responder.respond(to: request, remoteAddress: "127.0.0.1").head.status == .serviceUnavailable)
        // when its client closes the connection
        reading.cancel()
        // then another client can connect
        _ = await reading.result
        var status = HTTPResponse.Status.serviceUnavailable
        let end = ContinuousClock.now + .seconds(60)
        while status != .ok, ContinuousClock.now < end {
            status = await responder.respond(to: request, remoteAddress: "127.0.0.1").head.status
            await Task.yield()
        }
        #expect(status == .ok)
    }

    @Test func aLiveBodyEndsWhenTheServerStops() async throws {
        let market = await Market()
        try await testGracefulShutdown { trigger in
            let body = try await get("/events", of: market.server()).body
            var iterator = body.makeAsyncIterator()
            #expect(try await iterator.next() != nil)
            trigger.triggerGracefulShutdown()
            while let _ = try await iterator.next() {}
        }
    }

    @TableActor private func reload(_ market: Market) {
        market.tableView.reloadRows(at: [IndexPath(row: 0, section: 0)])
    }
}

private final class Counter: Sendable {
    private let value = Mutex(0)
    var count: Int { value.withLock { $0 } }
    func add() { value.withLock { $0 += 1 } }
}

extension TableResponder.Body {
    fileprivate var all: [UInt8] {
        get async throws {
            var bytes: [UInt8] = []
            for try await part in self { bytes += part }
            return bytes
        }
    }
}
