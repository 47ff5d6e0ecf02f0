/// Is told of each change of a storage, after it has happened, in order.
@TableActor
public protocol StorageObserver<Item>: AnyObject {
    associatedtype Item

    /// Never empty.
    func storageDidPerform(_ update: StorageUpdate<Item>)
    /// Anything may have changed.
    func storageNeedsReload()
}
