import CascadingTable

/// A run of rows in memory.
struct RowWindow: Sendable {
    var rows: Range<Int>
    var cells: [TableViewCell]
    /// The keys of those cells; none where rows have no name.
    var keys: [String]
    /// How much memory it takes, roughly.
    var bytes: Int
    /// Where the cell of each row is, in a window that has only some of `rows`.
    var places: [Int: Int]?

    /// Where the cell of that row is; nil when it is not in the window.
    func place(of row: Int) -> Int? {
        if let places { return places[row] }
        let place = row - rows.lowerBound
        return cells.indices.contains(place) ? place : nil
    }

    /// The row whose cell is at that place.
    func row(at place: Int) -> Int? {
        if let places { return places.first { $0.value == place }?.key }
        return rows.lowerBound + place
    }

    /// Whether all those rows were read.
    func holds(_ wanted: some Sequence<Int>) -> Bool {
        guard let places else { return wanted.allSatisfy(rows.contains) }
        return wanted.allSatisfy { places[$0] != nil }
    }

    func withoutNames() -> RowWindow {
        var window = self
        window.keys = []
        for index in window.cells.indices {
            window.cells[index].title = nil
            window.cells[index].link = nil
            window.cells[index].accessory = .none
        }
        return window
    }
}
