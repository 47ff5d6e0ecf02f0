/// A page, parts of which are replaced by others.
public struct EditedBytes: Sendable {
    private let base: [UInt8]
    /// In the order of the page; no two of the same part.
    private(set) var edits: [Edit] = []
    /// How many bytes it has.
    public private(set) var count: Int

    /// A part of the base, and what stands in its place.
    struct Edit: Sendable {
        var range: Range<Int>
        var bytes: [UInt8]

        var growth: Int { bytes.count - range.count }
    }

    init(_ base: [UInt8]) {
        self.base = base
        count = base.count
    }

    /// Replaces a part of the base, or what stands in its place by now.
    mutating func replace(_ edit: Edit) {
        var place = edits.count
        while place > 0, edits[place - 1].range.lowerBound >= edit.range.lowerBound { place -= 1 }
        count += edit.growth
        if place < edits.count, edits[place].range == edit.range {
            count -= edits[place].growth
            edits[place].bytes = edit.bytes
        } else {
            edits.insert(edit, at: place)
        }
    }

    /// The page in one piece.
    public func joined() -> [UInt8] {
        guard !edits.isEmpty else { return base }
        return base.withUnsafeBytes { base in
            [UInt8](unsafeUninitializedCapacity: count) { place, written in
                var rest = UnsafeMutableRawBufferPointer(place)
                func copy(_ bytes: UnsafeRawBufferPointer) {
                    rest.copyMemory(from: bytes)
                    rest = UnsafeMutableRawBufferPointer(rebasing: rest[bytes.count...])
                }
                var kept = 0
                for edit in edits {
                    copy(UnsafeRawBufferPointer(rebasing: base[kept..<edit.range.lowerBound]))
                    edit.bytes.withUnsafeBytes(copy)
                    kept = edit.range.upperBound
                }
                copy(UnsafeRawBufferPointer(rebasing: base[kept...]))
                written = count
            }
        }
    }
}
