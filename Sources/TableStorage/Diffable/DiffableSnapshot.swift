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
