import ArgumentParser
import CascadingTable
import Foundation
import Logging
import MicroHTTPD
import TableServer

@main
struct Served: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Serves the table that script/bench measures, on a free port.")

    @Option(help: "Rows of the table.")
    var rows = 100

    @Option(help: "Sections that have them.")
    var sections = 4

    @Option(help: "What changes: none, one row or each row before each request, or the selected row.")
    var change = Change.none

    @Flag(help: "Makes the rows from a type, in one section. Only none or all of them can change.")
    var typed = false

    @Flag(help: "Offers to sort, filter and search, as rows of a type do.")
    var queries = false

    @Option(help: "The most connections at a time.")
    var maxConnections = TableServer.Configuration().http.maxConnections

    func validate() throws {
        guard rows > 0, sections > 0 else { throw ValidationError("--rows and --sections are numbers above 0.") }
    }

    func run() async throws {
        var configuration = TableServer.Configuration()
        configuration.http.port = 0
        configuration.http.maxConnections = maxConnections
        configuration.http.maxConnectionsPerAddress = 0
        configuration.maxEventStreams = maxConnections
        let table = await ServedTable(rows: rows, sections: sections, change: change)
        if queries { await table.offerQueries() }
        let typedRows = await TypedRows(rows: rows, change: change)
        var logger = Logger(label: "served")
        logger.logLevel = .error
        var server = TableServer(configuration: configuration, logger: logger)
        if typed { server.mount("/", typedRows.table) } else { server.mount("/", table.view) }
        switch change {
        case .none, .selected:
            server.onListening { Self.tell($0) }
            try await server.runService()
        case .one, .all:
            try await serve(server) { if typed { typedRows.prepareForRequest() } else { table.prepareForRequest() } }
        }
    }

    /// Serves like the server itself, and changes the table before each request.
    private func serve(_ server: TableServer, change: @escaping @TableActor @Sendable () -> Void) async throws {
        let responder = try server.makeResponder()
        let http = HTTPServer(configuration: server.configuration.http, logger: server.logger) { request in
            TableActor.run { change() }
            return await responder.respond(to: request)
        }
        Self.tell(try http.start())
        try await http.run()
    }

    /// Prints the address, for which the benchmark waits.
    private static func tell(_ address: BoundAddress) {
        print("Serving at http://\(address)/")
        fflush(nil)
    }
}
