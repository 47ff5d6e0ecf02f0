import CascadingTable
import FoundationEssentials

/// A run of a table's rows, read a window at a time.
final class RowsSectionDelegate: CascadingSectionTableDelegate {
    private let reader: TableReader
    private let cache: WindowCache
    private var extent: Extent
    private var isMeasured: Bool

    /// How many rows are read at once where nobody said which are wanted.
    private static let unannouncedRows = 32
    /// How many rows are searched for one that begins with a text, about 10 ms, and how many at once.
    private static let searchedRows = 20_000
    private static let rowsReadToSearch = 500

    init(reader: TableReader, extent: Extent, cache: WindowCache) {
        self.reader = reader
        self.extent = extent
        self.cache = cache
        isMeasured = extent.group == nil
        super.init()
        headerTitle = extent.group?.value.title
    }

    override var identifier: String {
        extent.group.map { RowKey.text(of: $0.value) } ?? "rows"
    }

    override func tableView(_ tableView: TableView, numberOfRowsInSection section: Int) -> Int {
        extent.count
    }

    override func tableView(_ tableView: TableView, cellForRowAt indexPath: IndexPath) -> TableViewCell {
        guard let (window, place) = window(at: indexPath.row) else { return TableViewCell(style: .columns) }
        return window.cells[place]
    }

    override func tableView(_ tableView: TableView, identifierForRowAt indexPath: IndexPath) -> String? {
        guard let (window, place) = window(at: indexPath.row), !window.keys.isEmpty else { return nil }
        return window.keys[place]
    }

    override func tableView(_ tableView: TableView, prefetchRowsAt indexPaths: [IndexPath]) -> TablePrefetch? {
        let rows = indexPaths.lazy.map(\.row).filter { (0..<self.extent.count).contains($0) }
        let runs = RowRuns(rows)
        guard !runs.isEmpty, cache.window(holding: rows, in: index) == nil else { return nil }
        guard isMeasured, extent.group == nil, reader.readsByKey, runs.areFew else {
            return .awaiting { [weak self] in try await self?.load(runs) }
        }
        return .reading { [weak self, reader, extent] in
            let window = try reader.window(runs, of: extent)
            return { self?.keep(window) }
        }
    }

    override func tableView(
        _ tableView: TableView, rowsInSection section: Int, matching query: TableQuery
    ) -> TableRowOrder? {
        .awaiting { [reader, extent] in try await reader.loadPlaces(of: query, in: extent.group) }
    }

    /// Reads on from there, without keeping what is read.
    override func tableView(
        _ tableView: TableView, indexPathForRowStartingWith text: String, after indexPath: IndexPath?
    ) -> IndexPath? {
        let beginning = TextBeginning(text)
        var row = min(max((indexPath?.row ?? -1), -1), extent.count) + 1
        let end = min(extent.count, row + Self.searchedRows)
        while row < end {
            let rows = row..<min(row + Self.rowsReadToSearch, end)
            guard let window = try? reader.window(rows, of: extent) else { return nil }
            if let place = window.cells.firstIndex(where: { $0.begins(with: beginning) }) {
                return IndexPath(row: rows.lowerBound + place, section: index)
            }
            row = rows.upperBound
        }
        return nil
    }

    override func tableView(_ tableView: TableView, didSelectRowAt indexPath: IndexPath) {
        if let link = self.tableView(tableView, cellForRowAt: indexPath).link { tableView.navigate(to: link) }
    }

    /// Where the row of that key is, or nil when it is not in the section.
    func currentIndexPath(ofRowWith key: RowKey) -> IndexPath? {
        guard let row = try? reader.row(of: key, in: extent) else { return nil }
        return IndexPath(row: row, section: index)
    }

    private func load(_ rows: RowRuns) async throws {
        if !isMeasured {
            extent = try await reader.measured(extent)
            isMeasured = true
        }
        keep(try await reader.loadWindow(rows, of: extent))
    }

    private func keep(_ window: RowWindow) {
        // A section that was replaced meanwhile has no parent.
        if parentDelegate != nil { cache.insert(window, in: index) }
    }

    /// A window and the row's place in it, read now where it was not announced; nil when the row has gone.
    private func window(at row: Int) -> (window: RowWindow, place: Int)? {
        guard (0..<extent.count).contains(row) else { return nil }
        let known = cache.window(holding: row, in: index) ?? readUnannounced(row)
        guard let known, let place = known.place(of: row) else { return nil }
        return (known, place)
    }

    private func readUnannounced(_ row: Int) -> RowWindow? {
        let rows = row..<min(row + Self.unannouncedRows, extent.count)
        guard let window = try? reader.window(rows, of: extent) else { return nil }
        cache.insert(window, in: index)
        return window
    }
}
