import Bytes
package import CascadingTable

/// A database as a relation knows it whose columns can be those of other relations.
package protocol RelationCatalog: Sendable {
    var dialect: SQLDialect { get }
    /// A Boolean value that indicates whether visitors see other tables.
    var showsAllTables: Bool { get }
    /// Returns the relation that a key refers to, as the visitor sees it; nil if there is none.
    func relation(namedByKey name: RelationName) async throws -> Relation?
    /// Returns the foreign keys that refer to a relation, with the names of their relations.
    func foreignKeys(to relation: Relation) async throws -> [(table: RelationName, key: RelationForeignKey)]
    /// Returns the names of the columns that name the rows of a relation for people, besides those of a key.
    func labelColumns(of relation: Relation, besides key: [String]) -> [String]
}

/// The columns of rows that the rows of a relation refer to, or that refer to them, as columns of the relation.
///
/// | Name | Value |
/// |---|---|
/// | `carrier.name` | the name in the row that `carrier` refers to |
/// | `carrier.country.name` | the same over two keys |
/// | `count(carrier)` | 1 if there is the row that `carrier` refers to, otherwise 0 |
/// | `count(flights.carrier)` | the number of rows of `flights` that refer to the row by `carrier` |
struct RelatedColumns {
    private let relation: Relation
    private let catalog: any RelationCatalog
    /// The maximum number of keys between a row and a value.
    private static let maxKeys = 2
    /// The maximum number of columns that visitors can choose from.
    private static let maxOffered = 200

    init(of relation: Relation, _ catalog: any RelationCatalog) { (self.relation, self.catalog) = (relation, catalog) }

    /// Returns the column of a name.
    ///
    /// - Throws: `TableViewError` with `noSuchColumn` if there is none.
    func column(named name: String) async throws -> RelationColumn {
        if let column = try await counts(where: name.isExactly).first { return column }
        if let column = try await column(name, of: relation, as: "t", keys: 0) { return column }
        let names = relation.columns.map(\.name) + (try await offered()).map(\.name)
        throw TableViewError(.noSuchColumn, .unknownColumn(name, among: names))
    }

    /// Returns the columns that visitors can choose: those over one key, and the numbers of rows.
    func offered() async throws -> [RelationColumn] {
        var found: [RelationColumn] = []
        for key in relation.foreignKeys {
            guard let first = key.columns.first, let other = try await relation(referredBy: key) else { continue }
            for column in other.columns where !key.referredColumns.contains(where: column.name.isExactly) {
                let name = "\(first).\(column.name)"
                if let column = try await self.column(name, of: relation, as: "t", keys: 0) { found.append(column) }
            }
        }
        found += try await counts { _ in true }
        return Array(found.prefix(Self.maxOffered))
    }

    // MARK: - Columns of referred rows

    private func relation(referredBy key: RelationForeignKey) async throws -> Relation? {
        guard let other = try await catalog.relation(namedByKey: key.referred),
            key.referredColumns.count == key.columns.count,
            key.referredColumns.allSatisfy({ other.column(matching: $0) != nil })
        else { return nil }
        return other
    }

    /// Returns a column of a relation whose row has a name in the statement, or of the rows that it refers to.
    private func column(
        _ name: String, of relation: Relation, as row: String, keys count: Int
    ) async throws -> RelationColumn? {
        if count > 0, let column = relation.column(named: name) { return column.written { $0.ofRow(row) } }
        for key in relation.foreignKeys where count < Self.maxKeys {
            guard let first = key.columns.first, name.utf8.starts(with: "\(first).".utf8),
                let other = try await self.relation(referredBy: key),
                var column = try await column(
                    String(name.dropFirst(first.count + 1)), of: other, as: "r\(count + 1)", keys: count + 1)
            else { continue }
            let rows = rows(of: other, as: "r\(count + 1)", where: key, of: relation, row)
            if column.numberFormat == nil, other.usesInKeys(column.name) { column.numberFormat = .plain }
            (column.name, column.title, column.sql.name) = (name, name, name)
            (column.isIndexed, column.isNullable, column.comment) = (false, true, nil)
            return column.written { "(SELECT \($0) \(rows) LIMIT 1)" }
        }
        return nil
    }

