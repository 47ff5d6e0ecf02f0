import Bytes
public import CascadingTable
public import LocalizedMessages

/// The rules of the tables of a database: what a visitor sees, and may do with their rows.
///
/// ```swift
/// try await server.mount("/admin/", shop) { tables, visitor in
///     guard let clerk = visitor.user as? Clerk else { throw HTTPError(.unauthorized, "Sign in first.") }
///     tables["orders"].rows = "region = \(clerk.region)"
///     tables["orders"].canDelete = clerk.isManager
///     tables["wages"].isHidden = true
/// }
/// ```
///
/// The rules hold in pages, links, groups, exports, forms and the history of a row alike.
///
/// If a rule hides a table, rows or columns, views and full-text indexes are hidden as well, because they can show the same
/// data. The table of the history is hidden in any case. Give them rules by name to show them.
public struct DatabaseTables: Sendable {
    /// The rules of the tables that are not named. The rules of a table begin with a copy of these.
    public var others = DatabaseTable()
    private var named: [ExactString: DatabaseTable] = [:]
    /// The name of the only table that has pages; nil for all. Others only give labels to the rows that refer to them.
    package var onlyTable: String?
    /// The names of the tables that exist for the visitor; nil for all that no rule hides.
    package var shownTables: [String]?

    package init() {}

    /// The rules of a table or view.
    ///
    /// - Parameter name: The name, as the database writes it. In PostgreSQL, the name of one outside of `public` begins
    ///   with its schema: `sales.orders`. A name that the database does not have is an error for every page.
    public subscript(name: String) -> DatabaseTable {
        get { named[ExactString(name)] ?? others }
        set { named[ExactString(name)] = newValue }
    }

    /// The names of the tables with rules of their own, and of those that pages of rows show.
    package var names: [String] {
        named.keys.map(\.wrappedValue) + (Array(named.values) + [others]).flatMap(\.children)
    }

    /// Returns the rules of a table.
    ///
    /// - Parameter isView: Whether its rows come from other tables, as those of views and indexes of texts do.
    package func rule(for title: String, isView: Bool = false) -> DatabaseTable {
        var rule = self[title]
        if shownTables?.contains(where: title.isExactly) == false { rule.isHidden = true }
        guard named[ExactString(title)] == nil else { return rule }
        if isView && named.values.contains(where: \.hides)
            || [EditHistory.tableName, ViewTable.tableName].contains(where: title.isExactly)
        {
            rule.isHidden = true
        }
        return rule
    }

    /// Returns whether the page of a row shows the rows of a table below it, even if there are none.
    package func showsRows(of table: String, below record: DatabaseRecord) -> Bool {
        rule(for: record.tableName).children.contains(where: table.isExactly)
    }
}

