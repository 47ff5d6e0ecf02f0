public import CascadingTable
import Essentials
import OrderedCollections

/// A storage that shows a snapshot, and tells its observers how each new snapshot differs.
///
/// The items of the storage are the identities of the snapshot. Items whose identities are in both snapshots are kept,
/// moved or reloaded.
///
/// ```swift
/// let storage = DiffableStorage<Day, Post.ID>()
/// storage.apply(snapshot)
/// ```
@TableActor
public final class DiffableStorage<SectionID: Hashable, ItemID: Hashable>: Storage {
    /// The current snapshot. To change the storage, change a copy and apply it.
    public private(set) var snapshot = DiffableSnapshot<SectionID, ItemID>()

    /// A closure that returns the model of a section's header, or nil for no header.
    ///
    /// It is called each time the header is asked for. Default: nil, for no headers.
    public var headerModelProvider: ((SectionID) -> (any SupplementaryModel)?)?
    /// A closure that returns the model of a section's footer, or nil for no footer.
    ///
    /// It is called each time the footer is asked for. Default: nil, for no footers.
    public var footerModelProvider: ((SectionID) -> (any SupplementaryModel)?)?

    private let observers = StorageObservers<ItemID>()
    /// The names of the items; nil if they are named by their own `id`.
    private let names = IdentityNames<ItemID>.areNeeded ? IdentityNames<ItemID>() : nil

    /// Creates a storage without sections.
    public init() {}

    /// Shows another snapshot and tells the observers about the differences. Cost: O(items).
    ///
    /// - Parameter newSnapshot: The snapshot to show.
    public func apply(_ newSnapshot: DiffableSnapshot<SectionID, ItemID>) {
        let update = StorageUpdate(
            from: snapshot.identifiedSections, to: newSnapshot.identifiedSections, id: \.self,
            isChanged: { newSnapshot.reloadedItemIdentifiers.contains($1) },
            isSectionChanged: { newSnapshot.reloadedSectionIdentifiers.contains(newSnapshot.sections.keys[$1]) })
        show(newSnapshot)
        observers.send(update)
    }

    /// Shows another snapshot and tells the observers to reload. Use it if most of the data has changed.
    ///
    /// - Parameter newSnapshot: The snapshot to show.
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

    /// Adds an observer, which is held weakly. An observer that is added twice is told once.
    public func addObserver(_ observer: any StorageObserver<ItemID>) { observers.add(observer) }
    /// Removes an observer, which is told nothing more.
    public func removeObserver(_ observer: any StorageObserver<ItemID>) { observers.remove(observer) }
}

// MARK: - Asking

extension DiffableStorage {
    /// The number of sections of the snapshot.
    public var numberOfSections: Int { snapshot.numberOfSections }

    /// Returns the number of items in a section, or 0 if the section does not exist.
    public func numberOfItems(inSection section: Int) -> Int { items(inSection: section).count }

    /// Returns the item at an index path, or nil if there is none.
    public func item(at indexPath: IndexPath) -> ItemID? {
        let items = items(inSection: indexPath.section)
        return indexPath.count == 2 && items.indices.contains(indexPath.row) ? items[indexPath.row] : nil
    }

    /// Returns a text that identifies the item at an index path.
    ///
    /// It is nil if there is no item, or if the item has an `id` that can identify it.
    public func identifier(ofItemAt indexPath: IndexPath) -> String? {
        names.flatMap { item(at: indexPath).map($0.name) }
    }

    /// Returns the index path of an item, or nil if there is no such item. Cost: O(items of the section).
    public func indexPath(for item: ItemID) -> IndexPath? { snapshot.place(of: item)?.path }

    /// Returns the identity of the section at a position, or nil if the section does not exist.
    public func sectionIdentifier(for section: Int) -> SectionID? {
        let sections = snapshot.sections.keys
        return sections.indices.contains(section) ? sections[section] : nil
    }

    /// Returns the model of a section's header from ``headerModelProvider``, or nil.
    public func headerModel(inSection section: Int) -> (any SupplementaryModel)? {
        sectionIdentifier(for: section).flatMap { headerModelProvider?($0) }
    }

    /// Returns the model of a section's footer from ``footerModelProvider``, or nil.
    public func footerModel(inSection section: Int) -> (any SupplementaryModel)? {
        sectionIdentifier(for: section).flatMap { footerModelProvider?($0) }
    }

    private func items(inSection section: Int) -> [ItemID] {
        let items = snapshot.sections.values
        return items.indices.contains(section) ? items[section] : []
    }
}
