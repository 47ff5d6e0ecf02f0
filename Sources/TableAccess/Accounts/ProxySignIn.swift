import HTTPMessages
package import HTTPTypes
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

    /// Returns a user with the role of its groups; nil without a role.
    func account(named name: String, of request: Request) -> Account? {
        guard let groups else { return Account(name: name, role: .editor) }
        let names = request.headers[values: groups].joined(separator: ",").split(separator: ",").map {
            String($0).trimmed.lowercased()
        }
        return names.compactMap(AccountRole.init).max().map { role in
            var account = Account(name: name, role: role)
            account.groups = Set(names)
            return account
        }
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
            account = try await find(name).map { Account($0.account) }
        } else {
            account = proxy.account(named: name, of: request)
        }
        guard let account else {
            throw HTTPError(.forbidden, "You have no role here, \(name). Ask an administrator for one.")
        }
        return Visit(account: account, way: .proxy)
    }
}
