import CascadingTable
import FoundationEssentials
import TableTesting
import Testing

@TableActor
@Suite struct MemoryStorageTests {
    // MARK: Reading

    @Test func `A storage answers what it holds`() {
        let storage = MemoryStorageWorld([["a", "b"], [], ["b"]]).storage
        #expect(storage.numberOfSections == 3)
        #expect((-1...3).map(storage.numberOfItems(inSection:)) == [0, 2, 0, 1, 0])
        #expect((-1...3).map(storage.items(inSection:)) == [[], ["a", "b"], [], ["b"], []])
        #expect(storage.totalNumberOfItems == 3)
        #expect(storage.item(at: [0, 1]) == "b")
        #expect(storage.section(at: 2)?.items == ["b"])
        #expect(storage.section(at: 3)?.items == nil)
        #expect(storage.indexPath(forItem: "b") == [0, 1])
        #expect(storage.indexPath(forItem: "c") == nil)
        #expect(storage.firstIndexPath { $0 > "a" } == [0, 1])
        #expect(storage.firstIndexPath { $0 > "b" } == nil)
        for path: IndexPath in [[0, 2], [0, -1], [-1, 0], [3, 0], [1, 0], [], [0], [0, 0, 0]] {
            #expect(storage.item(at: path) == nil)
        }
        #expect(MemoryStorage<String>().numberOfSections == 0)
    }

    // MARK: Models of several types

    private class Animal { let name: String; init(_ name: String) { self.name = name } }
    private final class Cat: Animal {}
    private struct Stone: Named { var name: String }
    private struct Plant: Named { var name: String }
    private protocol Named { var name: String { get } }

    @Test func `Models may be of several types`() throws {
        let animals = MemoryStorage<Animal>()
        try animals.addItems([Animal("a"), Cat("b")])
        try animals.addItem(Cat("c"), toSection: 1)
        #expect(animals.items(ofType: Cat.self).map(\.name) == ["b", "c"])
        #expect(animals.sections[0].items(ofType: Cat.self).map(\.name) == ["b"])
        #expect(animals.firstIndexPath { $0.name == "c" } == [1, 0])

        let things = MemoryStorage<any Named>()
        try things.addItems([Stone(name: "s"), Plant(name: "p"), Stone(name: "t")])
        try things.replaceItem(at: [0, 0], with: Plant(name: "q"))
        things.removeItems { $0.name == "p" }
        #expect(things.items(inSection: 0).map(\.name) == ["q", "t"])
        #expect(things.items(ofType: Stone.self).map(\.name) == ["t"])
    }

    // MARK: Reloading

    @Test func `What sets models anew is one reload`() throws {
        let cases: [(MemoryStorageCase, [[String]])] = [
            (.init("setItems") { try $0.setItems(["x"]) }, [["x"], ["d"], []]),
            (
                .init("setItems in a section that is not there") { try $0.setItems(["x"], forSection: 4) },
                [["a", "b", "c"], ["d"], [], [], ["x"]]
            ),
            (.init("setItemsForAllSections, fewer") { try $0.setItemsForAllSections([["x"]]) }, [["x"]]),
            (.init("setItemsForAllSections, none") { try $0.setItemsForAllSections([]) }, []),
            (
                .init("setItemsForAllSections, more") { try $0.setItemsForAllSections([["x"], [], [], [], ["y"]]) },
                [["x"], [], [], [], ["y"]]
            ),
            (
                .init("setSection") { try $0.setSection(StorageSection(["x"]), forSection: 1) },
                [["a", "b", "c"], ["x"], []]
            ),
            (
                .init("setSection that is not there") { try $0.setSection(StorageSection(["x"]), forSection: 3) },
                [["a", "b", "c"], ["d"], [], ["x"]]
            ),
            (.init("removeAllItems") { $0.removeAllItems() }, [[], [], []]),
        ]
        for (operation, items) in cases {
            let world = MemoryStorageWorld()
            try operation.perform(world.storage)
            #expect(world.items == items, "\(operation)")
            #expect(world.observer.news == [.reload], "\(operation)")
            try world.replica.check()
        }
    }

    // MARK: Headers and footers

    private func headers(_ storage: MemoryStorage<String>) -> [String?] {
        storage.sections.indices.map { storage.headerModel(inSection: $0) as? String }
    }

    @Test func `Headers and footers of all sections make the sections that are not there`() throws {
        let world = MemoryStorageWorld([["a"], ["b"]])
        try world.storage.setSectionHeaderModels(["A", nil, "C"])
        #expect(headers(world.storage) == ["A", nil, "C"])
        #expect(world.changes == [.insertSection(2), .updateSection(0)])
        try world.replica.check()

        world.observer.news = []
        try world.storage.setSectionHeaderModels([nil, "B"])
        #expect(headers(world.storage) == [nil, "B", nil])
        #expect(world.changes == [.updateSection(0), .updateSection(1), .updateSection(2)])

        world.observer.news = []
        try world.storage.setSectionFooterModels(["a"])
        #expect(world.storage.footerModel(inSection: 0) as? String == "a")
        #expect(headers(world.storage) == [nil, "B", nil])
        #expect(world.changes == [.updateSection(0)])

        for section in [-1, 3] {
            #expect(world.storage.headerModel(inSection: section) == nil)
            #expect(world.storage.footerModel(inSection: section) == nil)
        }
    }

    @Test func `One header or footer is set, in a section that is not there as well`() throws {
        let world = MemoryStorageWorld([["a"]])
        try world.storage.setSectionHeaderModel("A", forSection: 0)
        #expect(world.changes == [.updateSection(0)])

        world.observer.news = []
        try world.storage.setSectionFooterModel("C", forSection: 2)
        #expect(world.storage.footerModel(inSection: 2) as? String == "C")
        #expect(world.changes == [.insertSection(1), .insertSection(2)])
        try world.replica.check()
    }

    @Test func `A header goes where its section goes`() throws {
        let world = MemoryStorageWorld([["a"], ["b"]])
        try world.storage.setSectionHeaderModels(["A", "B"])
        try world.storage.insertSection(StorageSection(["c"], headerModel: "C", footerModel: "c"), at: 0)
        #expect(world.storage.footerModel(inSection: 0) as? String == "c")
        try world.storage.moveSection(0, toSection: 2)
        #expect(headers(world.storage) == ["A", "B", "C"])
        try world.storage.setItemsForAllSections([["d"], ["e"], ["f"], []])
        #expect(headers(world.storage) == ["A", "B", "C", nil])
        try world.storage.deleteSections([1])
        #expect(headers(world.storage) == ["A", "C", nil])
        world.storage.removeAllItems()
        #expect(headers(world.storage) == ["A", "C", nil])
        try world.storage.setSection(StorageSection(["x"], headerModel: "X"), forSection: 0)
        #expect(headers(world.storage) == ["X", "C", nil])
    }
}
