import CascadingTable
import TableStorage
import FoundationEssentials
import TableTesting
import Testing

/// Tests that each operation reports exactly the change that it makes.
@TableActor
@Suite struct MemoryStorageUpdateTests {
    private typealias Case = MemoryStorageCase
    typealias Change = StorageUpdate<String>.Change

    private nonisolated static let cases: [(Case, items: [[String]], changes: [Change])] = [
        (Case("addItem") { try $0.addItem("x") }, [["a", "b", "c", "x"], ["d"], []], [.insertItem("x", at: [0, 3])]),
        (
            Case("addItem to a section") { try $0.addItem("x", toSection: 2) }, [["a", "b", "c"], ["d"], ["x"]],
            [.insertItem("x", at: [2, 0])]
        ),
        (
            Case("addItem to a section that is not there") { try $0.addItem("x", toSection: 4) },
            [["a", "b", "c"], ["d"], [], [], ["x"]],
            [.insertSection(3), .insertSection(4), .insertItem("x", at: [4, 0])]
        ),
        (
            Case("addItems") { try $0.addItems(["x", "y"], toSection: 1) }, [["a", "b", "c"], ["d", "x", "y"], []],
            [.insertItem("x", at: [1, 1]), .insertItem("y", at: [1, 2])]
        ),
        (
            Case("insertItem") { try $0.insertItem("x", at: [0, 1]) }, [["a", "x", "b", "c"], ["d"], []],
            [.insertItem("x", at: [0, 1])]
        ),
        (
            Case("insertItem into a section that is not there") { try $0.insertItem("x", at: [3, 0]) },
            [["a", "b", "c"], ["d"], [], ["x"]], [.insertSection(3), .insertItem("x", at: [3, 0])]
        ),
        (
            Case("insertItems at") { try $0.insertItems(["x", "y"], at: [0, 1]) },
            [["a", "x", "y", "b", "c"], ["d"], []],
            [.insertItem("x", at: [0, 1]), .insertItem("y", at: [0, 2])]
        ),
        (
            Case("insertSection") { try $0.insertSection(StorageSection(["x"]), at: 1) },
            [["a", "b", "c"], ["x"], ["d"], []], [.insertSection(1), .insertItem("x", at: [1, 0])]
        ),
        (
            Case("insertSection at the end") { try $0.insertSection(at: 3) }, [["a", "b", "c"], ["d"], [], []],
            [.insertSection(3)]
        ),
        (
            Case("replaceItem") { try $0.replaceItem(at: [0, 1], with: "x") }, [["a", "x", "c"], ["d"], []],
            [.updateItem("x", old: "b", at: [0, 1])]
        ),
        (
            Case("replaceItem by value") { try $0.replaceItem("d", with: "x") }, [["a", "b", "c"], ["x"], []],
            [.updateItem("x", old: "d", at: [1, 0])]
        ),
        (
            Case("removeItem") { try $0.removeItem(at: [0, 1]) }, [["a", "c"], ["d"], []],
            [.deleteItem("b", at: [0, 1])]
        ),
        (
            Case("removeItem by value") { try $0.removeItem("d") }, [["a", "b", "c"], [], []],
            [.deleteItem("d", at: [1, 0])]
        ),
        (
            Case("removeItems at, one of them twice") { try $0.removeItems(at: [[1, 0], [0, 2], [0, 0], [1, 0]]) },
            [["b"], [], []],
            [.deleteItem("a", at: [0, 0]), .deleteItem("c", at: [0, 2]), .deleteItem("d", at: [1, 0])]
        ),
        (
            Case("removeItems where") { $0.removeItems { $0 > "b" } }, [["a", "b"], [], []],
            [.deleteItem("c", at: [0, 2]), .deleteItem("d", at: [1, 0])]
        ),
        (
            Case("removeItems, one of them twice") { try $0.removeItems(["c", "a", "a"]) }, [["b"], ["d"], []],
            [.deleteItem("a", at: [0, 0]), .deleteItem("c", at: [0, 2])]
        ),
        (
            Case("removeItems from a section") { try $0.removeItems(fromSection: 0) }, [[], ["d"], []],
            [.deleteItem("a", at: [0, 0]), .deleteItem("b", at: [0, 1]), .deleteItem("c", at: [0, 2])]
        ),
        (
            Case("deleteSections, one of them twice") { try $0.deleteSections([2, 0, 2]) }, [["d"]],
            [.deleteSection(0, items: ["a", "b", "c"]), .deleteSection(2, items: [])]
        ),
        (
            Case("moveSection") { try $0.moveSection(0, toSection: 2) }, [["d"], [], ["a", "b", "c"]],
            [.moveSection(from: 0, to: 2)]
        ),
        (
            Case("moveItem down") { try $0.moveItem(at: [0, 0], to: [0, 2]) }, [["b", "c", "a"], ["d"], []],
            [.moveItem("a", from: [0, 0], to: [0, 2])]
        ),
        (
            Case("moveItem up") { try $0.moveItem(at: [0, 2], to: [0, 0]) }, [["c", "a", "b"], ["d"], []],
            [.moveItem("c", from: [0, 2], to: [0, 0])]
        ),
        (
            Case("moveItem to the end of another section") { try $0.moveItem(at: [0, 1], to: [1, 1]) },
            [["a", "c"], ["d", "b"], []], [.moveItem("b", from: [0, 1], to: [1, 1])]
        ),
        (
            Case("moveItem to a section that is not there") { try $0.moveItem(at: [1, 0], to: [3, 0]) },
            [["a", "b", "c"], [], [], ["d"]], [.insertSection(3), .moveItem("d", from: [1, 0], to: [3, 0])]
        ),
    ]

