import CascadingTable
import TableStorage

extension StorageContract {
    /// Checks that the updates of a change lead from the old items to the new ones.
    func checkUpdates(of change: Operation) async throws {
        let storage = try await make(items)
        let replica = StorageReplica(of: storage, by: areEqual)
        let observer = RecordingStorageObserver<Item>()
        storage.addObserver(observer)
        try await change(storage)
        try require(!observer.news.isEmpty, "No observer was notified of the change.")
        try replica.check()
    }

    /// Checks that an operation throws a `StorageError`, changes no item and sends no update.
    func check(_ refusal: Operation, named name: String) async throws {
        let storage = try await make(items)
        let before = storage.allItems
        let observer = RecordingStorageObserver<Item>()
        storage.addObserver(observer)
        do {
            try await refusal(storage)
            throw ContractViolation("The operation \"\(name)\" did not throw.")
        } catch is StorageError {
            try require(
                areEqual(storage.allItems, before),
                "The operation \"\(name)\" threw an error, but changed the items to \(storage.allItems).")
            try require(
                observer.news.isEmpty, "The operation \"\(name)\" threw an error, but observers were notified.")
        }
    }
}
