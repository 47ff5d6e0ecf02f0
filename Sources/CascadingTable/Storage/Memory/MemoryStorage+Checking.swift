import FoundationEssentials
import LocalizedMessages

/// What refuses a change before it is begun.
extension MemoryStorage {
    /// What makes the sections up to that one, of which none may be there.
    func sectionsToMake(upTo section: Int) -> [StorageUpdate<Item>.Change] {
        (sections.count..<max(sections.count, section + 1)).map { .insertSection($0) }
    }

    func checkSection(_ section: Int) throws(StorageError) {
        guard sections.indices.contains(section) else {
            throw StorageError(
                .sectionOutOfRange, "There is no section \(section). Number of sections: \(sections.count).")
        }
    }

    func checkSection(toMake section: Int) throws(StorageError) {
        guard (0..<Self.maximumNumberOfSections).contains(section) else {
            throw StorageError(
                .sectionOutOfRange,
                "Section \(section) cannot exist. A section must be between 0 and \(Self.maximumNumberOfSections - 1)."
            )
        }
    }

    func checkedItem(at indexPath: IndexPath) throws(StorageError) -> Item {
        guard let item = item(at: indexPath) else {
            throw StorageError(.itemNotFound, "There is no item at \(indexPath).", at: indexPath)
        }
        return item
    }

    /// Refuses a place that is not in or right after so many items.
    func checkPlace(_ indexPath: IndexPath, count: Int) throws(StorageError) {
        try checkSection(toMake: indexPath.section)
        guard (0...count).contains(indexPath.row), indexPath.count == 2 else {
            throw StorageError(
                .indexPathOutOfRange, "An item cannot be at \(indexPath). Number of other items: \(count).",
                at: indexPath)
        }
    }

    /// Refuses places that cannot all be filled, each in or right after the items that are there then.
    func checkPlaces(_ indexPaths: [IndexPath]) throws(StorageError) {
        var count = 0
        var previous: IndexPath?
        for path in indexPaths.sorted() {
            count = (path.section == previous?.section ? count : numberOfItems(inSection: path.section))
            guard path != previous else {
                throw StorageError(.indexPathOutOfRange, "Two items cannot be at \(path).", at: path)
            }
            try checkPlace(path, count: count)
            count += 1
            previous = path
        }
    }
}
