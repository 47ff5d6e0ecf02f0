public import FoundationEssentials

/// What one change, or one batch of changes, did to a storage.
///
/// Deleted, moved and updated items are named by their places before the update, inserted ones by their places after
/// it, as in `TableView.performBatchUpdates`; so their order means nothing. Sections stand before items, what goes
/// before what comes. The items of an inserted section are inserted each, those of a deleted one go with it.
public struct StorageUpdate<Item> {
    public var changes: [Change]

    public init(_ changes: [Change] = []) {
        self.changes = changes
    }

    public var isEmpty: Bool { changes.isEmpty }

    /// One change, with the models it concerns.
    public enum Change {
        case insertSection(Int)
        case deleteSection(Int, items: [Item])
        case moveSection(from: Int, to: Int)
        case insertItem(Item, at: IndexPath)
        case deleteItem(Item, at: IndexPath)
        case moveItem(Item, from: IndexPath, to: IndexPath)
        /// The item, and what stood there before; the same model for one that was only reloaded.
        case updateItem(Item, old: Item, at: IndexPath)
        /// A header or footer is another.
        case updateSection(Int)
    }
}

extension StorageUpdate: Sendable where Item: Sendable {}
extension StorageUpdate.Change: Sendable where Item: Sendable {}
extension StorageUpdate: Equatable where Item: Equatable {}
extension StorageUpdate.Change: Equatable where Item: Equatable {}
