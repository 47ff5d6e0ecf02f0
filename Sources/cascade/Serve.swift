import ArgumentParser
import CascadingTable
import Gallery
import ServiceLifecycle
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

            The file is opened read-only. The server listens on this machine only, unless you pass --host and \
            --allow-anyone. Stop it with Ctrl-C.
            """)

    @Argument(help: "A SQLite file.", completion: .file())
    var source: String?

    @Option(help: "Serve only this table or view, at /.")
    var table: String?

    @Option(help: "Group the rows by this column's values.")
    var sectionBy: String?

    @Option(help: "Seconds that sorting and searching a table may take.")
    var queryTimeout = 10

    @ArgumentParser.OptionGroup var listening: ListeningOptions

    func validate() throws {
        guard source != nil || (table == nil && sectionBy == nil) else {
            throw ValidationError("--table and --section-by need a SOURCE.")
        }
        guard (1...86_400).contains(queryTimeout) else {
            throw ValidationError("--query-timeout is a number of seconds, from 1 to 86400.")
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
        var server = listening.makeServer()
        let services = try await mount(on: &server)
        try await listening.run(server, of: source ?? "the bundled sample", beside: services)
    }

    /// Mounts what is to be served, and answers with what has to run beside the server.
    private func mount(on server: inout TableServer) async throws -> [any Service] {
        guard let source else {
            server.mount("/", await MembersTable.make())
            return []
        }
        let database = try SQLiteSource(
            path: source, table: table, sectionBy: sectionBy, queryTimeout: .seconds(queryTimeout))
        try await database.mount(on: &server)
        return [database]
    }
}
