import CMicroHTTPD
import Glibc

/// The header fields of a connection's request before, which those of the next most often are again: a browser says the
/// same of itself with each gesture.
///
/// They are the same when the bytes behind the target are, and there are as many of them; see ``RequestHeadBytes``.
struct HeaderFieldsCache {
    let fields: RequestHeadParser.Fields
    private let bytes: [UInt8]

    /// The most bytes that are kept for a connection.
    private static let limit = 2048

    /// Nil where they are too long to be kept.
    ///
    /// - Parameter bytes: those behind the target, in libmicrohttpd's memory.
    init?(_ fields: RequestHeadParser.Fields, _ bytes: UnsafeRawBufferPointer) {
        guard bytes.count <= Self.limit else { return nil }
        self.fields = fields
        self.bytes = Array(bytes)
    }

    /// Whether a request has these fields.
    func areAgain(_ bytes: UnsafeRawBufferPointer, on connection: OpaquePointer) -> Bool {
        guard bytes.count == self.bytes.count, let start = bytes.baseAddress,
            self.bytes.withUnsafeBytes({ known in known.baseAddress.map { memcmp($0, start, known.count) } }) == 0
        else { return false }
        return cmh_header_count(connection) == fields.headers.count
    }
}
