import CCodecs

/// Compression in the Zstandard format (RFC 8878).
enum Zstandard {
    /// Returns one frame with the bytes; nil if memory is exhausted.
    ///
    /// The window that a client must hold is 4 MB at most. RFC 9659 requires browsers to accept 8 MB.
    static func compress(_ bytes: [UInt8], effort: ContentCoding.Effort) -> [UInt8]? {
        // The temporary memory keeps the result from having unused capacity.
        withUnsafeTemporaryAllocation(byteCount: ZSTD_compressBound(bytes.count), alignment: 1) { room in
            let count = ZSTD_compress(room.baseAddress, room.count, bytes, bytes.count, effort.level)
            return ZSTD_isError(count) == 0 ? Array(room[..<count]) : nil
        }
    }
}

extension ContentCoding.Effort {
    /// At each of these levels, the next level takes several times as long and saves a few per cent.
    fileprivate var level: Int32 {
        switch self {
        case .quick: 3
        case .thorough: 9
        }
    }
}
