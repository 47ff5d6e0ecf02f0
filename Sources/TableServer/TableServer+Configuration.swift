public import MicroHTTPD

extension TableServer {
    /// How a server listens, whom it answers and what it keeps.
    public struct Configuration: Sendable {
        /// Host, port, threads and every limit of the connection.
        public var http = HTTPServer.Configuration()
        /// Names beside `localhost`, the loopback addresses and the host listened on that a request may be sent to.
        public var allowedHosts: [String] = []
        /// Whether a host other than loopback may be listened on, where everybody who reaches it sees every table.
        public var allowsAnyone = false
        /// Addresses of proxies, or networks such as `10.0.0.0/8`, whose `X-Forwarded-Proto`, `X-Forwarded-Host` and
        /// `X-Forwarded-For` headers are used. From all other addresses these headers are ignored.
        public var trustedProxies: [String] = []
        /// Rows of a page whose request does not say, 1 to `maxPageSize`.
        public var pageSize = 100
        /// The most rows a page may be asked to have.
        public var maxPageSize = 1000
        /// Tables longer than `maxPageSize` that are sent as a whole at a time; one more is answered 503.
        ///
        /// Each has a page of that size in memory.
        public var maxExports = 16
        /// The most clients that listen to changes at a time. One more is answered 503.
        public var maxListeners = 10_000
        /// How often those who listen are sent something when nothing changes.
        public var heartbeatInterval: Duration = .seconds(15)
        /// The most characters of a text that a page shows. JSON has the whole text, unless the data source gives an excerpt.
        public var maxTextLength = 500
        /// How long a request may wait for its data source altogether. Beyond: 503.
        public var maxLoadingTime: Duration = .seconds(30)
        /// Visitors whose selections are kept. The visitor seen longest ago is forgotten first.
        public var maxVisitors = 10_000
        /// Bytes for what is remembered of all visitors: their selections, what they can undo, and answers to requests
        /// with an `Idempotency-Key`. Default: 32 MiB.
        ///
        /// The visitor seen longest ago is forgotten first, and the oldest answer. The bytes are estimated.
        public var maxSessionBytes = 32 * 1024 * 1024
        /// The limit in bytes of three caches: pages and their rows, responses that threads repeat, and the parts that pages
        /// have in common. Caches of data sources and of sorted or filtered rows do not count. Default: 32 MiB. 0 turns the
        /// three caches off.
        public var maxCachedBytes = 32 * 1024 * 1024
        /// Whether pages, data and files are sent compressed to clients that take that. What is one visitor's own never is.
        public var isCompressing = true
        /// A Boolean value that makes CSV and TSV safe to open in a spreadsheet: a text that begins with `=`, `+`, `-`, `@`, a tab
        /// or a carriage return gets an apostrophe before it, so that it is not run as a formula.
        public var guardsFormulas = false
        /// Whether `GET /anomalies` tells what was wrong with the tables, to whoever asks.
        public var isDebugging = false
        /// A folder whose files are served beside the bundled ones of `Public`, and in place of those of their names, read
        /// once at start; its `theme.css` is added to the sheet of all pages.
        public var publicDirectory: String?
        /// A folder whose templates stand for the bundled ones of their names, read once at start.
        public var templatesDirectory: String?

        public init() {}
    }
}

/// The shares of the limits.
extension TableServer.Configuration {
    /// The limit in bytes of cached pages and their rows.
    var maxPageBytes: Int { maxCachedBytes / 8 * 3 }
    /// The limit in bytes of the responses that all threads repeat.
    var maxRepeatedBytes: Int { maxCachedBytes / 2 }
    /// The limit in bytes of the parts that pages have in common.
    var maxShellBytes: Int { maxCachedBytes / 8 }
    /// The limit in bytes of selections and of changes that visitors can undo.
    var maxVisitBytes: Int { maxSessionBytes / 4 * 3 }
    /// The limit in bytes of answers to requests with an `Idempotency-Key`.
    var maxAnswerBytes: Int { maxSessionBytes / 4 }
}

extension TableServer.Configuration {
    /// Checks every property.
    ///
    /// - Throws: `ConfigurationError` for the first property whose value is not allowed.
    func validate() throws {
        try http.validate()
        if let empty = allowedHosts.first(where: { HostValidator.name(in: $0).isEmpty }) {
            throw ConfigurationError(property: "allowedHosts", requirement: "names of hosts", value: "\"\(empty)\"")
        }
        _ = try TrustedProxies(trustedProxies)
        try ConfigurationError.check(maxPageSize, of: "maxPageSize", in: 1...100_000)
        try ConfigurationError.check(pageSize, of: "pageSize", in: 1...maxPageSize)
        try ConfigurationError.check(maxExports, of: "maxExports", in: 1...10_000)
        try ConfigurationError.check(maxListeners, of: "maxListeners", in: 0...1_000_000)
        try ConfigurationError.check(heartbeatInterval, of: "heartbeatInterval")
        try ConfigurationError.check(maxTextLength, of: "maxTextLength", in: 1...1_000_000, unit: "characters")
        try ConfigurationError.check(maxLoadingTime, of: "maxLoadingTime")
        try ConfigurationError.check(maxVisitors, of: "maxVisitors", in: 1...10_000_000)
        try ConfigurationError.check(maxSessionBytes, of: "maxSessionBytes", in: 1 << 20...1 << 40, unit: "bytes")
        try ConfigurationError.check(maxCachedBytes, of: "maxCachedBytes", in: 0...1 << 40, unit: "bytes")
    }
}
