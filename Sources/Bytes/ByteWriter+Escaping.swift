/// The rules for escaping text in a context, such as HTML.
public protocol EscapingContext {
    /// Returns whether a byte needs no escaping. Must be true for all bytes that are not ASCII.
    static func isClean(_ byte: UInt8) -> Bool

    /// Returns a mask of eight bytes: zero if none of them needs escaping. Otherwise at least one of them may need it.
    static func escapeMask(_ bytes: UInt64) -> UInt64

    /// Returns the text that replaces a byte.
    static func replacement(for byte: UInt8) -> EscapedByte
}

/// The text that replaces a byte: at most six bytes.
public struct EscapedByte {
    /// The bytes of the text, the first one as the lowest byte.
    public let bytes: UInt64
    /// The number of bytes.
    public let count: Int

    /// The limit of bytes in a replacement. Space for escaped texts is reserved with it.
    public static let maxCount = 6

    /// Creates a replacement with a text.
    @inlinable @inline(__always)
    public init(_ text: StaticString) {
        count = text.utf8CodeUnitCount
        bytes = UInt64(first: count, at: UnsafeRawPointer(text.utf8Start))
    }

    /// Creates a replacement with a text that ends with two hexadecimal digits of a byte.
    @inlinable @inline(__always)
    public init(_ text: StaticString, _ byte: UInt8, digits: StaticString) {
        let shift = UInt64(8 * text.utf8CodeUnitCount)
        let first = UInt64(digits.utf8Start[Int(byte >> 4)])
        let last = UInt64(digits.utf8Start[Int(byte & 15)])
        count = text.utf8CodeUnitCount + 2
        bytes = EscapedByte(text).bytes & (1 << shift - 1) | first << shift | last << (shift + 8)
    }
}

extension ByteWriter {
    /// Appends a text with escaping. Eight bytes that need none are appended at a time.
    ///
    /// - Parameters:
    ///   - text: The text.
    ///   - context: The escaping rules.
    /// - Returns: Whether the text is pure ASCII.
    @inlinable @inline(__always)
    @discardableResult
    public mutating func escaped<Context: EscapingContext>(_ text: some StringProtocol, _ context: Context.Type) -> Bool
    {
        let isASCII: Bool? = text.utf8.withContiguousStorageIfAvailable { utf8 in
            escaped(UnsafeRawBufferPointer(utf8), context)
        }
        if let isASCII { return isASCII }
        var text = String(text)
        return text.withUTF8 { escaped(UnsafeRawBufferPointer($0), context) }
    }

    /// Appends UTF-8 bytes with escaping.
    ///
    /// - Parameters:
    ///   - utf8: The bytes.
    ///   - context: The escaping rules.
    /// - Returns: Whether the bytes are pure ASCII.
    @inlinable @inline(__always)
    @discardableResult
    public mutating func escaped<Context: EscapingContext>(_ utf8: UnsafeRawBufferPointer, _ context: Context.Type)
        -> Bool
    {
        var isASCII = true
        var place = 0
        // In parts, because there must be space for a part whose bytes are all replaced.
        while place < utf8.count {
            let part = UnsafeRawBufferPointer(rebasing: utf8[place..<min(place + 4096, utf8.count)])
            var span = span(for: EscapedByte.maxCount &* part.count)
            if !span.escaped(part, context) { isASCII = false }
            keep(span)
            place += part.count
        }
        return isASCII
    }
}

extension ByteWriter.OutputSpan {
    /// Appends UTF-8 bytes with escaping. The space must suffice for `EscapedByte.maxCount` times their number.
    ///
    /// - Parameters:
    ///   - utf8: The bytes.
    ///   - context: The escaping rules.
    /// - Returns: Whether the bytes are pure ASCII.
    @inlinable @inline(__always)
    @discardableResult
    public mutating func escaped<Context: EscapingContext>(_ utf8: UnsafeRawBufferPointer, _ context: Context.Type)
        -> Bool
    {
        guard let start = utf8.baseAddress else { return true }
        require(EscapedByte.maxCount &* utf8.count)
        var all: UInt64 = 0
        var index = 0
        while index < utf8.count {
            let count = min(utf8.count &- index, 8)
            let bytes = UInt64(first: count, at: start + index)
            all |= bytes
            if Context.escapeMask(bytes) == 0 {
                append(eightBytes: bytes, count: count)
            } else {
                escape(bytes, count: count, context)
            }
            index &+= 8
        }
        return all.isASCII
    }

