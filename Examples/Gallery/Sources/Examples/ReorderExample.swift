import CascadingTable

/// A shopping list in the order of the shop. Visitors move rows and sections, and delete items or mark them as done.
enum ReorderExample {
    @TableActor
    static func make() -> TableView {
        let list = ShoppingList([
            Shelf("Fruit and vegetables", ["Apples", "Carrots", "Spinach", "Lemons"]),
            Shelf("Bakery", ["Rye bread", "Rolls"]),
            Shelf("Fridge", ["Milk", "Yoghurt", "Gouda"], keepsItems: true, room: 4),
        ])
        let tableView = TableView(title: "Shopping list", dataSource: list, delegate: list)
        tableView.appearance.showsEditButton = true
        tableView.appearance.style = .insetGrouped
        return tableView
    }
}

private struct Shelf {
    let name: String
    var items: [String]
    /// A Boolean value that indicates whether items cannot move to another shelf.
    let keepsItems: Bool
    /// The maximum number of items.
    let room: Int

    init(_ name: String, _ items: [String], keepsItems: Bool = false, room: Int = .max) {
        self.name = name
        self.items = items
        self.keepsItems = keepsItems
        self.room = room
    }
}

private final class ShoppingList: TableViewDataSource, TableViewDelegate {
    private var shelves: [Shelf]
    /// The items in the basket.
    private var done: Set<String> = []

    init(_ shelves: [Shelf]) {
        self.shelves = shelves
    }

    func numberOfSections(in tableView: TableView) -> Int { shelves.count }

    func tableView(_ tableView: TableView, numberOfRowsInSection section: Int) -> Int { shelves[section].items.count }

    func tableView(_ tableView: TableView, titleForHeaderInSection section: Int) -> String? { shelves[section].name }

    func tableView(_ tableView: TableView, titleForFooterInSection section: Int) -> String? {
        shelves[section].keepsItems ? "Holds up to four items. Items cannot leave this shelf." : nil
    }

    func tableView(_ tableView: TableView, cellForRowAt indexPath: IndexPath) -> TableViewCell {
        TableViewCell(title: item(at: indexPath), accessory: done.contains(item(at: indexPath)) ? .checkmark : .none)
    }

    func tableView(_ tableView: TableView, identifierForRowAt indexPath: IndexPath) -> String? { item(at: indexPath) }

    func tableView(_ tableView: TableView, identifierForSection section: Int) -> String? { shelves[section].name }

    // MARK: Moving

    /// Returns false for items in the basket: they have no move buttons, and requests to move them are refused.
    func tableView(_ tableView: TableView, canMoveRowAt indexPath: IndexPath) -> Bool {
        !done.contains(item(at: indexPath))
    }

    /// Returns the nearest end of the shelf for an item that is dropped elsewhere and cannot leave its shelf.
    func tableView(
        _ tableView: TableView, targetIndexPathForMoveFromRowAt source: IndexPath,
        toProposedIndexPath proposed: IndexPath
    ) -> IndexPath {
        let shelf = shelves[source.section]
        guard shelf.keepsItems, proposed.section != source.section else { return proposed }
        return IndexPath(row: proposed < source ? 0 : shelf.items.count - 1, section: source.section)
    }

    /// Moves an item, or refuses the move if the shelf is full. A refusal leaves the table unchanged.
    func tableView(_ tableView: TableView, moveRowAt source: IndexPath, to destination: IndexPath) {
        let shelf = shelves[destination.section]
        guard source.section == destination.section || shelf.items.count < shelf.room else {
            return tableView.refuse("This shelf is full: \(shelf.name).")
        }
        let item = shelves[source.section].items.remove(at: source.row)
        shelves[destination.section].items.insert(item, at: destination.row)
    }

    func tableView(_ tableView: TableView, canMoveSection section: Int) -> Bool { true }

    func tableView(_ tableView: TableView, moveSection source: Int, to destination: Int) {
        shelves.insert(shelves.remove(at: source), at: destination)
    }

    // MARK: Doing and deleting

    func tableView(_ tableView: TableView, didSelectRowAt indexPath: IndexPath) {
        tableView.deselectRow(at: indexPath)
        done.formSymmetricDifference([item(at: indexPath)])
        tableView.reloadRows(at: [indexPath])
    }

    func tableView(_ tableView: TableView, canEditRowAt indexPath: IndexPath) -> Bool { true }

    func tableView(_ tableView: TableView, editingStyleForRowAt indexPath: IndexPath) -> TableViewCell.EditingStyle {
        .delete
    }

    func tableView(
        _ tableView: TableView, commit editingStyle: TableViewCell.EditingStyle, forRowAt indexPath: IndexPath
    ) {
        remove(at: indexPath, in: tableView)
    }

    private func remove(at place: IndexPath, in tableView: TableView) {
        let (shelf, item) = (shelves[place.section].name, shelves[place.section].items.remove(at: place.row))
        tableView.deleteRows(at: [place])
        tableView.registerUndo("Delete \(item)") { [weak self] in
            try self?.insert(item, at: place.row, on: shelf, in: $0)
        }
    }

    private func insert(_ item: String, at row: Int, on shelf: String, in tableView: TableView) throws {
        guard let section = shelves.firstIndex(where: { $0.name == shelf }),
            shelves[section].items.count < shelves[section].room
        else { throw TableViewError(.vetoed, "This shelf is full: \(shelf).") }
        let place = IndexPath(row: min(row, shelves[section].items.count), section: section)
        shelves[section].items.insert(item, at: place.row)
        tableView.insertRows(at: [place])
        tableView.registerUndo("Delete \(item)") { [weak self] tableView in
            guard let place = tableView.indexPath(forRowWithIdentifier: item) else { return }
            self?.remove(at: place, in: tableView)
        }
    }

    private func item(at indexPath: IndexPath) -> String { shelves[indexPath.section].items[indexPath.row] }
}
