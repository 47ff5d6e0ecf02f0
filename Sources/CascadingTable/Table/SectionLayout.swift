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

    /// The row at that distance from the first row's top, or nil outside of the rows. O(log n), O(1) for one height.
    func row(atY y: Double) -> Int? {
        guard y >= 0, y < height else { return nil }
        switch self {
        case .uniform(_, let height): return Int(y / height)
        case .bottoms(let bottoms):
            var low = 0
            var high = bottoms.count - 1
            while low < high {
                let middle = (low + high) / 2
                if bottoms[middle] > y { high = middle } else { low = middle + 1 }
            }
            return low
        }
    }
}