    /// Appends up to eight bytes with escaping, one by one.
    @inlinable @inline(never)
    mutating func escape<Context: EscapingContext>(_ bytes: UInt64, count: Int, _ context: Context.Type) {
        for index in 0..<count {
            let byte = UInt8(truncatingIfNeeded: bytes &>> UInt64(8 &* index))
            if context.isClean(byte) {
                append(eightBytes: UInt64(byte), count: 1)
            } else {
                let escaped = context.replacement(for: byte)
                append(eightBytes: escaped.bytes, count: escaped.count)
            }
        }
    }
}

/// Checks of eight bytes as one number, whose lowest byte is the first one (Hacker's Delight, 6-1).
extension UInt64 {
    /// Creates a number of eight equal bytes.
    @inlinable @inline(__always)
    public init(repeating byte: UInt8) {
        self = UInt64(byte) &* 0x0101_0101_0101_0101
    }

    /// A Boolean value that indicates whether all eight bytes are ASCII.
    @inlinable @inline(__always)
    public var isASCII: Bool { self & UInt64(repeating: 0x80) == 0 }

    /// Returns a mask of bytes that equal `byte`, by their highest bits; zero if there is none. The bits of `ignoring` are not compared.
    @inlinable @inline(__always)
    public func mask(of byte: UInt8, ignoring: UInt8 = 0) -> UInt64 {
        let difference = (self | UInt64(repeating: ignoring)) ^ UInt64(repeating: byte | ignoring)
        return (difference &- UInt64(repeating: 1)) & ~difference & UInt64(repeating: 0x80)
    }

    /// Returns a mask of bytes that are less than `byte`, which is at most 128; zero if there is none.
    @inlinable @inline(__always)
    public func mask(below byte: UInt8) -> UInt64 {
        (self &- UInt64(repeating: byte)) & ~self & UInt64(repeating: 0x80)
    }

    /// Returns a mask of bytes outside of a range of ASCII; zero if there is none.
    @inlinable @inline(__always)
    public func mask(outside range: ClosedRange<UInt8>) -> UInt64 {
        let low = self & UInt64(repeating: 0x7F)
        let isAtLeast = low &+ UInt64(repeating: 0x80 - range.lowerBound)
        let isBeyond = low &+ UInt64(repeating: 0x7F - range.upperBound)
        return (~isAtLeast | isBeyond | self) & UInt64(repeating: 0x80)
    }
}

extension UInt64 {
    /// Creates a number from one to eight bytes. Missing bytes are `0` characters, which need no escaping in any
    /// context.
    @inlinable @inline(__always)
    public init(first size: Int, at place: UnsafeRawPointer) {
        func byte(_ index: Int) -> UInt64 {
            UInt64(place.load(fromByteOffset: index, as: UInt8.self)) &<< UInt64(truncatingIfNeeded: 8 &* index)
        }
        func four(_ index: Int) -> UInt64 {
            let bytes = place.loadUnaligned(fromByteOffset: index, as: UInt32.self)
            return UInt64(UInt32(littleEndian: bytes)) &<< UInt64(truncatingIfNeeded: 8 &* index)
        }
        if size == 8 {
            self = UInt64(littleEndian: place.loadUnaligned(as: UInt64.self))
            return
        }
        self = UInt64(repeating: 0x30) &<< UInt64(truncatingIfNeeded: 8 &* size)
        // Overlapping bytes are equal, so that combining them changes nothing.
        if size >= 4 {
            self |= four(0) | four(size &- 4)
        } else {
            self |= byte(0) | byte(size &>> 1) | byte(size &- 1)
        }
    }
}
