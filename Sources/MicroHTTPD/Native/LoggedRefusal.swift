import CMicroHTTPD
import Glibc
import HTTPTypes

/// Answers two kinds of malformed requests in place of libmicrohttpd 0.9.75, which answers them badly.
///
/// - A `Content-Length` that it cannot read: it sends the head of its answer twice.
/// - A line with the size of a chunk that its memory cannot hold: it answers 500.
///
/// Only the log callback is called before these answers. It runs on the connection's thread but does not name the connection.
/// So all connections of that thread are checked. The socket of a refused one is shut down for libmicrohttpd's answer.
enum LoggedRefusal {
    /// Reads a message of libmicrohttpd's log, on the thread that it comes from.
    static func take(_ message: String, _ serverContext: ServerContext) {
        if message.contains("Content-Length") {
            for connection in connections(serverContext) { connection.refuseUnreadableLength() }
        } else if message.contains("response code is 500") {
            // One that was refused, and still sends, may be the cause.
            let candidates = connections(serverContext).filter(\.isChunked)
            // With several, nothing tells which of them it is.
            guard candidates.count == 1, case .receiving = candidates[0].exchange else { return }
            candidates[0].refuse(HTTPError(.badRequest, "A chunk of the request body is malformed."))
        }
    }

    private static func connections(_ serverContext: ServerContext) -> [Connection] {
        let thread = UInt(pthread_self())
        return serverContext.connections.all.filter { $0.thread == thread }
    }
}

/// All on libmicrohttpd's thread.
extension Connection {
    /// Refuses a request whose head is not complete yet, if its `Content-Length` is not a number.
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
