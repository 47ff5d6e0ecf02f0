extension ByteWriter {
    /// Room that a writer has made, which is filled without a look at how much of it is left.
    ///
    /// Several pieces of a known length become moves that follow each other. What was written counts once it is kept
    /// (``ByteWriter/keep(_:)``).
    struct Room: ~Copyable {
        /// How many bytes there are behind what was asked for, so that pieces can be copied in blocks.
        static let slack = MemoryLayout<Block>.size

        /// How many bytes an integer has at most.
        static let integer = 20

        typealias Block = (UInt64, UInt64, UInt64, UInt64)

        private(set) var place: UnsafeMutableRawPointer
        /// The end of what was asked for.
        private let end: UnsafeMutableRawPointer

        @inline(__always)
        init(_ size: Int, at place: UnsafeMutableRawPointer) {
            self.place = place
            end = place + size
        }

        @inline(__always)
        private mutating func advance(_ size: Int) {
            place += size
            assert(place <= end)
        }
    }
}

extension ByteWriter.Room {
    @inline(__always)
    mutating func byte(_ byte: UInt8) {
        place.storeBytes(of: byte, as: UInt8.self)
        advance(1)
    }

    /// What the program wrote itself, as it is.
    @inline(__always)
    mutating func raw(_ text: StaticString) {
        let size = text.utf8CodeUnitCount
        place.copyMemory(from: text.utf8Start, byteCount: size)
        advance(size)
    }

    /// What that writer has prepared, as it is.
    @inline(__always)
    mutating func raw(_ piece: ByteWriter.Piece, of prepared: borrowing ByteWriter) {
        let source = prepared.address(of: piece)
        if piece.count <= 4 &* Self.slack {
            var copied = 0
            repeat {
                let block = source.loadUnaligned(fromByteOffset: copied, as: Block.self)
                place.storeBytes(of: block, toByteOffset: copied, as: Block.self)
                copied &+= Self.slack
            } while copied < piece.count
        } else {
            place.copyMemory(from: source, byteCount: piece.count)
        }
        advance(piece.count)
    }

    /// Once more what its writer has written there, which is at most 16 bytes.
    @inline(__always)
    mutating func repeatBytes(_ range: Range<Int>, of writer: borrowing ByteWriter) {
        // Read as a block, which ends within what there is room for.
        let block = writer.address(at: range.lowerBound).loadUnaligned(as: (UInt64, UInt64).self)
        place.storeBytes(of: block, as: (UInt64, UInt64).self)
        advance(range.count)
    }

    /// A text as it is.
    @inline(__always)
    mutating func raw(_ text: ShortText) {
        // Both as a block, which ends within what there is room for.
        place.storeBytes(of: (text.first.littleEndian, text.rest.littleEndian), as: (UInt64, UInt64).self)
        advance(text.count)
    }

    @inline(__always)
    mutating func integer(_ value: some FixedWidthInteger) {
        integer(UInt64(value.magnitude), isNegative: value < 0)
    }

    @inline(__always)
    mutating func integer(_ magnitude: UInt64, isNegative: Bool) {
        if isNegative { byte(0x2D) }
        if magnitude < 10 { return byte(0x30 + UInt8(truncatingIfNeeded: magnitude)) }
        if magnitude < 100 { return pair(magnitude) }
        advance(Self.digits(of: magnitude, at: place))
    }

    /// Two digits.
    @inline(__always)
    private mutating func pair(_ value: UInt64) {
        place.copyMemory(from: digitPairs.utf8Start + 2 * Int(truncatingIfNeeded: value), byteCount: 2)
        advance(2)
    }

    /// Writes the digits of a number of at least 100.
    ///
    /// - Returns: how many there are.
    private static func digits(of value: UInt64, at start: UnsafeMutableRawPointer) -> Int {
        if value < 10_000 {
            let (high, low) = (Int(truncatingIfNeeded: value / 100), Int(truncatingIfNeeded: value % 100))
            let skipped = high < 10 ? 1 : 0
            start.copyMemory(from: digitPairs.utf8Start + (2 * high + skipped), byteCount: 2)
            (start + (2 - skipped)).copyMemory(from: digitPairs.utf8Start + 2 * low, byteCount: 2)
            return 4 - skipped
        }
        var digits = 5
        var power: UInt64 = 100_000
        while digits < 20, value >= power {
            digits += 1
            power &*= 10
        }
        var rest = value
        var place = start + digits
        while rest >= 10 {
            let pair = Int(truncatingIfNeeded: rest % 100)
            rest /= 100
            place -= 2
            place.copyMemory(from: digitPairs.utf8Start + 2 * pair, byteCount: 2)
        }
        if place > start { start.storeBytes(of: 0x30 + UInt8(truncatingIfNeeded: rest), as: UInt8.self) }
        return digits
    }
}

/// The numbers from 0 to 99 in two digits each.
private let digitPairs: StaticString = """
    00010203040506070809101112131415161718192021222324252627282930313233343536373839404142434445464748495051525354\
    555657585960616263646566676869707172737475767778798081828384858687888990919293949596979899
    """
