public import HTTPTypes

extension Request {
    /// Makes a request without a connection, for tests and for handlers called in process.
    ///
    /// It is read by the same code as one from the wire: `target` is split and decoded, and what the server
    /// would refuse is refused here.
    ///
    ///     let request = try Request.make(.post, "/select/0/3", headers: [.contentType: "application/json"])
    ///
    /// - Throws: ``HTTPError`` with the status the server would have answered.
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
