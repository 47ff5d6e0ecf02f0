import ArgumentParser
import TableServer

/// How much a server takes from clients: a flag for each limit.
struct LimitOptions: ParsableArguments {
    @Option(help: "Threads that serve connections; one per core unless told.")
    var threads: Int?

    @Option(help: "The most connections at a time; further ones wait.")
    var maxConnections = TableServer.Configuration().http.maxConnections

    @Option(help: "The most connections from one address; 0 for no such limit.")
    var maxConnectionsPerAddress = TableServer.Configuration().http.maxConnectionsPerAddress

    @Option(help: "The most clients that are told of changes at a time.")
    var maxListeners = TableServer.Configuration().maxListeners

    @Option(help: "The most long tables that are sent as a whole at a time.")
    var maxExports = TableServer.Configuration().maxExports

    @Option(help: "Bytes that request line and headers may have together.")
    var headerMemory = TableServer.Configuration().http.headerMemory

    @Option(help: "Header fields that a request may have.")
    var maxHeaderCount = TableServer.Configuration().http.maxHeaderCount

    @Option(help: "Bytes that the body of a request may have.")
    var maxBodySize = TableServer.Configuration().http.maxBodySize

    @Option(help: "Items that a query or a form may have.")
    var maxQueryItems = TableServer.Configuration().http.maxQueryItems

    @Option(help: "Seconds that a connection may be silent.")
    var idleTimeout = 30

    @Option(help: "Seconds that a request may take to arrive.")
    var requestDeadline = 20

    @Option(help: "Seconds that rows may take to load.")
    var maxLoadingTime = 30

    @Option(help: "Bytes a second that a client must take of an answer; 0 for as slowly as it likes.")
    var minimumSendRate = TableServer.Configuration().http.minimumSendRate

    func apply(to configuration: inout TableServer.Configuration) {
        configuration.http.threads = threads
        configuration.http.maxConnections = maxConnections
        configuration.http.maxConnectionsPerAddress = maxConnectionsPerAddress
        configuration.maxListeners = maxListeners
        configuration.maxExports = maxExports
        configuration.http.headerMemory = headerMemory
        configuration.http.maxHeaderCount = maxHeaderCount
        configuration.http.maxBodySize = maxBodySize
        configuration.http.maxQueryItems = maxQueryItems
        configuration.http.idleTimeout = .seconds(idleTimeout)
        configuration.http.requestDeadline = .seconds(requestDeadline)
        configuration.maxLoadingTime = .seconds(maxLoadingTime)
        configuration.http.minimumSendRate = minimumSendRate
    }
}
