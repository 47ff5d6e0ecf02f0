public import CascadingTable

/// An object that is told about each change of a storage, after the change and in order.
///
/// A `TableManager` observes its storage. Add other observers with ``Storage/addObserver(_:)``.
@TableActor
public protocol StorageObserver<Item>: AnyObject {
    /// The type of the storage's items.
    associatedtype Item

    /// Tells the observer that the storage has changed.
    ///
    /// - Parameter update: The changes, at least one.
    func storageDidPerform(_ update: StorageUpdate<Item>)
    /// Tells the observer that anything in the storage may have changed.
    func storageNeedsReload()
}
