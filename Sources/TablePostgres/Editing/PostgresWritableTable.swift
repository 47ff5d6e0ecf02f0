import Bytes
import CascadingTable
import TableDatabase

/// A table whose rows can be changed, as far as the role may.
struct PostgresWritableTable: WritableTable {
    let relation: Relation
    private(set) var editable: EditableTable
    let reader: RelationReader
    let database: PostgresDatabase
    /// The columns whose numbers the database always chooses, unless a row comes back.
    private let identities: [String]
    private let canDelete: Bool
    let hasTriggers: Bool
    /// The foreign keys by which the deletion of a row deletes or changes others, with the path segments of their tables.
    private let referring: [(segment: String, key: RelationForeignKey)]
    var isReferred: Bool { !referring.isEmpty }
    let followedColumns: [String]
    var name: String { relation.name.segment }
    /// A Boolean value that indicates whether the role may read all columns.
    private let isWhole: Bool
    /// A Boolean value that indicates whether the role may lock rows.
    private let canLock: Bool
    /// The length of a row in bytes, as SQL.
    private let size: String

    init(_ relation: Relation, in database: PostgresDatabase) async throws {
        (self.relation, self.database) = (relation, database)
        var limits = database.limits
        // A row that is compared has whole values.
        limits.maxValueBytes = .max
        reader = try RelationReader(relation, of: database, limits: limits)
        let result = try await database.run(
            [SQLStatement(Self.description, [SQLValue("\(relation.number)")])], within: limits.queryTimeout)[0]
        var (columns, identities): ([EditableColumn], [String]) = ([], [])
        for row in 0..<result.rowCount {
            guard let column = result.string(row, 0).flatMap(relation.column(named:)) else { continue }
            let choices = result.list(row, 4) + result.list(row, 5).flatMap(Self.choices)
            var editable = EditableColumn(
                name: column.name, type: column.type, kind: column.fieldKind(choices), isNullable: column.isNullable)
            editable.isGenerated = result.string(row, 1) == "t"
            if result.string(row, 2) == "a" { identities.append(column.name) }
            editable.defaultText = result.string(row, 3)
            editable.convertsNumbers = column.encoding.isNumber
            editable.isExact = editable.convertsNumbers
            editable.isJSON = column.encoding == .json
            if result.string(row, 6) != "t" { editable.refusedKinds.insert(.insert) }
            if result.string(row, 7) != "t" { editable.refusedKinds.insert(.change) }
            editable.reference = relation.foreignKeys.first { $0.columns.contains(where: column.name.isExactly) }
                .map(\.referred.title)
            columns.append(editable)
        }
        self.identities = identities
        isWhole = columns.count == result.rowCount
        let foreignKeys = try await database.catalog.foreignKeys(to: relation.number)
        referring = foreignKeys.filter { $0.key.cascades != nil }.map { ($0.table.segment, $0.key) }
        followedColumns = foreignKeys.filter(\.key.follows).flatMap(\.key.referredColumns)
        editable = EditableTable(name: relation.title, columns: columns, key: relation.key)
        editable.rule = database.rules?.rule(for: relation.title)
        canDelete = result.rowCount > 0 && result.string(0, 8) == "t"
        hasTriggers = result.rowCount > 0 && result.string(0, 9) == "t"
        canLock = columns.contains { !$0.refusedKinds.contains(.change) }
        let lengths = relation.columns.filter { !$0.encoding.isNumber }.map { column in
            let isBytes = column.encoding == .bytes
            return " + coalesce(octet_length(\(column.expression)\(isBytes ? "" : "::text")), 0)"
        }
        size = "0::bigint\(lengths.joined())"
    }

    /// The kinds of changes that the role cannot do.
    var refusedKinds: Set<RowChange.Kind> {
        let kinds: [RowChange.Kind] = [.insert, .change].filter { kind in
            !editable.columns.contains { !$0.refusedKinds.contains(kind) }
        }
        return Set(kinds + (canDelete ? [] : [.delete]))
    }

