// The samples of docs/how-to/edit-reorder-and-undo.md.
import CascadingTable
import TableServer

private struct Item {
    let id: Int
    var name: String
}

private final class ShoppingList: TableViewDataSource, TableViewDelegate {
    private var items: [Item]

    init(_ items: [Item]) {
        self.items = items
    }

    func tableView(_ tableView: TableView, numberOfRowsInSection section: Int) -> Int { items.count }

    func tableView(_ tableView: TableView, cellForRowAt indexPath: IndexPath) -> TableViewCell {
        TableViewCell(title: items[indexPath.row].name)
    }

    func tableView(_ tableView: TableView, identifierForRowAt indexPath: IndexPath) -> String? {
        "\(items[indexPath.row].id)"
    }

    func tableView(_ tableView: TableView, fieldsForEditingRowAt indexPath: IndexPath) -> [TableViewEditableField] {
        [.init("name", label: "Name", value: items[indexPath.row].name, isRequired: true, maxLength: 40)]
    }

    func tableView(
        _ tableView: TableView, commitValues values: [String: String], forRowAt indexPath: IndexPath
    ) throws {
        let name = values["name"] ?? ""
        guard !items.contains(where: { $0.name == name && $0.id != items[indexPath.row].id }) else {
            throw TableViewValidationError("name", "The list has this already.")
        }
        items[indexPath.row].name = name
    }

    func tableView(
        _ tableView: TableView, commit editingStyle: TableViewCell.EditingStyle, forRowAt indexPath: IndexPath
    ) {
        let item = items.remove(at: indexPath.row)
        tableView.deleteRows(at: [indexPath])
        tableView.registerUndo("Delete \(item.name)") { [weak self] tableView in
            self?.insert(item, at: indexPath.row, in: tableView)
        }
    }

    func addButtons(to tableView: TableView) {
        tableView.toolbar = [
            TableViewToolbarAction(id: "sort", title: "Sort by name") { [weak self] tableView in
                self?.items.sort { $0.name < $1.name }
                tableView.reloadData()
            }
        ]
        tableView.allowsMultipleSelection = true
        tableView.selectionActions = [
            TableViewSelectionAction(id: "delete", title: "Delete", style: .destructive) {
                [weak self] tableView, rows in
                let names = Set(rows.map(\.identifier))
                self?.items.removeAll { names.contains("\($0.id)") }
                tableView.deleteRows(at: rows.map(\.indexPath))
            }
        ]
    }

    func tableView(_ tableView: TableView, viewForHeaderInSection section: Int) -> TableViewHeaderFooterView? {
        TableViewHeaderFooterView(
            title: "Shopping",
            actions: [
                TableViewSectionAction(id: "clear", title: "Clear", style: .destructive) {
                    [weak self] tableView, section in
                    self?.items = []
                    tableView.reloadSections([section])
                }
            ])
    }

    private func nextID() -> Int { (items.map(\.id).max() ?? 0) + 1 }

    func tableView(_ tableView: TableView, fieldsForCreatingRowInSection section: Int) -> [TableViewEditableField] {
        [.init("name", label: "Name", isRequired: true, maxLength: 40)]
    }

    func tableView(_ tableView: TableView, createRowWith values: [String: String], inSection section: Int) {
        items.append(Item(id: nextID(), name: values["name"] ?? ""))
        tableView.insertRows(at: [IndexPath(row: items.count - 1, section: 0)])
    }

    private func insert(_ item: Item, at row: Int, in tableView: TableView) {
        let row = min(row, items.count)
        items.insert(item, at: row)
        tableView.insertRows(at: [IndexPath(row: row, section: 0)])
    }

    func tableView(_ tableView: TableView, moveRowAt source: IndexPath, to destination: IndexPath) throws {
        guard destination.row > 0 else { throw TableViewError(.vetoed, "The first row stays first.") }
        items.insert(items.remove(at: source.row), at: destination.row)
    }
}

@TableActor
private func showEditButton(_ tableView: TableView) {
    tableView.appearance.showsEditButton = true
}

private final class StoredList: TableViewDataSource {
    struct Store: Sendable {
        func delete(_ id: Int) async throws {}
    }

    private var items: [Item]
    private let store = Store()

    init(_ items: [Item]) {
        self.items = items
    }

    func tableView(_ tableView: TableView, numberOfRowsInSection section: Int) -> Int { items.count }

    func tableView(_ tableView: TableView, cellForRowAt indexPath: IndexPath) -> TableViewCell {
        TableViewCell(title: items[indexPath.row].name)
    }

    func tableView(
        _ tableView: TableView, commit editingStyle: TableViewCell.EditingStyle, forRowAt indexPath: IndexPath
    ) async throws {
        let item = items[indexPath.row]
        try await store.delete(item.id)
        guard let row = items.firstIndex(where: { $0.id == item.id }) else { return }
        items.remove(at: row)
        tableView.deleteRows(at: [IndexPath(row: row, section: 0)])
    }
}

private struct Note {
    let id: Int
    var text: String
    var photo = ""
}

private final class Notebook: TableViewDataSource, TableViewDelegate {
    private var notes: [Note]
    private let folder: String

    init(_ notes: [Note], folder: String) {
        self.notes = notes
        self.folder = folder
    }

    func tableView(_ tableView: TableView, numberOfRowsInSection section: Int) -> Int { notes.count }

    func tableView(_ tableView: TableView, cellForRowAt indexPath: IndexPath) -> TableViewCell {
        TableViewCell(title: notes[indexPath.row].text)
    }

    func tableView(_ tableView: TableView, fieldsForEditingRowAt indexPath: IndexPath) -> [TableViewEditableField] {
        [
            .init("text", label: "Text", value: notes[indexPath.row].text),
            .init(
                "photo", label: "Photo", value: notes[indexPath.row].photo,
                kind: .file(accept: ["image/*", ".pdf"], maxBytes: 500_000)),
        ]
    }

    func tableView(
        _ tableView: TableView, commitValues values: [String: String], forRowAt indexPath: IndexPath
    ) async throws {
        var note = notes[indexPath.row]
        note.text = values["text"] ?? ""
        if let photo = tableView.files["photo"] { note.photo = try await photo.write(to: folder) }
        guard let row = notes.firstIndex(where: { $0.id == note.id }) else { return }
        notes[row] = note
    }
}
