/// A set of rows as ranges, each of which is read by one query.
struct RowRuns: Sendable {
    /// The ranges, in order. They do not touch each other.
    private(set) var ranges: [Range<Int>] = []

    /// The maximum number of unneeded rows that are read to avoid another query.
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

    /// The range from the first row to the last.
    var bounds: Range<Int> { (ranges.first?.lowerBound ?? 0)..<(ranges.last?.upperBound ?? 0) }
}
