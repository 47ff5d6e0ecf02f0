import FoundationEssentials

/// Names that rows keep when they move.
extension TableManager {
    /// Names each row by its item; nil for one that is to be known by its place.
    ///
    /// Without it, the storage names its items (``Storage/identifier(ofItemAt:)``). If it does not, an `Identifiable` item is named
    /// by its `id`, with its type where the storage's items are of several.
    public final func identifier(_ handler: @escaping @TableActor (Item) -> String?) {
        nameOfItem = handler
        rowNames = nil
        tableView?.reloadData()
    }

    /// The name of what that row of the table shows; in a tree, with that of its section before it.
    func name(ofRowAt indexPath: IndexPath) -> String? {
        guard let place = storagePath(indexPath), let item = storage.item(at: place),
            let name = nameOfItem.map({ $0(item) }) ?? storage.identifier(ofItemAt: place) ?? Self.name(of: item)
        else { return nil }
        return parentDelegate == nil ? name : "\(identifier)-\(name)"
    }

    /// The row of the table with that name.
    ///
    /// Cost: one row is named; all of them at the first question after a change of the storage, and where a row is not
    /// found after a change of the table, for a storage can be changed in silence.
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

    /// An object that is known by its address only has no name: it would be another after a restart, and tell of the
    /// memory of the process.
    private static func name(_ model: some Identifiable) -> String? {
        guard !(model.id is ObjectIdentifier) else { return nil }
        return unwrapped(model.id).map { "\($0)" }
    }
}

/// The places of named rows in a storage, as of a revision of the table.
struct RowNames {
    var places: [String: IndexPath] = [:]
    var revision: UInt64
}
