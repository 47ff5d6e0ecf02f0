import CMicroHTTPD
import Glibc

/// The head of a `GET` or `HEAD` request in libmicrohttpd's memory, valid until the request is answered.
///
/// libmicrohttpd splits the head in place: it writes zeros at the ends of names and lines and into the query. Two heads
/// are equal if their bytes, their announced targets and their numbers of fields are equal. The number of fields is
/// compared, because libmicrohttpd sees only one field in a line with a zero.
struct RequestHeadBytes {
    let bytes: UnsafeRawBufferPointer
    let target: [UInt8]
    let fieldCount: Int
    /// The hash value of bytes and target.
    let hash: UInt64

    /// - Parameters:
    ///   - connection: The connection in libmicrohttpd.
    ///   - method: The method of the request.
    ///   - target: The bytes of the target before it was split.
    init?(_ connection: OpaquePointer, method: UnsafePointer<CChar>, target: [UInt8]) {
        guard strcmp(method, "GET") == 0 || strcmp(method, "HEAD") == 0 else { return nil }
        self.init(
            bytes: UnsafeRawBufferPointer(start: method, count: cmh_head_size(connection)), target: target,
            fieldCount: cmh_header_count(connection))
    }

    init(bytes: UnsafeRawBufferPointer, target: [UInt8], fieldCount: Int) {
        self.bytes = bytes
        self.target = target
        self.fieldCount = fieldCount
        hash = target.withUnsafeBytes { Self.hash($0, from: Self.hash(bytes, from: Self.seed)) }
    }

    /// Returns whether a stored head equals this head.
    func equals(_ bytes: [UInt8], target: [UInt8], fieldCount: Int) -> Bool {
        guard bytes.count == self.bytes.count, fieldCount == self.fieldCount, target == self.target else {
            return false
        }
        return bytes.withUnsafeBytes { other in
            guard let left = other.baseAddress, let right = self.bytes.baseAddress else { return false }
            return memcmp(left, right, other.count) == 0
        }
    }

    /// Mixes in eight bytes at a time: a multiplication, whose two halves are combined.
    private static func hash(_ bytes: UnsafeRawBufferPointer, from start: UInt64) -> UInt64 {
        var hash = start ^ UInt64(bytes.count)
        func mix(_ word: UInt64) {
            let (high, low) = (hash ^ word).multipliedFullWidth(by: 0x9E37_79B9_7F4A_7C15)
            hash = high ^ low ^ seed
        }
        var place = 0
        while place + 8 <= bytes.count {
            mix(bytes.loadUnaligned(fromByteOffset: place, as: UInt64.self))
            place += 8
        }
        var last: UInt64 = 0
        for byte in bytes[place...] { last = last << 8 | UInt64(byte) }
        mix(last)
        return hash
    }

    /// Random in each process, so that clients cannot predict collisions.
    private static let seed = UInt64.random(in: .min ... .max)
}
