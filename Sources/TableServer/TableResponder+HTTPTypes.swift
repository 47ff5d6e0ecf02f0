import HTTPMessages
public import HTTPTypes
import Logging
import ServiceLifecycle

/// Requests and responses of swift-http-types, which other HTTP servers share.
extension TableResponder {
    /// Returns the response to a request that another HTTP server received.
    ///
    /// The request is checked as over a socket of this server: its host, its origin, and the limits of the body, the
    /// headers and the query. Your middleware runs. Limits of connections and of time are up to the other server.
    ///
    /// ```swift
    /// let (head, body) = await responder.respond(to: request, remoteAddress: "192.0.2.1")
    /// for try await bytes in body { try await connection.write(bytes) }
    /// ```
    ///
    /// - Parameters:
    ///   - request: The head of the request. The scheme `https` means that the client used TLS.
    ///   - body: The complete body. Default: empty.
    ///   - remoteAddress: The numeric IP address of the client, or of a proxy. Trusted proxies are found by it.
    /// - Returns: The head of the response and its body. Errors are responses, too. `Content-Length` is set if the length
    ///   is known, also in a response to `HEAD`, whose body is empty.
    public func respond(
        to request: HTTPRequest, body: [UInt8] = [], remoteAddress: String
    ) async -> (head: HTTPResponse, body: Body) {
        var known: Request?
        do {
            let made = try Request.make(request, body: body, remoteAddress: remoteAddress, limits: http)
            known = made
            return try split(await respond(to: made), isHead: request.method == .head)
        } catch {
            let answer = answer(to: error, request: known)
            // The body of the answer to an error is in memory, so that it can always be read.
            return (try? split(answer, isHead: request.method == .head)) ?? (
                HTTPResponse(status: answer.status), Body()
            )
        }
    }

    /// Returns the response to a request whose body arrives in parts.
    ///
    /// The body is read up to the limit of `maxBodySize`, beyond which the response has status 413. It is not read if
    /// `Content-Length` is larger. Otherwise, the method is like the one for a complete body.
    ///
    /// - Parameters:
    ///   - request: The head of the request.
    ///   - body: The parts of the body.
    ///   - remoteAddress: The numeric IP address of the client, or of a proxy.
    /// - Returns: The head of the response and its body.
    /// - Throws: The error of the body.
    public func respond<Parts: AsyncSequence>(
        to request: HTTPRequest, body: Parts, remoteAddress: String
    ) async throws -> (head: HTTPResponse, body: Body) where Parts.Element: Sequence<UInt8> {
        var bytes: [UInt8] = []
        guard Request.declaredLength(of: request) <= UInt64(http.maxBodySize) else {
            return await respond(to: request, remoteAddress: remoteAddress)
        }
        for try await part in body {
            bytes.append(contentsOf: part)
            if bytes.count > http.maxBodySize { break }
        }
        return await respond(to: request, body: bytes, remoteAddress: remoteAddress)
    }

    private func split(_ response: Response, isHead: Bool) throws -> (head: HTTPResponse, body: Body) {
        let code = response.status.code
        var head = HTTPResponse(
            status: (200...999).contains(code) ? response.status : .internalServerError, headerFields: response.headers)
        head.headerFields[.transferEncoding] = nil
        head.headerFields[.contentLength] = nil
        guard code != 204, code != 304 else { return (head, Body()) }
        let reader = try BodyReader(response.body, limit: http.streamBuffer) { [logger] error in
            logger.error("A streamed body failed", metadata: ["error": "\(error)"])
        }
        if let count = reader.byteCount { head.headerFields[.contentLength] = "\(count)" }
        return (head, isHead ? Body() : Body(reader))
    }
}

extension TableResponder {
    /// The body of a response, as an asynchronous sequence of arrays of bytes. Read it once.
    ///
    /// The work behind a stream ends when the reading task is cancelled, and when the body is released. So release the
    /// body when the client disconnects. A file is read in parts of at most 64 KiB.
    ///
    /// A live body, such as an event stream, ends when the client's server begins to stop, if that runs in a service group
    /// of swift-service-lifecycle.
    public struct Body: AsyncSequence, Sendable {
        private let reader: BodyReader?

        init(_ reader: BodyReader? = nil) { self.reader = reader }

        /// The length in bytes; nil for a stream, whose length is unknown.
        public var count: Int? { reader.map(\.byteCount) ?? 0 }

        /// A Boolean value that indicates whether the body is a live one, such as an event stream.
        ///
        /// It ends only when the client disconnects or the server stops.
        public var isLive: Bool { reader?.isLive ?? false }

        /// Returns the iterator over the parts of the body.
        public func makeAsyncIterator() -> AsyncIterator { AsyncIterator(reader: reader) }

        /// The iterator over the parts of a body.
        public struct AsyncIterator: AsyncIteratorProtocol {
            fileprivate let reader: BodyReader?

            /// Returns the next bytes; nil at the end.
            ///
            /// - Throws: The error of a stream. Break the connection then, so that the client notices it.
            public mutating func next() async throws -> [UInt8]? {
                guard let reader, reader.isLive else { return try await reader?.next() }
                return try await withGracefulShutdownHandler {
                    try await reader.next()
                } onGracefulShutdown: {
                    reader.endLiveBody()
                }
            }
        }
    }
}
