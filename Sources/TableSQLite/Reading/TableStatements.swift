import Bytes
import CascadingTable
import TableDatabase

/// The SQL statements that read the rows of one table, or the rows of a query in its order.
///
/// The table has the alias `t`. A missing column is then an error; without the alias, SQLite would read its quoted name
/// as a text.
struct TableStatements: Sendable {
    /// The table as written after `FROM`.
    let source: String
    /// The columns by which rows are ordered and found; empty for rows that have only a row number.
    let keys: [String]
    /// The columns that identify rows: those of the declared primary key, otherwise the keys.
    let names: [String]
    /// The indices of the primary key's columns among all columns; empty if the keys identify rows.
    let namingColumns: [Int]
    /// The indices of the primary key's columns in a row of ``window(_:)``.
    let namesInWindow: [Int]
    /// All rows in their order: by the columns they are sorted by, then by the key.
    let all: SQLQuery
    /// A Boolean value that indicates whether the query leaves out rows of the table.
    let isFiltered: Bool
    private let columns: [String]
    private let table: TableDescription
    /// The beginning of ``window(_:)``.
    private let selectsWindow: String

    /// - Parameters:
    ///   - query: The rows to read and their order. Default: all rows in the order of their keys.
    init(_ table: TableDescription, _ query: TableQuery = TableQuery()) {
        source = table.relation.source
        let keys =
            switch table.access {
            case .rowid(let alias): ["t." + QuotedIdentifier.quoted(alias)]
            case .primaryKey(let names): names.map(table.expression)
            case .place: [String]()
            }
        self.keys = keys
        let columns = table.columns.map(\.sql.value)
        self.columns = columns
        self.table = table
        let primaryKey = table.primaryKey.map { columns[$0] }
        namingColumns = primaryKey == keys ? [] : table.primaryKey
        names = namingColumns.isEmpty ? keys : primaryKey
        var terms: [Term] = []
        for key in query.sort {
            guard let index = table.columns.firstIndex(where: { $0.name.isExactly(key.column) }),
                !terms.contains(where: { $0.expression.isExactly(columns[index]) })
            else { continue }
            terms.append(Term(expression: columns[index], isAscending: key.isAscending, isNullable: true))
        }
        // Equal rows are sorted like an index that begins with those columns, so that SQLite can use the index.
        terms += Self.rest(of: table, after: terms)
        // The keys have the direction of the last column, so that SQLite can read the index from one end.
        let isAscending = terms.last?.isAscending ?? true
        terms += keys.map { Term(expression: $0, isAscending: isAscending, isNullable: false) }
        namesInWindow = namingColumns.map { [count = terms.count] in count + $0 }
        let owned = table.owned
        var builder = SQLConditionBuilder(TextMatching.dialect, arguments: owned?.arguments ?? [])
        let asked = builder.conditions(query, table, rowid: keys.first) { columns[$0] }
        var all = SQLQuery(where: (owned.map { ["(\($0.sql))"] } ?? []) + asked, terms: terms, builder: builder)
        for filter in query.filters where filter.ranksRows {
            guard let index = table.columns.firstIndex(where: { $0.name.isExactly(filter.column) }) else { continue }
            all.require(filter, of: columns[index], key: keys, from: source)
        }
        isFiltered = !asked.isEmpty || query.filters.contains(where: \.ranksRows)
        self.all = all
        selectsWindow = "SELECT \((terms.map(\.expression) + columns).joined(separator: ", ")) FROM \(source)"
    }
}

extension TableStatements {
    typealias Term = SQLQuery.Term

    /// Returns the columns that follow some terms in an index that begins with them; empty if there is no such index.
    private static func rest(of table: TableDescription, after terms: [Term]) -> [Term] {
        guard !terms.isEmpty else { return [] }
        for index in table.indexes where index.count >= terms.count {
            // An index can be read backwards.
            for isReversed in [false, true] {
                let all = index.map {
                    Term(
                        expression: table.expression($0.name), isAscending: $0.isAscending != isReversed,
                        isNullable: true)
                }
                if Array(all.prefix(terms.count)) == terms { return Array(all.dropFirst(terms.count)) }
            }
        }
        return []
    }

    /// The terms of the order.
    var terms: [Term] { all.terms }

    /// A Boolean value that indicates whether the rows are in the order of their keys.
    var isInKeyOrder: Bool { terms.count == keys.count }

    /// Returns the values that determine the position of a row: its sort values and its key.
    func position(in cursor: borrowing Cursor) -> [SQLValue] {
        var values: [SQLValue] = []
        for index in terms.indices { values.append(cursor.value(at: index)) }
        return values
    }

