public import HTTPTypes

extension Request {
    /// Creates a request without a connection, for tests and for calling handlers directly.
    ///
    /// The request is parsed like one from the network: `target` is split and decoded, and invalid requests are
    /// refused.
    ///
    ///     let request = try Request.make(.post, "/select/0/3", headers: [.contentType: "application/json"])
    ///
    /// - Parameters:
    ///   - method: The method. Default: GET.
    ///   - target: The path and query, percent-encoded.
    ///   - headers: The headers of the request.
    ///   - body: The complete body.
    ///   - remoteAddress: The IP address of the client.
    ///   - isSecure: Whether the request came over TLS.
    ///   - maxQueryItems: The limit of query items. Default: 256.
    /// - Throws: ``HTTPError`` with the status that the server would respond with.
    public static func make(
        _ method: HTTPRequest.Method = .get, _ target: String = "/", headers: HTTPFields = [:], body: [UInt8] = [],
        remoteAddress: String = "127.0.0.1", isSecure: Bool = false, maxQueryItems: Int = 256
    ) throws -> Request {
        try make(
            method, target, HeaderFields(headers), body, remoteAddress: remoteAddress, isSecure: isSecure,
            maxQueryItems: maxQueryItems)
    }

    private static func make(
        _ method: HTTPRequest.Method, _ target: String, _ headers: HeaderFields, _ body: [UInt8],
        remoteAddress: String, isSecure: Bool, maxQueryItems: Int
    ) throws -> Request {
        guard target.utf8.allSatisfy({ (0x21...0x7E).contains($0) }) else {
            throw HTTPError(.badRequest, "The request target has a character that must be percent-encoded.")
        }
        let head = try RequestHead(
            method: method, target: target, headers: headers, remoteAddress: remoteAddress,
            isSecure: isSecure, maxQueryItems: maxQueryItems)
        return Request(head: head, body: body)
    }
}

extension Request {
    /// Creates a request from one of swift-http-types, checked as if it came from a connection of `HTTPServer`.
    ///
    /// - Parameters:
    ///   - request: The head. A header `Host` counts like the authority. The scheme tells whether the client used TLS.
    ///   - body: The complete body.
    ///   - remoteAddress: The IP address of the client.
    ///   - limits: The limits of the body, the headers and the query.
    /// - Throws: ``HTTPError`` with the status that the server would respond with.
    package static func make(
        _ request: HTTPRequest, body: [UInt8], remoteAddress: String, limits: HTTPConfiguration
    ) throws -> Request {
        guard SupportedMethod.all.contains(request.method) else { throw SupportedMethod.unknown }
        var headers = HeaderFields(request.headerFields)
        let hosts = Set(headers.values("host") + [request.authority].compactMap { $0 })
        guard hosts.count == 1, var host = hosts.first else { throw HTTPError.hostMissing }
        guard host.withUTF8({ HTTPToken.isHost(UnsafeRawBufferPointer($0)) }) else { throw HTTPError.hostMalformed }
        if headers.first("host") == nil { headers.append("Host", host) }
        guard headers.count <= limits.maxHeaderCount else {
            throw HTTPError.tooManyHeaders(limit: limits.maxHeaderCount)
        }
        let target = request.method.rawValue.utf8.count + 1 + (request.path ?? "").utf8.count
        // The version and a line end follow the target, and an empty line the headers.
        guard target + 13 + headers.size <= limits.maxHeaderSize else {
            throw HTTPError.headTooLarge(target: target, limit: limits.maxHeaderSize)
        }
        guard max(UInt64(body.count), declaredLength(of: request)) <= UInt64(limits.maxBodySize) else {
            throw HTTPError.bodyTooLarge(limit: limits.maxBodySize)
        }
        return try make(
            request.method, request.path ?? "", headers, body, remoteAddress: remoteAddress,
            isSecure: request.scheme == "https", maxQueryItems: limits.maxQueryItems)
    }

    /// Returns the length of the body that the client announced; 0 without a valid one.
    package static func declaredLength(of request: HTTPRequest) -> UInt64 {
        request.headerFields[.contentLength].flatMap { UInt64($0) } ?? 0
    }
}
