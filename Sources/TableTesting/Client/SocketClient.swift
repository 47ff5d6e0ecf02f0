import CLibrary
import Dispatch
import HTTPTypes

// Glibc declares the types of sockets as an enumeration.
#if canImport(Glibc)
    private let streamSocket = Int32(SOCK_STREAM.rawValue)
#else
    private let streamSocket = SOCK_STREAM
#endif

/// Calls `send` of the C library, which `TestClient.send` hides inside `SocketClient`.
private func sendBytes(_ bytes: UnsafeRawBufferPointer, to socket: Int32) -> Int {
    send(socket, bytes.baseAddress, bytes.count, Int32(MSG_NOSIGNAL))
}

/// A test client that speaks HTTP/1.1 to a loopback port, with one connection for each request.
///
/// It adds only the headers that HTTP needs: `Host`, `Connection` and `Content-Length`.
struct SocketClient: TestClient {
    let port: Int

    func send(
        _ method: HTTPRequest.Method, _ target: String, headers: HTTPFields, body: [UInt8]
    ) async throws -> TestResponse {
        var head = "\(method.rawValue) \(target) HTTP/1.1\r\nConnection: close\r\n"
        let host = HTTPField.Name("Host")
        if host.flatMap({ headers[$0] }) == nil { head += "Host: 127.0.0.1:\(port)\r\n" }
        for field in headers { head += "\(field.name): \(field.value)\r\n" }
        if !body.isEmpty || method == .post { head += "Content-Length: \(body.count)\r\n" }
        let bytes = Array((head + "\r\n").utf8) + body
        let port = port
        // Blocking a thread of Swift's pool could leave no thread for the server, so the exchange has its own thread.
        let answer = try await withCheckedThrowingContinuation { continuation in
            DispatchQueue(label: "SocketClient").async {
                continuation.resume(with: Result { try Self.exchange(bytes, port: port) })
            }
        }
        return try Self.parse(answer)
    }

    /// Sends bytes and reads until the server closes the connection.
    static func exchange(_ bytes: [UInt8], port: Int) throws -> [UInt8] {
        let descriptor = socket(AF_INET, streamSocket, 0)
        guard descriptor >= 0 else { throw SocketError(description: "socket") }
        defer { close(descriptor) }
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_port = in_port_t(UInt16(port)).bigEndian
        address.sin_addr.s_addr = inet_addr("127.0.0.1")
        let connected = withUnsafePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                connect(descriptor, $0, socklen_t(MemoryLayout<sockaddr_in>.size))
            }
        }
        guard connected == 0 else { throw SocketError(description: "connect") }
        var sent = 0
        while sent < bytes.count {
            let count = bytes[sent...].withUnsafeBytes {
                sendBytes($0, to: descriptor)
            }
            guard count > 0 else { break }
            sent += count
        }
        var answer: [UInt8] = []
        var chunk = [UInt8](repeating: 0, count: 64 * 1024)
        while true {
            let count = chunk.withUnsafeMutableBytes { recv(descriptor, $0.baseAddress, $0.count, 0) }
            guard count > 0 else { return answer }
            answer += chunk[..<count]
        }
    }

    static func parse(_ answer: [UInt8]) throws -> TestResponse {
        guard let end = answer.firstRange(of: [13, 10, 13, 10]) else {
            throw SocketError(description: "no head in the answer")
        }
        let lines = String(decoding: answer[..<end.lowerBound], as: UTF8.self).split(separator: "\r\n")
        guard let status = lines.first.flatMap({ $0.split(separator: " ").dropFirst().first }).flatMap({ Int($0) })
        else {
            throw SocketError(description: "no status in the answer")
        }
        var headers = HTTPFields()
        for line in lines.dropFirst() {
            guard let colon = line.firstIndex(of: ":"), let name = HTTPField.Name(String(line[..<colon])) else {
                continue
            }
            let value = line[line.index(after: colon)...].drop { $0 == " " }
            headers.append(HTTPField(name: name, value: String(value)))
        }
        let body = Array(answer[end.upperBound...])
        let isChunked = headers[.transferEncoding] == "chunked"
        return TestResponse(status: status, headers: headers, body: isChunked ? try unchunked(body) : body)
    }

    private static func unchunked(_ bytes: [UInt8]) throws -> [UInt8] {
        var rest = bytes[...]
        var body: [UInt8] = []
        while let end = rest.firstRange(of: [13, 10]) {
            let size = String(decoding: rest[..<end.lowerBound], as: UTF8.self)
            guard let count = Int(size, radix: 16) else { throw SocketError(description: "a chunk without a size") }
            if count == 0 { return body }
            let chunk = rest[end.upperBound...].prefix(count)
            body += chunk
            rest = rest[chunk.endIndex...].dropFirst(2)
        }
        throw SocketError(description: "the last chunk is missing")
    }
}

struct SocketError: Error, CustomStringConvertible {
    let description: String
}
