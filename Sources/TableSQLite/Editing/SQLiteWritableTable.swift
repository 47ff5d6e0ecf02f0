import Bytes
import CascadingTable
import GRDB
import GRDBSQLite
import TableDatabase

/// A table of a file whose rows can be changed.
struct SQLiteWritableTable: WritableTable {
    let description: TableDescription
    var name: String { description.name }
    private(set) var editable: EditableTable
    let checks: [CheckConstraint]
    let hasTriggers: Bool
    /// The foreign keys by which the deletion of a row deletes or changes rows, with the names of their tables.
    private let referring: [(table: String, key: RelationForeignKey)]
    var isReferred: Bool { !referring.isEmpty }
    let followedColumns: [String]
    private let reader: TableReader
    /// The quoted names of the columns by which rows are found.
    private let keys: [String]
    /// A Boolean value that indicates whether the only key is the rowid, or an alias of it.
    private let isKeyedByRowid: Bool
    /// The statements that select the whole values of a row. SQLite returns at most 2,000 columns of a row.
    private let selections: [(columns: Range<Int>, sql: String)]

    /// - Throws: ``SQLiteTableError`` with `notEditable` for a view or virtual table.
    init(_ table: TableDescription, _ configuration: SQLiteDatabase.Configuration, in database: Database) throws {
        guard table.entry.kind == .table else {
            throw SQLiteTableError(
                .notEditable, "\(table.name) cannot be edited, because it is no table with stored rows.")
        }
        description = table
        reader = TableReader(table, configuration)
        switch table.access {
        case .rowid(let alias): (keys, isKeyedByRowid) = ([QuotedIdentifier.quoted(alias)], true)
        case .primaryKey(let names): (keys, isKeyedByRowid) = (names.map(QuotedIdentifier.quoted), false)
        case .place:
            throw SQLiteTableError(.notEditable, "\(table.name) cannot be edited, because its rows have no key.")
        }
        let queries = reader.queries
        selections = table.columns.indices.chunks(of: 1_000).map { ($0, queries.some($0)) }
        checks = try CheckConstraint.all(of: table, in: database)
        var triggers = try database.cursor(
            "SELECT 1 FROM main.sqlite_schema WHERE type = 'trigger' AND tbl_name = ? COLLATE NOCASE",
            [SQLValue(table.name)])
        hasTriggers = try triggers.next()
        let foreignKeys = try Catalog.foreignKeys(to: table.name, in: database)
        referring = foreignKeys.filter { $0.key.cascades != nil }.map { ($0.table.name, $0.key) }
        followedColumns = foreignKeys.filter(\.key.follows).flatMap(\.key.referredColumns)
        editable = try EditableTable(table, checks, in: database)
        editable.rule = configuration.rules?.rule(for: table.name)
    }

    // MARK: - Reading

    func columns(referringTo table: String) -> [String] {
        reader.table.foreignKeys.filter { QuotedIdentifier.matches($0.table, table) }.flatMap(\.columns)
    }

    func key(ofRow id: String, in edit: SQLiteEdit) throws -> [SQLValue]? {
        try RowKey(text: id).flatMap { try reader.keys(ofRowWith: $0, in: edit.database) }
    }

    func key(ofRowWith primaryKey: [SQLValue], in edit: SQLiteEdit) throws -> [SQLValue]? {
        let condition = editable.key.map { "t.\(QuotedIdentifier.quoted($0)) = ?" }.joined(separator: " AND ")
        var cursor = try edit.database.cursor(
            "SELECT \(keys.joined(separator: ", ")) FROM main.\(QuotedIdentifier.quoted(name)) AS t WHERE \(condition)",
            primaryKey)
        return try cursor.next() ? keys.indices.map { cursor.value(at: $0) } : nil
    }

    func rows(
        referringTo id: String, in edit: SQLiteEdit
    ) throws -> [(rows: [StoredRow]?, table: String, isDeleted: Bool)] {
        let values = try key(ofRow: id, in: edit) ?? []
        return referring.map { other, key in
            let rows = try? edit.table(other).rows(referringBy: key, to: values, of: self, in: edit)
            return (rows, other, isDeleted: key.cascades == true)
        }
    }

