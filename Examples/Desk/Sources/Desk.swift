import CascadingTable
import Foundation
import Synchronization
import TableServer

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
            try await mount(on: &server, store, password: password, files: "\(folder)/files")
        }
    }

    static func mount(
        on server: inout TableServer, _ store: TicketStore, password: String, files: String
    ) async throws {
        let controller = await TicketsController(store, files: files)
        try await controller.reload()
        server.mount("/", controller)
        let own = await TicketsController(store, files: files, showsOwn: true)
        await controller.share(with: own)
        server.mount("/my/", own)
        let users = Mutex<[String: String]>([:])
        let user: @Sendable (Request) -> String? = { request in
            request.cookies["desk"].flatMap { token in users.withLock { $0[token] } }
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
                users.withLock { $0[token] = name }
                var response = Response.redirect(to: "/")
                response.setCookie(try Cookie("desk", token, maxAge: .seconds(86_400)))
                return response
            }
            router.get("/overview") { _, _ in
                .page(title: "Overview") {
                    HTML.table("/my/?_size=5", title: "My tickets")
                    HTML.table("/?_size=5", title: "Tickets")
                }
            }
            router.get("/api/tickets") { _, _ in try await store.openTickets() }
            router.post("/hooks/mail") { request, _ in
                guard request.header(.authorization) == "Bearer \(password)" else {
                    throw HTTPError(.unauthorized, "The header Authorization is missing or wrong.")
                }
                let mail = try request.decode(Mail.self)
                try await controller.add(Ticket(title: mail.subject, text: mail.text ?? "", owner: mail.from))
                return Response.text("ok\n", status: .created)
            }
            router.get("/files/:name") { _, parameters in
                try .file(parameters.value("name"), in: files, asDownload: true)
            }
        }
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
