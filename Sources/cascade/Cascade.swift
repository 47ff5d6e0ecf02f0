import ArgumentParser
import CascadingTable
import Gallery
import HTTPMessages
import TableServer
import TableServerOptions

@main
enum Program {
    static func main() async {
        FreeMemory.limit()
        await Cascade.main()
    }
}

struct Cascade: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "cascade",
        abstract: "Serve, export and import tables of SQLite files, PostgreSQL databases and CSV files.",
        version: "0.1.0",
        subcommands: [Serve.self, Export.self, Import.self, Inspect.self, Watch.self, User.self, GalleryCommand.self])
}

struct GalleryCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "gallery",
        abstract: "Serve 19 example tables.",
        discussion: """
            Examples:
              cascade gallery
              cascade gallery --port 0

            Stop the server with Ctrl-C.

            Exit status:
              64  an option or a value is invalid
              66  the folder of --public or --templates cannot be used
              69  the server cannot listen on the address and port
              70  an internal error
            """)

    @ArgumentParser.OptionGroup var listening: TableServerOptions

    func run() async throws {
        do {
            try await serve()
        } catch {
            throw CommandFailure.report(error)
        }
    }

    private func serve() async throws {
        var server = listening.makeCommandServer()
        await Gallery.mount(on: &server)
        try await listening.run(server, of: "the gallery")
    }
}
