import Bytes
import CascadingTable
import TableDatabase
package import TableFiles

/// The import into a table of PostgreSQL.
extension TableImport {
    /// Reads a file, and writes its rows in one transaction. Cancelling the task undoes the import.
    ///
    /// - Parameters:
    ///   - source: The file of rows.
    ///   - database: The database, with editable tables. Its ``PostgresDatabase/Configuration/queryTimeout`` is the limit of
    ///     each statement, which writes up to 500 rows.
    ///   - report: Is called after some hundred rows.
    /// - Throws: `TableImportError` for rows that the table refuses, `TextFileError`, and ``PostgresError``.
    package func run(
        _ source: TextFile, into database: PostgresDatabase, report: Report = { _, _ in }
    ) async throws -> (file: TextFile, result: Result) {
        guard let pool = database.editPool else { throw TableImportError("The database is read-only.") }
        var source = source
        var result = Result(
            scan: try source.scan { progress in
                report(false, progress)
                try Task.checkCancellation()
            })
        let transaction = try await database.beginEdit(in: pool)
        let writer = try await PostgresRows(
            self, result.scan, source, in: transaction, database.configuration.queryTimeout)
        result.computed = writer.computed
        var reader = try source.rows()
        var (rows, rowCount, byteCount): ([PostgresRows.Row], Int, Int) = ([], 0, 0)
        while try reader.nextRow() {
            rowCount += 1
            rows.append(writer.row(reader))
            byteCount += reader.fields.reduce(0) { $0 + $1.end - $1.start }
            guard writer.isFull(rows.count, byteCount) else { continue }
            try await writer.write(rows[...], &result)
            (rows, byteCount) = ([], 0)
            report(true, .init(rowCount: rowCount, bytesRead: reader.bytesRead))
            try Task.checkCancellation()
        }
        try await writer.write(rows[...], &result)
        do { _ = try await writer.run(SQLStatement("SET CONSTRAINTS ALL IMMEDIATE")) } catch let error as PostgresError
            where error.isOfRow
        { throw TableImportError("\(error.explanation). Nothing was written.") }
        _ = try await writer.run(SQLStatement(isDryRun ? "ROLLBACK" : "COMMIT"))
        return (source, result)
    }
}

/// Writes rows of a file into a table of PostgreSQL, some at a time.
private struct PostgresRows {
    private let options: TableImport
    private let transaction: PostgresTransaction
    private let time: Duration
    private let types: [ColumnType]
    /// The columns of the file that are written, and those that identify rows, by their indices.
    private var (written, keys): ([Int], [Int]) = ([], [])
    /// The columns that the table computes.
    private(set) var computed: [String] = []
    /// The table, the beginning and the end of a statement that writes rows, and the beginning of one that counts those whose
    /// keys are there.
    private var (table, insertion, end, known) = ("", "", "", "")
    /// The condition of a row that is as in the file. Only triggers can skip a row silently.
    private var equal: String?

    /// A row of the file.
    struct Row {
        var line: Int
        var values: [SQLValue]
        var hasKey: Bool
    }

