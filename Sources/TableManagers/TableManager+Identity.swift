import CascadingTable
import Essentials
import TableStorage

/// Identifiers that rows keep when they move.
extension TableManager {
    /// Sets the closure that returns the identifier of an item's row, or nil to identify the row by its position.
    ///
    /// Without a closure, the manager asks `Storage.identifier(ofItemAt:)`. If that returns nil, an `Identifiable`
    /// item is identified by its `id`. Its type is added if it differs from the storage's item type.
    ///
    /// - Parameter handler: A closure that receives the item.
    public final func identifier(_ handler: @escaping @TableActor (Item) -> String?) {
        nameOfItem = handler
        rowNames = nil
        tableView?.reloadData()
    }

    /// Returns the identifier of a row of the table. In a tree of delegates, it begins with the identifier of the
    /// section.
    func name(ofRowAt indexPath: IndexPath) -> String? {
        guard let place = storagePath(indexPath), let item = storage.item(at: place),
            let name = nameOfItem.map({ $0(item) }) ?? storage.identifier(ofItemAt: place) ?? Self.name(of: item)
        else { return nil }
        return parentDelegate == nil ? name : "\(identifier)-\(name)"
    }

    /// Returns the row of the table with an identifier.
    ///
    /// The cost is one identifier if the row is known. At the first call after a change of the storage, all rows are
    /// asked for their identifiers. This also happens if a row is not found after a change of the table. A storage can
    /// change silently.
    func row(named name: String, in tableView: TableView) -> IndexPath? {
        if let rowNames {
            if let known = row(named: name, in: tableView, of: rowNames) { return known }
            guard rowNames.revision != tableView.revision else { return nil }
        }
        let names = allNames(in: tableView)
        rowNames = names
        return row(named: name, in: tableView, of: names)
    }

    private func row(named name: String, in tableView: TableView, of names: RowNames) -> IndexPath? {
        guard let indexPath = names.places[name].flatMap(tablePath),
            self.tableView(tableView, identifierForRowAt: indexPath) == name
        else { return nil }
        return indexPath
    }

    private func allNames(in tableView: TableView) -> RowNames {
        var names = RowNames(revision: tableView.revision)
        for section in 0..<(parentDelegate == nil ? storage.numberOfSections : 1) {
            for row in 0..<storage.numberOfItems(inSection: section) {
                let place = IndexPath(row: row, section: section)
                guard let path = tablePath(place), let name = self.tableView(tableView, identifierForRowAt: path),
                    names.places[name] == nil
                else { continue }
                names.places[name] = place
            }
        }
        return names
    }

    private static func name(of item: Item) -> String? {
        guard let model = unwrapped(item as Any), let identifiable = model as? any Identifiable,
            let name = name(identifiable)
        else { return nil }
        return type(of: model) == Item.self ? name : "\(type(of: model))-\(name)"
    }

    /// Returns the identifier of a model, or nil if the model is identified by its memory address only.
    private static func name(_ model: some Identifiable) -> String? {
        // An address changes with a restart and reveals the memory layout of the process.
        guard !(model.id is ObjectIdentifier) else { return nil }
        return unwrapped(model.id).map { "\($0)" }
    }
}

/// The positions of identified rows in a storage, at one revision of the table.
struct RowNames {
    var places: [String: IndexPath] = [:]
    var revision: UInt64
}
