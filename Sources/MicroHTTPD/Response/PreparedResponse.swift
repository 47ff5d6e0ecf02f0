import CMicroHTTPD
public import HTTPTypes
import Synchronization

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
    let body: LazyBytes
    /// The entity tag that this answer has, in place of the one in the headers.
    public let entityTag: String?
    let head: PreparedHead
    /// Whether it is meant for one request.
    let isSentOnce: Bool
    /// What libmicrohttpd was handed; nil until it is first sent.
    private let native: Mutex<NativeResponse?>

    /// Prepares an answer whose body is in memory.
    ///
    /// - Throws: ``HTTPServerError`` with `bodyNotInMemory` for a file or a stream, or `invalidHeader`.
    public init(_ response: Response) throws {
        guard let bytes = response.bytes else {
            throw HTTPServerError(.bodyNotInMemory, "Only a body in memory can be prepared.")
        }
        status = response.status
        entityTag = response.headers[.eTag]
        head = PreparedHead(response.headers)
        isSentOnce = false
        body = LazyBytes(bytes)
        native = Mutex(try NativeResponse.make(status, head, entityTag: entityTag, .bytes(bytes)))
    }

    /// Prepares an answer to one request, with headers that others have as well.
    ///
    /// Of those with the same headers and as many bytes, libmicrohttpd is handed one only.
    public init(_ head: PreparedHead, status: HTTPResponse.Status = .ok, _ bytes: [UInt8]) {
        self.status = status
        self.head = head
        isSentOnce = true
        entityTag = nil
        body = LazyBytes(bytes)
        native = Mutex(nil)
    }

    /// Prepares the next answer of the same kind: the one before, but for its entity tag and its body.
    ///
    /// It is put together and handed over when it is first sent, so this is cheap enough for under a lock.
    public init(after before: PreparedResponse, entityTag: String, body: consuming LazyBytes) {
        status = before.status
        head = before.head
        isSentOnce = false
        self.entityTag = entityTag
        self.body = body
        native = Mutex(nil)
    }

    /// The headers, in the order they are sent.
    public var headers: HTTPFields { head.fields(entityTag: entityTag) }

    /// The value of a header; of several by that name, the first.
    public func header(_ name: HTTPField.Name) -> String? {
        if name == .eTag, let entityTag { entityTag } else { head.value(of: name) }
    }

    /// The body.
    public var bytes: [UInt8] { body.bytes }

    /// The number of bytes in the body.
    public var byteCount: Int { body.count }

    /// The same answer as a value.
    public var response: Response { Response(status: status, headers: headers, body: .bytes(bytes)) }

    /// The same for libmicrohttpd once more, with references of its own.
    func makeNative() throws -> NativeResponse {
        try NativeResponse.make(status, head, entityTag: entityTag, .bytes(bytes))
    }

    /// Has it sent on a connection; for its access callback, or while it is suspended.
    func queue(on connection: OpaquePointer) -> MHD_Result {
        native.withLock { native in
            if native == nil { native = try? makeNative() }
            return native?.queue(on: connection) ?? cmh_no()
        }
    }
}
