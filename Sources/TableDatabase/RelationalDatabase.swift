package import CascadingTable

/// A database that a server shows as a whole, such as `SQLiteDatabase` and `PostgresDatabase`; see
/// `TableServer.mount(_:_:allowsSQL:)`.
public protocol MountableDatabase: Sendable {
    /// The pages of all tables, rows and statements.
    var pages: DatabasePages { get }
}

/// The pages of a database: the list of tables, their rows, and statements.
public struct DatabasePages: Sendable {
    package let database: any RelationalDatabase

    package init(_ database: any RelationalDatabase) { self.database = database }
}

/// A database whose tables, rows and statements are web tables.
package protocol RelationalDatabase: Sendable {
    /// The name of a table, with what else tells it from others.
    associatedtype Place: Sendable

    var title: String { get }
    /// The dialect of the statements that visitors run.
    var dialect: SQLDialect { get }
    /// A Boolean value that indicates whether all tables have pages. Otherwise the root is the only table.
    var showsAllTables: Bool { get }
    /// A Boolean value that indicates whether visitors can change rows.
    var isEditable: Bool { get }
    /// A Boolean value that indicates whether the database keeps the history of edited rows.
    var keepsHistory: Bool { get }

    /// The views that visitors keep; nil for a database that cannot be changed.
    var views: ViewTable? { get }

    /// The rules for a visitor; nil for none.
    var rules: DatabaseTables? { get }
    /// Returns a database with rules for a visitor. It shares the connections.
    func sharing(_ rules: DatabaseTables) -> Self
    /// Returns the database as one of its own roles sees it; nil for a database without roles.
    func asRole(_ role: String) -> Self?
    /// Returns the table or view of a name, as rules have it; nil if there is none.
    func place(named name: String) async throws -> Place?

    /// Makes the database ready for the first request.
    ///
    /// - Throws: The reason why it cannot be shown as it was configured.
    func prepare() async throws
    /// Checks that the database answers.
    func check() async throws
    /// Tells open pages about changes until the task is cancelled.
    func follow() async
    /// Ends the work of the database after the last request.
    func finish()

    /// Returns the table of the first segment of a path; nil if there is none.
    ///
    /// - Parameters:
    ///   - segment: The segment; nil for the only table.
    ///   - isAlone: Whether no other segments follow.
    func place(at segment: String?, isAlone: Bool) async throws -> Place?
    /// Returns a table with the rows of a table.
    ///
    /// - Throws: An error of the kind `notFound` if there is none.
    @TableActor
    func makeTable(of place: Place) async throws -> TableView
    /// Returns the statement whose rows are the groups of a query, among the rows that exist for the visitor.
    func statement(ofGroups query: TableQuery, in place: Place) async throws -> String
    /// Reads the rows of a statement; without a statement, what can be asked for.
    @TableActor
    func makeRows(answering request: StatementRequest) async throws -> StatementRows

    /// A Boolean value that indicates whether rows that were not counted are counted after the list of tables is shown.
    var countsLater: Bool { get }
    /// Reads the list of tables.
    ///
    /// - Parameter isLong: Whether counting the rows may take longer and wait for other reads.
    func listItems(isLong: Bool) async throws -> (items: [ListItem], size: Int?)
    /// Reads a row, with what its page shows beside it or without.
    func record(ofRow key: String, in place: Place, isWhole: Bool) async throws -> DatabaseRecord
    /// Returns the changes of a row that tell of a time, as the history has them.
    func past(ofRow key: String, in place: Place, at time: String) async throws -> PastOfRow
    /// Returns the keys of the rows before and after a row, in the order of a query; none if that takes long.
    func neighbours(ofRow key: String, in query: TableQuery, of place: Place) async throws -> RowNeighbours
    /// Returns a value that is too long for a cell; nil if there is none.
    func longValue(ofColumn column: String, ofRow key: String, in place: Place) async throws -> LongValue?
    /// Returns the means to change a row; nil if no table of the database can be changed.
    func editing(of record: DatabaseRecord, ofRow key: String, in place: Place) async throws -> TableEditing?
    /// Loads a delegate, and returns its table, which follows the changes of the database.
    ///
    /// - Parameter place: The table whose rows it shows; nil for the list of tables.
    @TableActor
    func show(_ root: any LiveTable, of place: Place?) async throws -> TableView
}