    /// A Boolean value that indicates whether the role can do anything with the rows.
    var isEditable: Bool { reader.readsByKey && refusedKinds.count < 3 }

    // MARK: - Reading

    /// The limit in bytes of a row that is edited. Forms and answers hold several copies of it.
    private static let maxRowBytes = 16 << 20

    func key(ofRow id: String, in edit: PostgresEdit) -> [SQLValue]? { try? reader.values(ofKey: id) }

    func key(ofRowWith primaryKey: [SQLValue], in edit: PostgresEdit) -> [SQLValue]? { primaryKey }

    func row(at key: [SQLValue], locks: Bool, in edit: PostgresEdit) async throws -> StoredRow? {
        do { return try await row(reader.row(withKey: key), locks: locks, in: edit) } catch let error as PostgresError
            where error.isOfFormat && edit.isReading
        { return nil }
    }

    private func row(_ query: SQLQuery, locks: Bool, in edit: PostgresEdit) async throws -> StoredRow? {
        let source = "FROM \(relation.source) WHERE (\(query.condition))"
        let lock = locks && canLock ? " FOR UPDATE" : ""
        // Another program can replace a row by one with its key.
        for _ in 0..<2 {
            let selected = "SELECT \(reader.selected) \(source) AND \(size) <= \(Self.maxRowBytes)\(lock)"
            let result = try await edit.run(selected, query.arguments)
            guard result.rowCount <= 1 else {
                throw TableViewError(
                    .notEditable, "\(relation.title) cannot be edited, because several rows have this key.")
            }
            if result.rowCount == 1 { return storedRow(0, of: result) }
            let rest = try await edit.run("SELECT \(size) > \(Self.maxRowBytes) \(source)", query.arguments)
            guard rest.rowCount > 0 else { return nil }
            guard rest.string(0, 0) == "f" else {
                let limit = Self.maxRowBytes >> 20
                throw TableViewError(
                    .notEditable, "The row is too large to be edited here. Its values have more than \(limit) MB.")
            }
        }
        throw PostgresError("42501", reason: "the row may only be read")
    }

    func matches(_ condition: SQLCondition, at key: [SQLValue], in edit: PostgresEdit) async throws -> Bool {
        let query = reader.row(withKey: key)
        let holds = condition.text(after: query.arguments.count, .postgreSQL)
        return try await edit.run(
            "SELECT 1 FROM \(relation.source) WHERE (\(query.condition)) AND \(holds)",
            query.arguments + condition.arguments
        ).rowCount > 0
    }

    private func storedRow(_ row: Int, of result: any SQLResult) -> StoredRow {
        let fields = zip(relation.columns, reader.values(row, of: result)).map { Field($0.name, $1) }
        return StoredRow(id: reader.keyText(row, of: result) ?? "", fields)
    }

    func columns(referringTo table: String) -> [String] {
        relation.foreignKeys.filter { $0.referred.segment.isExactly(table) }.flatMap(\.columns)
    }

    func rows(
        referringTo id: String, in edit: PostgresEdit
    ) async throws -> [(rows: [StoredRow]?, table: String, isDeleted: Bool)] {
        guard let values = key(ofRow: id, in: edit) else { return [] }
        var found: [(rows: [StoredRow]?, table: String, isDeleted: Bool)] = []
        for (segment, key) in referring {
            // The role may not be allowed to read the table.
            let other = try? await edit.table(segment)
            let rows = try await other?.rows(referringBy: key, to: reader.row(withKey: values), of: self, in: edit)
            found.append((rows ?? nil, segment, key.cascades == true))
        }
        return found
    }

