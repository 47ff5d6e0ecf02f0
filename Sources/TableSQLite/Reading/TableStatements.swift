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
    /// The order of the rows: the columns they are sorted by, then the key.
    let terms: [Term]
    /// The condition that all rows match, or nil.
    let filter: SQLCondition?
    /// A Boolean value that indicates whether the query leaves out rows of the table.
    let isFiltered: Bool
    /// The condition of the table's owner. A row outside of it does not exist.
    private let owned: SQLCondition?
    private let columns: [String]
    private let table: TableDescription
    /// The most frequent statements: the window at the start of the whole table, and the window after a key.
    private var windows: [String] = []

    /// - Parameters:
    ///   - query: The rows to read and their order; nil for all rows in the order of their keys.
    ///   - owned: The condition of the rows that exist for the reader; nil for all.
    init(_ table: TableDescription, _ query: TableQuery? = nil, where owned: SQLCondition? = nil) {
        source = "\(table.source) AS t"
        let keys =
            switch table.access {
            case .rowid(let alias): ["t." + QuotedIdentifier.quoted(alias)]
            case .primaryKey(let names): names.map(table.expression)
            case .place: [String]()
            }
        self.keys = keys
        let columns = table.columns.map { $0.expression() }
        self.columns = columns
        self.table = table
        let primaryKey = table.primaryKey.map { columns[$0] }
        namingColumns = primaryKey == keys ? [] : table.primaryKey
        names = namingColumns.isEmpty ? keys : primaryKey
        var terms: [Term] = []
        for key in query?.sort ?? [] {
            guard let index = table.columns.firstIndex(where: { $0.name.isExactly(key.column) }),
                !terms.contains(where: { $0.expression.isExactly(columns[index]) })
            else { continue }
            terms.append(Term(expression: columns[index], isAscending: key.isAscending))
        }
        // Equal rows are sorted like an index that begins with those columns, so that SQLite can use the index.
        terms += Self.rest(of: table, after: terms)
        // The keys have the direction of the last column, so that SQLite can read the index from one end.
        let isAscending = terms.last?.isAscending ?? true
        self.terms = terms + keys.map { Term(expression: $0, isAscending: isAscending) }
        namesInWindow = namingColumns.map { [count = self.terms.count] in count + $0 }
        let asked = query.flatMap { SQLCondition($0, table, rowid: keys.first) { columns[$0] } }
        isFiltered = asked != nil
        self.owned = owned
        let conditions = [owned.map { SQLCondition(sql: "(\($0.sql))", arguments: $0.arguments) }, asked]
            .compactMap(\.self)
        filter =
            conditions.isEmpty
            ? nil
            : SQLCondition(
                sql: conditions.map(\.sql).joined(separator: " AND "), arguments: conditions.flatMap(\.arguments))
        windows = [makeWindow(Part()), makeWindow(Part(run: Run(condition: comparesKeys(">"))))]
    }
}

extension TableStatements {
    /// Returns the columns that follow some terms in an index that begins with them; empty if there is no such index.
    private static func rest(of table: TableDescription, after terms: [Term]) -> [Term] {
        guard !terms.isEmpty else { return [] }
        for index in table.indexes where index.count >= terms.count {
            let all = index.map {
                Term(expression: table.expression($0.name), isAscending: $0.isAscending)
            }
            if Array(all.prefix(terms.count)) == terms { return Array(all.dropFirst(terms.count)) }
            // An index can be read backwards.
            let reversed = all.map { Term(expression: $0.expression, isAscending: !$0.isAscending) }
            if Array(reversed.prefix(terms.count)) == terms { return Array(reversed.dropFirst(terms.count)) }
        }
        return []
    }

    /// A column that rows are sorted by.
    struct Term: Sendable, Hashable {
        @ExactString var expression: String
        var isAscending: Bool
    }

    /// The part of the rows that a statement reads.
    struct Part: Sendable {
        /// The column that has one value in all rows of the part, or nil.
        var column: String?
        /// The run of rows in their order, or nil for all.
        var run: Run?
    }

