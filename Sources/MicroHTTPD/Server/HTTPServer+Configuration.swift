extension HTTPServer {
    /// Where a server listens and how much it takes from a client.
    public struct Configuration: Sendable {
        /// The address or name to listen on. `::` takes IPv4 too; a name prefers its IPv4 address.
        public var host = "127.0.0.1"
        /// The TCP port; 0 lets the system choose.
        public var port = 8080
        /// The number of threads that serve connections; nil for one per active core.
        public var threads: Int?
        /// The most connections at a time, shared out evenly among the threads; further ones wait to be accepted.
        public var maxConnections = 2048
        /// The most connections from one address at a time; 0 for no such limit.
        ///
        /// When three quarters of ``maxConnections`` are taken, an address may have 16. This does not hold if one address may
        /// have all connections.
        public var maxConnectionsPerAddress = 1024
        /// The most bytes of request line and headers together. Beyond: 414 or 431.
        ///
        /// Each connection has this much memory, and 4 KiB for the head of the response.
        public var headerMemory = 24 * 1024
        static let responseMemory = 4 * 1024
        /// The most header fields of a request. Beyond: 431.
        public var maxHeaderCount = 128
        /// The largest body of a request, in bytes. Beyond: 413.
        public var maxBodySize = 1024 * 1024
        /// The most items in a query, and in a form. Beyond: 400.
        public var maxQueryItems = 256
        /// How long a connection may be silent, rounded up to whole seconds.
        public var idleTimeout: Duration = .seconds(30)
        /// How long a request may take from its first byte to its last, however busily it trickles. Beyond: 408.
        ///
        /// The first request is counted from the connection, a later one from its request line, which itself
        /// must be there within `idleTimeout + requestDeadline` of the answer before.
        public var requestDeadline: Duration = .seconds(20)
        /// The rate at which a client must take an answer, in bytes a second; 0 for no such limit.
        ///
        /// It has `requestDeadline` more than the bytes need at this rate, then the connection is cut. Of a stream this
        /// holds for what is written and waits for the client.
        public var minimumSendRate = 1024
        /// How much of a streamed body is held for a slow reader, in bytes, before its writer waits.
        public var streamBuffer = 64 * 1024
        /// How long a response is sent again (``CacheableResponse``) before the handler is asked once more; 0 for never
        /// again.
        public var repetition: Duration = .seconds(1)
        /// Bytes of the response caches of all threads, shared out evenly among them.
        package var maxRepeatedBytes = 16 * 1024 * 1024
        /// How long requests in flight may take to end once the server stops.
        public var shutdownGrace: Duration = .seconds(10)
        /// Writes the answer to a refusal, the server's own included; nil for plain text.
        ///
        /// The request is nil when it could not be read. It may be called on any thread, and must not block.
        public var errorResponder: (@Sendable (HTTPError, Request?) -> Response)?

        /// The defaults, for the fields not named.
        public init(host: String = "127.0.0.1", port: Int = 8080) {
            self.host = host
            self.port = port
        }
    }
}

extension HTTPServer.Configuration {
    /// Checks every property.
    ///
    /// - Throws: ``ConfigurationError`` for the first property whose value is not allowed.
    package func validate() throws {
        try ConfigurationError.check(port, of: "port", in: 0...65_535)
        if let threads { try ConfigurationError.check(threads, of: "threads", in: 1...1024) }
        try ConfigurationError.check(maxConnections, of: "maxConnections", in: 1...1_000_000)
        try ConfigurationError.check(
            maxConnectionsPerAddress, of: "maxConnectionsPerAddress", in: 0...1_000_000, exception: "0 for no limit")
        try ConfigurationError.check(headerMemory, of: "headerMemory", in: 4096...16_777_216, unit: "bytes")
        try ConfigurationError.check(maxHeaderCount, of: "maxHeaderCount", in: 1...10_000)
        try ConfigurationError.check(maxBodySize, of: "maxBodySize", in: 0...1 << 40, unit: "bytes")
        try ConfigurationError.check(maxQueryItems, of: "maxQueryItems", in: 0...1_000_000)
        try ConfigurationError.check(
            minimumSendRate, of: "minimumSendRate", in: 0...1 << 40, unit: "bytes a second", exception: "0 for no limit"
        )
        try ConfigurationError.check(streamBuffer, of: "streamBuffer", in: 1...1 << 30, unit: "bytes")
        try ConfigurationError.check(idleTimeout, of: "idleTimeout")
        try ConfigurationError.check(requestDeadline, of: "requestDeadline")
        try ConfigurationError.check(repetition, of: "repetition", mayBeZero: true)
        try ConfigurationError.check(shutdownGrace, of: "shutdownGrace", mayBeZero: true)
    }
}
