import ArgumentParser
import TableServer

/// The limits of a server, with an option for each.
struct LimitOptions: ParsableArguments {
    @Option(help: "Threads that serve connections. Default: one per core.")
    var threads: Int?

    @Option(help: "Maximum open connections; more wait.")
    var maxConnections = TableServer.Configuration().http.maxConnections

    @Option(help: "Maximum open connections from one address; 0 for no limit.")
    var maxConnectionsPerAddress = TableServer.Configuration().http.maxConnectionsPerAddress

    @Option(help: "Maximum clients that follow live changes; more get status 503.")
    var maxEventStreams = TableServer.Configuration().maxEventStreams

    @Option(help: "Maximum whole-table downloads at once; more get status 503.")
    var maxConcurrentExports = TableServer.Configuration().maxConcurrentExports

    @Option(help: "Maximum bytes of the request line and the headers together, from 4096.")
    var maxHeaderSize = TableServer.Configuration().http.maxHeaderSize

    @Option(help: "Maximum header fields in a request.")
    var maxHeaderCount = TableServer.Configuration().http.maxHeaderCount

    @Option(help: "Maximum bytes of a request body.")
    var maxBodySize = TableServer.Configuration().http.maxBodySize

    @Option(
        help: "Maximum bytes of unfinished request bodies and unread responses of all clients; more get status 503.")
    var maxPendingBytes = TableServer.Configuration().http.maxPendingBytes

    @Option(help: "Maximum items in a query, and in a form.")
    var maxQueryItems = TableServer.Configuration().http.maxQueryItems

    @Option(help: "Close idle connections after this many seconds.")
    var idleTimeout = 30

    @Option(help: "Refuse requests that take longer than this many seconds to arrive.")
    var requestTimeout = 20

    @Option(help: "Stop waiting for rows after this many seconds, with status 503.")
    var loadingTimeout = 30

    @Option(help: "Disconnect clients that read slower than this many bytes a second; 0 for no limit.")
    var minSendRate = TableServer.Configuration().http.minSendRate

    func apply(to configuration: inout TableServer.Configuration) {
        configuration.http.threads = threads
        configuration.http.maxConnections = maxConnections
        configuration.http.maxConnectionsPerAddress = maxConnectionsPerAddress
        configuration.maxEventStreams = maxEventStreams
        configuration.maxConcurrentExports = maxConcurrentExports
        configuration.http.maxHeaderSize = maxHeaderSize
        configuration.http.maxHeaderCount = maxHeaderCount
        configuration.http.maxBodySize = maxBodySize
        configuration.http.maxPendingBytes = maxPendingBytes
        configuration.http.maxQueryItems = maxQueryItems
        configuration.http.idleTimeout = .seconds(idleTimeout)
        configuration.http.requestTimeout = .seconds(requestTimeout)
        configuration.loadingTimeout = .seconds(loadingTimeout)
        configuration.http.minSendRate = minSendRate
    }
}
