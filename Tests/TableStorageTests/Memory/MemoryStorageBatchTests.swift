import CascadingTable
import TableStorage
import FoundationEssentials
import TableTesting
import Testing

@TableActor
@Suite struct MemoryStorageBatchTests {
    private struct Failure: Error {}

    // MARK: Batches

    @Test func `A batch is one update, of places before for what goes and after for what comes`() throws {
        let world = MemoryStorageWorld()

        try world.storage.performUpdates {
            try world.storage.removeItem(at: [0, 0])
            try world.storage.removeItem(at: [0, 0])
            try world.storage.addItem("x")
            try world.storage.insertSection(StorageSection(["y"]), at: 0)
            try world.storage.replaceItem("d", with: "D")
            try world.storage.moveSection(3, toSection: 1)
            #expect(world.observer.news == [])
        }

        #expect(world.items == [["y"], [], ["c", "x"], ["D"]])
        #expect(
            world.changes == [
                .insertSection(0), .moveSection(from: 2, to: 1),
                .deleteItem("a", at: [0, 0]), .deleteItem("b", at: [0, 1]),
                .insertItem("y", at: [0, 0]), .insertItem("x", at: [2, 1]),
                .updateItem("D", old: "d", at: [1, 0]),
            ])
        try world.replica.check()
    }

    @Test func `Changes of one row come to one change`() throws {
        let cases: [(MemoryStorageCase, [StorageUpdate<String>.Change])] = [
            (
                .init("replaced twice") {
                    try $0.replaceItem("a", with: "x")
                    try $0.replaceItem("x", with: "y")
                }, [.updateItem("y", old: "a", at: [0, 0])]
            ),
            (
                .init("replaced and removed") {
                    try $0.replaceItem("a", with: "x")
                    try $0.removeItem("x")
                }, [.deleteItem("a", at: [0, 0])]
            ),
            (
                .init("inserted and replaced") {
                    try $0.addItem("x")
                    try $0.replaceItem("x", with: "y")
                    try $0.moveItem(at: [0, 3], to: [1, 0])
                }, [.insertItem("y", at: [1, 0])]
            ),
            (
                .init("moved twice and replaced") {
                    try $0.moveItem(at: [0, 0], to: [1, 0])
                    try $0.replaceItem("a", with: "x")
                    try $0.moveItem(at: [1, 0], to: [2, 0])
                },
                [.moveItem("x", from: [0, 0], to: [2, 0]), .updateItem("x", old: "a", at: [0, 0])]
            ),
            (
                .init("moved out of a section that is deleted") {
                    try $0.moveItem(at: [0, 1], to: [1, 0])
                    try $0.removeItem(at: [0, 0])
                    try $0.deleteSections([0])
                },
                [.deleteSection(0, items: ["a", "c"]), .moveItem("b", from: [0, 1], to: [0, 0])]
            ),
            (
                .init("headers of sections that come, go and stay") {
                    try $0.insertSection(at: 0)
                    try $0.setSectionHeaderModels(["x", "x", "x"])
                    try $0.deleteSections([1])
                },
                [.deleteSection(0, items: ["a", "b", "c"]), .insertSection(0), .updateSection(1)]
            ),
            (
                .init("one thing alone") {
                    $0.performUpdates {}
                    try $0.moveItem(at: [0, 0], to: [0, 1])
                }, [.moveItem("a", from: [0, 0], to: [0, 1])]
            ),
        ]
        for (operation, changes) in cases {
            let world = MemoryStorageWorld()
            try world.storage.performUpdates { try operation.perform(world.storage) }
            #expect(world.changes == changes, "\(operation)")
            try world.replica.check()
        }
    }

    @Test func `A reload in a batch stands for all of it`() throws {
        let world = MemoryStorageWorld()
        try world.storage.performUpdates {
            try world.storage.addItem("x")
            try world.storage.performUpdates { try world.storage.setItems(["y"]) }
            try world.storage.addItem("z")
        }
        #expect(world.items == [["y", "z"], ["d"], []])
        #expect(world.observer.news == [.reload])
    }

    @Test func `Without animations, observers are told to reload once`() throws {
        let world = MemoryStorageWorld()
        try world.storage.updateWithoutAnimations {
            for letter in ["x", "y"] { try world.storage.addItem(letter) }
            try world.storage.moveItem(at: [0, 0], to: [1, 0])
            #expect(world.observer.news == [])
        }
        #expect(world.items == [["b", "c", "x", "y"], ["a", "d"], []])
        #expect(world.observer.news == [.reload])
        #expect(throws: Failure.self) {
            try world.storage.performUpdates {
                try world.storage.addItem("z")
                try? world.storage.updateWithoutAnimations {
                    world.storage.removeAllItems()
                    throw Failure()
                }
                #expect(world.items[0].last == "z")
                throw Failure()
            }
        }
        #expect(world.items == [["b", "c", "x", "y"], ["a", "d"], []])
        try world.storage.addItem("w")
        #expect(world.observer.news.count == 2 && world.observer.news.last != .reload)
        try world.replica.check()
    }

    @Test func `A batch that throws has changed nothing and is not told`() throws {
        let world = MemoryStorageWorld()
        #expect(throws: Failure.self) {
            try world.storage.performUpdates {
                try world.storage.addItem("x", toSection: 5)
                try world.storage.setSectionHeaderModels(["A"])
                world.storage.removeAllItems()
                throw Failure()
            }
        }
        #expect(world.items == [["a", "b", "c"], ["d"], []])
        #expect(world.storage.headerModel(inSection: 0) == nil)
        #expect(world.observer.news == [])

        try world.storage.addItem("y")
        #expect(world.changes == [.insertItem("y", at: [0, 3])])
    }

    @Test func `A reload that is undone within a batch is none`() throws {
        let world = MemoryStorageWorld()
        try world.storage.performUpdates {
            do {
                try world.storage.performUpdates {
                    world.storage.removeAllItems()
                    throw Failure()
                }
            } catch is Failure {}
            try world.storage.addItem("x")
        }
        #expect(world.changes == [.insertItem("x", at: [0, 3])])
    }

    // MARK: Observers that change the storage

    @Test func `An observer may change the storage, which at the end all know`() throws {
        let world = MemoryStorageWorld([["a"]])
        let late = StorageReplica(of: world.storage)
        let table = StorageTable(world.storage)
        world.observer.handler = { _ in
            guard world.storage.numberOfItems(inSection: 0) < 5 else { return }
            try? world.storage.performUpdates {
                try world.storage.insertItem("x", at: [0, 0])
                try world.storage.moveItem(at: [0, 1], to: [0, 0])
            }
        }

        try world.storage.addItem("b")

        #expect(world.items == [["a", "x", "x", "x", "b"]])
        try world.replica.check()
        try late.check()
        #expect(table.anomalies == [])
        #expect(table.tableView.numberOfRows == 5)
    }
}
