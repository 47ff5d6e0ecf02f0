import CascadingTable
public import TableStorage

/// A copy of a storage that follows it by its updates only.
///
/// It reads the storage itself at the start and after a reload. So it finds every update that does not match the
/// change.
///
/// ```swift
/// let replica = StorageReplica(of: storage)
/// try storage.moveItem(at: [0, 1], to: [1, 0])
/// try replica.check()
/// ```
public final class StorageReplica<Item>: StorageObserver {
    /// The items that the storage holds according to its updates.
    public private(set) var sections: [[Item]]
    /// The updates that could not be applied, in the order of their arrival.
    public private(set) var violations: [ContractViolation] = []

    private weak var storage: (any Storage<Item>)?
    private let areEqual: (Item, Item) -> Bool

    /// Creates a copy and observes the storage.
    ///
    /// - Parameters:
    ///   - storage: The storage. It is held weakly.
    ///   - areEqual: A closure that returns whether two items are equal.
    public init(of storage: some Storage<Item>, by areEqual: @escaping (Item, Item) -> Bool) {
        self.storage = storage
        self.areEqual = areEqual
        sections = storage.allItems
        storage.addObserver(self)
    }

    /// Creates a copy of a storage with `Equatable` items and observes the storage.
    ///
    /// - Parameter storage: The storage. It is held weakly.
    public convenience init(of storage: some Storage<Item>) where Item: Equatable {
        self.init(of: storage) { $0 == $1 }
    }

    /// Checks that all updates could be applied and that the copy equals the storage.
    ///
    /// - Throws: ``ContractViolation`` for the first invalid update, or for a copy that differs.
    public func check() throws(ContractViolation) {
        if let violation = violations.first { throw violation }
        guard let items = storage?.allItems else { return }
        guard items.elementsEqual(sections, by: { $0.elementsEqual($1, by: areEqual) }) else {
            throw ContractViolation(
                "After the updates, observers have \(sections), but the storage has \(items).")
        }
    }

    /// Applies an update to the copy. An update that cannot be applied is added to ``violations``.
    public func storageDidPerform(_ update: StorageUpdate<Item>) {
        do {
            sections = try update.replayed(on: sections, by: areEqual)
        } catch {
            violations.append(error)
        }
    }

    /// Reads all items of the storage again.
    public func storageNeedsReload() {
        sections = storage?.allItems ?? []
    }
}

extension Storage {
    /// All items of the storage, by sections.
    var allItems: [[Item]] {
        (0..<max(numberOfSections, 0)).map { section in
            (0..<max(numberOfItems(inSection: section), 0)).compactMap { item(at: [section, $0]) }
        }
    }
}
