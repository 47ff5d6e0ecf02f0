import Glibc

/// A chunked response that counts its lines and keeps only its end.
struct ChunkedBody {
    private(set) var head = ""
    private(set) var lineCount = 0
    /// The last bytes.
    private(set) var tail: [UInt8] = []
    /// True after the last chunk, which ends the body.
    private(set) var isWhole = false
    /// The received bytes that are not a whole chunk yet.
    private var rest: [UInt8] = []
    private static let tailLength = 2000

    mutating func take(_ bytes: [UInt8]) {
        rest += bytes
        if head.isEmpty {
            guard let end = rest.firstRange(of: [13, 10, 13, 10]) else { return }
            head = String(decoding: rest[..<end.lowerBound], as: UTF8.self)
            rest.removeFirst(end.upperBound)
        }
        while !isWhole, let end = rest.firstRange(of: [13, 10]) {
            let count = Int(String(decoding: rest[..<end.lowerBound], as: UTF8.self), radix: 16) ?? 0
            guard rest.count >= end.upperBound + count + 2 else { return }
            add(rest[end.upperBound...].prefix(count))
            isWhole = count == 0
            rest.removeFirst(end.upperBound + count + 2)
        }
    }

    private mutating func add(_ bytes: ArraySlice<UInt8>) {
        lineCount += bytes.withUnsafeBytes(Self.countOfLineEnds)
        tail = Array((tail + bytes.suffix(Self.tailLength)).suffix(Self.tailLength))
    }

    /// Uses `memchr`, because tests also count tables of 100 MB.
    private static func countOfLineEnds(in bytes: UnsafeRawBufferPointer) -> Int {
        guard var place = bytes.baseAddress else { return 0 }
        let end = place + bytes.count
        var count = 0
        while place < end, let found = memchr(place, 10, end - place) {
            count += 1
            place = UnsafeRawPointer(found) + 1
        }
        return count
    }
}