    /// Makes the table if needed.
    init(
        _ options: TableImport, _ scan: FileScan, _ source: TextFile, in transaction: PostgresTransaction,
        _ time: Duration
    ) async throws {
        (self.options, self.transaction, self.time) = (options, transaction, time)
        types = scan.columns.map(\.type)
        let names = scan.columns.map(\.name)
        guard !names.isEmpty else { throw TableImportError("The file has no columns.") }
        for key in options.keys {
            guard let index = names.firstIndex(where: key.isExactly) else {
                throw TableImportError("The file has no column \"\(key)\". Columns: \(names.joined(separator: ", ")).")
            }
            keys.append(index)
        }
        try await run(SQLStatement("SET CONSTRAINTS ALL DEFERRED"))
        let place = try await place()
        table = place.map(QuotedIdentifier.quoted).joined(separator: ".")
        let existing = try await run(SQLStatement(Self.columns, [SQLValue(table)]))
        var columns = names
        written = Array(names.indices)
        if existing.rowCount == 0 {
            let types = try zip(types, names.indices).map { type, index in
                try type == .dateTime && !source.hasTimeZone(inColumn: index) ? "timestamp" : type.postgreSQL
            }
            let definitions =
                zip(names, types).map { "\(QuotedIdentifier.quoted($0)) \($1)" }
                + (keys.isEmpty
                    ? [] : ["PRIMARY KEY (\(keys.map { QuotedIdentifier.quoted(names[$0]) }.joined(separator: ", ")))"])
            try await run(SQLStatement("CREATE TABLE \(table) (\(definitions.joined(separator: ", ")))"))
        }
        let all = (0..<existing.rowCount).map { existing.string($0, 0) ?? "" }
        for (index, name) in names.enumerated() where !all.isEmpty {
            guard
                let row = all.firstIndex(where: name.isExactly)
                    ?? all.firstIndex(where: { QuotedIdentifier.matches($0, name) })
            else {
                throw TableImportError(
                    "\(options.table) has no column \"\(name)\". Columns: \(all.joined(separator: ", ")).")
            }
            columns[index] = all[row]
            guard existing.string(row, 1) == "t" else { continue }
            computed.append(name)
            written.removeAll { $0 == index }
        }
        guard !written.isEmpty else {
            throw TableImportError("The file has only columns that \(options.table) computes.")
        }
        let quoted = columns.map(QuotedIdentifier.quoted)
        let targets = written.map { quoted[$0] }.joined(separator: ", ")
        // Numbers that the database gives are those of the file.
        let insert = "INSERT INTO \(table) AS t (\(targets)) OVERRIDING SYSTEM VALUE "
        insertion = insert + "VALUES "
        end = " RETURNING true"
        guard !keys.isEmpty else { return }
        let others = written.filter { !keys.contains($0) }.map { quoted[$0] }
        let list = keys.map { quoted[$0] }.joined(separator: ", ")
        let changes = others.map { "\($0) = excluded.\($0)" }.joined(separator: ", ")
        let differences = others.map { "t.\($0) IS DISTINCT FROM excluded.\($0)" }.joined(separator: " OR ")
        end =
            " ON CONFLICT (\(list)) DO "
            + (others.isEmpty ? "NOTHING" : "UPDATE SET \(changes) WHERE \(differences)") + end
        known = "SELECT count(*) FROM \(table) WHERE (\(list)) IN "
        if existing.rowCount > 0, existing.string(0, 2) == "t" {
            equal = written.enumerated().map { "\(quoted[$1]) IS NOT DISTINCT FROM $\($0 + 1)" }.joined(
                separator: " AND ")
        }
        do {
            let none = "SELECT \(targets) FROM \(table) WHERE false"
            try await run(SQLStatement("\(insert)\(none) ON CONFLICT (\(list)) DO NOTHING"))
        } catch let error as PostgresError where error.code == "42P10" {
            throw TableImportError(
                "\(options.table) may have several rows with one \(options.keys.joined(separator: ", ")). Make it unique: "
                    + "CREATE UNIQUE INDEX ON \(table) (\(list))")
        }
    }

    /// The columns of a table, whether the table computes them, and whether triggers see its rows.
    private static let columns = """
        SELECT a.attname, a.attgenerated <> '',
            EXISTS (SELECT FROM pg_trigger g WHERE g.tgrelid = a.attrelid AND NOT g.tgisinternal AND g.tgname <> 'cascade_watch')
        FROM pg_attribute a WHERE a.attrelid = to_regclass($1) AND a.attnum > 0 AND NOT a.attisdropped ORDER BY a.attnum
        """

    /// Returns the schema and the name of the table. A schema stands before a dot, if there is one of that name.
    private func place() async throws -> [String] {
        let parts = options.table.split(separator: ".", maxSplits: 1).map(String.init)
        guard parts.count == 2 else { return ["public", options.table] }
        let schema = SQLStatement("SELECT 1 FROM pg_namespace WHERE nspname = $1", [SQLValue(parts[0])])
        return try await run(schema).rowCount > 0 ? parts : ["public", options.table]
    }

    @discardableResult
    func run(_ statement: SQLStatement) async throws -> PostgresResult {
        try await transaction.run([statement], within: time)[0]
    }

    // MARK: - Rows

    /// Returns the current row of a reader.
    func row(_ reader: RowReader) -> Row {
        func field(_ index: Int) -> RowField { index < reader.fields.count ? reader.fields[index] : .null }
        let values = written.map { index -> SQLValue in
            let field = field(index)
            let bytes = Array(reader.bytes[field.start..<field.end])
            return switch field.kind {
            case .null: .null
            case .bytes: .blob(bytes)
            case _ where types[index] == .commaReal:
                .text(bytes.map { $0 == UInt8(ascii: ",") ? UInt8(ascii: ".") : $0 })
            default: .text(bytes)
            }
        }
        return Row(line: reader.line, values: values, hasKey: keys.allSatisfy { field($0).kind != .null })
    }

