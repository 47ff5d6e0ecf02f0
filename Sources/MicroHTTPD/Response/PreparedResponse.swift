public import HTTPTypes

/// An answer whose headers and bytes were handed to libmicrohttpd once, to be sent any number of times.
///
/// It may be sent from any thread, on many connections at once, for `GET` and for `HEAD`. Its memory is freed
/// when the last reference and the last connection sending it are gone.
///
///     let page = try PreparedResponse(.html("<!doctype html>…"))
///     router.get("/") { _, _ in .prepared(page) }
public final class PreparedResponse: Sendable {
    /// The status line's code.
    public let status: HTTPResponse.Status
    /// The headers, in the order they are sent.
    public let headers: HTTPFields
    /// The body.
    public let bytes: [UInt8]
    let native: NativeResponse

    /// Prepares an answer whose body is in memory.
    ///
    /// - Throws: ``HTTPServerError`` with `bodyNotInMemory` for a file or a stream, or `invalidHeader`.
    public init(_ response: Response) throws {
        guard let bytes = response.bytes else {
            throw HTTPServerError(.bodyNotInMemory, "Only a body in memory can be prepared.")
        }
        status = response.status
        headers = response.headers
        self.bytes = bytes
        native = try NativeResponse.make(response)
    }

    /// The number of bytes in the body.
    public var byteCount: Int { bytes.count }

    /// The same answer as a value.
    public var response: Response { Response(status: status, headers: headers, body: .bytes(bytes)) }
}
