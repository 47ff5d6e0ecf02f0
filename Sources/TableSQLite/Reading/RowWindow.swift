import CascadingTable

/// A run of rows in memory.
struct RowWindow: Sendable {
    var rows: Range<Int>
    /// Fewer than `rows` where some have gone since they were counted.
    var cells: [TableViewCell]
    /// The keys of those cells; none where rows have no name.
    var keys: [String]
    /// How much memory it takes, roughly.
    var bytes: Int

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
