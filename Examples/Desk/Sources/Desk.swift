import Foundation
import TableAccess
import TableSQLite
import TypedTables

@main
struct Desk {
    static func main() async {
        let environment = ProcessInfo.processInfo.environment
        await TableServer.main(configuration: try .init(environment: environment)) { server in
            let folder = environment["DESK_FOLDER"] ?? "desk"
            try FileManager.default.createDirectory(atPath: "\(folder)/files", withIntermediateDirectories: true)
            let store = try await TicketStore(path: "\(folder)/tickets.sqlite")
            server.accounts(Accounts(try SQLiteAccountStore(path: "\(folder)/people.sqlite")))
            try await mount(on: &server, store, files: "\(folder)/files")
        }
    }

    static func mount(on server: inout TableServer, _ store: TicketStore, files: String) async throws {
        server.mount("/", forEach: .visitor) { visitor, _ in table(of: store, for: visitor, files) }
        server.mount("/my/", forEach: .visitor) { visitor, _ in table(of: store, for: visitor, files, showsOwn: true) }
        server.addRoutes { router in
            router.get("/overview") { _, _ in
                .page(title: "Overview") {
                    HTML.table("/my/?_size=5", title: "My tickets")
                    HTML.table("/?_size=5", title: "Tickets")
                }
            }
            router.get("/api/tickets") { _, _ in await store.tickets }
            router.post("/hooks/mail") { request, _ in
                guard let account = request.account, account.role >= .editor else {
                    throw HTTPError(.forbidden, "Send the token of an editor.")
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
        let user = (visitor.user as? Account)?.name ?? ""
        let table = Table { showsOwn ? store.tickets.filter { $0.owner == user } : store.tickets }
        table.tableView.navigationItem.breadcrumbs = [
            showsOwn ? TableLink("All tickets", to: "/") : TableLink("My tickets", to: "/my/")
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
                $0.text.title("What was done").width(320).field(.multilineText)
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
}
