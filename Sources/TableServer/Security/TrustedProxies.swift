import HTTPTypes
import MicroHTTPD

/// The proxies whose `X-Forwarded-Proto`, `X-Forwarded-Host` and `X-Forwarded-For` headers are used.
///
/// Requests from any other address keep the scheme, host and address of their connection. The header `Forwarded` (RFC 7239)
/// is never used: a proxy that sets the others passes on the `Forwarded` of a client, and the reverse.
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
    /// Of a list in `X-Forwarded-Proto` and `X-Forwarded-Host` the last value counts, because the nearest proxy added it.
    func resolve(_ request: Request) -> Request {
        guard !networks.isEmpty, contains(request.remoteAddress) else { return request }
        let (hosts, schemes) = (request.list(.forwardedHost), request.list(.forwardedProto))
        let clients = request.list(.forwardedFor)
        guard !hosts.isEmpty || !schemes.isEmpty || !clients.isEmpty else { return request }
        return request.forwarded(
            host: hosts.last, isSecure: schemes.last.map { $0.lowercased() == "https" } ?? request.isSecure,
            remoteAddress: client(of: clients) ?? request.remoteAddress)
    }

    /// The last address of the list that is not a trusted proxy, because anyone can write what stands before it.
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
    /// The values of a header that is a list, from all fields of that name.
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
