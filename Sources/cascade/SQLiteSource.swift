import CascadingTable
import MicroHTTPD
import ServiceLifecycle
import TableDatabase
import TableSQLite
import TableServer

/// A SQLite file whose tables are mounted on a server. The service watches the file for changes.
struct SQLiteSource: Service {
    let database: SQLiteDatabase
    private let table: String?
    private let sectionBy: String?
    private let statements: Statements
    /// The path segment of the file's pages; nil if it is the only file.
    private let folder: String?

    /// - Parameters:
    ///   - path: The path of the file.
    ///   - title: The name to show for the file.
    ///   - folder: The path segment of the file's pages; nil if it is the only file.
    ///   - table: The only table to serve; nil for all tables.
    ///   - sectionBy: The column that groups the rows of that table; nil for none.
    ///   - labels: The columns that name the rows of tables, by name.
    ///   - statements: The SQL that visitors run.
    ///   - editable: The tables whose rows visitors can change.
    ///   - history: The history of changes that the file keeps; nil for none.
    ///   - queryTimeout: The time limit of a query.
    init(
        path: String, title: String, folder: String?, table: String?, sectionBy: String?, labels: [String: [String]],
        statements: Statements, editable: SQLiteDatabase.EditableTables, history: EditHistory?, queryTimeout: Duration
    ) throws {
        var configuration = SQLiteDatabase.Configuration()
        configuration.queryTimeout = queryTimeout
        configuration.labels = labels
        configuration.editableTables = editable
        configuration.history = history
        configuration.title = title
        if let table { configuration.paths = .onlyTable(table) }
        database = try SQLiteDatabase(path: path, configuration: configuration)
        self.table = table
        self.sectionBy = sectionBy
        self.statements = statements
        self.folder = folder
    }

    func mount(on server: inout TableServer) async throws {
        let database = database
        server.addReadinessCheck(database.title) { try await database.check() }
        guard let table else {
            let path = folder.map { RoutePath([.literal($0)]) } ?? []
            statements.mount(on: &server, below: path, in: .sqlite) { request in
                linked(try await database.makeTable(answering: request), up: request.linkPrefix + "../../")
            }
            server.mount(
                path.appending("/"), await linked(try await database.makeListTable(statements.list), up: "../"))
            server.mount(path.appending("/:table/"), forEach: .path) {
                statements.linked(try await database.makeTable(at: [$0["table"] ?? ""])).map {
                    linked($0, up: "../../")
                }
            }
            server.mount(path.appending("/:table/row/:key/"), forEach: rowKey) { path, query in
                try await database.makeTable(
                    at: [path["table"] ?? "", "row", path["key"] ?? ""], asOf: query["_at"]
                ).map { linked($0, up: "../../../../") }
            }
            return
        }
        _ = try database.entry(named: table)
        guard let tableView = try await database.makeTable(named: table, sectionBy: sectionBy) else { return }
        server.mount("/", tableView)
        server.mount("/row/:key/", forEach: rowKey) { path, query in
            try await database.makeTable(at: ["row", path["key"] ?? ""], asOf: query["_at"])
        }
    }

    /// The values for each of which there is a page of a row: its key, and with a history the time.
    private var rowKey: MountKey<(PathParameters, Query)> {
        let names = database.configuration.history == nil ? [] : ["_at"]
        return .query { _, _ in names }
    }

    /// Adds the way to the list of files, if there is one.
    @TableActor
    private func linked(_ tableView: TableView, up link: String) -> TableView {
        if folder != nil {
            tableView.navigationItem.breadcrumbs.insert(TableLink(FilesPage.title, to: link), at: 0)
        }
        return tableView
    }

    func run() async throws {
        await cancelWhenGracefulShutdown { await database.watch() }
    }
}