/// The rules of a table of a database: what a visitor sees, and may do with its rows.
///
/// In SQL, the row is named `t`. Columns need no name of the table, except in a statement within the SQL:
/// `EXISTS (SELECT 1 FROM staff WHERE staff.region = t.region)`.
public struct DatabaseTable: Sendable {
    /// A Boolean value that indicates whether the table does not exist for the visitor. Default: false.
    public var isHidden = false
    /// The condition of the rows that exist for the visitor. Default: nil, all.
    ///
    /// A row outside of it is in no page, count, group, search, label or export, and has no address. A change that moves
    /// a row out of it is refused.
    public var rows: SQLCondition?
    /// The condition of the rows that the visitor may change, before and after the change. Default: nil, as ``rows``.
    public var writableRows: SQLCondition?
    /// The names of the columns that exist for the visitor, in their order. Nil for all. Default: nil.
    ///
    /// Columns of the key that are not listed are added at the start, and those of ``addColumn(_:_:_:)`` at the end.
    ///
    /// No filter, sort or group can ask for others, and no form, answer or file has them. ``validate`` and actions get all.
    public var columns: [String]?
    /// The headings of columns, by their names. Default: none, the names.
    public var columnTitles: [String: String] = [:]
    /// The formats of numbers in columns, by their names. Default: none.
    public var numberFormats: [String: TableViewColumn.NumberFormat] = [:]
    /// The widths of columns on pages in CSS pixels, by their names. Default: none, those of their values.
    public var columnWidths: [String: Double] = [:]
    /// The values that forms offer for columns, by their names. Default: none.
    public var choices: [String: [String]] = [:]
    /// The kinds of fields for columns of texts, by their names: `date` for days such as `2026-01-31`, `multilineText` or
    /// `email`. Others have no effect. Default: none, as the type of the column says.
    public var fieldKinds: [String: TableViewEditableField.Kind] = [:]
    /// Returns the cell of a row, from its visible values. Nil for a cell with the values of the columns. Default: nil.
    ///
    /// Pages and files of the table have the fields of the cell. Sorts, filters, groups, forms and the page of a row have the
    /// values of the columns. To hide a value, leave its column out of ``columns``.
    public var cell: (@Sendable (DatabaseRow) -> TableViewCell)?
    /// The names of columns that the visitor cannot change. Default: none.
    public var readOnlyColumns: Set<String> = []
    /// A Boolean value that indicates whether the visitor can add rows. Default: true.
    public var canInsert = true
    /// A Boolean value that indicates whether the visitor can change rows. Default: true.
    public var canUpdate = true
    /// A Boolean value that indicates whether the visitor can delete rows. Default: true.
    public var canDelete = true
    /// Checks a change in its transaction, after it was written. Default: nil.
    ///
    /// ```swift
    /// tables["orders"].validate = { edit in
    ///     guard edit.old?["status"] != .text("shipped") else {
    ///         throw TableViewValidationError("status", "A shipped order stays shipped.")
    ///     }
    /// }
    /// ```
    ///
    /// It runs while other changes wait, so it must not wait itself. An error that it throws undoes all changes of the request.
    public var validate: (@Sendable (DatabaseEdit) throws -> Void)?

    /// The names of the tables whose rows the page of a row shows below it: those that refer to the row by a foreign key.
    /// Default: none.
    ///
    /// ```swift
    /// tables["orders"].children = ["lines"]
    /// ```
    ///
    /// They are lists of their own, with the rules of their tables. Without it, the page of a row links to them.
    public var children: [String] = []

    /// The columns that the visitor may set, by the kind of the change; all for a kind that is not listed.
    package var writableColumns: [RowChange.Kind: Set<String>] = [:]
    /// The conditions of changes by their kinds, besides ``writableRows``.
    package var writeConditions: [RowChange.Kind: WriteCondition] = [:]
    /// The filters and the search that rows match besides ``rows``; nil for none.
    package var floor: TableQuery?

    /// The conditions of a row before it is changed or deleted, and after it was written; nil for none.
    package struct WriteCondition: Sendable, Hashable {
        package var before, after: SQLCondition?

        package init(before: SQLCondition? = nil, after: SQLCondition? = nil) {
            (self.before, self.after) = (before, after)
        }
    }

    package private(set) var computedColumns: [ComputedColumn] = []
    package private(set) var actions: [Action] = []
    /// Checks of a change after ``validate``.
    package var checks: [@Sendable (DatabaseEdit) throws -> Void] = []

    package init() {}

    /// Adds a column that the database computes.
    ///
    /// ```swift
    /// tables["orders"].addColumn("total", .number, "SELECT sum(quantity * price) FROM lines WHERE lines.order_id = t.id")
    /// ```
    ///
    /// It can be sorted, filtered, grouped and exported as any other, and is in no form.
    ///
    /// - Parameters:
    ///   - name: The name, which no other column has.
    ///   - kind: The kind of its values.
    ///   - sql: The SQL of the value of the row `t`. It is written into statements as it is.
    public mutating func addColumn(_ name: String, _ kind: SQLColumn.Kind = .text, _ sql: String) {
        computedColumns.append(ComputedColumn(name: name, kind: kind, sql: sql))
    }

