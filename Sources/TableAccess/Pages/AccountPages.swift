import CascadingTable
import HTTPMessages
import HTTPTypes
import LocalizedMessages
import TableRendering
import TableServer

/// The pages on which people sign in, and look after their own account.
struct AccountPages: Sendable {
    let accounts: Accounts

    /// The paths that strangers may ask for.
    static let openPaths: Set = ["/-/sign-in", "/-/welcome", "/-/invitation"]

    func route(in router: inout Router) {
        router.get("/-/sign-in") { request, _ in
            // A person who has signed in on another page goes on.
            if try await accounts.visit(of: request) != nil {
                return .redirect(to: Request.localAddress(request.query["return"]))
            }
            return .page(Self.signInPage(request.query["return"]))
        }
        router.on(.post, "/-/sign-in") { request, _ in try await signIn(request) }
        router.on(.post, "/-/sign-out") { request, _ in
            if let session = try await accounts.visit(of: request)?.session { try await accounts.endSession(session) }
            var response = Response.redirect(to: "/-/sign-in")
            response.setCookie(try Cookie(Accounts.sessionCookie, "", maxAge: .zero))
            return response
        }
        for path: RoutePath in ["/-/welcome", "/-/invitation"] {
            router.get(path) { request, _ in try await .page(link(request.query["key"] ?? "")) }
            router.on(.post, path) { request, _ in try await accept(request) }
        }
        router.get("/-/account") { request, _ in try await .page(own(request)) }
        routeOwn(in: &router)
    }

    // MARK: - Signing in

    private static func signInPage(
        _ address: String?, name: String = "", error: LocalizedMessage? = nil
    ) -> FormPage {
        FormPage(
            "Sign in", error: error,
            [
                .init(
                    action: "/-/sign-in", hidden: [("return", Request.localAddress(address))],
                    fields: [.init("Name", "name", value: name), passwordField], button: "Sign in")
            ])
    }

    private static let passwordField = FormPage.Field("Password", "password", kind: .password)
    private static let newPasswordField = FormPage.Field(
        "New password", "new-password", kind: .password, help: "At least 10 characters.")

    private func signIn(_ request: Request) async throws -> Response {
        let form = try request.form()
        let name = form["name"] ?? ""
        do {
            let found = try await accounts.signIn(name, password: form["password"] ?? "", request)
            return try await begin(found, request, goingTo: Request.localAddress(form["return"]))
        } catch let error as HTTPError where error.status.code < 500 {
            var response = Response.page(
                Self.signInPage(form["return"], name: name, error: error.message), status: error.status)
            response.headers.append(contentsOf: error.headers)
            return response
        }
    }

    /// Begins a session with another secret than before.
    private func begin(_ found: Accounts.Found, _ request: Request, goingTo address: String) async throws -> Response {
        if let session = try await accounts.visit(of: request)?.session { try await accounts.endSession(session) }
        var response = Response.redirect(to: address)
        for cookie in try await accounts.beginSession(of: found, request) { response.setCookie(cookie) }
        return response
    }

    // MARK: - Links

    private func link(_ key: String, name: String = "", error: LocalizedMessage? = nil) async throws -> FormPage {
        let found = try await accounts.accountOfLink(key).found
        if let account = found?.account {
            return FormPage(
                "Choose a password", error: error,
                [
                    .init(
                        nil, ["Your name here is \(account.name). Sign in with it next time."], action: "/-/invitation",
                        hidden: [("key", key), ("name", account.name)], fields: [Self.newPasswordField],
                        button: "Sign in")
                ])
        }
        return FormPage(
            "Welcome", error: error,
            [
                .init(
                    nil, ["You become the first administrator, and can invite others."], action: "/-/welcome",
                    hidden: [("key", key)],
                    fields: [.init("Name", "name", value: name), Self.newPasswordField], button: "Create account")
            ])
    }

    private func accept(_ request: Request) async throws -> Response {
        let form = try request.form()
        let (key, name) = (form["key"] ?? "", form["name"] ?? "")
        do {
            let found = try await accounts.accept(key, name: name, password: form["new-password"] ?? "")
            return try await begin(
                found, request, goingTo: found.account.role == .administrator ? "/-/account" : "/")
        } catch let error as HTTPError where error.status == .unprocessableContent {
            return .page(try await link(key, name: name, error: error.message), status: error.status)
        }
    }

    // MARK: - One's own account

