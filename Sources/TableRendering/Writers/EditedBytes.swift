import Synchronization

/// A page, parts of which are replaced by others.
///
/// It is the base of an edit log as far as that had come. Pages that follow from each other share the log, so that one
/// costs what is another in it, and can be written over the one before.
public struct EditedBytes: Sendable {
    private let log: EditLog
    /// Where what it knows of the log ends.
    private let end: Int
    /// How many bytes it has.
    public let count: Int

    fileprivate init(log: EditLog, end: Int, count: Int) {
        (self.log, self.end, self.count) = (log, end, count)
    }

    /// The bytes that its edits take.
    var editedCount: Int { end }

    /// The page in one piece.
    public func joined() -> [UInt8] {
        guard end > 0 else { return log.base }
        return [UInt8](unsafeUninitializedCapacity: count) { memory, written in
            join(to: UnsafeMutableRawBufferPointer(UnsafeMutableBufferPointer(rebasing: memory[..<count])))
            written = count
        }
    }

    /// Writes the page to memory of its length.
    public func join(to memory: UnsafeMutableRawBufferPointer) {
        let edits = log.edits(before: end)
        log.base.withUnsafeBytes { base in
            var rest = memory
            func copy(_ bytes: UnsafeRawBufferPointer.SubSequence) {
                rest.copyMemory(from: UnsafeRawBufferPointer(rebasing: bytes))
                rest = UnsafeMutableRawBufferPointer(rebasing: rest[bytes.count...])
            }
            var kept = 0
            for edit in edits {
                copy(base[kept..<edit.range.lowerBound])
                copy(log.bytes[edit.source])
                kept = edit.range.upperBound
            }
            copy(base[kept...])
        }
    }

    /// Writes the page to memory where another of the same length is: what is another, where that can be told.
    public func join(to memory: UnsafeMutableRawBufferPointer, over other: EditedBytes) {
        guard log === other.log, other.end <= end else { return join(to: memory) }
        var isInPlace = true
        log.forEach(in: other.end..<end) { edit, source in
            // Once something is elsewhere, so may be all that follows.
            guard isInPlace, let place = edit.place else { return isInPlace = false }
            UnsafeMutableRawBufferPointer(rebasing: memory[place...])
                .copyMemory(from: UnsafeRawBufferPointer(rebasing: log.bytes[source]))
        }
        if !isInPlace { join(to: memory) }
    }
}

/// A page while parts of it are replaced. There is one for each log, so that what is noted there is of one page.
struct BytesEditor: ~Copyable, Sendable {
    private var log: EditLog
    /// What differs from the base.
    private(set) var edits = Edits()
    private var count: Int

    init(_ base: [UInt8]) {
        log = EditLog(base)
        count = base.count
    }

    /// The page of now.
    var bytes: EditedBytes { EditedBytes(log: log, end: log.end, count: count) }

    /// The bytes of memory that there are for its edits.
    var capacity: Int { log.capacity }

    /// Replaces a part of the base, or what stands in its place by now. Other parts must not overlap with it.
    mutating func replace(_ range: Range<Int>, by bytes: UnsafeRawBufferPointer) {
        if log.room < bytes.count { log = EditLog(log, withRoomFor: bytes.count) }
        let (place, growth) = edits.replace(range, by: log.nextPlace(ofCount: bytes.count))
        log.append(LoggedEdit(range, place: growth == 0 ? place : nil, count: bytes.count), bytes)
        count += growth
    }
}

/// What stands in place of parts of a base, in its order.
struct Edits: Sendable {
    private var edits: [Edit] = []

    /// A part of the base, and where in the log it is that stands there.
    struct Edit: Sendable {
        var range: Range<Int>
        var source: Range<Int>
        /// How much further back than in the base it is.
        var shift: Int

        var growth: Int { source.count - range.count }
    }

    /// - Returns: where the part is in the page, and by how much that becomes longer.
    @discardableResult
    mutating func replace(_ range: Range<Int>, by source: Range<Int>) -> (place: Int, growth: Int) {
        let index = index(of: range)
        let growth: Int
        if index < edits.count, edits[index].range == range {
            growth = source.count - edits[index].source.count
            edits[index].source = source
        } else {
            growth = source.count - range.count
            let shift = index > 0 ? edits[index - 1].shift + edits[index - 1].growth : 0
            edits.insert(Edit(range: range, source: source, shift: shift), at: index)
        }
        let place = range.lowerBound + edits[index].shift
        if growth != 0 { for later in edits.indices[(index + 1)...] { edits[later].shift += growth } }
        return (place, growth)
    }

