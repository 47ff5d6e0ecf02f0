import CascadingTable
import FoundationEssentials

/// The rows of one table, in one section or in one for each value of a column.
final class RowsTableDelegate: CascadingRootTableDelegate, ShownTable {
    private let database: SQLiteDatabase
    private(set) var reader: TableReader
    private let sectionColumn: String?
    private let cache: WindowCache
    private var groups: [Extent.Group] = []
    /// The rows of all sections by the query asked last, which one statement reads.
    private var ordering: (query: TableQuery, rows: Task<[[Int32]], any Error>)?

    init(database: SQLiteDatabase, reader: TableReader, sectionColumn: String?) {
        self.database = database
        self.reader = reader
        self.sectionColumn = sectionColumn
        cache = WindowCache(
            windowLimit: database.configuration.windowsKept, byteLimit: database.configuration.bytesKept)
        super.init()
    }

    func load() async throws {
        let name = reader.table.name
        guard let reader = try await database.loadReader(ofTable: name) else {
            // Dropped since: it shows no rows.
            cache.removeAll()
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
        cache.removeAll()
        ordering = nil
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
        let rows: Task<[[Int32]], any Error>
        if let ordering, ordering.query == query {
            rows = ordering.rows
        } else {
            rows = Task { [reader, count = groups.count] in
                try await reader.loadPlaces(of: query, inGroupsOf: sectionColumn, count: count)
            }
            ordering = (query, rows)
        }
        return .awaiting {
            let sections = try await rows.value
            return sections.indices.contains(section) ? sections[section] : []
        }
    }

    override func columns(in tableView: TableView) -> [TableViewColumn] {
        reader.table.tableViewColumns
    }

    override func tableView(
        _ tableView: TableView, indexPathForRowWithIdentifier identifier: String
    ) -> IndexPath? {
        guard let key = RowKey(text: identifier),
            let section = sectionColumn == nil ? 0 : try? reader.group(ofRowWith: key, among: groups)
        else { return nil }
        return (childDelegate(at: section) as? RowsSectionDelegate)?.currentIndexPath(ofRowWith: key)
    }
}
