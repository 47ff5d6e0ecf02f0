import HTTPTypes
import Synchronization
import Testing

@testable import MicroHTTPD

struct LiveBodyTests {
    enum Event: Equatable, Sendable { case began, closed }

    /// The sink of the latest request, with a log of its events.
    final class Station: Sendable {
        let recorder = Recorder<Event>()
        private let kept = Mutex<BodyWriter?>(nil)

        var sink: BodyWriter? { kept.withLock { $0 } }

        func open(_ sink: BodyWriter) {
            kept.withLock { $0 = sink }
            sink.send(Array("hello".utf8))
            sink.onClose { [recorder] in recorder.note(.closed) }
            recorder.note(.began)
        }
    }

    private func run(streamBuffer: Int = 64 * 1024, body: (TestServer, Station) async throws -> Void) async throws {
        let station = Station()
        try await TestServer.run {
            $0.streamBuffer = streamBuffer
        } handler: { _ in
            Response(body: .live(station.open))
        } body: {
            try await body($0, station)
        }
    }

    private func listen(to server: TestServer, receiveBuffer: Int32? = nil) async throws -> RawClient {
        let client = try RawClient(port: server.port, receiveBuffer: receiveBuffer)
        try await client.send("GET / HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n")
        return client
    }

    @Test func sendsFromOutsideWhileItIsOpen() async throws {
        try await run { server, station in
            // given
            let client = try await listen(to: server)
            #expect(try await client.read(until: "hello"))
            // when
            for number in 0..<3 {
                #expect(station.sink?.send(Array("<\(number)>".utf8)) == true)
                // then
                #expect(try await client.read(until: "<\(number)>"))
            }
        }
    }

    @Test func endsWhenItIsTold() async throws {
        try await run { server, station in
            // given
            let client = try await listen(to: server)
            #expect(try await station.recorder.waits(for: .began))
            // when
            station.sink?.send(Array("bye".utf8))
            station.sink?.end()
            // then the bytes arrive, then the end, and the sink takes nothing more
            #expect(try await client.read(until: "bye\r\n0\r\n\r\n"))
            #expect(station.sink?.send([1]) == false)
            #expect(station.recorder.events == [.began, .closed])
            // and a closure that is added later is called at once
            station.sink?.onClose { station.recorder.note(.closed) }
            #expect(station.recorder.events == [.began, .closed, .closed])
        }
    }

    @Test func noticesThatAListenerHasGone() async throws {
        try await run { server, station in
            // given a listener that receives nothing
            var client: RawClient? = try await listen(to: server)
            _ = try await client?.read()
            try await Task.sleep(for: .milliseconds(50))
            // when
            client = nil
            // then the server notices it by polling, since nothing is sent
            for _ in 0..<3 { if try await station.recorder.waits(for: .closed) { break } }
            #expect(station.recorder.events == [.began, .closed])
            #expect(station.sink?.send([1]) == false)
            #expect(try await server.isDrained())
        }
    }

    @Test func holdsNoMoreThanTheBufferForASlowReader() async throws {
        try await run(streamBuffer: 10_000) { server, station in
            // given a client that reads nothing
            let client = try await listen(to: server, receiveBuffer: 4096)
            #expect(try await station.recorder.waits(for: .began))
            // when more is sent than the sockets and the buffer hold
            let piece = [UInt8](repeating: 0x61, count: 1000)
            var taken = 0
            while taken < 100_000, station.sink?.send(piece) == true { taken += 1 }
            // then the sink refuses more, and everything that it took arrives once the client reads
            #expect(taken < 100_000)
            #expect(station.recorder.events == [.began])
            station.sink?.end()
            let all = try await client.readToEnd() ?? []
            #expect(all.count { $0 == 0x61 } >= taken * 1000)
        }
    }

    @Test func takesAPieceLargerThanItsBufferWhenItIsEmpty() async throws {
        try await run(streamBuffer: 100) { server, station in
            let client = try await listen(to: server)
            #expect(try await client.read(until: "hello"))
            // the bytes that were sent before leave the buffer a moment later
            var attempts = 0
            while station.sink?.send([UInt8](repeating: 0x62, count: 1000)) != true, attempts < 1000 {
                attempts += 1
                try await Task.sleep(for: .milliseconds(10))
            }
            station.sink?.end()
            let all = try await client.readToEnd() ?? []
            #expect(all.count { $0 == 0x62 } == 1000)
        }
    }
}
