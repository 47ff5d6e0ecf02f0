import CMicroHTTPD

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
