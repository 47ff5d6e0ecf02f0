/// A growing buffer of bytes, with methods for all kinds of values in HTML, JSON and URLs.
///
/// Text is escaped from its UTF-8, without intermediate strings. The writer cannot be copied, so its memory is never
/// shared, and appending needs no uniqueness check. A page of a hundred rows consists of thousands of short fragments.
///
/// The type is public because `@inlinable` has no effect on `package` functions (Swift 6.3). It is not part of a
/// product.
public struct ByteWriter: ~Copyable, @unchecked Sendable {
    @usableFromInline var start: UnsafeMutableRawPointer
    /// The number of allocated bytes from `start`. The bytes of `margin` lie before it.
    @usableFromInline var capacity: Int
    private var margin = 0
    /// A Boolean value that indicates whether the writer owns its memory.
    private var isOwner: Bool
    /// The number of bytes that were written.
    @inlinable public var count: Int { size }
    @usableFromInline var size = 0

    /// Creates a writer.
    ///
    /// - Parameters:
    ///   - capacity: The number of bytes to allocate. Default: 256. The buffer grows when needed.
    ///   - margin: The number of bytes to reserve before the written bytes, for ``moveToFront(from:)``. Default: 0.
    public init(capacity: Int = 256, after margin: Int = 0) {
        self.capacity = max(capacity, 16)
        self.margin = margin
        start = .allocate(byteCount: margin + self.capacity, alignment: 1) + margin
        isOwner = true
    }

    /// Creates an empty writer, which allocates memory at its first write.
    public init(empty: ()) {
        capacity = 0
        start = UnsafeMutableRawPointer(mutating: Self.nothing.utf8Start)
        isOwner = false
    }

    /// Creates a writer that uses memory of its caller until that is full.
    private init(in memory: UnsafeMutableRawBufferPointer, at start: UnsafeMutableRawPointer) {
        self.start = start
        capacity = memory.count
        isOwner = false
    }

    /// Two blocks, because an empty fragment is copied as a block.
    private static var nothing: StaticString { "                                                                " }

    deinit {
        if isOwner { (start - margin).deallocate() }
    }

    /// A copy of the written bytes.
    public var bytes: [UInt8] { [UInt8](written) }

    /// The written bytes, decoded as UTF-8.
    public var text: String { String(decoding: written, as: UTF8.self) }

    /// Returns the text that a closure writes. It is meant for short texts.
    ///
    /// - Parameter body: Writes the text.
    public static func text(_ body: (inout ByteWriter) -> Void) -> String {
        short(body) { String(decoding: $0, as: UTF8.self) }
    }

    /// Calls a closure with the bytes that another one writes. Short texts need no memory of their own.
    @usableFromInline static func short<Result>(
        _ body: (inout ByteWriter) -> Void, _ use: (UnsafeRawBufferPointer) -> Result
    ) -> Result {
        withUnsafeTemporaryAllocation(byteCount: 256, alignment: 1) { memory in
            guard let start = memory.baseAddress else { return use(UnsafeRawBufferPointer(memory)) }
            var writer = ByteWriter(in: memory, at: start)
            body(&writer)
            return use(writer.written)
        }
    }

    private var written: UnsafeRawBufferPointer { UnsafeRawBufferPointer(start: start, count: count) }

    /// Removes all bytes, and keeps the memory.
    public mutating func removeAll() { self.size = 0 }

    /// Returns the bytes that were written since the last call.
    public mutating func take() -> [UInt8] {
        defer { self.size = 0 }
        return bytes
    }

    /// Removes all bytes after the first `earlier` bytes.
    public mutating func truncate(to earlier: Int) {
        self.size = min(max(earlier, 0), count)
    }

    /// Makes sure that there is space for more bytes.
    @inlinable @inline(__always)
    mutating func reserve(_ more: Int) {
        if capacity &- count < more { grow(more) }
    }

    @usableFromInline @inline(never)
    mutating func grow(_ more: Int) {
        move(to: max(capacity * 2, count + more), after: margin)
    }

