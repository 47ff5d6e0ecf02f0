import TableStorage
import CascadingTable
import TableManagers
import FoundationEssentials
import Testing

@TableActor
@Suite struct RowIdentityTests {
    @TableActor private struct World<Item> {
        let storage: ListStorage<Item>
        let manager: TableManager<Item>
        let tableView: TableView
        let section: Int

        init(_ sections: [[Item]], inTree: Bool = false) {
            storage = ListStorage(sections)
            manager = TableManager(storage: storage)
            section = inTree ? 1 : 0
            let empty = CascadingSectionTableDelegate()
            tableView = TableView.quiet(
                root: inTree ? CascadingRootTableDelegate(childDelegates: [empty, manager]) : manager)
        }

        var names: [[String]] {
            (section..<tableView.numberOfSections).map { section in
                (0..<tableView.numberOfRows(inSection: section)).map { tableView.identifier(forRowAt: [section, $0]) }
            }
        }

        func row(_ name: String) -> IndexPath? { tableView.indexPath(forRowWithIdentifier: name) }
    }

    // MARK: Identifiers

    @Test func `An identifiable item is named by its identity`() {
        let world = World<Post>([[Post(id: 7), Post(id: 3)], [Post(id: 5)]])
        #expect(world.names == [["7", "3"], ["5"]])
        #expect(["7", "3", "5", "4"].map(world.row) == [[0, 0], [0, 1], [1, 0], nil])
    }

    @Test func `Where items are of several types the type is in the name`() {
        let world = World<any FeedItem>([[Post(id: 7), Photo()]])
        #expect(world.names == [["Post-7", "0-1"]])
        #expect(["Post-7", "0-1", "0-0", "7"].map(world.row) == [[0, 0], [0, 1], nil, nil])
    }