    /// Returns the values by which a row is found.
    func keys(in cursor: borrowing Cursor) -> [SQLValue] {
        var values: [SQLValue] = []
        for index in terms.indices.suffix(keys.count) { values.append(cursor.value(at: index)) }
        return values
    }

    /// Selects the position and the columns of rows. Binds the rows, their number and the number of rows to skip.
    func window(_ rows: SQLQuery) -> String { "\(selectsWindow)\(rows.clauses) LIMIT ? OFFSET ?" }

    /// Selects the position and the columns of rows in the order of an array of rowids. Binds the array as JSON.
    var windowOfRowids: String {
        "SELECT \((terms.map(\.expression) + columns).joined(separator: ", ")) "
            + "FROM json_each(?) AS j CROSS JOIN \(source) ON \(keys.first ?? "NULL") = j.value"
    }

    /// Selects the rowids of rows in order. Binds the rows.
    func rowids(_ rows: SQLQuery) -> String { "SELECT \(keys.first ?? "NULL") FROM \(source)\(rows.clauses)" }

    /// Selects the rowids that a full-text index finds, the most relevant first. Binds the match, the rows and the
    /// maximum number of rows.
    func rankedRowids(_ index: FullTextIndex) -> String {
        let name = QuotedIdentifier.quoted(index.name)
        return "SELECT f.rowid FROM \(name) AS f WHERE f.\(name) MATCH ? AND f.rowid IN "
            + "(SELECT \(keys.first ?? "NULL") FROM \(source)\(all.filter)) ORDER BY f.rank, f.rowid LIMIT ?"
    }

    /// Selects the positions of rows. Binds the arguments of ``window(_:)``.
    func positions(_ rows: SQLQuery) -> String { "SELECT \(position) FROM \(source)\(rows.clauses) LIMIT ? OFFSET ?" }

    /// Selects 1 if a column has numbers and no other values except NULL, otherwise 0.
    func hasOnlyNumbers(_ column: Int) -> SQLCondition {
        let owned = table.owned
        let rows = "SELECT 1 FROM \(source) WHERE \(owned.map { "(\($0.sql)) AND " } ?? "")typeof(+\(columns[column]))"
        return SQLCondition(
            sql: "SELECT EXISTS (\(rows) IN ('integer', 'real')) AND NOT EXISTS (\(rows) IN ('text', 'blob'))",
            arguments: (owned?.arguments ?? []) + (owned?.arguments ?? []))
    }

    /// The column at an index, as statements name it.
    func expression(_ column: Int) -> String { columns[column] }

    /// Selects the position of the first row of which a value begins with a text. Binds the rows, the number of rows to
    /// compare if it is limited, and the text.
    func firstBeginning(_ rows: SQLQuery, among values: [String], isLimited: Bool) -> String {
        func begins(_ values: [String]) -> String {
            "\(TextMatching.name)('startswith', \((["?"] + values).joined(separator: ", ")))"
        }
        guard isLimited else {
            return
                "SELECT \(position) FROM \(source) WHERE \(rows.condition) AND \(begins(values)) ORDER BY \(rows.order) LIMIT 1"
        }
        let (position, compared) = (terms.indices.map { "p\($0)" }, values.indices.map { "v\($0)" })
        let read = zip(terms.map(\.expression) + values, position + compared).map { "\($0) AS \($1)" }
        return "SELECT \(position.joined(separator: ", ")) FROM (SELECT \(read.joined(separator: ", ")) "
            + "FROM \(source)\(rows.clauses) LIMIT ?) WHERE \(begins(compared)) LIMIT 1"
    }

    /// Selects some columns of one row. Binds its key, or the rows and the number of rows to skip for rows without
    /// keys.
    func some(_ indices: Range<Int>) -> String { "SELECT \(columns[indices].joined(separator: ", ")) \(row)" }

    /// Selects the type of one value. Binds the arguments of ``some(_:)``.
    func type(_ index: Int) -> String { "SELECT typeof(\(columns[index])) \(row)" }

    /// Selects the length in bytes and the beginning of a text or blob. Binds the length of the beginning and the row.
    func excerpt(_ index: Int) -> String {
        "SELECT length(CAST(\(columns[index]) AS BLOB)), substr(\(columns[index]), 1, ?) \(row)"
    }

    private var row: String {
        "FROM \(source)" + (keys.isEmpty ? "\(all.clauses) LIMIT 1 OFFSET ?" : " WHERE \(equals(keys))")
    }

