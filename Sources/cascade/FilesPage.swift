import Bytes
import CascadingTable
import Foundation
import ServiceLifecycle
import TableSQLite
import TableServer

/// The start page of several files. The service follows the changes of their sizes and tables.
struct FilesPage: Service {
    static let title = "Files"

    /// The files: their path segments, and their databases.
    var files: [(name: String, file: SourceFile, database: SQLiteDatabase)] = []
    private var shown: (tableView: TableView, section: CascadingSectionTableDelegate)?

    /// Returns the name of a file, with a number if another file has it.
    func uniqueName(of path: String) -> String {
        let name = URL(filePath: path).lastPathComponent
        let names = [name] + (2..<files.count + 3).map { "\(name)_\($0)" }
        return names.first { name in !files.contains { $0.name == name } } ?? name
    }

    mutating func mount(on server: inout TableServer) async {
        let shown = await makeTable(values())
        self.shown = shown
        server.mount("/", shown.tableView)
    }

    @TableActor
    private func makeTable(_ values: [[Field]]) -> (tableView: TableView, section: CascadingSectionTableDelegate) {
        let section = RecordRow.section(
            [
                TableViewColumn("name", title: "Name"), TableViewColumn("kind", title: "Kind"),
                TableViewColumn("tables", title: "Tables", alignment: .trailing, numberFormat: .grouped),
                TableViewColumn("size", title: "Bytes", alignment: .trailing, numberFormat: .grouped),
            ], rows(values))
        let tableView = TableView(title: Self.title, root: CascadingRootTableDelegate(childDelegates: [section]))
        tableView.queryOptions = [.sorting, .searching]
        return (tableView, section)
    }

    /// Returns the values of the rows. Reads the files.
    private func values() -> [[Field]] {
        files.map { name, file, database in
            let kind = file.isDatabase ? "SQLite" : URL(filePath: file.path).pathExtension.uppercased()
            let tables = (try? database.catalog()).map { FieldValue.integer(Int64($0.count)) }
            return [
                Field("name", .text(name)), Field("kind", .text(kind)), Field("tables", tables ?? .null),
                Field("size", .integer(Int64(file.size))),
            ]
        }
    }

    @TableActor
    private func rows(_ values: [[Field]]) -> [RecordRow] {
        zip(files, values).map { RecordRow($0.name, $1, to: "\(PathSegment.percentEncoded($0.name))/") }
    }

    func run() async throws {
        await cancelWhenGracefulShutdown { [self] in
            var before = values()
            while (try? await Task.sleep(for: .seconds(2))) != nil {
                let now = values()
                guard now != before else { continue }
                before = now
                await show(now)
            }
        }
    }

    @TableActor
    private func show(_ values: [[Field]]) {
        shown?.section.childDelegates = rows(values)
        shown?.tableView.reloadData()
    }
}