    /// Where that part is among them, or would be. An empty one comes before what begins where it is.
    private func index(of range: Range<Int>) -> Int {
        var (low, high) = (0, edits.count)
        while low < high {
            let middle = (low + high) / 2
            let other = edits[middle].range
            if other.lowerBound < range.lowerBound
                || other.lowerBound == range.lowerBound && other.upperBound < range.upperBound
            {
                low = middle + 1
            } else {
                high = middle
            }
        }
        return low
    }
}

extension Edits: RandomAccessCollection {
    var startIndex: Int { 0 }
    var endIndex: Int { edits.count }
    subscript(index: Int) -> Edit { edits[index] }
}

/// That a part of a base was replaced, as it stands in a log before the bytes that replace it.
private struct LoggedEdit: BitwiseCopyable {
    private let lowerBound: Int
    private let upperBound: Int
    /// Where the part is in the page, where it is as long as what stood there; else below 0.
    private let knownPlace: Int
    let count: Int

    init(_ range: Range<Int>, place: Int?, count: Int) {
        (lowerBound, upperBound) = (range.lowerBound, range.upperBound)
        (knownPlace, self.count) = (place ?? -1, count)
    }

    var range: Range<Int> { lowerBound..<upperBound }

    var place: Int? { knownPlace < 0 ? nil : knownPlace }
}

/// A base, and how parts of it have been replaced, one after the other. What is there stays.
// @unchecked: one editor appends to it, and nobody reads what he has not been told of.
private final class EditLog: @unchecked Sendable {
    let base: [UInt8]
    private let memory: UnsafeMutableRawBufferPointer
    private(set) var end = 0
    /// What comes of the edits up to a place, as far as somebody has needed that.
    private let known = Mutex((end: 0, edits: Edits()))

    private static let headerCount = MemoryLayout<LoggedEdit>.size

    init(_ base: [UInt8]) {
        self.base = base
        memory = UnsafeMutableRawBufferPointer(start: nil, count: 0)
    }

    /// The same with more room.
    init(_ other: EditLog, withRoomFor count: Int) {
        base = other.base
        // Whoever has another log writes pages as a whole, so it is seldom exchanged.
        let likely = other.capacity == 0 ? 4096 : 32_768
        memory = .allocate(byteCount: max(likely, 2 * (other.end + Self.headerCount + count)), alignment: 8)
        memory.copyMemory(from: UnsafeRawBufferPointer(rebasing: other.bytes[..<other.end]))
        end = other.end
    }

    deinit { memory.deallocate() }

    var capacity: Int { memory.count }

    /// How many bytes an edit may have that is appended.
    var room: Int { memory.count - end - Self.headerCount }

    var bytes: UnsafeRawBufferPointer { UnsafeRawBufferPointer(memory) }

    /// Where so many bytes are once they are appended.
    func nextPlace(ofCount count: Int) -> Range<Int> { end + Self.headerCount..<end + Self.headerCount + count }

    func append(_ edit: LoggedEdit, _ bytes: UnsafeRawBufferPointer) {
        memory.storeBytes(of: edit, toByteOffset: end, as: LoggedEdit.self)
        end += Self.headerCount
        UnsafeMutableRawBufferPointer(rebasing: memory[end...]).copyMemory(from: bytes)
        end += bytes.count
    }

    /// What comes of all edits before a place.
    func edits(before end: Int) -> Edits {
        known.withLock { known in
            if known.end > end { known = (0, Edits()) }
            forEach(in: known.end..<end) { known.edits.replace($0.range, by: $1) }
            known.end = end
            return known.edits
        }
    }

    /// Calls the body with each edit, and where the bytes are that it replaces a part by.
    func forEach(in part: Range<Int>, _ body: (LoggedEdit, Range<Int>) -> Void) {
        var place = part.lowerBound
        while place < part.upperBound {
            let edit = memory.loadUnaligned(fromByteOffset: place, as: LoggedEdit.self)
            let source = place + Self.headerCount..<place + Self.headerCount + edit.count
            body(edit, source)
            place = source.upperBound
        }
    }
}
