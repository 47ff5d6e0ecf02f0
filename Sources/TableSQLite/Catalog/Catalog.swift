import Bytes
import GRDB
import LocalizedMessages
import TableDatabase

/// Reads the tables, views, columns and keys of a database from its schema.
enum Catalog {
    /// Returns every table and view by name. SQLite's own tables and the storage of virtual tables are omitted.
    static func entries(in database: Transaction) throws -> [CatalogEntry] {
        try entries(
            database.cursor("\(list("pragma_table_list")) UNION ALL \(unreadable) ORDER BY name COLLATE NOCASE, name"))
    }

    /// Returns the entry of a name, compared as SQLite compares names.
    static func entry(named name: String, in database: Transaction) throws -> CatalogEntry? {
        let name = [SQLValue(name)]
        return try entries(database.cursor(list("pragma_table_list(?)"), name)).first
            ?? entries(database.cursor("\(unreadable) AND name = ? COLLATE NOCASE", name)).first
    }

    /// Returns the entry of a name.
    ///
    /// - Throws: ``SQLiteTableError`` with the code `unknownTable` if there is none.
    static func requireEntry(named name: String, in database: Transaction) throws -> CatalogEntry {
        if let entry = try entry(named: name, in: database) { return entry }
        throw unknown(name)
    }

    /// Returns a table or view as the visitor sees it.
    ///
    /// - Throws: ``SQLiteTableError`` with the code `unknownTable` if none of that name exists for the visitor; `TableViewError`
    ///   for rules that do not fit it.
    static func table(
        named name: String, _ configuration: SQLiteDatabase.Configuration, in database: Transaction
    ) throws -> TableDescription {
        try table(requireEntry(named: name, in: database), configuration, in: database)
    }

    static func table(
        _ entry: CatalogEntry, _ configuration: SQLiteDatabase.Configuration, in database: Transaction
    ) throws -> TableDescription {
        let rule = entry.rule(in: configuration)
        guard rule?.isHidden != true else { throw unknown(entry.name) }
        let table = try description(of: entry, in: database)
        return try rule.map { try table.restricted(by: $0) } ?? table
    }

    private static func unknown(_ name: String) -> SQLiteTableError {
        SQLiteTableError(.unknownTable, "There is no table \"\(name)\".")
    }

    private static func list(_ source: String) -> String {
        """
        SELECT name, type FROM \(source) WHERE schema = 'main' AND type IN ('table', 'view', 'virtual')
        AND name NOT LIKE 'sqlite\\_%' ESCAPE '\\'
        """
    }

    /// Selects the tables and views that SQLite left out, because it cannot read their definitions.
    private static let unreadable = """
        SELECT name, type FROM main.sqlite_schema WHERE type IN ('table', 'view') AND name NOT LIKE 'sqlite\\_%' ESCAPE '\\'
        AND name NOT IN (SELECT name FROM pragma_table_list WHERE schema = 'main')
        """

    private static func entries(_ cursor: consuming Cursor) throws -> [CatalogEntry] {
        try cursor.map { entry in
            CatalogEntry.Kind(rawValue: entry.text(at: 1) ?? "").map { [name = entry.text(at: 0) ?? ""] in
                CatalogEntry(name: name, kind: $0)
            }
        }.compactMap(\.self)
    }

    /// Returns the columns, keys and indexes of a table or view.
    ///
    /// - Throws: ``SQLiteTableError`` with the code `failed`, for example for a view that refers to a missing column.
    static func description(of entry: CatalogEntry, in database: Transaction) throws -> TableDescription {
        do { return try readDescription(of: entry, in: database) } catch {
            guard let problem = SQLiteTableError.problem(ofDefinition: error) else { throw error }
            throw notShown(entry, because: problem)
        }
    }

