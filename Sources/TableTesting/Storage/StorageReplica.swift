public import CascadingTable

/// A copy of a storage that follows it by nothing but what its updates say.
///
/// It looks at the storage itself only to begin with and when it is told to reload, so it finds every update that says
/// less, more or other than what happened.
///
/// ```swift
/// let replica = StorageReplica(of: storage)
/// try storage.moveItem(at: [0, 1], to: [1, 0])
/// try replica.check()
/// ```
public final class StorageReplica<Item>: StorageObserver {
    /// The items it believes the storage to hold.
    public private(set) var sections: [[Item]]
    /// Whatever it was told that cannot be, the earliest first.
    public private(set) var violations: [StorageContractViolation] = []

    private weak var storage: (any Storage<Item>)?
    private let areEqual: (Item, Item) -> Bool

    /// A copy that is an observer of the storage.
    public init(of storage: some Storage<Item>, by areEqual: @escaping (Item, Item) -> Bool) {
        self.storage = storage
        self.areEqual = areEqual
        sections = storage.allItems
        storage.addObserver(self)
    }

    public convenience init(of storage: some Storage<Item>) where Item: Equatable {
        self.init(of: storage) { $0 == $1 }
    }

    /// Throws the first violation, also when what it believes is not what the storage holds.
    public func check() throws(StorageContractViolation) {
        if let violation = violations.first { throw violation }
        guard let items = storage?.allItems else { return }
        guard items.elementsEqual(sections, by: { $0.elementsEqual($1, by: areEqual) }) else {
            throw StorageContractViolation("The updates lead to \(sections), the storage holds \(items).")
        }
    }

    public func storageDidPerform(_ update: StorageUpdate<Item>) {
        do {
            sections = try update.replayed(on: sections, by: areEqual)
        } catch {
            violations.append(error)
        }
    }

    public func storageNeedsReload() {
        sections = storage?.allItems ?? []
    }
}

extension Storage {
    /// What it answers for each of its items.
    var allItems: [[Item]] {
        (0..<max(numberOfSections, 0)).map { section in
            (0..<max(numberOfItems(inSection: section), 0)).compactMap { item(at: [section, $0]) }
        }
    }
}
