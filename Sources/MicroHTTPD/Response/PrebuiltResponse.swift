import CMicroHTTPD
public import HTTPTypes
import Synchronization

/// A response with a body in memory, whose headers are handed to libmicrohttpd once, to be sent any number of times.
///
/// It may be sent from any thread, on many connections at once, for `GET` and for `HEAD`. Its memory is freed
/// when the last reference and the last connection sending it are gone.
///
///     let page = try PrebuiltResponse(.html("<!doctype html>…"))
///     router.get("/") { _, _ in .prebuilt(page) }
public final class PrebuiltResponse: Sendable {
    public let status: HTTPResponse.Status
    public let bytes: [UInt8]
    private let head: SerializedHeaders?
    /// The headers that are not in the head.
    private let fields: HTTPFields
    /// The response for libmicrohttpd; nil until it is first sent.
    private let native: Mutex<NativeResponse?>

    /// Prepares a response.
    ///
    /// - Throws: ``HTTPServerError`` with `bodyNotInMemory` for a file or a stream, or `invalidHeader`.
    public init(_ response: Response) throws {
        guard let bytes = response.bytes else {
            throw HTTPServerError(.bodyNotInMemory, "Only a body in memory can be prepared.")
        }
        status = response.status
        head = nil
        fields = response.headers
        self.bytes = bytes
        native = Mutex(try NativeResponse.make(status, adding: fields, .bytes(bytes)))
    }

    /// Prepares a response that shares most of its headers with others.
    ///
    /// - Parameter head: The headers that it shares.
    /// - Parameter status: The status of the response.
    /// - Parameter fields: The headers that are this response's alone.
    /// - Parameter bytes: The body.
    public init(
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

    /// The value of a header; of several by that name, the first.
    public func header(_ name: HTTPField.Name) -> String? {
        head?.value(of: name) ?? fields.first { $0.name == name }?.value
    }

    /// A copy of the response as a value.
    public var response: Response { Response(status: status, headers: headers, body: .bytes(bytes)) }

    /// Makes one more response for libmicrohttpd, which counts references of its own.
    func makeNative() throws -> NativeResponse {
        try NativeResponse.make(status, head, adding: fields, .bytes(bytes))
    }

    /// Has it sent on a connection; for its access callback, or while it is suspended.
    func queue(on connection: OpaquePointer) -> MHD_Result {
        native.withLock { native in
            if native == nil { native = try? makeNative() }
            return native?.queue(on: connection) ?? cmh_no()
        }
    }
}
