import CascadingTable
import LocalizedMessages
import OrderedCollections

/// The sections and items of a table at one time, by their identities.
///
/// Create a snapshot, or change a copy of the current one, and pass it to ``DiffableStorage/apply(_:)``. Each identity
/// can occur only once. A change that is not possible throws a ``StorageError`` and changes nothing.
///
/// ```swift
/// var snapshot = storage.snapshot
/// try snapshot.appendSections([.today])
/// try snapshot.appendItems(posts.map(\.id), toSection: .today)
/// storage.apply(snapshot)
/// ```
public struct DiffableSnapshot<SectionID: Hashable, ItemID: Hashable> {
    var sections: OrderedDictionary<SectionID, [ItemID]> = [:]
    /// The section of each item.
    var owners: [ItemID: SectionID] = [:]

    /// The items that were marked as changed by ``reloadItems(_:)``.
    public internal(set) var reloadedItemIdentifiers: Set<ItemID> = []
    /// The sections whose header or footer was marked as changed by ``reloadSections(_:)``.
    public internal(set) var reloadedSectionIdentifiers: Set<SectionID> = []

    /// Creates a snapshot without sections.
    public init() {}
}

extension DiffableSnapshot: Sendable where SectionID: Sendable, ItemID: Sendable {}

// MARK: - Asking

extension DiffableSnapshot {
    /// The number of sections.
    public var numberOfSections: Int { sections.count }
    /// The number of items in all sections.
    public var numberOfItems: Int { owners.count }
    /// The identities of the sections, in order.
    public var sectionIdentifiers: [SectionID] { sections.keys.elements }
    /// The identities of the items of all sections, in order.
    public var itemIdentifiers: [ItemID] { sections.values.flatMap(\.self) }

    /// Returns the number of items in a section, or 0 if there is no such section.
    public func numberOfItems(inSection section: SectionID) -> Int { itemIdentifiers(inSection: section).count }

    /// Returns the identities of the items in a section, in order; empty if there is no such section.
    public func itemIdentifiers(inSection section: SectionID) -> [ItemID] { sections[section] ?? [] }

    /// Returns the section that contains an item, or nil if there is no such item.
    public func sectionIdentifier(containingItem item: ItemID) -> SectionID? { owners[item] }

    /// Returns the position of a section, or nil if there is no such section.
    public func indexOfSection(_ section: SectionID) -> Int? { sections.index(forKey: section) }

    /// Returns the position of an item among the items of all sections, or nil if there is no such item.
    ///
    /// Cost: O(items of the section + number of sections).
    public func indexOfItem(_ item: ItemID) -> Int? {
        guard let place = place(of: item) else { return nil }
        return sections.values[..<place.section].reduce(place.row) { $0 + $1.count }
    }

    func place(of item: ItemID) -> RowPosition? {
        guard let owner = owners[item], let section = sections.index(forKey: owner),
            let row = sections.values[section].firstIndex(of: item)
        else { return nil }
        return RowPosition(section: section, row: row)
    }

    var identifiedSections: [IdentifiedSection<SectionID, ItemID>] {
        sections.map { IdentifiedSection(id: $0, items: $1) }
    }
}

extension DiffableSnapshot {
    /// Adds empty sections at the end.
    ///
    /// - Throws: ``StorageError`` with `duplicateSection` if a section exists or is given twice.
    public mutating func appendSections(_ identifiers: [SectionID]) throws(StorageError) {
        try insertSections(identifiers, at: sections.count)
    }

    /// Inserts empty sections before another section.
    ///
    /// - Throws: ``StorageError`` with `sectionNotFound` or `duplicateSection`.
    public mutating func insertSections(
        _ identifiers: [SectionID], beforeSection section: SectionID
    ) throws(StorageError) {
        try insertSections(identifiers, at: checkedIndex(of: section))
    }

    /// Inserts empty sections after another section.
    ///
    /// - Throws: ``StorageError`` with `sectionNotFound` or `duplicateSection`.
    public mutating func insertSections(
        _ identifiers: [SectionID], afterSection section: SectionID
    ) throws(StorageError) {
        try insertSections(identifiers, at: checkedIndex(of: section) + 1)
    }

    /// Deletes sections with their items. A section that is given twice is deleted once.
    ///
    /// - Throws: ``StorageError`` with `sectionNotFound`.
    public mutating func deleteSections(_ identifiers: [SectionID]) throws(StorageError) {
        for section in identifiers { _ = try checkedIndex(of: section) }
        for section in Set(identifiers) {
            for item in sections[section] ?? [] { forget(item) }
            reloadedSectionIdentifiers.remove(section)
        }
        let deleted = Set(identifiers)
        sections.removeAll { deleted.contains($0.key) }
    }

    /// Moves a section with its items before another section.
    ///
    /// - Throws: ``StorageError`` with `sectionNotFound`.
    public mutating func moveSection(
        _ section: SectionID, beforeSection other: SectionID
    ) throws(StorageError) {
        try move(section, at: 0, from: other)
    }

    /// Moves a section with its items after another section.
    ///
    /// - Throws: ``StorageError`` with `sectionNotFound`.
    public mutating func moveSection(_ section: SectionID, afterSection other: SectionID) throws(StorageError) {
        try move(section, at: 1, from: other)
    }

    /// Marks the headers and footers of sections as changed.
    ///
    /// - Throws: ``StorageError`` with `sectionNotFound`.
    public mutating func reloadSections(_ identifiers: [SectionID]) throws(StorageError) {
        for section in identifiers { _ = try checkedIndex(of: section) }
        reloadedSectionIdentifiers.formUnion(identifiers)
    }

    private mutating func insertSections(_ identifiers: [SectionID], at index: Int) throws(StorageError) {
        var new = Set<SectionID>(minimumCapacity: identifiers.count)
        for section in identifiers {
            if let index = sections.index(forKey: section) {
                throw StorageError(
                    .duplicateSection, "The section \(described(section)) is already there, at \(index).")
            }
            guard new.insert(section).inserted else {
                throw StorageError(.duplicateSection, "The section \(described(section)) cannot be inserted twice.")
            }
        }
        for (offset, section) in identifiers.enumerated() {
            sections.updateValue([], forKey: section, insertingAt: index + offset)
        }
    }

    private mutating func move(_ section: SectionID, at offset: Int, from other: SectionID) throws(StorageError) {
        _ = try checkedIndex(of: section)
        _ = try checkedIndex(of: other)
        guard section != other, let items = sections.removeValue(forKey: section) else { return }
        sections.updateValue(items, forKey: section, insertingAt: try checkedIndex(of: other) + offset)
    }

    func checkedIndex(of section: SectionID) throws(StorageError) -> Int {
        guard let index = sections.index(forKey: section) else {
            throw StorageError(.sectionNotFound, "The snapshot has no section \(described(section)).")
        }
        return index
    }
}

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
