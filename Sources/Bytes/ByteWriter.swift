/// A growing buffer of bytes, with one function for each kind of value in each format.
///
/// Text is escaped from its UTF-8, without a string in between. The writer cannot be copied, so its memory is never shared,
/// and appending needs no check for that: a page of a hundred rows is thousands of short pieces.
///
/// Public, because `@inlinable` has no effect on `package` functions (Swift 6.3), and not part of a product.
public struct ByteWriter: ~Copyable, @unchecked Sendable {
    @usableFromInline var start: UnsafeMutableRawPointer
    /// The bytes of memory from `start` on; `margin` is the number of bytes before it.
    @usableFromInline var capacity: Int
    private var margin = 0
    /// Whether the memory is its own.
    private var isOwner: Bool
    /// The number of bytes written.
    @inlinable public var count: Int { size }
    @usableFromInline var size = 0

    /// - Parameter margin: The bytes to reserve before what is written (``moveToFront(from:)``).
    public init(capacity: Int = 256, after margin: Int = 0) {
        self.capacity = max(capacity, 16)
        self.margin = margin
        start = .allocate(byteCount: margin + self.capacity, alignment: 1) + margin
        isOwner = true
    }

    /// Makes a writer that allocates memory when something is written.
    public init(empty: ()) {
        capacity = 0
        start = UnsafeMutableRawPointer(mutating: Self.nothing.utf8Start)
        isOwner = false
    }

    /// Makes a writer that writes to memory it does not own, until that is full.
    private init(in memory: UnsafeMutableRawBufferPointer, at start: UnsafeMutableRawPointer, after margin: Int) {
        self.start = start + margin
        self.margin = margin
        capacity = memory.count - margin
        isOwner = false
    }

    /// Two blocks, because an empty piece is read as one.
    private static var nothing: StaticString { "                                                                " }

    deinit {
        if isOwner { (start - margin).deallocate() }
    }

    /// A copy of the bytes written.
    public var bytes: [UInt8] { [UInt8](written) }

    /// The bytes written, decoded as UTF-8.
    public var text: String { String(decoding: written, as: UTF8.self) }

    /// Returns the text that the body writes. Meant for short texts.
    public static func text(_ body: (inout ByteWriter) -> Void) -> String {
        withUnsafeTemporaryAllocation(byteCount: 256, alignment: 1) { memory in
            guard let start = memory.baseAddress else { return "" }
            var writer = ByteWriter(in: memory, at: start, after: 0)
            body(&writer)
            return writer.text
        }
    }

    /// Returns the bytes that the body writes, without a copy if their number was estimated well.
    ///
    /// - Parameters:
    ///   - likely: The number of bytes, estimated; nil if it is unknown.
    ///   - margin: The part of them that will be moved to the front (``moveToFront(from:)``), estimated.
    ///   - write: Writes to the writer it is given and returns it.
    public static func bytes(
        likely: Int?, margin: Int = 0, _ write: (consuming ByteWriter) throws -> ByteWriter
    ) rethrows -> [UInt8] {
        guard let likely else { return try write(ByteWriter(capacity: unknown, after: margin)).bytes }
        let capacity = likely + margin + slack
        var copy: [UInt8]?
        let bytes = try [UInt8](unsafeUninitializedCapacity: capacity) { memory, count in
            let memory = UnsafeMutableRawBufferPointer(memory)
            guard let start = memory.baseAddress else { return }
            let writer = try write(ByteWriter(in: memory, at: start, after: margin))
            if writer.isOwner || writer.count < likely / 2 {
                copy = writer.bytes
            } else {
                if writer.start != start { memory.copyMemory(from: writer.written) }
                count = writer.count
            }
        }
        return copy ?? bytes
    }

    /// The capacity of a writer if the number of bytes is unknown.
    private static let unknown = 48 * 1024

    /// The bytes reserved beyond an estimate, because the last row of a page reserves more than it needs.
    public static let slack = 1024

    private var written: UnsafeRawBufferPointer { UnsafeRawBufferPointer(start: start, count: count) }

    /// Calls the body with the bytes written.
    public func withBytes<Result>(_ body: (UnsafeRawBufferPointer) -> Result) -> Result { body(written) }

    public mutating func removeAll() { self.size = 0 }

    /// Returns the bytes that were written since the last call.
    public mutating func take() -> [UInt8] {
        defer { self.size = 0 }
        return bytes
    }

    /// Removes what was written after the first `earlier` bytes.
    public mutating func takeBack(to earlier: Int) {
        self.size = min(max(earlier, 0), count)
    }

    /// Makes sure that there is space for that many more bytes.
    @inlinable @inline(__always)
    mutating func reserve(_ more: Int) {
        if capacity &- count < more { grow(more) }
    }

    @usableFromInline @inline(never)
    mutating func grow(_ more: Int) {
        move(to: max(capacity * 2, count + more), after: margin)
    }

    /// Moves the bytes to new memory that the writer owns.
    private mutating func move(to capacity: Int, after margin: Int) {
        let place = UnsafeMutableRawPointer.allocate(byteCount: margin + capacity, alignment: 1) + margin
        place.copyMemory(from: start, byteCount: count)
        if isOwner { (start - self.margin).deallocate() }
        (start, self.capacity, self.margin, isOwner) = (place, capacity, margin, true)
    }

    /// Moves the bytes from `place` on before all others.
    public mutating func moveToFront(from place: Int) {
        let size = count - place
        if margin < size { move(to: max(capacity, count), after: size) }
        start -= size
        (capacity, margin) = (capacity + size, margin - size)
        start.copyMemory(from: start + count, byteCount: size)
    }

