import ArgumentParser
import MicroHTTPD

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
        abstract: "Serve and export tables from SQLite files.",
        version: "0.1.0",
        subcommands: [Serve.self, Export.self, GalleryCommand.self])
}
