import CascadingTable
import Logging
import TableDatabase
import TableFiles
import TablePostgres
import TableServer

/// A PostgreSQL database whose tables are shown or exported.
struct PostgresSource {
    private let database: PostgresDatabase

    /// - Parameters:
    ///   - address: The address of the database.
    ///   - table: The only table to serve; nil for all tables.
    ///   - keys: The columns that identify the rows of views, by name.
    ///   - labels: The columns that name the rows of tables, by name.
    ///   - editable: The tables whose rows visitors can change. Default: none.
    ///   - history: The history of changes that the database keeps; nil for none.
    ///   - queryTimeout: The time limit of a query.
    ///   - metrics: The backend of the metrics about connections; nil for none.
    init(
        address: String, table: String?, keys: [String: [String]], labels: [String: [String]] = [:],
        editable: EditableTables = .none, history: EditHistory? = nil, queryTimeout: Duration,
        metrics: PrometheusMetrics? = nil
    ) throws {
        var configuration = PostgresDatabase.Configuration()
        configuration.queryTimeout = queryTimeout
        configuration.onlyTable = table
        configuration.editableTables = editable
        configuration.history = history
        configuration.metrics = metrics
        (configuration.keys, configuration.labels) = (keys, labels)
        database = try PostgresDatabase(address, configuration: configuration)
        database.hidePasswordInProcessList()
    }

    /// Creates a source for a command that writes, with an hour for each step.
    init(writingTo address: String) throws {
        try self.init(address: address, table: nil, keys: [:], editable: .all, queryTimeout: .seconds(3_600))
    }

    /// Writes the rows of a file.
    ///
    /// - Returns: The name of the database, and the numbers of rows.
    func write(
        _ file: TextFile, by rows: TableImport, report: TableImport.Report
    ) async throws -> (String, TableImport.Result) {
        (database.title, try await rows.run(file, into: database, report: report).result)
    }

    /// The address without its password.
    var description: String { database.addressWithoutPassword }

    /// Returns whether a source is the address of a database, and not the path of a file.
    static func isAddress(_ source: String) -> Bool {
        source.hasPrefix("postgres://") || source.hasPrefix("postgresql://")
            || source.contains(/^(host|hostaddr|dbname|service|user|port)\s*=/)
    }

    func mount(on server: inout TableServer, _ statements: Statements) async throws {
        if let limitation = try await database.limitation() { server.logger.warning("\(limitation)") }
        try await checkTablesToEdit()
        do { try await database.prepareHistory() } catch let error as PostgresError
            where error.kind == .forbidden || error.kind == .notFound
        {
            throw PostgresSourceError.noHistory(error.reason)
        }
        if database.configuration.onlyTable != nil { _ = try await onlyTable() }
        try await server.mount("/", database, statements)
    }

    /// Returns the table that was asked for.
    ///
    /// - Throws: ``PostgresSourceError`` if there is none.
    func onlyTable() async throws -> TableView {
        let names = try await database.tableNames()
        guard let name = database.configuration.onlyTable else { throw PostgresSourceError.needsTable(names) }
        guard let tableView = try await database.makeTable(at: []) else {
            throw PostgresSourceError.noSuchTable(name, names)
        }
        return tableView
    }

    /// - Throws: ``PostgresSourceError`` for a table that does not exist, or that the role cannot change.
    private func checkTablesToEdit() async throws {
        if try await database.isStandby() { throw PostgresSourceError.standby }
        guard case .named(let wanted) = database.configuration.editableTables else { return }
        let names = try await database.tableNames()
        for name in wanted {
            guard names.contains(name) else { throw PostgresSourceError.noSuchTable(name, names) }
            guard try await database.canEdit(name) else { throw PostgresSourceError.notEditable(name) }
        }
    }
}

/// The error for a source that has not the table that was asked for.
enum PostgresSourceError: Error, CustomStringConvertible {
    case noSuchTable(String, [String])
    case needsTable([String])
    case notEditable(String)
    case noHistory(String)
    case standby

    var description: String {
        switch self {
        case .noSuchTable(let name, let names):
            "The database has no table \"\(name)\" that you may read. Tables: \(names.joined(separator: ", "))."
        case .notEditable(let name):
            "\(name) cannot be edited. The role must be allowed to change it, and a view needs --key."
        case .noHistory(let reason):
            "--history needs the table public.cascade_history, which the role must be allowed to make, or to read, insert into and delete from (\(reason))."
        case .standby:
            "The server of this address is a standby, which can only be read. Leave out --editable, or name the primary, too: postgres://STANDBY,PRIMARY/DATABASE."
        case .needsTable([]): "The database has no tables that you may read."
        case .needsTable(let names):
            "Choose a table with --table: \(names.joined(separator: ", "))."
        }
    }
}
