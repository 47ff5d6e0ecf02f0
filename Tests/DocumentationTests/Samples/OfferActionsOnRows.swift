// The samples of docs/how-to/offer-actions-on-rows.md. They are tested.
import CascadingTable
import FoundationEssentials
import HTTPTypes
import Logging
import TableServer
import TableTesting
import Testing

private struct Mail: Sendable {
    var id: Int
    var title: String
    var isRead = false
    var isDraft = false
    var count = 1
}

private protocol Post: Sendable {
    func send(_ mail: Mail) async throws
}

private final class Mailbox: TableViewController {
    private(set) var mails: [Mail]
    private let post: any Post
    private let logger: Logger

    init(_ mails: [Mail], _ post: any Post, _ logger: Logger) {
        (self.mails, self.post, self.logger) = (mails, post, logger)
        super.init()
    }

    override func viewDidLoad() {
        tableView.toolbar = [
            TableViewToolbarAction(id: "empty", title: "Empty…") { [weak self] tableView in
                let choices: [TableViewQuestion.Choice] = ["Read mails", .init("All mails", isDestructive: true)]
                let choice = try tableView.choice(of: TableViewQuestion("Which mails shall go?", choices: choices))
                self?.mails.removeAll { choice == 1 || $0.isRead }
                tableView.reloadData()
            }
        ]
    }

    override func tableView(_ tableView: TableView, numberOfRowsInSection section: Int) -> Int { mails.count }

    override func tableView(_ tableView: TableView, cellForRowAt indexPath: IndexPath) -> TableViewCell {
        let mail = mails[indexPath.row]
        return TableViewCell(title: mail.title, fields: [Field("sent", mail.count), Field("read", mail.isRead)])
    }

    override func tableView(_ tableView: TableView, identifierForRowAt indexPath: IndexPath) -> String? {
        "\(mails[indexPath.row].id)"
    }

    override func tableView(_ tableView: TableView, leadingSwipeActionsConfigurationForRowAt indexPath: IndexPath)
        -> TableViewSwipeActionsConfiguration?
    {
        let title = mails[indexPath.row].isRead ? "Mark as unread" : "Mark as read"
        return TableViewSwipeActionsConfiguration(actions: [
            TableViewRowAction(id: "read", title: title) { [weak self] _, indexPath in
                self?.mails[indexPath.row].isRead.toggle()
                return .keep
            }
        ])
    }

    override func tableView(_ tableView: TableView, trailingSwipeActionsConfigurationForRowAt indexPath: IndexPath)
        -> TableViewSwipeActionsConfiguration?
    {
        TableViewSwipeActionsConfiguration(actions: [
            TableViewRowAction(id: "delete", title: "Delete", style: .destructive) { _, _ in .delete },
            TableViewRowAction(id: "send", title: "Send again", style: .asksFirst) { [weak self] tableView, indexPath in
                try await self?.sendAgain(in: tableView, at: indexPath)
                tableView.tell("The mail was sent again.")
                return .keep
            },
        ])
    }

    private var folders = ["Inbox"]

    private func addFolder(in tableView: TableView) throws {
        let name = TableViewEditableField("name", label: "Name", isRequired: true)
        let answer = try tableView.answer(to: TableViewQuestion("New folder", fields: [name], choices: ["Create"]))
        folders.append(answer.values["name"] ?? "")
    }

    private func sendAgain(in tableView: TableView, at indexPath: IndexPath) async throws {
        let mail = mails[indexPath.row]
        guard !mail.isDraft else { throw TableViewError(.vetoed, "A draft cannot be sent. Finish it first.") }
        do {
            try await post.send(mail)
        } catch {
            logger.error("Sending failed: \(error)")
            throw HTTPError(.badGateway, "The mail was not sent. Try again in a minute.")
        }
        guard let row = mails.firstIndex(where: { $0.id == mail.id }) else { return }
        mails[row].count += 1
        tableView.reloadRows(at: [IndexPath(row: row, section: 0)])
    }

    override func tableView(
        _ tableView: TableView, commit editingStyle: TableViewCell.EditingStyle, forRowAt indexPath: IndexPath
    ) {
        mails.remove(at: indexPath.row)
        tableView.deleteRows(at: [indexPath])
    }
}

struct OutOfStock: VisitorFacingError {
    var count: Int
    var message: LocalizedMessage { "Only \(count) are left. Order fewer." }
}

@Suite struct OfferActionsOnRowsTests {
    private struct Closed: Error {}
    private struct Office: Post {
        func send(_ mail: Mail) async throws { if mail.title == "Lost" { throw Closed() } }
    }

    @Test func theActionsDoWhatThePageSays() async throws {
        var server = TableServer()
        server.mount(
            "/",
            Mailbox(
                [Mail(id: 1, title: "Hello"), Mail(id: 2, title: "Draft", isDraft: true), Mail(id: 3, title: "Lost")],
                Office(), Logger(label: "test") { _ in SwiftLogNoOpLogHandler() }))
        try await server.test(.inProcess) { client in
            #expect(try await client.post("/action/0/0/read", form: "id=1").text.contains("reloadRows"))
            #expect(try await client.get("/action/0/0/delete").text.contains("Delete “Hello”?"))
            #expect(try await client.post("/action/0/0/send", form: "id=1").status == 200)
            let refused = try await client.post("/action/0/1/send", form: "id=2")
            #expect(refused.status == 409 && refused.text.contains("A draft cannot be sent. Finish it first."))
            let failed = try await client.post("/action/0/2/send", form: "id=3")
            #expect(failed.status == 502 && failed.text.contains("The mail was not sent. Try again in a minute."))
            #expect(try await client.post("/action/0/1/delete", form: "id=1").status == 409)
            #expect(try await client.post("/action/0/0/delete", form: "id=1").status == 200)
            let csv = try await client.get("/table.csv").text
            #expect(csv.contains("Draft") && !csv.contains("Hello"))
        }
    }
}
