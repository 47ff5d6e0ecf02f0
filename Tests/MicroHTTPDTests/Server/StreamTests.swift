import HTTPTypes
import Testing

@testable import MicroHTTPD

struct StreamTests {
    struct Oops: Error {}
    enum Event: Equatable, Sendable { case began, wrote(Int), cancelled, ended }

    private func run(
        configure: (inout HTTPServer.Configuration) -> Void = { _ in },
        produce: @escaping @Sendable (BodyWriter) async throws -> Void,
        body: (TestServer) async throws -> Void
    ) async throws {
        try await TestServer.run {
            configure(&$0)
        } handler: { _ in
            Response(body: .stream(produce))
        } body: {
            try await body($0)
        }
    }

    @Test(arguments: [0, 1, 100, 5000])
    func arrivesWhole(_ count: Int) async throws {
        try await run { writer in
            for index in 0..<count { try await writer.write("line \(index)\n".utf8) }
        } body: { server in
            let answer = try await server.get("/")
            #expect(answer?["transfer-encoding"] == "chunked")
            #expect(answer?.text == (0..<count).map { "line \($0)\n" }.joined())
        }
    }

    @Test func arrivesInLargePieces() async throws {
        // 4,099 random bytes, again and again: its length fits into no buffer, so lost, repeated and swapped bytes are seen.
        let block = (0..<4099).map { _ in UInt8.random(in: .min ... .max) }
        var whole: [UInt8] = []
        while whole.count < 5_000_000 { whole += block }
        let expected = whole
        try await run { writer in
            for start in stride(from: 0, to: expected.count, by: 1_000_000) {
                try await writer.write(expected[start..<min(start + 1_000_000, expected.count)])
            }
        } body: { server in
            let body = try #require(try await server.get("/")).body
            #expect(body.count == expected.count)
            let isWhole = body == expected
            #expect(isWhole)
        }
    }

    @Test func endsWithTheConnectionInOlderHTTP() async throws {
        try await run {
            try await $0.write("abc".utf8)
        } body: { server in
            let answer = try await server.exchange("GET / HTTP/1.0\r\n\r\n")
            #expect(answer?.text == "abc")
            #expect(answer?["transfer-encoding"] == nil)
        }
    }

    @Test func isNotMadeForHEAD() async throws {
        let recorder = Recorder<Event>()
        try await run { _ in
            recorder.note(.began)
        } body: { server in
            let client = try server.connect()
            try await client.send("HEAD / HTTP/1.1\r\nHost: x\r\n\r\n")
            let all = try await client.readToEnd() ?? []
            #expect(String(decoding: all, as: UTF8.self).hasPrefix("HTTP/1.1 200 "))
            // and no last chunk follows the headers
            #expect(String(decoding: all, as: UTF8.self).hasSuffix("Connection: close\r\n\r\n"))
        }
        #expect(recorder.events == [])
    }

    @Test func reachesTheClientWhileItIsMade() async throws {
        let (steps, step) = AsyncStream.makeStream(of: Void.self)
        try await run { writer in
            for await _ in steps { try await writer.write("x".utf8) }
        } body: { server in
            // given
            let client = try server.connect()
            try await client.send("GET / HTTP/1.1\r\nHost: x\r\n\r\n")
            _ = try await client.read()
            for _ in 0..<3 {
                // when
                step.yield()
                // then
                #expect(String(decoding: try await client.read(), as: UTF8.self).contains("x"))
            }
            step.finish()
            #expect(String(decoding: try await client.read(), as: UTF8.self) == "0\r\n\r\n")
        }
    }

    @Test func waitsForASlowReader() async throws {
        let recorder = Recorder<Event>()
        let piece = [UInt8](repeating: 0x61, count: 10_000)
        try await run { writer in
            for index in 0..<10_000 {
                try await writer.write(piece)
                recorder.note(.wrote(index))
            }
        } body: { server in
            // given a client that reads nothing
            let client = try RawClient(port: server.port, receiveBuffer: 4096)
            try await client.send("GET / HTTP/1.1\r\nHost: x\r\n\r\n")
            // then the writer pauses, far from the end
            var written = -1
            while written != recorder.events.count {
                written = recorder.events.count
                try await Task.sleep(for: .milliseconds(300))
            }
            #expect(written > 0 && written < 2000)
            // and continues when the client reads
            for _ in 0..<5000 where recorder.events.count == written { _ = try await client.read(100_000) }
            #expect(recorder.events.count > written)
        }
    }

    @Test func stopsWhenTheClientGoes() async throws {
        let recorder = Recorder<Event>()
        let piece = [UInt8](repeating: 0x61, count: 10_000)
        try await run { writer in
            do {
                while true { try await writer.write(piece) }
            } catch {
                recorder.note(.cancelled)
                throw error
            }
        } body: { server in
            var client: RawClient? = try server.connect()
            try await client?.send("GET / HTTP/1.1\r\nHost: x\r\n\r\n")
            _ = try await client?.read()
            client = nil
            #expect(try await recorder.waits(for: .cancelled))
            #expect(try await server.isDrained())
        }
    }

    /// If a body has an end, a part of it must not look like the whole body, whatever error ends it.
    @Test(arguments: [Oops(), CancellationError()] as [any Error])
    func breaksOffWhenItFails(error: any Error) async throws {
        try await run { writer in
            try await writer.write("abc".utf8)
            throw error
        } body: { server in
            let client = try server.connect()
            try await client.send("GET / HTTP/1.1\r\nHost: x\r\n\r\n")
            let all = String(decoding: try await client.readToEnd() ?? [], as: UTF8.self)
            #expect(all.contains("abc"))
            #expect(!all.hasSuffix("0\r\n\r\n"))
        }
    }

    @Test func isCutOffWhenItIsHardlyRead() async throws {
        let recorder = Recorder<Event>()
        let piece = [UInt8](repeating: 0x61, count: 10_000_000)
        try await run {
            $0.requestTimeout = .seconds(1)
            $0.idleTimeout = .seconds(3600)
            $0.minSendRate = 10_000_000
        } produce: { writer in
            do {
                try await writer.write(piece)
                recorder.note(.ended)
            } catch {
                recorder.note(.cancelled)
                throw error
            }
        } body: { server in
            let client = try RawClient(port: server.port, receiveBuffer: 4096)
            try await client.send("GET / HTTP/1.1\r\nHost: x\r\n\r\n")
            #expect(try await recorder.waits(for: .cancelled))
            #expect(try await server.isDrained())
        }
    }

    @Test func manyAtOnce() async throws {
        try await run { writer in
            for index in 0..<50 {
                try await writer.write("\(index)\n".utf8)
                await Task.yield()
            }
        } body: { server in
            let expected = (0..<50).map { "\($0)\n" }.joined()
            try await withThrowingTaskGroup { group in
                for _ in 0..<40 {
                    group.addTask {
                        let answer = try await server.get("/")
                        #expect(answer?.text == expected)
                    }
                }
                try await group.waitForAll()
            }
        }
    }
}