    /// Moves the bytes to new memory, which the writer owns.
    private mutating func move(to capacity: Int, after margin: Int) {
        let place = UnsafeMutableRawPointer.allocate(byteCount: margin + capacity, alignment: 1) + margin
        place.copyMemory(from: start, byteCount: count)
        if isOwner { (start - self.margin).deallocate() }
        (start, self.capacity, self.margin, isOwner) = (place, capacity, margin, true)
    }

    /// Moves the bytes from an index to the front, before all other bytes.
    ///
    /// - Parameter place: The index of the first byte to move.
    public mutating func moveToFront(from place: Int) {
        let size = count - place
        if margin < size { move(to: max(capacity, count), after: size) }
        start -= size
        (capacity, margin) = (capacity + size, margin - size)
        start.copyMemory(from: start + count, byteCount: size)
    }

    /// Reserves space for fragments whose lengths are known. Write into the space, then call ``keep(_:)``.
    ///
    /// - Parameter size: The number of bytes to reserve.
    @inlinable @inline(__always)
    public mutating func span(for size: Int) -> OutputSpan {
        reserve(size &+ OutputSpan.slack)
        return OutputSpan(size, at: start + count)
    }

    /// Returns the number of bytes, including those in the space that was reserved last.
    @inlinable @inline(__always)
    public func count(with span: borrowing OutputSpan) -> Int { span.place - start }

    /// Keeps the bytes that were written into the space that was reserved last.
    @inlinable @inline(__always)
    public mutating func keep(_ span: consuming OutputSpan) {
        self.size = span.place - start
    }

    /// Reserves bytes and returns their address. Call ``keep(_:)`` with the number of written bytes.
    @inlinable @inline(__always)
    public mutating func reserved(_ size: Int) -> UnsafeMutableRawPointer {
        reserve(size)
        return start + count
    }

    /// Keeps a number of bytes that were written to the reserved address.
    @inlinable @inline(__always)
    public mutating func keep(_ size: Int) { self.size &+= size }

    @inlinable @inline(__always)
    mutating func append(_ source: UnsafeRawPointer, _ size: Int) {
        reserve(size)
        (start + count).copyMemory(from: source, byteCount: size)
        self.size &+= size
    }

    /// Appends bytes without escaping.
    @inlinable @inline(__always)
    public mutating func append(_ source: UnsafeRawBufferPointer) {
        if let address = source.baseAddress { append(address, source.count) }
    }

    /// Appends the first `size` of eight bytes, the lowest one first.
    @inlinable @inline(__always)
    public mutating func append(eightBytes bytes: UInt64, count size: Int) {
        reserve(8)
        start.storeBytes(of: bytes.littleEndian, toByteOffset: count, as: UInt64.self)
        self.size &+= size
    }

    /// Appends a text of the program without escaping.
    @inlinable @inline(__always)
    public mutating func raw(_ text: StaticString) {
        append(text.utf8Start, text.utf8CodeUnitCount)
    }

    /// Appends a text of the program, with two bytes before it and two bytes after it.
    @inlinable @inline(__always)
    public mutating func raw(_ text: StaticString, after first: (UInt8, UInt8), before last: (UInt8, UInt8)) {
        let size = text.utf8CodeUnitCount
        reserve(size + 4)
        let place = start + count
        place.storeBytes(of: first, as: (UInt8, UInt8).self)
        (place + 2).copyMemory(from: text.utf8Start, byteCount: size)
        (place + 2 + size).storeBytes(of: last, as: (UInt8, UInt8).self)
        self.size += size + 4
    }

    /// A range of a writer's bytes that other writers can append many times.
    public struct Fragment: Sendable {
        @usableFromInline let start: Int
        /// The number of bytes.
        public let count: Int

        /// Creates a fragment. Use ``ByteWriter/fragment(_:)`` to write one.
        public init(start: Int = 0, count: Int = 0) { (self.start, self.count) = (start, count) }
    }

    /// Writes a fragment that other writers can append with ``raw(_:of:)``.
    public mutating func fragment(_ write: (inout ByteWriter) -> Void) -> Fragment {
        let start = count
        write(&self)
        // A short fragment is copied as a block, which may end after it.
        reserve(OutputSpan.slack)
        return Fragment(start: start, count: count - start)
    }

