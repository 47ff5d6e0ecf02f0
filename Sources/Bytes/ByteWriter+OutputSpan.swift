extension ByteWriter {
    /// Reserved space at the end of a writer, for several fragments whose lengths are known.
    ///
    /// Writing into it never grows the buffer. The program stops if a fragment is longer than the remaining space, in
    /// release builds, too. The bytes count after ``ByteWriter/keep(_:)``.
    public struct OutputSpan: ~Copyable {
        /// The number of additional bytes after the reserved ones, so that fragments can be copied in blocks.
        public static let slack = MemoryLayout<SIMD4<UInt64>>.size

        /// The limit of bytes in an integer.
        public static let integer = 20

        /// The address of the next byte.
        @inlinable public var place: UnsafeMutableRawPointer { next }
        @usableFromInline var next: UnsafeMutableRawPointer
        /// The end of the reserved bytes, without the slack.
        @usableFromInline let end: UnsafeMutableRawPointer

        /// Creates space.
        ///
        /// - Parameters:
        ///   - size: The number of reserved bytes. ``slack`` bytes must follow them.
        ///   - place: The address of the first byte.
        @inlinable @inline(__always)
        public init(_ size: Int, at place: UnsafeMutableRawPointer) {
            next = place
            end = place + size
        }

        /// Stops the program if the next fragment does not fit. Called before each write.
        ///
        /// - Parameter size: The number of bytes of the fragment.
        @inlinable @inline(__always)
        public func require(_ size: Int) {
            precondition(size >= 0 && size <= end - place, "A row needs more space than was reserved for it.")
        }
    }
}

extension ByteWriter.OutputSpan {
    /// Appends a byte.
    @inlinable @inline(__always)
    public mutating func byte(_ byte: UInt8) {
        require(1)
        place.storeBytes(of: byte, as: UInt8.self)
        next += 1
    }

    /// Appends up to eight bytes, the lowest one first. The caller has checked that they fit.
    @inlinable @inline(__always)
    public mutating func append(eightBytes bytes: UInt64, count: Int) {
        // Bytes beyond the count fit into the slack.
        place.storeBytes(of: bytes.littleEndian, as: UInt64.self)
        next += count
    }

    /// Removes the bytes that were written after an earlier ``place``.
    @inlinable @inline(__always)
    public mutating func truncate(to earlier: UnsafeMutableRawPointer) {
        if earlier <= place { next = earlier }
    }

    /// Appends UTF-8 bytes without escaping.
    @inlinable @inline(__always)
    public mutating func raw(_ utf8: UnsafeRawBufferPointer) {
        guard let start = utf8.baseAddress else { return }
        require(utf8.count)
        place.copyMemory(from: start, byteCount: utf8.count)
        next += utf8.count
    }

    /// Appends bytes without escaping.
    @inlinable @inline(__always)
    public mutating func raw(_ written: [UInt8]) {
        written.withUnsafeBytes { raw($0) }
    }

    /// Appends a text of the program without escaping.
    @inlinable @inline(__always)
    public mutating func raw(_ text: StaticString) {
        let size = text.utf8CodeUnitCount
        require(size)
        place.copyMemory(from: text.utf8Start, byteCount: size)
        next += size
    }

    /// Appends a fragment of another writer.
    ///
    /// - Parameters:
    ///   - fragment: The fragment.
    ///   - prepared: The writer that contains the fragment.
    @inlinable @inline(__always)
    public mutating func raw(_ fragment: ByteWriter.Fragment, of prepared: borrowing ByteWriter) {
        require(fragment.count)
        let source = prepared.address(of: fragment)
        if fragment.count <= 4 &* Self.slack {
            var copied = 0
            repeat {
                let block = source.loadUnaligned(fromByteOffset: copied, as: SIMD4<UInt64>.self)
                place.storeBytes(of: block, toByteOffset: copied, as: SIMD4<UInt64>.self)
                copied &+= Self.slack
            } while copied < fragment.count
        } else {
            place.copyMemory(from: source, byteCount: fragment.count)
        }
        next += fragment.count
    }

    /// Appends an integer in decimal digits.
    @inlinable @inline(__always)
    public mutating func integer(_ value: some FixedWidthInteger) {
        integer(UInt64(value.magnitude), isNegative: value < 0)
    }

    /// Appends an integer in decimal digits.
    ///
    /// - Parameters:
    ///   - magnitude: The absolute value.
    ///   - isNegative: Whether a minus sign comes first.
    @inlinable @inline(__always)
    public mutating func integer(_ magnitude: UInt64, isNegative: Bool) {
        if isNegative { byte(0x2D) }
        if magnitude < 10 { return byte(0x30 + UInt8(truncatingIfNeeded: magnitude)) }
        if magnitude < 100 { return pair(magnitude) }
        digits(of: magnitude)
    }

    /// Appends two digits.
    @inlinable @inline(__always)
    mutating func pair(_ value: UInt64) {
        require(2)
        place.copyMemory(from: digitPairs.utf8Start + 2 * Int(truncatingIfNeeded: value), byteCount: 2)
        next += 2
    }

    /// Appends a number of at least 100.
    @usableFromInline
    mutating func digits(of value: UInt64) {
        var count = 3
        var power: UInt64 = 1000
        while count < 20, value >= power {
            count += 1
            power &*= 10
        }
        require(count)
        var rest = value
        var end = place + count
        while rest >= 10 {
            let pair = Int(truncatingIfNeeded: rest % 100)
            rest /= 100
            end -= 2
            end.copyMemory(from: digitPairs.utf8Start + 2 * pair, byteCount: 2)
        }
        if end > place { place.storeBytes(of: 0x30 + UInt8(truncatingIfNeeded: rest), as: UInt8.self) }
        next += count
    }
}

/// The numbers from 0 to 99, with two digits each.
@usableFromInline
let digitPairs: StaticString = """
    00010203040506070809101112131415161718192021222324252627282930313233343536373839404142434445464748495051525354\
    555657585960616263646566676869707172737475767778798081828384858687888990919293949596979899
    """
