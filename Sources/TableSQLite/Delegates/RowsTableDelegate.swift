import CascadingTable
import FoundationEssentials

/// The rows of one table, in one section or in one for each value of a column.
final class RowsTableDelegate: CascadingRootTableDelegate, ShownTable {
    private let database: SQLiteDatabase
    private(set) var reader: TableReader
    private let sectionColumn: String?
    private let cache: WindowCache
    /// Counts how often the table was loaded. What was read before the last time is not cached.
    private var generation = 0
    private var groups: [Extent.Group] = []
    /// The rows of all sections by the query that was answered last, which one statement reads.
    private var ordering: (query: TableQuery, rows: [[Int32]])?
    /// The places of rows that were looked up by their keys, until the table is loaded again.
    private var places: [String: IndexPath?] = [:]
    private static let maxPlaces = 256
    /// The results of the last searches for a row that begins with a text, until the table is loaded again.
    private var searches: [Search: IndexPath?] = [:]
    private static let maxSearches = 64
    /// The rows that one search looks at.
    private static let searchedRows = 20_000

    private struct Search: Hashable {
        var text: String
        var after: IndexPath?
    }

    init(database: SQLiteDatabase, reader: TableReader, sectionColumn: String?) {
        self.database = database
        self.reader = reader
        self.sectionColumn = sectionColumn
        cache = WindowCache(
            entryLimit: database.configuration.windowsKept, byteLimit: database.configuration.bytesKept)
        super.init()
    }

    func load() async throws {
        let name = reader.table.name
        guard let reader = try await database.loadReader(ofTable: name) else {
            // Dropped since: it shows no rows.
            forget()
            groups = []
            childDelegates = []
            return
        }
        let extents: [Extent]
        if let sectionColumn {
            extents = try await reader.groups(by: reader.table.column(named: sectionColumn))
        } else {
            extents = [try await reader.measured()]
        }
        self.reader = reader
        forget()
        groups = extents.compactMap(\.group)
        let columns = reader.table.tableViewColumns
        childDelegates = extents.map { extent in
            let section = RowsSectionDelegate(reader: reader, extent: extent, cache: cache)
            section.columns = columns
            section.rowHeight = database.configuration.rowHeight
            return section
        }
    }

    override func tableView(
        _ tableView: TableView, rowsInSection section: Int, matching query: TableQuery
    ) -> TableRowOrder? {
        guard let sectionColumn, reader.readsByKey else {
            return super.tableView(tableView, rowsInSection: section, matching: query)
        }
        if let ordering, ordering.query == query {
            return .rows(ordering.rows.indices.contains(section) ? ordering.rows[section] : [])
        }
        return .awaiting { [weak self, reader, generation, count = groups.count] in
            let rows = try await reader.loadPlaces(of: query, inGroupsOf: sectionColumn, count: count)
            await self?.keep(rows, for: query, of: generation)
            return rows.indices.contains(section) ? rows[section] : []
        }
    }

    private func keep(_ rows: [[Int32]], for query: TableQuery, of generation: Int) {
        if generation == self.generation { ordering = (query, rows) }
    }

    private func forget() {
        generation += 1
        cache.removeAll()
        ordering = nil
        places = [:]
        searches = [:]
    }

    override func tableView(_ tableView: TableView, prefetchRowsAt indexPaths: [IndexPath]) -> TablePrefetch? {
        if childDelegates.count == 1 { return childDelegates[0].tableView(tableView, prefetchRowsAt: indexPaths) }
        // Sections are kept together, because a page may have more of them than are kept apart.
        var windows: [Int: RowWindow] = [:]
        var missing: [(section: RowsSectionDelegate, rows: RowRuns)] = []
        for (index, paths) in Dictionary(grouping: indexPaths, by: \.section) {
            guard let section = childDelegate(at: index) as? RowsSectionDelegate else { continue }
            let rows = section.runs(of: paths.lazy.map(\.row))
            if let window = cache.window(holding: rows.ranges.joined(), in: index) {
                windows[index] = window
            } else {
                missing.append((section, rows))
            }
        }
        guard !missing.isEmpty else { return nil }
        return .awaiting { [weak self, windows, missing, generation] in
            var windows = windows
            for (section, rows) in missing { windows[section.index] = try await section.loadWindow(rows) }
            if let self, generation == self.generation { cache.insert(windows) }
        }
    }

    override func columns(in tableView: TableView) -> [TableViewColumn] {
        reader.table.tableViewColumns
    }

    override func tableView(
        _ tableView: TableView, indexPathForRowWithIdentifier identifier: String
    ) -> IndexPath? {
        if let place = cache.indexPath(ofRowWithKey: identifier) { return place }
        if let known = places[identifier] { return known }
        guard let key = RowKey(text: identifier) else { return nil }
        tableView.needs(.awaiting { [weak self] in try await self?.locate(key, named: identifier) })
        return nil
    }

    override func tableView(
        _ tableView: TableView, indexPathForRowStartingWith text: String, after indexPath: IndexPath?
    ) -> IndexPath? {
        let search = Search(text: text, after: indexPath)
        if let known = searches[search] { return known }
        tableView.needs(.awaiting { [weak self] in try await self?.find(search) })
        return nil
    }

    private func find(_ search: Search) async throws {
        let (sections, generation) = (childDelegates, generation)
        var found: IndexPath?
        var rest = Self.searchedRows
        let first = min(max(search.after?.section ?? 0, 0), sections.count)
        for index in first..<sections.count where rest > 0 && found == nil {
            guard let section = sections[index] as? RowsSectionDelegate else { continue }
            let start = search.after.map { index == $0.section ? min(max($0.row, -1), .max - 1) + 1 : 0 } ?? 0
            let (row, searched) = try await section.loadRow(beginningWith: search.text, from: start, limit: rest)
            found = row.map { IndexPath(row: $0, section: index) }
            // A section takes time even if it has few rows.
            rest -= max(searched, 100)
        }
        guard generation == self.generation else { return }
        if searches.count >= Self.maxSearches { searches = [:] }
        searches[search] = .some(found)
    }

    /// Looks up where the row with a key is.
    private func locate(_ key: RowKey, named identifier: String) async throws {
        let (sections, generation) = (childDelegates, generation)
        let section = sectionColumn == nil ? 0 : try await reader.loadGroup(ofRowWith: key, among: groups)
        var place: IndexPath?
        if let section, section < sections.count, let delegate = sections[section] as? RowsSectionDelegate {
            place = try await delegate.loadRow(of: key).map { IndexPath(row: $0, section: section) }
        }
        guard generation == self.generation else { return }
        if places.count >= Self.maxPlaces { places = [:] }
        places[identifier] = .some(place)
    }
}
