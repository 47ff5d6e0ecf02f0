import Bytes
import CascadingTable
import GRDB
import TableDatabase

/// Reads the rows of one table within the caller's read transaction.
struct TableReader: Sendable {
    let table: TableDescription
    let queries: TableStatements
    /// The columns as pages show them.
    let columns: [TableViewColumn]
    /// Whether the values 0 and 1 of each column are Boolean values.
    let areBoolean: [Bool]
    var configuration: SQLiteDatabase.Configuration
    /// The rows to read and their order.
    let query: TableQuery
    /// The statements of a query of rows without keys, which keep their numbers; nil for others.
    let numbered: RowNumberQuery?
    /// A Boolean value that indicates whether the rows are in sections.
    let isSectioned: Bool

    /// - Parameters:
    ///   - query: The rows to read and their order. Default: all rows in the order of their keys.
    ///   - isSectioned: Whether the rows are in sections, so that numbers do not identify them.
    init(
        _ table: TableDescription, _ configuration: SQLiteDatabase.Configuration, _ query: TableQuery = TableQuery(),
        isSectioned: Bool = false
    ) {
        (self.table, self.isSectioned) = (table, isSectioned)
        (columns, areBoolean) = (table.relation.tableViewColumns, table.columns.map(\.isBoolean))
        self.configuration = configuration
        self.query = query
        let isNumbered = table.access == .place && !query.isEmpty && !isSectioned
        queries = TableStatements(table, isNumbered ? TableQuery() : query)
        numbered = isNumbered ? RowNumberQuery(query, table, queries) : nil
    }

    /// A Boolean value that indicates whether rows have keys. A window is then found by a near key in some
    /// microseconds, anywhere in the table.
    var readsByKey: Bool { !queries.keys.isEmpty }

    /// A Boolean value that indicates whether the rows are stored in the table, and can be found again.
    var isWritable: Bool { readsByKey && table.entry.kind == .table }
}

extension TableReader {
    /// Returns the error for the query if it matches no row because it compares a column of numbers with a text; nil for
    /// other queries.
    ///
    /// It reads a column without texts to its end, so call it only for a query that matches no rows.
    func refusal(in database: Transaction) throws -> TableViewError? {
        for filter in query.filters where filter.excludesNumbers {
            guard let index = table.columnNames.firstIndex(where: filter.column.isExactly),
                !table.columns[index].isBoolean,
                table.columns[index].affinity != .text
            else { continue }
            let statement = queries.hasOnlyNumbers(index)
            let isTrue = try database.singleCursor(statement.sql, statement.arguments).first { $0.integer(at: 0) != 0 }
            if isTrue == true { return filter.needsNumber }
        }
        return nil
    }
}

/// The statements of a query of rows without keys, which keep the numbers that they have among all rows.
///
/// Rows with keys are read in the order of the query instead (``TableStatements``).
struct RowNumberQuery: Sendable {
    let arguments: [SQLValue]
    /// The numbers `n` and the columns `c0`, `c1` … of the rows, as written after `FROM`.
    private let rows: String
    private let order: String

    init(_ query: TableQuery, _ table: TableDescription, _ queries: TableStatements) {
        var builder = SQLConditionBuilder(TextMatching.dialect, arguments: queries.all.arguments)
        let conditions = builder.conditions(query, table) { "c\($0)" }
        var order: [String] = []
        for key in query.sort {
            guard let index = table.columns.firstIndex(where: { $0.name.isExactly(key.column) }) else { continue }
            order.append("c\(index)\(key.isAscending ? "" : " DESC")")
        }
        rows =
            "(\(queries.numbered(queries.all)))"
            + (conditions.isEmpty ? "" : " WHERE \(conditions.joined(separator: " AND "))")
        self.order = (order + ["n"]).joined(separator: ", ")
        arguments = builder.arguments
    }

    /// Selects the numbers of rows in order, and their columns. Binds the arguments, the number of rows and the number of
    /// rows to skip.
    func select(whole isWhole: Bool) -> String {
        "SELECT \(isWhole ? "*" : "n") FROM \(rows) ORDER BY \(order) LIMIT ? OFFSET ?"
    }

