import Bytes
import CascadingTable
import LocalizedMessages
import TableDatabase

extension PostgresWritableTable {
    private typealias Issue = TableViewValidationError.Issue

    private static func issue(_ error: PostgresError, at column: String) -> Issue {
        Issue(column, "PostgreSQL cannot write the row: \(error.explanation).")
    }

    func failure(_ reason: String) -> EditedRow.Failure {
        .invalid([Issue("", "PostgreSQL cannot write the row: \(reason).")])
    }

    func noSuchRow(_ id: String) -> any Error { reader.noSuchRow(id) }

    /// Returns why a change failed, at the columns that are at fault.
    func failure(of row: EditedRow, _ error: PostgresError) async throws -> EditedRow.Failure {
        let change = row.change
        // The identifier is none of this table.
        if error.isOfFormat, row.before == nil, ![.insert, .put].contains(change.kind),
            case .fail(let failure) = editable.step(of: change, on: nil, hasKey: !editable.key.isEmpty)
        {
            return failure
        }
        let constraint = try await constraint(of: error)
        let names = (constraint?.isOwn == true ? constraint?.columns ?? [] : []).filter {
            editable.column(named: $0) != nil
        }
        func issues(_ message: LocalizedMessage) -> EditedRow.Failure {
            .invalid(names.isEmpty ? [Issue("", message)] : names.map { Issue($0, message) })
        }
        if let comment = constraint?.comment { return issues(LocalizedMessage(verbatim: comment)) }
        switch error.code {
        case "23502":
            guard let column = error.column, isOwn(error), editable.column(named: column) != nil else { break }
            return .invalid([Issue(column, "Enter a value. NULL is not allowed.")])
        case "23505":
            let list = names.joined(separator: ", ")
            return switch names.count {
            case 0: .invalid([Issue("", "Another row has these values already: \(error.reason).")])
            case 1: issues("Another row has this value already. It must be unique.")
            default: issues("Another row has these values of \(list) already. They must be unique.")
            }
        case "23514":
            guard let expression = constraint?.expression else { break }
            let choices = Self.choices(expression)
            if choices.isEmpty {
                return issues("The value must match the rule of the table: \(expression.withoutParentheses).")
            }
            let list = choices.joined(separator: ", ")
            return issues("Use one of: \(list).")
        case "23503":
            guard let constraint else { break }
            let isHere = change.values.contains { field in names.contains(where: field.name.isExactly) }
            if change.kind != .delete, isHere || change.kind == .insert, !names.isEmpty {
                let table = constraint.referredTable
                return issues("There is no such row in \(table).")
            }
            guard constraint.refersHere, let table = error.table else { break }
            let list = RelationName(postgres: table, in: error.schema ?? "public").title
            return .invalid([Issue("", "Rows of other tables refer to this row: \(list).")])
        case "P0001":
            let sentences = error.details.isEmpty ? error.reason : "\(error.explanation)."
            return .invalid([Issue("", LocalizedMessage(verbatim: sentences))])
        default: break
        }
        if error.isOfFormat || ["42804", "42846", "23514"].contains(error.code) {
            var refused: [Issue] = []
            for field in change.values {
                guard let error = try await refusalError(of: field) else { continue }
                let isOfType = ["22P02", "22007"].contains(error.code)
                if let issue = isOfType ? refusal(of: field) : Self.issue(error, at: field.name) {
                    refused.append(issue)
                }
            }
            if !refused.isEmpty { return .invalid(refused) }
        }
        return names.isEmpty ? failure(error.reason) : issues("PostgreSQL cannot write the row: \(error.reason).")
    }

    /// Sets the failure of the row that a deferred constraint probably means.
    func blame(_ error: PostgresError, on rows: inout [EditedRow]) async throws {
        let columns = try await constraint(of: error).map { $0.isOwn ? $0.columns : [] } ?? []
        let done = rows.indices.filter { rows[$0].failure == nil }
        let index = done.first { index in
            columns.isEmpty
                ? rows[index].change.kind == .delete
                : rows[index].change.values.contains { field in columns.contains(where: field.name.isExactly) }
        }
        guard let index = index ?? done.first else { return }
        (rows[index].failure, rows[index].after) = (try await failure(of: rows[index], error), nil)
    }

    /// Returns the sentence about a value that its column does not accept.
    func refusal(of field: Field) -> TableViewValidationError.Issue? {
        guard let column = editable.column(named: field.name) else { return nil }
        guard case .choice(let choices) = column.kind else {
            return Issue(field.name, "The column takes only values of the type \(column.type).")
        }
        let list = choices.joined(separator: ", ")
        return Issue(field.name, "Use one of: \(list).")
    }