    /// Returns the rows that refer by a foreign key to a row of another table, or of the same one, and locks them; nil if they
    /// are too many, or the role could not put them back.
    private func rows(
        referringBy key: RelationForeignKey, to query: SQLQuery, of other: PostgresWritableTable, in edit: PostgresEdit
    ) async throws -> [StoredRow]? {
        let kind: RowChange.Kind = key.cascades == true ? .insert : .change
        guard reader.readsByKey, isWhole,
            editable.columns.allSatisfy({ $0.isGenerated || !$0.refusedKinds.contains(kind) })
        else { return nil }
        let names = [key.columns, key.referredColumns].map { names in
            names.map { "t.\(QuotedIdentifier.quoted($0))" }.joined(separator: ", ")
        }
        let rows = """
            FROM \(relation.source) WHERE (\(names[0]))
            IN (SELECT \(names[1]) FROM \(other.relation.source) WHERE \(query.condition))
            """
        let sums = "count(*), sum(\(size)) > \(Self.maxRowBytes)"
        let check = try await edit.run("SELECT \(sums) \(rows)", query.arguments)
        guard let count = check.integer(0, 0), count <= CascadedRows.limit,
            check.string(0, 1) != "t"
        else { return nil }
        let lock = canLock ? " FOR UPDATE" : ""
        let found = try await edit.run("SELECT \(reader.selected) \(rows)\(lock)", query.arguments)
        // A policy can hide rows from those that lock them.
        return found.rowCount == count ? (0..<count).map { storedRow($0, of: found) } : nil
    }

    func choices(
        of column: String, matching text: String, limit: Int, in edit: PostgresEdit
    ) async throws -> [RowChoice] {
        let key = relation.foreignKeys.first { $0.columns.count == 1 && $0.columns[0].isExactly(column) }
        let references = RelationReferences(driver: database, relation: relation, folder: "")
        guard let key, let other = try await references.referred(by: [key])[key.referred],
            let referred = key.referredColumns.first.flatMap(other.column(named:))
        else { return [] }
        let statement = ChoiceStatement(
            matching: text, limit: limit, from: other.source, other.arguments, value: "\(referred.expression)::text",
            label: other.label(besides: key.referredColumns, database), .postgreSQL)
        let result = try await edit.run(statement.sql, statement.arguments)
        return (0..<result.rowCount).map { row in
            RowChoice(value: result.string(row, 0) ?? "", label: result.string(row, 1) ?? "")
        }
    }

    // MARK: - Writing

