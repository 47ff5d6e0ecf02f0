// The samples of docs/how-to/add-routes-a-login-and-uploads.md. They are served, and tested.
import CascadingTable
import Foundation
import HTTPTypes
import Synchronization
import TableServer
import TableTesting
import Testing

private struct Ticket: Encodable, Sendable {
    var id: UUID
    var title: String
}

/// Stands for a database.
private struct Tickets: Sendable {
    let all: [Ticket]

    func find(_ id: UUID) async throws -> Ticket? { all.first { $0.id == id } }
    func isPassword(_ password: String, of name: String) async throws -> Bool { name == "anna" && password == "x" }
}

final class Accounts: Sendable {
    private let names = Mutex<[String: String]>([:])

    /// Begins a session, and returns its token of 192 random bits.
    func signIn(_ name: String) -> String {
        let token = (0..<3).map { _ in String(UInt64.random(in: .min ... .max), radix: 36) }.joined(separator: "-")
        names.withLock { $0[token] = name }
        return token
    }

    func signOut(_ request: Request) {
        guard let token = request.cookies["desk"] else { return }
        names.withLock { $0[token] = nil }
    }

    func name(of request: Request) -> String? {
        request.cookies["desk"].flatMap { token in names.withLock { $0[token] } }
    }
}

func loginPage(name: String = "", error: String? = nil) -> Response {
    .page(title: "Log in", status: error == nil ? .ok : .unprocessableContent) {
        if let error { "<p role=\"alert\">\(error)</p>" }
        """
        <form method="post" action="/login">
        <label>Name <input name="name" value="\(name)" autocomplete="username" required></label>
        <label>Password <input type="password" name="password" autocomplete="current-password"></label>
        <button>Log in</button>
        </form>
        """
    }
}

private func addRoutes(to server: inout TableServer, _ tickets: Tickets, _ accounts: Accounts, _ folder: String) {
    server.addRoutes { router in
        router.get("/api/tickets/:id") { _, parameters in
            let id: UUID = try parameters.value("id")
            guard let ticket = try await tickets.find(id) else {
                throw HTTPError(.notFound, "There is no such ticket.")
            }
            return ticket
        }
    }
    server.addRoutes { router in
        router.get("/login") { _, _ in loginPage() }
        router.post("/login") { request, _ in
            let form = try request.form()
            let name = form["name"] ?? ""
            guard try await tickets.isPassword(form["password"] ?? "", of: name) else {
                return loginPage(name: name, error: "The name or the password is wrong.")
            }
            var response = Response.redirect(to: "/")
            response.setCookie(try Cookie("desk", accounts.signIn(name), maxAge: .seconds(86_400)))
            return response
        }
        router.post("/logout") { request, _ in
            accounts.signOut(request)
            var response = Response.redirect(to: "/login")
            response.setCookie(try Cookie("desk", "", maxAge: .zero))
            return response
        }
    }
    server.addRoutes { router in
        router.get("/photos/new") { _, _ in
            .page(title: "New photo", breadcrumbs: [TableLink("Tickets", to: "/")]) {
                """
                <form method="post" action="/photos" enctype="multipart/form-data">
                <label>Photo <input type="file" name="photo" accept="image/*" required></label>
                <button>Upload</button>
                </form>
                """
            }
        }
        router.post("/photos") { request, _ in
            guard let photo = try request.multipart().file("photo") else {
                throw HTTPError(.badRequest, "Choose a photo.")
            }
            let name = try await photo.write(to: folder)
            return .redirect(to: "/photos/\(name)")
        }
        router.get("/photos/:name") { _, parameters in
            try .file(parameters.value("name"), in: folder, asDownload: true)
        }
    }
}

private func addMiddleware(to server: inout TableServer, _ accounts: Accounts) {
    server.addMiddleware(.requestLog(server.logger))
    server.addMiddleware { request, next in
        let isOpen = ["/login", "/public", "/healthz"].contains(next.route(of: request))
        guard isOpen || accounts.name(of: request) != nil else { return .redirect(to: "/login") }
        return try await next(request)
    }
}

@Suite struct AddRoutesALoginAndUploadsTests {
    @Test(arguments: TestRig.allCases)
    func `A visitor logs in and uploads a photo`(rig: TestRig) async throws {
        let folder = FileManager.default.temporaryDirectory.appendingPathComponent("desk-\(UUID().uuidString)").path
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(atPath: folder) }
        let ticket = Ticket(id: UUID(), title: "Printer")
        let tableView = await TableView(title: "Tickets", root: CascadingRootTableDelegate())
        let accounts = Accounts()
        var server = TableServer()
        server.mount("/", tableView)
        addMiddleware(to: &server, accounts)
        addRoutes(to: &server, Tickets(all: [ticket]), accounts, folder)
        try await server.test(rig) { client in
            for path in ["/", "/table.json", "/photos/new", "/api/tickets/\(ticket.id)", "/nowhere"] {
                let answer = try await client.get(path)
                #expect(answer.status == 303 && answer.headers[.location] == "/login", "\(path)")
            }
            let page = try await client.get("/login").text
            #expect(page.contains("<label>Password <input type=\"password\""))
            let sheet = try #require(page.firstMatch(of: /href="([^"]+table.css)"/)?.output.1)
            #expect(try await client.get(String(sheet)).status == 200)
            let wrong = try await client.post("/login", form: "name=%3Cb%3E&password=y")
            #expect(wrong.status == 422 && wrong.text.contains("value=\"&lt;b&gt;\""))
            #expect(wrong.text.contains("role=\"alert\""))

            let right = try await client.post("/login", form: "name=anna&password=x")
            #expect(right.status == 303)
            let cookie = try #require(right.headers[.setCookie]?.split(separator: ";").first.map(String.init))
            let session: HTTPFields = [.cookie: cookie]
            #expect(try await client.get("/", headers: session).status == 200)
            let found = try await client.get("/api/tickets/\(ticket.id)", headers: session)
            #expect(found.status == 200 && found.text.contains("\"title\":\"Printer\""))
            #expect(try await client.get("/api/tickets/\(UUID())", headers: session).status == 404)
            #expect(try await client.get("/api/tickets/1", headers: session).status == 400)

            let body =
                "--b\r\nContent-Disposition: form-data; name=\"photo\"; filename=\"../p.png\"\r\n\r\nx\r\n--b--\r\n"
            let upload = try await client.post(
                "/photos", form: body,
                headers: [.cookie: cookie, .contentType: "multipart/form-data; boundary=b"])
            #expect(upload.status == 303 && upload.headers[.location] == "/photos/p.png")
            let photo = try await client.get("/photos/p.png", headers: session)
            #expect(photo.status == 200 && photo.headers[.contentType] == "image/png")
            #expect(photo.headers[.contentDisposition] == "attachment" && photo.text == "x")
            #expect(try await client.get("/photos/..%2fp.png", headers: session).status == 404)

            #expect(try await client.post("/logout", headers: session).status == 303)
            #expect(try await client.get("/", headers: session).status == 303)
        }
    }
}