    /// Returns the columns of a statement of a visitor. Keys of tables are links to their rows.
    static func description(
        of statement: StatementWithValues, named name: String, in database: Transaction
    ) throws -> TableDescription {
        do {
            let sql = try database.text(of: statement)
            // Only a statement that reads can stand after FROM.
            let columns = try database.columns(ofStatement: "SELECT * FROM (\(sql)\n)")
            // A comment at the end of the statement ends with its line.
            var relation = Relation(ofStatement: "(\(sql)\n) AS t", [], columns.map(\.column))
            for (column, origin) in columns {
                guard let origin, var key = try reference(to: origin, in: database) else { continue }
                key.columns = [column.name]
                relation.foreignKeys.append(key)
            }
            return TableDescription(
                entry: CatalogEntry(name: name, kind: .view), relation: relation, access: .place)
        } catch let error as DatabaseError where ![.SQLITE_INTERRUPT, .SQLITE_BUSY].contains(error.resultCode) {
            throw SQLiteTableError(statement: error)
        }
    }

    /// Returns the key that a column is, or that it refers to; nil if it is none of a single column.
    private static func reference(
        to origin: (table: String, column: String), in database: Transaction
    ) throws -> RelationForeignKey? {
        let keys = try foreignKeys(of: origin.table, in: database)
        if let key = keys.first(where: {
            $0.columns.count == 1 && QuotedIdentifier.matches($0.columns[0], origin.column)
        }) {
            return key
        }
        let primaryKey = try primaryKey(ofTable: origin.table, in: database)
        guard primaryKey.count == 1, QuotedIdentifier.matches(primaryKey[0], origin.column) else { return nil }
        return RelationForeignKey([], to: RelationName(origin.table), primaryKey)
    }

    /// Returns the names of the columns of a table's primary key, in its order.
    private static func primaryKey(ofTable name: String, in database: Transaction) throws -> [String] {
        try database.cursor("SELECT name FROM pragma_table_xinfo(?) WHERE pk > 0 ORDER BY pk", [SQLValue(name)])
            .map { $0.text(at: 0) ?? "" }
    }

    private static func notShown(_ entry: CatalogEntry, because problem: String) -> SQLiteTableError {
        let kind = entry.kind == .view ? "view" : "table"
        return SQLiteTableError(.failed, "The \(kind) \(entry.name) cannot be shown: \(problem).")
    }

    private static func readDescription(of entry: CatalogEntry, in database: Transaction) throws -> TableDescription {
        var columns = try columns(of: entry.name, in: database)
        if entry.kind == .table { findNumbers(in: &columns, of: entry.name, in: database) }
        guard !columns.isEmpty else {
            let version = try database.cursor("SELECT sqlite_version()").first { $0.text(at: 0) ?? "" } ?? ""
            throw notShown(entry, because: "SQLite \(version) cannot read its definition")
        }
        let key = try primaryKey(ofTable: entry.name, in: database)
        let primaryKey = key.compactMap { name in columns.firstIndex { $0.name.isExactly(name) } }
        let access = try access(to: entry, columns: columns, key: primaryKey.map { columns[$0] }, in: database)
        let isRowidAlias =
            try primaryKey.count == 1 && isRowidAlias(columns[primaryKey[0]], of: entry.name, in: database)
        let isNamed =
            switch access {
            case .place: false
            case .primaryKey: true
            case .rowid: entry.kind == .table && !isRowidAlias
            }
        var fullTextIndex: FullTextIndex?
        if case .rowid = access {
            let rowid = isRowidAlias ? columns[primaryKey[0]].name : nil
            fullTextIndex = try FullTextIndex(of: entry, rowid: rowid, in: database)
        }
        let indexes = try indexes(of: entry.name, in: database)
        let indexed = indexes.compactMap(\.first?.name) + key.prefix(1)
        for index in columns.indices {
            columns[index].isIndexed = indexed.contains(where: columns[index].name.isExactly)
        }
        // The rowid itself is never NULL.
        if !isNamed { for index in primaryKey { columns[index].isNullable = false } }
        var relation = Relation(RelationName(entry.name), entry.kind == .view ? .view : .table, path: [entry.name])
        (relation.columns, relation.key, relation.segment) = (columns, key, entry.segment)
        relation.foreignKeys = try foreignKeys(of: entry.name, in: database)
        return TableDescription(
            entry: entry, relation: relation, access: access, primaryKey: isNamed ? primaryKey : [], indexes: indexes,
            fullTextIndex: fullTextIndex)
    }

