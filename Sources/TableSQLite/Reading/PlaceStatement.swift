import CascadingTable

/// The statement that answers a query with the places of rows. Values are bound, names are quoted.
///
/// Numbers are compared with numbers and texts with texts, whatever a column is declared as. Texts are sorted and
/// compared without regard to the capitals of ASCII, and by `exact`, `not` and `in` as the column has it.
struct PlaceStatement {
    private(set) var sql = ""
    private(set) var arguments: [SQLiteValue] = []
    /// Whether it gives 1 or 0 for each row in order, rather than the places of those that match: where rows have keys
    /// and are not sorted, counting them is some times faster than having them numbered.
    let counts: Bool
    private let table: TableDescription

    /// - Parameter group: a column by whose values all rows are numbered; they are given as `s`.
    init(
        _ query: TableQuery, _ table: TableDescription, _ queries: TableQueries, part: Extent.Group? = nil,
        group: String? = nil
    ) {
        self.table = table
        counts = query.sort.isEmpty && group == nil && !queries.keys.isEmpty
        if let part, !counts { arguments.append(part.value) }
        var named: Set<Int> = []
        var conditions: [String] = []
        for filter in query.filters {
            guard let index = index(filter.column) else { continue }
            named.insert(index)
            conditions.append(condition(filter, on: index))
        }
        let searched = query.words.isEmpty ? [] : table.columns.indices.filter { !table.columns[$0].isBoolean }
        named.formUnion(searched)
        for word in query.words { conditions.append(has(word, in: searched)) }
        if counts {
            if let part { arguments.append(part.value) }
            sql = queries.tested(
                TableQueries.Part(column: part?.column),
                conditions.isEmpty ? "1" : conditions.joined(separator: " AND "))
            return
        }
        var sorted: [Int] = []
        var order = group == nil ? [] : ["s"]
        for key in query.sort {
            guard let index = index(key.column) else { continue }
            if !sorted.contains(index) { sorted.append(index) }
            order.append("k\(index) COLLATE NOCASE\(key.isAscending ? "" : " DESC")")
        }
        let rows = queries.numbered(
            TableQueries.Part(column: part?.column), columns: named.sorted(), sorted: sorted, group: group)
        sql = "SELECT n\(group == nil ? "" : ", s") FROM (\(rows))"
        if !conditions.isEmpty { sql += " WHERE " + conditions.joined(separator: " AND ") }
        sql += " ORDER BY " + (order + ["n"]).joined(separator: ", ")
    }

    /// A column as the conditions name it.
    private func name(_ index: Int) -> String {
        counts ? "t." + Identifier.quoted(table.columns[index].name) : "c\(index)"
    }

    private func index(_ name: String) -> Int? { table.columns.firstIndex { $0.name == name } }

    private mutating func bind(_ value: SQLiteValue) -> String {
        arguments.append(value)
        return "?"
    }

    private mutating func condition(_ filter: TableQuery.Filter, on index: Int) -> String {
        let column = name(index)
        switch filter.operator {
        case .isnull: return "\(column) IS NULL"
        case .notnull: return "\(column) IS NOT NULL"
        case .exact: return compare(index, "=", filter.value)
        case .not: return "NOT \(compare(index, "=", filter.value))"
        case .gt: return compare(index, ">", filter.value)
        case .gte: return compare(index, ">=", filter.value)
        case .lt: return compare(index, "<", filter.value)
        case .lte: return compare(index, "<=", filter.value)
        case .in:
            let parts = filter.value.split(separator: ",").map { compare(index, "=", String($0)) }
            return parts.isEmpty ? "0" : "(\(parts.joined(separator: " OR ")))"
        case .contains, .startswith, .endswith:
            let value = bind(.text(Array(filter.value.utf8)))
            return "\(TextMatching.name)('\(filter.operator.rawValue)', \(value), \(column))"
        }
    }

    /// 1 or 0, and never null.
    private mutating func compare(_ index: Int, _ comparison: String, _ value: String) -> String {
        let column = name(index)
        let isEquality = comparison == "="
        let text = bind(.text(Array(value.utf8)))
        let number = SQLiteValue(FilterOperand(value), isBoolean: table.columns[index].isBoolean)
        let numbers = [bind(number), bind(number)]
        return "ifnull(CASE typeof(\(column)) "
            + "WHEN 'text' THEN CAST(\(column) AS TEXT)\(isEquality ? "" : " COLLATE NOCASE") \(comparison) \(text) "
            + "WHEN 'integer' THEN \(column) \(comparison) \(numbers[0]) "
            + "WHEN 'real' THEN \(column) \(comparison) \(numbers[1]) END, 0)"
    }

    private mutating func has(_ word: Substring, in columns: [Int]) -> String {
        // A function takes no more than 127 values.
        var parts: [String] = []
        for start in stride(from: 0, to: columns.count, by: 100) {
            // Blobs have no text, and are not loaded to see that.
            let some = columns[start..<min(start + 100, columns.count)]
                .map { ", CASE WHEN typeof(\(name($0))) <> 'blob' THEN \(name($0)) END" }.joined()
            parts.append("\(TextMatching.name)('contains', \(bind(.text(Array(word.utf8))))\(some))")
        }
        return parts.isEmpty ? "0" : "(\(parts.joined(separator: " OR ")))"
    }
}

extension SQLiteValue {
    /// The number that a filter compares with; null for a text that is none.
    fileprivate init(_ operand: FilterOperand, isBoolean: Bool) {
        if isBoolean, let boolean = operand.boolean {
            self = .integer(boolean ? 1 : 0)
            return
        }
        switch operand.number {
        case .integer(let integer): self = .integer(integer)
        case .decimal(let decimal): self = .real(decimal)
        case nil: self = .null
        }
    }
}
