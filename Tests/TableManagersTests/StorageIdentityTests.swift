import CascadingTable
import TableStorage
import TableManagers
import FoundationEssentials
import Testing

/// Tests that row identifiers move with their items if the storage identifies its items.
@TableActor
@Suite struct StorageIdentityTests {
    private struct Network: Hashable {
        var name: String
        var channel = 1
    }

    private enum Day: String { case monday, tuesday }

    private func identifiers(_ tableView: TableView) -> [[String]] {
        (0..<tableView.numberOfSections).map { section in
            (0..<tableView.numberOfRows(inSection: section)).map { tableView.identifier(forRowAt: [section, $0]) }
        }
    }

    private func storage<Item: Hashable>(_ items: [[Item]]) throws -> DiffableStorage<Int, Item> {
        let storage = DiffableStorage<Int, Item>()
        var snapshot = storage.snapshot
        for (section, items) in items.enumerated() {
            try snapshot.appendSections([section])
            try snapshot.appendItems(items)
        }
        storage.apply(snapshot)
        return storage
    }

    @Test func `Items of a diffable storage keep their identifiers when they move`() throws {
        let items = [[Network(name: "a"), Network(name: "a", channel: 2)], [Network(name: "b")]]
        let storage = try storage(items)
        let tableView = TableView.quiet(root: TableManager(storage: storage))
        let before = identifiers(tableView)
        #expect(Set(before.joined()).count == 3)

        var snapshot = storage.snapshot
        try snapshot.moveItem(items[0][0], afterItem: items[1][0])
        storage.apply(snapshot)

        #expect(identifiers(tableView) == [[before[0][1]], [before[1][0], before[0][0]]])
        #expect(tableView.indexPath(forRowWithIdentifier: before[0][0]) == [1, 1])
    }

    @Test func `An item that comes back has another identifier, and others keep theirs`() throws {
        let (a, b) = (Network(name: "a"), Network(name: "b"))
        let storage = SingleSectionStorage<Network>(id: \.self)
        try storage.setItems([a, b])
        let tableView = TableView.quiet(root: TableManager(storage: storage))
        let before = identifiers(tableView)[0]

        try storage.setItems([b])
        #expect(identifiers(tableView) == [[before[1]]])
        #expect(tableView.indexPath(forRowWithIdentifier: before[0]) == nil)
        try storage.setItems([b, a])
        #expect(identifiers(tableView)[0].first == before[1])
        #expect(Set(identifiers(tableView)[0] + before).count == 3)
    }

    /// An identifier from an earlier process must not match a row of this process.
    @Test func `Two storages number their items differently`() throws {
        let storages = [try storage([[Network(name: "a")]]), try storage([[Network(name: "a")]])]
        #expect(storages[0].identifier(ofItemAt: [0, 0]) != storages[1].identifier(ofItemAt: [0, 0]))
    }

    @Test func `Values are their own identifiers`() throws {
        func identifiers<Item: Hashable>(_ items: [Item]) throws -> [String] {
            self.identifiers(TableView.quiet(root: TableManager(storage: try storage([items]))))[0]
        }
        let id = UUID()
        #expect(try identifiers(["a", "b c"]) == ["a", "b c"])
        #expect(try identifiers([7, -3]) == ["7", "-3"])
        #expect(try identifiers([id]) == [id.uuidString])
        #expect(try identifiers([Day.monday, .tuesday]) == ["monday", "tuesday"])
        // The number 1 and the string "1" have different identifiers.
        let mixed = try identifiers([AnyHashable(1), AnyHashable("1")])
        #expect(Set(mixed).count == 2)
    }

    @Test func `The identity that the storage was given comes before the one of the item`() throws {
        struct Post: Identifiable, Equatable {
            let id = UUID()
            var slug: String
        }
        let storage = SingleSectionStorage<Post>(id: \.slug)
        try storage.setItems([Post(slug: "first"), Post(slug: "second")])
        let tableView = TableView.quiet(root: TableManager(storage: storage))
        #expect(identifiers(tableView) == [["first", "second"]])
        let manager = try #require(tableView.dataSource as? TableManager<Post>)
        manager.identifier { "post \($0.slug)" }
        #expect(identifiers(tableView) == [["post first", "post second"]])
    }

    private struct Post: Hashable, Identifiable {
        var id: Int
        var title: String
    }

    private final class Document: Hashable, Identifiable {
        static func == (one: Document, other: Document) -> Bool { one === other }
        func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(self)) }
    }

    /// The storage compares whole items, so an item with another title is a different item.
    @Test func `Items that are their own identities are named by their id`() throws {
        let posts = [[Post(id: 17, title: "a"), Post(id: 18, title: "b")]]
        let changed = [[Post(id: 17, title: "c"), Post(id: 18, title: "b")]]
        for items in [posts, changed] {
            let single = SingleSectionStorage<Post>(id: \.self)
            try single.setItems(items[0])
            let tables = [
                TableView.quiet(root: TableManager(storage: try storage(items))),
                TableView.quiet(root: TableManager(storage: single)),
            ]
            for tableView in tables {
                #expect(identifiers(tableView) == [["17", "18"]])
                #expect(tableView.indexPath(forRowWithIdentifier: "18") == [0, 1])
            }
        }
    }

    @Test func `Objects without an id of their own keep their identifiers when they move`() throws {
        let documents = [[Document(), Document()]]
        let storage = try storage(documents)
        let tableView = TableView.quiet(root: TableManager(storage: storage))
        let before = identifiers(tableView)[0]
        var snapshot = storage.snapshot
        try snapshot.moveItem(documents[0][0], afterItem: documents[0][1])
        storage.apply(snapshot)
        #expect(identifiers(tableView) == [before.reversed()])
    }

    @Test func `A storage without identities names nothing`() throws {
        #expect(MemoryStorage(items: [["a"]]).identifier(ofItemAt: [0, 0]) == nil)
        for path: IndexPath in [[0, 2], [1, 0], [], [0]] {
            #expect(try self.storage([["a"]]).identifier(ofItemAt: path) == nil)
        }
    }
}
