import Bytes
import CascadingTable
import GRDB
import GRDBSQLite
import LocalizedMessages
import Synchronization
import TableDatabase

/// Changes the rows of one table of a file.
final class SQLiteEditor: RowEditor {
    private let source: TableSource
    private let writer: SQLiteWriter
    var knowsRequests: Bool { writer.history != nil }
    /// The tables as the file described them last, with the version of that schema and the definition of the table.
    private let known = Mutex<[ExactString: (schema: [SQLValue], table: WritableTable)]>([:])

    init(_ source: TableSource, _ writer: SQLiteWriter) { (self.source, self.writer) = (source, writer) }

    func form(ofRow id: String?) async throws -> RowForm {
        try await source.file.readInBackground(within: source.configuration.queryTimeout) { [self] database, _ in
            let table = try table(source.name, in: database)
            guard let id else { return table.editable.form(of: nil) }
            guard let row = try table.row(id, in: database) else {
                throw SQLiteTableError(.unknownRow, "There is no row \"\(id)\" in \(source.name).")
            }
            return table.editable.form(of: row)
        }
    }

    func edit(_ changes: [RowChange], isRehearsal: Bool, by author: EditAuthor) async throws -> [EditedRow] {
        try await writer.run { [self] database in
            let history = isRehearsal ? nil : writer.history
            if let request = author.request, let done = try history?.rows(of: request, changes, in: database) {
                return (done, commits: false)
            }
            var table = try table(source.name, in: database)
            try table.findNumbers(for: changes, in: database)
            // Rows can refer to later ones. SQLite ends this with the transaction.
            try database.execute(sql: "PRAGMA defer_foreign_keys = ON")
            var rows: [EditedRow] = []
            /// The rows that went with an earlier one although they are to be deleted themselves.
            var gone: [EditedRow] = []
            /// The row after which rows refer to ones that do not exist.
            var unsettled: Int?
            // A row without a key gets its rowid back before SQLite gives that to another one.
            for change in changes.filter(\.restoresRowid) + changes.filter({ !$0.restoresRowid }) {
                try database.checkDeadline()
                if let row = gone.first(where: { change.deletes($0, in: change.table ?? source.name) }) {
                    rows.append(EditedRow(change, before: row.before))
                    continue
                }
                var row = try carryOut(change, of: changes, in: database) {
                    try $0.map { try self.table($0, in: database) } ?? table
                }
                if change.isRestoring { (gone, row.others) = (gone + (row.others ?? []), []) }
                rows.append(row)
                // A trigger can end the transaction. What follows it is undone, too.
                if !database.isInsideTransaction {
                    try database.beginTransaction(.immediate)
                    try database.execute(sql: "PRAGMA defer_foreign_keys = ON")
                }
                if !database.refersToMissingRows { unsettled = nil } else { unsettled = unsettled ?? rows.count - 1 }
            }
            if rows.count > 1, table.hasTriggers { try table.readAgain(&rows, in: database) }
            if let unsettled {
                for index in rows.indices.reversed() where index >= unsettled && rows[index].failure == nil {
                    let own = try rows[index].change.table.map { try self.table($0, in: database) } ?? table
                    let issues = try own.brokenReferences(of: rows[index], in: database)
                    // Every row that refers to a missing one is named, or else the one that others refer to.
                    if !issues.isEmpty { rows[index].failure = .invalid(issues) }
                }
                if rows.allSatisfy({ $0.failure == nil }) {
                    rows[unsettled].failure = .invalid(try table.referrers(in: database))
                }
            }
            let isDone = rows.allSatisfy { $0.failure == nil }
            guard isDone || isRehearsal else { throw RowEditError(rows) }
            try history?.add(rows, of: table.description.name, by: author, in: database)
            return (rows, commits: !isRehearsal)
        }
    }

    func choices(ofColumn column: String, matching text: String) async throws -> [RowChoice] {
        try await source.file.readInBackground(within: source.configuration.queryTimeout) { [self] database, _ in
            try table(source.name, in: database).choices(
                of: column, matching: text, limit: 50, source.configuration, in: database)
        }
    }

    func past(ofRow id: String) async throws -> [PastChange]? {
        guard let history = writer.history else { return nil }
        return try await source.file.readInBackground(within: source.configuration.queryTimeout) {
            [name = source.name] database, _ in
            try history.past(ofRow: id, of: name, in: database)
        }
    }