    /// Returns why a value is none of its column's type; nil if it is one.
    private func refusalError(of field: Field) async throws -> PostgresError? {
        guard let column = editable.column(named: field.name), let value = field.value.written, value != .null else {
            return nil
        }
        // A cast cuts a text that is too long.
        if let length = column.type.wholeMatch(of: /character(?: varying)?\((\d+)\)/).flatMap({ Int($0.output.1) }) {
            let text = (value.string ?? "").unicodeScalars
            guard !text.contains("\0") else { return PostgresError("22P02", reason: "") }
            let error = PostgresError("22001", reason: "value too long for type \(column.type)")
            return text.count > length ? error : nil
        }
        do {
            _ = try await database.revert(
                SQLStatement("SELECT $1::\(column.type)", [value]), within: database.configuration.queryTimeout)
            return nil
        } catch let error as PostgresError where error.isOfRow {
            return error
        }
    }

    /// Returns whether an error is about this table, or one of its partitions.
    private func isOwn(_ error: PostgresError) -> Bool {
        relation.kind == .partitioned
            || error.table == relation.name.name && error.schema == relation.name.postgresSchema
    }

    // MARK: - Constraints

    /// A constraint or unique index that was violated.
    private struct Constraint {
        var columns: [String]
        var expression: String?
        /// The comment on the rule (`COMMENT ON CONSTRAINT`); nil for none.
        var comment: String?
        var referredTable: String
        /// A Boolean value that indicates whether it belongs to this table or one of its partitions.
        var isOwn: Bool
        /// A Boolean value that indicates whether it refers to this table.
        var refersHere: Bool
    }

    private func constraint(of error: PostgresError) async throws -> Constraint? {
        guard let name = error.constraint, let schema = error.schema, let table = error.table else { return nil }
        let result = try await database.run(
            [
                SQLStatement(
                    Self.constraints,
                    [SQLValue(name), SQLValue(schema), SQLValue(table), SQLValue("\(relation.number)")])
            ],
            within: database.configuration.queryTimeout)[0]
        guard result.rowCount > 0 else { return nil }
        return Constraint(
            columns: result.list(0, 0), expression: result.string(0, 1), comment: result.string(0, 6),
            referredTable: RelationName(
                postgres: result.string(0, 3) ?? "", in: result.string(0, 2) ?? "public"
            ).title,
            isOwn: result.string(0, 4) == "t", refersHere: result.string(0, 5) == "t")
    }

    private static let constraints = """
        WITH tables AS (
            SELECT c.oid, c.oid = $4::oid OR EXISTS (SELECT FROM pg_partition_ancestors(c.oid) p WHERE p.relid = $4::oid) AS own
            FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace WHERE n.nspname = $2 AND c.relname = $3)
        SELECT (SELECT string_agg(a.attname, chr(31) ORDER BY u.place)
                FROM unnest(x.columns) WITH ORDINALITY AS u(number, place)
                JOIN pg_attribute a ON a.attrelid = t.oid AND a.attnum = u.number),
            x.expression, n.nspname, f.relname, t.own,
            f.oid = $4::oid OR EXISTS (SELECT FROM pg_partition_ancestors(f.oid) p WHERE p.relid = $4::oid), x.comment
        FROM tables t JOIN (
            SELECT conrelid, conkey, pg_get_expr(conbin, conrelid), confrelid, obj_description(oid, 'pg_constraint')
                FROM pg_constraint WHERE conname = $1
            UNION ALL SELECT indrelid, indkey::int2[], NULL, 0, NULL FROM pg_index i JOIN pg_class c ON c.oid = i.indexrelid
                WHERE c.relname = $1) AS x(relation, columns, expression, referred, comment) ON x.relation = t.oid
        LEFT JOIN pg_class f ON f.oid = x.referred LEFT JOIN pg_namespace n ON n.oid = f.relnamespace LIMIT 1
        """

    /// Returns the texts of an expression that allows certain texts only; empty for other expressions.
    static func choices(_ expression: String) -> [String] {
        let list =
            /\(+(?:"(?:[^"]|"")+"|[a-z_0-9]+)\)?(?:::text)? = ANY \(+ARRAY\[((?:'(?:[^']|'')*'::[a-z ]+(?:, )?)+)\]\)?(?:::text\[\])?\)+/
        guard let texts = expression.wholeMatch(of: list)?.output.1 else { return [] }
        return texts.matches(of: /'((?:[^']|'')*)'/).map { String($0.output.1).replacing("''", with: "'") }
    }
}

extension String {
    /// The expression without the parentheses that the database writes around it.
    fileprivate var withoutParentheses: String {
        hasPrefix("(") && hasSuffix(")") ? String(dropFirst().dropLast()) : self
    }
}
