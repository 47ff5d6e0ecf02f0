/// The address that a server listens on.
public struct BoundAddress: Sendable, Hashable, CustomStringConvertible {
    /// The host of the configuration, without brackets.
    public let host: String
    /// The port. It is the actual one if the system chose it.
    public let port: Int
    /// A Boolean value that indicates whether clients connect by TLS.
    public let isSecure: Bool

    /// Creates an address.
    package init(host: String, port: Int, isSecure: Bool) {
        (self.host, self.port, self.isSecure) = (host, port, isSecure)
    }

    /// The address of the start page, such as `http://127.0.0.1:8080/`.
    public var url: String { "\(isSecure ? "https" : "http")://\(self)/" }

    /// The host and port as in a URL, with brackets for IPv6.
    public var description: String { host.contains(":") ? "[\(host)]:\(port)" : "\(host):\(port)" }
}
