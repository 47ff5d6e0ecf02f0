import CascadingTable

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
