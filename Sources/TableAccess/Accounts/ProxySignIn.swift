package import HTTPTypes
import MicroHTTPD
import TableServer

/// The headers in which a trusted proxy names the user who has signed in there.
package struct ProxySignIn: Sendable {
    /// The header with the name of the user.
    package var user: HTTPField.Name
    /// The header with the groups of the user, separated by commas; nil if groups do not count.
    package var groups: HTTPField.Name?
    /// A Boolean value that indicates whether the roles are those of accounts.
    package var usesAccounts: Bool

    package init(user: HTTPField.Name, groups: HTTPField.Name? = nil, usesAccounts: Bool = false) {
        (self.user, self.groups, self.usesAccounts) = (user, groups, usesAccounts)
    }

    /// Returns the user of a request; nil without one. Only a trusted proxy is believed.
    func user(of request: Request) -> String? {
        guard request.isFromTrustedProxy, request.header(user) != nil else { return nil }
        // A proxy that adds the header to one of the client's sends two.
        let values = request.headers[values: user].map(\.trimmed)
        guard values.count == 1, let name = values.first, !name.isEmpty else { return nil }
        return name
    }

    /// Returns the role of the user by its groups; nil for none.
    func role(of request: Request) -> AccountRole? {
        guard let groups else { return .editor }
        return request.headers[values: groups].joined(separator: ",").split(separator: ",")
            .compactMap { AccountRole(rawValue: String($0).trimmed.lowercased()) }.max()
    }
}

extension Accounts {
    /// Returns the person whom a proxy names; nil without a name.
    ///
    /// - Throws: `HTTPError` 403 for a person without a role.
    func visit(ofProxy proxy: ProxySignIn, _ request: Request) async throws -> Visit? {
        guard let name = proxy.user(of: request) else { return nil }
        let account: Account?
        if proxy.usesAccounts {
            account = try await find(name).map { Account(name: $0.account.name, role: $0.account.role) }
        } else {
            account = proxy.role(of: request).map { Account(name: name, role: $0) }
        }
        guard let account else {
            throw HTTPError(.forbidden, "You have no role here, \(name). Ask an administrator for one.")
        }
        return Visit(account: account, way: .proxy)
    }
}
