public import CascadingTable
import Essentials
import LocalizedMessages

/// A storage that holds its items in memory. It is the usual storage of a `TableManager`.
///
/// Methods whose names begin with `set`, and ``removeAllItems()``, make observers reload. The methods for headers and
/// footers are an exception. All other methods tell observers exactly what has changed.
///
/// Adding to a section that does not exist creates it and the sections before it. A change that is not possible throws
/// a ``StorageError`` and changes nothing.
///
/// ```swift
/// let storage = MemoryStorage<Post>()
/// try storage.addItems(posts)
/// try storage.insertItem(post, at: [0, 2])
/// try storage.performUpdates {
///     try storage.removeItems(fromSection: 1)
///     try storage.moveItem(at: [0, 2], to: [1, 0])
/// }
/// ```
@TableActor
public final class MemoryStorage<Item>: Storage {
    /// The maximum number of sections, which is that of a table.
    static var maximumNumberOfSections: Int { 1 << 20 }

    /// The sections, with their items, headers and footers.
    public internal(set) var sections: [StorageSection<Item>]

    let observers = StorageObservers<Item>()
    var batch: MemoryStorageBatch<Item>?

    /// Creates a storage with sections.
    public init(_ sections: [StorageSection<Item>] = []) {
        self.sections = sections
    }

    /// Creates a storage with one section for each list of items.
    public convenience init(items: [[Item]]) {
        self.init(items.map { StorageSection($0) })
    }

    /// Adds an observer, which is held weakly. An observer that is added twice is told once.
    public func addObserver(_ observer: any StorageObserver<Item>) { observers.add(observer) }
    /// Removes an observer, which is told nothing more.
    public func removeObserver(_ observer: any StorageObserver<Item>) { observers.remove(observer) }
}

// MARK: - Asking

extension MemoryStorage {
    /// The number of sections.
    public var numberOfSections: Int { sections.count }

    /// Returns the number of items in a section, or 0 if the section does not exist.
    public func numberOfItems(inSection section: Int) -> Int { self.section(at: section)?.items.count ?? 0 }

    /// Returns the items of a section; empty if the section does not exist.
    public func items(inSection section: Int) -> [Item] { self.section(at: section)?.items ?? [] }

    /// Returns the section at a position, or nil if it does not exist.
    public func section(at index: Int) -> StorageSection<Item>? {
        sections.indices.contains(index) ? sections[index] : nil
    }

    /// Returns the item at an index path, or nil if there is none.
    public func item(at indexPath: IndexPath) -> Item? {
        guard indexPath.count == 2, sections.indices.contains(indexPath.section) else { return nil }
        let items = sections[indexPath.section].items
        return items.indices.contains(indexPath.row) ? items[indexPath.row] : nil
    }

    /// Returns the model of a section's header, or nil if it has none.
    public func headerModel(inSection section: Int) -> (any SupplementaryModel)? {
        self.section(at: section)?.headerModel
    }
    /// Returns the model of a section's footer, or nil if it has none.
    public func footerModel(inSection section: Int) -> (any SupplementaryModel)? {
        self.section(at: section)?.footerModel
    }

    /// Returns the index path of the first item for which the predicate is true, or nil. Cost: O(items).
    public func firstIndexPath(where predicate: (Item) throws -> Bool) rethrows -> IndexPath? {
        for (section, content) in sections.enumerated() {
            if let row = try content.items.firstIndex(where: predicate) { return IndexPath(row: row, section: section) }
        }
        return nil
    }
}

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

/// Methods that find items by their value. Each compares all items until it has found them.
extension MemoryStorage where Item: Equatable {
    /// Returns the index path of the first item that equals this one, or nil.
    public func indexPath(forItem item: Item) -> IndexPath? {
        firstIndexPath { $0 == item }
    }

    /// Replaces the first item that equals this one.
    ///
    /// - Parameters:
    ///   - item: The item to replace.
    ///   - newItem: The new item.
    /// - Throws: ``StorageError`` with `itemNotFound`.
    public func replaceItem(_ item: Item, with newItem: Item) throws(StorageError) {
        try replaceItem(at: checkedIndexPath(forItem: item), with: newItem)
    }

    /// Removes the first item that equals this one.
    ///
    /// - Throws: ``StorageError`` with `itemNotFound`.
    public func removeItem(_ item: Item) throws(StorageError) {
        try removeItem(at: checkedIndexPath(forItem: item))
    }

    /// Removes one item for each given item.
    ///
    /// If you give a value more often than the storage contains it, all its copies are removed.
    ///
    /// - Throws: ``StorageError`` with `itemNotFound` if one of the values is missing. Nothing is removed then.
    public func removeItems(_ items: [Item]) throws(StorageError) {
        for item in items { _ = try checkedIndexPath(forItem: item) }
        var missing = items
        var indexPaths: [IndexPath] = []
        for (section, content) in sections.enumerated() where !missing.isEmpty {
            for (row, item) in content.items.enumerated() {
                guard let index = missing.firstIndex(of: item) else { continue }
                missing.remove(at: index)
                indexPaths.append(IndexPath(row: row, section: section))
            }
        }
        try removeItems(at: indexPaths)
    }

    private func checkedIndexPath(forItem item: Item) throws(StorageError) -> IndexPath {
        guard let indexPath = indexPath(forItem: item) else {
            throw StorageError(.itemNotFound, "The storage has no item \(described(item)).")
        }
        return indexPath
    }
}
