import ArgumentParser
import CascadingTable
import Foundation
import Gallery
import TableRendering
import TextTables
import TableSQLite
import UnixSignals

struct Export: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Writes all rows of a table as text, CSV, Markdown, JSON …",
        discussion: """
            Without SOURCE the bundled sample is written: the member states of the United Nations.

            Examples:
              cascade export music.db --table albums
              cascade export music.db --table albums --format csv --output albums.csv
              cascade export music.db --table albums --format pipe > albums.md
              cascade export --format psql --max-width 30 | head

            As many rows as --size says are in memory at a time, however many there are. The formats with aligned \
            columns (all but csv, tsv, html, json and ndjson) read the rows twice, first to see how wide the columns are.

            A file is replaced when all of it has been written. Headings are bold on a terminal unless NO_COLOR is set.
            """)

    @Argument(help: "A SQLite file.", completion: .file())
    var source: String?

    @Option(help: "The table or view to write; needed where the file has several.")
    var table: String?

    @Option(help: "What to write.")
    var format = ExportFormat.text(.simple)

    @Option(help: "How json and ndjson arrange rows. Default: cells for json, objects for ndjson.")
    var shape: JSONShape?

    @Option(help: "Rows read at a time, 1 to 100000; all are written.")
    var size = 1000

    @Option(help: "The most columns of the terminal a text may take in the formats with aligned columns.")
    var maxWidth: Int?

    @Flag(help: "Put an apostrophe before texts of csv and tsv that a spreadsheet would run as a formula.")
    var guardFormulas = false

    @Option(help: "The file to write, in place of standard output.", completion: .file())
    var output: String?

    func validate() throws {
        guard source != nil || table == nil else { throw ValidationError("--table needs a SOURCE.") }
        guard shape == nil || format == .json || format == .ndjson else {
            throw ValidationError("--shape must be used with --format json or ndjson.")
        }
        guard (1...100_000).contains(size) else { throw ValidationError("--size is a number from 1 to 100000.") }
        guard maxWidth.map({ $0 > 0 }) ?? true else { throw ValidationError("--max-width is a number from 1.") }
    }

    func run() async throws {
        do {
            OutputDescriptor.ignoreClosedPipes()
            // A terminal or a pipe may keep a write waiting, which only a signal that is not caught can end.
            if output == nil { try await write() } else { try await Self.untilSignal { try await write() } }
        } catch let error as ExportError where error.code == .closed {
            return
        } catch {
            throw CommandFailure.report(error)
        }
    }

    @TableActor
    private func write() async throws {
        var configuration = SQLiteDatabase.Configuration()
        configuration.maxValueBytes = .max
        let database = try source.map { [configuration] in try SQLiteDatabase(path: $0, configuration: configuration) }
        let tableView = try await open(database)
        let destination = try output.map { try OutputFile.open($0, source: source) } ?? OutputDescriptor.standard
        let export = TableExport(of: tableView, size: size)
        let links = PageLinks(base: "")
        // Not on the table's actor: whoever reads the output may be slow.
        let output: TableExport.Output = { try destination.write($0) }
        switch format {
        case .json: try await export.write(JSONTableWriter(links: links, shape: shape ?? .cells), to: output)
        case .ndjson: try await export.write(NDJSONTableWriter(links: links, shape: shape ?? .objects), to: output)
        case .text(let style): try await export.writeText(style, textConfiguration, to: output)
        }
        try destination.finish()
    }

    private var textConfiguration: TextTableWriter.Configuration {
        var configuration = TextTableWriter.Configuration()
        configuration.maximumColumnWidth = maxWidth
        configuration.guardsFormulas = guardFormulas
        // https://no-color.org
        let allowsColor = (ProcessInfo.processInfo.environment["NO_COLOR"] ?? "").isEmpty
        configuration.isBold = output == nil && allowsColor && OutputDescriptor.isTerminal
        return configuration
    }

    @TableActor
    private func open(_ database: SQLiteDatabase?) async throws -> TableView {
        guard let database else { return MembersTable.make() }
        let name = try table ?? Self.onlyTable(of: database)
        let entry = try database.entry(named: name)
        guard let tableView = try await database.makeTable(named: entry.name) else {
            throw SQLiteTableError(.unknownTable, "\(database.title) has no table \(name) any more.")
        }
        return tableView
    }

    private static func onlyTable(of database: SQLiteDatabase) throws -> String {
        let names = try database.catalog().map(\.name)
        if let name = names.first, names.count == 1 { return name }
        throw SQLiteTableError(
            .unknownTable,
            names.isEmpty
                ? "\(database.title) has no tables."
                : "\(database.title) has several tables, so --table has to name one: \(names.joined(separator: ", ")).")
    }

    /// Does the work; Ctrl-C and SIGTERM end it with the status of a process that they ended, once it has tidied up.
    private static func untilSignal(_ work: @escaping @Sendable () async throws -> Void) async throws {
        try await withThrowingTaskGroup(of: Void.self) { group in
            group.addTask { try await work() }
            group.addTask {
                for await signal in await UnixSignalsSequence(trapping: .sigint, .sigterm) {
                    throw ExitCode(128 + signal.rawValue)
                }
            }
            defer { group.cancelAll() }
            try await group.next()
        }
    }
}
