import Foundation
import Synchronization
import TestSupport

@testable import TableTesting

/// A server on loopback that answers what a test wants, or loses an answer of another server.
final class FaultyServer: Sendable {
    struct Request: Sendable {
        var head: String
        var bytes: [UInt8]

        func header(_ name: String) -> String? {
            head.split(separator: "\r\n").first { $0.lowercased().hasPrefix("\(name.lowercased()): ") }
                .map { String($0.dropFirst(name.count + 2)) }
        }
    }

    enum Answer: Sendable {
        /// These bytes. The connection ends after them.
        case bytes(String)
        /// The answer of the server at a port.
        case forward(Int)
        /// No answer, after the server at a port has done the work.
        case lost(Int)
        /// No answer, and the connection stays open until the client closes it.
        case silence
    }

    let port: Int
    private let socket: Int32
    private let requestList = Mutex<[Request]>([])
    private let closed = Mutex(0)

    /// The requests so far.
    var requests: [Request] { requestList.withLock { $0 } }
    /// The number of connections that a client closed without an answer.
    var closedCount: Int { closed.withLock { $0 } }
    var url: URL { URL(string: "http://127.0.0.1:\(port)/orders/") ?? URL(filePath: "/") }

    /// - Parameter answer: Returns the answer to a request, whose number begins with 1.
    init(_ answer: @escaping @Sendable (Int, Request) -> Answer) throws {
        let socket = Glibc.socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_addr.s_addr = inet_addr("127.0.0.1")
        var size = socklen_t(MemoryLayout<sockaddr_in>.size)
        let isOpen = withUnsafeMutablePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                bind(socket, $0, size) == 0 && listen(socket, 64) == 0 && getsockname(socket, $0, &size) == 0
            }
        }
        guard isOpen else { throw SocketError(description: "listen") }
        (self.socket, port) = (socket, Int(UInt16(bigEndian: address.sin_port)))
        Thread.detachNewThread { [weak self] in
            while true {
                let connection = accept(socket, nil, nil)
                guard connection >= 0, let server = self else { return }
                Thread.detachNewThread { server.serve(connection, answer) }
            }
        }
    }

    func close() {
        shutdown(socket, Int32(SHUT_RDWR))
        Glibc.close(socket)
    }

    private func serve(_ connection: Int32, _ answer: @Sendable (Int, Request) -> Answer) {
        defer { Glibc.close(connection) }
        guard let request = Self.read(connection) else { return }
        let number = requestList.withLock { requests in
            requests.append(request)
            return requests.count
        }
        func forward(to port: Int) -> [UInt8] {
            let end = request.head.utf8.count
            let head = request.head.replacing("Connection: keep-alive\r\n", with: "")
            return
                (try? SocketClient.exchange(
                    Array((head + "\r\nConnection: close\r\n\r\n").utf8) + request.bytes[(end + 4)...], port: port))
                ?? []
        }
        switch answer(number, request) {
        case .bytes(let text): Self.write(Array(text.utf8), to: connection)
        case .forward(let port): Self.write(forward(to: port), to: connection)
        case .lost(let port): _ = forward(to: port)
        case .silence:
            var byte: UInt8 = 0
            if recv(connection, &byte, 1, 0) <= 0 { closed.withLock { $0 += 1 } }
        }
    }

    private static func write(_ bytes: [UInt8], to connection: Int32) {
        var sent = 0
        while sent < bytes.count {
            let count = bytes[sent...].withUnsafeBytes {
                send(connection, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL))
            }
            guard count > 0 else { return }
            sent += count
        }
    }

    private static func read(_ connection: Int32) -> Request? {
        var bytes: [UInt8] = []
        var chunk = [UInt8](repeating: 0, count: 65536)
        while true {
            if let end = bytes.firstRange(of: [13, 10, 13, 10]) {
                let request = Request(head: String(decoding: bytes[..<end.lowerBound], as: UTF8.self), bytes: bytes)
                let length = request.header("Content-Length").flatMap { Int($0) } ?? 0
                if bytes.count >= end.upperBound + length { return request }
            }
            let count = recv(connection, &chunk, chunk.count, 0)
            guard count > 0 else { return nil }
            bytes += chunk[..<count]
        }
    }
}