    /// Consecutive rows in their order, which are adjacent in an index of the terms.
    struct Run: Sendable {
        var condition: String
        var arguments: [SQLValue] = []
    }

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

    /// Returns the rows after a position, or before it in reverse order, as consecutive runs.
    ///
    /// Rows in the order of their keys are one run. Otherwise there is one run for each number of terms that a row
    /// shares with the position: `WHERE a IS 1 AND b IS 2 AND key > 3`, `WHERE a IS 1 AND b > 2`, `WHERE a > 1`. An
    /// index serves each run, but not one condition joined by `OR`. NULL comes first.
    func runs(after position: [SQLValue], isReversed: Bool = false) -> [Run] {
        guard position.count == terms.count else { return [] }
        if isInKeyOrder { return [Run(condition: comparesKeys(isReversed ? "<" : ">"), arguments: position)] }
        var runs: [Run] = []
        for place in terms.indices.reversed() {
            let (name, value) = (terms[place].expression, position[place])
            let equal = terms[..<place].map { "\($0.expression) IS ?" }
            func append(_ condition: String, _ arguments: [SQLValue]) {
                runs.append(
                    Run(
                        condition: (equal + [condition]).joined(separator: " AND "),
                        arguments: Array(position[..<place]) + arguments))
            }
            let isNull = value == .null
            if terms[place].isAscending != isReversed {
                append(isNull ? "\(name) IS NOT NULL" : "\(name) > ?", isNull ? [] : [value])
            } else if !isNull {
                append("\(name) < ?", [value])
                if place < terms.count - keys.count { append("\(name) IS NULL", []) }
            }
        }
        return runs
    }

    /// Returns the arguments of a part's condition: those of the filter, the value of the group, those of the run.
    func arguments(_ run: Run?, group: KeysetIndex.Group?) -> [SQLValue] {
        (filter?.arguments ?? []) + (group.map { [$0.value] } ?? []) + (run?.arguments ?? [])
    }

    /// Selects the position and the columns of rows. Binds the part, the number of rows and the number of rows to skip.
    func window(_ part: Part) -> String {
        guard part.column == nil, part.run == nil || isInKeyOrder else { return makeWindow(part) }
        return windows[part.run == nil ? 0 : 1]
    }

    /// Selects the position and the columns of rows in the order of an array of rowids. Binds the array as JSON.
    var windowOfRowids: String {
        "SELECT \((terms.map(\.expression) + columns).joined(separator: ", ")) "
            + "FROM json_each(?) AS j CROSS JOIN \(source) ON \(keys.first ?? "NULL") = j.value"
    }

    /// Selects the rowids of all rows in order. Binds the part.
    func rowids(_ part: Part) -> String { "SELECT \(keys.first ?? "NULL") FROM \(source)\(condition(part))\(order)" }

    /// Selects the rowids that a full-text index finds, the most relevant first. Binds the match, the part and the
    /// maximum number of rows.
    func rankedRowids(_ index: FullTextIndex) -> String {
        let name = QuotedIdentifier.quoted(index.name)
        return "SELECT f.rowid FROM \(name) AS f WHERE f.\(name) MATCH ? AND f.rowid IN "
            + "(SELECT \(keys.first ?? "NULL") FROM \(source)\(condition(Part()))) ORDER BY f.rank, f.rowid LIMIT ?"
    }

    /// Selects the positions of rows. Binds the arguments of ``window(_:)``.
    func positions(_ part: Part) -> String { positions(part, isReversed: false) }

    /// Selects the positions of rows, from the last one if they are reversed.
    func positions(_ part: Part, isReversed: Bool) -> String {
        "SELECT \(position) FROM \(source)\(condition(part))\(order(isReversed: isReversed)) LIMIT ? OFFSET ?"
    }

    /// Selects 1 if a column has numbers and no other values except NULL, otherwise 0.
    func hasOnlyNumbers(_ column: Int) -> SQLCondition {
        let rows = "SELECT 1 FROM \(source) WHERE \(owned.map { "(\($0.sql)) AND " } ?? "")typeof(+\(columns[column]))"
        return SQLCondition(
            sql: "SELECT EXISTS (\(rows) IN ('integer', 'real')) AND NOT EXISTS (\(rows) IN ('text', 'blob'))",
            arguments: (owned?.arguments ?? []) + (owned?.arguments ?? []))
    }