    /// Returns the rows that a row refers to, as written after the columns of a statement.
    private func rows(
        of other: Relation, as name: String, where key: RelationForeignKey, of relation: Relation, _ row: String
    ) -> String {
        let conditions = zip(key.referredColumns, key.columns).map { referred, column in
            "\(other.value(of: referred, inRow: name)) = \(relation.value(of: column, inRow: row))"
        }
        return "FROM \(source(of: other, as: name)) WHERE \(conditions.joined(separator: " AND "))"
    }

    /// Returns the rows of a relation as written after `FROM`.
    private func source(of relation: Relation, as name: String) -> String {
        let source = SQLText.replacingArguments(in: relation.source, relation.arguments, catalog.dialect)
        return "\(source.dropLast("t".count))\(name)"
    }

    // MARK: - Numbers of rows

    private func counts(where isWanted: (String) -> Bool) async throws -> [RelationColumn] {
        var found: [RelationColumn] = []
        func add(_ name: String, _ sql: String) {
            var column = RelationColumn(name, type: "", .integer)
            (column.hasNumbers, column.isNullable, column.sql.isSearched) = (true, false, false)
            found.append(column.written { _ in sql })
        }
        for key in relation.foreignKeys {
            let name = "count(\(key.columns.first ?? ""))"
            guard isWanted(name), let other = try await relation(referredBy: key) else { continue }
            let rows = rows(of: other, as: "r1", where: key, of: relation, "t")
            add(name, "(CASE WHEN EXISTS (SELECT 1 \(rows)) THEN 1 ELSE 0 END)")
        }
        for (table, key) in try await catalog.foreignKeys(to: relation)
        where key.columns.count == key.referredColumns.count {
            let name = "count(\(table.title).\(key.columns.first ?? ""))"
            guard isWanted(name), let other = try await catalog.relation(namedByKey: table),
                (key.columns.allSatisfy { other.column(matching: $0) != nil })
            else { continue }
            add(name, count(of: other, by: key))
        }
        return found
    }

    /// Returns the SQL of the number of rows of another relation that refer to the row.
    private func count(of other: Relation, by key: RelationForeignKey) -> String {
        let source = source(of: other, as: "r1")
        let referring = key.columns.map { other.value(of: $0, inRow: "r1") }
        let own = key.referredColumns.map { relation.value(of: $0, inRow: "t") }
        // The values are compared as those of the row that is referred to.
        if key.columns.first.flatMap({ other.column(matching: $0) })?.isIndexed == true {
            let conditions = zip(own, referring).map { "\($0) = \($1)" }.joined(separator: " AND ")
            return "(SELECT count(*) FROM \(source) WHERE \(conditions))"
        }
        // Without an index, all rows are counted once.
        let rules = catalog.dialect.rules
        let names = referring.indices.map { "k\($0)" }
        let values = zip(referring, names).map { "\($0) AS \($1)" }.joined(separator: ", ")
        let groups = referring.map(rules.exact).joined(separator: ", ")
        let conditions = zip(own, names).map { "\($0) = g.\($1)" }.joined(separator: " AND ")
        let counts = "SELECT \(values), count(*) AS n FROM \(source) GROUP BY \(groups)"
        return "coalesce((\(rules.select("sum(g.n)", fromKept: counts, named: "g")) WHERE \(conditions)), 0)"
    }

    // MARK: - Names for people

    /// Returns the column with the names of the rows that a column refers to; nil if there are none.
    func label(of column: RelationColumn) async throws -> RelationColumn? {
        for key in relation.foreignKeys where key.columns.count == 1 && key.columns[0].isExactly(column.name) {
            guard let (other, labels) = try await labels(of: key) else { continue }
            let values = labels.map { other.value(of: $0.name, inRow: "r1") }
            var label = labels.count == 1 ? labels[0] : RelationColumn("", type: "TEXT", .text)
            (label.name, label.isIndexed, label.isNullable, label.comment) = ("\(column.name)_label", false, true, nil)
            while relation.columns.contains(where: { QuotedIdentifier.matches($0.name, label.name) }) {
                label.name += "_"
            }
            label.title = "\(column.name) \(labels.map(\.name).joined(separator: " "))"
            (label.isQueryable, label.sql.isSearched) = (false, false)
            let value = values.count == 1 ? values[0] : catalog.dialect.rules.joined(values)
            return label.written { _ in
                "(SELECT \(value) \(rows(of: other, as: "r1", where: key, of: relation, "t")) LIMIT 1)"
            }
        }
        return nil
    }

