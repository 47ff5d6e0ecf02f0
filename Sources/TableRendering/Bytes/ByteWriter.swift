/// Bytes that grow, and one way to write each thing into each context.
///
/// Nothing here makes a string on the way: text is escaped from its UTF-8, in runs. It has its memory for itself and is
/// never copied, so that what is appended goes there without a look at who else may have it: a page of a hundred rows
/// is thousands of pieces, and a piece of known length becomes a few moves.
public struct ByteWriter: ~Copyable, @unchecked Sendable {
    private var start: UnsafeMutableRawPointer
    /// How many bytes of memory there are from the start on, and how many before it.
    private var capacity: Int
    private var margin = 0
    /// Whether the memory is its own.
    private var isOwner: Bool
    /// How many bytes have been written.
    public private(set) var count = 0

    /// - Parameter margin: how many bytes there are to be room for before what is written (``moveToFront(from:)``).
    public init(capacity: Int = 256, after margin: Int = 0) {
        self.capacity = max(capacity, 16)
        self.margin = margin
        start = .allocate(byteCount: margin + self.capacity, alignment: 1) + margin
        isOwner = true
    }

    /// One that has no memory until something is written.
    init(empty: ()) {
        capacity = 0
        start = UnsafeMutableRawPointer(mutating: Self.nothing.utf8Start)
        isOwner = false
    }

    /// One that writes to somebody else's memory as long as that is enough, and leaves a margin before what it writes.
    private init(in memory: UnsafeMutableRawBufferPointer, at start: UnsafeMutableRawPointer, after margin: Int) {
        self.start = start + margin
        self.margin = margin
        capacity = memory.count - margin
        isOwner = false
    }

    /// Two blocks, for an empty piece is read as one.
    private static var nothing: StaticString { "                                                                " }

    deinit {
        if isOwner { (start - margin).deallocate() }
    }

    /// What has been written, as a copy.
    public var bytes: [UInt8] { [UInt8](written) }

    /// The same, read as UTF-8.
    public var text: String { String(decoding: written, as: UTF8.self) }

    /// What the body writes as text, which is short.
    package static func text(_ body: (inout ByteWriter) -> Void) -> String {
        withUnsafeTemporaryAllocation(byteCount: 256, alignment: 1) { memory in
            guard let start = memory.baseAddress else { return "" }
            var writer = ByteWriter(in: memory, at: start, after: 0)
            body(&writer)
            return writer.text
        }
    }