    /// Carries out a change, with what the file does to other rows.
    ///
    /// - Parameters:
    ///   - change: The change.
    ///   - changes: All changes of the request.
    ///   - table: Returns the table of a name; that of the editor for nil.
    private func carryOut(
        _ change: RowChange, of changes: [RowChange], in database: Database,
        on table: (String?) throws -> WritableTable
    ) throws -> EditedRow {
        let own = try table(change.table)
        guard change.kind == .delete, !own.referring.isEmpty, let row = try own.row(change.id, in: database) else {
            return try own.carryOut(change, in: database)
        }
        var found = CascadedRows(of: row, in: own.description.name, defersReferences: true)
        while let (name, id) = found.next() {
            let referred = try table(name)
            for (other, key) in referred.referring {
                let rows = try? table(other).rows(referringBy: key, to: id, of: referred, in: database)
                found.add(rows, of: other, isDeleted: key.cascades == true)
            }
        }
        // A row that was added is not taken back once others refer to it, unless they were added with it.
        let isAlone = found.others?.allSatisfy { other in
            changes.contains { $0.isRestoring && $0.deletes(other, in: $0.table ?? source.name) }
        }
        if change.isRestoring, isAlone != true { return EditedRow(change, failure: .otherState) }
        var edited = try own.carryOut(change, in: database)
        edited.others = found.others
        for (index, other) in (found.others ?? []).enumerated() where other.change.kind == .change {
            edited.others?[index].after = try table(other.change.table).row(other.change.id, in: database)
        }
        return edited
    }

    /// Returns a table as the file describes it now.
    private func table(_ name: String, in database: Database) throws -> WritableTable {
        // Another file that replaces this one can have the same version.
        var cursor = try database.cursor(
            """
            SELECT v.schema_version, s.sql FROM pragma_schema_version AS v
            LEFT JOIN main.sqlite_schema AS s ON s.name = ? COLLATE NOCASE AND s.type = 'table'
            """,
            [SQLValue(name)])
        let schema = try cursor.next() ? [cursor.value(at: 0), cursor.value(at: 1)] : []
        if let known = known.locked({ $0[ExactString(name)] }), known.schema == schema { return known.table }
        let description = try Catalog.description(of: Catalog.requireEntry(named: name, in: database), in: database)
        let table = try WritableTable(description, source.configuration, in: database)
        known.locked { $0[ExactString(name)] = (schema, table) }
        return table
    }
}

