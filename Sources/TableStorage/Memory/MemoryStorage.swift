public import CascadingTable
public import FoundationEssentials

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
public final class MemoryStorage<Item>: SupplementaryStorage {
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
