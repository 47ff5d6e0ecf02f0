public import CascadingTable
import Essentials
import LocalizedMessages

/// A storage with one section that finds the changes itself when its items are replaced.
///
/// Items are known by their identities, which must be unique. A list with a duplicate is refused with a
/// ``StorageError`` and changes nothing.
///
/// ```swift
/// let storage = SingleSectionStorage<Post>()  // Identifiable and Equatable
/// let names = SingleSectionStorage<String>(id: \.self)
/// try storage.setItems(posts)
/// try storage.addItems(nextPage, by: .updateOldValues)
/// ```
@TableActor
public final class SingleSectionStorage<Item>: Storage {
    /// The items of the section, in order.
    public private(set) var items: [Item] = []

    /// The model of the header; nil for no header. Observers are told about each assignment.
    public var headerModel: (any SupplementaryModel)? { didSet { observers.send(StorageUpdate([.updateSection(0)])) } }
    /// The model of the footer; nil for no footer. Observers are told about each assignment.
    public var footerModel: (any SupplementaryModel)? { didSet { observers.send(StorageUpdate([.updateSection(0)])) } }

    private let observers = StorageObservers<Item>()
    private let checkIdentities: ([Item]) throws(StorageError) -> Void
    /// Returns the name of an item. Nil if items are named by their own `id`.
    private let name: ((Item) -> String)?
    private let keepNames: ([Item]) -> Void
    private let makeUpdate: (_ old: [Item], _ new: [Item]) -> StorageUpdate<Item>
    private let accumulate: (AccumulationStrategy, _ old: [Item], _ new: [Item]) -> [Item]

    /// Creates a storage that knows items by an identity.
    ///
    /// - Parameters:
    ///   - id: Returns the identity of an item.
    ///   - isUnchanged: Returns whether an item looks as another item with its identity does. Items that do not are
    ///     updated.
    public init<ID: Hashable>(id: @escaping (Item) -> ID, isUnchanged: @escaping (Item, Item) -> Bool) {
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
            StorageUpdate(
                from: [IdentifiedSection(id: 0, items: old)], to: [IdentifiedSection(id: 0, items: new)], id: id,
                isChanged: { !isUnchanged($0, $1) })
        }
        accumulate = { strategy, old, new in strategy.accumulate(old, new, id: id) }
    }

    /// Replaces the items and tells observers about the differences.
    ///
    /// - Throws: ``StorageError`` with `duplicateItem` if two items have one identity.
    public func setItems(_ newItems: [Item]) throws(StorageError) {
        try checkIdentities(newItems)
        let update = makeUpdate(items, newItems)
        items = newItems
        keepNames(newItems)
        observers.send(update)
    }

    /// Adds items, and tells observers about the differences.
    ///
    /// - Parameters:
    ///   - newItems: The items, each with a different identity.
    ///   - strategy: The treatment of items that exist already. Default: `additive`, which refuses them.
    /// - Throws: ``StorageError`` with `duplicateItem`.
    public func addItems(_ newItems: [Item], by strategy: AccumulationStrategy = .additive) throws(StorageError) {
        try checkIdentities(newItems)
        try setItems(accumulate(strategy, items, newItems))
    }

    /// The number of sections, which is always 1.
    public let numberOfSections = 1

    /// Returns the number of items for section 0, and 0 for every other section.
    public func numberOfItems(inSection section: Int) -> Int { section == 0 ? items.count : 0 }

    /// Returns the item at an index path, or nil if there is none.
    public func item(at indexPath: IndexPath) -> Item? {
        indexPath.count == 2 && indexPath.section == 0 && items.indices.contains(indexPath.row)
            ? items[indexPath.row] : nil
    }

    /// Returns a text that identifies the item at an index path.
    ///
    /// It is nil if there is no item, or if the item's `id` can identify it.
    public func identifier(ofItemAt indexPath: IndexPath) -> String? { name.flatMap { item(at: indexPath).map($0) } }

    /// Returns the property `headerModel` for section 0, and nil for every other section.
    public func headerModel(inSection section: Int) -> (any SupplementaryModel)? { section == 0 ? headerModel : nil }
    /// Returns the property `footerModel` for section 0, and nil for every other section.
    public func footerModel(inSection section: Int) -> (any SupplementaryModel)? { section == 0 ? footerModel : nil }

    /// Adds an observer, which is held weakly. An observer that is added twice is told once.
    public func addObserver(_ observer: any StorageObserver<Item>) { observers.add(observer) }
    /// Removes an observer, which is told nothing more.
    public func removeObserver(_ observer: any StorageObserver<Item>) { observers.remove(observer) }
}

extension SingleSectionStorage where Item: Equatable {
    /// Creates a storage that updates items that do not equal the old items with their identities.
    ///
    /// - Parameter id: Returns the identity of an item.
    public convenience init<ID: Hashable>(id: @escaping (Item) -> ID) {
        self.init(id: id, isUnchanged: { $0 == $1 })
    }
}

extension SingleSectionStorage where Item: Equatable & Identifiable {
    /// Creates a storage that knows items by their `id`.
    public convenience init() {
        self.init(id: \.id)
    }
}

/// The treatment of items that exist already when items are added to a ``SingleSectionStorage``.
public enum AccumulationStrategy: Sendable, Hashable {
    /// All items are added at the end. An item that exists already is an error.
    case additive
    /// Items that exist already are replaced in place. The others are added at the end.
    case updateOldValues
    /// Items that exist already are deleted. Then all items are added at the end.
    case deleteOldValues
}

extension AccumulationStrategy {
    /// Returns the old items together with the new ones.
    ///
    /// - Parameter new: Items with different identities.
    func accumulate<Item, ID: Hashable>(_ old: [Item], _ new: [Item], id: (Item) -> ID) -> [Item] {
        switch self {
        case .additive: return old + new
        case .updateOldValues:
            var replacements = Dictionary(new.map { (id($0), $0) }) { $1 }
            let replaced = old.map { replacements.removeValue(forKey: id($0)) ?? $0 }
            return replaced + new.filter { replacements[id($0)] != nil }
        case .deleteOldValues:
            let ids = Set(new.map(id))
            return old.filter { !ids.contains(id($0)) } + new
        }
    }
}
