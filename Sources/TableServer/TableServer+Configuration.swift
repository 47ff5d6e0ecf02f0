public import HTTPMessages

extension TableServer {
    /// The settings of a table server: the connection, allowed hosts, limits, caches and folders.
    public struct Configuration: Sendable {
        /// The host, port, threads and connection limits.
        public var http = HTTPConfiguration()
        /// Additional host names that requests may be sent to. Default: none.
        ///
        /// `localhost`, `127.0.0.1`, `::1` and the host of ``http`` are always allowed.
        public var allowedHosts: [String] = []
        /// A Boolean value that allows a host other than loopback. Default: false.
        ///
        /// With such a host, every client that reaches the server sees every table.
        public var allowsAnyone = false
        /// The addresses of your proxies, or networks such as `10.0.0.0/8`. Default: none.
        ///
        /// The server uses `X-Forwarded-Proto`, `X-Forwarded-Host` and `X-Forwarded-For` from these addresses. It
        /// ignores these headers from all other addresses.
        public var trustedProxies: [String] = []
        /// The number of rows on a page whose request has no `_size`: 1 to ``maxPageSize``. Default: 100.
        public var pageSize = 100
        /// The largest `_size` that a request may ask for: 1 to 100,000 rows. Default: 1,000.
        public var maxPageSize = 1000
        /// The limit of simultaneous exports of tables that are longer than ``maxPageSize``. Default: 16.
        ///
        /// Further exports get status 503. Each export holds up to ``maxPageSize`` rows in memory, or fewer
        /// of about 1 MiB.
        public var maxConcurrentExports = 16
        /// The limit of simultaneous event streams. Default: 10,000. Further streams get status 503.
        public var maxEventStreams = 10_000
        /// The interval of the heartbeats that keep an event stream open when nothing changes. Default: 15 seconds.
        public var heartbeatInterval: Duration = .seconds(15)
        /// The limit in characters of a text on a page. Default: 500.
        ///
        /// JSON contains the whole text, unless the data source gives an excerpt.
        public var maxTextLength = 500
        /// The limit of the time that a request waits for its table to open, for its user and for its data source,
        /// altogether. Default: 30 seconds. Beyond it: status 503. A whole table may take four times as long to begin.
        public var loadingTimeout: Duration = .seconds(30)
        /// The time for which a stopping server still accepts connections, if anyone ever asked for `/readyz`. Default:
        /// 2 seconds.
        ///
        /// Meanwhile `/readyz` has status 503, so that a balancer learns to send requests elsewhere. It should be longer than
        /// the balancer needs for that.
        public var shutdownDelay: Duration = .seconds(2)
        /// The limit of visitors whose selections are remembered. Default: 10,000.
        ///
        /// The least recently seen visitor is forgotten first.
        public var maxVisitors = 10_000
        /// The limit of tables that a path with a table for each visitor keeps. Default: 1,000.
        ///
        /// The table not used for longest is dropped first. The visitor's next request makes a new one.
        public var maxVisitorTables = 1_000
        /// The limit in bytes of visitor data: selections, undo entries and responses to requests with an
        /// `Idempotency-Key`.
        ///
        /// Default: 32 MiB. The least recently seen visitor and the oldest response are forgotten first. Sizes are
        /// estimates.
        public var maxSessionBytes = 32 * 1024 * 1024
        /// The limit in bytes of cached pages and their rows. Default: 16 MiB. 0 turns the cache off.
        ///
        /// Caches of data sources, and sorted or filtered rows, do not count.
        public var maxCachedBytes = 16 * 1024 * 1024
        /// A Boolean value that allows compressed responses for clients that accept them. Default: true.
        ///
        /// Personal responses are never compressed.
        public var allowsCompression = true
        /// A Boolean value that makes CSV and TSV safe to open in a spreadsheet. Default: false.
        ///
        /// A text that begins with `=`, `+`, `-`, `@`, a tab or a carriage return gets an apostrophe before it. The
        /// spreadsheet then does not run the text as a formula.
        public var guardsFormulas = false
        /// A Boolean value that adds `GET /anomalies`, which lists the anomalies of all tables to every client.
        /// Default: false.
        public var showsAnomalies = false
        /// The metrics that `GET /metrics` shows to every client. Default: nil, no such route.
        ///
        /// The server adds the number and duration of its requests: ``Middleware/metrics(factory:)``.
        public var metrics: PrometheusMetrics?
        /// The path of a folder whose files are served beside the bundled files. Default: nil, only the bundled files.
        ///
        /// A file replaces the bundled file of its name. The style sheet of all pages includes `theme.css` of this
        /// folder. The server reads the folder once, at start.
        public var publicDirectory: String?
        /// The path of a folder whose templates replace the bundled templates of their names. Default: nil.
        ///
        /// The server reads the folder once, at start.
        public var templatesDirectory: String?

        /// The people who may change the rows of databases; nil if none can be changed.
        package var editing: EditingAccess?

        /// The long lists of values of filters; nil before the server is made.
        var lists: ListStore?

        /// A Boolean value that indicates whether only people who sign in see tables.
        package internal(set) var hasSignIn = false

        /// Creates a configuration with all defaults.
        public init() {}
    }
}

/// The parts of the limit in bytes of sessions.
extension TableServer.Configuration {
    /// The limit in bytes of selections and undo entries.
    var maxVisitBytes: Int { maxSessionBytes / 4 * 3 }
    /// The limit in bytes of responses to requests with an `Idempotency-Key`.
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
        try ConfigurationError.check(maxConcurrentExports, of: "maxConcurrentExports", in: 1...10_000)
        try ConfigurationError.check(maxEventStreams, of: "maxEventStreams", in: 0...1_000_000)
        try ConfigurationError.check(heartbeatInterval, of: "heartbeatInterval")
        try ConfigurationError.check(maxTextLength, of: "maxTextLength", in: 1...1_000_000, unit: "characters")
        try ConfigurationError.check(loadingTimeout, of: "loadingTimeout")
        try ConfigurationError.check(shutdownDelay, of: "shutdownDelay", mayBeZero: true)
        try ConfigurationError.check(maxVisitors, of: "maxVisitors", in: 1...10_000_000)
        try ConfigurationError.check(maxVisitorTables, of: "maxVisitorTables", in: 1...1_000_000)
        try ConfigurationError.check(maxSessionBytes, of: "maxSessionBytes", in: 1 << 20...1 << 40, unit: "bytes")
        try ConfigurationError.check(maxCachedBytes, of: "maxCachedBytes", in: 0...1 << 40, unit: "bytes")
    }
}