    /// Returns the names of the columns that name the rows of a table for people; empty if there are none.
    static func labelColumns(
        of columns: [RelationColumn], _ table: String, key: [String], _ configuration: SQLiteDatabase.Configuration
    ) -> [String] {
        let names = columns.map(\.name)
        let chosen = configuration.labels.first { QuotedIdentifier.matches($0.key, table) }?.value
        guard let chosen else { return RowLabel.columns(among: names, key: key) }
        return chosen.compactMap { name in names.first { QuotedIdentifier.matches($0, name) } }
    }

    private static func columns(of table: String, in database: Transaction) throws -> [RelationColumn] {
        // Hidden is 2 or 3 for generated columns, and 1 for columns that a virtual table hides.
        try database.cursor(
            """
            SELECT name, type, hidden = 2, (SELECT sql LIKE '%COLLATE%' FROM main.sqlite_schema WHERE name = ?1), "notnull"
            FROM pragma_table_xinfo(?1) WHERE hidden <> 1 ORDER BY cid
            """, [SQLValue(table)]
        ).map { cursor in
            let name = cursor.text(at: 0) ?? ""
            return RelationColumn(
                name, declared: cursor.text(at: 1) ?? "", isNotNull: cursor.integer(at: 4) != 0,
                isComparedByBytes: cursor.integer(at: 3) != 0
                    && database.missingCollation(ofColumn: name, in: table) != nil,
                problem: cursor.integer(at: 2) != 0 ? problem(ofColumn: name, of: table, in: database) : nil)
        }
    }

    /// The number of rows whose values tell what columns without a type have. They are aligned by it on every page.
    private static let sampledRows = 100

    private static func findNumbers(in columns: inout [RelationColumn], of table: String, in database: Transaction) {
        let places = columns.indices.filter { columns[$0].type.isEmpty && columns[$0].problem == nil }
        let kinds = places.map {
            "max(typeof(c\($0)) IN ('integer', 'real')) > max(typeof(c\($0)) IN ('text', 'blob'))"
        }
        let values = places.map { "\(QuotedIdentifier.quoted(columns[$0].name)) AS c\($0)" }
        let sample =
            "SELECT \(values.joined(separator: ", ")) FROM \(QuotedIdentifier.quoted(table)) LIMIT \(sampledRows)"
        guard !places.isEmpty,
            var cursor = try? database.cursor("SELECT \(kinds.joined(separator: ", ")) FROM (\(sample))"),
            (try? cursor.next()) == true
        else { return }
        for (index, place) in places.enumerated() where cursor.integer(at: index) != 0 {
            columns[place].encoding = .numeric
        }
    }

    /// Returns the reason why a generated column cannot be computed; nil if it can.
    private static func problem(ofColumn name: String, of table: String, in database: Transaction) -> String? {
        let sql = "SELECT t.\(QuotedIdentifier.quoted(name)) FROM \(QuotedIdentifier.quoted(table)) AS t LIMIT 0"
        return database.problem(ofStatement: sql)
    }

    /// Returns the columns of each index that covers all rows. Indexes of expressions, and those with collations that do
    /// not exist here, are omitted.
    private static func indexes(of table: String, in database: Transaction) throws -> [[IndexColumn]] {
        var indexes: [(name: ExactString, columns: [IndexColumn])] = []
        var unusable: Set<ExactString> = []
        var cursor = try database.cursor(
            """
            SELECT l.name, i.name, i.desc, i.coll FROM pragma_index_list(?) AS l, pragma_index_xinfo(l.name) AS i
            WHERE i.key AND NOT l.partial AND NOT EXISTS (
                SELECT 1 FROM pragma_index_xinfo(l.name) AS e WHERE e.key AND e.name IS NULL)
            ORDER BY l.seq, i.seqno
            """, [.text(Array(table.utf8))])
        while try cursor.next() {
            guard let index = cursor.text(at: 0).map({ ExactString($0) }), let column = cursor.text(at: 1) else {
                continue
            }
            if indexes.last?.name != index { indexes.append((index, [])) }
            indexes[indexes.count - 1].columns.append(
                IndexColumn(name: column, isAscending: cursor.integer(at: 2) == 0))
            if !Transaction.isKnown(collation: cursor.text(at: 3) ?? "BINARY") { unusable.insert(index) }
        }
        return indexes.filter { !unusable.contains($0.name) }.map(\.columns).sorted { $0.count < $1.count }
    }

