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
        for (column, keys) in Dictionary(grouping: keys, by: \.column) {
            for key in keys { links[key] = .some(nil) }
            guard let reference = relation.foreignKeys.first(where: { $0.columns.first.map(column.isExactly) == true }),
                let other = try await referred(by: reference)
            else { continue }
            let stored = keys.map { ($0, $0.values.compactMap(\.argument)) }
                .filter { $0.1.count == reference.columns.count }
            for start in stride(from: 0, to: stored.count, by: Self.maxKeys) {
                let part = Array(stored[start..<min(start + Self.maxKeys, stored.count)])
                try await read(part, reference, other, into: &links)
            }
        }
        return links
    }

    /// The limit of keys in a statement.
    private static let maxKeys = 500

    /// Returns the relation of a foreign key; nil if it cannot be read, or if its pages are not shown.
    func referred(by reference: PostgresRelation.ForeignKey) async throws -> PostgresRelation? {
        if (reference.schema, reference.table) == (relation.schema, relation.name) { return relation }
        guard database.configuration.onlyTable == nil else { return nil }
        do { return try await database.catalog.relation(reference.table, in: reference.schema) } catch let error
            as PostgresError where error.kind == .notFound
        { return nil }
    }

    private func read(
        _ keys: [(key: ReferenceLinks.Key, values: [SQLValue])], _ reference: PostgresRelation.ForeignKey,
        _ other: PostgresRelation, into links: inout [ReferenceLinks.Key: TableLink?]
    ) async throws {
        let referred = reference.referredColumns.compactMap { name in
            other.columns.first { $0.name.isExactly(name) }
        }
        guard !keys.isEmpty, !other.key.isEmpty, referred.count == reference.columns.count else { return }
        var place = 0
        let rows = keys.indices.map { number in
            let values = referred.map { column in
                place += 1
                return "$\(place)::\(column.type)"
            }
            return "(\(number), \(values.joined(separator: ", ")))"
        }
        let names = referred.indices.map { "v\($0)" }
        let conditions = zip(referred, names).map { "\($0.expression) = k.\($1)" }
        let key = other.key.map { "t.\(QuotedIdentifier.quoted($0))::text" }
        let result = try await database.run(
            PostgresStatement(
                """
                SELECT k.n, \(other.label(besides: reference.referredColumns, database.configuration)), \
                \(key.joined(separator: ", ")) FROM (VALUES \(rows.joined(separator: ", "))) \
                AS k (n, \(names.joined(separator: ", "))) \
                JOIN \(other.source) ON \(conditions.joined(separator: " AND "))
                """, keys.flatMap(\.values)), within: database.configuration.queryTimeout)
        for row in 0..<result.rowCount {
            guard let number = result.string(row, 0).flatMap({ Int($0) }), keys.indices.contains(number) else {
                continue
            }
            let name = other.key(key.indices.map { result.string(row, $0 + 2) ?? "" })
            let way = other.number == relation.number ? "" : "../\(PathSegment.percentEncoded(other.segment))/"
            links[keys[number].key] = TableLink(
                result.string(row, 1) ?? "", to: "\(folder)\(way)row/\(PathSegment.percentEncoded(name))/")
        }
    }
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
