public import CascadingTable

/// The observers of one storage. Each is told about every change, in the order in which they were added.
///
/// A storage has one such object and passes `addObserver` and `removeObserver` on to it. Observers are held weakly. An
/// observer that is added twice is told once.
///
/// An observer may change the storage while it is told about a change. Its change is made at once, and it is told about
/// it after it has returned. An observer that was not yet told about the first change is told to reload instead. So
/// each observer is told in order, and ends with the current contents of the storage.
///
/// ```swift
/// items.append(item)
/// observers.send(StorageUpdate([.insertItem(item, at: [0, items.count - 1])]))
/// ```
@TableActor
public final class StorageObservers<Item> {
    private var entries: [Entry] = []
    private var isTelling = false

    /// Creates a list without observers.
    public init() {}

    /// Adds an observer, which is held weakly. If it was added before, nothing happens.
    public func add(_ observer: any StorageObserver<Item>) {
        entries.removeAll { $0.observer == nil }
        guard !entries.contains(where: { $0.observer === observer }) else { return }
        entries.append(Entry(observer))
    }

    /// Removes an observer. It is told nothing more, not even about a change that the others are being told about.
    public func remove(_ observer: any StorageObserver<Item>) {
        for entry in entries where entry.observer === observer { entry.news = nil }
        entries.removeAll { $0.observer == nil || $0.observer === observer }
    }

    /// Tells observers about a change that the storage has made. An empty update is ignored.
    public func send(_ update: StorageUpdate<Item>) {
        guard !update.isEmpty else { return }
        tell(.update(update))
    }

    /// Tells observers that anything may have changed.
    public func sendReload() {
        tell(.reload)
    }

    private func tell(_ news: Entry.News) {
        for entry in entries {
            entry.news = entry.news == nil ? news : .reload
        }
        guard !isTelling else { return }
        isTelling = true
        repeat {
            for entry in entries { entry.deliver() }
        } while entries.contains { $0.news != nil }
        isTelling = false
    }

    /// An observer, with the change that it is still to be told about.
    @TableActor
    private final class Entry {
        enum News {
            case update(StorageUpdate<Item>)
            case reload
        }

        private(set) weak var observer: (any StorageObserver<Item>)?
        var news: News?

        init(_ observer: any StorageObserver<Item>) { self.observer = observer }

        func deliver() {
            guard let news else { return }
            self.news = nil
            switch news {
            case .update(let update): observer?.storageDidPerform(update)
            case .reload: observer?.storageNeedsReload()
            }
        }
    }
}

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
