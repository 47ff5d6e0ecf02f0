// The samples of docs/how-to/move-a-uitableview.md.
import CascadingTable
import TableServer

private struct Contact: Sendable {
    let id: Int
    var name: String
    var city: String
}

private final class ContactList: TableViewController {
    private var contacts: [Contact]

    init(_ contacts: [Contact]) {
        self.contacts = contacts
        super.init()
    }

    override func viewDidLoad() {
        title = "Contacts"
        tableView.appearance.showsEditButton = true
    }

    override func tableView(_ tableView: TableView, numberOfRowsInSection section: Int) -> Int {
        contacts.count
    }

    override func tableView(_ tableView: TableView, cellForRowAt indexPath: IndexPath) -> TableViewCell {
        let contact = contacts[indexPath.row]
        return TableViewCell(
            style: .subtitle, title: contact.name, subtitle: contact.city,
            accessory: .disclosure, to: "\(contact.id)/")
    }

    override func tableView(_ tableView: TableView, identifierForRowAt indexPath: IndexPath) -> String? {
        "\(contacts[indexPath.row].id)"
    }

    override func tableView(_ tableView: TableView, canEditRowAt indexPath: IndexPath) -> Bool { true }

    override func tableView(_ tableView: TableView, editingStyleForRowAt indexPath: IndexPath)
        -> TableViewCell.EditingStyle
    { .delete }

    override func tableView(
        _ tableView: TableView, commit editingStyle: TableViewCell.EditingStyle, forRowAt indexPath: IndexPath
    ) {
        contacts.remove(at: indexPath.row)
        tableView.deleteRows(at: [indexPath])
    }
}

private func mount(_ contacts: [Contact], on server: inout TableServer) {
    server.mount("/", ContactList(contacts))
    server.mount("/:id/", forEach: .path) { path in
        let id = try path.index("id")
        guard let contact = contacts.first(where: { $0.id == id }) else { return nil }
        return makePage(contact)
    }
}

@TableActor
private func makePage(_ contact: Contact) -> TableView {
    TableView(title: contact.name)
}
