public import CascadingTable

extension SQLiteDatabase {
    /// The table of all tables and views.
    @TableActor
    public func makeListTable() async throws -> TableView {
        let root = ListTableDelegate(database: self)
        let tableView = try await show(root)
        tableView.title = title
        tableView.queryOptions = [.sorting, .searching]
        return tableView
    }

    /// The rows of a table or view, counted and ready to be read from any place; nil when there is none of that name.
    ///
    /// Cost: one pass over the keys.
    /// - Parameter name: The name of a table or view.
    /// - Parameter column: groups the rows in a section for each value of the column.
    @TableActor
    public func makeTable(named name: String, sectionBy column: String? = nil) async throws -> TableView? {
        try await Self.unlessMissing {
            let source = TableSource(file: pool, name: name, sectionColumn: column, configuration: configuration)
            let layout = try await source.read(nil, within: configuration.openingTimeout) { _, _ in }.layout
            let root = RowsTableDelegate(source, layout)
            let tableView = try await show(root)
            tableView.title = root.name
            tableView.breadcrumbs = configuration.paths == .everyTable ? [TableLink(title, url: "../")] : []
            tableView.queryOptions = layout.reader.readsByKey ? [.all, .labels] : .all
            return tableView
        }
    }

    /// The columns of one row; nil when there is no such table or row.
    ///
    /// - Parameter name: The name of the table.
    /// - Parameter key: the row's identifier in the table of its rows.
    /// - Throws: `TableMovedError` for the rowid of a row that its primary key names; ``SQLiteTableError``.
    @TableActor
    public func makeRowTable(table name: String, key: String) async throws -> TableView? {
        try await Self.unlessMissing {
            let root = ColumnsTableDelegate(database: self, tableName: name, key: key)
            let list = configuration.paths == .everyTable ? [TableLink(title, url: "../../../")] : []
            let tableView = try await show(root)
            tableView.title = "\(root.tableName) \(key)"
            tableView.record = root.record
            tableView.longValueHandler = { [weak root] _, indexPath, _ in
                try await root?.longValue(ofColumn: indexPath.row)
            }
            tableView.breadcrumbs = list + [TableLink(root.tableName, url: "../../")]
            return tableView
        }
    }

    /// Nil if there is no such table or row.
    @TableActor
    private static func unlessMissing(_ body: @TableActor () async throws -> TableView) async throws -> TableView? {
        do { return try await body() } catch let error as SQLiteTableError where error.isMissing { return nil }
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
            let folder = SQLitePaths.folder(ofTable: name)
            guard folder == segment else {
                guard rest.isEmpty, PathSegment.escaped(name) == segment else { return nil }
                throw TableMovedError(folder: PathSegment.percentEncoded(folder))
            }
        }
        if rest.isEmpty { return try await makeTable(named: name, sectionBy: column) }
        guard rest.count == 2, rest.popFirst() == "row", let key = rest.popFirst() else { return nil }
        return try await makeRowTable(table: name, key: key)
    }

    /// Loads the tree and makes a table of it that follows the changes of the file.
    @TableActor
    private func show(_ root: any LiveTable) async throws -> TableView {
        var reloads: Int
        repeat {
            // What began to be read again meanwhile may have changed since this was read.
            reloads = shownTables.reloads
            try await root.load()
        } while reloads != shownTables.reloads
        let tableView = TableView(root: root)
        // Nobody knows which language the values are in, so their table runs the way its reader reads.
        tableView.language = nil
        tableView.updateHandler = { [self] _ in try await reloadChangedTables() }
        shownTables.add(root)
        return tableView
    }
}
