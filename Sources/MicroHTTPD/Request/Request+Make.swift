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
        guard target.utf8.allSatisfy({ (0x21...0x7E).contains($0) }) else {
            throw HTTPError(.badRequest, "The request target has a character that must be percent-encoded.")
        }
        let head = try RequestHead(
            method: method, target: target, headers: HeaderFields(headers), remoteAddress: remoteAddress,
            isSecure: isSecure, maxQueryItems: maxQueryItems)
        return Request(head: head, body: body)
    }
}