    @Test(arguments: cases.indices) func `Each operation is one update that says what it did`(index: Int) throws {
        let (operation, items, changes) = Self.cases[index]
        let world = MemoryStorageWorld()

        try operation.perform(world.storage)

        #expect(world.items == items, "\(operation)")
        #expect(world.changes == changes, "\(operation)")
        try world.replica.check()
    }

    @Test(arguments: [
        Case("addItems") { try $0.addItems([]) }, Case("addItems elsewhere") { try $0.addItems([], toSection: 7) },
        Case("insertItems at") { try $0.insertItems([], at: [0, 1]) },
        Case("removeItems at") { try $0.removeItems(at: []) }, Case("removeItems") { try $0.removeItems([]) },
        Case("removeItems where") { $0.removeItems { _ in false } },
        Case("removeItems of an empty section") { try $0.removeItems(fromSection: 2) },
        Case("deleteSections") { try $0.deleteSections([]) },
        Case("moveSection to where it is") { try $0.moveSection(1, toSection: 1) },
        Case("moveItem to where it is") { try $0.moveItem(at: [0, 1], to: [0, 1]) },
        Case("no headers") { try $0.setSectionHeaderModels([nil, nil]) },
        Case("an empty batch") { $0.performUpdates {} },
        Case("a batch that comes to nothing") { storage in
            try storage.performUpdates {
                try storage.addItem("x")
                try storage.removeItem("x")
                try storage.moveItem(at: [0, 0], to: [1, 0])
                try storage.moveItem(at: [1, 0], to: [0, 0])
                try storage.insertSection(at: 0)
                try storage.deleteSections([0])
            }
        },
    ]) private func `What changes nothing is not told`(operation: Case) throws {
        let world = MemoryStorageWorld()
        try operation.perform(world.storage)
        #expect(world.items == [["a", "b", "c"], ["d"], []])
        #expect(world.observer.news == [])
    }

    // MARK: Duplicate values

    @Test(arguments: [
        (["a"], [["b", "a"], ["a", "c"]]), (["a", "a"], [["b"], ["a", "c"]]), (["a", "a", "a", "a"], [["b"], ["c"]]),
        (["c", "a"], [["b", "a"], ["a"]]),
    ]) func `A value is removed as often as it is given, the first of them first`(
        values: [String], left: [[String]]
    ) throws {
        let world = MemoryStorageWorld([["a", "b", "a"], ["a", "c"]])
        try world.storage.removeItems(values)
        #expect(world.items == left)
        try world.replica.check()
    }
}
