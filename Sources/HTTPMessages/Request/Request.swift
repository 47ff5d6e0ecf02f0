import Essentials
public import HTTPTypes

/// A complete request, independent of its connection.
///
/// Headers are parsed when they are first read, so unused headers cost nothing.
public struct Request: Sendable {
    let head: RequestHead
    /// The complete body, at most ``HTTPConfiguration/maxBodySize`` bytes.
    public let body: [UInt8]
    /// An object that the server has added to the request, such as the sender's identity.
    package var attachment: (any AnyObject & Sendable)?
    /// A Boolean value that indicates whether a trusted proxy has sent the request.
    package var isFromTrustedProxy = false
    private var forwarding: Forwarding?

    /// The connection of a client to a proxy.
    private struct Forwarding: Sendable {
        var host: String?
        var isSecure: Bool
        var remoteAddress: String
    }

    /// Creates a request from its parts.
    package init(head: RequestHead, body: [UInt8]) {
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

extension Request {
    /// Returns the items of a browser form (`application/x-www-form-urlencoded`); none of a request without a body and its type.
    ///
    /// - Parameter maxItems: The limit of items. Default: ``HTTPConfiguration/maxQueryItems``.
    /// - Throws: ``HTTPError`` 415 for another media type, 400 for a malformed body or too many items.
    public func form(maxItems: Int? = nil) throws -> Query {
        // curl -X POST sends neither.
        if body.isEmpty, header(.contentType) == nil { return Query() }
        guard MediaType(header(.contentType))?.isForm == true else {
            throw HTTPError(.unsupportedMediaType, "The request body must be application/x-www-form-urlencoded.")
        }
        return try Query(bytes: body, limit: maxItems ?? head.maxQueryItems)
    }

    /// Decodes the body from JSON. Dates are ISO 8601 text.
    ///
    /// - Parameter type: The type to decode.
    /// - Returns: The decoded value.
    /// - Throws: ``HTTPError`` 415 for another media type, 400 with the place of the error for an invalid body.
    public func decode<Value: Decodable>(_ type: Value.Type = Value.self) throws -> Value {
        let body = try jsonBody()
        do {
            let decoder = JSONDecoder()
            decoder.dateDecodingStrategy = .iso8601
            return try decoder.decode(type, from: Data(body))
        } catch let error as DecodingError {
            throw HTTPError(.badRequest, error.sentence)
        } catch {
            throw HTTPError(.badRequest, "The request body is not valid JSON.")
        }
    }

    /// Returns the body of a request in JSON.
    ///
    /// - Throws: ``HTTPError`` 415 for another media type.
    package func jsonBody() throws(HTTPError) -> [UInt8] {
        guard MediaType(header(.contentType))?.isJSON == true else {
            throw HTTPError(.unsupportedMediaType, "The request body must be application/json.")
        }
        return body
    }
}

extension DecodingError {
    /// The sentence that tells the error and its place, without names of Swift types.
    fileprivate var sentence: LocalizedMessage {
        switch self {
        case .keyNotFound(let key, let context):
            "\"\(Self.path(context.codingPath + [key]))\" is missing in the request body."
        case .valueNotFound(_, let context):
            "\"\(Self.path(context.codingPath))\" in the request body must not be null."
        case .typeMismatch(_, let context):
            "\"\(Self.path(context.codingPath))\" in the request body has the wrong type."
        case .dataCorrupted(let context) where !context.codingPath.isEmpty:
            "\"\(Self.path(context.codingPath))\" in the request body has a value that cannot be read."
        default: "The request body is not valid JSON."
        }
    }

    private static func path(_ keys: [any CodingKey]) -> String {
        keys.isEmpty
            ? "(the whole)" : keys.map { $0.intValue.map(String.init) ?? $0.stringValue }.joined(separator: ".")
    }
}
