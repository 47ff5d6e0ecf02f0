import CascadingTable

/// The statements that read the rows of one table, or those that match a query in its order; made once.
///
/// The table is `t` in them, so that a column which is gone is an error and not, as a bare name in quotes would be, a text.
struct TableStatements: Sendable {
    /// The table as it stands after `FROM`.
    let source: String
    /// The columns by which rows are ordered and found; none for rows that have only a place.
    let keys: [String]
    /// The columns that name rows: those of the declared primary key, else the keys.
    let names: [String]
    /// The indices of the primary key's columns among all columns; empty if the keys name rows.
    let namingColumns: [Int]
    /// The indices of the same columns in a row of ``window(_:)``.
    let namesInWindow: [Int]
    /// The order of the rows: the columns they are sorted by, then the key.
    let terms: [Term]
    /// The condition that all rows match.
    let filter: QueryCondition?
    private let columns: [String]
    /// The windows of the whole table from its start and after a key, which are read most.
    private var windows: [String] = []

    /// - Parameter query: The rows to read and their order; nil for all rows in the order of their keys.
    init(_ table: TableDescription, _ query: TableQuery? = nil) {
        source = "\(QuotedIdentifier.quoted(table.name)) AS t"
        let keys =
            switch table.access {
            case .rowid(let alias): ["t." + QuotedIdentifier.quoted(alias)]
            case .primaryKey(let names): names.map { "t." + QuotedIdentifier.quoted($0) }
            case .place: [String]()
            }
        self.keys = keys
        let columns = table.columns.map { $0.label?.expression ?? "t." + QuotedIdentifier.quoted($0.name) }
        self.columns = columns
        let primaryKey = table.primaryKey.map { columns[$0] }
        namingColumns = primaryKey == keys ? [] : table.primaryKey
        names = namingColumns.isEmpty ? keys : primaryKey
        var terms: [Term] = []
        for key in query?.sort ?? [] {
            guard let index = table.columns.firstIndex(where: { $0.name == key.column }),
                !terms.contains(where: { $0.expression == columns[index] })
            else { continue }
            terms.append(Term(expression: columns[index], isAscending: key.isAscending))
        }
        // Rows that are equal are in the order of an index that begins with those columns, so that it serves.
        terms += Self.rest(of: table.indexes, after: terms)
        // And then in the direction of the last column, so that the index is read from one end.
        let isAscending = terms.last?.isAscending ?? true
        self.terms = terms + keys.map { Term(expression: $0, isAscending: isAscending) }
        namesInWindow = namingColumns.map { [count = self.terms.count] in count + $0 }
        filter = query.map { QueryCondition($0, table, rowid: keys.first) { columns[$0] } }
            .flatMap { $0.sql.isEmpty ? nil : $0 }
        windows = [makeWindow(Part()), makeWindow(Part(run: Run(condition: comparesKeys(">"))))]
    }
}