    /// Reserves space for pieces whose lengths are known. Write into it, then call ``keep(_:)``.
    @inlinable @inline(__always)
    public mutating func room(for size: Int) -> Room {
        reserve(size &+ Room.slack)
        return Room(size, at: start + count)
    }

    /// The number of bytes, with those written to the room that was made last.
    @inlinable @inline(__always)
    public func count(with room: borrowing Room) -> Int { room.place - start }

    /// Keeps the bytes written to the room that was made last.
    @inlinable @inline(__always)
    public mutating func keep(_ room: consuming Room) {
        self.size = room.place - start
    }

    /// Reserves bytes to write to. Call ``keep(_:)`` with the number that was written.
    @inlinable @inline(__always)
    public mutating func reserved(_ size: Int) -> UnsafeMutableRawPointer {
        reserve(size)
        return start + count
    }

    /// Keeps bytes that were written to what was reserved.
    @inlinable @inline(__always)
    public mutating func keep(_ size: Int) { self.size &+= size }

    @inlinable @inline(__always)
    mutating func append(_ source: UnsafeRawPointer, _ size: Int) {
        reserve(size)
        (start + count).copyMemory(from: source, byteCount: size)
        self.size &+= size
    }

    @inlinable @inline(__always)
    public mutating func append(_ source: UnsafeRawBufferPointer) {
        if let address = source.baseAddress { append(address, source.count) }
    }

    /// Appends the first `size` of eight bytes, the lowest first.
    @inlinable @inline(__always)
    public mutating func append(eightBytes bytes: UInt64, count size: Int) {
        reserve(8)
        start.storeBytes(of: bytes.littleEndian, toByteOffset: count, as: UInt64.self)
        self.size &+= size
    }

    /// Appends a text of the program, unescaped.
    @inlinable @inline(__always)
    public mutating func raw(_ text: StaticString) {
        append(text.utf8Start, text.utf8CodeUnitCount)
    }

    /// Appends a text of the program between two bytes on each side.
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

    /// A range of a writer's bytes that is written many times.
    public struct Piece: Sendable {
        @usableFromInline let start: Int
        public let count: Int

        public init(start: Int = 0, count: Int = 0) { (self.start, self.count) = (start, count) }
    }

    /// Writes a piece that other writers can append (``raw(_:of:)``).
    public mutating func piece(_ write: (inout ByteWriter) -> Void) -> Piece {
        let start = count
        write(&self)
        // A short piece is copied as a block, which may end behind it.
        reserve(Room.slack)
        return Piece(start: start, count: count - start)
    }

    /// The address of a piece. At least a block of memory follows it.
    @inlinable @inline(__always)
    public func address(of piece: Piece) -> UnsafeRawPointer { UnsafeRawPointer(start + piece.start) }

    /// Appends a piece of another writer.
    @inlinable @inline(__always)
    public mutating func raw(_ piece: Piece, of prepared: borrowing ByteWriter) {
        var room = room(for: piece.count)
        room.raw(piece, of: prepared)
        keep(room)
    }

    /// The address of a byte.
    @inlinable @inline(__always)
    public func address(at place: Int) -> UnsafeRawPointer { UnsafeRawPointer(start + place) }

    /// Appends bytes of its own again.
    public mutating func repeatBytes(_ range: Range<Int>) {
        reserve(max(range.count, 16))
        if range.count <= 16 {
            // Read as a block, which ends within what is reserved.
            let bytes = (start + range.lowerBound).loadUnaligned(as: (UInt64, UInt64).self)
            start.storeBytes(of: bytes, toByteOffset: count, as: (UInt64, UInt64).self)
        } else {
            (start + count).copyMemory(from: start + range.lowerBound, byteCount: range.count)
        }
        self.size &+= range.count
    }

    /// Appends bytes, unescaped.
    public mutating func raw(_ written: [UInt8]) {
        written.withUnsafeBytes { append($0) }
    }

    /// Appends bytes, unescaped.
    public mutating func raw(_ written: some Collection<UInt8>) {
        if written.withContiguousStorageIfAvailable({ append(UnsafeRawBufferPointer($0)) }) == nil {
            for byte in written { self.byte(byte) }
        }
    }

    @inlinable @inline(__always)
    public mutating func byte(_ byte: UInt8) {
        reserve(1)
        start.storeBytes(of: byte, toByteOffset: count, as: UInt8.self)
        self.size &+= 1
    }

    @inlinable
    public mutating func integer(_ value: some FixedWidthInteger) {
        integer(UInt64(value.magnitude), isNegative: value < 0)
    }

    public mutating func integer(_ magnitude: UInt64, isNegative: Bool) {
        var room = room(for: Room.integer)
        room.integer(magnitude, isNegative: isNegative)
        keep(room)
    }

    /// Appends the fewest digits that read back as the same number.
    ///
    /// - Returns: False, and nothing is written, for NaN and the infinities.
    public mutating func decimal(_ value: Double) -> Bool {
        guard value.isFinite else { return false }
        if let integer = Int64(exactly: value), abs(integer) < 1 << 53, value != 0 || value.sign == .plus {
            self.integer(integer)
        } else {
            // The shortest representation is the standard library's; it is the only text made for a row.
            raw(value.description.utf8)
        }
        return true
    }

    /// Appends what ``decimal(_:)`` does, and `.0` after a whole number, so that it reads back as a floating-point number.
    public mutating func floatingPoint(_ value: Double) -> Bool {
        guard let integer = Int64(exactly: value), abs(integer) < 1 << 53, value != 0 || value.sign == .plus else {
            return decimal(value)
        }
        self.integer(integer)
        raw(".0")
        return true
    }
}
