public import FoundationEssentials

/// The difference that a method call, or a batch of calls, made to a storage.
///
/// As in `TableView.performBatchUpdates(_:)`, deleted, moved and updated items have their positions before the
/// update. Inserted items have their positions after it. So the order of the changes has no meaning.
///
/// Changes of sections come before changes of items, and deletions before insertions. The items of an inserted section
/// are listed one by one. The items of a deleted section are listed only in `deleteSection`.
public struct StorageUpdate<Item> {
    /// The changes of sections and items.
    public var changes: [Change]

    /// Creates an update from changes.
    public init(_ changes: [Change] = []) {
        self.changes = changes
    }

    /// A Boolean value that indicates whether the update contains no changes.
    public var isEmpty: Bool { changes.isEmpty }

    /// A change of a storage, with the items it concerns.
    public enum Change {
        /// A section was inserted, at this position after the update.
        case insertSection(Int)
        /// A section was deleted with its items, at this position before the update.
        case deleteSection(Int, items: [Item])
        /// A section was moved.
        case moveSection(from: Int, to: Int)
        /// An item was inserted, at this index path after the update.
        case insertItem(Item, at: IndexPath)
        /// An item was deleted, at this index path before the update.
        case deleteItem(Item, at: IndexPath)
        /// An item was moved to another index path.
        case moveItem(Item, from: IndexPath, to: IndexPath)
        /// An item was replaced or reloaded. `old` is the item that was there before.
        case updateItem(Item, old: Item, at: IndexPath)
        /// The header or footer of a section has changed.
        case updateSection(Int)
    }
}

extension StorageUpdate: Sendable where Item: Sendable {}
extension StorageUpdate.Change: Sendable where Item: Sendable {}
extension StorageUpdate: Equatable where Item: Equatable {}
extension StorageUpdate.Change: Equatable where Item: Equatable {}
