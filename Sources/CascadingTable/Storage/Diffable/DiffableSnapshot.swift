import OrderedCollections

/// What a table shows at one time, by the identities of its sections and items.
///
/// Make one, or change a copy of the one that is shown, and give it to ``DiffableStorage/apply(_:)``. No identity is
/// there twice. What cannot be done throws a ``StorageError`` and has changed nothing.
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

    /// The items that look different since the last snapshot, though they are the same.
    public internal(set) var reloadedItemIdentifiers: Set<ItemID> = []
    /// The sections whose header or footer is another since the last snapshot.
    public internal(set) var reloadedSectionIdentifiers: Set<SectionID> = []

    public init() {}
}

extension DiffableSnapshot: Sendable where SectionID: Sendable, ItemID: Sendable {}

// MARK: - Asking

extension DiffableSnapshot {
    public var numberOfSections: Int { sections.count }
    public var numberOfItems: Int { owners.count }
    public var sectionIdentifiers: [SectionID] { sections.keys.elements }
    public var itemIdentifiers: [ItemID] { sections.values.flatMap(\.self) }

    public func numberOfItems(inSection section: SectionID) -> Int { itemIdentifiers(inSection: section).count }

    /// Empty where there is no such section.
    public func itemIdentifiers(inSection section: SectionID) -> [ItemID] { sections[section] ?? [] }

    public func sectionIdentifier(containingItem item: ItemID) -> SectionID? { owners[item] }

    public func indexOfSection(_ section: SectionID) -> Int? { sections.index(forKey: section) }

    /// The place of an item among those of all sections.
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
}
