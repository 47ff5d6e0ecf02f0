/// Where the parts of one section stand, from the section's top, in CSS pixels.
struct SectionLayout {
    var headerHeight: Double
    var rows: Rows
    var footerHeight: Double

    enum Rows {
        case uniform(count: Int, height: Double)
        /// The bottom of each row, from the first row's top.
        case bottoms([Double])
    }

    var height: Double { headerHeight + rows.height + footerHeight }
}

extension SectionLayout.Rows {
    var height: Double {
        switch self {
        case .uniform(let count, let height): Double(count) * height
        case .bottoms(let bottoms): bottoms.last ?? 0
        }
    }

    /// The row at that index, which must exist, from the first row's top.
    func rect(ofRow row: Int) -> TableRect {
        switch self {
        case .uniform(_, let height): return TableRect(minY: Double(row) * height, height: height)
        case .bottoms(let bottoms):
            let top = row > 0 ? bottoms[row - 1] : 0
            return TableRect(minY: top, height: bottoms[row] - top)
        }
    }

    /// The row at that distance from the table's top, or nil outside of the rows. O(log n), O(1) for one height.
    ///
    /// Places are added up in the same order as for the rectangle of a row, so that a row is found at its own top
    /// whatever was rounded.
    ///
    /// - Parameter top: where the first row begins.
    func row(atY y: Double, top: Double) -> Int? {
        guard y >= top, y < top + height else { return nil }
        switch self {
        case .uniform(let count, let height):
            let row = Int(min((y - top) / height, Double(count - 1)))
            if top + Double(row) * height > y { return row - 1 }
            return row + 1 < count && top + Double(row + 1) * height <= y ? row + 1 : row
        case .bottoms(let bottoms):
            var low = 0
            var high = bottoms.count - 1
            while low < high {
                let middle = (low + high) / 2
                if top + bottoms[middle] > y { high = middle } else { low = middle + 1 }
            }
            return low
        }
    }
}
