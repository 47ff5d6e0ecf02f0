import FoundationEssentials

/// The changes of rows whose sections exist before and after an update.
struct RowChanges {
    var deleted: [IndexPath] = []
    var inserted: [IndexPath] = []
    var moved: [(from: IndexPath, to: IndexPath)] = []
    var reloaded: [IndexPath] = []

    /// Collects the changes of rows from an update.
    ///
    /// - Parameter isShown: Whether the table shows a section of the storage.
    init<Item>(_ update: StorageUpdate<Item>, isShown: (Int) -> Bool = { _ in true }) {
        var deletedSections: Set<Int> = [], insertedSections: Set<Int> = []
        for change in update.changes {
            if case .deleteSection(let section, _) = change { deletedSections.insert(section) }
            if case .insertSection(let section) = change { insertedSections.insert(section) }
        }
        func wasThere(_ path: IndexPath) -> Bool { isShown(path.section) && !deletedSections.contains(path.section) }
        func isThere(_ path: IndexPath) -> Bool { isShown(path.section) && !insertedSections.contains(path.section) }

        for change in update.changes {
            switch change {
            case .deleteItem(_, let path): if wasThere(path) { deleted.append(path) }
            case .insertItem(_, let path): if isThere(path) { inserted.append(path) }
            case .moveItem(_, let from, let to):
                switch (wasThere(from), isThere(to)) {
                case (true, true): moved.append((from, to))
                case (true, false): deleted.append(from)
                case (false, true): inserted.append(to)
                case (false, false): break
                }
            case .updateItem(_, _, let path): if wasThere(path) { reloaded.append(path) }
            case .insertSection, .deleteSection, .moveSection, .updateSection: break
            }
        }
        let gone = Set(deleted)
        reloaded.removeAll(where: gone.contains)
    }
}
