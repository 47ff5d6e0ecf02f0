public import ArgumentParser
import CascadingTable
import Gallery
public import Logging
import MicroHTTPD
import ServiceLifecycle
import UnixSignals
import TableSQLite
import TableServer

struct Serve: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Serves a database, or a bundled sample, as web pages and JSON.",
        discussion: """
            Without SOURCE the bundled sample is served: the member states of the United Nations.

            Examples:
              cascade serve
              cascade serve music.db
              cascade serve music.db --table albums --section-by artist
              cascade serve music.db --port 0 --size 50

            The file is opened read-only. The server answers on this machine only, unless --host and --allow-anyone
            say otherwise. Ctrl-C ends it.
            """)

    @Argument(help: "A SQLite file.", completion: .file())
    var source: String?

    @Option(help: "The address to listen on.")
    var host = "127.0.0.1"

    @Option(help: "The port to listen on; 0 picks a free one.")
    var port = 8080

    @Option(help: "Serve only this table or view, at /.")
    var table: String?

    @Option(help: "Group the rows by this column's values.")
    var sectionBy: String?

    @Option(help: "Rows of a page, 1 to 1000.")
    var size = 100

    @Flag(help: "Listen on a host other than this machine's own, where everybody who reaches it sees every table.")
    var allowAnyone = false

    @Option(name: .customLong("allowed-host"), help: "Another name this server answers for; may be repeated.")
    var allowedHosts: [String] = []

    @Option(
        name: .customLong("public"), help: "A folder served in place of the bundled styles.", completion: .directory)
    var publicDirectory: String?

    @Option(help: "A folder of templates in place of the bundled ones.", completion: .directory)
    var templates: String?

    @Option(help: "What is logged to standard error: trace, debug, info, notice, warning, error or critical.")
    var logLevel = Logger.Level.warning

    func validate() throws {
        guard (0...65535).contains(port) else { throw ValidationError("--port is a number from 0 to 65535.") }
        guard (1...1000).contains(size) else { throw ValidationError("--size is a number from 1 to 1000.") }
        guard source != nil || (table == nil && sectionBy == nil) else {
            throw ValidationError("--table and --section-by need a SOURCE.")
        }
        guard sectionBy == nil || table != nil else {
            throw ValidationError("--section-by needs --table, for it names a column of that table.")
        }
    }

    func run() async throws {
        do {
            try await serve()
        } catch {
            throw CommandFailure.report(error)
        }
    }

    private func serve() async throws {
        let level = logLevel
        LoggingSystem.bootstrap { label in
            var handler = StreamLogHandler.standardError(label: label)
            handler.logLevel = level
            return handler
        }
        let logger = Logger(label: "cascade")
        var server = TableServer(configuration: configuration, logger: logger)
        let services = try await mount(on: &server)
        let name = source ?? "the bundled sample"
        server.onListening { address in
            print("Serving \(name) at http://\(address)/")
            flushOutput()
        }
        let group = ServiceGroup(
            services: [server] + services, gracefulShutdownSignals: [.sigint, .sigterm], logger: logger)
        try await group.run()
    }

    private var configuration: TableServer.Configuration {
        var configuration = TableServer.Configuration()
        configuration.http.host = host
        configuration.http.port = port
        configuration.allowsAnyone = allowAnyone
        configuration.allowedHosts = allowedHosts
        configuration.pageSize = size
        configuration.publicDirectory = publicDirectory
        configuration.templatesDirectory = templates
        return configuration
    }

    /// Mounts what is to be served, and answers with what has to run beside the server.
    private func mount(on server: inout TableServer) async throws -> [any Service] {
        guard let source else {
            server.mount("/", await MembersTable.make())
            return []
        }
        let database = try SQLiteSource(path: source, table: table, sectionBy: sectionBy)
        try await database.mount(on: &server)
        return [database]
    }
}

extension Logger.Level: @retroactive ExpressibleByArgument {}
