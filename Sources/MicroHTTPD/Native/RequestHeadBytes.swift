import CMicroHTTPD
import Glibc

/// The head of a `GET` or `HEAD` where libmicrohttpd has it, for as long as the request is not answered.
///
/// libmicrohttpd splits it in place: the ends of names and lines are zero there, and so are the marks of a query. So two
/// heads are the same when their bytes are, the target is as it was announced, and there are as many fields: of a line
/// that hides another behind a zero, libmicrohttpd sees but one.
struct RequestHeadBytes {
    let bytes: UnsafeRawBufferPointer
    let target: [UInt8]
    let fieldCount: Int
    /// A number that is the same for the same bytes, and seldom for others.
    let hash: UInt64

    /// - Parameter target: what stood behind the method before it was split.
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

    /// Whether it is this one.
    func equals(_ bytes: [UInt8], target: [UInt8], fieldCount: Int) -> Bool {
        guard bytes.count == self.bytes.count, fieldCount == self.fieldCount, target == self.target else {
            return false
        }
        return bytes.withUnsafeBytes { other in
            guard let left = other.baseAddress, let right = self.bytes.baseAddress else { return false }
            return memcmp(left, right, other.count) == 0
        }
    }

    /// Eight bytes at a time: each is mixed in by a multiplication, whose halves are laid over each other.
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

    /// Another in each process, so that nobody knows which heads share a number.
    private static let seed = UInt64.random(in: .min ... .max)
}