    private static func foreignKeys(of table: String, in database: Transaction) throws -> [RelationForeignKey] {
        var keys: [Int64: RelationForeignKey] = [:]
        var cursor = try database.cursor(
            "SELECT id, \"table\", \"from\", \"to\", on_delete, on_update FROM pragma_foreign_key_list(?) ORDER BY id, seq",
            [.text(Array(table.utf8))])
        while try cursor.next() {
            var key =
                keys[cursor.integer(at: 0)] ?? RelationForeignKey([], to: RelationName(cursor.text(at: 1) ?? ""), [])
            key.columns.append(cursor.text(at: 2) ?? "")
            if let referred = cursor.text(at: 3) { key.referredColumns.append(referred) }
            key.cascades = ["CASCADE": true, "SET NULL": false, "SET DEFAULT": false][cursor.text(at: 4) ?? ""]
            key.follows = ["CASCADE", "SET NULL", "SET DEFAULT"].contains(cursor.text(at: 5) ?? "")
            keys[cursor.integer(at: 0)] = key
        }
        for (id, key) in keys where key.referredColumns.isEmpty {
            keys[id]?.referredColumns = try primaryKey(ofTable: key.table, in: database)
        }
        return keys.sorted { $0.key > $1.key }.map(\.value)
    }

    /// Returns the foreign keys of all tables that refer to a table, with the referring tables.
    static func foreignKeys(
        to name: String, in database: Transaction
    ) throws -> [(table: CatalogEntry, key: RelationForeignKey)] {
        var found: [(table: CatalogEntry, key: RelationForeignKey)] = []
        for entry in try entries(in: database) where entry.kind == .table {
            for key in try foreignKeys(of: entry.name, in: database)
            where QuotedIdentifier.matches(key.table, name) { found.append((entry, key)) }
        }
        return found
    }

    private static func access(
        to entry: CatalogEntry, columns: [RelationColumn], key: [RelationColumn], in database: Transaction
    ) throws -> TableDescription.Access {
        guard entry.kind != .view else { return .place }
        // A full-text table has a hidden column of its own name.
        let names = columns.map(\.name) + [entry.name]
        if let alias = ["rowid", "_rowid_", "oid"].first(where: { alias in
            !names.contains { QuotedIdentifier.matches($0, alias) }
        }) {
            if canRead(alias, of: entry.name, in: database) { return .rowid(alias: alias) }
            return entry.kind == .table && !key.isEmpty ? .primaryKey(key.map(\.name)) : .place
        }
        if try isWithoutRowid(entry.name, in: database) { return .primaryKey(key.map(\.name)) }
        if key.count == 1, try isRowidAlias(key[0], of: entry.name, in: database) {
            return .rowid(alias: key[0].name)
        }
        return .place
    }

    /// Returns whether the table has a rowid of that name. Tables without rowids and some virtual tables have none.
    private static func canRead(_ alias: String, of table: String, in database: Transaction) -> Bool {
        let sql = "SELECT t.\(QuotedIdentifier.quoted(alias)) FROM \(QuotedIdentifier.quoted(table)) AS t LIMIT 0"
        return database.problem(ofStatement: sql) == nil
    }

    private static func isWithoutRowid(_ table: String, in database: Transaction) throws -> Bool {
        try database.cursor("SELECT wr FROM pragma_table_list WHERE schema = 'main' AND name = ?", [SQLValue(table)])
            .first { $0.integer(at: 0) != 0 } ?? false
    }

    /// Returns whether the column is an `INTEGER PRIMARY KEY`, which is the rowid itself and needs no index.
    private static func isRowidAlias(
        _ column: RelationColumn, of table: String, in database: Transaction
    ) throws -> Bool {
        guard column.type.uppercased() == "INTEGER" else { return false }
        return try database.cursor("SELECT 1 FROM pragma_index_list(?) WHERE origin = 'pk'", [SQLValue(table)])
            .first { _ in } == nil
    }
}
