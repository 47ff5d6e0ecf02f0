/// The observers of one storage, each told of every change in the order in which they were added.
///
/// A storage keeps one and passes `addObserver` and `removeObserver` on to it. Observers are held weakly; one that is
/// added twice is told once.
///
/// An observer may change the storage while it is told of a change. That change is made at once, and it is told of it
/// when it has returned. An observer that had not yet been told of the first one is told to reload in place of both:
/// so each is told in order, and at the end of what it was told stands what the storage holds now.
///
/// ```swift
/// items.append(item)
/// observers.send(StorageUpdate([.insertItem(item, at: [0, items.count - 1])]))
/// ```
@TableActor
public final class StorageObservers<Item> {
    private var entries: [Entry] = []
    private var isTelling = false

    public init() {}

    public func add(_ observer: any StorageObserver<Item>) {
        entries.removeAll { $0.observer == nil }
        guard !entries.contains(where: { $0.observer === observer }) else { return }
        entries.append(Entry(observer))
    }

    /// It is told nothing more, not even what the others are being told.
    public func remove(_ observer: any StorageObserver<Item>) {
        for entry in entries where entry.observer === observer { entry.news = nil }
        entries.removeAll { $0.observer == nil || $0.observer === observer }
    }

    /// Tells of a change that the storage has made; an empty one is not told.
    public func send(_ update: StorageUpdate<Item>) {
        guard !update.isEmpty else { return }
        tell(.update(update))
    }

    /// Tells that anything may have changed.
    public func sendReload() {
        tell(.reload)
    }

    /// Passes over in silence a change that the storage has made, which those who are yet to be told of an earlier one
    /// must hear of all the same.
    public func skip() {
        for entry in entries where entry.news != nil { entry.news = .reload }
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

    /// An observer and what it is yet to be told.
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
