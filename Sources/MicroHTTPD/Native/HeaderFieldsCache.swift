import CMicroHTTPD
import Glibc

/// The parsed header fields of a connection's previous request. Browsers usually send them unchanged with each request.
///
/// They are unchanged if the bytes after the target and the number of fields are equal; see ``RequestHeadBytes``.
struct HeaderFieldsCache {
    let fields: RequestHeadParser.Fields
    private let bytes: [UInt8]

    /// The limit of cached bytes for each connection.
    private static let limit = 2048

    /// Caches the fields; nil if they are longer than the limit.
    ///
    /// - Parameters:
    ///   - fields: The parsed fields.
    ///   - bytes: The bytes after the target, in libmicrohttpd's memory.
    init?(_ fields: RequestHeadParser.Fields, _ bytes: UnsafeRawBufferPointer) {
        guard bytes.count <= Self.limit else { return nil }
        self.fields = fields
        self.bytes = Array(bytes)
    }

    /// Returns whether a request has these fields.
    func areAgain(_ bytes: UnsafeRawBufferPointer, on connection: OpaquePointer) -> Bool {
        guard bytes.count == self.bytes.count, let start = bytes.baseAddress,
            self.bytes.withUnsafeBytes({ known in known.baseAddress.map { memcmp($0, start, known.count) } }) == 0
        else { return false }
        return cmh_header_count(connection) == fields.headers.count
    }
}
