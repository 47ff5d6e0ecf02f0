import ArgumentParser
import Bytes
import CLibrary
import Foundation
import Synchronization
import TableFiles
import TableSQLite
import UnixSignals

struct Import: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Write the rows of a CSV, TSV, NDJSON or JSON file into a table of a SQLite file or of PostgreSQL.",
        discussion: """
            Examples:
              cascade import orders.csv --into shop.db
              cascade import orders.csv --into shop.db --table orders --key id --dry-run
              curl https://db.example/orders.ndjson | cascade import - --into shop.db --table orders
              cascade import orders.csv --into postgres://writer@db.example/shop --table sales.orders --key id

            The file is read twice: the first time to find its types. A table that does not exist is made, with the types \
            INTEGER, REAL, DATE, DATETIME, BOOLEAN, BLOB and TEXT (in PostgreSQL bigint, double precision, date, timestamp \
            or timestamptz, boolean, bytea and text). An empty field is NULL, and "" is an empty text. Numbers with zeros \
            before them, or with more digits than REAL can hold, stay texts.

            All rows are written, or none. With --key, rows that exist are changed, and columns that the file lacks keep \
            their values. Rows with more or fewer fields than columns are told with their lines, and written.

            Exit status:
              64  an option or a value is invalid
              65  the file is not a text, or the table refuses or skips a row; nothing was written
              66  a file does not exist or cannot be read
              70  an internal error
              73  the database cannot be written
              75  the database is locked, or the disk or TMPDIR is full; run the command again
            """)

    @Argument(help: "File of rows: CSV, TSV, NDJSON or JSON. - for standard input.", completion: .file())
    var file: String

    @Option(
        help: "SQLite file to write to, which is made if it does not exist, or address of PostgreSQL.",
        completion: .file())
    var into: String

    @Option(help: "Table to write to. Default: the name of the file without its ending.")
    var table: String?

    @Option(help: "Column that identifies a row. Repeat it for several columns. Default: every row is new.")
    var key: [String] = []

    @Option(help: "Character between two values. Default: found from the first rows.")
    var separator: String?

    @Flag(help: "Write nothing, and tell how many rows would be new, changed, equal or refused.")
    var dryRun = false

    func validate() throws {
        if into.hasPrefix("mysql://") || into.hasPrefix("mariadb://") {
            throw ValidationError("--into needs a SQLite file or a PostgreSQL database, not MariaDB.")
        }
        if file == "-", table == nil { throw ValidationError("--table is needed for standard input.") }
        try Self.check(separator)
    }

    /// Refuses a separator that is not one ASCII character.
    static func check(_ separator: String?) throws {
        guard let separator, separator.utf8.count != 1 || "\"\n\r".contains(separator) else { return }
        throw ValidationError("--separator must be one ASCII character, such as ';'; it was \"\(separator)\".")
    }

    func run() async throws {
        do { try await UnixSignal.untilEnding { try await write() } } catch { throw CommandFailure.report(error) }
    }

    private func write() async throws {
        let source = try TextFile(path: file, separator: separator?.utf8.first)
        var rows = TableImport(into: table ?? URL(filePath: file).deletingPathExtension().lastPathComponent)
        (rows.keys, rows.isDryRun) = (key, dryRun)
        let progress = ImportProgress(source)
        defer { progress.end() }
        let result: TableImport.Result
        var place = into
        if PostgresSource.isAddress(into) {
            (place, result) = try await PostgresSource(writingTo: into).write(source, by: rows, report: progress.report)
        } else {
            result = try await write(source, toFileBy: rows, report: progress.report)
        }
        progress.end()
        result.scan.tellFaults(of: file)
        if !result.computed.isEmpty {
            let columns = result.computed.joined(separator: ", ")
            FileHandle.standardError.write(
                Data(
                    "cascade: \(rows.table) computes these columns, and their values in \(file) are left out: \(columns).\n"
                        .utf8))
        }
        let parts = key.isEmpty ? "" : ", \(result.changedCount.grouped) changed, \(result.equalCount.grouped) equal"
        let counts = "\(result.newCount.grouped) new\(parts)"
        if dryRun {
            print("\(rows.table) of \(place) would get these rows: \(counts), \(result.refusedCount.grouped) refused.")
            for (line, reason) in result.refused { print("Line \(line): \(reason).") }
            if result.refusedCount > 0 { throw ExitCode(EX_DATAERR) }
        } else {
            print("\(rows.table) of \(place) has the \(result.scan.rowCount.grouped) rows of \(file): \(counts).")
        }
    }
}

