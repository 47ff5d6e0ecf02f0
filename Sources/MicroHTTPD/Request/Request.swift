public import HTTPTypes

/// A complete request, independent of its connection.
///
/// Headers are parsed when they are first read, so unused headers cost nothing.
public struct Request: Sendable {
    let head: RequestHead
    /// The complete body, at most ``HTTPServer/Configuration/maxBodySize`` bytes.
    public let body: [UInt8]
    /// An object that the server has added to the request, such as the sender's identity.
    package var attachment: (any AnyObject & Sendable)?
    private var forwarding: Forwarding?

    /// The connection of a client to a proxy.
    private struct Forwarding: Sendable {
        var host: String?
        var isSecure: Bool
        var remoteAddress: String
    }

    init(head: RequestHead, body: [UInt8]) {
        self.head = head
        self.body = body
    }

    /// The method: GET, HEAD, POST, PUT, PATCH, DELETE or OPTIONS.
    public var method: HTTPRequest.Method { head.method }

    /// The path and query as they were sent.
    public var target: String { head.target.text }

    /// The path as it was sent, percent-encoded.
    public var path: String { head.target.path }

    /// The segments of the path, each decoded separately. A decoded segment may contain `/`.
    ///
    /// `/a/b%2Fc/` has two segments, `a` and `b/c`. The root has none. No segment is `.` or `..`.
    public var pathSegments: [String] { head.target.segments }

    /// A Boolean value that indicates whether the path ends with a slash. True for the root.
    public var hasTrailingSlash: Bool { head.target.hasTrailingSlash }

    /// The decoded items after the `?`, in order.
    public var query: Query { head.query }

    /// The text after the `?` as it was sent; nil without one.
    public var rawQuery: String? { head.target.query }

    /// The headers, in order. They are parsed at the first use; ``header(_:)`` is faster for a single header.
    public var headers: HTTPFields { head.fields }

    /// Returns the value of the first header with a name; nil if there is none.
    public func header(_ name: HTTPField.Name) -> String? { head.headers.first(name.canonicalName) }

    /// The host and port that the client requested; nil without a `Host` header, which HTTP/1.1 requires.
    ///
    /// A trusted proxy's host replaces the one of `Host`.
    public var authority: String? { forwarding?.host ?? directAuthority }

    /// The cookies of the request, by name.
    public var cookies: Cookies { Cookies(headers: head.headers) }

    /// The numeric IP address of the client, or of a proxy that is not trusted.
    public var remoteAddress: String { forwarding?.remoteAddress ?? head.remoteAddress }

    /// A Boolean value that indicates whether the client used TLS, to this server or to a trusted proxy.
    public var isSecure: Bool { forwarding?.isSecure ?? head.isSecure }

    private var directAuthority: String? { head.headers.first("host") ?? head.target.authority }

    /// Returns the request as the client sent it to a proxy. The headers stay unchanged.
    ///
    /// - Parameters:
    ///   - host: The host and port that the client requested; nil for those of this request.
    ///   - isSecure: Whether the client used TLS.
    ///   - remoteAddress: The IP address of the client.
    package func forwarded(host: String?, isSecure: Bool, remoteAddress: String) -> Request {
        var request = self
        request.forwarding = Forwarding(host: host, isSecure: isSecure, remoteAddress: remoteAddress)
        return request
    }
}
