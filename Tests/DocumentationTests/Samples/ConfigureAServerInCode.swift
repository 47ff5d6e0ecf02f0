// The samples of docs/how-to/configure-a-server-in-code.md.
import CascadingTable
import Foundation
import Logging
import TableServer
import Testing

private final class Prices: TableViewController {}

private enum PricesProgram {
    static func main() async {
        await TableServer.main(configuration: try configuration()) { server in
            server.mount("/", Prices())
        }
    }

    private static func configuration() throws -> TableServer.Configuration {
        var configuration = TableServer.Configuration()
        configuration.http.port = 9000
        configuration.pageSize = 50
        configuration.loadingTimeout = .seconds(5)
        configuration.publicDirectory = "looks"
        return configuration
    }

    private static func configurationOfTheEnvironment() throws -> TableServer.Configuration {
        var configuration = try TableServer.Configuration(environment: ProcessInfo.processInfo.environment)
        configuration.showsAnomalies = false
        return configuration
    }

    private static func reachable(_ configuration: inout TableServer.Configuration) {
        configuration.http.host = "0.0.0.0"
        configuration.allowsAnyone = true
        configuration.allowedHosts = ["tables.example.com"]
    }

    static func mainWithALog() async {
        var logger = Logger(label: "prices")
        logger.logLevel = .debug
        await TableServer.main(logger: logger) { server in
            server.mount("/", Prices())
        }
    }
}
