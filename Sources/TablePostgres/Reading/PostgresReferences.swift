import Bytes
import CascadingTable
import TableDatabase

/// Finds the rows of other relations that the values of foreign keys refer to, with what names them for people.
struct PostgresReferences: Sendable {
    let database: PostgresDatabase
    let relation: PostgresRelation
    /// The way from the pages with links to the folder of the relation.
    let folder: String

    /// Returns the links of keys. A key of no row, or of a relation that the role cannot read, has no link.
    func links(for keys: some Sequence<ReferenceLinks.Key>) async throws -> [ReferenceLinks.Key: TableLink?] {
        var links: [ReferenceLinks.Key: TableLink?] = [:]
        let columns = Dictionary(grouping: keys, by: \.column)
        let references = relation.foreignKeys.filter { key in
            columns.keys.contains { key.columns.first.map($0.isExactly) == true }
        }
        let others = try await referred(by: references)
        var found: [Reference] = []
        for (column, keys) in columns {
            for key in keys { links[key] = .some(nil) }
            guard let reference = references.first(where: { $0.columns.first.map(column.isExactly) == true }),
                let other = others[reference.name]
            else { continue }
            for key in keys {
                let values = key.values.compactMap(\.argument)
                guard values.count == reference.columns.count else { continue }
                found.append(Reference(key: key, values: values, reference: reference, other: other))
            }
        }
        for start in stride(from: 0, to: found.count, by: Self.maxKeys) {
            try await read(found[start..<min(start + Self.maxKeys, found.count)], into: &links)
        }
        return links
    }

    /// The limit of keys in a statement.
    private static let maxKeys = 500

    /// A key whose row is looked for.
    private struct Reference {
        var key: ReferenceLinks.Key
        var values: [SQLValue]
        var reference: PostgresRelation.ForeignKey
        var other: PostgresRelation
    }

    /// Returns the relations of foreign keys, except those that cannot be read, or whose pages are not shown.
    func referred(
        by references: [PostgresRelation.ForeignKey]
    ) async throws -> [PostgresCatalog.Name: PostgresRelation] {
        let own = PostgresCatalog.Name(schema: relation.schema, name: relation.name)
        let names = Set(references.map(\.name)).subtracting([own])
        var found = database.configuration.onlyTable == nil ? try await database.catalog.relations(named: names) : [:]
        found[own] = relation
        return found
    }

    /// Reads the rows of keys with one statement, whatever their relations.
    private func read(
        _ found: ArraySlice<Reference>, into links: inout [ReferenceLinks.Key: TableLink?]
    ) async throws {
        var arguments: [SQLValue] = []
        let width = found.map { $0.other.key.count }.max() ?? 0
        let columns = Dictionary(grouping: found.indices) { ExactString(found[$0].key.column) }
        let statements = columns.values.compactMap { numbers -> String? in
            guard let first = numbers.first.map({ found[$0] }), !first.other.key.isEmpty else { return nil }
            let (reference, other) = (first.reference, first.other)
            let referred = reference.referredColumns.compactMap { name in
                other.columns.first { $0.name.isExactly(name) }
            }
            guard referred.count == reference.columns.count else { return nil }
            let rows = numbers.map { number in
                let values = zip(referred, found[number].values).map { column, value in
                    arguments.append(value)
                    return "$\(arguments.count)::\(column.type)"
                }
                return "(\(number), \(values.joined(separator: ", ")))"
            }
            let names = referred.indices.map { "v\($0)" }
            let conditions = zip(referred, names).map { "\($0.expression) = k.\($1)" }
            let key = other.key.map { "t.\(QuotedIdentifier.quoted($0))::text" }
            let selected = key + Array(repeating: "NULL", count: width - key.count)
            return """
                SELECT k.n, \(other.label(besides: reference.referredColumns, database.configuration)), \
                \(selected.joined(separator: ", ")) FROM (VALUES \(rows.joined(separator: ", "))) \
                AS k (n, \(names.joined(separator: ", "))) \
                JOIN \(other.source) ON \(conditions.joined(separator: " AND "))
                """
        }
        guard !statements.isEmpty else { return }
        let result = try await database.run(
            PostgresStatement(statements.joined(separator: " UNION ALL "), arguments),
            within: database.configuration.queryTimeout)
        for row in 0..<result.rowCount {
            guard let number = result.string(row, 0).flatMap({ Int($0) }), found.indices.contains(number) else {
                continue
            }
            let other = found[number].other
            let name = other.key(other.key.indices.map { result.string(row, $0 + 2) ?? "" })
            let way = other.number == relation.number ? "" : "../\(PathSegment.percentEncoded(other.segment))/"
            links[found[number].key] = TableLink(
                result.string(row, 1) ?? "", to: "\(folder)\(way)row/\(PathSegment.percentEncoded(name))/")
        }
    }
}

extension PostgresRelation.ForeignKey {
    /// The name of the relation that it refers to.
    var name: PostgresCatalog.Name { .init(schema: schema, name: table) }
}

extension PostgresRelation {
    /// The SQL of the text that names a row for people, which may be empty.
    func label(besides key: [String], _ configuration: PostgresDatabase.Configuration) -> String {
        let label = labelColumns(besides: key, configuration).map { "t.\(QuotedIdentifier.quoted($0))" }
        return label.isEmpty ? "''" : "left(concat_ws(' ', \(label.joined(separator: ", "))), 100)"
    }

    /// The names of the columns that name a row for people; empty if there are none.
    func labelColumns(besides key: [String], _ configuration: PostgresDatabase.Configuration) -> [String] {
        let names = columns.map(\.name)
        let chosen = configuration.labels[title]?.filter { name in names.contains(where: name.isExactly) }
        return chosen ?? RowLabel.columns(among: names, key: key)
    }

    /// Returns the identifier of the row whose key has these values.
    fileprivate func key(_ values: [String]) -> String {
        let components = zip(key, values).map { name, text -> SQLValue in
            let type = columns.first { $0.name.isExactly(name) }?.typeNumber
            let isInteger = type.map(PostgresType.integers.contains) == true
            return (isInteger ? Int64(text).map { .integer($0) } : nil) ?? SQLValue(text)
        }
        return RowKey(components).text
    }
}

extension FieldValue {
    /// The value as an argument of a statement; nil for one that no key has.
    var argument: SQLValue? {
        switch self {
        case .integer(let number): .integer(number)
        case .text(let text), .number(let text): SQLValue(text)
        case .decimal(let number): .real(number)
        case .boolean(let isTrue): SQLValue(isTrue ? "t" : "f")
        default: nil
        }
    }
}

extension RowBatch {
    /// The identifier of the first row; nil if there is no row.
    var firstIdentifier: String? { count > 0 ? identifier(at: 0) : nil }
}
