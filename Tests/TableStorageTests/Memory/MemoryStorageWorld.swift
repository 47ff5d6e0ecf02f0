import CascadingTable
import TableStorage
import FoundationEssentials
import TableTesting
import Testing

/// A storage of letters, with its observers.
@TableActor
struct MemoryStorageWorld {
    let storage: MemoryStorage<String>
    let observer = RecordingStorageObserver<String>()
    let replica: StorageReplica<String>

    init(_ items: [[String]] = [["a", "b", "c"], ["d"], []]) {
        storage = MemoryStorage(items: items)
        storage.addObserver(observer)
        replica = StorageReplica(of: storage)
    }

    var items: [[String]] { storage.sections.map(\.items) }

    /// The changes of the only update, or nil if the observer received anything else.
    var changes: [StorageUpdate<String>.Change]? {
        guard observer.news.count == 1, case .update(let update) = observer.news[0] else { return nil }
        return update.changes
    }
}

/// One operation on a storage of `[["a", "b", "c"], ["d"], []]`.
struct MemoryStorageCase: Sendable, CustomTestStringConvertible {
    typealias Operation = @TableActor @Sendable (MemoryStorage<String>) throws -> Void
    var testDescription: String
    var perform: Operation

    init(_ name: String, _ perform: @escaping Operation) {
        testDescription = name
        self.perform = perform
    }
}
