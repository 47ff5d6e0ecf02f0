/// The settings of a server: its address, threads, limits and timeouts.
public struct HTTPConfiguration: Sendable {
    /// The address or host name to listen on. Default: 127.0.0.1.
    ///
    /// `::` also accepts IPv4 connections. Of a host name's addresses, IPv4 is preferred.
    public var host = "127.0.0.1"
    /// The TCP port. Default: 8080. With 0, the system chooses a free port.
    public var port = 8080
    /// The path of the certificate for TLS 1.2 and 1.3, in PEM, followed by those that vouch for it. Default: nil, plain
    /// HTTP.
    ///
    /// It is read again when it changes, for the next connections.
    public var tlsCertificate: String?
    /// The path of the private key of ``tlsCertificate``, in PEM and without a password. Default: nil.
    public var tlsKey: String?
    /// A Boolean value that indicates whether clients connect by TLS.
    package var hasTLS: Bool { tlsCertificate != nil || tlsKey != nil }
    /// The number of threads that serve connections. Default: nil, one for each active core.
    public var threads: Int?
    /// The limit of simultaneous connections, divided evenly among the threads. Default: 2,048.
    ///
    /// Further connections wait until they are accepted. The server lowers the limit at its start, with a warning in
    /// the log, if the process may have too few files open. It first raises the process's limit of open files to the
    /// system's.
    public var maxConnections = 2048
    /// The limit of simultaneous connections from one address. Default: 1,024. 0 turns the limit off.
    ///
    /// While three quarters of ``maxConnections`` are in use, an address may have 16 connections. This does not
    /// hold if one address may use all connections.
    public var maxConnectionsPerAddress = 1024
    /// The limit in bytes of request line and headers together. Default: 24 KiB. Beyond it: status 414 or 431.
    ///
    /// Each connection allocates this memory, and 4 KiB for the head of the response.
    public var maxHeaderSize = 24 * 1024
    package static let responseMemory = 4 * 1024
    /// The limit of header fields in a request. Default: 128. Beyond it: status 431.
    public var maxHeaderCount = 128
    /// The limit of a request body in bytes. Default: 1 MiB. Beyond it: status 413.
    public var maxBodySize = 1024 * 1024
    /// The limit of items in a query, and in a form. Default: 256. Beyond it: status 400.
    public var maxQueryItems = 256
    /// The time that a connection may be silent, rounded up to whole seconds. Default: 30 seconds.
    public var idleTimeout: Duration = .seconds(30)
    /// The time that a request may take from its first byte to its last. Default: 20 seconds. Beyond it: status
    /// 408.
    ///
    /// The time of the first request begins with the connection, that of later requests with their request line. A
    /// later request line must come within `idleTimeout + requestTimeout` after the previous response.
    public var requestTimeout: Duration = .seconds(20)
    /// The rate at which a client must read a response, in bytes a second. Default: 1,024. 0 turns the limit off.
    ///
    /// A client may take ``requestTimeout`` longer than the bytes need at this rate. Then it is disconnected. For
    /// a stream, the limit applies to bytes that wait for the client.
    public var minSendRate = 1024
    /// The limit in bytes of a streamed body that waits for a slow client. Default: 64 KiB. Beyond it, the writer
    /// waits.
    public var streamBuffer = 64 * 1024
    /// The limit in bytes of what all connections together hold. Default: 64 MiB. Beyond it: status 503.
    ///
    /// It counts request bodies from their first byte to the end of the response, and responses that a client has
    /// not read. A response of less than 64 KiB does not count. A stream counts 1 MiB, a file and a live body
    /// nothing. A request is accepted whatever its size if it is the only one that counts.
    public var maxPendingBytes = 64 * 1024 * 1024
    /// The time that current requests may take to end when the server stops. Default: 10 seconds.
    public var shutdownGrace: Duration = .seconds(10)
    /// A closure that makes the response to an error, including the server's own. Default: nil, plain text.
    ///
    /// The request is nil if it could not be read. Any thread may call the closure, so it must not block.
    public var errorResponder: (@Sendable (HTTPError, Request?) -> Response)?

    /// Creates a configuration with the default values.
    ///
    /// - Parameters:
    ///   - host: The address or host name to listen on. Default: 127.0.0.1.
    ///   - port: The TCP port. Default: 8080.
    public init(host: String = "127.0.0.1", port: Int = 8080) {
        self.host = host
        self.port = port
    }
}

extension HTTPConfiguration {
    /// Checks every property.
    ///
    /// - Throws: ``ConfigurationError`` for the first property whose value is not allowed.
    package func validate() throws {
        try ConfigurationError.check(port, of: "port", in: 0...65_535)
        if let threads { try ConfigurationError.check(threads, of: "threads", in: 1...1024) }
        try ConfigurationError.check(maxConnections, of: "maxConnections", in: 1...1_000_000)
        try ConfigurationError.check(
            maxConnectionsPerAddress, of: "maxConnectionsPerAddress", in: 0...1_000_000, exception: "0 for no limit")
        try ConfigurationError.check(maxHeaderSize, of: "maxHeaderSize", in: 4096...16_777_216, unit: "bytes")
        try ConfigurationError.check(maxHeaderCount, of: "maxHeaderCount", in: 1...10_000)
        try ConfigurationError.check(maxBodySize, of: "maxBodySize", in: 0...1 << 40, unit: "bytes")
        try ConfigurationError.check(maxQueryItems, of: "maxQueryItems", in: 0...1_000_000)
        try ConfigurationError.check(
            minSendRate, of: "minSendRate", in: 0...1 << 40, unit: "bytes a second", exception: "0 for no limit"
        )
        try ConfigurationError.check(streamBuffer, of: "streamBuffer", in: 1...1 << 30, unit: "bytes")
        try ConfigurationError.check(maxPendingBytes, of: "maxPendingBytes", in: 1 << 20...1 << 40, unit: "bytes")
        try ConfigurationError.check(idleTimeout, of: "idleTimeout")
        try ConfigurationError.check(requestTimeout, of: "requestTimeout")
        try ConfigurationError.check(shutdownGrace, of: "shutdownGrace", mayBeZero: true)
    }
}
