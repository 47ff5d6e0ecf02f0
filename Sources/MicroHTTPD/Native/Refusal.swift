import CMicroHTTPD
import Glibc
import HTTPMessages
import HTTPTypes

/// Responds to two kinds of malformed requests before libmicrohttpd 0.9.75, whose responses are wrong.
///
/// - For an unreadable `Content-Length`, it sends the head of its response twice.
/// - For a chunk size line that exceeds its memory, it responds with 500.
///
/// Only the log callback is called before these responses. It runs on the connection's thread, but does not name the
/// connection. All connections of the thread are therefore checked. The socket of a refused connection is shut down, so
/// that libmicrohttpd's response is not sent.
enum LoggedRefusal {
    /// Takes a log message of libmicrohttpd, on the thread that logs it.
    static func take(_ message: String, _ serverContext: ServerContext) {
        if message.contains("Content-Length") {
            for connection in connections(serverContext) { connection.refuseUnreadableLength() }
        } else if message.contains("response code is 500") {
            // A refused connection whose client still sends may have caused the message.
            let candidates = connections(serverContext).filter(\.isChunked)
            // Several candidates cannot be told apart.
            guard candidates.count == 1, case .receiving = candidates[0].exchange else { return }
            candidates[0].refuse(HTTPError(.badRequest, "A chunk of the request body is malformed."))
        }
    }

    private static func connections(_ serverContext: ServerContext) -> [Connection] {
        let thread = UInt(pthread_self())
        return serverContext.connections.all.filter { $0.thread == thread }
    }
}

/// The refusals, which run on libmicrohttpd's thread.
extension Connection {
    /// Refuses a request with an incomplete head if its `Content-Length` is not a number.
    fileprivate func refuseUnreadableLength() {
        guard case .announced = exchange else { return }
        var count = 0
        guard let start = cmh_header(pointer, "Content-Length", &count) else { return }
        let value = UnsafeRawBufferPointer(start: start, count: count)
        switch RequestHeadParser.length(value) {
        case .number: break
        case .tooLarge: refuse(tooLargeBody)
        case .malformed: refuse(HTTPError(.badRequest, "The header Content-Length is malformed."))
        }
    }
}

/// A response that is written directly to a socket, if libmicrohttpd would not send one.
struct SerializedResponse {
    /// The bytes of the whole response, with `Connection: close`.
    let bytes: [UInt8]

    init(_ response: Response) {
        let body = response.bytes ?? []
        var head = "HTTP/1.1 \(response.status.code) \(response.status.reasonPhrase)\r\n"
        for field in response.headers where field.name != .contentLength && field.name != .transferEncoding {
            head += "\(field.name.rawName): \(field.value)\r\n"
        }
        head += "Connection: close\r\nContent-Length: \(body.count)\r\n\r\n"
        bytes = Array(head.utf8) + body
    }
}