    /// Returns the rows that refer by a foreign key to a row of another table, or of the same one.
    private func rows(
        referringBy key: RelationForeignKey, to values: [SQLValue], of other: SQLiteWritableTable, in edit: SQLiteEdit
    ) throws -> [StoredRow] {
        let pairs = zip(key.referredColumns, key.columns).map {
            "o.\(QuotedIdentifier.quoted($0)) = t.\(QuotedIdentifier.quoted($1))"
        }
        let condition = (pairs + other.keys.map { "o.\($0) = ?" }).joined(separator: " AND ")
        let tables = [other, self].map { "main.\(QuotedIdentifier.quoted($0.description.name))" }
        var cursor = try edit.database.cursor(
            """
            SELECT \(keys.map { "t.\($0)" }.joined(separator: ", ")) FROM \(tables[0]) AS o JOIN \(tables[1]) AS t
            ON \(condition) LIMIT \(CascadedRows.limit + 1)
            """, values)
        var found: [[SQLValue]] = []
        while try cursor.next() { found.append(keys.indices.map { cursor.value(at: $0) }) }
        return try found.compactMap { try row(at: $0, locks: false, in: edit) }
    }

    /// The number of rows at each end of the table that are looked at for the types of their values.
    private static let sampleSize = 100

    /// Finds out which columns without a type hold numbers, for the texts that a visitor typed into them.
    mutating func findNumbers(for changes: [RowChange], in database: Database) throws {
        let names = Set(changes.filter { $0.types == .typed }.flatMap(\.values).map { ExactString($0.name) })
        for (index, column) in editable.columns.enumerated()
        where column.takesAnyType && names.contains(ExactString(column.name)) {
            let value = QuotedIdentifier.quoted(column.name)
            let samples = ["", " DESC"].map { direction in
                let order = keys.map { "t.\($0)\(direction)" }.joined(separator: ", ")
                return
                    "SELECT * FROM (SELECT \(value) AS v FROM main.\(QuotedIdentifier.quoted(description.name)) AS t ORDER BY \(order) LIMIT \(Self.sampleSize))"
            }
            var cursor = try database.cursor(
                "SELECT sum(typeof(v) IN ('integer', 'real')) > sum(typeof(v) = 'text') FROM (\(samples.joined(separator: " UNION ALL ")))",
                [])
            editable.columns[index].holdsNumbers = try cursor.next() && cursor.integer(at: 0) == 1
        }
    }

    /// The limit in bytes of a row that is edited. Forms and answers hold several copies of it.
    private static let maxRowBytes = 16 << 20

    func row(at key: [SQLValue], locks: Bool, in edit: SQLiteEdit) throws -> StoredRow? {
        let row = try edit.database.withMaxValueBytes(Self.maxRowBytes) { try wholeRow(key, in: edit.database) }
        guard let row else {
            let limit = Self.maxRowBytes >> 20
            throw SQLiteTableError(
                .notEditable, "The row is too large to be edited here. Its values have more than \(limit) MB.")
        }
        return row
    }

    private func wholeRow(_ key: [SQLValue], in database: Database) throws -> StoredRow? {
        var values: [SQLValue] = []
        for (columns, sql) in selections {
            var cursor = try database.cursor(sql, key)
            guard try cursor.next() else { return nil }
            for index in columns.indices { values.append(cursor.value(at: index)) }
        }
        let naming = reader.queries.namingColumns.map { values[$0] }
        let name =
            if case .integer(let rowid)? = key.first, naming.contains(.null) {
                RowKey(rowid: rowid)
            } else {
                RowKey(naming.isEmpty ? key : naming)
            }
        return StoredRow(id: name.text, Array(zip(description.columnNames, values))) {
            description.columns[$0].isBoolean
        }
    }

    // MARK: - Writing