    /// Adds an action that changes the values of rows, for the page of a row and for selected rows.
    ///
    /// ```swift
    /// tables["orders"].addAction(id: "ship", title: "Mark as shipped", style: .asksFirst) { order in
    ///     guard order["status"] == .text("paid") else {
    ///         throw TableViewValidationError("status", "Only paid orders are shipped.")
    ///     }
    ///     return ["status": .text("shipped")]
    /// }
    /// ```
    ///
    /// All rows are changed in one transaction, or none. ``rows`` and ``writableRows`` hold for the rows as they were, and
    /// ``validate`` checks the changes. They are in the history, and can be undone. The action may set columns that no form
    /// has, also if ``canUpdate`` is false.
    ///
    /// - Parameters:
    ///   - id: The identifier of the action in its route.
    ///   - title: The title of the button.
    ///   - style: The style of the button. Default: `default`.
    ///   - message: Returns what to tell the visitor, from the number of changed rows. Default: nil, the number.
    ///   - values: Returns the new values of a row by column, from the row as it is stored. It runs while other changes
    ///     wait. An error that it throws refuses the action.
    public mutating func addAction(
        id: String, title: String, style: TableViewRowAction.Style = .default,
        message: (@Sendable (Int) -> LocalizedMessage)? = nil,
        _ values: @escaping @Sendable (DatabaseRow) throws -> [String: FieldValue]
    ) {
        actions.append(Action(id: id, title: title, style: style, message: message, values: values))
    }

    /// Returns the heading of a column.
    package func title(of column: String) -> String { columnTitles[column] ?? column }

    /// A Boolean value that indicates whether the rules hide anything.
    fileprivate var hides: Bool { isHidden || rows != nil || columns != nil || floor != nil }

    /// A column that the database computes.
    package struct ComputedColumn: Sendable {
        package var name: String
        package var kind: SQLColumn.Kind
        package var sql: String
    }

    /// An action on rows.
    package struct Action: Sendable {
        package var id: String
        var title: String
        var style: TableViewRowAction.Style
        var message: (@Sendable (Int) -> LocalizedMessage)?
        var values: @Sendable (DatabaseRow) throws -> [String: FieldValue]
    }

    /// Returns the names of the columns that exist for the visitor: those of the key, those that are listed, and then other
    /// computed ones.
    ///
    /// - Parameters:
    ///   - all: The names of the columns of the table.
    ///   - key: The names of the columns of the key.
    package func visibleColumns(among all: [String], key: [String]) throws(TableViewError) -> [String] {
        let computed = computedColumns.map(\.name)
        for name in computed where all.contains(where: name.isExactly) {
            throw TableViewError(.invalidRules, "There is a column \"\(name)\" already.")
        }
        for name in [
            columns ?? [], Array(readOnlyColumns), Array(columnTitles.keys), Array(numberFormats.keys),
            Array(columnWidths.keys), Array(choices.keys), Array(fieldKinds.keys),
        ]
        .joined()
        where !(all + computed).contains(where: name.isExactly) {
            throw TableViewError(
                .invalidRules, "The rules name the column \"\(name)\", which the table does not have.")
        }
        guard let columns else { return all + computed }
        func missing(_ names: [String]) -> [String] { names.filter { !columns.contains(where: $0.isExactly) } }
        return missing(key) + columns + missing(computed)
    }
}

/// A change of a row in its transaction.
public struct DatabaseEdit: Sendable {
    /// The row before the change; nil for a new one.
    public let old: DatabaseRow?
    /// The row after the change, with what the database made of it; nil for a deleted one.
    public let new: DatabaseRow?
}

extension DatabaseRow {
    /// Creates a row from its stored values.
    init(_ row: StoredRow) { self.init(id: row.id, cell: TableViewCell(style: .columns, fields: row.fields)) }
}

extension TableViewError.Code {
    /// The rules for the visitors of a database do not fit its tables.
    package static let invalidRules = Self("invalidRules", .failed)
}
