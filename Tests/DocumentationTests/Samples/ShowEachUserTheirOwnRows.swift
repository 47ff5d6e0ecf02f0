// The samples of docs/how-to/show-each-user-their-own-rows.md. They are served, and tested.
import CascadingTable
import Foundation
import GRDB
import HTTPTypes
import TableSQLite
import TableServer
import TableTesting
import Testing

private struct Ticket: Sendable {
    var id: Int
    var owner: Int
    var title: String
}

struct Account: Identifiable, Sendable {
    var id: Int
    var name: String
    var isAdmin: Bool
}

/// Stands for a database.
private struct AccountStore: Sendable {
    func account(ofToken token: String) async throws -> Account? {
        ["anna": Account(id: 1, name: "Anna", isAdmin: true), "bert": Account(id: 2, name: "Bert", isAdmin: false)][
            token]
    }
}

extension TableView {
    /// The account of the visitor whose request is answered; nil for an anonymous visitor.
    var account: Account? { visitor.user as? Account }
}

private final class Tickets: TableViewController {
    private var tickets: [Ticket]

    init(_ tickets: [Ticket]) {
        self.tickets = tickets
        super.init()
        title = "My tickets"
    }

    private var own: [Ticket] { tickets.filter { $0.owner == tableView.account?.id } }

    override func tableView(_ tableView: TableView, numberOfRowsInSection section: Int) -> Int { own.count }

    override func tableView(_ tableView: TableView, cellForRowAt indexPath: IndexPath) -> TableViewCell {
        TableViewCell(title: own[indexPath.row].title)
    }

    override func tableView(_ tableView: TableView, identifierForRowAt indexPath: IndexPath) -> String? {
        String(own[indexPath.row].id)
    }

    override func tableView(
        _ tableView: TableView, commit editingStyle: TableViewCell.EditingStyle, forRowAt indexPath: IndexPath
    ) throws {
        guard tableView.account?.isAdmin == true else { return tableView.refuse("Only administrators delete tickets.") }
        let id = own[indexPath.row].id
        tickets.removeAll { $0.id == id }
        tableView.deleteRows(at: [indexPath])
    }
}

private final class Notes: TableViewController {
    private let account: Account
    private var notes = ["Welcome"]
    private var clock: Task<Void, any Error>?

    init(of account: Account) {
        self.account = account
        super.init()
    }

    override func viewDidLoad() {
        title = "Notes of \(account.name)"
        clock = Task { @TableActor [weak self] in
            while true {
                try await Task.sleep(for: .seconds(60))
                self?.tableView.reloadData()
            }
        }
        tableView.hosting.dropHandler = { [clock] _ in clock?.cancel() }
    }

    override func tableView(_ tableView: TableView, numberOfRowsInSection section: Int) -> Int { notes.count }

    override func tableView(_ tableView: TableView, cellForRowAt indexPath: IndexPath) -> TableViewCell {
        TableViewCell(title: notes[indexPath.row])
    }
}

private func mountNotes(in server: inout TableServer) {
    server.mount("/my/", forEach: .visitor) { visitor, _ in
        guard let account = visitor.user as? Account else { throw HTTPError(.unauthorized, "Log in first.") }
        return Notes(of: account)
    }
}

private func mountOrders(_ database: SQLiteDatabase, in server: inout TableServer) async throws {
    try await server.mount("/orders/", database) { tables, visitor in
        guard let account = visitor.user as? Account else { throw HTTPError(.unauthorized, "Log in first.") }
        tables["orders"].rows = "owner = \(account.id)"
        tables["orders"].columns = ["id", "item"]
    }
}

private func identify(in server: inout TableServer, _ accounts: AccountStore) {
    server.identify { request -> Account? in
        guard let token = request.cookies["desk"] else { return nil }
        return try await accounts.account(ofToken: token)
    }
}

@Suite struct ShowEachUserTheirOwnRowsTests {
    @Test(arguments: TestRig.allCases)
    func `Each user has a table`(rig: TestRig) async throws {
        var server = TableServer()
        mountNotes(in: &server)
        identify(in: &server, AccountStore())
        try await server.test(rig) { client in
            for (token, title) in [("anna", "Notes of Anna"), ("bert", "Notes of Bert"), ("anna", "Notes of Anna")] {
                #expect(try await client.get("/my/", headers: [.cookie: "desk=\(token)"]).text.contains(title))
            }
            let answer = try await client.get("/my/")
            #expect(answer.status == 401)
        }
    }

    @Test func `Each user has the orders that are theirs`() async throws {
        let path = NSTemporaryDirectory() + "ShowEachUserTheirOwnRows-\(UUID().uuidString).db"
        defer { try? FileManager.default.removeItem(atPath: path) }
        try await DatabaseQueue(path: path).write {
            try $0.execute(
                sql: """
                    CREATE TABLE orders(id INTEGER PRIMARY KEY, owner INTEGER, item TEXT);
                    INSERT INTO orders VALUES (1, 1, 'Printer'), (2, 2, 'Screen')
                    """)
        }
        var configuration = SQLiteDatabase.Configuration()
        configuration.onlyTable = "orders"
        var server = TableServer()
        try await mountOrders(try SQLiteDatabase(path: path, configuration: configuration), in: &server)
        identify(in: &server, AccountStore())
        try await server.test(.inProcess) { client in
            for (token, own, other) in [("anna", 1, 2), ("bert", 2, 1)] {
                let headers: HTTPFields = [.cookie: "desk=\(token)"]
                let csv = try await client.get("/orders/table.csv", headers: headers).text
                #expect(csv == "id,item\r\n\(own),\(own == 1 ? "Printer" : "Screen")\r\n")
                #expect(try await client.get("/orders/row/\(own)/", headers: headers).status == 200)
                #expect(try await client.get("/orders/row/\(other)/", headers: headers).status == 404)
            }
        }
    }

    @Test(arguments: TestRig.allCases)
    func `Each user sees and deletes their own tickets`(rig: TestRig) async throws {
        var server = TableServer()
        server.mount(
            "/",
            Tickets([Ticket(id: 1, owner: 1, title: "Printer"), Ticket(id: 2, owner: 2, title: "Screen")]))
        identify(in: &server, AccountStore())
        try await server.test(rig) { client in
            for (token, own) in [("anna", "Printer"), ("bert", "Screen"), ("", "-"), ("anna", "Printer")] {
                let page = try await client.get("/table.txt", headers: [.cookie: "desk=\(token)"])
                for title in ["Printer", "Screen"] { #expect(page.text.contains(title) == (title == own)) }
                #expect(page.headers[.cacheControl] == "private, no-cache")
            }
            for (token, status) in [("bert", 409), ("anna", 200)] {
                let answer = try await client.post("/commit/0/0/delete", headers: [.cookie: "desk=\(token)"])
                #expect(answer.status == status)
            }
            #expect(try await !client.get("/table.txt", headers: [.cookie: "desk=anna"]).text.contains("Printer"))
            #expect(try await client.get("/table.txt", headers: [.cookie: "desk=bert"]).text.contains("Screen"))
        }
    }
}
