public import FoundationEssentials
import LocalizedMessages

/// A storage of one section that finds by itself what has changed when it is given other items.
///
/// It knows items by their identities, of which there can be none twice: a list that has one is refused with a
/// ``StorageError`` and changes nothing.
///
/// ```swift
/// let storage = SingleSectionStorage<Post>()  // Identifiable and Equatable
/// let names = SingleSectionStorage<String>(id: \.self)
/// let amounts = SingleSectionStorage<Double>.withoutIdentities()  // Equatable
/// try storage.setItems(posts)
/// try storage.addItems(nextPage, by: .updateOldValues)
/// ```
@TableActor
public final class SingleSectionStorage<Item>: SupplementaryStorage {
    public private(set) var items: [Item] = []

    public var headerModel: (any SupplementaryModel)? { didSet { observers.send(StorageUpdate([.updateSection(0)])) } }
    public var footerModel: (any SupplementaryModel)? { didSet { observers.send(StorageUpdate([.updateSection(0)])) } }

    private let observers = StorageObservers<Item>()
    private let checkIdentities: ([Item]) throws(StorageError) -> Void
    /// Nil for a storage that does without identities, and if the items are named by their own `id`.
    private let name: ((Item) -> String)?
    private let keepNames: ([Item]) -> Void
    private let makeUpdate: (_ old: [Item], _ new: [Item]) -> StorageUpdate<Item>?
    private let accumulate: (AccumulationStrategy, _ old: [Item], _ new: [Item]) -> [Item]

    /// - Parameters:
    ///   - id: the identity of an item.
    ///   - isUnchanged: whether an item looks as another of the same identity does; one that does not is updated.
    ///   - differ: finds what has come, gone and moved. Where it is wrong, observers reload.
    public init<ID: Hashable>(
        id: @escaping (Item) -> ID, isUnchanged: @escaping (Item, Item) -> Bool, differ: some Differ = HashingDiffer()
    ) {
        checkIdentities = { items throws(StorageError) in
            var rows = Dictionary<ID, Int>(minimumCapacity: items.count)
            for (row, item) in items.enumerated() {
                guard let other = rows.updateValue(row, forKey: id(item)) else { continue }
                throw StorageError(
                    .duplicateItem, "The items at \(other) and \(row) have the same identity: \(described(id(item))).",
                    at: [0, row])
            }
        }
        let names = ID.self != Item.self || IdentityNames<ID>.areNeeded ? IdentityNames<ID>() : nil
        name = names.map { names in { names.name(of: id($0)) } }
        keepNames = { names?.keep(only: $0.lazy.map(id)) }
        makeUpdate = { old, new in
            StorageUpdate(from: old, old.map(id), to: new, new.map(id), by: differ, isUnchanged: isUnchanged)
        }
        accumulate = { strategy, old, new in strategy.accumulate(old, new, id: id) }
    }

    /// A storage that does without identities.
    init(
        makeUpdate: @escaping (_ old: [Item], _ new: [Item]) -> StorageUpdate<Item>,
        accumulate: @escaping (AccumulationStrategy, _ old: [Item], _ new: [Item]) -> [Item]
    ) {
        checkIdentities = { _ throws(StorageError) in }
        name = nil
        keepNames = { _ in }
        self.makeUpdate = makeUpdate
        self.accumulate = accumulate
    }

    /// Replaces the items, and tells of what that changes.
    public func setItems(_ newItems: [Item]) throws(StorageError) {
        try checkIdentities(newItems)
        let update = makeUpdate(items, newItems)
        items = newItems
        keepNames(newItems)
        if let update { observers.send(update) } else { observers.sendReload() }
    }

    /// Adds items, of which no two may have the same identity.
    public func addItems(_ newItems: [Item], by strategy: AccumulationStrategy = .additive) throws(StorageError) {
        try checkIdentities(newItems)
        try setItems(accumulate(strategy, items, newItems))
    }

    public let numberOfSections = 1

    public func numberOfItems(inSection section: Int) -> Int { section == 0 ? items.count : 0 }

    public func item(at indexPath: IndexPath) -> Item? {
        indexPath.count == 2 && indexPath.section == 0 && items.indices.contains(indexPath.row)
            ? items[indexPath.row] : nil
    }

    public func identifier(ofItemAt indexPath: IndexPath) -> String? { name.flatMap { item(at: indexPath).map($0) } }

    public func headerModel(inSection section: Int) -> (any SupplementaryModel)? { section == 0 ? headerModel : nil }
    public func footerModel(inSection section: Int) -> (any SupplementaryModel)? { section == 0 ? footerModel : nil }

    public func addObserver(_ observer: any StorageObserver<Item>) { observers.add(observer) }
    public func removeObserver(_ observer: any StorageObserver<Item>) { observers.remove(observer) }
}

extension SingleSectionStorage where Item: Equatable {
    /// A storage that updates the items that do not equal the old ones of the same identities.
    public convenience init<ID: Hashable>(id: @escaping (Item) -> ID, differ: some Differ = HashingDiffer()) {
        self.init(id: id, isUnchanged: { $0 == $1 }, differ: differ)
    }
}

extension SingleSectionStorage where Item: Equatable & Identifiable {
    /// A storage that knows items by their `id`.
    public convenience init(differ: some Differ = HashingDiffer()) {
        self.init(id: \.id, differ: differ)
    }
}