/// A table of a file whose rows can be changed.
struct WritableTable: Sendable {
    let description: TableDescription
    private(set) var editable: EditableTable
    let checks: [CheckConstraint]
    /// A Boolean value that indicates whether a change can change other rows of the table.
    let hasTriggers: Bool
    /// The foreign keys by which the deletion of a row deletes or changes rows, with the names of their tables.
    let referring: [(table: String, key: ForeignKey)]
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
        referring = try Catalog.foreignKeys(to: table.name, in: database).filter { $0.key.cascades != nil }
            .map { ($0.table.name, $0.key) }
        editable = try EditableTable(table, checks, in: database)
    }

    // MARK: - Reading

    /// Returns the values by which the row of an identifier is found; nil if there is no such row.
    func keys(ofRow id: String, in database: Database) throws -> [SQLValue]? {
        try RowKey(text: id).flatMap { try reader.keys(ofRowWith: $0, in: database) }
    }

    /// Returns the values by which the row with the primary key of a change is found; nil if there is no such row.
    private func keys(ofRowOf change: RowChange, in database: Database) throws -> [SQLValue]? {
        guard let key = editable.key(of: change) else { return nil }
        let condition = editable.key.map { "t.\(QuotedIdentifier.quoted($0)) = ?" }.joined(separator: " AND ")
        var cursor = try database.cursor(
            "SELECT \(keys.joined(separator: ", ")) FROM main.\(QuotedIdentifier.quoted(description.name)) AS t WHERE \(condition)",
            key)
        return try cursor.next() ? keys.indices.map { cursor.value(at: $0) } : nil
    }

    /// Returns the row of an identifier; nil if there is none.
    func row(_ id: String?, in database: Database) throws -> StoredRow? {
        try id.flatMap { try keys(ofRow: $0, in: database) }.flatMap { try row($0, in: database) }
    }

    /// Returns the rows that refer by a foreign key to a row of another table, or of the same one.
    func rows(
        referringBy key: ForeignKey, to id: String, of other: WritableTable, in database: Database
    ) throws -> [StoredRow] {
        let pairs = zip(key.referredColumns ?? other.description.primaryKeyNames, key.columns).map {
            "o.\(QuotedIdentifier.quoted($0)) = t.\(QuotedIdentifier.quoted($1))"
        }
        let condition = (pairs + other.keys.map { "o.\($0) = ?" }).joined(separator: " AND ")
        let tables = [other, self].map { "main.\(QuotedIdentifier.quoted($0.description.name))" }
        var cursor = try database.cursor(
            """
            SELECT \(keys.map { "t.\($0)" }.joined(separator: ", ")) FROM \(tables[0]) AS o JOIN \(tables[1]) AS t
            ON \(condition) LIMIT \(CascadedRows.limit + 1)
            """, other.keys(ofRow: id, in: database) ?? [])
        var found: [[SQLValue]] = []
        while try cursor.next() { found.append(keys.indices.map { cursor.value(at: $0) }) }
        return try found.compactMap { try row($0, in: database) }
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

    /// Returns a row with whole values; nil if there is none.
    func row(_ key: [SQLValue], in database: Database) throws -> StoredRow? {
        let row = try database.withMaxValueBytes(Self.maxRowBytes) { try wholeRow(key, in: database) }
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

    /// Carries out a change, or tells why it cannot be done.
    ///
    /// - Throws: An error that ends the transaction, such as that of a full disk.
    func carryOut(_ change: RowChange, in database: Database) throws -> EditedRow {
        let key =
            switch change.kind {
            case .insert: nil as [SQLValue]?
            case .put: try keys(ofRowOf: change, in: database)
            case .change, .delete: try change.id.flatMap { try keys(ofRow: $0, in: database) }
            }
        let row = try key.flatMap { try self.row($0, in: database) }
        let change = change.settled(on: row)
        let values: [Field]
        // A row without a whole key is named by its rowid, which another row can get.
        let hasKey = !editable.key.isEmpty && change.id.flatMap { RowKey(text: $0) }?.isRowid != true
        switch editable.step(of: change, on: row, hasKey: hasKey) {
        case .fail(let failure): return EditedRow(change, before: row, failure: failure)
        case .keep: return EditedRow(change, before: row, after: row)
        case .write(let fields): values = fields
        }
        do {
            let written = try write(values, of: change, at: key ?? [], in: database)
            // The row is read again, because triggers change it after RETURNING.
            let after = change.kind == .delete ? nil : try written.flatMap { try self.row($0, in: database) }
            guard change.kind == .delete || after != nil else {
                return EditedRow(change, before: row, failure: .invalid([Self.lostRow]))
            }
            return EditedRow(change, before: row, after: after)
        } catch let error as DatabaseError {
            guard let issues = try issues(of: error, change, in: database) else { throw error }
            return EditedRow(change, before: row, failure: .invalid(issues))
        }
    }

    /// Runs the statement of a change, and returns the key of the row afterwards; nil for a deleted row.
    private func write(
        _ values: [Field], of change: RowChange, at key: [SQLValue], in database: Database
    ) throws -> [SQLValue]? {
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
        if change.kind == .insert, isKeyedByRowid {
            // RETURNING takes longer than the rest.
            var cursor = try database.cursor(sql, arguments)
            _ = try cursor.next()
            guard database.changesCount > 0 else { throw Self.ignored }
            return [.integer(database.lastInsertedRowID)]
        }
        if change.kind != .insert { arguments += key }
        var cursor = try database.cursor("\(sql) RETURNING \(keys.joined(separator: ", "))", arguments)
        var written: [SQLValue]?
        while try cursor.next() { written = keys.indices.map { cursor.value(at: $0) } }
        guard written != nil else { throw Self.ignored }
        return change.kind == .delete ? nil : written
    }

    private var hasKeysInColumns: Bool {
        let names = description.columnNames.map(QuotedIdentifier.quoted)
        return keys.allSatisfy { key in names.contains { QuotedIdentifier.matches($0, key) } }
    }

    private var condition: String { keys.map { "t.\($0) = ?" }.joined(separator: " AND ") }

    /// Reads the rows as they are at the end of all changes. A trigger for a later row can have changed an earlier one.
    func readAgain(_ rows: inout [EditedRow], in database: Database) throws {
        for index in rows.indices where rows[index].failure == nil && rows[index].change.table == nil {
            guard let id = rows[index].after?.id else { continue }
            rows[index].after = try row(id, in: database)
            if rows[index].after == nil { rows[index].failure = .invalid([Self.lostRow]) }
        }
    }

    /// The fault of a row that is not found after it was written.
    private static var lostRow: Issue {
        let reason = "a trigger of the table removed it, or gave it another key"
        return Issue("", "SQLite cannot write the row: \(reason).")
    }

    /// The error of a statement that changed nothing, because of `RAISE(IGNORE)`.
    private static let ignored = DatabaseError(
        resultCode: .SQLITE_CONSTRAINT, message: "a trigger of the table ignored the change")
}

extension RowChange {
    /// Returns whether the change deletes a row that went with another one, as it was then.
    fileprivate func deletes(_ row: EditedRow, in table: String) -> Bool {
        guard kind == .delete, row.change.kind == .delete, let before = row.before else { return false }
        return id?.isExactly(before.id) == true && row.change.table?.isExactly(table) == true
            && seen == .tags([before.tag])
    }

    fileprivate var restoresRowid: Bool {
        isRestoring && kind == .insert && id.flatMap { RowKey(text: $0) }?.isRowid == true
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
