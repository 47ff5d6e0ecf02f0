public import HTTPTypes
public import LocalizedMessages

/// An error with the status and message of its response.
///
/// Throw it from a handler. The server makes the response with ``HTTPConfiguration/errorResponder``, or as plain
/// text without one. Clients see the message, so it must not contain secrets.
///
///     guard let row = table[index] else {
///         throw HTTPError(.notFound, "There is no row \(index).")
///     }
public struct HTTPError: Error, Sendable, Hashable {
    /// The status of the response.
    public var status: HTTPResponse.Status
    /// The sentence for the client: the error and, if that helps, how to correct it.
    public var message: LocalizedMessage
    /// Additional headers of the response, such as `Allow` or `Retry-After`.
    public var headers: HTTPFields

    /// Creates an error.
    ///
    /// - Parameters:
    ///   - status: The status of the response.
    ///   - message: The sentence for the client. Default: the status's reason phrase.
    ///   - headers: Additional headers of the response.
    public init(_ status: HTTPResponse.Status, _ message: LocalizedMessage? = nil, headers: HTTPFields = [:]) {
        self.status = status
        self.message = message ?? LocalizedMessage(verbatim: "\(status.reasonPhrase).")
        self.headers = headers
    }

    /// The response without an error responder: the message as plain text.
    public var plainResponse: Response {
        var response = Response.text("\(message)\n", status: status)
        response.headers.append(contentsOf: headers)
        return response
    }
}

extension HTTPError: CustomStringConvertible {
    /// The status code and the message.
    public var description: String { "\(status.code) \(message)" }
}

/// The refusals of a request's head and body.
extension HTTPError {
    package static var hostMissing: HTTPError { HTTPError(.badRequest, "The request must have one Host header.") }

    package static var hostMalformed: HTTPError { HTTPError(.badRequest, "The header Host is malformed.") }

    package static func tooManyHeaders(limit: Int) -> HTTPError {
        HTTPError(.requestHeaderFieldsTooLarge, "The request has more than \(limit) headers.")
    }

    /// The error for a request line and headers that are larger than the limit.
    ///
    /// - Parameter target: The bytes of the request line up to the end of the address.
    package static func headTooLarge(target: Int, limit: Int) -> HTTPError {
        target > limit / 2
            ? HTTPError(
                .uriTooLong, "The address is too long: the address and the headers may have \(limit) bytes together.")
            : HTTPError(.requestHeaderFieldsTooLarge, "The request headers are larger than \(limit) bytes.")
    }

    package static var tooManyBytes: HTTPError {
        HTTPError(
            .serviceUnavailable, "Other clients keep the server busy with large requests and responses. Try again.",
            headers: [.retryAfter: "10"])
    }

    package static func bodyTooLarge(limit: Int) -> HTTPError {
        HTTPError(.contentTooLarge, "The request body is larger than \(limit) bytes.")
    }
}
