import CascadingTable

/// A set of rows of one section in memory.
struct RowWindow: Sendable {
    /// The range from the first row to the last.
    var rows: Range<Int>
    var batch: RowBatch
    /// The position of each row in the batch, or nil if the window has all rows of its range.
    var places: [Int: Int]?
    /// The last row, to begin the next window after; nil if its position is found otherwise.
    var end: KeysetIndex.Anchor?
    /// The approximate size in memory, in bytes.
    var bytes: Int

    init(rows: Range<Int>, batch: RowBatch, places: [Int: Int]? = nil) {
        (self.rows, self.batch, self.places) = (rows, batch, places)
        bytes = batch.cost
    }

    /// Returns the position of a row in the batch, or nil if the window does not contain the row.
    func place(of row: Int) -> Int? {
        if let places { return places[row] }
        let place = row - rows.lowerBound
        return (0..<batch.count).contains(place) ? place : nil
    }

    /// Returns the number of rows, from the first on, that the window contains.
    func count(of wanted: Range<Int>) -> Int { wanted.prefix { place(of: $0) != nil }.count }

    /// Returns the identifier of a row; nil if the window does not contain the row.
    func identifier(ofRow row: Int) -> String? { place(of: row).flatMap(batch.identifier) }

    /// Returns the row at a position in the batch.
    func row(at place: Int) -> Int? {
        if let places { return places.first { $0.value == place }?.key }
        return rows.lowerBound + place
    }

    /// Returns whether the window contains all of the rows.
    func holds(_ wanted: some Sequence<Int>) -> Bool {
        guard let places else { return wanted.allSatisfy(rows.contains) }
        return wanted.allSatisfy { places[$0] != nil }
    }

    /// Returns a batch of rows, or nil if the window does not contain all of them.
    func batch(of wanted: [Int]) -> RowBatch? {
        if places == nil, wanted.count == batch.count, wanted.first == rows.lowerBound,
            wanted.last == rows.lowerBound + batch.count - 1, wanted.elementsEqual(rows.prefix(batch.count))
        {
            return batch
        }
        var found: [Int] = []
        found.reserveCapacity(wanted.count)
        for row in wanted {
            guard let place = place(of: row) else { return nil }
            found.append(place)
        }
        return batch.rows(at: found)
    }
}

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
