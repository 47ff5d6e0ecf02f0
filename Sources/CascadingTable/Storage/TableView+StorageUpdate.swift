import FoundationEssentials

extension TableView {
    /// Announces the changes of a storage as one revision of the table.
    ///
    /// As UIKit requires, changes of rows in an inserted or deleted section are not announced.
    ///
    /// - Parameters:
    ///   - update: The changes of the storage.
    ///   - sectionOffset: The position of the storage's first section in the table.
    ///   - animations: The animations that browsers should use.
    public func perform<Item>(
        _ update: StorageUpdate<Item>, sectionOffset: Int = 0, animations: UpdateAnimations = .init()
    ) {
        let rows = RowChanges(update)
        var inserted: [Int] = [], deleted: [Int] = [], reloaded: [Int] = []
        performBatchUpdates {
            for change in update.changes {
                switch change {
                case .insertSection(let section): inserted.append(section + sectionOffset)
                case .deleteSection(let section, _): deleted.append(section + sectionOffset)
                case .updateSection(let section): reloaded.append(section + sectionOffset)
                case .moveSection(let from, let to): moveSection(from + sectionOffset, toSection: to + sectionOffset)
                default: break
                }
            }
            if !deleted.isEmpty { deleteSections(deleted, with: animations.deleteSections) }
            if !inserted.isEmpty { insertSections(inserted, with: animations.insertSections) }
            if !reloaded.isEmpty { reloadSections(reloaded, with: animations.reloadSections) }
            announce(rows, sectionOffset: sectionOffset, animations: animations)
        }
    }

    /// Announces the changes of a storage's first section, which is one section of the table.
    ///
    /// The section of the table exists even if the storage has no section. Changes of other sections are ignored.
    ///
    /// - Parameters:
    ///   - update: The changes of the storage.
    ///   - section: The position of the section in the table.
    ///   - animations: The animations that browsers should use.
    public func perform<Item>(
        _ update: StorageUpdate<Item>, inSection section: Int, animations: UpdateAnimations = .init()
    ) {
        guard !update.replacesFirstSection else { return reloadSections([section], with: animations.reloadSections) }
        let rows = RowChanges(update) { $0 == 0 }
        performBatchUpdates { announce(rows, sectionOffset: section, animations: animations) }
    }

    private func announce(_ rows: RowChanges, sectionOffset: Int, animations: UpdateAnimations) {
        func shifted(_ path: IndexPath) -> IndexPath { IndexPath(row: path.row, section: path.section + sectionOffset) }
        if !rows.deleted.isEmpty { deleteRows(at: rows.deleted.map(shifted), with: animations.deleteRows) }
        if !rows.inserted.isEmpty { insertRows(at: rows.inserted.map(shifted), with: animations.insertRows) }
        for (from, to) in rows.moved { moveRow(at: shifted(from), to: shifted(to)) }
        if !rows.reloaded.isEmpty { reloadRows(at: rows.reloaded.map(shifted), with: animations.reloadRows) }
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
