import Bytes
import CMicroHTTPD
public import HTTPTypes
import Synchronization

/// The result of a handler: a response, a prebuilt response or deferred work.
public enum HandlerResponse: Sendable {
    /// A response for this request.
    case response(Response)
    /// A response that was made once and is sent many times.
    case prebuilt(PrebuiltResponse)
    /// Asynchronous work that returns the response. The connection is suspended meanwhile, and occupies no thread.
    ///
    /// Errors that the work throws are handled like errors of the handler. When the server stops and its
    /// ``HTTPServer/Configuration/shutdownGrace`` is over, the task is cancelled, and the client gets status 503.
    case deferred(@Sendable () async throws -> HandlerResponse)
}

extension HandlerResponse {
    /// Returns the response, after deferred work.
    ///
    /// - Throws: The error of the work.
    package func response() async throws -> Response {
        switch self {
        case .response(let response): response
        case .prebuilt(let prepared): prepared.response
        case .deferred(let work): try await work().response()
        }
    }
}

/// A response with a body in memory, prepared once and sent any number of times.
///
/// Any thread may send it, on many connections at once, for `GET` and `HEAD`. Its memory is freed after the last
/// reference and the last connection that sends it are gone.
///
///     let page = try PrebuiltResponse(.html("<!doctype html>…"))
///     router.get("/") { _, _ in .prebuilt(page) }
public final class PrebuiltResponse: Sendable {
    /// The status of the response.
    public let status: HTTPResponse.Status
    /// The body of the response.
    public let bytes: [UInt8]
    private let head: SerializedHeaders?
    /// The headers that are not in the head.
    private let fields: HTTPFields
    /// The response of libmicrohttpd; nil until it is first sent.
    private let native: Mutex<NativeResponse?>

    /// Prepares a response.
    ///
    /// - Parameter response: A response with a body in memory. It is not a page that a server completes.
    /// - Throws: ``HTTPServerError`` with code `bodyNotInMemory` for a file or stream, or `invalidHeader`.
    public init(_ response: Response) throws {
        guard let bytes = response.bytes, response.surroundings == nil else {
            throw HTTPServerError(
                .bodyNotInMemory, "A prebuilt response must have a body in memory, not a file or a stream.")
        }
        status = response.status
        head = nil
        fields = response.headers
        self.bytes = bytes
        native = Mutex(try NativeResponse.make(status, adding: fields, .bytes(bytes)))
    }

    /// Prepares a response that has headers in common with others.
    ///
    /// - Parameters:
    ///   - head: The common headers, serialized once.
    ///   - status: The status of the response. Default: 200.
    ///   - fields: The headers of this response alone.
    ///   - bytes: The body of the response.
    package init(
        _ head: SerializedHeaders, status: HTTPResponse.Status = .ok, adding fields: HTTPFields = [:], _ bytes: [UInt8]
    ) {
        self.status = status
        self.head = head
        self.fields = fields
        self.bytes = bytes
        native = Mutex(nil)
    }

    /// The headers, in the order they are sent.
    public var headers: HTTPFields {
        guard var headers = head?.fields else { return fields }
        headers.append(contentsOf: fields)
        return headers
    }

    /// Returns the value of the first header with a name; nil if there is none.
    public func header(_ name: HTTPField.Name) -> String? {
        head?.value(of: name) ?? fields.first { $0.name == name }?.value
    }

    /// The response as a value.
    public var response: Response { Response(status: status, headers: headers, body: .bytes(bytes)) }

    /// Queues the response on a connection. Call it in the access callback, or while the connection is suspended.
    func queue(on connection: OpaquePointer) -> MHD_Result {
        native.locked { native in
            if native == nil { native = try? NativeResponse.make(status, head, adding: fields, .bytes(bytes)) }
            return native?.queue(on: connection) ?? cmh_no()
        }
    }
}
