import ArgumentParser
import CascadingTable
import Gallery
import TableServer

struct GalleryCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "gallery",
        abstract: "Serves an example of each thing a table can do.",
        discussion: """
            Examples:
              cascade gallery
              cascade gallery --port 0
            """)

    @ArgumentParser.OptionGroup var listening: ListeningOptions

    func run() async throws {
        do {
            try await serve()
        } catch {
            throw CommandFailure.report(error)
        }
    }

    private func serve() async throws {
        var server = listening.makeServer()
        let services = await Gallery.mount(on: &server)
        try await listening.run(server, of: "the gallery", beside: services)
    }
}
