import CMicroHTTPD
import Glibc
import HTTPTypes

/// A response that one of libmicrohttpd's threads has for itself: to send one counts references in it, which threads
/// that share it would take from each other.
///
/// Once nobody sends it any more, it can become another with as many bytes. libmicrohttpd takes longer to copy and check
/// the headers of an answer, and to free them, than to send a small one; and though a body cannot be exchanged, the
/// memory behind it is ours to write to. So a connection holds the response until it has sent it.
final class OwnResponse {
    /// What it is.
    private var prepared: PreparedResponse
    private let native: NativeResponse
    /// The body's memory, which the response owns; nil for one over bytes that are others' as well.
    private let block: UnsafeMutableRawBufferPointer?

    /// The most bytes that are copied for one.
    private static let limit = 64 * 1024

    /// - Parameter isCopied: whether it is likely to be followed by others with as many bytes.
    /// - Throws: ``HTTPError`` without memory, ``HTTPServerError`` for a header that cannot be sent.
    init(_ prepared: PreparedResponse, isCopied: Bool) throws {
        self.prepared = prepared
        if isCopied, (1...Self.limit).contains(prepared.byteCount), prepared.status.allowsBody {
            guard let memory = malloc(prepared.byteCount) else {
                throw HTTPError(.serviceUnavailable, "The server is out of memory.")
            }
            let block = UnsafeMutableRawBufferPointer(start: memory, count: prepared.byteCount)
            prepared.body.copy(to: block)
            self.block = block
            native = try NativeResponse.make(
                prepared.status, prepared.head, entityTag: prepared.entityTag, block: memory, count: block.count)
        } else {
            block = nil
            native = try prepared.makeNative()
        }
    }

    /// Whether it is of a kind of answers each of which is sent once.
    var isSentOnce: Bool { prepared.isSentOnce }

    /// Becomes that answer, where it has the same headers but for the entity tag, and the same length.
    ///
    /// The one before must not be sent by anybody any more.
    ///
    /// - Returns: whether it is that answer now. Else it may be none any more, where the entity tag is another.
    func become(_ next: PreparedResponse) -> Bool {
        guard let block, next.head === prepared.head, next.byteCount == block.count, next.status == prepared.status,
            native.exchange(prepared.entityTag, for: next.entityTag, of: next.head)
        else { return false }
        next.body.copy(to: block, over: prepared.body)
        prepared = next
        return true
    }

    /// Has it sent on a connection; for its access callback.
    func queue(on connection: OpaquePointer) -> MHD_Result {
        native.queue(on: connection)
    }
}

extension HTTPResponse.Status {
    /// Whether an answer with it has a body.
    fileprivate var allowsBody: Bool { self != .noContent && self != .notModified }
}