extension TableStatements {
    /// The columns that follow some terms in an index that begins with them; none if no index does.
    private static func rest(of indexes: [[IndexColumn]], after terms: [Term]) -> [Term] {
        guard !terms.isEmpty else { return [] }
        for index in indexes where index.count >= terms.count {
            let all = index.map {
                Term(expression: "t." + QuotedIdentifier.quoted($0.name), isAscending: $0.isAscending)
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
        var expression: String
        var isAscending: Bool
    }

    /// The part of the rows that a statement is about.
    struct Part: Sendable {
        /// The column that has one value in all rows of the part, if any.
        var column: String?
        /// The run of rows in their order; nil for all.
        var run: Run?
    }

    /// Rows that follow each other in their order, and that an index of the terms has next to each other.
    struct Run: Sendable {
        var condition: String
        var arguments: [SQLiteValue] = []
    }

    /// Whether the rows are in the order of their keys.
    var isInKeyOrder: Bool { terms.count == keys.count }

    /// The values of a row by which its place is found: those it is sorted by, and its key.
    func position(in cursor: borrowing Cursor) -> [SQLiteValue] {
        var values: [SQLiteValue] = []
        for index in terms.indices { values.append(cursor.value(at: index)) }
        return values
    }

    /// The values by which a row is found.
    func keys(in cursor: borrowing Cursor) -> [SQLiteValue] {
        var values: [SQLiteValue] = []
        for index in terms.indices.suffix(keys.count) { values.append(cursor.value(at: index)) }
        return values
    }

    /// The rows after a position, or before it in reverse order, as runs that follow each other.
    ///
    /// Rows in the order of their keys are one run. Otherwise there is one for each number of terms that a row has in common with
    /// the position: `WHERE a IS 1 AND b IS 2 AND key > 3`, `WHERE a IS 1 AND b > 2`, `WHERE a > 1`. An index serves each of them,
    /// which it does not with one condition joined by `OR`. Null comes first.
    func runs(after position: [SQLiteValue], isReversed: Bool = false) -> [Run] {
        guard position.count == terms.count else { return [] }
        if isInKeyOrder { return [Run(condition: comparesKeys(isReversed ? "<" : ">"), arguments: position)] }
        var runs: [Run] = []
        for place in terms.indices.reversed() {
            let (name, value) = (terms[place].expression, position[place])
            let equal = terms[..<place].map { "\($0.expression) IS ?" }
            func append(_ condition: String, _ arguments: [SQLiteValue]) {
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

    /// The arguments of the condition of a part: those of the filter, the value of the group, those of the run.
    func arguments(_ run: Run?, group: KeysetIndex.Group?) -> [SQLiteValue] {
        (filter?.arguments ?? []) + (group.map { [$0.value] } ?? []) + (run?.arguments ?? [])
    }

    /// The position and the columns of rows; binds the part, the number of rows and the number to skip.
    func window(_ part: Part) -> String {
        guard part.column == nil, part.run == nil || isInKeyOrder else { return makeWindow(part) }
        return windows[part.run == nil ? 0 : 1]
    }

    /// The position and the columns of rows in the order of their rowids in an array; binds the array in JSON.
    var windowOfRowids: String {
        "SELECT \((terms.map(\.expression) + columns).joined(separator: ", ")) "
            + "FROM json_each(?) AS j CROSS JOIN \(source) ON \(keys.first ?? "NULL") = j.value"
    }

    /// The rowids of all rows in order; binds the part.
    func rowids(_ part: Part) -> String { "SELECT \(keys.first ?? "NULL") FROM \(source)\(condition(part))\(order)" }

    /// The rowids of the rows that an index of words finds, the best matches first; binds the match, the part, and the most rows.
    func rankedRowids(_ index: FullTextIndex) -> String {
        let name = QuotedIdentifier.quoted(index.name)
        return "SELECT f.rowid FROM \(name) AS f WHERE f.\(name) MATCH ? AND f.rowid IN "
            + "(SELECT \(keys.first ?? "NULL") FROM \(source)\(condition(Part()))) ORDER BY f.rank, f.rowid LIMIT ?"
    }

    /// The positions of rows; binds what ``window(_:)`` does.
    func positions(_ part: Part) -> String {
        "SELECT \(position) FROM \(source)\(condition(part))\(order) LIMIT ? OFFSET ?"
    }

    /// Some columns of one row; binds its key, or the part and the number of rows to skip where rows have no keys.
    func some(_ indices: Range<Int>, _ part: Part) -> String {
        "SELECT \(columns[indices].joined(separator: ", ")) \(row(of: part))"
    }

    /// The type of one value; binds what ``some(_:_:)`` does.
    func type(_ index: Int, _ part: Part) -> String { "SELECT typeof(\(columns[index])) \(row(of: part))" }

    /// The length of one text or blob in bytes and its beginning; binds the length of the beginning, and the row.
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

    /// The place and the columns of some rows that have only a place; binds the part and the places, as an array in JSON.
    func scatteredWindow(_ part: Part) -> String {
        "SELECT * FROM (\(numbered(part))) WHERE n IN (SELECT value FROM json_each(?))"
    }

    /// The place of each row of a part among its rows, as `n`, with its columns as `c0`, `c1` …; binds the part.
    ///
    /// For rows that have only a place. They are numbered as they come, which is the same only while the same columns are read.
    func numbered(_ part: Part) -> String {
        let names = columns.indices.map { "c\($0)" }
        let read = zip(columns, names).map { "\($0) AS \($1)" }.joined(separator: ", ")
        return "SELECT \((["row_number() OVER () - 1 AS n"] + names).joined(separator: ", ")) "
            + "FROM (SELECT \(read) FROM \(source)\(condition(part)))"
    }

    /// How many rows there are; binds the part.
    func count(_ part: Part) -> String {
        "SELECT count(*) FROM \(source)\(condition(part))"
    }

    /// How many rows there are, up to a number; binds the part and that number.
    func boundedCount(_ part: Part) -> String {
        "SELECT count(*) FROM (SELECT 1 FROM \(source)\(condition(part)) LIMIT ?)"
    }

    /// Each value of a column and how many rows have it, in order; binds the part and the most values.
    func groups(column: String) -> String {
        let column = "t." + QuotedIdentifier.quoted(column)
        return
            "SELECT \(column), count(*) FROM \(source)\(condition(Part())) GROUP BY \(column) ORDER BY \(column) LIMIT ?"
    }

    /// The position and the name of one row of a part; binds the part, and the columns that name the row or its keys.
    func named(_ part: Part, byKeys isByKeys: Bool = false) -> String {
        let condition = condition(part)
        return selectsNamed
            + "\(condition)\(condition.isEmpty ? " WHERE " : " AND ")\(equals(isByKeys ? keys : names))"
    }

    /// The positions and the names of rows; binds what ``window(_:)`` does.
    func allNamed(_ part: Part) -> String { "\(selectsNamed)\(condition(part))\(order) LIMIT ? OFFSET ?" }

    /// The position and the name of a row whose columns have those values; binds the values.
    func named(whereColumns names: [String]) -> String {
        // `=` and not `IS`, for NULL refers to nothing.
        let condition = names.map { "t.\(QuotedIdentifier.quoted($0)) = ?" }.joined(separator: " AND ")
        return "\(selectsNamed) WHERE \(condition) LIMIT 1"
    }

    private var selectsNamed: String {
        "SELECT \((terms.map(\.expression) + (namingColumns.isEmpty ? [] : names)).joined(separator: ", ")) FROM \(source)"
    }

    /// One row if its column's value comes after another; binds the keys and the value.
    func isAfterValue(of column: String) -> String {
        "SELECT 1 FROM \(source) WHERE \(equals(keys)) AND t.\(QuotedIdentifier.quoted(column)) > ?"
    }

    /// One row if that key comes after another; binds the key and the other.
    var isAfter: String {
        "SELECT 1 FROM \(source) WHERE \(equals(keys)) AND \(comparesKeys(">"))"
    }

    private func condition(_ part: Part) -> String {
        var conditions: [String] = []
        if let filter { conditions.append(filter.sql) }
        if let column = part.column { conditions.append("t.\(QuotedIdentifier.quoted(column)) IS ?") }
        if let run = part.run { conditions.append(run.condition) }
        return conditions.isEmpty ? "" : " WHERE " + conditions.joined(separator: " AND ")
    }

    private var position: String { terms.map(\.expression).joined(separator: ", ") }

    private var order: String {
        terms.isEmpty
            ? ""
            : " ORDER BY "
                + terms.map { $0.isAscending ? $0.expression : $0.expression + " DESC" }
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
