/// The rules for escaping text in one context, such as HTML.
public protocol EscapingContext {
    /// Whether the byte is written as it is. True for every byte that is not ASCII.
    static func isClean(_ byte: UInt8) -> Bool

    /// Zero if all of eight bytes are clean. Otherwise at least one of them may not be.
    static func suspects(_ bytes: UInt64) -> UInt64

    /// The text that is written instead of a byte that is not clean.
    static func replacement(for byte: UInt8) -> EscapedByte
}

/// The text that is written instead of a byte: at most eight bytes.
public struct EscapedByte {
    /// The bytes, the first as the lowest.
    public let bytes: UInt64
    public let count: Int

    /// The most bytes of one replacement.
    public static let maxCount = 6

    @inlinable @inline(__always)
    public init(_ text: StaticString) {
        count = text.utf8CodeUnitCount
        bytes = UInt64(first: count, at: UnsafeRawPointer(text.utf8Start))
    }

    /// A text that ends with two hexadecimal digits of the byte.
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
    /// Writes a text, eight bytes at a time where all of them are clean.
    ///
    /// - Returns: whether it is nothing but ASCII.
    @inlinable @inline(__always)
    @discardableResult
    public mutating func escaped<Context: EscapingContext>(_ text: String, _ context: Context.Type) -> Bool {
        let isASCII: Bool? = text.utf8.withContiguousStorageIfAvailable { utf8 in
            guard let start = utf8.baseAddress else { return true }
            return escaped(UnsafeRawPointer(start), utf8.count, context)
        }
        if let isASCII { return isASCII }
        for byte in text.utf8 { escaped(byte, context) }
        return false
    }

    /// Writes a part of a text, eight bytes at a time where all of them are clean.
    @inlinable @inline(__always)
    @discardableResult
    public mutating func escaped<Context: EscapingContext>(_ text: some StringProtocol, _ context: Context.Type) -> Bool
    {
        let isASCII: Bool? = text.utf8.withContiguousStorageIfAvailable { utf8 in
            guard let start = utf8.baseAddress else { return true }
            return escaped(UnsafeRawPointer(start), utf8.count, context)
        }
        if let isASCII { return isASCII }
        for byte in text.utf8 { escaped(byte, context) }
        return false
    }

    @inlinable
    mutating func escaped<Context: EscapingContext>(
        _ utf8: UnsafeRawPointer, _ size: Int, _ context: Context.Type
    ) -> Bool {
        size < 8 ? replacing(utf8, size, context) : escaped(many: utf8, size, context)
    }

    /// Eight bytes or more are stored while they are looked at, up to where one is not clean.
    @inlinable
    mutating func escaped<Context: EscapingContext>(
        many utf8: UnsafeRawPointer, _ size: Int, _ context: Context.Type
    ) -> Bool {
        let room = reserved(size)
        var all: UInt64 = 0
        var index = 0
        while true {
            let bytes = UInt64(littleEndian: utf8.loadUnaligned(fromByteOffset: index, as: UInt64.self))
            guard Context.suspects(bytes) == 0 else { break }
            all |= bytes
            room.storeBytes(of: bytes.littleEndian, toByteOffset: index, as: UInt64.self)
            guard index < size - 8 else {
                keep(size)
                return all.isASCII
            }
            // The last eight begin among those before them, where they are no multiple of eight.
            index = min(index + 8, size - 8)
        }
        keep(index)
        return replacing(utf8 + index, size - index, context) && all.isASCII
    }

    /// Writes a text of which something has to be replaced, eight bytes at a time where all of them are clean.
    @inlinable @inline(never)
    mutating func replacing<Context: EscapingContext>(
        _ utf8: UnsafeRawPointer, _ size: Int, _ context: Context.Type
    ) -> Bool {
        var place = utf8
        var all: UInt64 = 0
        let end = utf8 + size
        while place < end {
            let left = min(end - place, 8)
            let bytes = UInt64(first: left, at: place)
            all |= bytes
            if context.suspects(bytes) == 0 {
                append(eightBytes: bytes, count: left)
            } else {
                for index in 0..<left { escaped(place.load(fromByteOffset: index, as: UInt8.self), context) }
            }
            place += left
        }
        return all.isASCII
    }

    @inlinable @inline(__always)
    mutating func escaped<Context: EscapingContext>(_ byte: UInt8, _ context: Context.Type) {
        if context.isClean(byte) { return self.byte(byte) }
        let escaped = context.replacement(for: byte)
        append(eightBytes: escaped.bytes, count: escaped.count)
    }

    /// Writes UTF-8, as ``escaped(_:_:)`` does a text.
    @inlinable @inline(__always)
    @discardableResult
    public mutating func escaped<Context: EscapingContext>(_ utf8: UnsafeRawBufferPointer, _ context: Context.Type)
        -> Bool
    {
        guard let start = utf8.baseAddress else { return true }
        return escaped(start, utf8.count, context)
    }
}

extension ByteWriter.Room {
    /// Writes UTF-8, eight bytes at a time where all of them are clean. Needs up to `EscapedByte.maxCount` times its length.
    ///
    /// - Returns: whether it is nothing but ASCII.
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
            if Context.suspects(bytes) == 0 {
                append(eightBytes: bytes, count: count)
            } else {
                escape(bytes, count: count, context)
            }
            index &+= 8
        }
        return all.isASCII
    }

    /// Writes up to eight bytes, one by one.
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

/// Looking at eight bytes as one number, the first of them as its lowest (the tests of zero bytes in Hacker's Delight,
/// 6-1).
extension UInt64 {
    /// A byte, eight times.
    @inlinable @inline(__always)
    public init(repeating byte: UInt8) {
        self = UInt64(byte) &* 0x0101_0101_0101_0101
    }

    /// Whether all of the bytes are ASCII.
    @inlinable @inline(__always)
    public var isASCII: Bool { self & UInt64(repeating: 0x80) == 0 }

    /// Zero where none of the bytes is that one, its bits `ignoring` left aside.
    @inlinable @inline(__always)
    public func has(_ byte: UInt8, ignoring: UInt8 = 0) -> UInt64 {
        let difference = (self | UInt64(repeating: ignoring)) ^ UInt64(repeating: byte | ignoring)
        return (difference &- UInt64(repeating: 1)) & ~difference & UInt64(repeating: 0x80)
    }

    /// Zero where none of the bytes is less than that one, which is at most 128.
    @inlinable @inline(__always)
    public func hasLess(than byte: UInt8) -> UInt64 {
        (self &- UInt64(repeating: byte)) & ~self & UInt64(repeating: 0x80)
    }

    /// Zero where none of the bytes is outside of a range of ASCII.
    @inlinable @inline(__always)
    public func hasOther(than range: ClosedRange<UInt8>) -> UInt64 {
        let low = self & UInt64(repeating: 0x7F)
        let isAtLeast = low &+ UInt64(repeating: 0x80 - range.lowerBound)
        let isBeyond = low &+ UInt64(repeating: 0x7F - range.upperBound)
        return (~isAtLeast | isBeyond | self) & UInt64(repeating: 0x80)
    }
}

extension UInt64 {
    /// Up to eight bytes, at least one of them, with zeros (`0`, clean everywhere) where there are no more.
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
        // What is read twice is the same both times.
        if size >= 4 {
            self |= four(0) | four(size &- 4)
        } else {
            self |= byte(0) | byte(size &>> 1) | byte(size &- 1)
        }
    }
}