    func own(
        _ request: Request, error: LocalizedMessage? = nil, token: String? = nil
    ) async throws -> FormPage {
        let visit = try await accounts.requireVisit(of: request)
        let account = visit.account
        let greeting: LocalizedMessage = "You have signed in as \(account.name)."
        if accounts.proxy?.usesAccounts == false {
            return FormPage(
                "Account", breadcrumbs: [("Start page", "/")],
                [.init(nil, [greeting, Self.explanation(of: account.role)])])
        }
        let newToken = token.map {
            FormPage.Form("Your new token", ["Copy it now. It is not shown again."], copied: $0)
        }
        let greetingForm = FormPage.Form(
            nil, [greeting, Self.explanation(of: account.role)], links: [("Rights", "/-/access")],
            action: "/-/sign-out",
            button: visit.session == nil ? nil : "Sign out")
        let password = FormPage.Form(
            "Password", [], action: "/-/account/password", hidden: [("name", account.name)],
            fields: [Self.passwordField, Self.newPasswordField], button: "Change password")
        let forms = [newToken, greetingForm, Self.peopleForm(for: account.role)].compactMap(\.self)
        return FormPage(
            "Account", breadcrumbs: [("Start page", "/")], error: error,
            forms + [try await devices(of: account.name), password] + (try await tokens(of: account))
                + (try await RightPages(accounts: accounts).links(of: account)))
    }

    private static func peopleForm(for role: AccountRole) -> FormPage.Form? {
        guard role == .administrator else { return nil }
        return .init(
            "People", links: [("All accounts", "/-/accounts/"), ("Who signed in", "/-/sign-ins/")],
            action: "/-/invite", fields: [.init("Name", "person"), roleField(.editor)], button: "Invite")
    }

    private func devices(of name: String) async throws -> FormPage.Form {
        let sessions = try await accounts.sessions(of: name)
        let texts: [LocalizedMessage] = sessions.map { session in
            "\(session.browser), \(session.address), last used \(session.seen.day)"
        }
        return .init(
            "Devices", texts, action: "/-/account/sessions",
            button: sessions.count > 1 ? "Sign out on all other devices" : nil)
    }

    private func tokens(of account: Account) async throws -> [FormPage.Form] {
        let known = try await accounts.tokens(of: account.name).map { id, token, expires in
            let right: LocalizedMessage = token.mayWrite ? "Reads and changes rows." : "Reads."
            let used: LocalizedMessage = token.seen.map { "Last used \($0.day)." } ?? "Never used."
            return FormPage.Form(
                "Token \(token.title)",
                [right] + (token.tables.map { ["Tables: \($0.joined(separator: ", "))"] } ?? [])
                    + [used, "Ends \(expires?.day ?? "")."],
                action: "/-/account/tokens/remove", hidden: [("id", id)], button: "Remove", isDestructive: true)
        }
        let title = FormPage.Field("Name of the token", "title", maxLength: 64)
        let write = FormPage.Field("Changes rows", "write", kind: .boolean, isRequired: false)
        let tables = FormPage.Field(
            "Tables", "tables", isRequired: false, help: "Names with commas between them. Empty for all tables.")
        let days = FormPage.Field("Days", "days", value: "90", kind: .integer)
        let new = FormPage.Form(
            "New token", ["A program sends it as Authorization: Bearer. It acts with your name."],
            action: "/-/account/tokens",
            fields: account.role >= .editor ? [title, write, tables, days] : [title, tables, days],
            button: "Create token")
        return known + [new]
    }

    static func roleField(_ role: AccountRole) -> FormPage.Field {
        .init("Role", "role", value: role.rawValue, kind: .choice(AccountRole.allCases.map(\.rawValue)))
    }

    static func explanation(of role: AccountRole) -> LocalizedMessage {
        switch role {
        case .viewer: "You are a viewer: you may read."
        case .editor: "You are an editor: you may read and change rows."
        case .administrator: "You are an administrator: you may change rows, and look after the accounts."
        }
    }

    private func routeOwn(in router: inout Router) {
        router.on(.post, "/-/account/sessions") { request, _ in
            let visit = try await accounts.requireVisit(of: request)
            try await accounts.endSessions(of: visit.account.name, except: visit.session)
            return .redirect(to: "/-/account")
        }
        router.on(.post, "/-/account/password") { request, _ in
            let (visit, form) = (try await accounts.requireVisit(of: request), try request.form())
            do {
                let name = visit.account.name
                let found = try await accounts.signIn(name, password: form["password"] ?? "", request)
                try await accounts.setPassword(of: found.account.name, to: form["new-password"] ?? "")
                return try await begin(accounts.require(name), request, goingTo: "/-/account")
            } catch let error as HTTPError where error.status.code < 500 {
                return .page(try await own(request, error: error.message), status: error.status)
            }
        }
        router.on(.post, "/-/account/tokens") { request, _ in
            let (visit, form) = (try await accounts.requireVisit(of: request), try request.form())
            do {
                let token = try await accounts.makeToken(
                    of: visit.account.name, title: (form["title"] ?? "").trimmed,
                    mayWrite: form.all("write").contains("true"),
                    tables: (form["tables"] ?? "").split(separator: ",").map { String($0).trimmed },
                    days: Int(form["days"] ?? "") ?? 0)
                return .page(try await own(request, token: token))
            } catch let error as HTTPError where error.status.code < 500 {
                return .page(try await own(request, error: error.message), status: error.status)
            }
        }
        router.on(.post, "/-/account/tokens/remove") { request, _ in
            let visit = try await accounts.requireVisit(of: request)
            try await accounts.removeToken(try request.form()["id"] ?? "", of: visit.account.name)
            return .redirect(to: "/-/account")
        }
    }
}
