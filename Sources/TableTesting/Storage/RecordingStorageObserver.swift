import CascadingTable
public import TableStorage

/// A storage observer that records every update and reload.
///
/// ```swift
/// let observer = RecordingStorageObserver<String>()
/// storage.addObserver(observer)
/// try storage.addItem("a")
/// #expect(observer.news == [.update(StorageUpdate([.insertItem("a", at: [0, 0])]))])
/// ```
public final class RecordingStorageObserver<Item>: StorageObserver {
    /// A notification that a storage sent to its observer.
    public enum News {
        /// An update with the changes that were made.
        case update(StorageUpdate<Item>)
        /// A request to read all items again.
        case reload
    }

    /// The recorded notifications, in the order of their arrival.
    public var news: [News] = []

    /// A closure that runs after each recorded notification, for example to change the storage again.
    public var handler: (@TableActor (News) -> Void)?

    /// Creates an observer without recorded notifications.
    public nonisolated init() {}

    /// Records an update and calls the ``handler``.
    public func storageDidPerform(_ update: StorageUpdate<Item>) { record(.update(update)) }
    /// Records a reload and calls the ``handler``.
    public func storageNeedsReload() { record(.reload) }

    private func record(_ news: News) {
        self.news.append(news)
        handler?(news)
    }
}

extension RecordingStorageObserver.News: Sendable where Item: Sendable {}
extension RecordingStorageObserver.News: Equatable where Item: Equatable {}
