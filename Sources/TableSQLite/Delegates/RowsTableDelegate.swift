import CascadingTable
import FoundationEssentials

/// The rows of one table, in one section or in one for each value of a column.
final class RowsTableDelegate: CascadingRootTableDelegate, ShownTable {
    private let database: SQLiteDatabase
    private(set) var reader: TableReader
    private let sectionColumn: String?
    private let cache: WindowCache
    private var sectionsByValue: [SQLiteValue: Int] = [:]

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
            throw SQLiteTableError(.unknownTable, "\(database.title) has no table \(name) any more.")
        }
        let extents: [Extent]
        if let sectionColumn {
            extents = try await reader.groups(by: reader.table.column(named: sectionColumn))
        } else {
            extents = [try await reader.measured()]
        }
        self.reader = reader
        cache.removeAll()
        sectionsByValue = [:]
        for (section, extent) in extents.enumerated() {
            if let group = extent.group { sectionsByValue[group.value] = section }
        }
        let columns = reader.table.columns.map(\.tableViewColumn)
        childDelegates = extents.map { extent in
            let section = RowsSectionDelegate(reader: reader, extent: extent, cache: cache)
            section.columns = columns
            section.rowHeight = database.configuration.rowHeight
            return section
        }
    }

    override func columns(in tableView: TableView) -> [TableViewColumn] {
        reader.table.columns.map(\.tableViewColumn)
    }

    override func tableView(
        _ tableView: TableView, indexPathForRowWithIdentifier identifier: String
    ) -> IndexPath? {
        guard let key = RowKey(text: identifier), let section = section(ofRowWith: key) else { return nil }
        return section.indexPath(ofRowWith: key)
    }

    /// The section that row is in, which the value of its column tells.
    private func section(ofRowWith key: RowKey) -> RowsSectionDelegate? {
        guard let sectionColumn else { return childDelegate(at: 0) as? RowsSectionDelegate }
        guard let column = try? reader.table.column(named: sectionColumn),
            let value = try? reader.value(of: column.name, inRowWith: key)
        else { return nil }
        if let section = sectionsByValue[value] { return childDelegate(at: section) as? RowsSectionDelegate }
        // A value that the column's collation holds equal to another.
        return childDelegates.lazy.compactMap { $0 as? RowsSectionDelegate }.first {
            $0.indexPath(ofRowWith: key) != nil
        }
    }
}
