import CascadingTable
import FoundationEssentials

/// A run of a table's rows, read a window at a time.
final class RowsSectionDelegate: CascadingSectionTableDelegate {
    private let reader: TableReader
    private let cache: WindowCache
    private var extent: Extent
    private var isMeasured: Bool

    /// The rows that are read together if only one was asked for.
    private static let unannouncedRows = 32
    /// The rows that are read at a time in a search.
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
        guard let (window, place) = window(at: indexPath.row, in: tableView) else {
            return TableViewCell(style: .columns)
        }
        return window.cells[place]
    }

    override func tableView(_ tableView: TableView, identifierForRowAt indexPath: IndexPath) -> String? {
        guard let (window, place) = window(at: indexPath.row, in: tableView), !window.keys.isEmpty else { return nil }
        return window.keys[place]
    }

    override func tableView(_ tableView: TableView, prefetchRowsAt indexPaths: [IndexPath]) -> TablePrefetch? {
        let rows = indexPaths.lazy.map(\.row).filter { (0..<self.extent.count).contains($0) }
        let runs = RowRuns(rows)
        guard !runs.isEmpty, cache.window(holding: rows, in: index) == nil else { return nil }
        guard isMeasured, extent.group == nil, reader.readsByKey, runs.areFew else {
            return .awaiting { [weak self] in try await self?.load(runs) }
        }
        return .reading(
            { [weak self, reader, extent] in
                guard let window = try reader.readShortly(runs, of: extent) else { return nil }
                return { self?.keep(window) }
            },
            otherwise: { [weak self] in try await self?.load(runs) })
    }

    override func tableView(
        _ tableView: TableView, rowsInSection section: Int, matching query: TableQuery
    ) -> TableRowOrder? {
        .awaiting { [reader, extent] in try await reader.loadPlaces(of: query, in: extent.group) }
    }

    override func tableView(_ tableView: TableView, didSelectRowAt indexPath: IndexPath) {
        if let link = self.tableView(tableView, cellForRowAt: indexPath).link { tableView.navigate(to: link) }
    }

    /// The row that has a key, or nil if it is not in the section.
    func loadRow(of key: RowKey) async throws -> Int? {
        try await measure()
        return try await reader.loadRow(of: key, in: extent)
    }

    private func measure() async throws {
        guard !isMeasured else { return }
        extent = try await reader.measured(extent)
        isMeasured = true
    }

    /// The first row from `start` on that begins with a text, of at most `limit` rows.
    ///
    /// - Returns: The row, or nil if there is none, and the number of rows that were looked at.
    func loadRow(beginningWith text: String, from start: Int, limit: Int) async throws -> (row: Int?, searched: Int) {
        try await measure()
        guard start < extent.count else { return (nil, 0) }
        let rows = start..<min(extent.count, start + limit)
        let row = try await reader.row(beginningWith: text, in: rows, of: extent, by: Self.rowsReadToSearch)
        return (row, rows.count)
    }

    /// Reads rows.
    func loadWindow(_ rows: RowRuns) async throws -> RowWindow {
        try await measure()
        return try await reader.loadWindow(rows, of: extent)
    }

    /// Runs of the rows that are in the section.
    func runs(of rows: some Sequence<Int>) -> RowRuns {
        RowRuns(rows.filter { (0..<extent.count).contains($0) })
    }

    private func load(_ rows: RowRuns) async throws { keep(try await loadWindow(rows)) }

    private func keep(_ window: RowWindow) {
        // A section that was replaced meanwhile has no parent.
        if parentDelegate != nil { cache.insert([index: window]) }
    }

    /// A window in memory and the row's place in it; nil if the row is gone, or has to be loaded first.
    private func window(at row: Int, in tableView: TableView) -> (window: RowWindow, place: Int)? {
        guard (0..<extent.count).contains(row) else { return nil }
        guard let window = cache.window(holding: row, in: index) else {
            let runs = RowRuns(row..<min(row + Self.unannouncedRows, extent.count))
            tableView.needs(.awaiting { [weak self] in try await self?.load(runs) })
            return nil
        }
        return window.place(of: row).map { (window, $0) }
    }
}
