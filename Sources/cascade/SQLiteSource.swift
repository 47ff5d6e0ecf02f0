import CascadingTable
import MicroHTTPD
import ServiceLifecycle
import TableSQLite
import TableServer

/// A SQLite file whose tables are mounted on a server. The service watches the file for changes.
struct SQLiteSource: Service {
    private let database: SQLiteDatabase
    private let table: String?
    private let sectionBy: String?
    private let statements: Statements

    /// - Parameters:
    ///   - path: The path of the file.
    ///   - table: The only table to serve; nil for all tables.
    ///   - sectionBy: The column that groups the rows of that table; nil for none.
    ///   - labels: The columns that name the rows of tables, by name.
    ///   - statements: The SQL that visitors run.
    ///   - editable: The tables whose rows visitors can change.
    ///   - queryTimeout: The time limit of a query.
    init(
        path: String, table: String?, sectionBy: String?, labels: [String: [String]], statements: Statements,
        editable: SQLiteDatabase.EditableTables, queryTimeout: Duration
    ) throws {
        var configuration = SQLiteDatabase.Configuration()
        configuration.queryTimeout = queryTimeout
        configuration.labels = labels
        configuration.editableTables = editable
        if let table { configuration.paths = .onlyTable(table) }
        database = try SQLiteDatabase(path: path, configuration: configuration)
        self.table = table
        self.sectionBy = sectionBy
        self.statements = statements
    }

    func mount(on server: inout TableServer) async throws {
        let database = database
        server.addReadinessCheck(database.title) { try await database.check() }
        guard let table else {
            statements.mount(on: &server) { try await database.makeTable(answering: $0) }
            server.mount("/", try await database.makeListTable(statements.list))
            server.mount("/:table/", forEach: .path) { try await database.makeTable(at: [$0["table"] ?? ""]) }
            server.mount("/:table/row/:key/", forEach: .path) {
                try await database.makeTable(at: [$0["table"] ?? "", "row", $0["key"] ?? ""])
            }
            return
        }
        _ = try database.entry(named: table)
        guard let tableView = try await database.makeTable(named: table, sectionBy: sectionBy) else { return }
        server.mount("/", tableView)
        server.mount("/row/:key/", forEach: .path) { try await database.makeTable(at: ["row", $0["key"] ?? ""]) }
    }

    func run() async throws {
        await cancelWhenGracefulShutdown { await database.watch() }
    }
}
