/// A page, parts of which are replaced by others.
///
/// What stands in their place is kept in one piece, so that a copy costs the same however many parts they are.
public struct EditedBytes: Sendable {
    private let base: [UInt8]
    /// In the order of the page; no two of the same part.
    private(set) var edits: [Edit] = []
    /// What stands in place of parts, or has stood.
    private(set) var patch: [UInt8] = []
    /// How many bytes it has.
    public private(set) var count: Int

    /// A part of the base, and where that is which stands in its place.
    struct Edit: Sendable {
        var range: Range<Int>
        var source: Range<Int>

        var growth: Int { source.count - range.count }
    }

    init(_ base: [UInt8]) {
        self.base = base
        count = base.count
    }

    /// Replaces parts of the base, or what stands in their place by now.
    ///
    /// - Parameter written: what the sources of the edits are places in.
    mutating func replace(_ parts: [Edit], from written: UnsafeRawBufferPointer) {
        let shift = patch.count
        patch.append(contentsOf: written)
        for part in parts {
            replace(
                Edit(range: part.range, source: part.source.lowerBound + shift..<part.source.upperBound + shift))
        }
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
        return base.withUnsafeBytes { base in
            patch.withUnsafeBytes { patch in
                [UInt8](unsafeUninitializedCapacity: count) { place, written in
                    var rest = UnsafeMutableRawBufferPointer(place)
                    func copy(_ bytes: UnsafeRawBufferPointer, _ range: Range<Int>) {
                        rest.copyMemory(from: UnsafeRawBufferPointer(rebasing: bytes[range]))
                        rest = UnsafeMutableRawBufferPointer(rebasing: rest[range.count...])
                    }
                    var kept = 0
                    for edit in edits {
                        copy(base, kept..<edit.range.lowerBound)
                        copy(patch, edit.source)
                        kept = edit.range.upperBound
                    }
                    copy(base, kept..<base.count)
                    written = count
                }
            }
        }
    }
}
