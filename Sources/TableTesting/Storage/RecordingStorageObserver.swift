public import CascadingTable

/// An observer that writes down what it is told.
///
/// ```swift
/// let observer = RecordingStorageObserver<String>()
/// storage.addObserver(observer)
/// try storage.addItem("a")
/// #expect(observer.news == [.update(StorageUpdate([.insertItem("a", at: [0, 0])]))])
/// ```
public final class RecordingStorageObserver<Item>: StorageObserver {
    public enum News {
        case update(StorageUpdate<Item>)
        case reload
    }

    /// What it was told, the earliest first.
    public var news: [News] = []

    /// Runs each time it is told, after that was recorded: an observer that changes the storage, or itself goes.
    public var handler: (@TableActor (News) -> Void)?

    public nonisolated init() {}

    public func storageDidPerform(_ update: StorageUpdate<Item>) { record(.update(update)) }
    public func storageNeedsReload() { record(.reload) }

    private func record(_ news: News) {
        self.news.append(news)
        handler?(news)
    }
}

extension RecordingStorageObserver.News: Sendable where Item: Sendable {}
extension RecordingStorageObserver.News: Equatable where Item: Equatable {}
