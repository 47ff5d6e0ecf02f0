import Bytes
import CMicroHTTPD
import Glibc
import HTTPMessages
import HTTPTypes

/// The owner of an `MHD_Response`. Connections that send it hold references of their own.
// @unchecked: libmicrohttpd counts references under a lock, and the response is never changed after it was made.
struct NativeResponse: ~Copyable, @unchecked Sendable {
    /// The length of the body; nil for a stream.
    let byteCount: Int?
    private let pointer: OpaquePointer
    private let status: UInt32

    /// Creates a response of libmicrohttpd.
    ///
    /// - Parameters:
    ///   - status: The status of the response.
    ///   - head: Serialized headers, if any.
    ///   - fields: The other headers.
    ///   - body: The body of the response.
    ///   - isHead: Whether the request is a HEAD request.
    ///   - channel: Makes the channel of a streamed body. Without it, streams are not possible.
    /// - Throws: ``HTTPError`` for a file that cannot be sent, ``HTTPServerError`` for a header that cannot be sent.
    static func make(
        _ status: HTTPResponse.Status, _ head: SerializedHeaders? = nil, adding fields: HTTPFields,
        _ body: Response.Body,
        isHead: Bool = false, channel: ChannelMaker? = nil
    ) throws -> NativeResponse {
        let code = status.code
        // libmicrohttpd would send the last chunk of a stream with 204 or 304. With a 304, it sends the length of the
        // given body, and ends the connection if that is unknown. RFC 9110 §8.6 wants the length of the 200 response,
        // which is unknown here. Old clients with http_parser would wait for that many bytes. Therefore the length is
        // 0.
        let (pointer, byteCount) = try makeBody(code == 204 || code == 304 ? .empty : body, channel)
        let made = NativeResponse(pointer: pointer, status: status, byteCount: byteCount)
        // To HEAD, libmicrohttpd sends the last chunk of a stream. Clients would read it as the start of the next
        // response.
        if isHead, byteCount == nil { cmh_end_with_connection(pointer) }
        try head?.add(to: pointer)
        if !fields.isEmpty { try SerializedHeaders(fields).add(to: pointer) }
        return made
    }

    /// Takes ownership of a response of libmicrohttpd.
    private init(pointer: OpaquePointer, status: HTTPResponse.Status, byteCount: Int?) {
        self.pointer = pointer
        self.status = (200...999).contains(status.code) ? UInt32(status.code) : 500
        self.byteCount = byteCount
    }

    deinit { MHD_destroy_response(pointer) }

    /// Queues the response on a connection. Call it in the access callback, or while the connection is suspended.
    borrowing func queue(on connection: OpaquePointer) -> MHD_Result {
        MHD_queue_response(connection, status, pointer)
    }

    typealias ChannelMaker = (BodyChannel.Source) throws -> BodyChannel

    private static func makeBody(_ body: Response.Body, _ channel: ChannelMaker?) throws -> (
        OpaquePointer, byteCount: Int?
    ) {
        var byteCount: Int?
        let made: OpaquePointer?
        switch body {
        case .empty: (made, byteCount) = (BodyBytes.makeResponse([]), 0)
        case .bytes(let bytes): (made, byteCount) = (BodyBytes.makeResponse(bytes), bytes.count)
        case .file(let path, let offset, let count, let followsLink):
            let file = try BodyFile.open(path, offset: offset, count: count, followsLink: followsLink)
            // The response closes the file when it is destroyed.
            made = MHD_create_response_from_fd_at_offset64(file.length, file.descriptor, offset)
            if made == nil { close(file.descriptor) }
            byteCount = Int(clamping: file.length)
        case .stream(let produce): made = try channel?(.task(produce)).makeResponse()
        case .live(let start): made = try channel?(.live(start)).makeResponse()
        }
        guard let made else { throw HTTPError(.serviceUnavailable, "The server has no memory left. Try again.") }
        return (made, byteCount)
    }
}

/// Keeps the bytes of a body alive while libmicrohttpd sends them without a copy.
final class BodyBytes {
    private let bytes: [UInt8]

    private init(_ bytes: [UInt8]) { self.bytes = bytes }

    /// Returns a response over these bytes, which owns them until it is destroyed.
    ///
    /// The pointer outlives `withUnsafeBufferPointer`, here only. On Linux, an array of bytes has contiguous storage.
    /// The reference below retains that storage, so it cannot move or change.
    static func makeResponse(_ bytes: [UInt8]) -> OpaquePointer? {
        guard !bytes.isEmpty else { return cmh_empty_response() }
        let owner = Unmanaged.passRetained(BodyBytes(bytes))
        let made = bytes.withUnsafeBufferPointer { buffer in
            MHD_create_response_from_buffer_with_free_callback_cls(
                buffer.count, UnsafeMutableRawPointer(mutating: buffer.baseAddress),
                { context in
                    if let context { Unmanaged<BodyBytes>.fromOpaque(context).release() }
                }, owner.toOpaque())
        }
        if made == nil { owner.release() }
        return made
    }
}

/// A response of libmicrohttpd that is kept to be sent again.
final class KeptResponse: Sendable {
    let native: NativeResponse

    init(_ native: consuming NativeResponse) { self.native = native }
}

extension PrebuiltResponse {
    /// Queues the response on a connection. Call it in the access callback, or while the connection is suspended.
    ///
    /// - Throws: ``HTTPServerError`` with code `invalidHeader`.
    func queue(on connection: OpaquePointer) throws -> MHD_Result {
        try native.locked { native in
            if let kept = native as? KeptResponse { return kept.native.queue(on: connection) }
            let made = KeptResponse(try NativeResponse.make(status, head, adding: fields, .bytes(bytes)))
            native = made
            return made.native.queue(on: connection)
        }
    }
}

extension SerializedHeaders {
    /// Adds the headers to a response of libmicrohttpd.
    ///
    /// - Throws: ``HTTPServerError`` with code `invalidHeader`.
    func add(to response: OpaquePointer) throws {
        try text.withUnsafeBufferPointer { text in
            guard let start = text.baseAddress else { return }
            for place in places {
                guard MHD_add_response_header(response, start + place.name, start + place.value) == cmh_yes() else {
                    throw HTTPServerError(
                        .invalidHeader,
                        "The header \(place.rawName) cannot be sent: its value has an invalid character.")
                }
            }
        }
    }
}

extension BodyChannel {
    /// Returns a response that reads this channel and retains it until it is destroyed.
    func makeResponse() -> OpaquePointer? {
        let owner = Unmanaged.passRetained(self)
        let made = MHD_create_response_from_callback(
            cmh_size_unknown(), isLive ? 1024 : 16 * 1024,
            { context, _, buffer, size in
                guard let context, let buffer else { return cmh_end_with_error() }
                let channel = Unmanaged<BodyChannel>.fromOpaque(context).takeUnretainedValue()
                return switch channel.read(UnsafeMutableRawBufferPointer(start: buffer, count: size)) {
                case .bytes(let count): count
                case .ended: cmh_end_of_stream()
                case .broken: cmh_end_with_error()
                }
            }, owner.toOpaque(),
            { context in
                if let context { Unmanaged<BodyChannel>.fromOpaque(context).release() }
            })
        if made == nil { owner.release() }
        return made
    }
}

/// A connection of libmicrohttpd that reads a channel.
// @unchecked: the pointer is used under the channel's lock and while its reader waits, when libmicrohttpd cannot free it.
struct ReadingConnection: SuspendableConnection, @unchecked Sendable {
    let pointer: OpaquePointer

    func suspend() { MHD_suspend_connection(pointer) }

    func resume() { MHD_resume_connection(pointer) }
}
