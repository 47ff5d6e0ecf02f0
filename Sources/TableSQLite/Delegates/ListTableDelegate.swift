import CascadingTable

/// The tables of a database in one section and its views in another.
final class ListTableDelegate: CascadingRootTableDelegate, ShownTable {
    private let database: SQLiteDatabase

    init(database: SQLiteDatabase) {
        self.database = database
        super.init()
    }

    func load() async throws {
        let items = try await ListItem.load(from: database)
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

/// The tables, or the views.
private final class ListSectionDelegate: CascadingSectionTableDelegate {
    private let title: String

    init(_ title: String, rows: [ListRowDelegate]) {
        self.title = title
        super.init(childDelegates: rows)
        headerTitle = title
    }

    override var identifier: String { title.lowercased() }
}
