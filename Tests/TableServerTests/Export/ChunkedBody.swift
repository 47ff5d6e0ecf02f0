/// An answer in chunks, of which the lines are counted and only the last is kept.
struct ChunkedBody {
    private(set) var head = ""
    private(set) var lineCount = 0
    private(set) var lastLine = ""
    /// Whether the last chunk has come, which says that there is no more.
    private(set) var isWhole = false
    /// What has come and is not a whole piece yet.
    private var rest: [UInt8] = []
    private var line: [UInt8] = []

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
        let parts = bytes.split(separator: 10, omittingEmptySubsequences: false)
        for (index, part) in parts.enumerated() {
            line += part
            guard index < parts.count - 1 else { break }
            lineCount += 1
            lastLine = String(decoding: line, as: UTF8.self)
            line = []
        }
    }
}
