import CascadingTable

/// Rows of one section in memory.
struct RowWindow: Sendable {
    /// From the first row to the last.
    var rows: Range<Int>
    var batch: RowBatch
    /// The place of each row in the batch, if the window has only some of `rows`.
    var places: [Int: Int]?
    /// The last row, to read the next window from; nil if that is found otherwise.
    var end: KeysetIndex.Anchor?
    /// Bytes of memory, about.
    var bytes: Int

    init(rows: Range<Int>, batch: RowBatch, places: [Int: Int]? = nil) {
        (self.rows, self.batch, self.places) = (rows, batch, places)
        bytes = batch.cost
    }

    /// The place of a row in the batch; nil if it is not in the window.
    func place(of row: Int) -> Int? {
        if let places { return places[row] }
        let place = row - rows.lowerBound
        return (0..<batch.count).contains(place) ? place : nil
    }

    /// The row at a place in the batch.
    func row(at place: Int) -> Int? {
        if let places { return places.first { $0.value == place }?.key }
        return rows.lowerBound + place
    }

    /// Whether all those rows were read.
    func holds(_ wanted: some Sequence<Int>) -> Bool {
        guard let places else { return wanted.allSatisfy(rows.contains) }
        return wanted.allSatisfy { places[$0] != nil }
    }

    /// Those rows; nil if one is not in the window.
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