/// The rows of a statement of a visitor, and the steps in which the database finds them.
package typealias StatementRows = (root: any LiveTable, plan: [String], readLongValue: LongValueReader)

/// The changes of a row of a table, the time of the first change of the history, and the columns of the table with their types.
package typealias PastOfRow = (
    table: String, changes: [PastChange], beginning: String?, types: [(column: String, type: String)]
)

/// Reads the whole value of a column of a row, by the row's key.
package typealias LongValueReader = @Sendable (_ column: String, _ key: String) async throws -> LongValue?

extension TableView {
    /// Sets how values are read that are too long for a cell.
    package func readLongValues(_ read: @escaping LongValueReader) {
        hosting.longValueHandler = { tableView, indexPath, column in
            try await read(column, tableView.identifier(forRowAt: indexPath))
        }
    }
}

extension RelationalDatabase {
    package func asRole(_ role: String) -> Self? { nil }
    package var views: ViewTable? { nil }

    /// Returns the database as a visitor sees it.
    ///
    /// - Throws: `TableViewError` with `invalidRules` for a table that the database does not have.
    package func restricted(to rules: DatabaseTables) async throws -> Self {
        // The rules of a misspelled name would hold for no table.
        for name in rules.names.sorted() where try await place(named: name) == nil {
            throw TableViewError(
                .invalidRules, "There are rules for the table \"\(name)\", which the database does not have.")
        }
        return sharing(rules)
    }

    /// Returns the table mounted at a path, or nil if there is none. With a day or time, a row is shown as it was then.
    @TableActor
    package func makeTable(at path: [String], asOf time: String?) async throws -> TableView? {
        try await makeTable(at: path, asOf: time) { _ in }
    }

    /// Returns the table mounted at a path.
    ///
    /// - Parameter change: Changes how its rows are read.
    @TableActor
    package func makeTable(
        at path: [String], asOf time: String?, _ change: (inout Place) -> Void
    ) async throws -> TableView? {
        var rest = path[...]
        let segment = showsAllTables ? rest.popFirst() : nil
        if showsAllTables, segment == nil { return try await makeListTable([], views: rules == nil ? views : nil) }
        guard var place = try await place(at: segment, isAlone: rest.isEmpty) else { return nil }
        change(&place)
        do {
            if rest.isEmpty { return try await makeTable(of: place) }
            guard rest.count == 2, rest.popFirst() == "row", let key = rest.popFirst() else { return nil }
            if let time { return try await makeRowTable(ofRow: key, in: place, at: time) }
            return try await makeRowTable(ofRow: key, in: place)
        } catch let error as any VisitorFacingError where error.kind == .notFound && time == nil {
            return nil
        }
    }

    /// Returns the table of a part that is shown to others, which has no links to others: the rows that match a query, or its groups.
    ///
    /// - Parameters:
    ///   - rows: The path of the page to make below the table: empty for the table, or that of a row.
    ///   - segment: The segment of the table.
    ///   - view: Returns the query and the names of the columns, from the table as its owner sees it.
    @TableActor
    package func makeTable(
        _ path: [String], sharing segment: String,
        _ view: @TableActor (TableView) throws -> (query: TableQuery, columns: [String])
    ) async throws -> TableView? {
        guard let place = try await place(at: showsAllTables ? segment : nil, isAlone: true) else { return nil }
        let whole = try await makeTable(of: place)
        let (query, columns) = try view(whole)
        if query.grouping != nil {
            guard path.isEmpty else { return nil }
            let sql = try await statement(ofGroups: query, in: place)
            let request = StatementRequest([:], of: SavedQuery(name: whole.title, sql: sql), dialect)
            let tableView = try await makeTable(answering: request)
            (tableView.hosting.parameters, tableView.hosting.isShared) = (nil, true)
            tableView.navigationItem.breadcrumbs = []
            return tableView
        }
        var tables = rules ?? DatabaseTables()
        let name = whole.title
        (tables.onlyTable, tables[name].floor) = (name, query)
        tables[name].columns = columns
        guard let tableView = try await sharing(tables).makeTable(at: path, asOf: nil) else { return nil }
        (tableView.hosting.editing, tableView.hosting.isShared) = (nil, true)
        (tableView.selectionActions, tableView.toolbar) = ([], [])
        return tableView
    }

