public import CascadingTable
import Essentials

extension TableView {
    /// Announces the changes of a storage as one revision of the table.
    ///
    /// As UIKit requires, changes of rows in an inserted or deleted section are not announced.
    ///
    /// - Parameters:
    ///   - update: The changes of the storage.
    ///   - section: The section of the table that shows the storage's first section, and nothing else of it. It exists
    ///     even if the storage has no section. Nil for a table that shows the whole storage.
    ///   - animations: The animations that browsers should use.
    public func perform<Item>(
        _ update: StorageUpdate<Item>, inSection section: Int? = nil, animations: UpdateAnimations = .init()
    ) {
        guard let section else {
            let rows = RowChanges(update) { $0 }
            return performBatchUpdates {
                announceSections(of: update, animations: animations)
                announce(rows, animations: animations)
            }
        }
        guard !update.replacesFirstSection else { return reloadSections([section], with: animations.reloadSections) }
        let rows = RowChanges(update) { $0 == 0 ? section : nil }
        performBatchUpdates { announce(rows, animations: animations) }
    }

    private func announceSections<Item>(of update: StorageUpdate<Item>, animations: UpdateAnimations) {
        var inserted: [Int] = [], deleted: [Int] = [], reloaded: [Int] = []
        for change in update.changes {
            switch change {
            case .insertSection(let section): inserted.append(section)
            case .deleteSection(let section, _): deleted.append(section)
            case .updateSection(let section): reloaded.append(section)
            case .moveSection(let from, let to): moveSection(from, toSection: to)
            default: break
            }
        }
        if !deleted.isEmpty { deleteSections(deleted, with: animations.deleteSections) }
        if !inserted.isEmpty { insertSections(inserted, with: animations.insertSections) }
        if !reloaded.isEmpty { reloadSections(reloaded, with: animations.reloadSections) }
    }

    private func announce(_ rows: RowChanges, animations: UpdateAnimations) {
        if !rows.deleted.isEmpty { deleteRows(at: rows.deleted, with: animations.deleteRows) }
        if !rows.inserted.isEmpty { insertRows(at: rows.inserted, with: animations.insertRows) }
        for (from, to) in rows.moved { moveRow(at: from, to: to) }
        if !rows.reloaded.isEmpty { reloadRows(at: rows.reloaded, with: animations.reloadRows) }
    }
}

extension StorageUpdate {
    /// A Boolean value that indicates whether the first section, its header or its footer has changed.
    fileprivate var replacesFirstSection: Bool {
        changes.contains { change in
            switch change {
            case .insertSection(let section), .deleteSection(let section, _), .updateSection(let section): section == 0
            case .moveSection(let from, let to): from == 0 || to == 0
            default: false
            }
        }
    }
}

extension TableView {
    /// The animations for the changes of a storage.
    public struct UpdateAnimations: Sendable, Hashable {
        /// The animation of inserted sections. Default: `none`.
        public var insertSections = RowAnimation.none
        /// The animation of deleted sections. Default: `automatic`.
        public var deleteSections = RowAnimation.automatic
        /// The animation of reloaded sections. Default: `automatic`.
        public var reloadSections = RowAnimation.automatic
        /// The animation of inserted rows. Default: `automatic`.
        public var insertRows = RowAnimation.automatic
        /// The animation of deleted rows. Default: `automatic`.
        public var deleteRows = RowAnimation.automatic
        /// The animation of reloaded rows. Default: `automatic`.
        public var reloadRows = RowAnimation.automatic

        /// Creates the default animations.
        public init() {}
    }
}

extension CascadingBareTableDelegate {
    /// Announces a change of the node's own sections to its table, as one update.
    ///
    /// - Parameters:
    ///   - update: The changes, in positions of the node.
    ///   - animations: The animations that browsers should use.
    ///   - show: Makes the change visible, if it is not visible yet.
    package func announce<Item>(
        _ update: StorageUpdate<Item>, animations: TableView.UpdateAnimations = .init(), show: () -> Void = {}
    ) {
        guard let tableView, !update.isEmpty else { return show() }
        tableView.performBatchUpdates {
            show()
            if tableView.hasAnnounced {
                // The positions of the update refer to the current rows, and those of the batch to the rows before it.
                tableView.reloadData()
            } else if parentDelegate == nil {
                tableView.perform(update, animations: animations)
            } else {
                tableView.perform(update, inSection: index, animations: animations)
            }
        }
    }
}