    @Test func `An item without an identity is named by its place`() {
        let world = World<Photo>([[Photo()], [Photo(), Photo()]])
        #expect(world.names == [["0-0"], ["1-0", "1-1"]])
        #expect(world.row("1-1") == [1, 1])
        for name in ["1-2", "2-0", "-1-0", "01-1", "1-1-1", "1", "", "1--1"] { #expect(world.row(name) == nil) }
    }

    @Test func `An object known by its address is named by its place`() {
        final class Note: Identifiable {}
        #expect(World<Note>([[Note()]]).names == [["0-0"]])
    }

    @Test func `An identity that is an optional is what is in it, and nil is no identity`() {
        struct Draft: Identifiable {
            var id: Int?
        }
        #expect(World<Draft>([[Draft(id: 4), Draft(id: nil)]]).names == [["4", "0-1"]])
    }

    @Test func `A closure names the items, but for those it gives no name`() {
        let world = World<Post>([[Post(id: 7, title: "a"), Post(id: 3, title: "")]])
        world.manager.identifier { $0.title.isEmpty ? nil : $0.title }
        // The identifier of a place contains the revision that last moved rows.
        let place = "0-1@\(world.tableView.revision)"
        #expect(world.names == [["a", place]])
        #expect(world.row("a") == [0, 0])
        #expect(world.row(place) == [0, 1])
        #expect(world.row("0-1") == nil)
        #expect(world.row("7") == nil)
    }

    @Test func `A subclass may name rows, and they are found by those names`() {
        final class Feed: TableManager<Post> {
            override func tableView(_ tableView: TableView, identifierForRowAt indexPath: IndexPath) -> String? {
                "row \(indexPath.row)"
            }
        }
        let manager = Feed(storage: ListStorage([[Post(), Post()]]))
        let tableView = TableView(root: manager)
        #expect(tableView.indexPath(forRowWithIdentifier: "row 1") == [0, 1])
    }

    @Test func `In a tree the name of the section comes first, so that two managers may have the same items`() {
        let world = World<Post>([[Post(id: 7)]], inTree: true)
        let other = TableManager(storage: ListStorage([[Post(id: 7)]]))
        world.manager.parentDelegate?.childDelegates.append(other)
        world.tableView.reloadData()

        let names = world.names.flatMap { $0 }

        #expect(names == ["\(world.manager.identifier)-7", "\(other.identifier)-7"])
        #expect(names.map(world.row) == [[1, 0], [2, 0]])
        #expect(world.tableView.identifier(forSection: 1) == world.manager.identifier)
    }

    @Test func `In a tree an item without an identity is named by its place in the table`() {
        let world = World<Photo>([[Photo(), Photo()]], inTree: true)
        #expect(world.names.first == ["1-0", "1-1"])
        #expect(world.row("1-1") == [1, 1])
        #expect(world.row("1-2") == nil)
    }

    @Test func `Sections of a table are named by their places`() {
        let world = World<Post>([[Post(id: 7)], []])
        #expect([0, 1].map(world.tableView.identifier(forSection:)) == ["0", "1"])
    }

    // MARK: Finding rows

    @Test func `Rows are asked for their names once, until the storage changes`() {
        let world = World<Post>([(0..<100).map { Post(id: $0) }])
        #expect(world.row("99") == [0, 99])
        let questions = world.storage.itemQuestions

        for _ in 0..<10 { #expect(world.row("50") == [0, 50]) }
        #expect(world.row("gone") == nil)
        #expect(world.storage.itemQuestions <= questions + 10)

        world.storage.change([.deleteItem(Post(id: 0), at: [0, 0])]) { $0[0].removeFirst() }
        #expect(world.row("50") == [0, 49])
        #expect(world.row("0") == nil)
    }

    @Test func `A reload of the storage, another storage and another naming are found too`() {
        let world = World<Post>([[Post(id: 1, title: "a"), Post(id: 2, title: "b")]])
        #expect(world.row("2") == [0, 1])

        world.storage.sections = [[Post(id: 2, title: "b")]]
        world.manager.storageNeedsReload()
        #expect(world.row("2") == [0, 0])

        world.manager.storage = ListStorage([[Post(id: 9, title: "c"), Post(id: 2, title: "b")]])
        #expect(world.row("2") == [0, 1])

        world.manager.identifier { $0.title }
        #expect(world.row("2") == nil)
        #expect(world.row("b") == [0, 1])
    }

    @Test func `A row that changed its name in silence is not found by the old one`() {
        final class Note: Identifiable {
            var id = "old"
        }
        let note = Note()
        let world = World<Note>([[note]])
        #expect(world.row("old") == [0, 0])
        note.id = "new"
        #expect(world.row("old") == nil)
    }

    @Test func `Rows that were moved in silence are found once the table knows`() {
        let world = World<Post>([[Post(id: 1), Post(id: 2), Post(id: 3)]])
        #expect(world.row("3") == [0, 2])

        world.storage.sections[0].swapAt(0, 2)
        world.tableView.reloadRows(at: [[0, 0], [0, 2]])

        #expect(["3", "2", "1"].map(world.row) == [[0, 0], [0, 1], [0, 2]])
    }

    @Test func `A manager that comes into a tree is found by its new names`() {
        let world = World<Post>([[Post(id: 7)]])
        #expect(world.row("7") == [0, 0])
        let root = CascadingRootTableDelegate(childDelegates: [CascadingSectionTableDelegate(), world.manager])
        let tableView = TableView(root: root)
        #expect(tableView.indexPath(forRowWithIdentifier: "7") == nil)
        #expect(tableView.indexPath(forRowWithIdentifier: "\(world.manager.identifier)-7") == [1, 0])
    }

    @Test func `Of two rows of one name the first is found`() {
        #expect(World<Post>([[Post(id: 7)], [Post(id: 7)]]).row("7") == [0, 0])
    }

    @Test func `A selection stays with its row when the storage changes`() async throws {
        let world = World<Post>([[Post(id: 1), Post(id: 2)]])
        world.manager.register(PostCell.self)
        try await world.tableView.gestures.touchRow(at: [0, 1])
        world.storage.change([.insertItem(Post(id: 3), at: [0, 0])]) { $0[0].insert(Post(id: 3), at: 0) }
        #expect(world.tableView.indexPathForSelectedRow == [0, 2])
    }
}
