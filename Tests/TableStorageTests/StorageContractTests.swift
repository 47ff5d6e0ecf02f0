import CascadingTable
import TableStorage
import FoundationEssentials
import TableTesting
import Testing

@TableActor
@Suite struct StorageContractTests {
    // MARK: The storages of this module

    @Test func `The memory storage keeps the contract`() async throws {
        try await StorageContract<MemoryStorage<String>>(
            items: [["a", "b", "c"], [], ["d"]],
            changes: [
                "items are added": { try $0.addItems(["x", "y"], toSection: 1) },
                "an item is added to a section that is not there": { try $0.addItem("x", toSection: 5) },
                "an item is moved": { try $0.moveItem(at: [0, 0], to: [2, 1]) },
                "an item is replaced": { try $0.replaceItem("b", with: "x") },
                "a section is moved": { try $0.moveSection(0, toSection: 2) },
                "sections are deleted": { try $0.deleteSections([0, 2]) },
                "headers are set": { try $0.setSectionHeaderModels(["A", "B", "C", "D"]) },
                "items are set": { try $0.setItems(["x"], forSection: 1) },
                "much happens at once": { storage in
                    try storage.performUpdates {
                        try storage.insertSection(StorageSection(["x"]), at: 1)
                        try storage.moveItem(at: [0, 2], to: [1, 0])
                        try storage.moveSection(1, toSection: 0)
                        try storage.removeItem("a")
                    }
                },
            ],
            refusals: [
                "no such item": { try $0.removeItem("x") },
                "no such section": { try $0.deleteSections([0, 3]) },
                "no such place in a new section": { try $0.insertItem("x", at: [4, 1]) },
                "the end of a batch": { storage in
                    try storage.performUpdates {
                        storage.removeAllItems()
                        try storage.removeItem("a")
                    }
                },
            ],
            removal: { try $0.removeItems($1) }
        ) { MemoryStorage(items: $0) }.check()
    }

    @Test func `The storage of one section keeps the contract`() async throws {
        try await StorageContract<SingleSectionStorage<String>>(
            items: [["a", "b", "c"]],
            changes: [
                "items are set": { try $0.setItems(["c", "x", "a"]) },
                "an item is added": { try $0.addItems(["x"]) },
                "items are added that are there": { try $0.addItems(["a", "x"], by: .deleteOldValues) },
                "a header is set": { $0.headerModel = "A" },
            ],
            refusals: [
                "an item twice": { try $0.setItems(["a", "a"]) },
                "an item that is there": { try $0.addItems(["b"]) },
            ]
        ) { items in
            let storage = SingleSectionStorage<String>(id: \.self)
            try storage.setItems(Array(items.joined()))
            return storage
        }.check()
    }

    @Test func `The storage of snapshots keeps the contract`() async throws {
        func change(
            _ change: @escaping (inout DiffableSnapshot<Int, String>) throws -> Void
        ) -> StorageContract<DiffableStorage<Int, String>>.Operation {
            { storage in
                var snapshot = storage.snapshot
                try change(&snapshot)
                storage.apply(snapshot)
            }
        }
        try await StorageContract<DiffableStorage<Int, String>>(
            items: [["a", "b", "c"], [], ["d"]],
            changes: [
                "an item is appended": change { try $0.appendItems(["x"], toSection: 1) },
                "an item is moved": change { try $0.moveItem("a", afterItem: "d") },
                "a section is moved": change { try $0.moveSection(2, beforeSection: 0) },
                "all are deleted": change { $0.deleteAllItems() },
                "items are reloaded": change { try $0.reloadItems(["a", "d"]) },
                "all is shown anew": { $0.applyReloadingData(DiffableSnapshot()) },
            ],
            refusals: [
                "an item twice": change { try $0.appendItems(["a"]) },
                "no such section": change { try $0.deleteSections([0, 7]) },
            ],
            removal: { storage, items in try await change { try $0.deleteItems(items) }(storage) }
        ) { items in
            var snapshot = DiffableSnapshot<Int, String>()
            for (section, items) in items.enumerated() {
                try snapshot.appendSections([section])
                try snapshot.appendItems(items)
            }
            let storage = DiffableStorage<Int, String>()
            storage.apply(snapshot)
            return storage
        }.check()
    }

    // MARK: The contract itself

    @Test func `A storage that keeps it passes`() async throws {
        #expect(try await violation(of: nil) == nil)
    }

    @Test(arguments: FaultyStorage.Fault.allCases) func `Whatever a storage does wrong is found`(
        fault: FaultyStorage.Fault
    ) async throws {
        let violation = try #require(try await violation(of: fault))
        #expect(violation.message.contains(fault.rawValue), "\(violation)")
    }

    @Test func `A storage that removes by another rule is found`() async throws {
        let wrong: [StorageContract<MemoryStorage<String>>.Removal] = [
            // The first and the third remove all equal items. The second removes nothing.
            { storage, items in
                for item in items where storage.indexPath(forItem: item) == nil { try storage.removeItem(item) }
                storage.removeItems { items.contains($0) }
            },
            { _, _ in }, { storage, items in storage.removeItems { items.contains($0) } },
            // Removes items until one is missing, then throws an error.
            { storage, items in
                var done: Set<String> = []
                for item in items where done.insert(item).inserted { try storage.removeItem(item) }
            },
        ]
        for removal in wrong {
            await #expect(throws: ContractViolation.self) {
                try await StorageContract<MemoryStorage<String>>(
                    items: [["b", "a"], ["b"]], changes: [:], removal: removal
                ) { MemoryStorage(items: $0) }.check()
            }
        }
    }

    private func violation(of fault: FaultyStorage.Fault?) async throws -> ContractViolation? {
        do {
            try await StorageContract<FaultyStorage>(
                items: [["a", "b"], ["c"]],
                changes: ["it is changed": { $0.change() }],
                refusals: ["what cannot be": { try $0.refuse() }]
            ) { FaultyStorage($0, fault: fault) }.check()
            return nil
        } catch let violation as ContractViolation {
            return violation
        }
    }
}
