import CLibrary
import HTTPMessages

#if canImport(MicroHTTPD)
    public import Logging

    extension TableServer {
        /// Runs a server as a whole program: mounts the tables, prints the address and serves until Ctrl-C or SIGTERM.
        ///
        /// If the server cannot start, one sentence is printed to standard error. Then the process ends with a status of
        /// `sysexits.h`:
        ///
        /// - 78 (`EX_CONFIG`): an invalid configuration.
        /// - 69 (`EX_UNAVAILABLE`): the server cannot listen.
        /// - 70 (`EX_SOFTWARE`): an error thrown by `mount`, or an override of a table that is never called.
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
        /// - Parameters:
        ///   - configuration: The settings of the server. It may throw, as
        ///     `try .init(environment: ProcessInfo.processInfo.environment)` does. Default: 127.0.0.1:8080.
        ///   - logger: The logger of the server.
        ///   - isolation: The actor that `mount` runs on. Default: the caller's.
        ///   - mount: A closure that mounts the tables and adds routes of your own.
        public static func main(
            configuration: @autoclosure () throws -> Configuration = .init(),
            logger: Logger = Logger(label: "TableServer"),
            isolation: isolated (any Actor)? = #isolation, _ mount: (inout TableServer) async throws -> Void
        ) async {
            do {
                var server = TableServer(configuration: try configuration(), logger: logger)
                server.onListening { address in
                    print("Serving at \(address.url)")
                    // Standard output may be a file or a pipe, which is buffered.
                    fflush(nil)
                }
                try await mount(&server)
                try await server.runService()
            } catch {
                let (status, message) =
                    switch error {
                    case let error as ConfigurationError: (EX_CONFIG, "\(error)")
                    case let error as TableServerError where error.code == .hiddenOverride: (EX_SOFTWARE, error.message)
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
#endif