    /// Returns a table with the rows of a statement.
    ///
    /// - Throws: `TableParametersError` with the error and the form.
    @TableActor
    package func makeTable(answering request: StatementRequest) async throws -> TableView {
        let rows: StatementRows
        do {
            rows = try await makeRows(answering: request)
            try await rows.root.load()
        } catch let error as any VisitorFacingError {
            throw TableParametersError(error, request.form, breadcrumbs: request.breadcrumbs(in: title))
        }
        let tableView = TableView(root: rows.root)
        tableView.language = nil
        tableView.hosting.announcesChanges = false
        tableView.queryOptions = .all
        tableView.readLongValues(rows.readLongValue)
        request.describe(tableView, of: title, plan: rows.plan)
        return tableView
    }

    /// Returns the list of tables, of pages of statements, and of the views that visitors keep.
    @TableActor
    package func makeListTable(_ statements: [StatementLink], views: ViewTable? = nil) async throws -> TableView {
        let root = ListTableDelegate(countsLater: countsLater, statements: statements, views: views) {
            try await listItems(isLong: $0)
        }
        views?.follow(root)
        let tableView = try await show(root, of: nil)
        tableView.title = title
        tableView.queryOptions = [.sorting, .searching]
        return tableView
    }

    /// Returns a table with the columns of one row.
    @TableActor
    package func makeRowTable(ofRow key: String, in place: Place) async throws -> TableView {
        let root = RecordTableDelegate(ofRow: key, rules) {
            try await record(ofRow: key, in: place, isWhole: $0)
        } neighbours: {
            try await neighbours(ofRow: key, in: $0, of: place)
        }
        let tableView = try await show(root, of: place)
        tableView.hosting.editing = try await editing(of: root.record, ofRow: key, in: place)
        rules?.rule(for: root.record.tableName).offerActions(in: tableView)
        tableView.hosting.neighbours = { [weak root] in root?.neighbours(in: $1, of: $0) }
        tableView.hosting.longValueHandler = { [weak root] _, indexPath, _ in
            guard let root, root.fields.indices.contains(indexPath.row) else { return nil }
            return try await longValue(ofColumn: root.fields[indexPath.row].name, ofRow: key, in: place)
        }
        tableView.navigationItem.breadcrumbs = links(to: root)
        return tableView
    }

    /// Returns a table with the columns of a row as the history of the database has it.
    @TableActor
    package func makeRowTable(ofRow key: String, in place: Place, at text: String) async throws -> TableView {
        let time = try EditHistory.requireMoment(text)
        let root = RecordTableDelegate(ofRow: key, at: text, rules) { _ in
            let past = try await past(ofRow: key, in: place, at: time)
            let record = try DatabaseRecord(
                named: key, of: past.table, at: time, since: past.beginning, past.changes, types: past.types)
            if let record { return record }
            // The history has no change of the row, so the row was the same then.
            let now = try await self.record(ofRow: key, in: place, isWhole: true)
            return DatabaseRecord(tableName: now.tableName, columns: now.columns)
        } neighbours: { _ in
            RowNeighbours()
        }
        let tableView = try await show(root, of: place)
        // A row that is gone is put back as it was when it was deleted.
        if rules == nil, let now = try? await record(ofRow: key, in: place, isWhole: false) {
            var editing = try await editing(of: now, ofRow: key, in: place)
            editing?.record = nil
            editing?.moment = time
            tableView.hosting.editing = editing
        }
        tableView.navigationItem.breadcrumbs = links(to: root) + [TableLink(key, to: "./")]
        return tableView
    }

    /// Returns the links from a row to the list of tables and to its table.
    @TableActor
    private func links(to root: RecordTableDelegate) -> [TableLink] {
        (showsAllTables ? [TableLink(title, to: "../../../")] : []) + [TableLink(root.record.tableName, to: "../../")]
    }
}
