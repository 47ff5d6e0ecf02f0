import CMicroHTTPD
import Glibc
import HTTPTypes

/// The one owner of an `MHD_Response`; connections that send it hold references of their own.
// @unchecked: libmicrohttpd counts its references under a lock, and nothing here changes it once it is made.
struct NativeResponse: ~Copyable, @unchecked Sendable {
    /// The length of the body; nil for a stream.
    let byteCount: Int?
    private let pointer: OpaquePointer
    private let status: UInt32

    /// Hands an answer to libmicrohttpd.
    ///
    /// - Parameters:
    ///   - head: Headers that were prepared, if any.
    ///   - fields: The other headers.
    ///   - pipe: makes the pipe of a streamed body; without it there can be none.
    /// - Throws: ``HTTPError`` for a file that cannot be sent, ``HTTPServerError`` for a header that cannot.
    static func make(
        _ status: HTTPResponse.Status, _ head: SerializedHeaders? = nil, adding fields: HTTPFields,
        _ body: Response.Body,
        isHead: Bool = false, pipe: PipeMaker? = nil
    ) throws -> NativeResponse {
        let code = status.code
        // libmicrohttpd would send the last chunk of a stream with either. With a 304 it sends the length of what it is
        // given, and ends the connection if that is unknown. RFC 9110 §8.6 wants the length of the 200, which is not known
        // here, and old clients built on http_parser would wait for as many bytes. So they are told 0.
        let (pointer, byteCount) = try makeBody(code == 204 || code == 304 ? .empty : body, pipe)
        let made = NativeResponse(pointer: pointer, status: status, byteCount: byteCount)
        // To HEAD, libmicrohttpd sends the last chunk of a stream, which would pass for the start of the next answer.
        if isHead, byteCount == nil { cmh_end_with_connection(pointer) }
        try head?.add(to: pointer)
        for field in fields { try field.add(to: pointer) }
        return made
    }

    /// Takes over a response of libmicrohttpd's.
    private init(pointer: OpaquePointer, status: HTTPResponse.Status, byteCount: Int?) {
        self.pointer = pointer
        self.status = (200...999).contains(status.code) ? UInt32(status.code) : 500
        self.byteCount = byteCount
    }

    deinit { MHD_destroy_response(pointer) }

    /// Has it sent on a connection; for its access callback, or while it is suspended.
    borrowing func queue(on connection: OpaquePointer) -> MHD_Result {
        MHD_queue_response(connection, status, pointer)
    }

    typealias PipeMaker = (BodyChannel.Source) throws -> BodyChannel

    private static func makeBody(_ body: Response.Body, _ pipe: PipeMaker?) throws -> (OpaquePointer, byteCount: Int?) {
        var byteCount: Int?
        let made: OpaquePointer?
        switch body {
        case .empty: (made, byteCount) = (BodyBytes.makeResponse([]), 0)
        case .bytes(let bytes): (made, byteCount) = (BodyBytes.makeResponse(bytes), bytes.count)
        case .file(let path, let offset, let count):
            let file = try BodyFile.makeResponse(path, offset: offset, count: count)
            (made, byteCount) = (file.response, file.byteCount)
        case .stream(let produce): made = try pipe?(.task(produce)).makeResponse()
        case .live(let start): made = try pipe?(.feed(start)).makeResponse()
        }
        guard let made else { throw HTTPError(.serviceUnavailable, "The server has no memory left. Try again.") }
        return (made, byteCount)
    }
}
