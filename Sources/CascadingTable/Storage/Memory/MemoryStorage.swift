public import FoundationEssentials

/// A storage that holds its models in memory; the default one.
///
/// What sets models anew makes its observers reload. What adds, removes, moves or replaces tells them of just that.
/// Adding to a section that is not there yet makes it, and those before it. What cannot be done throws a
/// ``StorageError`` and has changed nothing.
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
    /// No more sections are made than a table counts.
    static var maximumNumberOfSections: Int { 1 << 20 }

    public internal(set) var sections: [StorageSection<Item>]

    let observers = StorageObservers<Item>()
    var batch: MemoryStorageBatch<Item>?

    public init(_ sections: [StorageSection<Item>] = []) {
        self.sections = sections
    }

    /// A storage with these items in each section.
    public convenience init(items: [[Item]]) {
        self.init(items.map { StorageSection($0) })
    }

    public func addObserver(_ observer: any StorageObserver<Item>) { observers.add(observer) }
    public func removeObserver(_ observer: any StorageObserver<Item>) { observers.remove(observer) }
}

// MARK: - Asking

extension MemoryStorage {
    public var numberOfSections: Int { sections.count }

    /// The items of all sections together.
    public var totalNumberOfItems: Int { sections.reduce(0) { $0 + $1.items.count } }

    public func numberOfItems(inSection section: Int) -> Int { self.section(at: section)?.items.count ?? 0 }

    /// Empty where there is no such section.
    public func items(inSection section: Int) -> [Item] { self.section(at: section)?.items ?? [] }

    public func section(at index: Int) -> StorageSection<Item>? {
        sections.indices.contains(index) ? sections[index] : nil
    }

    public func item(at indexPath: IndexPath) -> Item? {
        guard indexPath.count == 2, sections.indices.contains(indexPath.section) else { return nil }
        let items = sections[indexPath.section].items
        return items.indices.contains(indexPath.row) ? items[indexPath.row] : nil
    }

    public func headerModel(inSection section: Int) -> (any SupplementaryModel)? {
        self.section(at: section)?.headerModel
    }
    public func footerModel(inSection section: Int) -> (any SupplementaryModel)? {
        self.section(at: section)?.footerModel
    }

    /// Those of the items of all sections that are of that type.
    public func items<Kind>(ofType type: Kind.Type) -> [Kind] { sections.flatMap { $0.items(ofType: type) } }

    /// Where the first item stands that answers true.
    public func firstIndexPath(where predicate: (Item) throws -> Bool) rethrows -> IndexPath? {
        for (section, content) in sections.enumerated() {
            if let row = try content.items.firstIndex(where: predicate) { return IndexPath(row: row, section: section) }
        }
        return nil
    }
}