    /// What the body writes with the writer that it is given and hands back, in the memory where it was written.
    ///
    /// It is copied where it is much more or much less than was likely, and where that is not known.
    ///
    /// - Parameters:
    ///   - likely: how many bytes it will be, about; nil where nobody knows.
    ///   - margin: how many of them are likely to be moved before what is written first (``moveToFront(from:)``).
    package static func bytes(
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

    /// The capacity of a writer of which nobody knows how much it will write.
    private static let unknown = 48 * 1024

    /// What is made room for beyond what was likely, as the memory for a page's last row, of which it needs a part.
    static let slack = 1024

    private var written: UnsafeRawBufferPointer { UnsafeRawBufferPointer(start: start, count: count) }

    /// Hands what has been written to the body.
    func withBytes<Result>(_ body: (UnsafeRawBufferPointer) -> Result) -> Result { body(written) }

    mutating func removeAll() { count = 0 }

    /// Returns the bytes that were written since the last call.
    public mutating func take() -> [UInt8] {
        defer { count = 0 }
        return bytes
    }

    /// Takes back what was written since there were so many bytes.
    mutating func takeBack(to earlier: Int) {
        count = min(max(earlier, 0), count)
    }

    /// Makes room for so many bytes more.
    @inline(__always)
    private mutating func reserve(_ more: Int) {
        if capacity &- count < more { grow(more) }
    }

    @inline(never)
    private mutating func grow(_ more: Int) {
        move(to: max(capacity * 2, count + more), after: margin)
    }

    /// Goes on in memory of its own.
    private mutating func move(to capacity: Int, after margin: Int) {
        let place = UnsafeMutableRawPointer.allocate(byteCount: margin + capacity, alignment: 1) + margin
        place.copyMemory(from: start, byteCount: count)
        if isOwner { (start - self.margin).deallocate() }
        (start, self.capacity, self.margin, isOwner) = (place, capacity, margin, true)
    }

    /// Moves what was written last before all that was written before it.
    ///
    /// - Parameter place: how many bytes that was.
    mutating func moveToFront(from place: Int) {
        let size = count - place
        if margin < size { move(to: max(capacity, count), after: size) }
        start -= size
        (capacity, margin) = (capacity + size, margin - size)
        start.copyMemory(from: start + count, byteCount: size)
    }

    /// Makes room for so many bytes more.
    @inline(__always)
    mutating func room(for size: Int) -> Room {
        reserve(size &+ Room.slack)
        return Room(size, at: start + count)
    }

    /// How many bytes there are with what was written to the room that was made last.
    @inline(__always)
    func count(with room: borrowing Room) -> Int { room.place - start }

    /// Counts what was written to the room that was made last.
    @inline(__always)
    mutating func keep(_ room: consuming Room) {
        count = room.place - start
    }

    /// Bytes that can be written to, of which those count that are kept afterwards.
    @inline(__always)
    mutating func reserved(_ size: Int) -> UnsafeMutableRawPointer {
        reserve(size)
        return start + count
    }

    /// Counts bytes that were written to what was reserved.
    @inline(__always)
    mutating func keep(_ size: Int) { count &+= size }

    @inline(__always)
    private mutating func append(_ source: UnsafeRawPointer, _ size: Int) {
        reserve(size)
        (start + count).copyMemory(from: source, byteCount: size)
        count &+= size
    }

    @inline(__always)
    mutating func append(_ source: UnsafeRawBufferPointer) {
        if let address = source.baseAddress { append(address, source.count) }
    }

    /// The first of eight bytes, the first of all being the lowest.
    @inline(__always)
    mutating func append(eightBytes bytes: UInt64, count size: Int) {
        reserve(8)
        start.storeBytes(of: bytes.littleEndian, toByteOffset: count, as: UInt64.self)
        count &+= size
    }

    /// What the program wrote itself, as it is.
    @inline(__always)
    public mutating func raw(_ text: StaticString) {
        append(text.utf8Start, text.utf8CodeUnitCount)
    }

    /// A text of the program between two bytes on each side, in one piece.
    @inline(__always)
    mutating func raw(_ text: StaticString, after first: (UInt8, UInt8), before last: (UInt8, UInt8)) {
        let size = text.utf8CodeUnitCount
        reserve(size + 4)
        let place = start + count
        place.storeBytes(of: first, as: (UInt8, UInt8).self)
        (place + 2).copyMemory(from: text.utf8Start, byteCount: size)
        (place + 2 + size).storeBytes(of: last, as: (UInt8, UInt8).self)
        count += size + 4
    }

    /// Where a writer has something that is to be written again and again.
    struct Piece: Sendable {
        fileprivate var start = 0
        fileprivate(set) var count = 0
    }

    /// Prepares what the body writes, for others to take it over (``raw(_:of:)``).
    mutating func piece(_ write: (inout ByteWriter) -> Void) -> Piece {
        let start = count
        write(&self)
        // A short piece is copied as a block, which may end behind it.
        reserve(Room.slack)
        return Piece(start: start, count: count - start)
    }

    /// Where a piece that was prepared is, a block of memory behind it.
    @inline(__always)
    func address(of piece: Piece) -> UnsafeRawPointer { UnsafeRawPointer(start + piece.start) }

    /// What that writer has prepared, as it is.
    @inline(__always)
    mutating func raw(_ piece: Piece, of prepared: borrowing ByteWriter) {
        var room = room(for: piece.count)
        room.raw(piece, of: prepared)
        keep(room)
    }

    /// Where a byte is that was written.
    @inline(__always)
    func address(at place: Int) -> UnsafeRawPointer { UnsafeRawPointer(start + place) }

    /// Writes once more what stands there.
    mutating func repeatBytes(_ range: Range<Int>) {
        reserve(max(range.count, 16))
        if range.count <= 16 {
            // Read as a block, which ends within what is reserved.
            let bytes = (start + range.lowerBound).loadUnaligned(as: (UInt64, UInt64).self)
            start.storeBytes(of: bytes, toByteOffset: count, as: (UInt64, UInt64).self)
        } else {
            (start + count).copyMemory(from: start + range.lowerBound, byteCount: range.count)
        }
        count &+= range.count
    }

    /// Copies bytes that were written before.
    public mutating func raw(_ written: [UInt8]) {
        written.withUnsafeBytes { append($0) }
    }

    /// Copies bytes that were written before.
    public mutating func raw(_ written: some Collection<UInt8>) {
        if written.withContiguousStorageIfAvailable({ append(UnsafeRawBufferPointer($0)) }) == nil {
            for byte in written { self.byte(byte) }
        }
    }

    @inline(__always)
    public mutating func byte(_ byte: UInt8) {
        reserve(1)
        start.storeBytes(of: byte, toByteOffset: count, as: UInt8.self)
        count &+= 1
    }

    @inlinable
    public mutating func integer(_ value: some FixedWidthInteger) {
        integer(UInt64(value.magnitude), isNegative: value < 0)
    }

    @usableFromInline
    mutating func integer(_ magnitude: UInt64, isNegative: Bool) {
        var room = room(for: Room.integer)
        room.integer(magnitude, isNegative: isNegative)
        keep(room)
    }

    /// The fewest digits that read back as the same number; false, and nothing written, for NaN and the infinities.
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
}