    /// Returns the address of a fragment. At least one block of memory follows it.
    @inlinable @inline(__always)
    public func address(of fragment: Fragment) -> UnsafeRawPointer { UnsafeRawPointer(start + fragment.start) }

    /// Appends a fragment of another writer.
    ///
    /// - Parameters:
    ///   - fragment: The fragment.
    ///   - prepared: The writer that contains the fragment.
    @inlinable @inline(__always)
    public mutating func raw(_ fragment: Fragment, of prepared: borrowing ByteWriter) {
        var span = span(for: fragment.count)
        span.raw(fragment, of: prepared)
        keep(span)
    }

    /// Returns the address of a byte.
    @inlinable @inline(__always)
    public func address(at place: Int) -> UnsafeRawPointer { UnsafeRawPointer(start + place) }

    /// Appends bytes without escaping.
    public mutating func raw(_ written: [UInt8]) {
        written.withUnsafeBytes { append($0) }
    }

    /// Appends a collection of bytes without escaping.
    public mutating func raw(_ written: some Collection<UInt8>) {
        if written.withContiguousStorageIfAvailable({ append(UnsafeRawBufferPointer($0)) }) == nil {
            for byte in written { self.byte(byte) }
        }
    }

    /// Appends a byte.
    @inlinable @inline(__always)
    public mutating func byte(_ byte: UInt8) {
        reserve(1)
        start.storeBytes(of: byte, toByteOffset: count, as: UInt8.self)
        self.size &+= 1
    }

    /// Appends an integer in decimal digits.
    @inlinable
    public mutating func integer(_ value: some FixedWidthInteger) {
        integer(UInt64(value.magnitude), isNegative: value < 0)
    }

    /// Appends an integer in decimal digits.
    ///
    /// - Parameters:
    ///   - magnitude: The absolute value.
    ///   - isNegative: Whether a minus sign comes first.
    public mutating func integer(_ magnitude: UInt64, isNegative: Bool) {
        var span = span(for: OutputSpan.integer)
        span.integer(magnitude, isNegative: isNegative)
        keep(span)
    }

    /// Appends a number with the fewest digits that identify it.
    ///
    /// - Returns: False for NaN and infinities, for which nothing is written.
    public mutating func decimal(_ value: Double) -> Bool {
        guard value.isFinite else { return false }
        if let integer = value.exactInteger {
            self.integer(integer)
        } else if let short = value.shortDecimal {
            integer(short.whole, isNegative: value < 0)
            byte(0x2E)
            padded(short.fraction, width: short.places)
        } else {
            // The standard library writes the shortest digits. This is the only string that a row needs.
            raw(value.description.utf8)
        }
        return true
    }

    /// Appends a number like ``decimal(_:)``, with `.0` after whole numbers, so that it is read as a floating-point
    /// number.
    ///
    /// - Returns: False for NaN and infinities, for which nothing is written.
    public mutating func floatingPoint(_ value: Double) -> Bool {
        guard let integer = value.exactInteger else { return decimal(value) }
        self.integer(integer)
        raw(".0")
        return true
    }
}

extension Double {
    /// The whole number that this number is, with the same digits; nil from 2^53 on, and for fractions and -0.
    public var exactInteger: Int64? {
        guard magnitude < 0x1p53, self != 0 || sign == .plus else { return nil }
        return Int64(exactly: self)
    }

    /// The digits of the absolute value, if it is a fraction with at most four decimal places, such as a price;
    /// otherwise nil.
    ///
    /// At most 15 digits identify a number, so these are the fewest ones.
    public var shortDecimal: (whole: UInt64, fraction: Int, places: Int)? {
        for (index, scale) in [10.0, 100, 1000, 10_000].enumerated() {
            guard magnitude * scale < 1e15 else { return nil }
            let digits = UInt64(magnitude * scale + 0.5)
            guard Double(digits) / scale == magnitude else { continue }
            let (whole, fraction) = digits.quotientAndRemainder(dividingBy: UInt64(scale))
            return fraction == 0 ? nil : (whole, Int(fraction), index + 1)
        }
        return nil
    }
}
