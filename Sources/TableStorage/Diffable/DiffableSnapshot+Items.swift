import CascadingTable
import LocalizedMessages
import OrderedCollections

extension DiffableSnapshot {
    /// Adds items at the end of a section.
    ///
    /// - Parameters:
    ///   - identifiers: The identities of the items.
    ///   - section: The section; nil for the last section.
    /// - Throws: ``StorageError`` with `sectionNotFound`, or `duplicateItem` if an item exists or is given twice.
    public mutating func appendItems(
        _ identifiers: [ItemID], toSection section: SectionID? = nil
    ) throws(StorageError) {
        guard let section = section ?? sections.keys.last else {
            throw StorageError(.sectionNotFound, "There is no section to which items can be appended.")
        }
        let index = try checkedIndex(of: section)
        try insertItems(identifiers, at: RowPosition(section: index, row: sections.values[index].count))
    }

    /// Inserts items before another item.
    ///
    /// - Throws: ``StorageError`` with `itemNotFound`, or `duplicateItem` if an item exists or is given twice.
    public mutating func insertItems(_ identifiers: [ItemID], beforeItem item: ItemID) throws(StorageError) {
        try insertItems(identifiers, at: checkedPlace(of: item))
    }

    /// Inserts items after another item.
    ///
    /// - Throws: ``StorageError`` with `itemNotFound`, or `duplicateItem` if an item exists or is given twice.
    public mutating func insertItems(_ identifiers: [ItemID], afterItem item: ItemID) throws(StorageError) {
        var place = try checkedPlace(of: item)
        place.row += 1
        try insertItems(identifiers, at: place)
    }

    /// Deletes items. An item that is given twice is deleted once.
    ///
    /// - Throws: ``StorageError`` with `itemNotFound`.
    public mutating func deleteItems(_ identifiers: [ItemID]) throws(StorageError) {
        try checkItems(identifiers)
        let deleted = Set(identifiers)
        for section in Set(deleted.compactMap { owners[$0] }) {
            sections[section]?.removeAll(where: deleted.contains)
        }
        for item in deleted { forget(item) }
    }

    /// Deletes all items and all sections.
    public mutating func deleteAllItems() {
        self = DiffableSnapshot()
    }

    /// Moves an item before another item, which can be in another section.
    ///
    /// - Throws: ``StorageError`` with `itemNotFound`.
    public mutating func moveItem(_ item: ItemID, beforeItem other: ItemID) throws(StorageError) {
        try move(item, at: 0, from: other)
    }

    /// Moves an item after another item, which can be in another section.
    ///
    /// - Throws: ``StorageError`` with `itemNotFound`.
    public mutating func moveItem(_ item: ItemID, afterItem other: ItemID) throws(StorageError) {
        try move(item, at: 1, from: other)
    }

    /// Marks items as changed, although their identities are not.
    ///
    /// - Throws: ``StorageError`` with `itemNotFound`.
    public mutating func reloadItems(_ identifiers: [ItemID]) throws(StorageError) {
        try checkItems(identifiers)
        reloadedItemIdentifiers.formUnion(identifiers)
    }

    mutating func forget(_ item: ItemID) {
        owners[item] = nil
        reloadedItemIdentifiers.remove(item)
    }

    private mutating func insertItems(_ identifiers: [ItemID], at place: RowPosition) throws(StorageError) {
        var new = Set<ItemID>(minimumCapacity: identifiers.count)
        for item in identifiers {
            if let place = self.place(of: item)?.path {
                throw StorageError(
                    .duplicateItem,
                    "The item \(described(item)) is already in section \(place.section), at \(place.row).",
                    at: place)
            }
            guard new.insert(item).inserted else {
                throw StorageError(.duplicateItem, "The item \(described(item)) cannot be inserted twice.")
            }
        }
        sections.values[place.section].insert(contentsOf: identifiers, at: place.row)
        for item in identifiers { owners[item] = sections.keys[place.section] }
    }

    private mutating func move(_ item: ItemID, at offset: Int, from other: ItemID) throws(StorageError) {
        let source = try checkedPlace(of: item)
        _ = try checkedPlace(of: other)
        guard item != other else { return }
        sections.values[source.section].remove(at: source.row)
        let target = try checkedPlace(of: other)
        sections.values[target.section].insert(item, at: target.row + offset)
        owners[item] = sections.keys[target.section]
    }

    private func checkItems(_ identifiers: [ItemID]) throws(StorageError) {
        for item in identifiers where owners[item] == nil {
            throw StorageError(.itemNotFound, "The snapshot has no item \(described(item)).")
        }
    }

    private func checkedPlace(of item: ItemID) throws(StorageError) -> RowPosition {
        guard let place = place(of: item) else {
            throw StorageError(.itemNotFound, "The snapshot has no item \(described(item)).")
        }
        return place
    }
}