    /// The names of the rows that each key refers to, for a search.
    func searchedNames() async throws -> [SearchedNames] {
        var found: [SearchedNames] = []
        for key in relation.foreignKeys {
            guard let (other, labels) = try await labels(of: key) else { continue }
            let own = key.columns.map { relation.value(of: $0, inRow: "t") }.joined(separator: ", ")
            let referred = key.referredColumns.map { other.value(of: $0, inRow: "r1") }.joined(separator: ", ")
            let searched = labels.filter(\.sql.isSearched).map { $0.written { $0.ofRow("r1") }.sql }
            guard !searched.isEmpty else { continue }
            found.append(
                SearchedNames(
                    before: "(\(own)) IN (SELECT \(referred) FROM \(source(of: other, as: "r1")) WHERE ",
                    columns: searched))
        }
        return found
    }

    private func labels(of key: RelationForeignKey) async throws -> (Relation, [RelationColumn])? {
        guard let other = try await relation(referredBy: key) else { return nil }
        let labels = catalog.labelColumns(of: other, besides: key.referredColumns).compactMap(other.column(matching:))
        return labels.isEmpty ? nil : (other, labels)
    }
}

/// The names of rows that a key refers to, in which a search finds words.
package struct SearchedNames: Sendable, Hashable {
    /// The condition before that of the columns.
    fileprivate let before: String
    fileprivate let columns: [SQLColumn]
}

extension SQLConditionBuilder {
    /// Returns the condition that a text of one of the columns, or a name of a referred row, contains a word.
    package mutating func contains(
        _ word: some StringProtocol, in columns: some Collection<SQLColumn>, orIn names: [SearchedNames]
    ) -> String {
        var conditions = [contains(word, in: columns)]
        for name in names { conditions.append("\(name.before)\(contains(word, in: name.columns)))") }
        return conditions.count > 1 ? "(\(conditions.joined(separator: " OR ")))" : conditions[0]
    }
}

extension Relation {
    /// Returns the relation with the columns of other relations that a query names.
    ///
    /// - Throws: `TableViewError` with `noSuchColumn` for a column that does not exist.
    package func extended(for query: TableQuery, _ catalog: any RelationCatalog) async throws -> Relation {
        let related = RelatedColumns(of: self, catalog)
        var relation = self
        if query.includesLabels {
            relation.columns = []
            for column in columns {
                relation.columns.append(column)
                if let label = try await related.label(of: column) { relation.columns.append(label) }
            }
        }
        for name in query.relatedColumns where column(named: name.wrappedValue) == nil {
            relation.columns.append(try await related.column(named: name.wrappedValue))
        }
        // The rows of a statement are searched as their page shows them.
        if !query.words.isEmpty, !isStatement, catalog.showsAllTables, fullText == nil, !foreignKeys.isEmpty {
            relation.searchedNames = try await related.searchedNames()
        }
        return relation
    }

    /// Returns the columns of related rows that visitors can choose.
    package func offeredColumns(_ catalog: any RelationCatalog) async throws -> [TableViewColumn] {
        var offered = self
        offered.columns = try await RelatedColumns(of: self, catalog).offered()
        return offered.tableViewColumns
    }

    /// Returns the column of a name as the database compares names of keys.
    fileprivate func column(matching name: String) -> RelationColumn? {
        column(named: name) ?? columns.first { QuotedIdentifier.matches($0.name, name) }
    }

    /// Returns the SQL of a value of a row that has a name in the statement.
    fileprivate func value(of column: String, inRow row: String) -> String {
        (self.column(matching: column)?.sql.value ?? "t.\(QuotedIdentifier.quoted(column))").ofRow(row)
    }

    fileprivate func usesInKeys(_ name: String) -> Bool {
        (key + foreignKeys.flatMap(\.columns)).contains(where: name.isExactly)
    }
}

extension RelationColumn {
    /// Returns the column with its values written in another way.
    fileprivate func written(_ write: (String) -> String) -> RelationColumn {
        var column = self
        (column.expression, column.plain, column.sql.expression) = (write(expression), write(plain), write(sql.value))
        return column
    }
}

extension String {
    /// The SQL of a value of the row `t` as one of a row with another name.
    fileprivate func ofRow(_ name: String) -> String { replacing("t.\"", with: "\(name).\"", maxReplacements: 1) }
}
