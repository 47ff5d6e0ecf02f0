// The samples of docs/how-to/move-a-uitableview.md.
import CascadingTable
import TableServer

private struct Contact: Sendable {
    let id: Int
    var name: String
    var city: String
}

private final class ContactList: TableViewDataSource, TableViewDelegate {
    private var contacts: [Contact]

    init(_ contacts: [Contact]) {
        self.contacts = contacts
    }

    func tableView(_ tableView: TableView, numberOfRowsInSection section: Int) -> Int {
        contacts.count
    }

    func tableView(_ tableView: TableView, cellForRowAt indexPath: IndexPath) -> TableViewCell {
        let contact = contacts[indexPath.row]
        return TableViewCell(
            style: .subtitle, title: contact.name, subtitle: contact.city,
            accessory: .disclosure, link: "\(contact.id)/")
    }

    func tableView(_ tableView: TableView, identifierForRowAt indexPath: IndexPath) -> String? {
        "\(contacts[indexPath.row].id)"
    }

    func tableView(_ tableView: TableView, canEditRowAt indexPath: IndexPath) -> Bool { true }

    func tableView(_ tableView: TableView, editingStyleForRowAt indexPath: IndexPath) -> TableViewCell.EditingStyle {
        .delete
    }

    func tableView(
        _ tableView: TableView, commit editingStyle: TableViewCell.EditingStyle, forRowAt indexPath: IndexPath
    ) {
        contacts.remove(at: indexPath.row)
        tableView.deleteRows(at: [indexPath])
    }
}

private func mount(_ contacts: [Contact], on server: inout TableServer) async {
    server.mount("/", await makeTable(contacts))
    server.mount("/:id/") { parameters in
        let id = try parameters.index("id")
        guard let contact = contacts.first(where: { $0.id == id }) else { return nil }
        return await makePage(contact)
    }
}

@TableActor
private func makeTable(_ contacts: [Contact]) -> TableView {
    let list = ContactList(contacts)
    let tableView = TableView(title: "Contacts", dataSource: list, delegate: list)
    tableView.appearance.showsEditButton = true
    return tableView
}

@TableActor
private func makePage(_ contact: Contact) -> TableView {
    TableView(title: contact.name)
}
