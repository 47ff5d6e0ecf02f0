import FoundationEssentials

extension TableView {
    /// Announces what a storage has done, as one revision.
    ///
    /// What happens to the rows of a section that comes or goes is not announced beside it, as UIKit wants it.
    ///
    /// - Parameter update: The changes of the storage.
    /// - Parameter sectionOffset: the place of the storage's first section in the table.
    /// - Parameter animations: The animation of each kind of change.
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

    /// Announces what a storage has done to its first section, which is that section of the table.
    ///
    /// A section that shows a storage is there whether the storage has a section or not.
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
    /// Whether another section, or none, is the first now, or the first has another header or footer.
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
    /// How each kind of change of a storage comes into view.
    public struct UpdateAnimations: Sendable, Hashable {
        public var insertSections = RowAnimation.none
        public var deleteSections = RowAnimation.automatic
        public var reloadSections = RowAnimation.automatic
        public var insertRows = RowAnimation.automatic
        public var deleteRows = RowAnimation.automatic
        public var reloadRows = RowAnimation.automatic

        public init() {}
    }
}
