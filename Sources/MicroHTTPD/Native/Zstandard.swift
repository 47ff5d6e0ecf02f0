import CCodecs

/// Content in the format of Zstandard (RFC 8878).
enum Zstandard {
    /// One frame of these bytes; nil when out of memory.
    ///
    /// Its window, which a client has to hold, is 4 MB at most; RFC 9659 has browsers take 8.
    static func compress(_ bytes: [UInt8], effort: ContentCoding.Effort) -> [UInt8]? {
        // In memory of its own, so that what is kept has no more than it needs.
        withUnsafeTemporaryAllocation(byteCount: ZSTD_compressBound(bytes.count), alignment: 1) { room in
            let count = ZSTD_compress(room.baseAddress, room.count, bytes, bytes.count, effort.level)
            return ZSTD_isError(count) == 0 ? Array(room[..<count]) : nil
        }
    }
}

extension ContentCoding.Effort {
    /// Each is where one more costs several times as much and saves some per cent.
    fileprivate var level: Int32 {
        switch self {
        case .quick: 3
        case .thorough: 9
        }
    }
}
