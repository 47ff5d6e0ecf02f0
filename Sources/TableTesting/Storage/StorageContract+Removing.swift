import CascadingTable
import TableStorage

extension StorageContract {
    /// Checks the rules of removal with the first item of the storage.
    func check(_ removal: @escaping Removal) async throws {
        guard let item = items.joined().first(where: { _ in true }) else { return }
        let storage = try await make(items)
        let replica = StorageReplica(of: storage, by: areEqual)
        try await removal(storage, [item, item])
        try replica.check()
        var isFirst = true
        let expected = items.map { section in
            section.filter { other in
                guard isFirst, areEqual(item, other) else { return true }
                isFirst = false
                return false
            }
        }
        try require(
            areEqual(storage.allItems, expected),
            "After removing \(item), named twice, the storage has \(storage.allItems), but should have \(expected).")
        for others in [[], items.joined().filter { !areEqual(item, $0) }.prefix(1).map { $0 }] {
            let missing: Operation = { storage in
                try await removal(storage, [item])
                let before = storage.allItems
                do {
                    try await removal(storage, others + [item])
                } catch let error as StorageError {
                    try require(
                        error.code == .itemNotFound,
                        "Removing a missing item threw \(error.code.rawValue) instead of itemNotFound.")
                    try require(
                        areEqual(storage.allItems, before),
                        "Removing a missing item threw an error, but removed other items.")
                    return
                }
                throw ContractViolation("Removing a missing item did not throw.")
            }
            try await missing(try await make(items))
        }
    }
}
