/// Rows as runs, each of which is read at once.
struct RowRuns: Sendable {
    /// In order, none touching another.
    private(set) var ranges: [Range<Int>] = []

    /// So many rows that nobody wants are read rather than looked for what comes after them.
    private static let gap = 16

    init(_ rows: some Sequence<Int>) {
        for row in rows.sorted() {
            if let last = ranges.last, row - last.upperBound < Self.gap {
                ranges[ranges.count - 1] = last.lowerBound..<max(last.upperBound, row + 1)
            } else {
                ranges.append(row..<row + 1)
            }
        }
    }

    func clamped(to limits: Range<Int>) -> RowRuns {
        var runs = self
        runs.ranges = ranges.map { $0.clamped(to: limits) }.filter { !$0.isEmpty }
        return runs
    }

    var isEmpty: Bool { ranges.isEmpty }

    /// From the first row to the last.
    var bounds: Range<Int> { (ranges.first?.lowerBound ?? 0)..<(ranges.last?.upperBound ?? 0) }

    /// Whether they are read in some microseconds.
    var areFew: Bool { ranges.count <= 4 }
}
