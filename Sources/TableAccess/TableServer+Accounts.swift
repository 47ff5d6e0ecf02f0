import CascadingTable
public import HTTPMessages
import HTTPTypes
import Logging
public import TableServer

extension TableServer {
    /// Lets only people use the server who have signed in, and offers them the pages to do so.
    ///
    /// ```swift
    /// var server = TableServer()
    /// server.accounts(Accounts(try SQLiteAccountStore(path: "people.db")))
    /// try await server.mount("/", shop)
    /// ```
    ///
    /// Call it before you mount databases. Strangers see `/-/sign-in` and nothing else. Viewers read, and select rows; editors
    /// also change rows and perform actions. Delegates and rules get an ``Account`` as `visitor.user`, and the history of a
    /// database has its name.
    ///
    /// If there is no administrator yet, the server logs a link of one hour when it starts, by which the first administrator is made.
    ///
    /// - Parameter accounts: The people.
    public mutating func accounts(_ accounts: Accounts) {
        self.accounts(accounts) { [logger] in logger.notice("\($0)") }
    }

    /// Lets only people use the server who have signed in.
    ///
    /// - Parameter announce: Takes the sentence with the link by which the first administrator is made.
    package mutating func accounts(_ accounts: Accounts, announce: @escaping @Sendable (String) -> Void) {
        addStartAction { [logger] url in
            do {
                guard let secret = try await accounts.makeWelcome() else { return }
                announce(
                    "Nobody can sign in yet. Open this link once, within an hour: \(url)-/welcome?key=\(secret)")
            } catch {
                logger.error("The accounts cannot be read", metadata: ["error": "\(error)"])
            }
        }
        let access = EditingAccess { accounts.rights(of: $0.user as? Account) }
        addSignIn(access) { try await accounts.admit($0, $1) }
        addRoutes { router in
            AccountPages(accounts: accounts).route(in: &router)
            AdministratorPages(accounts: accounts).route(in: &router)
            RightPages(accounts: accounts).route(in: &router)
        }
        mount("/-/accounts/", AccountsController.accounts(accounts))
        mount("/-/sign-ins/", AccountsController.signIns(accounts))
    }
}

extension Request {
    /// The person who has signed in, for routes and middleware of your own; nil without accounts.
    public var account: Account? { identity?.user as? Account }
}

extension Request {
    /// A Boolean value that indicates whether a browser opens a page. A script would take the page to sign in for success.
    fileprivate var isNavigation: Bool {
        guard let mode = HTTPField.Name("Sec-Fetch-Mode").flatMap(header) else { return true }
        return mode == "navigate"
    }
}

extension Accounts {
    /// The paths that only administrators may ask for.
    private static let administratorsPaths = ["/-/accounts/", "/-/sign-ins/", "/anomalies"]
    /// The methods that a link answers.
    private static let reading = "GET, HEAD"
    /// The patterns of routes that strangers may ask for.
    private static let openRoutes: Set = AccountPages.openPaths.union(["/public", "/healthz", "/readyz"])

    /// Lets a request pass if its sender has signed in.
    ///
    /// - Throws: `HTTPError` 401 for a program of a stranger, 403 for a page of administrators.
    fileprivate func admit(_ request: Request, _ next: Middleware.Next) async throws -> Response {
        let route = next.route(of: request)
        if route.map(Self.openRoutes.contains) == true { return try await next(request) }
        guard let visit = try await visit(of: request) else {
            if request.linkSecret != nil { throw Self.linkIsGone }
            if let proxy, !proxy.usesAccounts {
                throw HTTPError(.unauthorized, "The proxy in front of this server did not tell who you are.")
            }
            guard request.acceptsHTML, request.isNavigation else { throw Self.stranger }
            let address = [.get, .head].contains(request.method) ? request.target : "/"
            return .redirect(to: "/-/sign-in" + (address == "/" ? "" : "?return=\(Self.encoded(address))"))
        }
        if case .link = visit.way {
            guard route?.contains("\(SharedView.folder):link/") == true else {
                throw HTTPError(.notFound, "There is nothing here.")
            }
            // The form of filters changes nothing.
            guard [.get, .head].contains(request.method) || route?.hasSuffix("/filter") == true else {
                throw HTTPError(.methodNotAllowed, "A shared view is only read.", headers: [.allow: Self.reading])
            }
        }
        if let route, Self.administratorsPaths.contains(where: route.hasPrefix), visit.account.role != .administrator {
            throw Self.forAdministrators
        }
        var response = try await next(request.identified(as: Identity(user: visit.account)))
        if case .link = visit.way, let name = HTTPField.Name("X-Robots-Tag") { response.headers[name] = "noindex" }
        return watched(response, of: visit, request)
    }

    /// Returns a response whose event stream ends soon after the person has signed out, or has another role.
    private func watched(_ response: Response, of visit: Visit, _ request: Request) -> Response {
        guard case .live(let start) = response.body else { return response }
        var response = response
        response.body = .live { [self] writer in
            start(writer)
            Task {
                while !writer.isClosed {
                    try await Task.sleep(for: streamInterval)
                    // A store that fails for a moment ends no stream.
                    do {
                        if try await self.visit(of: request)?.account != visit.account { writer.end() }
                    } catch {}
                }
            }
        }
        return response
    }

    /// Returns the visit of a person who has signed in with a browser.
    ///
    /// - Throws: `HTTPError` 403 for a program with a token, which could make itself another one.
    func requireVisit(of request: Request) async throws -> Visit {
        guard let visit = try await visit(of: request) else { throw Self.stranger }
        if case .token = visit.way {
            throw HTTPError(.forbidden, "Programs with a token have no account page. Sign in with a browser.")
        }
        return visit
    }

    /// Returns the visit of an administrator who has signed in with a browser.
    func requireAdministrator(of request: Request) async throws -> Visit {
        let visit = try await requireVisit(of: request)
        guard visit.account.role == .administrator else { throw Self.forAdministrators }
        return visit
    }

    private static var stranger: HTTPError {
        HTTPError(.unauthorized, "Sign in first, or send a token.", headers: [.wwwAuthenticate: "Bearer"])
    }

    private static var linkIsGone: HTTPError {
        HTTPError(.gone, "This link is over. Ask the person who sent it for a new one.")
    }

    private static var forAdministrators: HTTPError {
        HTTPError(.forbidden, "Only administrators may see this.")
    }

    /// Returns an address for the value of a query, with the signs percent-encoded that would end it.
    private static func encoded(_ address: String) -> String {
        address.replacing("%", with: "%25").replacing("&", with: "%26").replacing("+", with: "%2B")
            .replacing("#", with: "%23")
    }
}
