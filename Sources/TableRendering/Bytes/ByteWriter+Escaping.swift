/// What a text has to be written as, in one context.
protocol EscapedContext {
    /// Whether the byte stands for itself there, as every byte has to that is not ASCII.
    static func isClean(_ byte: UInt8) -> Bool

    /// Zero where all of eight bytes are clean; where it is not, one of them may not be.
    static func suspects(_ bytes: UInt64) -> UInt64

    /// Writes what stands for a byte that is not clean.
    static func replace(_ byte: UInt8, _ writer: inout ByteWriter)
}

extension ByteWriter {
    /// Writes a text, each run of clean bytes in one piece.
    @inline(__always)
    mutating func escaped<Context: EscapedContext>(_ text: some StringProtocol, _ context: Context.Type) {
        let isWritten: Void? = text.utf8.withContiguousStorageIfAvailable {
            escaped(UnsafeRawBufferPointer($0), context)
        }
        if isWritten == nil { Array(text.utf8).withUnsafeBytes { escaped($0, context) } }
    }

    private mutating func escaped<Context: EscapedContext>(_ utf8: UnsafeRawBufferPointer, _ context: Context.Type) {
        var start = 0
        while true {
            let end = utf8.endOfCleanRun(from: start, context)
            append(UnsafeRawBufferPointer(rebasing: utf8[start..<end]))
            guard end < utf8.count else { return }
            context.replace(utf8[end], &self)
            start = end + 1
        }
    }
}

extension UnsafeRawBufferPointer {
    /// The place of the first byte from there on that is not clean, or the end.
    @inline(__always)
    fileprivate func endOfCleanRun<Context: EscapedContext>(from start: Int, _ context: Context.Type) -> Int {
        var index = start
        while index < count {
            // Eight bytes at a time, and the last eight once more where fewer are left.
            let place = Swift.min(index, count - 8)
            if place >= 0, context.suspects(loadUnaligned(fromByteOffset: place, as: UInt64.self)) == 0 {
                index = place + 8
                continue
            }
            for suspect in index..<Swift.min(index + 8, count) where !context.isClean(self[suspect]) { return suspect }
            index = Swift.min(index + 8, count)
        }
        return count
    }
}

/// Looking at eight bytes as one number (the tests of zero bytes in Hacker's Delight, 6-1).
extension UInt64 {
    /// A byte, eight times.
    @inline(__always)
    private init(repeating byte: UInt8) {
        self = UInt64(byte) &* 0x0101_0101_0101_0101
    }

    /// Zero where none of the bytes is that one, its bits `ignoring` left aside.
    @inline(__always)
    func has(_ byte: UInt8, ignoring: UInt8 = 0) -> UInt64 {
        let difference = (self | UInt64(repeating: ignoring)) ^ UInt64(repeating: byte | ignoring)
        return (difference &- UInt64(repeating: 1)) & ~difference & UInt64(repeating: 0x80)
    }

    /// Zero where none of the bytes is less than that one, which is at most 128.
    @inline(__always)
    func hasLess(than byte: UInt8) -> UInt64 {
        (self &- UInt64(repeating: byte)) & ~self & UInt64(repeating: 0x80)
    }
}
