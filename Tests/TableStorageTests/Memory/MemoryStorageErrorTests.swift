import CascadingTable
import TableStorage
import FoundationEssentials
import TableTesting
import Testing

/// Tests that invalid operations throw and change nothing.
@TableActor
@Suite struct MemoryStorageErrorTests {
    private typealias Case = MemoryStorageCase

    private nonisolated static let cases: [(Case, StorageError.Code)] = [
        (Case("addItem below") { try $0.addItem("x", toSection: -1) }, .sectionOutOfRange),
        (Case("addItem far away") { try $0.addItem("x", toSection: .max) }, .sectionOutOfRange),
        (
            Case("addItem past the last that there can be") { try $0.addItem("x", toSection: 1 << 20) },
            .sectionOutOfRange
        ),
        (Case("addItems below") { try $0.addItems([], toSection: -1) }, .sectionOutOfRange),
        (Case("insertItem past the end") { try $0.insertItem("x", at: [0, 4]) }, .indexPathOutOfRange),
        (Case("insertItem below") { try $0.insertItem("x", at: [0, -1]) }, .indexPathOutOfRange),
        (Case("insertItem past the end of no section") { try $0.insertItem("x", at: [5, 1]) }, .indexPathOutOfRange),
        (Case("insertItem at no path") { try $0.insertItem("x", at: []) }, .sectionOutOfRange),
        (Case("insertItem at a section") { try $0.insertItem("x", at: [0]) }, .indexPathOutOfRange),
        (Case("insertItem at a longer path") { try $0.insertItem("x", at: [0, 0, 0]) }, .indexPathOutOfRange),
        (Case("insertItems past the end") { try $0.insertItems(["x"], at: [1, 2]) }, .indexPathOutOfRange),
        (Case("insertItems, none, past the end") { try $0.insertItems([], at: [1, 2]) }, .indexPathOutOfRange),
        (Case("insertSection below") { try $0.insertSection(at: -1) }, .sectionOutOfRange),
        (Case("insertSection past the end") { try $0.insertSection(at: 4) }, .sectionOutOfRange),
        (Case("replaceItem") { try $0.replaceItem(at: [3, 0], with: "x") }, .itemNotFound),
        (Case("replaceItem by value") { try $0.replaceItem("x", with: "y") }, .itemNotFound),
        (Case("removeItem") { try $0.removeItem(at: [2, 0]) }, .itemNotFound),
        (Case("removeItem at no path") { try $0.removeItem(at: []) }, .itemNotFound),
        (Case("removeItem at a longer path") { try $0.removeItem(at: [0, 0, 0]) }, .itemNotFound),
        (Case("removeItem by value") { try $0.removeItem("x") }, .itemNotFound),
        (Case("removeItems, one right") { try $0.removeItems(at: [[0, 0], [0, -1]]) }, .itemNotFound),
        (Case("removeItems by value, one right") { try $0.removeItems(["a", "x"]) }, .itemNotFound),
        (Case("removeItems from no section") { try $0.removeItems(fromSection: 3) }, .sectionOutOfRange),
        (Case("deleteSections, one right") { try $0.deleteSections([0, 3]) }, .sectionOutOfRange),
        (Case("moveSection from nowhere") { try $0.moveSection(3, toSection: 0) }, .sectionOutOfRange),
        (Case("moveSection to nowhere") { try $0.moveSection(0, toSection: 3) }, .sectionOutOfRange),
        (Case("moveItem from nowhere") { try $0.moveItem(at: [0, 3], to: [0, 0]) }, .itemNotFound),
        (Case("moveItem past the end") { try $0.moveItem(at: [0, 0], to: [0, 3]) }, .indexPathOutOfRange),
        (Case("moveItem past another end") { try $0.moveItem(at: [0, 0], to: [1, 2]) }, .indexPathOutOfRange),
        (
            Case("moveItem past the end of no section") { try $0.moveItem(at: [0, 0], to: [5, 1]) },
            .indexPathOutOfRange
        ),
        (Case("moveItem below") { try $0.moveItem(at: [0, 0], to: [-1, 0]) }, .sectionOutOfRange),
        (Case("setItems below") { try $0.setItems(["x"], forSection: -1) }, .sectionOutOfRange),
        (Case("setItems far away") { try $0.setItems(["x"], forSection: 1 << 20) }, .sectionOutOfRange),
    ]

    @Test(arguments: cases.indices) func `What is refused throws its reason and has changed nothing`(index: Int) throws
    {
        let (operation, code) = Self.cases[index]
        let world = MemoryStorageWorld()

        let error = #expect(throws: StorageError.self) { try operation.perform(world.storage) }

        #expect(error?.code == code, "\(operation): \(error.debugDescription)")
        #expect(world.items == [["a", "b", "c"], ["d"], []], "\(operation)")
        #expect(world.observer.news == [], "\(operation)")
    }

    @Test func `The error says which path was wrong`() {
        let world = MemoryStorageWorld()
        #expect(throws: StorageError(.itemNotFound, "There is no item at [0, 7].", at: [0, 7])) {
            try world.storage.removeItems(at: [[0, 0], [0, 7]])
        }
    }
}
