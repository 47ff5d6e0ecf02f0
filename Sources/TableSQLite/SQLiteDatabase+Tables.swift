public import CascadingTable

extension SQLiteDatabase {
    /// The table of all tables and views.
    @TableActor
    public func makeListTable() async throws -> TableView {
        let root = ListTableDelegate(database: self)
        let tableView = try await show(root, title: title, breadcrumbs: [])
        tableView.queryOptions = [.sorting, .searching]
        return tableView
    }

    /// The rows of a table or view, counted and ready to be read from any place; nil when there is none of that name.
    ///
    /// Cost: one pass over the keys.
    /// - Parameter column: groups the rows in a section for each value of the column.
    @TableActor
    public func makeTable(named name: String, sectionBy column: String? = nil) async throws -> TableView? {
        guard let reader = try await loadReader(ofTable: name) else { return nil }
        let root = RowsTableDelegate(database: self, reader: reader, sectionColumn: column)
        let list = configuration.paths == .everyTable ? [TableLink(title, url: "../")] : []
        let tableView = try await show(root, title: reader.table.name, breadcrumbs: list)
        tableView.queryOptions = .all
        return tableView
    }

    /// The columns of one row; nil when there is no such table or row.
    ///
    /// - Parameter key: the row's identifier in the table of its rows.
    @TableActor
    public func makeRowTable(table name: String, key: String) async throws -> TableView? {
        guard let reader = try await loadReader(ofTable: name), let rowKey = RowKey(text: key) else { return nil }
        let root = ColumnsTableDelegate(database: self, tableName: reader.table.name, key: rowKey)
        let list = configuration.paths == .everyTable ? [TableLink(title, url: "../../../")] : []
        let tableView = try await show(
            root, title: "\(reader.table.name) \(key)",
            breadcrumbs: list + [TableLink(reader.table.name, url: "../../")])
        return root.columns.isEmpty ? nil : tableView
    }

    /// The table mounted at a path, given as its segments after percent-decoding; nil when there is none.
    ///
    /// The empty path is the list, or the one table there is; see ``SQLitePaths``.
    ///
    /// ```swift
    /// let row = try await database.makeTable(at: ["fruit", "row", "42"])
    /// ```
    @TableActor
    public func makeTable(at path: [String], sectionBy column: String? = nil) async throws -> TableView? {
        var rest = path[...]
        let name: String
        switch configuration.paths {
        case .onlyTable(let table): name = table
        case .everyTable:
            guard let segment = rest.popFirst() else { return try await makeListTable() }
            guard let bytes = PathSegment.unescaped(segment.utf8) else { return nil }
            name = String(decoding: bytes, as: UTF8.self)
            guard PathSegment.escaped(name) == segment else { return nil }
        }
        if rest.isEmpty { return try await makeTable(named: name, sectionBy: column) }
        guard rest.count == 2, rest.popFirst() == "row", let key = rest.popFirst() else { return nil }
        return try await makeRowTable(table: name, key: key)
    }

    /// Loads the tree and makes a table of it that follows the changes of the file.
    @TableActor
    private func show(
        _ root: any ShownTable, title: String, breadcrumbs: [TableLink]
    ) async throws -> TableView {
        var reloads: Int
        repeat {
            // What began to be read again meanwhile may have changed since this was read.
            reloads = shownTables.reloads
            try await root.load()
        } while reloads != shownTables.reloads
        let tableView = TableView(title: title, root: root)
        tableView.breadcrumbs = breadcrumbs
        // Nobody knows which language the values are in, so their table runs the way its reader reads.
        tableView.language = nil
        shownTables.add(root)
        return tableView
    }
}