extension Import {
    private func write(
        _ source: TextFile, toFileBy rows: TableImport, report: @escaping TableImport.Report
    ) async throws -> TableImport.Result {
        let isNew = !FileManager.default.fileExists(atPath: into)
        do {
            let result = try await rows.run(source, into: into, report: report).result
            if isNew, dryRun { try FileManager.default.removeItem(atPath: into) }
            return result
        } catch {
            // A journal that stayed would undo the writes of the next file with this name.
            if isNew { for file in [into, into + "-journal"] { try? FileManager.default.removeItem(atPath: file) } }
            throw error
        }
    }
}

/// The line on standard error that tells how far an import is. Without a terminal, it is a new line every 5 seconds.
final class ImportProgress: Sendable {
    private let name: String
    private let size: Int
    private let isTerminal = isatty(STDERR_FILENO) == 1
    private let state: Mutex<(isWriting: Bool, start: ContinuousClock.Instant, next: ContinuousClock.Instant)>

    init(_ file: TextFile) {
        (name, size) = (file.path == "-" ? "standard input" : file.path, max(file.size, 1))
        state = Mutex((false, .now, .now + .seconds(1)))
    }

    func report(_ isWriting: Bool, _ progress: TextFile.Progress) {
        let now = ContinuousClock.now
        let start: ContinuousClock.Instant? = state.locked { state in
            if state.isWriting != isWriting { (state.isWriting, state.start) = (isWriting, now) }
            guard now >= state.next else { return nil }
            state.next = now + (isTerminal ? .milliseconds(200) : .seconds(5))
            return state.start
        }
        guard let start else { return }
        let seconds = max((now - start) / .seconds(1), 0.001)
        let rest = Int(seconds * Double(max(size - progress.bytesRead, 0)) / Double(max(progress.bytesRead, 1)))
        let line =
            "\(name): \(isWriting ? "writing" : "finding types"), \(progress.rowCount.grouped) rows, "
            + "\(progress.bytesRead >> 20) of \(size >> 20) MB, \(Int(Double(progress.rowCount) / seconds).grouped) rows/s, "
            + "\(rest) s left"
        Self.write(isTerminal ? "\r\(line)\u{1B}[K" : "\(line)\n")
    }

    /// Removes the line from a terminal.
    func end() {
        if isTerminal { Self.write("\r\u{1B}[K") }
    }

    private static func write(_ text: String) { FileHandle.standardError.write(Data(text.utf8)) }
}

extension FileScan {
    /// Tells on standard error which rows have more or fewer fields than columns, and whether characters are damaged.
    func tellFaults(of name: String) {
        var sentences: [String] = []
        if raggedRows.count > 0 {
            let lines = raggedRows.first.map { "\($0.line) (\($0.fields))" }.joined(separator: ", ")
            sentences.append(
                "Rows of \(name) that have more or fewer than \(columns.count) fields: \(raggedRows.count.grouped). Missing fields "
                    + "are NULL, and further ones are left out. Lines: \(lines)\(raggedRows.count > 10 ? ", …" : "").")
        }
        if hasReplacements {
            sentences.append("\(name) has bytes that are not UTF-8. The character \u{FFFD} takes their place.")
        }
        for sentence in sentences { FileHandle.standardError.write(Data("cascade: \(sentence)\n".utf8)) }
    }
}

extension Int {
    /// The number with commas between groups of three digits.
    var grouped: String { formatted(.number.locale(Locale(identifier: "en_US"))) }
}
