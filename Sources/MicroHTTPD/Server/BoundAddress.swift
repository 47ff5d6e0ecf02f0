/// Where a server listens.
public struct BoundAddress: Sendable, Hashable, CustomStringConvertible {
    /// The host as configured, without brackets.
    public let host: String
    /// The port, also where the system chose it.
    public let port: Int

    /// Host and port as in a URL, an IPv6 address in brackets.
    public var description: String { host.contains(":") ? "[\(host)]:\(port)" : "\(host):\(port)" }
}
