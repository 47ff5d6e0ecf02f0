import CascadingTable
import GRDB
import GRDBSQLite
import TableDatabase
package import TableFiles

/// The import into a table of a SQLite file.
extension TableImport {
    /// Reads a file, and writes its rows. Cancelling the task undoes the import.
    ///
    /// - Parameters:
    ///   - source: The file of rows.
    ///   - path: The path of the SQLite file, which is made if it does not exist.
    ///   - report: Is called after some thousand rows.
    /// - Throws: ``TableImportError`` for rows that the table refuses, `TextFileError`, and ``SQLiteTableError``.
    package func run(
        _ source: TextFile, into path: String, report: @escaping Report = { _, _ in }
    ) async throws -> (file: TextFile, result: Result) {
        var configuration = GRDB.Configuration()
        configuration.busyMode = .timeout(10)
        configuration.label = "TableImport"
        configuration.prepareDatabase { [isDurable] database in
            try SchemaAccess().beginWriting(in: database)
            if !isDurable { try database.execute(sql: "PRAGMA journal_mode = OFF; PRAGMA synchronous = OFF") }
            SchemaAccess.limit(database)
        }
        do {
            let file = path.hasPrefix("/") ? path : "./" + path
            return try await DatabaseQueue(path: file, configuration: configuration).writeWithoutTransaction {
                database in
                // GRDB runs no statement of a cancelled task. With an authorizer of ours it takes ROLLBACK for one.
                defer {
                    if database.isInsideTransaction {
                        sqlite3_exec(database.sqliteConnection, "ROLLBACK", nil, nil, nil)
                    }
                }
                return try read(source, into: database, report)
            }
        } catch let error as DatabaseError {
            let areOfFile: [ResultCode] = [
                .SQLITE_BUSY, .SQLITE_LOCKED, .SQLITE_CANTOPEN, .SQLITE_PERM, .SQLITE_NOTADB,
            ]
            if areOfFile.contains(error.resultCode) { throw SQLiteTableError(error, path: path) }
            if [.SQLITE_FULL, .SQLITE_IOERR, .SQLITE_READONLY].contains(error.resultCode) {
                throw SQLiteTableError(writing: error, to: path)
            }
            throw TableImportError("SQLite says: \(error.message ?? "\(error)"). Nothing was written to \(path).")
        }
    }

    private func read(
        _ source: TextFile, into database: Database, _ report: Report
    ) throws -> (file: TextFile, result: Result) {
        var source = source
        func tell(_ isWriting: Bool, _ progress: TextFile.Progress) throws {
            report(isWriting, progress)
            // A statement throws if the task is cancelled.
            try database.execute(sql: "SELECT 1")
        }
        var result = Result(scan: try source.scan { try tell(false, $0) })
        try database.inTransaction(.immediate) {
            // A row may refer to a later one of the file.
            try database.execute(sql: "PRAGMA defer_foreign_keys = ON")
            let target = try target(of: result.scan, in: database)
            result.computed = target.computed
            let before = keys.isEmpty ? 0 : try count(in: database)
            let insertion = try RowInsertion(target.insertion, types: target.types, in: database)
            // Only triggers can skip a row silently. Those of a view do not count what they write.
            let equal =
                try keys.isEmpty || !target.hasTriggers
                ? nil : RowInsertion(target.search, types: target.types, in: database)
            let keyIndices = result.scan.columns.indices.filter { index in
                keys.contains { QuotedIdentifier.matches($0, result.scan.columns[index].name) }
            }
            var written = 0
            var reader = try source.rows()
            var rowCount = 0
            while try reader.nextRow() {
                rowCount += 1
                var outcome =
                    keyIndices.contains { $0 >= reader.fields.count || reader.fields[$0].kind == .null }
                    ? .refused("the key is empty") : try insertion.run(reader)
                if case .unchanged = outcome, target.hasTriggers, try equal?.finds(reader) != true {
                    outcome = target.isView ? .written : .refused("a trigger of the table skips the row")
                }
                switch outcome {
                case .written: written += 1
                case .unchanged: result.equalCount += 1
                case .refused(let reason):
                    guard isDryRun else { throw TableImportError(line: reader.line, reason) }
                    result.refuse(line: reader.line, reason)
                }
                if rowCount % 4096 == 0 { try tell(true, .init(rowCount: rowCount, bytesRead: reader.bytesRead)) }
            }
            result.newCount = keys.isEmpty ? written : try count(in: database) - before
            result.changedCount = written - result.newCount
            if database.refersToMissingRows { try refuseOpenReferences(of: source, target, &result, in: database) }
            return isDryRun ? .rollback : .commit
        }
        return (source, result)
    }

    private func count(in database: Database) throws -> Int {
        try Int.fetchOne(database, sql: "SELECT count(*) FROM \(QuotedIdentifier.quoted(table))") ?? 0
    }

