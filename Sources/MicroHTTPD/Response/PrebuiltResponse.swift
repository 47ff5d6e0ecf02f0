import Bytes
import CMicroHTTPD
public import HTTPTypes
import Synchronization

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
    /// The headers, in the order they are sent.
    public let headers: HTTPFields
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
        headers = response.headers
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
        var headers = head.fields
        headers.append(contentsOf: fields)
        self.headers = headers
        native = Mutex(nil)
    }

    /// Returns the value of the first header with a name; nil if there is none.
    public func header(_ name: HTTPField.Name) -> String? {
        head?.value(of: name) ?? fields.first { $0.name == name }?.value
    }

    /// Queues the response on a connection. Call it in the access callback, or while the connection is suspended.
    func queue(on connection: OpaquePointer) -> MHD_Result {
        native.locked { native in
            if native == nil { native = try? NativeResponse.make(status, head, adding: fields, .bytes(bytes)) }
            return native?.queue(on: connection) ?? cmh_no()
        }
    }
}

extension Response {
    /// Returns a response that was made once and is sent many times. A change makes it a response like others.
    public static func prebuilt(_ prebuilt: PrebuiltResponse) -> Response {
        var response = Response(status: prebuilt.status, headers: prebuilt.headers, body: .bytes(prebuilt.bytes))
        response.prebuilt = prebuilt
        return response
    }
}
