public import Configuration
import HTTPMessages

extension TableServer.Configuration {
    /// Creates a configuration from environment variables, such as `CASCADE_PORT`.
    ///
    /// ```swift
    /// let environment = ProcessInfo.processInfo.environment
    /// await TableServer.main(configuration: try .init(environment: environment)) { server in
    ///     server.mount("/", Market())
    /// }
    /// ```
    ///
    /// `main` prints the error and ends the program with status 78. An error that your own `main()` throws ends it with
    /// a trap.
    ///
    /// The name of a variable is `CASCADE_` and the name of the property in capitals: `CASCADE_MAX_PAGE_SIZE` sets
    /// ``maxPageSize``. Properties of ``http`` have no further prefix: `CASCADE_HOST`. Durations are in seconds, and lists
    /// are separated by commas. Other variables are ignored.
    ///
    /// - Parameter environment: The variables. Those that are missing leave the default.
    /// - Throws: `ConfigurationError` for a value that cannot be read or is not allowed. Its property is the variable.
    public init(environment: [String: String]) throws {
        let provider = EnvironmentVariablesProvider(environmentVariables: environment)
        do {
            try self.init(config: ConfigReader(provider: provider).scoped(to: "cascade"))
            // A value that is not allowed must be named by its variable, which the server does not know.
            try validate()
        } catch let error as ConfigurationError {
            throw ConfigurationError(
                property: Self.variable(for: error.property), requirement: error.requirement, value: error.value)
        }
    }

    /// Creates a configuration from the values of swift-configuration, such as those of a file.
    ///
    /// A key is the name of a property: `maxPageSize`. Keys of ``http`` have no further prefix: `host`.
    ///
    /// - Parameter config: The reader of the values. Those that are missing leave the default.
    /// - Throws: `ConfigurationError` for a value that cannot be read. The server checks ranges when it starts.
    public init(config: ConfigReader) throws {
        self.init()
        for setting in Self.settings { try setting.set(&self, config, ConfigKey(stringLiteral: setting.name)) }
    }

    /// Returns the environment variable for a property: `CASCADE_MAX_PAGE_SIZE` for `maxPageSize`.
    static func variable(for property: String) -> String {
        "CASCADE_" + property.flatMap { $0.isUppercase ? "_\($0)" : "\($0)" }.map { $0.uppercased() }.joined()
    }

    /// A property that can be set from outside.
    private struct Setting: Sendable {
        let name: String
        let set: @Sendable (inout TableServer.Configuration, ConfigReader, ConfigKey) throws -> Void

        /// - Parameters:
        ///   - requirement: The values that can be read, to follow "must be".
        ///   - read: Reads a value; nil if it is missing or of another kind.
        init<Value>(
            _ name: String, _ path: any WritableKeyPath<TableServer.Configuration, Value> & Sendable,
            _ requirement: String,
            _ read: @escaping @Sendable (ConfigReader, ConfigKey) -> Value?
        ) {
            self.name = name
            set = { configuration, config, key in
                if let value = read(config, key) {
                    configuration[keyPath: path] = value
                } else if let text = config.string(forKey: key) {
                    throw ConfigurationError(property: name, requirement: requirement, value: "\"\(text)\"")
                }
            }
        }
    }

    private static func number(_ name: String, _ path: any WritableKeyPath<Self, Int> & Sendable) -> Setting {
        Setting(name, path, "a whole number") { $0.int(forKey: $1) }
    }

    private static func switching(_ name: String, _ path: any WritableKeyPath<Self, Bool> & Sendable) -> Setting {
        Setting(name, path, "true or false") { $0.bool(forKey: $1) }
    }

    private static func time(_ name: String, _ path: any WritableKeyPath<Self, Duration> & Sendable) -> Setting {
        Setting(name, path, "a number of seconds") { config, key in
            guard let seconds = config.double(forKey: key) ?? config.int(forKey: key).map(Double.init) else {
                return nil
            }
            // A duration of more than a day is refused when the server starts.
            return seconds.isFinite && seconds.magnitude < 1e9 ? .milliseconds(Int(seconds * 1000)) : nil
        }
    }

    private static func names(_ name: String, _ path: any WritableKeyPath<Self, [String]> & Sendable) -> Setting {
        Setting(name, path, "a list") { $0.stringArray(forKey: $1) }
    }

    private static func path(_ name: String, _ path: any WritableKeyPath<Self, String?> & Sendable) -> Setting {
        Setting(name, path, "a path") { $0.string(forKey: $1).map(Optional.some) }
    }

    private static let settings = [
        Setting("host", \.http.host, "an address") { config, key in
            config.string(forKey: key).flatMap { $0.isEmpty ? nil : $0 }
        },
        number("port", \.http.port),
        Setting("threads", \.http.threads, "a whole number") { $0.int(forKey: $1).map(Optional.some) },
        number("maxConnections", \.http.maxConnections),
        number("maxConnectionsPerAddress", \.http.maxConnectionsPerAddress),
        number("maxHeaderSize", \.http.maxHeaderSize),
        number("maxHeaderCount", \.http.maxHeaderCount),
        number("maxBodySize", \.http.maxBodySize),
        number("maxQueryItems", \.http.maxQueryItems),
        number("maxPendingBytes", \.http.maxPendingBytes),
        time("idleTimeout", \.http.idleTimeout),
        time("requestTimeout", \.http.requestTimeout),
        number("minSendRate", \.http.minSendRate),
        number("streamBuffer", \.http.streamBuffer),
        time("shutdownGrace", \.http.shutdownGrace),
        names("allowedHosts", \.allowedHosts),
        switching("allowsAnyone", \.allowsAnyone),
        names("trustedProxies", \.trustedProxies),
        number("pageSize", \.pageSize),
        number("maxPageSize", \.maxPageSize),
        number("maxConcurrentExports", \.maxConcurrentExports),
        number("maxEventStreams", \.maxEventStreams),
        time("heartbeatInterval", \.heartbeatInterval),
        number("maxTextLength", \.maxTextLength),
        time("loadingTimeout", \.loadingTimeout),
        time("shutdownDelay", \.shutdownDelay),
        number("maxVisitors", \.maxVisitors),
        number("maxVisitorTables", \.maxVisitorTables),
        number("maxSessionBytes", \.maxSessionBytes),
        number("maxCachedBytes", \.maxCachedBytes),
        switching("allowsCompression", \.allowsCompression),
        switching("guardsFormulas", \.guardsFormulas),
        switching("showsAnomalies", \.showsAnomalies),
        Setting("metrics", \.metrics, "true or false") { config, key in
            config.bool(forKey: key).map { $0 ? PrometheusMetrics() : nil }
        },
        path("publicDirectory", \.publicDirectory),
        path("tlsCertificate", \.http.tlsCertificate),
        path("tlsKey", \.http.tlsKey),
        path("templatesDirectory", \.templatesDirectory),
    ]
}
