import CascadingTable
import Foundation
import TableDatabase

/// A table of what the store of accounts has, read again for each request.
final class AccountsController: TableViewController {
    private let columns: [TableViewColumn]
    private let read: @Sendable () async throws -> [TableViewCell]
    private var cells: [TableViewCell] = []

    private init(
        _ title: String, _ columns: [TableViewColumn], _ read: @escaping @Sendable () async throws -> [TableViewCell]
    ) {
        (self.columns, self.read) = (columns, read)
        super.init()
        self.title = title
    }

    override func viewDidLoad() {
        tableView.navigationItem.breadcrumbs = [TableLink("Start page", to: "/")]
        tableView.hosting.announcesChanges = false
        tableView.hosting.updateHandler = { [weak self] tableView in
            guard let self else { return }
            let cells = try await read()
            // A reload tells open pages, which would ask again.
            guard cells != self.cells else { return }
            self.cells = cells
            tableView.reloadData()
        }
    }

    override func columns(in tableView: TableView) -> [TableViewColumn] { columns }

    override func tableView(_ tableView: TableView, numberOfRowsInSection section: Int) -> Int { cells.count }

    override func tableView(_ tableView: TableView, cellForRowAt indexPath: IndexPath) -> TableViewCell {
        cells[indexPath.row]
    }

    /// Creates the table of all accounts.
    static func accounts(_ accounts: Accounts) -> AccountsController {
        let columns = [
            TableViewColumn("name", title: "Name"), TableViewColumn("role", title: "Role"),
            TableViewColumn("since", title: "Since"), TableViewColumn("signed_in", title: "Last signed in"),
            TableViewColumn("password", title: "Has a password"),
        ]
        return AccountsController("Accounts", columns) {
            let signIns = try await accounts.signIns().filter(\.isDone)
            return try await accounts.found().map { found in
                let account = found.account
                let seen = signIns.first { Accounts.id(of: $0.name) == found.record.id }?.time
                return TableViewCell(
                    style: .columns, title: account.name,
                    fields: [
                        .init("name", .text(account.name)), .init("role", .text(account.role.rawValue)),
                        .init("since", .text(account.created.day)),
                        .init("signed_in", seen.map { .text($0.minute) } ?? .null),
                        .init("password", .boolean(account.password != nil)),
                    ], accessory: .disclosure, to: address(of: account.name))
            }
        }
    }

    /// Creates the table of the times at which people signed in, or tried to.
    static func signIns(_ accounts: Accounts) -> AccountsController {
        let columns = [
            TableViewColumn("time", title: "Time"), TableViewColumn("name", title: "Name"),
            TableViewColumn("address", title: "Address"), TableViewColumn("done", title: "Signed in"),
        ]
        return AccountsController("Sign-ins", columns) {
            try await accounts.signIns().map { signIn in
                TableViewCell(
                    style: .columns,
                    fields: [
                        .init("time", .text(signIn.time.minute)), .init("name", .text(signIn.name)),
                        .init("address", .text(signIn.address)), .init("done", .boolean(signIn.isDone)),
                    ])
            }
        }
    }

    /// Returns the address of the page on which an account is changed.
    nonisolated static func address(of name: String) -> String { "/-/people/\(PathSegment.percentEncoded(name))" }
}

extension Date {
    /// The day in UTC, as ISO 8601 writes it.
    var day: String { String(formatted(.iso8601).prefix(10)) }

    /// The minute in UTC.
    var minute: String { "\(day) \(formatted(.iso8601).dropFirst(11).prefix(5)) UTC" }
}
