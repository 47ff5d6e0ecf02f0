public import HTTPTypes

/// One request, complete: nothing in it refers to the connection it came by.
///
/// Headers are taken apart when they are first read, so a handler pays for what it looks at.
public struct Request: Sendable {
    let head: RequestHead
    /// The body, complete and no longer than ``HTTPServer/Configuration/maxBodySize``.
    public let body: [UInt8]
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

    /// The method; one the server knows.
    public var method: HTTPRequest.Method { head.method }

    /// Path and query as they were sent.
    public var target: String { head.target.text }

    /// The path as it was sent, still percent-encoded.
    public var path: String { head.target.path }

    /// The segments of the path, each percent-decoded for itself, so a `/` within one is data.
    ///
    /// `/a/b%2Fc/` has two, `a` and `b/c`; none is `.` or `..`; the root has none.
    public var pathSegments: [String] { head.target.segments }

    /// Whether the path ends with a slash, as the root's does.
    public var hasTrailingSlash: Bool { head.target.hasTrailingSlash }

    /// What follows the `?`, decoded, in order.
    public var query: Query { head.query }

    /// What follows the `?`, as it was sent; nil without one.
    public var rawQuery: String? { head.target.query }

    /// The header fields, in order. Made on first use; ``header(_:)`` is cheaper for one.
    public var headers: HTTPFields { head.fields }

    /// The value of the first field with that name; reads nothing else.
    public func header(_ name: HTTPField.Name) -> String? { head.headers.first(name.canonicalName) }

    /// The host and port the client meant to reach, from `Host`; there is exactly one in HTTP/1.1.
    public var authority: String? { forwarding?.host ?? directAuthority }

    /// The cookies, by name.
    public var cookies: Cookies { Cookies(headers: head.headers) }

    /// The numeric IP address the connection came from; a proxy's, where there is one.
    public var remoteAddress: String { forwarding?.remoteAddress ?? head.remoteAddress }

    /// Whether it came over TLS to this server, or to a proxy that reported it.
    public var isSecure: Bool { forwarding?.isSecure ?? head.isSecure }

    /// Whether a proxy reported another host than this request has.
    package var hasForwardedHost: Bool {
        guard let host = forwarding?.host else { return false }
        return host != directAuthority
    }

    private var directAuthority: String? { head.headers.first("host") ?? head.target.authority }

    /// Returns the request as a client sent it to a proxy. The headers stay as they are.
    ///
    /// - Parameter host: The host and port that the client meant, or nil for those of this request.
    package func forwarded(host: String?, isSecure: Bool, remoteAddress: String) -> Request {
        var request = self
        request.forwarding = Forwarding(host: host, isSecure: isSecure, remoteAddress: remoteAddress)
        return request
    }
}
