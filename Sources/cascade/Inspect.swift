import ArgumentParser
import CascadingTable
import Foundation
import TableFiles
import TableFormats
import TableRendering
import TableSQLite
import UnixSignals

struct Inspect: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        abstract:
            "Tell what a file has: the columns of a CSV, TSV, NDJSON or JSON file, or the tables of a SQLite file.",
        discussion: """
            Examples:
              cascade inspect orders.csv
              cascade inspect shop.db --format json

            For a file of rows, the command reads all of it, and tells the type of each column. For a column of texts, it \
            tells the first value that has no other type, with its line.

            Exit status:
              64  an option or a value is invalid
              65  the file is neither a text nor a SQLite database
              66  the file does not exist or cannot be read
              70  an internal error
            """)

    @Argument(help: "SQLite file, or file of rows. - for standard input.", completion: .file())
    var file: String

    @Option(help: "Character between two values. Default: found from the first rows.")
    var separator: String?

    @Option(help: "Output format.")
    var format = ExportFormat.simple

    func validate() throws { try Import.check(separator) }

    func run() async throws {
        ExportOutput.ignoreClosedPipes()
        do { try await UnixSignal.untilEnding { try await write() } } catch let error as ExportError
            where error.code == .closed
        {
            return
        } catch {
            throw CommandFailure.report(error)
        }
    }

    @TableActor
    private func write() async throws {
        let tableView = try await SourceFile(file).isDatabase ? tables() : columns()
        // Other formats have the title in them, or are read by programs.
        if format.format.parameter?.name == "_style" {
            try ExportOutput.standard.write(Array("\(tableView.title)\n\n".utf8))
        }
        let export = TableExport(of: tableView, size: 1000)
        try await format.format.export(export, TableFormat.Options(variant: format.variant)) {
            try ExportOutput.standard.write($0)
        }
    }

    @TableActor
    private func tables() async throws -> TableView {
        let tableView = try await SQLiteDatabase(path: file).makeListTable()
        tableView.title = "\(file): SQLite, \(SourceFile(file).size.grouped) bytes"
        return tableView
    }

    @TableActor
    private func columns() async throws -> TableView {
        var source = try TextFile(path: file, separator: separator?.utf8.first)
        let scan = try source.scan()
        let columns = [
            TableViewColumn("column", title: "Column"), TableViewColumn("type", title: "Type"),
            TableViewColumn("empty", title: "Empty", alignment: .trailing, numberFormat: .grouped),
            TableViewColumn("longest", title: "Longest", alignment: .trailing, numberFormat: .grouped),
            TableViewColumn("text_because", title: "Text because of"),
        ]
        let rows = scan.columns.map { column in
            let exception = column.type == .text ? column.exception : nil
            return RecordRow(
                column.name,
                [
                    Field("column", .text(column.name)), Field("type", .text(column.type.sql)),
                    Field("empty", .integer(Int64(column.nullCount))),
                    Field("longest", .integer(Int64(column.longest))),
                    Field("text_because", exception.map { .text("\($0.value) (line \($0.line))") } ?? .null),
                ])
        }
        let title = "\(file): \(source.description), \(scan.rowCount.grouped) rows, \(source.size.grouped) bytes"
        scan.tellFaults(of: file)
        return TableView(
            title: title, root: CascadingRootTableDelegate(childDelegates: [RecordRow.section(columns, rows)]))
    }
}
