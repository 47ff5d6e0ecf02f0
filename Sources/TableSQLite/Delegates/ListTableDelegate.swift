import CascadingTable
import FoundationEssentials

/// The list of a database's tables in one section and its views in another.
final class ListTableDelegate: CascadingRootTableDelegate, LiveTable {
    private let database: SQLiteDatabase
    /// The task that counts the rows of tables that were not counted before the list was shown.
    private var counting: Task<Void, any Error>?

    init(database: SQLiteDatabase) {
        self.database = database
        super.init()
    }

    deinit {
        counting?.cancel()
    }

    func load() async throws {
        counting?.cancel()
        counting = nil
        let configuration = database.configuration
        let items = try await ListItem.load(
            from: database, countingFor: min(configuration.countTimeout, configuration.listTimeout),
            isLong: false)
        show(items)
        guard items.contains(where: { $0.isReadable && $0.count == nil }) else { return }
        counting = Task { [weak self, database] in
            let items = try await ListItem.load(from: database, countingFor: configuration.listTimeout, isLong: true)
            try Task.checkCancellation()
            self?.show(items)
        }
    }

    private func show(_ items: [ListItem]) {
        let sections = [
            ("Tables", items.filter { $0.entry.kind != .view }),
            ("Views", items.filter { $0.entry.kind == .view }),
        ]
        childDelegates = sections.filter { !$0.1.isEmpty }.map { title, items in
            let section = ListSectionDelegate(
                title, rows: items.map { ListRowDelegate(item: $0, paths: database.configuration.paths) })
            section.columns = [
                TableViewColumn("name", title: "Name"),
                TableViewColumn("columns", title: "Columns"),
                TableViewColumn("rows", title: "Rows", alignment: .trailing, numberFormat: .grouped),
            ]
            return section
        }
        tableView?.reloadData()
    }
}

/// The section of the tables or of the views.
private final class ListSectionDelegate: CascadingSectionTableDelegate {
    private let title: String

    init(_ title: String, rows: [ListRowDelegate]) {
        self.title = title
        super.init(childDelegates: rows)
        headerTitle = title
    }

    override var identifier: String { title.lowercased() }
}

/// A table or view in the list, with a link to its rows.
final class ListRowDelegate: CascadingBareTableDelegate {
    private let item: ListItem
    private let link: String?

    init(item: ListItem, paths: SQLitePaths) {
        self.item = item
        link = item.isReadable ? paths.link(toTable: item.entry.name) : nil
        super.init()
    }

    override var identifier: String { item.entry.segment }

    override func tableView(_ tableView: TableView, cellForRowAt indexPath: IndexPath) -> TableViewCell {
        let name = item.entry.name.isEmpty ? "(no name)" : item.entry.name
        return TableViewCell(
            style: .columns, title: name,
            fields: [
                Field("name", .text(name)),
                Field("columns", .text(item.summary)),
                Field("rows", item.count.map { .integer(Int64($0)) } ?? .null),
            ],
            accessory: link == nil ? .none : .disclosure, to: link)
    }

    override func tableView(_ tableView: TableView, shouldHighlightRowAt indexPath: IndexPath) -> Bool {
        link != nil
    }

    override func tableView(_ tableView: TableView, didSelectRowAt indexPath: IndexPath) {
        if let link { tableView.navigate(to: link) }
    }
}

/// The information that the list shows about a table or view.
struct ListItem: Sendable {
    var entry: CatalogEntry
    /// The names of its columns, or the reason why it cannot be read.
    var summary: String
    /// The number of rows, or nil if it cannot be read or was not counted in time.
    var count: Int?
    var isReadable: Bool

    /// Reads all items, and counts rows until the time is over.
    ///
    /// - Parameter isLong: Whether counting may wait for other reads.
    static func load(
        from database: SQLiteDatabase, countingFor time: Duration, isLong: Bool
    ) async throws -> [ListItem] {
        let end = ContinuousClock.now + time
        let entries = try await database.pool.readInBackground(within: database.configuration.queryTimeout) {
            database, _ in
            try Catalog.entries(in: database)
        }
        var items: [ListItem] = []
        for entry in entries {
            items.append(try await load(entry, from: database, countingUntil: end, isLong: isLong))
        }
        return items
    }

    private static func load(
        _ entry: CatalogEntry, from database: SQLiteDatabase, countingUntil end: ContinuousClock.Instant, isLong: Bool
    ) async throws -> ListItem {
        var item = ListItem(entry: entry, summary: "", isReadable: false)
        do {
            let timeout = database.configuration.queryTimeout
            let description = try await database.pool.readInBackground(within: timeout) { database, _ in
                try Catalog.description(of: entry, in: database)
            }
            item.summary = description.summary
            item.isReadable = true
            let rest = end - .now
            guard rest > .zero else { return item }
            let count = TableStatements(description).count(.init())
            let found = try await resultIfQuick(within: rest) { [pool = database.pool] in
                try await pool.readInBackground(within: rest, isLong: isLong) { database, _ in
                    var cursor = try database.cursor(count)
                    return try cursor.next() ? Int(cursor.integer(at: 0)) : nil
                }
            }
            item.count = found ?? nil
        } catch let error as SQLiteTableError where error.code == .timedOut {
            try Task.checkCancellation()
        } catch let error as SQLiteTableError {
            item.summary = error.message.description
            item.isReadable = false
        }
        return item
    }
}
