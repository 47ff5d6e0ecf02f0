/// A page, parts of which are replaced by others.
///
/// What stands in their place is kept in one piece of memory, which the pages that follow from each other share.
public struct EditedBytes: Sendable {
    private let base: [UInt8]
    /// In the order of the page; no two of the same part.
    private(set) var edits: [Edit] = []
    private var patch: Patch?
    /// How much of the patch it knows of.
    private(set) var patchCount = 0
    /// How many bytes it has.
    public private(set) var count: Int

    /// A part of the base, and where that is in the patch which stands in its place.
    struct Edit: Sendable {
        var range: Range<Int>
        var source: Range<Int>

        var growth: Int { source.count - range.count }
    }

    init(_ base: [UInt8]) {
        self.base = base
        count = base.count
    }

    /// Replaces parts of the base, or what stands in their place by now; of those that have the same patch, one at a time.
    ///
    /// - Parameter written: what the sources of the edits are places in.
    mutating func replace(_ parts: [Edit], from written: UnsafeRawBufferPointer) {
        let patch = patch(withRoomFor: written.count)
        let shift = patchCount
        patch.append(written)
        (self.patch, patchCount) = (patch, patch.count)
        for part in parts {
            replace(
                Edit(range: part.range, source: part.source.lowerBound + shift..<part.source.upperBound + shift))
        }
    }

    /// The patch, or another that has as much where it was another page that has gone on with it.
    private func patch(withRoomFor count: Int) -> Patch {
        if let patch, patch.count == patchCount, patch.room >= count { return patch }
        let next = Patch(capacity: max(4096, 2 * (patchCount + count)))
        if let patch { next.append(UnsafeRawBufferPointer(rebasing: patch.bytes[..<patchCount])) }
        return next
    }

    private mutating func replace(_ edit: Edit) {
        var place = edits.count
        while place > 0, edits[place - 1].range.lowerBound >= edit.range.lowerBound { place -= 1 }
        count += edit.growth
        if place < edits.count, edits[place].range == edit.range {
            count -= edits[place].growth
            edits[place] = edit
        } else {
            edits.insert(edit, at: place)
        }
    }

    /// The page in one piece.
    public func joined() -> [UInt8] {
        guard !edits.isEmpty else { return base }
        return [UInt8](unsafeUninitializedCapacity: count) { memory, written in
            join(to: UnsafeMutableRawBufferPointer(UnsafeMutableBufferPointer(rebasing: memory[..<count])))
            written = count
        }
    }

    /// Writes the page to memory of its length.
    public func join(to memory: UnsafeMutableRawBufferPointer) {
        base.withUnsafeBytes { base in
            var rest = memory
            func copy(_ bytes: UnsafeRawBufferPointer, _ range: Range<Int>) {
                rest.copyMemory(from: UnsafeRawBufferPointer(rebasing: bytes[range]))
                rest = UnsafeMutableRawBufferPointer(rebasing: rest[range.count...])
            }
            var kept = 0
            for edit in edits {
                copy(base, kept..<edit.range.lowerBound)
                if let patch { copy(patch.bytes, edit.source) }
                kept = edit.range.upperBound
            }
            copy(base, kept..<base.count)
        }
    }

    /// Writes the page to memory where another of the same length is: what is another, where that can be told.
    public func join(to memory: UnsafeMutableRawBufferPointer, over other: EditedBytes) {
        guard let patch, patch === other.patch else { return join(to: memory) }
        // Whoever has the same patch has the same base.
        var (growth, next) = (0, 0)
        for edit in edits {
            var before: Edit?
            if next < other.edits.count, other.edits[next].range == edit.range {
                before = other.edits[next]
                next += 1
            }
            guard edit.growth == before?.growth ?? 0 else { return join(to: memory) }
            if edit.source != before?.source {
                let place = edit.range.lowerBound + growth
                UnsafeMutableRawBufferPointer(rebasing: memory[place...])
                    .copyMemory(from: UnsafeRawBufferPointer(rebasing: patch.bytes[edit.source]))
            }
            growth += edit.growth
        }
        if next < other.edits.count { join(to: memory) }
    }
}

/// What stands in place of parts of pages, or has stood. What is there stays, so that each page shares it with the next.
// @unchecked: whoever appends to it does so alone, and nobody reads what he has not been told of.
private final class Patch: @unchecked Sendable {
    private let memory: UnsafeMutableRawBufferPointer
    private(set) var count = 0

    init(capacity: Int) { memory = .allocate(byteCount: capacity, alignment: 1) }

    deinit { memory.deallocate() }

    var room: Int { memory.count - count }

    var bytes: UnsafeRawBufferPointer { UnsafeRawBufferPointer(memory) }

    func append(_ more: UnsafeRawBufferPointer) {
        UnsafeMutableRawBufferPointer(rebasing: memory[count...]).copyMemory(from: more)
        count += more.count
    }
}
