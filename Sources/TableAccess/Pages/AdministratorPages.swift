import CascadingTable
import HTTPMessages
import HTTPTypes
import LocalizedMessages
import TableRendering
import TableServer

/// The pages on which administrators invite people, and change their accounts.
struct AdministratorPages: Sendable {
    let accounts: Accounts

    func route(in router: inout Router) {
        router.on(.post, "/-/invite") { request, _ in
            let (_, form) = (try await accounts.requireAdministrator(of: request), try request.form())
            let (name, role) = ((form["person"] ?? "").trimmed, try Self.role(form))
            do {
                return .page(Self.link(try await accounts.invite(name, role: role), for: name, request))
            } catch let error as HTTPError where error.status.code < 500 {
                let page = try await AccountPages(accounts: accounts).own(request, error: error.message)
                return .page(page, status: error.status)
            }
        }
        router.get("/-/people/:name") { request, path in
            _ = try await accounts.requireAdministrator(of: request)
            return .page(try await person(path["name"] ?? ""))
        }
        post("role", in: &router) { name, form, _ in
            try await accounts.setRole(of: name, to: Self.role(form))
            return nil
        }
        post("sessions", in: &router) { name, _, _ in
            try await accounts.endSessions(of: name)
            return nil
        }
        post("link", in: &router) { name, _, request in
            let secret = try await accounts.makeLink(for: name)
            return .page(Self.link(secret, for: name, request))
        }
        post("remove", in: &router) { name, form, _ in
            guard form.all("sure").contains("true") else { return nil }
            try await accounts.remove(name)
            return .redirect(to: "/-/accounts/")
        }
    }

    /// Adds a route that changes an account. Without a response, it leads back to the page of the account.
    private func post(
        _ change: String, in router: inout Router,
        _ body: @escaping @Sendable (String, Query, Request) async throws -> Response?
    ) {
        router.on(.post, RoutePath("/-/people/:name/\(change)")) { request, path in
            _ = try await accounts.requireAdministrator(of: request)
            let name = try await accounts.require(path["name"] ?? "").account.name
            let response = try await body(name, request.form(), request)
            return response ?? .redirect(to: AccountsController.address(of: name))
        }
    }

    private static func role(_ form: Query) throws -> AccountRole {
        guard let role = form["role"].flatMap(AccountRole.init) else {
            throw HTTPError(.badRequest, "role must be viewer, editor or administrator.")
        }
        return role
    }

    /// Returns the page with a link that is used once.
    private static func link(_ secret: String, for name: String, _ request: Request) -> FormPage {
        let address = "\(request.isSecure ? "https" : "http")://\(request.authority ?? "")/-/invitation?key=\(secret)"
        return FormPage(
            "Link for \(name)", breadcrumbs: [("Account", "/-/account"), ("All accounts", "/-/accounts/")],
            [
                .init(
                    nil,
                    [
                        "Send this link to \(name). Whoever opens it chooses the password. It can be used once, within 7 days."
                    ], copied: address)
            ])
    }

    private func person(_ name: String) async throws -> FormPage {
        let account = try await accounts.require(name).account
        let address = AccountsController.address(of: account.name)
        let count = try await accounts.sessions(of: account.name).count
        return FormPage(
            LocalizedMessage(verbatim: account.name),
            breadcrumbs: [("Account", "/-/account"), ("All accounts", "/-/accounts/")],
            [
                .init(
                    nil, [], action: "\(address)/role",
                    fields: [AccountPages.roleField(account.role)], button: "Change role"),
                .init(
                    "Password", ["A link by which the person chooses a new password."], action: "\(address)/link",
                    button: "Make link"),
                .init(
                    "Devices", ["Devices that are signed in: \(count)."], action: "\(address)/sessions",
                    button: count > 0 ? "Sign out on all devices" : nil),
                .init(
                    "Remove account", [], action: "\(address)/remove",
                    fields: [.init("Remove the account, its sessions and its tokens", "sure", kind: .boolean)],
                    button: "Remove", isDestructive: true),
            ])
    }
}
