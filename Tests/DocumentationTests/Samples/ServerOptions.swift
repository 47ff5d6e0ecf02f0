// The sample of docs/reference/configuration.md about the options of a command. It is parsed and tested.
import ArgumentParser
import CascadingTable
import TableServer
import TableServerOptions
import Testing

struct Shop: AsyncParsableCommand {
    @ArgumentParser.OptionGroup var options: TableServerOptions

    func run() async throws {
        var server = options.makeServer()
        server.mount("/", Cart())
        try await server.runService()
    }
}

private final class Cart: TableViewController {}

@Suite struct ServerOptionsTests {
    @Test func withoutOptionsItIsTheDefault() throws {
        let configuration = try Shop.parse([]).options.makeConfiguration()
        #expect("\(configuration)" == "\(TableServer.Configuration())")
    }

    @Test func optionsSetTheConfiguration() throws {
        let shop = try Shop.parse([
            "--port", "9000", "--size", "50", "--allowed-host", "a.example", "--allowed-host", "b.example",
            "--no-compression", "--idle-timeout", "7", "--log-level", "debug", "--metrics",
        ])
        let configuration = shop.options.makeServer().configuration
        #expect(configuration.http.port == 9000)
        #expect(configuration.pageSize == 50)
        #expect(configuration.allowedHosts == ["a.example", "b.example"])
        #expect(!configuration.allowsCompression)
        #expect(configuration.http.idleTimeout == .seconds(7))
        #expect(configuration.metrics != nil)
        #expect("\(shop.options.logLevel)" == "debug")
    }

    @Test(arguments: [["--port", "x"], ["--log-level", "loud"], ["--nonsense"]])
    func otherOptionsAreRefused(_ arguments: [String]) {
        #expect(throws: (any Error).self) { try Shop.parse(arguments) }
    }
}
