import CascadingTable
import TableDatabase

/// The other tables of a file, in a read transaction.
///
/// The connection is used by the thread of the transaction only, since nothing in the transaction suspends.
struct SQLiteCatalog: RelationCatalog, @unchecked Sendable {
    let configuration: SQLiteDatabase.Configuration
    let database: Transaction

    var dialect: SQLDialect { TextMatching.dialect }
    var showsAllTables: Bool { configuration.onlyTable == nil }

    func relation(namedByKey name: RelationName) throws -> Relation? {
        guard let entry = try Catalog.entry(named: name.name, in: database),
            entry.rule(in: configuration)?.isHidden != true
        else { return nil }
        let table = try Catalog.table(entry, configuration, in: database)
        var relation = table.relation
        relation.source = "\(table.visibleSource) AS t"
        guard table.isRestricted else { return relation }
        for index in relation.columns.indices {
            relation.columns[index].sql.expression = relation.columns[index].expression
        }
        if let owned = table.owned { relation.arguments = owned.arguments }
        return relation
    }

    func foreignKeys(to relation: Relation) throws -> [(table: RelationName, key: RelationForeignKey)] {
        try Catalog.foreignKeys(to: relation.name.name, in: database).map { (RelationName($0.table.name), $0.key) }
    }

    func labelColumns(of relation: Relation, besides key: [String]) -> [String] {
        Catalog.labelColumns(of: relation.columns, relation.title, key: key, configuration)
    }
}

extension TableDescription {
    /// Returns the table with the columns of other tables that a query names.
    ///
    /// - Throws: `TableViewError` with `noSuchColumn` for a column that does not exist.
    func extended(
        for query: TableQuery, _ configuration: SQLiteDatabase.Configuration, in database: Transaction
    ) throws -> TableDescription {
        let catalog = SQLiteCatalog(configuration: configuration, database: database)
        let extended = try inPlace { [relation] in try await relation.extended(for: query, catalog) }
        var table = withColumns(extended.columns)
        // Rows without keys are searched in a copy of their columns.
        if access != .place { table.relation.searchedNames = extended.searchedNames }
        return table
    }
}
