import CascadingTable
import FoundationEssentials

/// The changes of rows whose sections exist before and after an update.
struct RowChanges {
    var deleted: [IndexPath] = []
    var inserted: [IndexPath] = []
    var moved: [(from: IndexPath, to: IndexPath)] = []
    var reloaded: [IndexPath] = []

    /// Collects the changes of rows from an update.
    ///
    /// - Parameter section: Returns the table's section for a section of the storage; nil if the table does not show it.
    init<Item>(_ update: StorageUpdate<Item>, inSection section: (Int) -> Int?) {
        var deletedSections: Set<Int> = [], insertedSections: Set<Int> = []
        for change in update.changes {
            if case .deleteSection(let section, _) = change { deletedSections.insert(section) }
            if case .insertSection(let section) = change { insertedSections.insert(section) }
        }
        /// Returns the path in the table, or nil if the section is one of those that come or go, or is not shown.
        func path(_ path: IndexPath, unlessIn sections: Set<Int>) -> IndexPath? {
            guard !sections.contains(path.section) else { return nil }
            return section(path.section).map { IndexPath(row: path.row, section: $0) }
        }
        for change in update.changes {
            switch change {
            case .deleteItem(_, let old): if let old = path(old, unlessIn: deletedSections) { deleted.append(old) }
            case .insertItem(_, let new): if let new = path(new, unlessIn: insertedSections) { inserted.append(new) }
            case .moveItem(_, let from, let to):
                switch (path(from, unlessIn: deletedSections), path(to, unlessIn: insertedSections)) {
                case (let from?, let to?): moved.append((from, to))
                case (let from?, nil): deleted.append(from)
                case (nil, let to?): inserted.append(to)
                case (nil, nil): break
                }
            case .updateItem(_, _, let old): if let old = path(old, unlessIn: deletedSections) { reloaded.append(old) }
            case .insertSection, .deleteSection, .moveSection, .updateSection: break
            }
        }
        let gone = Set(deleted)
        reloaded.removeAll(where: gone.contains)
    }
}
