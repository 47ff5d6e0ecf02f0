public import Logging
import MicroHTTPD

#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#else
    import Darwin
#endif

extension TableServer {
    /// Runs a server as a whole program.
    ///
    /// Prints the address once the server listens, and serves until Ctrl-C or SIGTERM. If the server cannot start, prints
    /// one sentence to standard error and ends the process with a status of `sysexits.h`: 78 for a configuration that is
    /// not allowed, 69 if it cannot listen, 70 for an error of `mount`.
    ///
    /// ```swift
    /// @main
    /// struct Market {
    ///     static func main() async {
    ///         await TableServer.main { server in
    ///             server.mount("/", await TableView(title: "Market", root: market))
    ///         }
    ///     }
    /// }
    /// ```
    ///
    /// - Parameter configuration: The configuration of the server.
    /// - Parameter logger: The logger of the server.
    /// - Parameter isolation: The actor that `mount` runs on.
    /// - Parameter mount: Mounts the tables, and adds routes if you need some.
    public static func main(
        configuration: Configuration = .init(), logger: Logger = Logger(label: "TableServer"),
        isolation: isolated (any Actor)? = #isolation, _ mount: (inout TableServer) async throws -> Void
    ) async {
        do {
            var server = TableServer(configuration: configuration, logger: logger)
            server.onListening { address in
                print("Serving at http://\(address)/")
                // Standard output may be a file or a pipe, which is written to late.
                fflush(nil)
            }
            try await mount(&server)
            try await server.runService()
        } catch {
            let (status, message) =
                switch error {
                case let error as ConfigurationError: (EX_CONFIG, "\(error)")
                case let error as TableServerError: (EX_CONFIG, error.message)
                case let error as HTTPServerError: (EX_UNAVAILABLE, error.message)
                default: (EX_SOFTWARE, "\(error)")
                }
            let line = Array("\(message)\n".utf8)
            write(STDERR_FILENO, line, line.count)
            exit(status)
        }
    }
}