    /// The limits of rows that are written together. PostgreSQL has at most 65,535 arguments.
    private static let (maxRows, maxArguments, maxBytes) = (500, 60_000, 4 << 20)

    /// Returns whether no more rows are written together with some.
    func isFull(_ rowCount: Int, _ byteCount: Int) -> Bool {
        // Only single rows tell which one a trigger skips.
        equal != nil || rowCount >= min(Self.maxRows, max(Self.maxArguments / written.count, 1))
            || byteCount > Self.maxBytes
    }

    /// Writes rows. If the table refuses some, it is told which, since those before and after them are written apart.
    func write(_ rows: ArraySlice<Row>, _ result: inout TableImport.Result) async throws {
        guard let first = rows.first else { return }
        guard rows.allSatisfy(\.hasKey) else {
            guard rows.count == 1 else { return try await writeHalves(rows, &result) }
            return try reject(first, "the key is empty", &result)
        }
        var number = 0
        let values = rows.map { row in
            "(\(row.values.map { _ in number += 1; return "$\(number)" }.joined(separator: ", ")))"
        }
        let insert = SQLStatement(insertion + values.joined(separator: ", ") + end, rows.flatMap(\.values))
        do {
            let results = try await transaction.run(
                [SQLStatement("SAVEPOINT cascade_rows"), countingKeys(rows), insert], within: time)
            let (found, known) = (results[2], results[1].integer(0, 0) ?? 0)
            let isComplete = found.rowCount == rows.count
            if !isComplete, keys.isEmpty {
                throw PostgresError("09000", reason: "a trigger of the table skips the row")
            }
            if !isComplete, let equal {
                let row = SQLStatement("SELECT 1 FROM \(table) WHERE \(equal)", first.values)
                guard try await run(row).rowCount > 0 else {
                    return try reject(first, "a trigger of the table skips the row", &result)
                }
            }
            try await run(SQLStatement("RELEASE SAVEPOINT cascade_rows"))
            result.newCount += rows.count - known
            result.changedCount += found.rowCount - (rows.count - known)
            result.equalCount += rows.count - found.rowCount
        } catch let error as PostgresError where error.isOfRow {
            try await run(SQLStatement("ROLLBACK TO SAVEPOINT cascade_rows"))
            guard rows.count == 1 else { return try await writeHalves(rows, &result) }
            try reject(first, error.explanation, &result)
        }
    }

    /// Returns the statement that counts the rows whose keys are there; 0 without keys.
    private func countingKeys(_ rows: ArraySlice<Row>) -> SQLStatement {
        guard !keys.isEmpty else { return SQLStatement("SELECT 0") }
        let places = keys.compactMap { written.firstIndex(of: $0) }
        var arguments: [SQLValue] = []
        let list = rows.map { row in
            let values = places.map { place in
                arguments.append(row.values[place])
                return "$\(arguments.count)"
            }
            return "(\(values.joined(separator: ", ")))"
        }
        return SQLStatement("\(known)(\(list.joined(separator: ", ")))", arguments)
    }

    private func writeHalves(_ rows: ArraySlice<Row>, _ result: inout TableImport.Result) async throws {
        let middle = (rows.startIndex + rows.endIndex) / 2
        try await write(rows[..<middle], &result)
        try await write(rows[middle...], &result)
    }

    private func reject(_ row: Row, _ reason: String, _ result: inout TableImport.Result) throws {
        guard options.isDryRun else { throw TableImportError(line: row.line, reason) }
        result.refuse(line: row.line, reason)
    }
}

extension ColumnType {
    fileprivate var postgreSQL: String {
        switch self {
        case .integer: "bigint"
        case .real, .commaReal: "double precision"
        case .boolean: "boolean"
        case .date: "date"
        case .dateTime: "timestamptz"
        case .bytes: "bytea"
        case .text, .mixed: "text"
        }
    }
}

extension TextFile {
    /// Returns whether a time of a column has a time zone: it ends as in `12:30:00Z` or `12:30+01:00`.
    fileprivate func hasTimeZone(inColumn index: Int) throws -> Bool {
        var reader = try rows()
        while try reader.nextRow() {
            guard index < reader.fields.count else { continue }
            let time = reader.bytes[reader.fields[index].start..<reader.fields[index].end].dropFirst(10)
            if time.contains(where: { "Zz+-".utf8.contains($0) }) { return true }
        }
        return false
    }
}
