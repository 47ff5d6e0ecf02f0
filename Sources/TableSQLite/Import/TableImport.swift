import CascadingTable
import GRDB
import TableDatabase
package import TableFiles

/// The import of a text file into a table of a SQLite file: all rows, or none.
///
/// A table that does not exist is made, with the types of the file's columns.
package struct TableImport: Sendable {
    /// The name of the table.
    package var table: String
    /// The columns that identify a row. A row whose key exists is changed, and its other columns stay. Default: none, which
    /// inserts every row.
    package var keys: [String] = []
    /// A Boolean value that indicates whether nothing is written in the end, and refused rows are counted. Default: false.
    package var isDryRun = false
    /// A Boolean value that indicates whether the file survives a power failure. Default: true.
    package var isDurable = true

    package init(into table: String) { self.table = table }

    /// The numbers of rows that were written, or would be.
    package struct Result: Sendable {
        package var scan: FileScan
        package var newCount = 0
        package var changedCount = 0
        package var equalCount = 0
        package var refusedCount = 0
        /// The first refused rows: their lines, and the reasons.
        package var refused: [(line: Int, reason: String)] = []
    }

    /// How far the import is: finding types is the first pass over the file, and writing the second.
    package typealias Report = @Sendable (_ isWriting: Bool, TextFile.Progress) -> Void

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
            if !isDurable { try database.execute(sql: "PRAGMA journal_mode = OFF; PRAGMA synchronous = OFF") }
        }
        do {
            let file = path.hasPrefix("/") ? path : "./" + path
            return try await DatabaseQueue(path: file, configuration: configuration).writeWithoutTransaction {
                try read(source, into: $0, report)
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
            let (sql, types) = try statement(for: result.scan, in: database)
            let before = keys.isEmpty ? 0 : try count(in: database)
            let insertion = try RowInsertion(sql, types: types, in: database)
            let keyIndices = result.scan.columns.indices.filter { index in
                keys.contains { QuotedIdentifier.matches($0, result.scan.columns[index].name) }
            }
            var written = 0
            var reader = try source.rows()
            var rowCount = 0
            while try reader.nextRow() {
                rowCount += 1
                let outcome =
                    keyIndices.contains { $0 >= reader.fields.count || reader.fields[$0].kind == .null }
                    ? .refused("the key is empty") : try insertion.run(reader)
                switch outcome {
                case .written: written += 1
                case .unchanged: result.equalCount += 1
                case .refused(let reason):
                    guard isDryRun else {
                        throw TableImportError("Line \(reader.line): \(reason). Nothing was written.")
                    }
                    result.refusedCount += 1
                    if result.refused.count < 10 { result.refused.append((reader.line, reason)) }
                }
                if rowCount % 4096 == 0 { try tell(true, .init(rowCount: rowCount, bytesRead: reader.bytesRead)) }
            }
            result.newCount = keys.isEmpty ? written : try count(in: database) - before
            result.changedCount = written - result.newCount
            return isDryRun ? .rollback : .commit
        }
        return (source, result)
    }

    private func count(in database: Database) throws -> Int {
        try Int.fetchOne(database, sql: "SELECT count(*) FROM \(QuotedIdentifier.quoted(table))") ?? 0
    }

    /// Makes the table if needed, and returns the statement that writes a row, with the types of its parameters.
    private func statement(for scan: FileScan, in database: Database) throws -> (sql: String, types: [ColumnType]) {
        let names = scan.columns.map(\.name)
        guard !names.isEmpty else { throw TableImportError("The file has no columns.") }
        for key in keys where !names.contains(where: { QuotedIdentifier.matches($0, key) }) {
            throw TableImportError("The file has no column \"\(key)\". Columns: \(names.joined(separator: ", ")).")
        }
        let quoted = names.map(QuotedIdentifier.quoted)
        let keyList = keys.map(QuotedIdentifier.quoted).joined(separator: ", ")
        let name = QuotedIdentifier.quoted(table)
        var types = scan.columns.map(\.type)
        let existing = try existingColumns(in: database)
        if existing.isEmpty {
            let columns =
                zip(quoted, types).map { "\($0) \($1.sql)" } + (keys.isEmpty ? [] : ["PRIMARY KEY (\(keyList))"])
            try database.execute(sql: "CREATE TABLE \(name) (\(columns.joined(separator: ", ")))")
        } else {
            for (index, column) in names.enumerated() {
                guard let type = existing.first(where: { QuotedIdentifier.matches($0.name, column) })?.type else {
                    let all = existing.map(\.name).joined(separator: ", ")
                    throw TableImportError("\(table) has no column \"\(column)\". Columns: \(all).")
                }
                // A column of texts stores a number as it is written in the file.
                if ["CHAR", "CLOB", "TEXT"].contains(where: type.uppercased().contains) { types[index] = .text }
            }
        }
        var sql = "INSERT INTO \(name) (\(quoted.joined(separator: ", ")))"
        sql += " VALUES (\(repeatElement("?", count: names.count).joined(separator: ", ")))"
        guard !keys.isEmpty else { return (sql, types) }
        let others = zip(names, quoted).filter { name, _ in !keys.contains { QuotedIdentifier.matches($0, name) } }
        let changes = others.map { "\($1) = excluded.\($1)" }.joined(separator: ", ")
        let differences = others.map { "\(name).\($1) IS NOT excluded.\($1) COLLATE BINARY" }.joined(separator: " OR ")
        sql += " ON CONFLICT (\(keyList)) DO "
        sql += others.isEmpty ? "NOTHING" : "UPDATE SET \(changes) WHERE \(differences)"
        do { _ = try database.makeStatement(sql: sql) } catch let error as DatabaseError
            where error.message?.hasPrefix("ON CONFLICT clause") == true
        {
            throw TableImportError(
                "\(table) may have several rows with one \(keys.joined(separator: ", ")). Make it unique: "
                    + "CREATE UNIQUE INDEX \(QuotedIdentifier.quoted("\(table)_key")) ON \(name) (\(keyList))")
        }
        return (sql, types)
    }

    private func existingColumns(in database: Database) throws -> [(name: String, type: String)] {
        var cursor = try database.cursor(
            "SELECT name, type FROM pragma_table_xinfo(?) WHERE hidden = 0", [SQLValue(table)])
        var columns: [(name: String, type: String)] = []
        while try cursor.next() { columns.append((cursor.text(at: 0) ?? "", cursor.text(at: 1) ?? "")) }
        return columns
    }
}

/// The error for rows that a table refuses, or that do not fit it.
package struct TableImportError: Error, CustomStringConvertible {
    package let description: String

    init(_ description: String) { self.description = description }
}
