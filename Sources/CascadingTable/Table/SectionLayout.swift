/// The vertical positions of the parts of one section, from the top of the section, in CSS pixels.
struct SectionLayout {
    var headerHeight: Double
    var rows: Rows
    var footerHeight: Double

    enum Rows {
        case uniform(count: Int, height: Double)
        /// The bottom of each row, from the top of the first row.
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

    /// The position of an existing row, from the top of the first row.
    func rect(ofRow row: Int) -> TableRect {
        switch self {
        case .uniform(_, let height): return TableRect(minY: Double(row) * height, height: height)
        case .bottoms(let bottoms):
            let top = row > 0 ? bottoms[row - 1] : 0
            return TableRect(minY: top, height: bottoms[row] - top)
        }
    }

    /// Returns the row at a distance from the top of the table, or nil outside of the rows. O(log n), O(1) for one
    /// height.
    ///
    /// Positions are summed in the order of `rect(ofRow:)`. So a row is found at its own top despite rounding.
    ///
    /// - Parameter top: The top of the first row.
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
