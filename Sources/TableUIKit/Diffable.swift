public import CascadingTable
import Foundation
public import TableManagers
import TableStorage

/// The sections and items of a table at one time, with UIKit's methods, which do not throw.
///
/// A change that is not possible changes nothing. It is reported as an anomaly when the snapshot is applied.
public struct NSDiffableDataSourceSnapshot<SectionID: Hashable, ItemID: Hashable> {
    var items = DiffableSnapshot<SectionID, ItemID>()
    var problems: [String] = []

    /// Creates a snapshot without sections.
    public init() {}

    private mutating func change(
        _ body: (inout DiffableSnapshot<SectionID, ItemID>) throws(StorageError) -> Void
    ) {
        do { try body(&items) } catch { problems.append("\(error.message)") }
    }

    /// The number of sections.
    public var numberOfSections: Int { items.numberOfSections }
    /// The number of items.
    public var numberOfItems: Int { items.numberOfItems }
    /// Returns the number of items in a section.
    public func numberOfItems(inSection section: SectionID) -> Int { itemIdentifiers(inSection: section).count }
    /// The sections, in order.
    public var sectionIdentifiers: [SectionID] { items.sectionIdentifiers }
    /// The items of all sections, in order.
    public var itemIdentifiers: [ItemID] { items.itemIdentifiers }

    /// Returns the items in a section, in order.
    public func itemIdentifiers(inSection section: SectionID) -> [ItemID] { items.itemIdentifiers(inSection: section) }
    /// Returns the section of an item, or nil.
    public func sectionIdentifier(containingItem item: ItemID) -> SectionID? {
        items.sectionIdentifier(containingItem: item)
    }
    /// Returns the position of an item among all items, or nil.
    public func indexOfItem(_ item: ItemID) -> Int? { items.indexOfItem(item) }

    /// Adds empty sections at the end.
    public mutating func appendSections(_ sections: [SectionID]) {
        change { snapshot throws(StorageError) in try snapshot.appendSections(sections) }
    }
    /// Deletes sections with their items.
    public mutating func deleteSections(_ sections: [SectionID]) {
        change { snapshot throws(StorageError) in try snapshot.deleteSections(sections) }
    }
    /// Marks the headers and footers of sections as changed.
    public mutating func reloadSections(_ sections: [SectionID]) {
        change { snapshot throws(StorageError) in try snapshot.reloadSections(sections) }
    }
    /// Adds items at the end of a section; nil for the last section.
    public mutating func appendItems(_ items: [ItemID], toSection section: SectionID? = nil) {
        change { snapshot throws(StorageError) in try snapshot.appendItems(items, toSection: section) }
    }
    /// Inserts items before another item.
    public mutating func insertItems(_ items: [ItemID], beforeItem item: ItemID) {
        change { snapshot throws(StorageError) in try snapshot.insertItems(items, beforeItem: item) }
    }
    /// Inserts items after another item.
    public mutating func insertItems(_ items: [ItemID], afterItem item: ItemID) {
        change { snapshot throws(StorageError) in try snapshot.insertItems(items, afterItem: item) }
    }
    /// Deletes items.
    public mutating func deleteItems(_ items: [ItemID]) {
        change { snapshot throws(StorageError) in try snapshot.deleteItems(items) }
    }
    /// Moves an item before another item.
    public mutating func moveItem(_ item: ItemID, beforeItem other: ItemID) {
        change { snapshot throws(StorageError) in try snapshot.moveItem(item, beforeItem: other) }
    }
    /// Moves an item after another item.
    public mutating func moveItem(_ item: ItemID, afterItem other: ItemID) {
        change { snapshot throws(StorageError) in try snapshot.moveItem(item, afterItem: other) }
    }
    /// Marks items as changed.
    public mutating func reloadItems(_ items: [ItemID]) {
        change { snapshot throws(StorageError) in try snapshot.reloadItems(items) }
    }
    /// Marks items as changed, as ``reloadItems(_:)`` does.
    public mutating func reconfigureItems(_ items: [ItemID]) { reloadItems(items) }
}

/// A data source that shows snapshots, with UIKit's methods. Items identify the rows.
@TableActor
open class UITableViewDiffableDataSource<SectionID: Hashable & Sendable, ItemID: Hashable & Sendable>:
    TableManager<ItemID>
{
    /// The animation of inserted, deleted and reloaded rows. Default: `automatic`.
    public final var defaultRowAnimation: UITableView.RowAnimation {
        get { animations.insertRows }
        set { (animations.insertRows, animations.deleteRows, animations.reloadRows) = (newValue, newValue, newValue) }
    }

    private final let snapshots = DiffableStorage<SectionID, ItemID>()

    /// Creates the data source of a table, which holds it.
    ///
    /// - Parameters:
    ///   - tableView: The table.
    ///   - cellProvider: A closure that returns the cell of an item.
    public init(
        tableView: UITableView, cellProvider: @escaping @TableActor (UITableView, IndexPath, ItemID) -> UITableViewCell?
    ) {
        super.init(storage: snapshots)
        register(TableViewCell.self, for: ItemID.self) { [weak tableView] cell, item, indexPath in
            guard let tableView, let made = cellProvider(tableView, indexPath, item) else { return }
            cell = made.shown(in: tableView)
        }
        prepare(tableView: tableView)
        tableView.dataSource = self
    }

    /// Returns the current snapshot, to change a copy of it.
    public final func snapshot() -> NSDiffableDataSourceSnapshot<SectionID, ItemID> {
        var snapshot = NSDiffableDataSourceSnapshot<SectionID, ItemID>()
        snapshot.items = snapshots.snapshot
        return snapshot
    }

    /// Shows a snapshot, announces the differences, and calls the completion at once.
    public final func apply(
        _ snapshot: NSDiffableDataSourceSnapshot<SectionID, ItemID>, animatingDifferences: Bool = true,
        completion: (() -> Void)? = nil
    ) {
        for problem in snapshot.problems {
            tableView?.anomalies.report(Anomaly(.inconsistentUpdate, "A snapshot was changed in vain. \(problem)"))
        }
        snapshots.apply(snapshot.items)
        completion?()
    }

    /// Returns the item at an index path, or nil.
    public final func itemIdentifier(for indexPath: IndexPath) -> ItemID? { snapshots.item(at: indexPath) }
    /// Returns the index path of an item, or nil.
    public final func indexPath(for item: ItemID) -> IndexPath? { snapshots.indexPath(for: item) }
    /// Returns the section at a position, or nil.
    public final func sectionIdentifier(for section: Int) -> SectionID? { snapshots.sectionIdentifier(for: section) }

    open override func tableView(_ tableView: TableView, canEditRowAt indexPath: IndexPath) -> Bool { false }
    open override func tableView(_ tableView: TableView, canMoveRowAt indexPath: IndexPath) -> Bool { false }
}
