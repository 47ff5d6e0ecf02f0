import Foundation
import Synchronization
import TypedTables

@main
struct Desk {
    static func main() async {
        let environment = ProcessInfo.processInfo.environment
        await TableServer.main(configuration: try .init(environment: environment)) { server in
            guard let password = environment["DESK_PASSWORD"], !password.isEmpty else {
                throw TableViewError(.vetoed, "DESK_PASSWORD is missing. Set it to the password of the desk.")
            }
            let folder = environment["DESK_FOLDER"] ?? "desk"
            try FileManager.default.createDirectory(atPath: "\(folder)/files", withIntermediateDirectories: true)
            let store = try await TicketStore(path: "\(folder)/tickets.sqlite")
            let hookToken = environment["DESK_HOOK_TOKEN"] ?? ""
            try await mount(on: &server, store, password: password, hookToken: hookToken, files: "\(folder)/files")
        }
    }

    /// - Parameters:
    ///   - hookToken: The token of the webhook. Without one, the webhook refuses everything.
    ///   - lifetime: The time in seconds after which a visitor must log in again.
    static func mount(
        on server: inout TableServer, _ store: TicketStore, password: String, hookToken: String, files: String,
        lifetime: TimeInterval = 86_400
    ) async throws {
        server.mount("/", forEach: .visitor) { visitor, _ in table(of: store, for: visitor, files) }
        server.mount("/my/", forEach: .visitor) { visitor, _ in table(of: store, for: visitor, files, showsOwn: true) }
        let users = Mutex<[String: (name: String, end: Date)]>([:])
        let user: @Sendable (Request) -> String? = { request in
            let known = request.cookies["desk"].flatMap { token in users.withLock { $0[token] } }
            return known.flatMap { $0.end > .now ? $0.name : nil }
        }
        server.identify { user($0) }
        server.addMiddleware { request, next in
            let isOpen = ["/login", "/public", "/healthz", "/hooks/mail"].contains(next.route(of: request))
            guard isOpen || user(request) != nil else { return .redirect(to: "/login") }
            return try await next(request)
        }
        server.addRoutes { router in
            router.get("/login") { _, _ in loginPage() }
            router.post("/login") { request, _ in
                let form = try request.form()
                guard form["password"] == password, let name = form["name"], !name.isEmpty else {
                    return loginPage(error: "The name or the password is wrong.")
                }
                let token = (0..<3).map { _ in String(UInt64.random(in: .min ... .max), radix: 36) }.joined()
                users.withLock { users in
                    users = users.filter { $0.value.end > .now }
                    users[token] = (name, .now.addingTimeInterval(lifetime))
                }
                var response = Response.redirect(to: "/")
                response.setCookie(try Cookie("desk", token, maxAge: .seconds(lifetime)))
                return response
            }
            router.get("/logout") { _, _ in
                .page(title: "Log out") { #"<form method="post" action="/logout"><button>Log out</button></form>"# }
            }
            router.post("/logout") { request, _ in
                users.withLock { $0[request.cookies["desk"] ?? ""] = nil }
                var response = Response.redirect(to: "/login")
                response.setCookie(try Cookie("desk", "", maxAge: .zero))
                return response
            }
            router.get("/overview") { _, _ in
                .page(title: "Overview") {
                    HTML.table("/my/?_size=5", title: "My tickets")
                    HTML.table("/?_size=5", title: "Tickets")
                }
            }
            router.get("/api/tickets") { _, _ in await store.tickets }
            router.post("/hooks/mail") { request, _ in
                guard !hookToken.isEmpty, request.header(.authorization) == "Bearer \(hookToken)" else {
                    throw HTTPError(.unauthorized, "The header Authorization is missing or wrong.")
                }
                let mail = try request.decode(Mail.self)
                try await store.save(Ticket(title: mail.subject, owner: mail.from, text: mail.text ?? ""))
                return Response.text("ok\n", status: .created)
            }
            router.get("/files/:name") { _, parameters in
                try .file(parameters.value("name"), in: files, asDownload: true)
            }
        }
    }

    /// Returns the open tickets as a visitor sees them: all, or only their own.
    @TableActor
    private static func table(
        of store: TicketStore, for visitor: TableVisitor, _ files: String, showsOwn: Bool = false
    ) -> Table<Ticket> {
        let user = visitor.user as? String ?? ""
        let table = Table { showsOwn ? store.tickets.filter { $0.owner == user } : store.tickets }
        table.tableView.navigationItem.breadcrumbs = [
            showsOwn ? TableLink("All tickets", to: "/") : TableLink("My tickets", to: "/my/"),
            TableLink("Log out", to: "/logout"),
        ]
        table.tableView.refreshHandler = { _ in try await store.reload() }
        let save: @TableActor @Sendable (Ticket) async throws -> Void = { [weak table] ticket in
            guard !ticket.title.isEmpty else { throw TableViewValidationError("title", "Enter a title.") }
            var ticket = ticket
            if let file = table?.tableView.files["file"] { ticket.file = try await file.write(to: files) }
            try await store.save(ticket)
        }
        return table.title(showsOwn ? "My tickets" : "Tickets")
            .columns {
                $0.id.hidden()
                $0.isOpen.hidden()
                $0.owner.readOnly()
                $0.created.readOnly()
                $0.text.title("What was done").field(.multilineText)
                $0.file.title("Attachment").field(.file(maxBytes: 500_000))
            }
            .cell { ticket, cell in
                guard !ticket.file.isEmpty, let place = cell.fields.firstIndex(where: { $0.name == "file" }) else {
                    return
                }
                let path = ticket.file.addingPercentEncoding(withAllowedCharacters: .urlPathAllowed) ?? ""
                cell.fields[place].value = .url("/files/\(path)", title: ticket.file)
            }
            .onSave { ticket, _ in try await save(ticket) }
            .onCreate { example in
                try await save(
                    Ticket(title: example.title, priority: example.priority, owner: user, text: example.text))
            }
            .onDelete { try await store.close([$0]) }
            .action("close", "Close", style: .destructive) { try await store.close($0) }
    }

    private struct Mail: Decodable {
        var from: String
        var subject: String
        var text: String?
    }

    private static func loginPage(error: String? = nil) -> Response {
        .page(title: "Log in", status: error == nil ? .ok : .unprocessableContent) {
            if let error { "<p role=\"alert\">\(error)</p>" }
            """
            <form method="post" action="/login">
            <label>Name <input name="name" autocomplete="username" required></label>
            <label>Password <input type="password" name="password" autocomplete="current-password"></label>
            <button>Log in</button>
            </form>
            """
        }
    }
}
