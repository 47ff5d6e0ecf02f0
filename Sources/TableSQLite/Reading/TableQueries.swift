/// The statements that read one table, made once. The table is `t` in them, so that a column which is gone is an error
/// and not, as a bare name in quotes would be, a text.
struct TableQueries: Sendable {
    /// The table as it stands after `FROM`.
    let source: String
    /// The columns of the key; none for rows that have only a place.
    let keys: [String]
    private let columns: [String]
    /// The windows of the whole table from its start and after a key, which are read most.
    private var windows: [String] = []

    init(_ table: TableDescription) {
        source = "\(Identifier.quoted(table.name)) AS t"
        keys =
            switch table.access {
            case .rowid(let alias): ["t." + Identifier.quoted(alias)]
            case .primaryKey(let names): names.map { "t." + Identifier.quoted($0) }
            case .place: []
            }
        columns = table.columns.map { "t." + Identifier.quoted($0.name) }
        windows = [makeWindow(Part()), makeWindow(Part(isAfterKey: true))]
    }
}

extension TableQueries {
    /// The part of the rows that a statement is about.
    struct Part: Sendable {
        /// The column that has one value in all rows of the part, if any.
        var column: String?
        /// Whether the part begins after a key.
        var isAfterKey = false
    }

    /// The key and the columns of rows; binds the part, the number of rows and the number to skip.
    func window(_ part: Part) -> String {
        part.column == nil ? windows[part.isAfterKey ? 1 : 0] : makeWindow(part)
    }

    /// The keys of rows; binds what ``window(_:)`` does.
    func keys(_ part: Part) -> String {
        "SELECT \(keys.joined(separator: ", ")) FROM \(source)\(condition(part))\(order) LIMIT ? OFFSET ?"
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
        "SELECT \((keys + columns).joined(separator: ", ")) FROM \(source)\(condition(part))\(order) LIMIT ? OFFSET ?"
    }

    /// The place and the columns of some rows that have only a place; binds the part and the places, as an array in JSON.
    func scatteredWindow(_ part: Part) -> String {
        let names = columns.indices.map { "c\($0)" }
        let numbered = zip(columns, names).map { "\($0) AS \($1)" }.joined(separator: ", ")
        return
            "SELECT \((["n"] + names).joined(separator: ", ")) FROM (SELECT row_number() OVER () - 1 AS n, \(numbered) "
            + "FROM \(source)\(condition(part))) WHERE n IN (SELECT value FROM json_each(?))"
    }

    /// The place of each row of a part among its rows, as `n`, with some of its columns as `c0`, `c1` …; binds the part.
    ///
    /// - Parameters:
    ///   - sorted: the columns to sort by, as `k0`, `k1` …
    ///   - group: a column whose values are numbered as `s`, and the rows of each by themselves.
    func numbered(_ part: Part, columns indices: [Int], sorted: [Int], group: String? = nil) -> String {
        // Rows that have only a place are numbered as they come, which is the same only while the same columns are read.
        let chosen = keys.isEmpty ? Array(columns.indices) : indices
        var read = keys.enumerated().map { "\($1) AS r\($0)" } + chosen.map { "\(columns[$0]) AS c\($0)" }
        // Long blobs are all alike in a sort, so that it does not carry them along.
        read += sorted.map { index in
            let column = columns[index]
            return
                "CASE WHEN typeof(\(column)) = 'blob' AND length(\(column)) > 1000 THEN x'' ELSE \(column) END AS k\(index)"
        }
        var numbers = "row_number() OVER ("
        if let group {
            read.append("t.\(Identifier.quoted(group)) AS g")
            numbers += "PARTITION BY g "
        }
        if !keys.isEmpty { numbers += "ORDER BY " + keys.indices.map { "r\($0)" }.joined(separator: ", ") }
        numbers += ") - 1 AS n"
        if group != nil { numbers += ", dense_rank() OVER (ORDER BY g) - 1 AS s" }
        let named = chosen.map { ", c\($0)" } + sorted.map { ", k\($0)" }
        // Numbering stores all columns that the inner statement has, and only those.
        return
            "SELECT \(numbers)\(named.joined()) FROM (SELECT \(read.joined(separator: ", ")) FROM \(source)\(condition(part)))"
    }

    /// What a condition is for each row of a part, in order; binds what the condition does, and the part.
    func tested(_ part: Part, _ test: String) -> String {
        "SELECT \(test) FROM \(source)\(condition(part))\(order)"
    }

    /// The key of one row; binds the part and the number of rows to skip.
    func anchor(_ part: Part) -> String {
        "SELECT \(keys.joined(separator: ", ")) FROM \(source)\(condition(part))\(order) LIMIT 1 OFFSET ?"
    }

    /// How many rows there are; binds the part.
    func count(_ part: Part) -> String {
        "SELECT count(*) FROM \(source)\(condition(part))"
    }

    /// Each value of a column and how many rows have it, in order; binds the most values.
    func groups(column: String) -> String {
        let column = "t." + Identifier.quoted(column)
        return "SELECT \(column), count(*) FROM \(source) GROUP BY \(column) ORDER BY \(column) LIMIT ?"
    }

    /// The key of one row of a part that is a group or the whole; binds the group's value, if any, and the key.
    func rowKey(_ part: Part) -> String {
        let condition = condition(part)
        return "SELECT \(keys.joined(separator: ", ")) FROM \(source)"
            + "\(condition)\(condition.isEmpty ? " WHERE " : " AND ")\(equals(keys))"
    }

    /// The key of the rows whose columns have those values; binds the values.
    func key(whereColumns names: [String]) -> String {
        // `=` and not `IS`, for NULL refers to nothing.
        let condition = names.map { "t.\(Identifier.quoted($0)) = ?" }.joined(separator: " AND ")
        return "SELECT \(keys.joined(separator: ", ")) FROM \(source) WHERE \(condition) LIMIT 1"
    }

    /// One row if its column's value comes after another; binds the key and the value.
    func isAfterValue(of column: String) -> String {
        "SELECT 1 FROM \(source) WHERE \(equals(keys)) AND t.\(Identifier.quoted(column)) > ?"
    }

    /// One row if that key comes after another; binds the key and the other.
    var isAfter: String {
        "SELECT 1 FROM \(source) WHERE \(equals(keys)) AND \(compares(">"))"
    }

    /// How many rows of the part come before a key; binds the part and the key.
    func countBefore(_ part: Part) -> String {
        let condition = condition(part)
        return "SELECT count(*) FROM \(source)\(condition)\(condition.isEmpty ? " WHERE " : " AND ")\(compares("<"))"
    }

    private func condition(_ part: Part) -> String {
        var conditions: [String] = []
        if let column = part.column { conditions.append("t.\(Identifier.quoted(column)) IS ?") }
        if part.isAfterKey { conditions.append(compares(">")) }
        return conditions.isEmpty ? "" : " WHERE " + conditions.joined(separator: " AND ")
    }

    private var order: String {
        keys.isEmpty ? "" : " ORDER BY " + keys.joined(separator: ", ")
    }

    private func compares(_ comparison: String) -> String {
        guard keys.count > 1 else { return "\(keys.first ?? "NULL") \(comparison) ?" }
        let places = keys.map { _ in "?" }.joined(separator: ", ")
        return "(\(keys.joined(separator: ", "))) \(comparison) (\(places))"
    }

    private func equals(_ expressions: [String]) -> String {
        expressions.map { "\($0) = ?" }.joined(separator: " AND ")
    }
}