    /// Selects the number of a row without a key if there is such a row. Binds the rows and the number.
    func place(_ rows: SQLQuery) -> String {
        // The number is an argument only once.
        "SELECT n FROM (SELECT row_number() OVER () - 1 AS n FROM \(source)\(rows.filter)) WHERE n = ? LIMIT 1"
    }

    /// Selects the number `n` of each row, and its columns as `c0`, `c1` …. Binds the rows.
    ///
    /// It is for rows without keys. SQLite numbers them in the order in which it returns them. That order is stable
    /// only if the statement always reads the same columns.
    func numbered(_ rows: SQLQuery) -> String {
        let names = columns.indices.map { "c\($0)" }
        let read = zip(columns, names).map { "\($0) AS \($1)" }.joined(separator: ", ")
        return "SELECT \((["row_number() OVER () - 1 AS n"] + names).joined(separator: ", ")) "
            + "FROM (SELECT \(read) FROM \(source)\(rows.filter))"
    }

    /// Selects all columns of all rows in order, with the values of the condition, as a person goes on with it.
    var text: String {
        // The conditions stand in parentheses together.
        let conditions = SQLText.replacingArguments(
            in: String(all.condition.dropFirst().dropLast()), all.arguments, .sqlite)
        let filter = all.isOfAllRows ? "" : "\nWHERE \(conditions)"
        return "SELECT *\nFROM \(source)\(filter)\(all.order.isEmpty ? "" : "\nORDER BY \(all.order)")"
    }

    /// Selects the number of rows. Binds the rows.
    func count(_ rows: SQLQuery) -> String { "SELECT count(*) FROM \(source)\(rows.filter)" }

    /// Selects the number of rows up to a limit. Binds the rows and the limit.
    func boundedCount(_ rows: SQLQuery) -> String { "SELECT count(*) FROM (\(firstRows(rows)))" }

    /// Selects 1 for each row up to a limit. Binds the rows and the limit.
    func firstRows(_ rows: SQLQuery) -> String { "SELECT 1 FROM \(source)\(rows.filter) LIMIT ?" }

    /// Selects each value of a column and its number of rows, in order. Binds the rows and the maximum number of
    /// values.
    func groups(column: String) -> String {
        let column = table.expression(column)
        return "SELECT \(column), count(*) FROM \(source)\(all.filter) GROUP BY \(column) ORDER BY \(column) LIMIT ?"
    }

    /// Selects the position and the identifier of one row. Binds the rows, and the identifying columns or the keys.
    func named(_ rows: SQLQuery, byKeys isByKeys: Bool = false) -> String {
        "\(selectsNamed())\(rows.filter)\(rows.isOfAllRows ? " WHERE " : " AND ")\(equals(isByKeys ? keys : names))"
    }

    /// Selects the positions and the identifiers of rows. Binds the arguments of ``window(_:)``.
    func allNamed(_ rows: SQLQuery) -> String { "\(selectsNamed())\(rows.clauses) LIMIT ? OFFSET ?" }

    /// Selects the position and the identifier of a row whose columns have given values, and other columns behind them.
    /// Binds the rows and the values.
    func named(whereColumns names: [String], with others: [String]) -> String {
        // The operator is `=` and not `IS`, because NULL refers to no row.
        let condition = names.map { "\(table.expression($0)) = ?" }.joined(separator: " AND ")
        return
            "\(selectsNamed(with: others.map(table.expression)))\(all.filter)\(all.isOfAllRows ? " WHERE " : " AND ")\(condition) LIMIT 1"
    }

    /// The number of columns of the position and the identifier of a row.
    var namedCount: Int { terms.count + namingColumns.count }

    private func selectsNamed(with others: [String] = []) -> String {
        let columns = terms.map(\.expression) + (namingColumns.isEmpty ? [] : names) + others
        return "SELECT \(columns.joined(separator: ", ")) FROM \(source)"
    }

    /// Selects the value of a column of a row. Binds the keys.
    func value(of column: String) -> String {
        "SELECT \(table.expression(column)) FROM \(source) WHERE \(equals(keys))"
    }

    /// Selects the number of different values of a column before another value. Binds the rows and the value.
    func groupsBefore(column: String) -> String {
        let column = table.expression(column)
        return "SELECT count(*) FROM (SELECT 1 FROM \(source)\(all.filter)\(all.isOfAllRows ? " WHERE " : " AND ")"
            + "(\(column) IS NULL OR \(column) < ?) GROUP BY \(column))"
    }

    private var position: String { terms.map(\.expression).joined(separator: ", ") }

    private func equals(_ expressions: [String]) -> String {
        expressions.map { "\($0) = ?" }.joined(separator: " AND ")
    }
}