    /// The column at an index, as statements name it.
    func expression(_ column: Int) -> String { columns[column] }

    /// Selects the position of the first row of which a value begins with a text. Binds the part, the number of rows to
    /// compare if it is limited, and the text.
    func firstBeginning(_ part: Part, among values: [String], isLimited: Bool) -> String {
        func begins(_ values: [String]) -> String {
            "\(TextMatching.name)('startswith', \((["?"] + values).joined(separator: ", ")))"
        }
        guard isLimited else {
            let run = [part.run?.condition, begins(values)].compactMap(\.self).joined(separator: " AND ")
            let matching = Part(column: part.column, run: Run(condition: run))
            return "SELECT \(position) FROM \(source)\(condition(matching))\(order) LIMIT 1"
        }
        let (position, compared) = (terms.indices.map { "p\($0)" }, values.indices.map { "v\($0)" })
        let read = zip(terms.map(\.expression) + values, position + compared).map { "\($0) AS \($1)" }
        return "SELECT \(position.joined(separator: ", ")) FROM (SELECT \(read.joined(separator: ", ")) "
            + "FROM \(source)\(condition(part))\(order) LIMIT ?) WHERE \(begins(compared)) LIMIT 1"
    }

    /// Selects some columns of one row. Binds its key, or the part and the number of rows to skip for rows without
    /// keys.
    func some(_ indices: Range<Int>, _ part: Part) -> String {
        "SELECT \(columns[indices].joined(separator: ", ")) \(row(of: part))"
    }

    /// Selects the type of one value. Binds the arguments of ``some(_:_:)``.
    func type(_ index: Int, _ part: Part) -> String { "SELECT typeof(\(columns[index])) \(row(of: part))" }

    /// Selects the length in bytes and the beginning of a text or blob. Binds the length of the beginning and the row.
    func excerpt(_ index: Int, _ part: Part) -> String {
        "SELECT length(CAST(\(columns[index]) AS BLOB)), substr(\(columns[index]), 1, ?) \(row(of: part))"
    }

    private func row(of part: Part) -> String {
        "FROM \(source)" + (keys.isEmpty ? "\(condition(part)) LIMIT 1 OFFSET ?" : " WHERE \(equals(keys))")
    }

    private func makeWindow(_ part: Part) -> String {
        "SELECT \((terms.map(\.expression) + columns).joined(separator: ", ")) FROM \(source)\(condition(part))\(order) "
            + "LIMIT ? OFFSET ?"
    }

    /// Selects the number and the columns of some rows without keys. Binds the part and the row numbers as a JSON
    /// array.
    func scatteredWindow(_ part: Part) -> String {
        let numbers = "(SELECT value FROM json_each(?))"
        if table.isCopy, let rowid = keys.first {
            return "SELECT \(([rowid] + columns).joined(separator: ", ")) FROM \(source) WHERE \(rowid) IN \(numbers)"
        }
        return "SELECT * FROM (\(numbered(part))) WHERE n IN \(numbers)"
    }

    /// Selects the number `n` of each row of a part, and its columns as `c0`, `c1` …. Binds the part.
    ///
    /// It is for rows without keys. SQLite numbers them in the order in which it returns them. That order is stable
    /// only if the statement always reads the same columns.
    func numbered(_ part: Part) -> String {
        let names = columns.indices.map { "c\($0)" }
        let read = zip(columns, names).map { "\($0) AS \($1)" }.joined(separator: ", ")
        return "SELECT \((["row_number() OVER () - 1 AS n"] + names).joined(separator: ", ")) "
            + "FROM (SELECT \(read) FROM \(source)\(condition(part)))"
    }

    /// Selects all columns of all rows in order, with the values of the condition, as a person goes on with it.
    var text: String {
        let condition = filter.map {
            "\nWHERE \(SQLText.replacingArguments(in: $0.sql, $0.arguments, .sqlite))"
        }
        return
            "SELECT *\nFROM \(source)\(condition ?? "")\(order.replacing(" ORDER", with: "\nORDER", maxReplacements: 1))"
    }