    /// Refuses the rows of the file that refer to rows which do not exist.
    private func refuseOpenReferences(
        of source: TextFile, _ target: Target, _ result: inout Result, in database: Database
    ) throws {
        let reason = "FOREIGN KEY constraint failed: the row refers to one that does not exist"
        let ids = try database.cursor(
            "SELECT DISTINCT rowid FROM pragma_foreign_key_check(?) WHERE rowid IS NOT NULL LIMIT 100",
            [SQLValue(table)]
        ).map { $0.integer(at: 0) }
        // A table without row identifiers does not tell which rows.
        if !ids.isEmpty {
            let list = ids.map(String.init).joined(separator: ", ")
            let open = try RowInsertion(
                target.search + " AND rowid IN (\(list))", types: target.types, in: database)
            var reader = try source.rows()
            while try reader.nextRow() {
                guard try open.finds(reader) else { continue }
                guard isDryRun else { throw TableImportError(line: reader.line, reason) }
                result.refuse(line: reader.line, reason)
                if result.newCount > 0 { result.newCount -= 1 } else { result.changedCount -= 1 }
            }
        }
        if result.refusedCount == 0 { throw TableImportError("\(reason). Nothing was written.") }
    }

    /// The table of an import, and the statements with the values of a row as parameters.
    private struct Target {
        var types: [ColumnType]
        var insertion = ""
        /// Finds the rows with equal values.
        var search = ""
        var hasTriggers = false
        var isView = false
        var computed: [String] = []
    }

    /// Makes the table if needed.
    private func target(of scan: FileScan, in database: Database) throws -> Target {
        let names = scan.columns.map(\.name)
        guard !names.isEmpty else { throw TableImportError("The file has no columns.") }
        for key in keys where !names.contains(where: { QuotedIdentifier.matches($0, key) }) {
            throw TableImportError("The file has no column \"\(key)\". Columns: \(names.joined(separator: ", ")).")
        }
        let quoted = names.map(QuotedIdentifier.quoted)
        let keyList = keys.map(QuotedIdentifier.quoted).joined(separator: ", ")
        let name = QuotedIdentifier.quoted(table)
        var target = Target(types: scan.columns.map(\.type))
        var written = Array(names.indices)
        let existing = try existingColumns(in: database)
        if existing.isEmpty {
            let columns =
                zip(quoted, target.types).map { "\($0) \($1.sql)" }
                + (keys.isEmpty ? [] : ["PRIMARY KEY (\(keyList))"])
            try database.execute(sql: "CREATE TABLE \(name) (\(columns.joined(separator: ", ")))")
        } else {
            for (index, column) in names.enumerated() {
                guard
                    let (own, isComputed) = existing.first(where: { QuotedIdentifier.matches($0.column.name, column) })
                else {
                    let all = existing.map(\.column.name).joined(separator: ", ")
                    throw TableImportError("\(table) has no column \"\(column)\". Columns: \(all).")
                }
                if isComputed {
                    target.computed.append(column)
                    written.removeAll { $0 == index }
                }
                // A column of texts stores a number as it is written in the file.
                if own.affinity == .text {
                    target.types[index] = .text
                } else if target.types[index] == .text {
                    target.types[index] = .mixed(isNumeric: own.affinity == .number)
                }
            }
            guard !written.isEmpty else { throw TableImportError("The file has only columns that \(table) computes.") }
            for kind in try String.fetchAll(
                database, sql: "SELECT type FROM sqlite_schema WHERE tbl_name = ? COLLATE NOCASE", arguments: [table])
            {
                target.hasTriggers = target.hasTriggers || kind == "trigger"
                target.isView = target.isView || kind == "view"
            }
        }
        // The clauses of the table must not skip or replace a row: ABORT stands above them.
        target.insertion =
            "INSERT OR ABORT INTO \(name) (\(written.map { quoted[$0] }.joined(separator: ", "))) "
            + "VALUES (\(written.map { "?\($0 + 1)" }.joined(separator: ", ")))"
        target.search =
            "SELECT 1 FROM \(name) WHERE "
            + written.map { "\(quoted[$0]) IS ?\($0 + 1) COLLATE BINARY" }.joined(separator: " AND ")
        guard !keys.isEmpty else { return target }
        let others = written.filter { index in !keys.contains { QuotedIdentifier.matches(names[index], $0) } }
            .map { quoted[$0] }
        let changes = others.map { "\($0) = excluded.\($0)" }.joined(separator: ", ")
        let differences = others.map { "\(name).\($0) IS NOT excluded.\($0) COLLATE BINARY" }.joined(separator: " OR ")
        target.insertion += " ON CONFLICT (\(keyList)) DO "
        target.insertion += others.isEmpty ? "NOTHING" : "UPDATE SET \(changes) WHERE \(differences)"
        do { _ = try database.makeStatement(sql: target.insertion) } catch let error as DatabaseError
            where error.message?.hasPrefix("ON CONFLICT clause") == true
        {
            throw TableImportError(
                "\(table) may have several rows with one \(keys.joined(separator: ", ")). Make it unique: "
                    + "CREATE UNIQUE INDEX \(QuotedIdentifier.quoted("\(table)_key")) ON \(name) (\(keyList))")
        }
        return target
    }

    /// Returns the columns of the table, each with whether the table computes it.
    private func existingColumns(in database: Database) throws -> [(column: RelationColumn, isComputed: Bool)] {
        try database.cursor(
            "SELECT name, type, hidden > 1 FROM pragma_table_xinfo(?) WHERE hidden <> 1", [SQLValue(table)]
        ).map { (RelationColumn($0.text(at: 0) ?? "", declared: $0.text(at: 1) ?? ""), $0.integer(at: 2) == 1) }
    }
}
