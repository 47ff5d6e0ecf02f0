import Bytes
package import CascadingTable

extension Relation {
    /// Returns the relation as a visitor sees it: with the columns and the rows that exist for them.
    ///
    /// - Throws: `TableViewError` with `invalidRules` for columns that do not exist.
    func restricted(by rule: DatabaseTable, _ dialect: SQLDialect) throws(TableViewError) -> Relation {
        var relation = self
        let rules = dialect.rules
        relation.columns = try rule.visible(
            among: columns + rule.computedColumns.map { RelationColumn($0, ValueEncoding($0.kind)) }, key: key)
        let names = relation.columns.map(\.name)
        if rule.columns != nil { relation.fullText = nil }
        relation.foreignKeys.removeAll { key in !key.columns.allSatisfy { names.contains(where: $0.isExactly) } }
        let rows = try rule.rows(dialect) { (query) throws(TableViewError) in
            var words = query
            if fullText != nil { words.search = nil }
            var all = try words.sql(columns: columns.map(\.sql), dialect: dialect)
            if let fullText, let search = query.search, !query.words.isEmpty {
                all.require(SQLValue(search), fullText.matches)
            }
            return all
        }
        guard rows != nil || !rule.computedColumns.isEmpty else { return relation }
        let computed = rule.computedColumns.map { column in
            "\(rules.computed("(\(column.sql))", column.kind)) AS \(QuotedIdentifier.quoted(column.name))"
        }
        let selected = ["t.*"] + placeColumns.map { "t.\($0)" } + computed
        let part = RelationPart(selected: selected.joined(separator: ", "), source: source, rows: rows, dialect)
        relation.part = part
        (relation.source, relation.arguments) = (part.text(after: 0), rows?.arguments ?? [])
        if rows != nil { relation.estimatedCount = nil }
        return relation
    }

    /// Returns the rows as statements write them after `FROM`, with the places that follow those of some arguments.
    func source(after count: Int) -> String { part?.text(after: count) ?? source }
}

/// The part of the rows of a table that a visitor sees, with computed columns.
struct RelationPart: Sendable, Hashable {
    private let selected: String
    private let source: String
    private let rows: SQLCondition?
    private let dialect: SQLDialect

    fileprivate init(selected: String, source: String, rows: SQLCondition?, _ dialect: SQLDialect) {
        (self.selected, self.source, self.rows, self.dialect) = (selected, source, rows, dialect)
    }

    fileprivate func text(after count: Int) -> String {
        let condition = rows.map { " WHERE \($0.text(after: count, dialect))" } ?? ""
        return "(SELECT \(selected) FROM \(source)\(condition)) AS t"
    }
}

extension SQLConditionBuilder {
    /// Adds the arguments of a relation, and returns its rows as statements write them after `FROM`.
    mutating func source(of relation: Relation) -> String {
        let source = relation.source(after: arguments.count)
        for argument in relation.arguments { append(argument) }
        return source
    }
}

extension [PastChange] {
    /// Keeps what a visitor with rules may know: the values of some columns, from the time at which the row was added.
    ///
    /// Another row can have had the same key before.
    package mutating func keep(_ names: [String], by rules: DatabaseTables?) {
        if rules?.onlyTable != nil { removeAll() }
        if rules != nil, let end = firstIndex(where: { $0.before == nil || $0.after == nil }) {
            removeSubrange((self[end].before == nil ? end + 1 : end)...)
        }
        self = compactMap { change in
            var change = change
            change.before?.removeAll { field in !names.contains(where: field.name.isExactly) }
            change.after?.removeAll { field in !names.contains(where: field.name.isExactly) }
            return change.before == change.after ? nil : change
        }
    }
}

extension DatabaseTable {
    /// Returns the condition of the rows that exist for the visitor; nil for all.
    ///
    /// - Parameter asked: Returns the rows of a query among all rows of the table.
    package func rows(
        _ dialect: SQLDialect, _ asked: (TableQuery) throws(TableViewError) -> SQLQuery
    ) throws(TableViewError) -> SQLCondition? {
        guard let floor else { return rows }
        let asked = try asked(floor.ofGroupedRows)
        guard !asked.isOfAllRows else { return rows }
        let text = SQLText.replacingArguments(in: asked.condition, asked.arguments, dialect)
        let condition = SQLCondition(sql: text, arguments: [])
        return rows.map { "\($0) AND \(condition)" } ?? condition
    }

    /// Returns the columns that exist for the visitor, in their order, with their headings and formats.
    package func visible(among all: [RelationColumn], key: [String]) throws(TableViewError) -> [RelationColumn] {
        let names = try visibleColumns(
            among: all.map(\.name).filter { name in !computedColumns.contains { $0.name.isExactly(name) } }, key: key)
        return names.compactMap { name in
            guard var column = all.first(where: { $0.name.isExactly(name) }) else { return nil }
            if let title = columnTitles[name] { column.title = title }
            (column.numberFormat, column.width) = (numberFormats[name], columnWidths[name])
            return column
        }
    }
}

extension RelationColumn {
    /// Creates a column that the database computes.
    init(_ column: DatabaseTable.ComputedColumn, _ encoding: ValueEncoding) {
        self.init(column.name, type: "", encoding)
    }
}

extension ValueEncoding {
    /// Creates the encoding of computed values of a kind.
    fileprivate init(_ kind: SQLColumn.Kind) {
        switch kind.base {
        case .number: self = .numeric
        case .integer: self = .integer
        case .boolean: self = .boolean
        case .date(.day): self = .date
        case .date(.timestamp): self = .timestamp
        case .text, .date, .declared: self = .text
        }
    }
}

extension SQLCondition {
    /// Returns the condition in parentheses, with the places that a dialect gives its arguments.
    ///
    /// - Parameter count: The number of arguments before its own.
    package func text(after count: Int, _ dialect: SQLDialect) -> String {
        var number = count
        let text = SQLText.replacingPlaces(in: sql, dialect) {
            number += 1
            return dialect.rules.placeholder(number, for: .null, nil)
        }
        return "(\(text))"
    }
}
