import Foundation
import HTTPMessages
import HTTPTypes

/// The proxies whose `X-Forwarded-Proto`, `X-Forwarded-Host` and `X-Forwarded-For` headers are used.
///
/// Requests from other addresses keep the scheme, host and address of their connection. The `Forwarded` header (RFC
/// 7239) is never used: proxies that set the other headers pass on the `Forwarded` header of the client.
struct TrustedProxies: Sendable {
    private let networks: [IPNetwork]

    /// - Throws: `ConfigurationError` for a text that is neither an address nor a network.
    init(_ texts: [String]) throws {
        networks = try texts.map { text in
            guard let network = IPNetwork(text) else {
                throw ConfigurationError(
                    property: "trustedProxies", requirement: "an IP address or a network, such as 10.0.0.0/8",
                    value: "\"\(text)\"")
            }
            return network
        }
    }

    private func contains(_ address: String) -> Bool { networks.contains { $0.contains(address) } }

    /// Returns the request as the client sent it to the proxy, if a trusted proxy sent it here.
    ///
    /// Lists in `X-Forwarded-Proto` and `X-Forwarded-Host` count by their last value, which the nearest proxy added.
    func resolve(_ request: Request) -> Request {
        guard !networks.isEmpty, contains(request.remoteAddress) else { return request }
        var request = request
        request.isFromTrustedProxy = true
        let (hosts, schemes) = (request.list(.forwardedHost), request.list(.forwardedProto))
        let clients = request.list(.forwardedFor)
        guard !hosts.isEmpty || !schemes.isEmpty || !clients.isEmpty else { return request }
        return request.forwarded(
            host: hosts.last, isSecure: schemes.last.map { $0.lowercased() == "https" } ?? request.isSecure,
            remoteAddress: client(of: clients) ?? request.remoteAddress)
    }

    /// Returns the last address of a list that is no trusted proxy. Clients can forge the addresses before it.
    private func client(of list: [String]) -> String? {
        var client: String?
        for entry in list.reversed() {
            // Some proxies add the port.
            let address = HostValidator.name(in: entry)
            guard IPNetwork.isAddress(address) else { return client }
            client = address
            if !contains(address) { return client }
        }
        return client
    }
}

extension Request {
    /// Returns the values of a list header, from all of its fields.
    fileprivate func list(_ name: HTTPField.Name?) -> [String] {
        guard let name, header(name) != nil else { return [] }
        return headers[values: name].joined(separator: ",").split(separator: ",").compactMap { value in
            let value = value.trimmingPrefix { $0 == " " || $0 == "\t" }
            let end = value.lastIndex { $0 != " " && $0 != "\t" }
            return end.map { String(value[...$0]) }
        }
    }
}

extension HTTPField.Name? {
    fileprivate static let forwardedHost = HTTPField.Name("X-Forwarded-Host")
    fileprivate static let forwardedProto = HTTPField.Name("X-Forwarded-Proto")
    fileprivate static let forwardedFor = HTTPField.Name("X-Forwarded-For")
}

/// A range of IP addresses, such as `10.0.0.0/8` or `::1`.
///
/// IPv4 addresses are stored as IPv6 addresses (`::ffff:10.0.0.1`), so that both notations of an address match.
struct IPNetwork: Sendable, Hashable {
    private let bits: UInt128
    private let mask: UInt128

    /// Reads an address or a network: an address, a slash and the length of its prefix.
    ///
    /// - Returns: Nil for any other text.
    init?(_ text: String) {
        let parts = text.split(separator: "/", maxSplits: 1, omittingEmptySubsequences: false)
        guard let address = Self.address(parts[0]) else { return nil }
        var prefix = 128
        if parts.count == 2 {
            let width = parts[0].contains(":") ? 128 : 32
            guard let length = Self.number(parts[1], upTo: width) else { return nil }
            prefix = 128 - width + length
        }
        mask = prefix == 0 ? 0 : UInt128.max << (128 - prefix)
        bits = address & mask
    }

    /// Returns whether the text is an address of this network. The zone of an address (`%eth0`) is ignored.
    func contains(_ text: String) -> Bool {
        let address = text.split(separator: "%", maxSplits: 1, omittingEmptySubsequences: false)[0]
        return Self.address(address).map { $0 & mask == bits } ?? false
    }

    /// Returns whether the text is an IPv4 or IPv6 address.
    static func isAddress(_ text: String) -> Bool { address(text[...]) != nil }

    private static func address(_ text: Substring) -> UInt128? {
        guard text.contains(":") || text.contains(".") else { return nil }
        var bytes = [UInt8](repeating: 0, count: 16)
        // The function refuses a leading zero, which some programs read as octal.
        guard inet_pton(AF_INET6, text.contains(":") ? String(text) : "::ffff:\(text)", &bytes) == 1 else { return nil }
        return bytes.reduce(0) { $0 << 8 | UInt128($1) }
    }

    private static func number(_ text: Substring, upTo limit: Int) -> Int? {
        guard (1...3).contains(text.utf8.count), text.utf8.allSatisfy({ (0x30...0x39).contains($0) }),
            let number = Int(text), number <= limit
        else { return nil }
        return number
    }
}
