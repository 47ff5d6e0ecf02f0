import Bytes
import CMicroHTTPD
import Glibc
import HTTPMessages
import HTTPTypes
import Synchronization

/// The steps from the request line to the last byte of the body, all on libmicrohttpd's thread.
extension Connection {
    /// Takes a request line.
    func announce(_ target: UnsafePointer<CChar>?) {
        if let (time, phase) = deadline.current, phase == .opened {
            _ = deadline.set(.receiving, at: time)
        } else {
            _ = deadline.set(.receiving, at: MonotonicClock.now() + serverContext.requestTimeout)
        }
        exchange = .announced
        let bytes = UnsafeRawBufferPointer(start: target, count: target.map { strlen($0) } ?? 0)
        self.target.removeAll(keepingCapacity: bytes.count <= Self.keptTarget)
        self.target.append(contentsOf: bytes)
        targetEnd = target.map { UnsafeRawPointer($0) + bytes.count }
        // libmicrohttpd now splits the query, and hangs if its memory does not suffice for the items.
        let limit = serverContext.configuration.maxQueryItems
        if bytes.count > limit, bytes.count(where: { $0 == UInt8(ascii: "&") }) > limit {
            refuse(HTTPError(.badRequest, "The request has more than \(limit) parameters."))
        }
    }

    /// Takes the next step of a request: its head, a part of its body, its end, or the response of a handler that waited.
    func access(
        method: UnsafePointer<CChar>?, version: UnsafePointer<CChar>?, data: UnsafePointer<CChar>?,
        size: UnsafeMutablePointer<Int>?
    ) -> MHD_Result {
        let count = size?.pointee ?? 0
        switch exchange {
        case .none, .answered:
            return cmh_no()
        case .announced:
            return begin(method, version)
        case .receiving(let head) where count > 0:
            size?.pointee = 0
            return take(UnsafeRawBufferPointer(start: data, count: count), head, method)
        case .receiving(let head):
            guard deadline.clear() else { return cmh_no() }
            let request = Request(head: head, body: body)
            body = []
            return respond(to: request)
        case .refused:
            // The remaining body is read and dropped. Closing now would keep the client from reading the response.
            size?.pointee = 0
            return count > 0 ? cmh_yes() : cmh_no()
        case .suspended(let request):
            guard let response = shared.locked({ $0.response.take() }) else { return cmh_yes() }
            return send(response, to: request)
        }
    }

    /// Sends a response past libmicrohttpd, on its thread.
    private func send(_ response: SerializedResponse) {
        guard serverContext.certificate != nil else { return SocketCalls.send(response.bytes, to: socket) }
        if let session = cmh_session(pointer) { gnutls_record_send(session, response.bytes, response.bytes.count) }
    }

    /// Sends an error response before libmicrohttpd responds, and closes the connection.
    func refuse(_ error: HTTPError) {
        exchange = .answered
        shared.locked { $0.isRefused = true }
        send(SerializedResponse(serverContext.response(for: error, nil)))
        SocketCalls.shutDown(socket)
    }

    private func begin(_ method: UnsafePointer<CChar>?, _ version: UnsafePointer<CChar>?) -> MHD_Result {
        do {
            guard let method, let version, let targetEnd, !target.isEmpty,
                target.allSatisfy({ (0x21...0x7E).contains($0) })
            else {
                throw HTTPError(.badRequest, "The request target has a character that must be percent-encoded.")
            }
            guard UnsafeRawPointer(method) + strlen(method) + 1 + target.count == targetEnd else {
                throw HTTPError(.badRequest, "There must be one space between the request method and the target.")
            }
            if let error = sizeError(UnsafeRawPointer(method), targetEnd) {
                // libmicrohttpd may have no memory left for a response.
                refuse(error)
                return cmh_no()
            }
            let fields = try RequestHeadParser(
                pointer, method: method, version: version, targetEnd: targetEnd,
                maxHeaderCount: serverContext.configuration.maxHeaderCount
            ).fields
            let known = try SupportedMethod.find(UnsafeRawBufferPointer(start: method, count: strlen(method)))
            let head = try RequestHead(
                method: known, target: String(decoding: target, as: UTF8.self), headers: fields.headers,
                remoteAddress: remoteAddress,
                isSecure: serverContext.certificate != nil, maxQueryItems: serverContext.configuration.maxQueryItems)
            if case .length(let length) = fields.framing, length > UInt64(serverContext.configuration.maxBodySize) {
                return refuseBody(head, tooLargeBody, isWaiting: fields.expectsContinue)
            }
            isChunked = fields.framing == .chunked
            exchange = .receiving(head)
            return cmh_yes()
        } catch {
            return queue(serverContext.response(for: error, nil), for: nil)
        }
    }

