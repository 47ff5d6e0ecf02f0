public import FoundationEssentials
import OrderedCollections

/// A storage that shows one snapshot after the other, and tells of what is different in each.
///
/// Its items are the identities. Those of the same sections and items stay, move or are reloaded with them.
///
/// ```swift
/// let storage = DiffableStorage<Day, Post.ID>()
/// storage.apply(snapshot)
/// ```
@TableActor
public final class DiffableStorage<SectionID: Hashable, ItemID: Hashable>: SupplementaryStorage {
    /// What it shows; change a copy and apply that.
    public private(set) var snapshot = DiffableSnapshot<SectionID, ItemID>()

    /// Makes the header of a section each time it is asked for.
    public var headerModelProvider: ((SectionID) -> (any SupplementaryModel)?)?
    /// Makes the footer of a section each time it is asked for.
    public var footerModelProvider: ((SectionID) -> (any SupplementaryModel)?)?

    private let observers = StorageObservers<ItemID>()
    /// Nil if the items are named by their own `id`.
    private let names = IdentityNames<ItemID>.areNeeded ? IdentityNames<ItemID>() : nil

    public init() {}

    /// Shows another snapshot, and tells of what that changes; O(items).
    public func apply(_ newSnapshot: DiffableSnapshot<SectionID, ItemID>) {
        let update = snapshot.update(to: newSnapshot)
        show(newSnapshot)
        observers.send(update)
    }

    /// Shows another snapshot, which may have nothing in common with this one; observers reload.
    public func applyReloadingData(_ newSnapshot: DiffableSnapshot<SectionID, ItemID>) {
        show(newSnapshot)
        observers.sendReload()
    }

    private func show(_ newSnapshot: DiffableSnapshot<SectionID, ItemID>) {
        snapshot = newSnapshot
        names?.keep(only: snapshot.sections.values.joined())
        snapshot.reloadedItemIdentifiers = []
        snapshot.reloadedSectionIdentifiers = []
    }

    public func addObserver(_ observer: any StorageObserver<ItemID>) { observers.add(observer) }
    public func removeObserver(_ observer: any StorageObserver<ItemID>) { observers.remove(observer) }
}

// MARK: - Asking

extension DiffableStorage {
    public var numberOfSections: Int { snapshot.numberOfSections }

    public func numberOfItems(inSection section: Int) -> Int { items(inSection: section).count }

    public func item(at indexPath: IndexPath) -> ItemID? {
        let items = items(inSection: indexPath.section)
        return indexPath.count == 2 && items.indices.contains(indexPath.row) ? items[indexPath.row] : nil
    }

    public func identifier(ofItemAt indexPath: IndexPath) -> String? {
        names.flatMap { item(at: indexPath).map($0.name) }
    }

    public func indexPath(for item: ItemID) -> IndexPath? { snapshot.place(of: item)?.path }

    public func sectionIdentifier(for section: Int) -> SectionID? {
        let sections = snapshot.sections.keys
        return sections.indices.contains(section) ? sections[section] : nil
    }

    public func headerModel(inSection section: Int) -> (any SupplementaryModel)? {
        sectionIdentifier(for: section).flatMap { headerModelProvider?($0) }
    }

    public func footerModel(inSection section: Int) -> (any SupplementaryModel)? {
        sectionIdentifier(for: section).flatMap { footerModelProvider?($0) }
    }

    private func items(inSection section: Int) -> [ItemID] {
        let items = snapshot.sections.values
        return items.indices.contains(section) ? items[section] : []
    }
}