    /// Locks the rows of a list in the order of their identifiers, so that two lists do not wait for each other.
    func lock(_ changes: [RowChange], in edit: PostgresEdit) async throws {
        guard canLock else { return }
        let own = changes.filter { $0.kind != .insert && $0.table == nil }
        let ids = Set(own.compactMap { $0.id.map { ExactString($0) } })
        let statements = ids.map(\.wrappedValue).sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) }
            .compactMap { key(ofRow: $0, in: edit) }.map { key in
                let query = reader.row(withKey: key)
                return SQLStatement(
                    "SELECT FROM \(relation.source) WHERE \(query.condition) FOR UPDATE", query.arguments)
            }
        let begin = SQLStatement("SAVEPOINT cascade_locks")
        do { _ = try await edit.run([begin] + statements) } catch let error as PostgresError
            where error.isOfFormat
        {
            // The row of such a key is told in its turn.
            _ = try await edit.run("ROLLBACK TO SAVEPOINT cascade_locks")
        }
    }

    func write(
        _ fields: [Field], to row: inout EditedRow, at key: [SQLValue], in edit: PostgresEdit
    ) async throws -> [SQLValue]? {
        let change = row.change
        if change.kind == .delete, !canDelete { throw PostgresError("42501", reason: "the role may not delete rows") }
        let bytes = fields.filter { field in
            guard case .bytes = field.value else { return false }
            return editable.column(named: field.name)?.kind != .file()
        }
        guard bytes.isEmpty else {
            row.failure = .invalid(bytes.compactMap(refusal(of:)))
            return nil
        }
        var fields = fields
        if change.isRestoring, change.kind == .insert {
            fields += change.values.filter { identities.contains(where: $0.name.isExactly) }
        }
        let statement = statement(change, fields, at: change.kind == .insert ? nil : reader.row(withKey: key))
        let written = try await edit.run([statement])[0]
        guard written.rowCount > 0 else {
            row.failure = failure("a trigger or policy of the table ignored the change")
            return nil
        }
        guard change.kind == .delete else { return written.texts(0) }
        guard canLock || storedRow(0, of: written).tag == row.before?.tag else { throw PostgresError.outdated }
        return key
    }

    /// Returns the statement of a change. It returns the key of the row, or a deleted row.
    private func statement(_ change: RowChange, _ fields: [Field], at query: SQLQuery?) -> SQLStatement {
        var arguments = query?.arguments ?? []
        var (names, places): ([String], [String]) = ([], [])
        for field in fields {
            // Without a cast, a text that is too long is refused and not cut.
            if case .boolean(let boolean) = field.value {
                arguments.append(SQLValue(boolean ? "true" : "false"))
            } else {
                arguments.append(field.value.written ?? .null)
            }
            names.append(QuotedIdentifier.quoted(field.name))
            places.append("$\(arguments.count)")
        }
        let condition = "WHERE \(query?.condition ?? "false")"
        let sql =
            switch change.kind {
            case .insert where names.isEmpty: "INSERT INTO \(relation.source) DEFAULT VALUES"
            case .insert:
                "INSERT INTO \(relation.source) (\(names.joined(separator: ", ")))\(change.isRestoring ? " OVERRIDING SYSTEM VALUE" : "") VALUES (\(places.joined(separator: ", ")))"
            case .change, .put:
                "UPDATE \(relation.source) SET \(zip(names, places).map { "\($0) = \($1)" }.joined(separator: ", ")) \(condition)"
            case .delete: "DELETE FROM \(relation.source) \(condition)"
            }
        let returned = change.kind == .delete ? reader.selected : reader.keyExpressions.joined(separator: ", ")
        return SQLStatement("\(sql) RETURNING \(returned)", arguments)
    }

    /// The columns of a table: whether the database computes them, their identity, default, labels of the type, checks, what
    /// the role may do, and whether the table has triggers.
    private static let description = """
        SELECT a.attname, a.attgenerated <> '' OR a.attidentity = 'a', a.attidentity,
            CASE WHEN a.attidentity <> '' OR pg_get_expr(d.adbin, d.adrelid) LIKE 'nextval(%' THEN 'the next number'
                WHEN a.attgenerated = '' THEN pg_get_expr(d.adbin, d.adrelid) END,
            (SELECT string_agg(e.enumlabel, chr(31) ORDER BY e.enumsortorder) FROM pg_enum e
                WHERE e.enumtypid = coalesce(nullif(t.typbasetype, 0), t.oid)),
            (SELECT string_agg(pg_get_expr(k.conbin, k.conrelid), chr(31)) FROM pg_constraint k
                WHERE k.conrelid = a.attrelid AND k.contype = 'c' AND k.conkey = ARRAY[a.attnum]),
            has_column_privilege(c.oid, a.attnum, 'INSERT') AND pg_relation_is_updatable(c.oid, false) & 8 <> 0,
            has_column_privilege(c.oid, a.attnum, 'UPDATE') AND pg_relation_is_updatable(c.oid, false) & 4 <> 0,
            has_table_privilege(c.oid, 'DELETE') AND pg_relation_is_updatable(c.oid, false) & 16 <> 0,
            EXISTS (SELECT FROM pg_trigger g WHERE g.tgrelid = c.oid AND NOT g.tgisinternal AND g.tgname <> 'cascade_watch')
        FROM pg_attribute a JOIN pg_class c ON c.oid = a.attrelid JOIN pg_type t ON t.oid = a.atttypid
        LEFT JOIN pg_attrdef d ON d.adrelid = a.attrelid AND d.adnum = a.attnum
        WHERE a.attrelid = $1::oid AND a.attnum > 0 AND NOT a.attisdropped ORDER BY a.attnum
        """
}

extension RelationColumn {
    /// Returns the kind of the values in a form.
    fileprivate func fieldKind(_ choices: [String]) -> TableViewEditableField.Kind {
        if !choices.isEmpty { return .choice(choices) }
        return switch encoding {
        case .boolean: .boolean
        case .bytes: .file()
        case .date: .date
        case .json: .multilineText
        case .integer: .integer
        case .float, .numeric: .decimal
        case .timestamp, .text: .text
        }
    }
}
