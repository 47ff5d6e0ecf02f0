import OrderedCollections

extension DiffableSnapshot {
    /// Returns the differences to another snapshot, including its reloaded items and sections. O(items).
    func update(to new: DiffableSnapshot) -> StorageUpdate<ItemID> {
        var places = Dictionary(minimumCapacity: numberOfItems) as [ItemID: RowPosition]
        for (section, items) in sections.values.enumerated() {
            for (row, item) in items.enumerated() { places[item] = RowPosition(section: section, row: row) }
        }
        let traces = ChangeTracker(
            sections: new.sections.map { section, items in
                TracedSection(origin: indexOfSection(section), items: items.map { places[$0] ?? .new })
            },
            updatedRows: Set(new.reloadedItemIdentifiers.compactMap { places[$0] }),
            updatedSections: Set(new.reloadedSectionIdentifiers.compactMap(indexOfSection)))
        return StorageUpdate(
            following: traces, from: sections.values.map { StorageSection($0) },
            to: new.sections.values.map { StorageSection($0) })
    }
}
