import CascadingTable
import TableManagers
import FoundationEssentials
import Testing

/// Tests moves and properties, for a manager that is the whole table or a section of a tree.
@TableActor
@Suite struct TableEventTests {
    @TableActor private struct World {
        let manager = TableManager(storage: ListStorage<Post>([[Post(), Post()], [Post()]]))
        let tableView: TableView
        let log = Log()

        init(inTree: Bool = false) {
            manager.register(PostCell.self) { [log] mapping in
                mapping.moveRowTo { destination, _, _, source in log.entries.append("\(source) \(destination)") }
                mapping.targetIndexPathForMove { _, _, _, _ in [0, 0] }
                mapping.heightForCell { _, _ in 50 }
            }
            let empty = CascadingSectionTableDelegate()
            tableView = TableView.quiet(
                root: inTree ? CascadingRootTableDelegate(childDelegates: [empty, manager]) : manager)
        }
    }

    @TableActor private final class Log {
        var entries: [String] = []
    }

    @Test func `A closure moves a row to another section of the storage`() throws {
        let world = World()
        try world.manager.tableView(world.tableView, moveRowAt: [0, 0], to: [1, 0])
        #expect(world.log.entries == ["[0, 0] [1, 0]"])
    }

    @Test func `In a tree a closure moves rows within its section only`() throws {
        let world = World(inTree: true), (manager, tableView) = (world.manager, world.tableView)
        try manager.tableView(tableView, moveRowAt: [1, 0], to: [0, 0])
        try manager.tableView(tableView, moveRowAt: [0, 0], to: [1, 0])
        #expect(world.log.entries == [])
        #expect(
            manager.tableView(tableView, targetIndexPathForMoveFromRowAt: [1, 0], toProposedIndexPath: [0, 0])
                == [0, 0])
        #expect(
            manager.tableView(tableView, targetIndexPathForMoveFromRowAt: [1, 1], toProposedIndexPath: [1, 1])
                == [1, 0])

        try manager.tableView(tableView, moveRowAt: [1, 0], to: [1, 1])
        #expect(world.log.entries == ["[0, 0] [0, 1]"])
    }

    @Test func `A subclass moves sections and takes drops`() async throws {
        final class Feed: TableManager<Post> {
            var told: [String] = []
            override func tableView(_ tableView: TableView, canMoveSection section: Int) -> Bool { true }
            override func tableView(_ tableView: TableView, moveSection source: Int, to destination: Int) throws {
                told.append("\(source) to \(destination)")
            }
            override func tableView(_ tableView: TableView, canHandle drop: TableViewDrop) -> Bool { true }
            override func tableView(_ tableView: TableView, performDropWith drop: TableViewDrop) throws {
                told.append("drop at \(storagePath(drop.destination) ?? [])")
            }
        }
        let manager = Feed(storage: ListStorage([[Post()], [Post()]]))
        let tableView = TableView.quiet(root: manager)
        try await tableView.gestures.dragSection(0, to: 1)
        try await tableView.gestures.drop(TableViewDrop(items: [], destination: [0, 0]))
        #expect(manager.told == ["0 to 1", "drop at [0, 0]"])
    }

    @Test func `One height of all rows goes before every other`() {
        let world = World()
        #expect(world.manager.tableView(world.tableView, heightForRowAt: [0, 0]) == 50)
        let revision = world.tableView.revision

        world.manager.rowHeight = 40

        #expect(world.tableView.revision > revision)
        #expect(world.manager.tableView(world.tableView, heightForEveryRowInSection: 0) == 40)
        #expect(world.manager.tableView(world.tableView, heightForRowAt: [0, 0]) == 40)
    }

    @Test func `Columns are the manager's`() {
        let world = World()
        world.manager.columns = [TableViewColumn("title")]
        #expect(world.tableView.columns.map(\.name) == ["title"])
    }
}