    /// Selects the number of rows. Binds the part.
    func count(_ part: Part) -> String {
        "SELECT count(*) FROM \(source)\(condition(part))"
    }

    /// Selects the number of rows up to a limit. Binds the part and the limit.
    func boundedCount(_ part: Part) -> String { "SELECT count(*) FROM (\(firstRows(part)))" }

    /// Selects 1 for each row up to a limit. Binds the part and the limit.
    func firstRows(_ part: Part) -> String { "SELECT 1 FROM \(source)\(condition(part)) LIMIT ?" }

    /// Selects each value of a column and its number of rows, in order. Binds the part and the maximum number of
    /// values.
    func groups(column: String) -> String {
        let column = table.expression(column)
        return
            "SELECT \(column), count(*) FROM \(source)\(condition(Part())) GROUP BY \(column) ORDER BY \(column) LIMIT ?"
    }

    /// Selects the position and the identifier of one row. Binds the part, and the identifying columns or the keys.
    func named(_ part: Part, byKeys isByKeys: Bool = false) -> String {
        let condition = condition(part)
        return selectsNamed()
            + "\(condition)\(condition.isEmpty ? " WHERE " : " AND ")\(equals(isByKeys ? keys : names))"
    }

    /// Selects the positions and the identifiers of rows. Binds the arguments of ``window(_:)``.
    func allNamed(_ part: Part, isReversed: Bool = false) -> String {
        "\(selectsNamed())\(condition(part))\(order(isReversed: isReversed)) LIMIT ? OFFSET ?"
    }

    /// Selects the position and the identifier of a row whose columns have given values, and other columns behind them.
    /// Binds the part and the values.
    func named(whereColumns names: [String], with others: [String]) -> String {
        // The operator is `=` and not `IS`, because NULL refers to no row.
        let run = Run(condition: names.map { "\(table.expression($0)) = ?" }.joined(separator: " AND "))
        return "\(selectsNamed(with: others.map(table.expression)))\(condition(Part(run: run))) LIMIT 1"
    }

    /// The number of columns of the position and the identifier of a row.
    var namedCount: Int { terms.count + namingColumns.count }

    private func selectsNamed(with others: [String] = []) -> String {
        let columns = terms.map(\.expression) + (namingColumns.isEmpty ? [] : names) + others
        return "SELECT \(columns.joined(separator: ", ")) FROM \(source)"
    }

    /// Selects one row if its value in a column is after another value. Binds the keys and the value.
    func isAfterValue(of column: String) -> String {
        "SELECT 1 FROM \(source) WHERE \(equals(keys)) AND \(table.expression(column)) > ?"
    }

    /// Selects one row if its key is after another key. Binds the key and the other key.
    var isAfter: String {
        "SELECT 1 FROM \(source) WHERE \(equals(keys)) AND \(comparesKeys(">"))"
    }

    private func condition(_ part: Part) -> String {
        var conditions: [String] = []
        if let filter { conditions.append(filter.sql) }
        if let column = part.column { conditions.append("\(table.expression(column)) IS ?") }
        if let run = part.run { conditions.append(run.condition) }
        return conditions.isEmpty ? "" : " WHERE " + conditions.joined(separator: " AND ")
    }

    private var position: String { terms.map(\.expression).joined(separator: ", ") }

    private var order: String { order() }

    private func order(isReversed: Bool = false) -> String {
        terms.isEmpty
            ? ""
            : " ORDER BY "
                + terms.map { $0.isAscending != isReversed ? $0.expression : $0.expression + " DESC" }
                .joined(separator: ", ")
    }

    private func comparesKeys(_ comparison: String) -> String {
        guard keys.count > 1 else { return "\(keys.first ?? "NULL") \(comparison) ?" }
        let places = keys.map { _ in "?" }.joined(separator: ", ")
        return "(\(keys.joined(separator: ", "))) \(comparison) (\(places))"
    }

    private func equals(_ expressions: [String]) -> String {
        expressions.map { "\($0) = ?" }.joined(separator: " AND ")
    }
}
