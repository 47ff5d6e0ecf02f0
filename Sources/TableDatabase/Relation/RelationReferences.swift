import Bytes
import CascadingTable

/// Finds the rows of other relations that the values of foreign keys refer to, with what names them for people.
package struct RelationReferences: Sendable {
    let driver: any RelationDriver
    let relation: Relation
    /// The way from the pages with links to the folder of the relation.
    let folder: String

    package init(driver: any RelationDriver, relation: Relation, folder: String) {
        (self.driver, self.relation, self.folder) = (driver, relation, folder)
    }

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
                let other = others[reference.referred]
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
        var reference: RelationForeignKey
        var other: Relation
    }

    /// Returns the relations of foreign keys, except those that cannot be read, or whose pages are not shown.
    package func referred(
        by references: [RelationForeignKey]
    ) async throws -> [RelationName: Relation] {
        let names = Set(references.map(\.referred)).subtracting([relation.name])
        var found = driver.onlyTable == nil ? try await driver.relations(named: names) : [:]
        found[relation.name] = relation
        return found
    }

    /// Reads the rows of keys with one statement, whatever their relations.
    private func read(
        _ found: ArraySlice<Reference>, into links: inout [ReferenceLinks.Key: TableLink?]
    ) async throws {
        var arguments: [SQLValue] = []
        let rules = driver.dialect.rules
        let width = found.map { $0.other.key.count }.max() ?? 0
        let columns = Dictionary(grouping: found.indices) { ExactString(found[$0].key.column) }
        let statements = columns.values.compactMap { numbers -> String? in
            guard let first = numbers.first.map({ found[$0] }), !first.other.key.isEmpty else { return nil }
            let (reference, other) = (first.reference, first.other)
            let referred = reference.referredColumns.compactMap { other.column(named: $0) }
            guard referred.count == reference.columns.count else { return nil }
            let rows = numbers.map { number in
                let values = zip(referred, found[number].values).map { column, value in
                    arguments.append(value)
                    return rules.placeholder(arguments.count, for: value, of: column.type)
                }
                return [String(number)] + values
            }
            let names = ["n"] + referred.indices.map { "v\($0)" }
            let conditions = zip(referred, names.dropFirst()).map { "\($0.expression) = k.\($1)" }
            let key = other.key.map { rules.text(of: "t.\(QuotedIdentifier.quoted($0))", collation: nil) }
            let selected = key + Array(repeating: "NULL", count: width - key.count)
            let values = rules.rows(rows, named: "k", columns: names)
            let source = other.source(after: arguments.count)
            arguments += other.arguments
            return """
                SELECT k.n, \(other.label(besides: reference.referredColumns, driver)), \
                \(selected.joined(separator: ", ")) FROM \(values) JOIN \(source) ON \(conditions.joined(separator: " AND "))
                """
        }
        guard !statements.isEmpty else { return }
        let result = try await driver.run(
            SQLStatement(statements.joined(separator: " UNION ALL "), arguments), within: driver.limits.queryTimeout)
        for row in 0..<result.rowCount {
            guard let number = result.integer(row, 0), found.indices.contains(number) else { continue }
            let other = found[number].other
            let name = other.identifier(other.key.indices.map { result.string(row, $0 + 2) ?? "" })
            let way = other.name == relation.name ? "" : "../\(PathSegment.percentEncoded(other.segment))/"
            links[found[number].key] = TableLink(
                result.string(row, 1) ?? "", to: "\(folder)\(way)row/\(PathSegment.percentEncoded(name))/")
        }
    }
}

extension Relation {
    /// Returns the SQL of the text that names a row for people, which may be empty.
    package func label(besides key: [String], _ driver: any RelationDriver) -> String {
        let label = labelColumns(besides: key, driver).map { "t.\(QuotedIdentifier.quoted($0))" }
        guard !label.isEmpty else { return "''" }
        // The labels of several tables are joined, and have one collation.
        return driver.dialect.rules.text(
            of: "left(concat_ws(' ', \(label.joined(separator: ", "))), 100)", collation: nil)
    }

    /// Returns the names of the columns that name a row for people; empty if there are none.
    func labelColumns(besides key: [String], _ driver: any RelationDriver) -> [String] {
        let names = columns.map(\.name)
        let chosen = driver.labels(of: title)?.filter { name in names.contains(where: name.isExactly) }
        return chosen ?? RowLabel.columns(among: names, key: key)
    }
}

extension FieldValue {
    /// The value as an argument of a statement; nil for one that no key has.
    package var argument: SQLValue? {
        switch self {
        case .integer(let number): .integer(number)
        case .text(let text), .number(let text): SQLValue(text)
        case .decimal(let number): .real(number)
        case .boolean(let isTrue): .integer(isTrue ? 1 : 0)
        default: nil
        }
    }
}
