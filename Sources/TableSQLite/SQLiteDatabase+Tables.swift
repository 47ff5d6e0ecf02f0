import Bytes
public import CascadingTable
public import TableDatabase

extension SQLiteDatabase {
    /// Returns a table that lists all tables and views of the database.
    ///
    /// - Throws: ``SQLiteTableError`` if the file cannot be read.
    @TableActor
    public func makeListTable() async throws -> TableView { try await makeListTable([]) }

    /// Returns a table with the rows of a table or view.
    ///
    /// The rows of a long table are counted in the background; see ``SQLiteDatabase/Configuration/countTimeout``. If
    /// the rows are grouped, the cost is one pass over all rows.
    ///
    /// For a part of its rows, columns and actions of your own, mount the database with rules; see `DatabaseTable`.
    ///
    /// - Parameters:
    ///   - name: The name of a table or view. The case of ASCII letters does not matter.
    ///   - column: The column to group by, or nil. The table has a section for each value of the column.
    /// - Throws: ``SQLiteTableError``, for example with `unknownTable`, `unknownColumn` or `tooManySections`.
    @TableActor
    public func makeTable(named name: String, sectionBy column: String? = nil) async throws -> TableView {
        try await makeTable(of: source(of: name, sectionBy: column))
    }

    @TableActor
    package func makeTable(of source: TableSource) async throws -> TableView {
        let (relation, rows) = try await source.read { ($0.relation, ($0 as? SQLiteRows)?.prepared.reader) }
        let rule = rules?.rule(for: relation.title)
        let root = RelationTableDelegate(source, of: relation)
        root.ownCell = rule?.cell
        root.rowHeight = source.configuration.rowHeight
        let tableView = try await show(root, of: source)
        tableView.title = relation.title
        tableView.navigationItem.breadcrumbs = showsAllTables ? [TableLink(title, to: "../")] : []
        tableView.queryOptions = rows?.readsByKey == true ? [.all, .labels] : .all
        if rows?.readsByKey == true, showsAllTables { tableView.queryOptions.insert(.relatedColumns) }
        tableView.hosting.hasRecords = true
        tableView.hosting.editing = editing(of: relation.title, isWritable: rows?.isWritable == true)
        rule?.offerActions(in: tableView)
        tableView.hosting.statement = { source.statementText }
        tableView.readLongValues { try await self.longValue(ofColumn: $0, ofRow: $1, in: source) }
        return tableView
    }

    /// Returns the rows of a table or view, for a controller with cells and actions of your own.
    ///
    /// - Parameter name: The name of a table or view. The case of ASCII letters does not matter.
    /// - Throws: ``SQLiteTableError`` with `unknownTable` if there is none; `TableViewError` if its rows have no key.
    public func rows(of name: String) async throws -> DatabaseRows {
        try await DatabaseRows(source(of: name), named: name)
    }

    /// Returns a table with the columns of one row.
    ///
    /// - Parameters:
    ///   - name: The name of a table or view.
    ///   - key: The identifier of the row in the table of its rows.
    /// - Throws: ``SQLiteTableError`` with `unknownTable` or `unknownRow` if there is none.
    @TableActor
    public func makeRowTable(table name: String, key: String) async throws -> TableView {
        try await makeRowTable(ofRow: key, in: source(of: name))
    }

    func source(of name: String, sectionBy column: String? = nil) -> TableSource {
        TableSource(file: pool, name: name, sectionColumn: column, configuration: configuration)
    }

    /// Returns the means to change the rows of a table; nil if no table of the file can be changed.
    func editing(of name: String, isWritable: Bool, record: String? = nil) -> TableEditing? {
        guard let writer else { return nil }
        let source = source(of: name)
        let isOffered = isWritable && configuration.editableTables.contains { QuotedIdentifier.matches($0, name) }
        var editing = TableEditing(isOffered ? RelationEditor(SQLiteEditing(source, writer)) : nil, record: record)
        editing.apply(rules?.rule(for: name))
        return editing
    }

    /// Returns the table mounted at a path, or nil if no table is mounted there.
    ///
    /// The empty path is the list, `NAME` a table, and `NAME/row/KEY` a row. With ``Configuration/onlyTable``, the empty path
    /// is that table.
    ///
    /// ```swift
    /// let row = try await database.makeTable(at: ["fruit", "row", "42"])
    /// ```
    ///
    /// - Parameters:
    ///   - path: The segments of the path, after percent-decoding.
    ///   - column: The column to group the rows of a table by, or nil.
    /// - Throws: `TableMovedError` if the table is now mounted at another path; ``SQLiteTableError``.
    @TableActor
    public func makeTable(at path: [String], sectionBy column: String? = nil) async throws -> TableView? {
        try await makeTable(at: path, asOf: nil) { $0.sectionColumn = column }
    }

    package func place(at segment: String?, isAlone: Bool) throws -> TableSource? {
        var name = configuration.onlyTable ?? ""
        if let segment {
            guard let bytes = PathSegment.unescaped(segment.utf8) else { return nil }
            name = String(decoding: bytes, as: UTF8.self)
            let folder = Configuration.folder(ofTable: name)
            guard folder == segment else {
                guard isAlone, PathSegment.escaped(name) == segment else { return nil }
                throw TableMovedError(folder: PathSegment.percentEncoded(folder))
            }
        }
        return source(of: name, sectionBy: configuration.sectionColumn)
    }

    @TableActor
    package func show(_ root: any LiveTable, of place: TableSource?) async throws -> TableView {
        var reloads: Int
        repeat {
            // A reload that begins during this read may see a later change, so the delegate is loaded again.
            reloads = owner.shownTables.reloads
            try await root.load()
        } while reloads != owner.shownTables.reloads
        let tableView = TableView(root: root)
        // The language of the values is unknown. The table uses the text direction of its reader.
        tableView.language = nil
        tableView.hosting.updateHandler = { [owner] _ in try await owner.reloadChangedTables() }
        owner.shownTables.add(root)
        return tableView
    }

    /// Returns a value that is too long for a cell, or a text with bytes that are not UTF-8.
    package func longValue(ofColumn column: String, ofRow key: String, in source: TableSource) async throws
        -> LongValue?
    {
        @Sendable func read(_ range: Range<Int>) async throws -> (bytes: [UInt8], count: Int, isText: Bool) {
            try await source.readInBackground(within: source.configuration.queryTimeout) { database, _ in
                var rows = TableQuery()
                var table = try source.description(in: database)
                if !table.columnNames.contains(where: column.isExactly) { rows.relatedColumns = [ExactString(column)] }
                table = try table.extended(for: rows, source.configuration, in: database)
                let reader = TableReader(table, source.configuration)
                guard let rowKey = RowKey(text: key), let keys = try reader.keys(ofRowWith: rowKey, in: database),
                    let column = reader.table.columnNames.firstIndex(where: column.isExactly),
                    let part = try reader.part(range, ofColumn: column, ofRowWith: keys, in: database)
                else { throw SQLiteTableError(.unknownRow, "There is no row \"\(key)\" in \(source.name).") }
                return part
            }
        }
        let (_, count, isText) = try await read(0..<0)
        return LongValue(byteCount: count, isText: isText) { range in
            let part = try await read(range)
            guard part.count == count, part.isText == isText else {
                throw SQLiteTableError(.changed, "The value was changed while it was read. Try again.")
            }
            return part.bytes
        }
    }
}
