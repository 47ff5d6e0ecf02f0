import ArgumentParser

@main
struct Cascade: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "cascade",
        abstract: "Puts tables on the web.",
        version: "0.1.0",
        subcommands: [Serve.self, Export.self, GalleryCommand.self])
}
