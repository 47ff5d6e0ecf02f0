import Glibc
import TestSupport

/// A TCP client that sends exactly what it is told.
final class RawClient: Sendable {
    struct Failure: Error {
        let call: String
        let number: Int32
    }

    private let socket: Int32

    /// Connects to a port of this machine.
    ///
    /// - Parameter source: The IPv4 address to connect from, such as `127.0.0.2`.
    init(port: Int, host: String = "127.0.0.1", source: String? = nil, receiveBuffer: Int32? = nil, timeout: Int = 60)
        throws
    {
        var hints = addrinfo()
        hints.ai_socktype = Int32(SOCK_STREAM.rawValue)
        var list: UnsafeMutablePointer<addrinfo>?
        guard getaddrinfo(host, String(port), &hints, &list) == 0, let info = list else {
            throw Failure(call: "getaddrinfo", number: errno)
        }
        defer { freeaddrinfo(list) }
        socket = Glibc.socket(info.pointee.ai_family, info.pointee.ai_socktype, 0)
        guard socket >= 0 else { throw Failure(call: "socket", number: errno) }
        if var size = receiveBuffer { setsockopt(socket, SOL_SOCKET, SO_RCVBUF, &size, 4) }
        var limit = timeval(tv_sec: timeout, tv_usec: 0)
        setsockopt(socket, SOL_SOCKET, SO_RCVTIMEO, &limit, socklen_t(MemoryLayout<timeval>.size))
        setsockopt(socket, SOL_SOCKET, SO_SNDTIMEO, &limit, socklen_t(MemoryLayout<timeval>.size))
        if let source {
            var address = sockaddr_in()
            address.sin_family = sa_family_t(AF_INET)
            address.sin_addr.s_addr = inet_addr(source)
            let status = withUnsafePointer(to: &address) {
                $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                    bind(socket, $0, socklen_t(MemoryLayout<sockaddr_in>.size))
                }
            }
            guard status == 0 else { throw Failure(call: "bind", number: errno) }
        }
        guard Glibc.connect(socket, info.pointee.ai_addr, info.pointee.ai_addrlen) == 0 else {
            // All stored properties are set, so `deinit` closes the socket.
            throw Failure(call: "connect", number: errno)
        }
    }

    deinit { Glibc.close(socket) }

    /// Sends bytes. Returns false if the server has closed the connection.
    @discardableResult
    func send(_ bytes: [UInt8]) async throws -> Bool {
        try await offPool { [self] in
            var sent = 0
            while sent < bytes.count {
                let count = bytes[sent...].withUnsafeBytes {
                    Glibc.send(socket, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL))
                }
                guard count > 0 else { return false }
                sent += count
            }
            return true
        }
    }

    @discardableResult
    func send(_ text: String) async throws -> Bool { try await send(Array(text.utf8)) }

    /// Closes the direction to the server.
    func finishSending() { Glibc.shutdown(socket, Int32(SHUT_WR)) }

    /// Resets the connection, which the server notices at once.
    func reset() {
        var nowhere = sockaddr()
        nowhere.sa_family = sa_family_t(AF_UNSPEC)
        // Unlike `close`, this call keeps the descriptor, which `deinit` closes.
        Glibc.connect(socket, &nowhere, socklen_t(MemoryLayout<sockaddr>.size))
    }

    /// Reads this number of responses, or fewer if the server closes or sends nothing for too long.
    func answers(_ count: Int = 1, isHead: Bool = false) async throws -> [Answer] {
        try await offPool { [self] in
            var bytes: [UInt8] = []
            var answers: [Answer] = []
            var isOpen = true
            while answers.count < count {
                if let answer = Answer.take(from: &bytes, isHead: isHead, atEnd: !isOpen) {
                    answers.append(answer)
                } else if isOpen {
                    let more = receive()
                    isOpen = !more.isEmpty
                    bytes += more
                } else {
                    break
                }
            }
            return answers
        }
    }

    /// Sends a request repeatedly on one thread, each time soon after the previous response.
    ///
    /// - Returns: `true` if a response announced the end of the connection before it ended.
    func isToldOfTheEnd(asking request: String, onAnswer: @escaping @Sendable () -> Void) async throws -> Bool {
        try await offPool { [self] in
            var bytes: [UInt8] = []
            while Glibc.send(socket, request, request.utf8.count, Int32(MSG_NOSIGNAL)) == request.utf8.count {
                var answer: Answer?
                while answer == nil {
                    let more = receive()
                    if more.isEmpty { return false }
                    bytes += more
                    answer = Answer.take(from: &bytes)
                }
                onAnswer()
                if answer?["connection"] == "close" { return true }
                // Leaves time for other tests.
                usleep(1000)
            }
            return false
        }
    }

    /// Reads everything until the server closes. Returns nil if it does not close in time.
    func readToEnd() async throws -> [UInt8]? {
        try await offPool { [self] in
            var bytes: [UInt8] = []
            while true {
                let more = receive()
                if more.isEmpty { return errno == EAGAIN ? nil : bytes }
                bytes += more
            }
        }
    }

    /// Reads until this text has arrived. Returns false if the server closes or sends nothing for too long before.
    func read(until text: String) async throws -> Bool {
        try await offPool { [self] in
            var bytes: [UInt8] = []
            while !String(decoding: bytes, as: UTF8.self).contains(text) {
                let more = receive()
                if more.isEmpty { return false }
                bytes += more
            }
            return true
        }
    }

    /// Reads the next bytes, at most `limit`. Returns no bytes at the end.
    func read(_ limit: Int = 65536) async throws -> [UInt8] {
        try await offPool { [self] in receive(limit) }
    }

    private func receive(_ limit: Int = 65536) -> [UInt8] {
        errno = 0
        return [UInt8](unsafeUninitializedCapacity: limit) { buffer, count in
            count = max(0, recv(socket, buffer.baseAddress, limit, 0))
        }
    }
}
