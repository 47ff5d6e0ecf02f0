/// The address that a server listens on.
public struct BoundAddress: Sendable, Hashable, CustomStringConvertible {
    /// The host of the configuration, without brackets.
    public let host: String
    /// The port. It is the actual one if the system chose it.
    public let port: Int

    /// The host and port as in a URL, with brackets for IPv6.
    public var description: String { host.contains(":") ? "[\(host)]:\(port)" : "\(host):\(port)" }
}