    /// Returns the error for a head that leaves no memory for the head of a response.
    private func sizeError(_ head: UnsafeRawPointer, _ targetEnd: UnsafeRawPointer) -> HTTPError? {
        let limit = serverContext.configuration.maxHeaderSize
        guard cmh_head_size(pointer) > limit else { return nil }
        return .headTooLarge(target: targetEnd - head, limit: limit)
    }

    private func take(
        _ data: UnsafeRawBufferPointer, _ head: RequestHead, _ method: UnsafePointer<CChar>?
    ) -> MHD_Result {
        let room = serverContext.configuration.maxBodySize - body.count
        if isChunked, let line = chunkLine(before: data, method) {
            guard line.isSound else {
                return refuseBody(head, HTTPError(.badRequest, "A chunk of the request body is malformed."))
            }
            guard line.size.map({ $0 <= UInt64(room) }) ?? false else { return refuseBody(head, tooLargeBody) }
        }
        guard data.count <= room else { return refuseBody(head, tooLargeBody) }
        guard serverContext.pending.add(data.count, to: &pending) else { return refuseBody(head, .tooManyBytes) }
        body.append(contentsOf: data)
        return cmh_yes()
    }

    /// Returns the line before a chunk; nil for later parts of the chunk, or if the line was overwritten.
    private func chunkLine(before data: UnsafeRawBufferPointer, _ method: UnsafePointer<CChar>?) -> ChunkLine? {
        guard let method, let chunk = data.baseAddress else { return nil }
        // libmicrohttpd reads every part of the body to one address, after the head.
        let start = UnsafeRawPointer(method) + cmh_head_size(pointer)
        guard (0..<serverContext.configuration.maxHeaderSize).contains(chunk - start) else { return nil }
        return ChunkLine(before: UnsafeRawBufferPointer(start: start, count: chunk - start))
    }

    var tooLargeBody: HTTPError { .bodyTooLarge(limit: serverContext.configuration.maxBodySize) }

    /// Sends an error response, even in the middle of a body, where libmicrohttpd would wait for its end.
    private func refuseBody(_ head: RequestHead, _ error: HTTPError, isWaiting: Bool = false) -> MHD_Result {
        body = []
        serverContext.pending.remove(&pending)
        let request = Request(head: head, body: [])
        let response = serverContext.response(for: error, request)
        if isWaiting { return queue(response, for: request) }
        exchange = .refused
        send(SerializedResponse(response))
        SocketCalls.shutDownSending(socket)
        guard deadline.set(.sending, at: MonotonicClock.now() + Self.linger) else { return cmh_no() }
        serverContext.deadlineWakeup.signal()
        return cmh_yes()
    }

    /// The longest target in bytes whose memory is reused for the next target.
    private static let keptTarget = 1024
    /// The time in nanoseconds that a client gets to notice that its body is refused.
    private static let linger: UInt64 = 2_000_000_000
}

/// The size line of a chunk, read from libmicrohttpd's memory before the bytes of the chunk.
///
/// libmicrohttpd parses chunks itself. It accepts a bare LF as the end of a line or chunk, any bytes as an extension,
/// and any size. This check misses a line that came in an earlier packet than its chunk, because that line is
/// overwritten. The connection therefore ends after each chunked body, so that no second request can hide in it.
struct ChunkLine {
    /// The size of the chunk; nil if it does not fit into 64 bits.
    let size: UInt64?
    /// A Boolean value that indicates whether CRLF ends the line and the previous chunk, and the line contains no
    /// control characters.
    let isSound: Bool

    /// Reads the line that ends at the beginning of the chunk.
    ///
    /// - Parameter bytes: The bytes between the request's head and the chunk. The initializer returns nil if there are
    ///   none.
    init?(before bytes: UnsafeRawBufferPointer) {
        guard let last = bytes.last else { return nil }
        let (cr, lf) = (UInt8(ascii: "\r"), UInt8(ascii: "\n"))
        let previous = bytes.dropLast().lastIndex(of: lf)
        let line = bytes.dropLast()[(previous.map { $0 + 1 } ?? 0)...]
        let isEnded = last == lf && line.last == cr
        let isPreviousEnded = previous.map { $0 > 0 && bytes[$0 - 1] == cr } ?? true
        let text = line.dropLast()
        isSound = isEnded && isPreviousEnded && text.allSatisfy { $0 >= 0x20 && $0 != 0x7F || $0 == 0x09 }
        size = UInt64(String(decoding: text.prefix { $0 != UInt8(ascii: ";") }, as: UTF8.self), radix: 16)
    }
}
