import CascadingTable
import TableStorage
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
        #expect(animals.firstIndexPath { $0.name == "c" } == [1, 0])

        let things = MemoryStorage<any Named>()
        try things.addItems([Stone(name: "s"), Plant(name: "p"), Stone(name: "t")])
        try things.replaceItem(at: [0, 0], with: Plant(name: "q"))
        things.removeItems { $0.name == "p" }
        #expect(things.items(inSection: 0).map(\.name) == ["q", "t"])
    }

    // MARK: Reloading

    @Test func `What sets models anew is one reload`() throws {
        let cases: [(MemoryStorageCase, [[String]])] = [
            (.init("setItems") { try $0.setItems(["x"]) }, [["x"], ["d"], []]),
            (
                .init("setItems in a section that is not there") { try $0.setItems(["x"], forSection: 4) },
                [["a", "b", "c"], ["d"], [], [], ["x"]]
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

    @Test func `A header goes where its section goes`() throws {
        let world = MemoryStorageWorld([["a"], ["b"]])
        try world.storage.setSectionHeaderModels(["A", "B"])
        try world.storage.insertSection(StorageSection(["c"], headerModel: "C", footerModel: "c"), at: 0)
        #expect(world.storage.footerModel(inSection: 0) as? String == "c")
        try world.storage.moveSection(0, toSection: 2)
        #expect(headers(world.storage) == ["A", "B", "C"])
        try world.storage.deleteSections([1])
        #expect(headers(world.storage) == ["A", "C"])
        world.storage.removeAllItems()
        #expect(headers(world.storage) == ["A", "C"])
    }
}
