import FoundationEssentials

extension StorageUpdate {
    /// Creates the update that turns the one section of a storage into another, or nil if the differ is wrong.
    ///
    /// - Parameters:
    ///   - oldIDs: The identity of each old item.
    ///   - newIDs: The identity of each new item.
    ///   - isUnchanged: Whether an item looks as the old item with its identity did.
    init?<ID: Hashable>(
        from old: [Item], _ oldIDs: [ID], to new: [Item], _ newIDs: [ID], by differ: some Differ,
        isUnchanged: (Item, Item) -> Bool
    ) {
        let difference = differ.difference(from: oldIDs, to: newIDs)
        guard let kept = difference.keptPlaces(oldCount: old.count, newCount: new.count),
            kept.allSatisfy({ oldIDs[$0.old] == newIDs[$0.new] })
        else { return nil }

        func path(_ row: Int) -> IndexPath { IndexPath(row: row, section: 0) }
        var changes: [Change] = difference.deletions.map { .deleteItem(old[$0], at: path($0)) }
        changes += difference.insertions.map { .insertItem(new[$0], at: path($0)) }
        changes += difference.moves.map { .moveItem(new[$0.to], from: path($0.from), to: path($0.to)) }
        for (before, after) in kept where !isUnchanged(old[before], new[after]) {
            changes.append(.updateItem(new[after], old: old[before], at: path(before)))
        }
        self.init(changes)
    }
}
