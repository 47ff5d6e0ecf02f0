import Dispatch
import Glibc
import Logging
import MicroHTTPD
import TableServer

/// A reader of one response on a socket, which reads as slowly as a test wants and stores nothing.
final class StreamReader: Sendable {
    private let descriptor: Int32

    /// Requests the target on a new connection.
    init(
        _ target: String, port: Int, headers: [String] = [], receiveBuffer: Int32 = 16 * 1024
    ) throws {
        descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
        var size = receiveBuffer
        setsockopt(descriptor, SOL_SOCKET, SO_RCVBUF, &size, 4)
        var limit = timeval(tv_sec: 300, tv_usec: 0)
        setsockopt(descriptor, SOL_SOCKET, SO_RCVTIMEO, &limit, socklen_t(MemoryLayout<timeval>.size))
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_port = in_port_t(UInt16(port)).bigEndian
        address.sin_addr.s_addr = inet_addr("127.0.0.1")
        let status = withUnsafePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                connect(descriptor, $0, socklen_t(MemoryLayout<sockaddr_in>.size))
            }
        }
        guard status == 0 else { throw Unreachable() }
        let head = ["GET \(target) HTTP/1.1", "Host: 127.0.0.1:\(port)", "Connection: close"] + headers
        let request = Array((head.joined(separator: "\r\n") + "\r\n\r\n").utf8)
        _ = send(descriptor, request, request.count, Int32(MSG_NOSIGNAL))
    }

    deinit { close(descriptor) }

    /// Returns the bytes that have arrived or that arrive next. At the end, it returns no bytes.
    /// - Throws: If nothing arrives for five minutes, which is not the end.
    func read(_ limit: Int = 64 * 1024) async throws -> [UInt8] {
        try await withCheckedThrowingContinuation { continuation in
            DispatchQueue(label: "StreamReader").async { [descriptor] in
                var hasTimedOut = false
                let bytes = [UInt8](unsafeUninitializedCapacity: limit) { buffer, count in
                    let received = recv(descriptor, buffer.baseAddress, limit, 0)
                    hasTimedOut = received < 0 && errno == EAGAIN
                    count = max(0, received)
                }
                continuation.resume(with: hasTimedOut ? .failure(TimedOut()) : .success(bytes))
            }
        }
    }

    /// Reads the rest of the response.
    func readToEnd() async throws -> ChunkedBody {
        var body = ChunkedBody()
        while true {
            let bytes = try await read()
            if bytes.isEmpty { return body }
            body.take(bytes)
        }
    }

    private struct Unreachable: Error {}
    private struct TimedOut: Error {}
}

extension TableServer {
    /// Runs the body with this server listening on a port.
    func listening(_ body: (Int) async throws -> Void) async throws {
        let responder = try makeResponder()
        var http = responder.httpConfiguration
        http.port = 0
        http.shutdownGrace = .zero
        // If many tests run, a reader may have to wait for its turn.
        http.idleTimeout = .seconds(300)
        let server = HTTPServer(
            configuration: http, logger: Logger(label: "test", factory: { _ in SwiftLogNoOpLogHandler() })
        ) { await responder.respond(to: $0) }
        let port = try server.start().port
        do {
            try await body(port)
        } catch {
            await server.stop()
            throw error
        }
        await server.stop()
    }
}
