import CMicroHTTPD
import Glibc
import HTTPTypes

/// A response that can be sent again with other bytes of the same length, once it was sent.
///
/// libmicrohttpd takes longer to copy and check the headers of a small answer, and to free them, than to send it. Its
/// responses cannot be changed, but the memory behind one can.
final class SpareResponse {
    private let head: PreparedHead
    private let status: HTTPResponse.Status
    private let native: NativeResponse
    /// The body's memory, which the response owns.
    private let block: UnsafeMutableRawBufferPointer

    /// - Throws: ``HTTPError`` without memory, ``HTTPServerError`` for a header that cannot be sent.
    init(_ prepared: PreparedResponse) throws {
        guard let memory = malloc(prepared.byteCount) else {
            throw HTTPError(.serviceUnavailable, "The server is out of memory.")
        }
        head = prepared.head
        status = prepared.status
        block = UnsafeMutableRawBufferPointer(start: memory, count: prepared.byteCount)
        block.copyBytes(from: prepared.bytes)
        native = try NativeResponse.make(status, head, block: memory, count: block.count)
    }

    /// Takes the bytes of an answer, which must not be sent by anybody any more; false for one that has other headers,
    /// or another length.
    func take(_ prepared: PreparedResponse) -> Bool {
        guard prepared.head === head, prepared.byteCount == block.count, prepared.status == status else { return false }
        block.copyBytes(from: prepared.bytes)
        return true
    }

    /// Has it sent on a connection; for its access callback.
    func queue(on connection: OpaquePointer) -> MHD_Result {
        native.queue(on: connection)
    }
}
