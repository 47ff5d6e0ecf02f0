import CascadingTable

extension StorageContract {
    /// Checks that what is told of a change leads from what was there to what is there.
    func checkUpdates(of change: Operation) async throws {
        let storage = try await make(items)
        let replica = StorageReplica(of: storage, by: areEqual)
        let observer = RecordingStorageObserver<Item>()
        storage.addObserver(observer)
        try await change(storage)
        try require(!observer.news.isEmpty, "Nobody was told.")
        try replica.check()
    }

    /// Checks that something is refused, and has changed nothing.
    func check(_ refusal: Operation, named name: String) async throws {
        let storage = try await make(items)
        let before = storage.allItems
        let observer = RecordingStorageObserver<Item>()
        storage.addObserver(observer)
        do {
            try await refusal(storage)
            throw StorageContractViolation("Not refused: \(name).")
        } catch is StorageError {
            try require(
                areEqual(storage.allItems, before), "Refused, but not as it was: \(name). It holds \(storage.allItems)."
            )
            try require(observer.news.isEmpty, "Refused, but told: \(name).")
        }
    }
}
