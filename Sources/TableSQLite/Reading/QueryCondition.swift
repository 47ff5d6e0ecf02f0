import Bytes
import CascadingTable

/// The condition of a query as SQL. Names are quoted and values are bound.
///
/// Values are compared with the affinity and the collation of the column, so that its index can be used. A number is
/// compared with numbers only, and a text with texts only.
struct QueryCondition: Sendable {
    /// The condition, or an empty string if every row matches.
    private(set) var sql = ""
    private(set) var arguments: [SQLiteValue] = []
    private let table: TableDescription
    private let name: @Sendable (Int) -> String

    /// Creates the condition of a query.
    ///
    /// - Parameters:
    ///   - rowid: The rowid as the statement names it, by which a full-text index finds rows; nil if the statement has
    ///     none.
    ///   - name: A closure that returns the column at an index as the statement names it.
    init(
        _ query: TableQuery, _ table: TableDescription, rowid: String? = nil, name: @escaping @Sendable (Int) -> String
    ) {
        (self.table, self.name) = (table, name)
        var conditions: [String] = []
        for filter in query.filters {
            guard let index = table.columns.firstIndex(where: { $0.name.isExactly(filter.column) }) else { continue }
            conditions.append(condition(filter, on: index))
        }
        if let rowid, let index = table.fullTextIndex, let search = query.search, !query.words.isEmpty {
            conditions.append(found(search, in: index, rowid))
        } else {
            let searched = table.columns.indices.filter {
                !table.columns[$0].isBoolean && table.columns[$0].label == nil && table.columns[$0].problem == nil
            }
            for word in query.words { conditions.append(contains(word, in: searched)) }
        }
        sql = conditions.joined(separator: " AND ")
    }

    private mutating func bind(_ value: SQLiteValue) -> String {
        arguments.append(value)
        return "?"
    }

    private mutating func condition(_ filter: TableQuery.Filter, on index: Int) -> String {
        let column = name(index)
        let value = filter.value
        switch filter.operator {
        case .isnull: return "\(column) IS NULL"
        case .notnull: return "\(column) IS NOT NULL"
        case .exact: return "\(column) \(equals(table.columns[index].values(equalTo: value)))"
        case .not: return "(\(column) \(equals(table.columns[index].values(equalTo: value)))) IS NOT 1"
        case .in:
            let values = ValueList(parsing: value).values.flatMap { table.columns[index].values(equalTo: $0) }
            return values.isEmpty ? "0" : "\(column) \(equals(values))"
        case .gt: return "(\(column) > \(bind(operand(value, index))) AND \(end(column, value, index)))"
        case .gte: return "(\(column) >= \(bind(operand(value, index))) AND \(end(column, value, index)))"
        case .lt: return "(\(start(column, value, index))\(column) < \(bind(operand(value, index))))"
        case .lte: return "(\(start(column, value, index))\(column) <= \(bind(operand(value, index))))"
        case .contains, .startswith, .endswith:
            let text = bind(.text(Array(value.utf8)))
            return "\(TextMatching.name)('\(filter.operator.rawValue)', \(text), \(column))"
        }
    }

    private mutating func equals(_ values: [SQLiteValue]) -> String {
        let places = values.map { bind($0) }
        return places.count == 1 ? "= \(places[0])" : "IN (\(places.joined(separator: ", ")))"
    }

    private func operand(_ value: String, _ index: Int) -> SQLiteValue { table.columns[index].operand(value) }

    /// Returns the condition that excludes values of later kinds. SQLite sorts numbers before texts, and texts before
    /// blobs.
    private func end(_ column: String, _ value: String, _ index: Int) -> String {
        if case .text = operand(value, index) { "\(column) < x''" } else { "\(column) < ''" }
    }

    /// Returns the condition that excludes values of earlier kinds, followed by `AND`; empty if there are none.
    private func start(_ column: String, _ value: String, _ index: Int) -> String {
        if case .text = operand(value, index) { "\(column) >= '' AND " } else { "" }
    }

    private mutating func found(_ search: String, in index: FullTextIndex, _ rowid: String) -> String {
        let search = FullTextSearch(search, in: index)
        var conditions: [String] = []
        if let match = search.match {
            let name = QuotedIdentifier.quoted(index.name)
            conditions.append(
                "\(rowid) IN (SELECT rowid FROM \(name) WHERE \(name) MATCH \(bind(.text(Array(match.utf8)))))")
        }
        let columns = table.columns.indices.filter { column in
            index.columns.contains { QuotedIdentifier.matches($0, table.columns[column].name) }
        }
        for text in search.texts { conditions.append(contains(text, in: columns)) }
        return conditions.isEmpty ? "0" : conditions.joined(separator: " AND ")
    }

    private mutating func contains(_ word: some StringProtocol, in columns: [Int]) -> String {
        // Some builds of SQLite limit functions to 127 arguments.
        var parts: [String] = []
        for start in stride(from: 0, to: columns.count, by: 100) {
            // Blobs contain no text. The test of the type avoids loading them.
            let some = columns[start..<min(start + 100, columns.count)]
                .map { ", CASE WHEN typeof(\(name($0))) <> 'blob' THEN \(name($0)) END" }.joined()
            parts.append("\(TextMatching.name)('contains', \(bind(.text(Array(word.utf8))))\(some))")
        }
        return parts.isEmpty ? "0" : "(\(parts.joined(separator: " OR ")))"
    }
}

extension ColumnDescription {
    /// Returns the value to compare with: a number if the text is one, unless the column converts numbers to texts.
    fileprivate func operand(_ text: String) -> SQLiteValue {
        affinity == .text ? .text(Array(text.utf8)) : number(text) ?? .text(Array(text.utf8))
    }

    /// Returns the values that an exact filter finds: the number, the text, or both if the column can have both.
    ///
    /// A column of numbers stores the text `12` as a number, but not the texts `true` and `Infinity`.
    fileprivate func values(equalTo text: String) -> [SQLiteValue] {
        let bytes = SQLiteValue.text(Array(text.utf8))
        guard affinity != .text, let number = number(text) else { return [bytes] }
        let isStoredAsNumber =
            affinity == .number && text.utf8.contains { (0x30...0x39).contains($0) }
            && text.utf8.allSatisfy { $0 < 0x80 }
        return isStoredAsNumber ? [number] : [number, bytes]
    }

    private func number(_ text: String) -> SQLiteValue? {
        let operand = FilterOperand(text)
        if isBoolean, let boolean = operand.boolean { return .integer(boolean ? 1 : 0) }
        return switch operand.number {
        case .integer(let integer): .integer(integer)
        case .decimal(let decimal): .real(decimal)
        case nil: nil
        }
    }

    /// The affinities that compare alike (https://www.sqlite.org/datatype3.html, 3.1).
    enum Affinity {
        case number, text, none
    }

    var affinity: Affinity {
        let type = type.uppercased()
        if type.contains("INT") { return .number }
        if ["CHAR", "CLOB", "TEXT"].contains(where: type.contains) { return .text }
        return type.isEmpty || type.contains("BLOB") ? .none : .number
    }
}