    /// Selects the number of rows. Binds the arguments.
    var count: String { "SELECT count(*) FROM \(rows)" }

    /// Selects the number of rows before a row. Binds the arguments and the row's number.
    var rank: String {
        "SELECT rank FROM (SELECT n, row_number() OVER (ORDER BY \(order)) - 1 AS rank FROM \(rows)) WHERE n = ?"
    }
}

extension TableReader {
    /// Returns the values by which the row of a key is found, or nil if there is no such row.
    func keys(ofRowWith key: RowKey, in database: Transaction) throws -> [SQLValue]? {
        if readsByKey { return try position(ofRowNamed: key, of: database)?.suffix(queries.keys.count) }
        guard key.components.count == 1, case .integer(let place) = key.components[0], place >= 0 else { return nil }
        return key.components
    }

    /// Returns one row with links to the rows that it refers to, or nil if there is no such row.
    func record(ofRowWith key: RowKey, in database: Transaction) throws -> DatabaseRecord? {
        guard let keys = try keys(ofRowWith: key, in: database),
            let values = try values(ofRowWith: keys, in: database)
        else { return nil }
        var record = DatabaseRecord(
            tableName: table.name,
            columns: zip(table.columns, values).map { .init(name: $0.name, type: $0.typeAndProblem, value: $1) })
        let references = references(in: database)
        let keysOfOthers = record.keys(of: references.map(\.columns))
        record.add(references.links(for: keysOfOthers.map(\.key), from: "../../", in: database), of: keysOfOthers)
        return record
    }

    /// Returns the tables that the foreign keys refer to. A reference to a missing table has no links.
    func references(in database: Transaction) -> [ReferenceReader] {
        table.foreignKeys.compactMap { try? ReferenceReader($0, of: self, in: database) }
    }
}

extension TableReader {
    /// Returns a reader of a copy of the rows of a view or statement, in a table of the connection's own; nil if there is no
    /// room for it.
    ///
    /// Rows without keys are found by their number. That takes as long as to compute all rows before them, so a copy is
    /// read to its end sooner.
    func copied(in database: Transaction) throws -> TableReader? {
        let table = QuotedIdentifier.quoted("cascade_copy")
        let isTaken = { name in self.table.columnNames.contains { QuotedIdentifier.matches($0, name) } }
        guard !readsByKey, let rowid = ["rowid", "_rowid_", "oid"].first(where: { !isTaken($0) }) else { return nil }
        let names = self.table.columnNames.map(QuotedIdentifier.quoted).joined(separator: ", ")
        func run(_ statement: String, _ arguments: [SQLValue] = []) throws {
            _ = try database.singleCursor(statement, arguments).map { _ in }
        }
        do {
            // Pages have 4 KiB, so that a copy has 1 GiB at most.
            try run("PRAGMA temp.max_page_count = 262144")
            try run("CREATE TEMP TABLE \(table)(\(names))")
            try run(
                "INSERT INTO temp.\(table)(\(rowid), \(names)) \(queries.numbered(queries.all))",
                queries.all.arguments)
        } catch let error as DatabaseError
            where [.SQLITE_FULL, .SQLITE_IOERR, .SQLITE_CANTOPEN, .SQLITE_READONLY, .SQLITE_ERROR].contains(
                error.resultCode)
        {
            return nil
        }
        return TableReader(self.table.copied(to: "temp.\(table)", rowid: rowid), configuration, query)
    }

    /// Returns the steps in which SQLite reads the rows of the query, and the index that would help.
    func advice(in database: Transaction) throws -> QueryAdvice {
        let plan = try database.plan(
            of: numbered?.select(whole: true) ?? queries.window(queries.all),
            (numbered?.arguments ?? queries.all.arguments) + [.integer(1), .integer(0)])
        let index = !table.isStatement ? query.indexStatement(on: [table.name], plan: plan) : nil
        return QueryAdvice(plan: plan, index: index)
    }
}