    func write(
        _ values: [Field], to row: inout EditedRow, at key: [SQLValue], in edit: SQLiteEdit
    ) throws -> [SQLValue]? {
        let (change, database) = (row.change, edit.database)
        let table = "main.\(QuotedIdentifier.quoted(description.name))"
        var columns = values.map { QuotedIdentifier.quoted($0.name) }
        var arguments = values.map { $0.value.written ?? .null }
        let sql: String
        switch change.kind {
        case .insert:
            // A row that comes back gets its rowid again, unless a column has it.
            if let id = change.id, !hasKeysInColumns, let key = RowKey(text: id),
                reader.queries.namingColumns.isEmpty || key.isRowid
            {
                columns += keys
                arguments += key.components
            }
            let places = arguments.map { _ in "?" }.joined(separator: ", ")
            sql =
                "INSERT OR ABORT INTO \(table) "
                + (columns.isEmpty ? "DEFAULT VALUES" : "(\(columns.joined(separator: ", "))) VALUES (\(places))")
        case .change, .put:
            sql =
                "UPDATE OR ABORT \(table) AS t SET \(columns.map { "\($0) = ?" }.joined(separator: ", ")) WHERE \(condition)"
        case .delete: sql = "DELETE FROM \(table) AS t WHERE \(condition)"
        }
        if change.kind != .insert { arguments += key }
        let isNew = change.kind == .insert
        let isMoved = values.contains { description.primaryKeyNames.contains(where: $0.name.isExactly) }
        // RETURNING takes longer than the rest.
        if isNew ? isKeyedByRowid : !isMoved && !hasTriggers {
            var cursor = try database.cursor(sql, arguments)
            _ = try cursor.next()
            guard database.changesCount > 0 else { return nil }
            return isNew ? [.integer(database.lastInsertedRowID)] : key
        }
        var cursor = try database.cursor("\(sql) RETURNING \(keys.joined(separator: ", "))", arguments)
        var written: [SQLValue]?
        while try cursor.next() { written = keys.indices.map { cursor.value(at: $0) } }
        return written
    }

    private var hasKeysInColumns: Bool {
        let names = description.columnNames.map(QuotedIdentifier.quoted)
        return keys.allSatisfy { key in names.contains { QuotedIdentifier.matches($0, key) } }
    }

    private var condition: String { keys.map { "t.\($0) = ?" }.joined(separator: " AND ") }

    func choices(
        of column: String, matching text: String, limit: Int, in edit: SQLiteEdit
    ) throws -> [RowChoice] {
        let key = description.foreignKeys.first { key in
            key.columns.count == 1 && QuotedIdentifier.matches(key.columns[0], column)
        }
        guard let key, let referred = key.referredColumns.first,
            let other = try? Catalog.table(named: key.table, reader.configuration, in: edit.database)
        else { return [] }
        let labels = Catalog.labelColumns(of: other.columns, other.name, key: [referred], reader.configuration)
        let label = labels.map { "coalesce(' ' || \(QuotedIdentifier.quoted($0)), '')" }.joined(separator: " || ")
        let statement = ChoiceStatement(
            matching: text, limit: limit, from: other.visibleSource, other.owned?.arguments ?? [],
            value: "CAST(\(QuotedIdentifier.quoted(referred)) AS TEXT)",
            label: labels.isEmpty ? "''" : "substr(\(label), 2)", TextMatching.dialect)
        var cursor = try edit.database.cursor(statement.sql, statement.arguments)
        var choices: [RowChoice] = []
        while try cursor.next() {
            choices.append(RowChoice(value: cursor.text(at: 0) ?? "", label: cursor.text(at: 1) ?? ""))
        }
        return choices
    }

    func matches(_ condition: SQLCondition, at key: [SQLValue], in edit: SQLiteEdit) throws -> Bool {
        var cursor = try edit.database.cursor(
            "SELECT 1 FROM main.\(QuotedIdentifier.quoted(name)) AS t WHERE \(self.condition) AND (\(condition.sql))",
            key + condition.arguments)
        return try cursor.next()
    }

    func failure(_ reason: String) -> EditedRow.Failure {
        .invalid([Issue("", "SQLite cannot write the row: \(reason).")])
    }

    func noSuchRow(_ id: String) -> any Error {
        SQLiteTableError(.unknownRow, "There is no row \"\(id)\" in \(name).")
    }
}

extension Range<Int> {
    fileprivate func chunks(of size: Int) -> [Range<Int>] {
        stride(from: lowerBound, to: upperBound, by: size).map { $0..<Swift.min($0 + size, upperBound) }
    }
}

extension Database {
    /// A Boolean value that indicates whether rows that this transaction wrote refer to rows that do not exist yet.
    var refersToMissingRows: Bool {
        var (current, highest) = (CInt(0), CInt(0))
        sqlite3_db_status(sqliteConnection, SQLITE_DBSTATUS_DEFERRED_FKS, &current, &highest, 0)
        return current != 0
    }
}
