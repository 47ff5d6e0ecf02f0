import CCodecs

/// Compression in the Zstandard format (RFC 8878).
package enum Zstandard {
    /// Returns one frame with the bytes; nil if memory is exhausted.
    ///
    /// At a level from 3 to 9, the next level takes several times as long and saves a few per cent.
    ///
    /// The window that a client must hold is 4 MB at most. RFC 9659 requires browsers to accept 8 MB.
    package static func compress(_ bytes: [UInt8], level: Int32) -> [UInt8]? {
        // The temporary memory keeps the result from having unused capacity.
        withUnsafeTemporaryAllocation(byteCount: ZSTD_compressBound(bytes.count), alignment: 1) { room in
            let count = ZSTD_compress(room.baseAddress, room.count, bytes, bytes.count, level)
            return ZSTD_isError(count) == 0 ? Array(room[..<count]) : nil
        }
    }
}
