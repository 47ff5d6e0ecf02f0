import ArgumentParser
import CascadingTable
import Foundation
import Gallery
import TableFormats
public import TableRendering
import TableSQLite
import TableServer
import UnixSignals

struct Export: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Write all rows of a table as text, CSV, Excel, Markdown, HTML or JSON.",
        discussion: """
            Without a source, the command writes a sample: the member states of the United Nations.

            Examples:
              cascade export music.db --table albums
              cascade export music.db --table albums --format csv --output albums.csv
              cascade export music.db --table albums --format pipe > albums.md
              cascade export --format psql --max-width 30 | head
              cascade export postgres://reader@db.example/shop --table orders --format csv

            The command holds --size rows in memory at a time. Formats with aligned columns read the table twice, because \
            they measure the columns first. These are all formats except csv, tsv, html, xlsx, json and ndjson.

            The output file is replaced only after all rows are written. Headings are bold on a terminal, unless NO_COLOR \
            is set.

            Exit status:
              64  an option or a value is invalid, or a table is unknown
              65  the file is not a SQLite database
              66  the file or database does not exist or cannot be read
              69  the database cannot be reached
              70  an internal error
              73  the output file cannot be created
              74  the output cannot be written
              75  another program locked or changed the file; run the command again
              77  the database refuses the user or the password
            """)

    @Argument(help: "SQLite file or address of a PostgreSQL database. Default: a sample.", completion: .file())
    var source: String?

    @Option(help: "Table or view to export. Required for a database, and for a file with more than one.")
    var table: String?

    @Option(name: .shortAndLong, help: "Output format.")
    var format = ExportFormat.simple

    @Option(help: "Arrangement of rows in json and ndjson. Default: cells for json, objects for ndjson.")
    var shape: JSONShape?

    @Option(help: "Rows to read at a time, 1 to 100000. Changes the memory used, not the result.")
    var size = 1000

    @Option(help: "Cut cells wider than this many characters. Only for formats with aligned columns.")
    var maxWidth: Int?

    @Flag(help: "Put an apostrophe before texts in csv and tsv that a spreadsheet would run as a formula.")
    var guardFormulas = false

    @Flag(help: "Begin csv and tsv with a byte order mark, by which Excel recognizes UTF-8.")
    var bom = false

    @Option(help: "Write to this file. Default, and -: standard output.", completion: .file())
    var output: String?

    mutating func validate() throws {
        if output == "-" { output = nil }
        guard source != nil || table == nil else {
            throw ValidationError("--table needs a source, for example: cascade export music.db --table albums")
        }
        guard shape == nil || format.format.parameter?.name == "_shape" else {
            throw ValidationError("--shape needs --format json or --format ndjson; the format was \(format.name).")
        }
        guard !bom || ["csv", "tsv"].contains(format.name) else {
            throw ValidationError("--bom needs --format csv or --format tsv; the format was \(format.name).")
        }
        guard (1...100_000).contains(size) else {
            throw ValidationError("--size must be between 1 and 100,000; it was \(size).")
        }
        if let maxWidth, maxWidth < 1 {
            throw ValidationError("--max-width must be 1 or more; it was \(maxWidth).")
        }
    }

    func run() async throws {
        do {
            ExportOutput.ignoreClosedPipes()
            // A write to a terminal or pipe may block. Only an uncaught signal ends it.
            if output == nil { try await write() } else { try await UnixSignal.untilEnding { try await write() } }
        } catch let error as ExportError where error.code == .closed {
            return
        } catch {
            throw CommandFailure.report(error)
        }
    }

    @TableActor
    private func write() async throws {
        let tableView = try await open()
        let destination = try output.map { try ExportOutput.open($0, source: source) } ?? ExportOutput.standard
        let export = TableExport(of: tableView, size: size)
        // The closure does not run on the table's actor, because the reader of the output may be slow.
        try await format.format.export(export, options) { try destination.write($0) }
        try destination.finish()
    }

    private var options: TableFormat.Options {
        var options = TableFormat.Options(variant: shape?.rawValue ?? format.variant)
        options.maximumColumnWidth = maxWidth
        options.guardsFormulas = guardFormulas
        options.hasByteOrderMark = bom
        // https://no-color.org
        let allowsColor = (ProcessInfo.processInfo.environment["NO_COLOR"] ?? "").isEmpty
        options.isBold = output == nil && allowsColor && ExportOutput.isTerminal
        return options
    }

    @TableActor
    private func open() async throws -> TableView {
        guard let source else { return MembersTable.make() }
        #if MariaDB
            if let database = try MariaDBSource(source, table: table, queryTimeout: .seconds(600)) {
                return try await database.onlyTable()
            }
        #endif
        if PostgresSource.isAddress(source) {
            return try await PostgresSource(address: source, table: table, keys: [:], queryTimeout: .seconds(600))
                .onlyTable()
        }
        var configuration = SQLiteDatabase.Configuration()
        configuration.maxValueBytes = .max
        let database = try SQLiteDatabase(path: source, configuration: configuration)
        let name = try table ?? Self.onlyTable(of: database)
        return try await database.makeTable(named: database.entry(named: name).name)
    }

    private static func onlyTable(of database: SQLiteDatabase) throws -> String {
        let names = try database.catalog().map(\.name)
        if let name = names.first, names.count == 1 { return name }
        throw SQLiteTableError(
            .unknownTable,
            names.isEmpty
                ? "\(database.title) has no tables to export."
                : "\(database.title) has more than one table. Choose with --table: \(names.joined(separator: ", ")).")
    }
}

extension JSONShape: ExpressibleByArgument {}

/// A format of an export, with its variant.
///
/// Text has a name for each of its styles.
struct ExportFormat: Hashable, CaseIterable, ExpressibleByArgument {
    let name: String
    let format: TableFormat
    let variant: String?

    static let allCases = TableFormat.all.flatMap { format in
        guard format.parameter?.name == "_style" else {
            return [ExportFormat(name: format.fileExtension, format: format, variant: nil)]
        }
        let styles = format.parameter?.values ?? []
        return styles.filter { style in !TableFormat.all.contains { $0.fileExtension == style } }
            .map { ExportFormat(name: $0, format: format, variant: $0) }
    }

    static var allValueStrings: [String] { allCases.map(\.name) }
    static let simple = ExportFormat(name: "simple", format: .text, variant: "simple")

    init?(argument: String) {
        guard let format = Self.allCases.first(where: { $0.name == argument }) else { return nil }
        self = format
    }

    init(name: String, format: TableFormat, variant: String?) {
        (self.name, self.format, self.variant) = (name, format, variant)
    }

    var defaultValueDescription: String { name }
}
