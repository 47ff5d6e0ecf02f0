import CascadingTable
import FoundationEssentials
import LocalizedMessages

/// Checks that refuse an impossible change before anything is changed.
extension MemoryStorage {
    /// Returns the changes that create the missing sections up to a position.
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

    /// Throws if a position is neither at one of the items nor right after them.
    func checkPlace(_ indexPath: IndexPath, count: Int) throws(StorageError) {
        try checkSection(toMake: indexPath.section)
        guard (0...count).contains(indexPath.row), indexPath.count == 2 else {
            throw StorageError(
                .indexPathOutOfRange, "An item cannot be at \(indexPath). Number of other items: \(count).",
                at: indexPath)
        }
    }
}
