import CascadingTable
import TableStorage
import TableManagers
import FoundationEssentials
import TestSupport
import Testing

@TableActor
@Suite struct TableManagerUpdateTests {
    typealias Change = StorageUpdate<Post>.Change

    /// A table with two sections of posts, which has been shown.
    @TableActor private struct World {
        let storage = ListStorage<Post>([[Post(id: 0), Post(id: 1), Post(id: 2)], [Post(id: 10)]])
        let manager: TableManager<Post>
        let mapping: CellMapping<PostCell, Post>?
        let root: CascadingRootTableDelegate
        let tableView: TableView

        init(inTree: Bool = false) {
            manager = TableManager(storage: storage)
            var mapping: CellMapping<PostCell, Post>?
            manager.register(PostCell.self) { mapping = $0 }
            self.mapping = mapping
            root = CascadingRootTableDelegate(childDelegates: [CascadingSectionTableDelegate()])
            if inTree { root.childDelegates.append(manager) }
            tableView = TableView.quiet(root: inTree ? root : manager)
            _ = tableView.numberOfRows
        }

        /// Changes the storage, and returns the table's changes. The table must report no anomaly.
        func changes(
            _ changes: [Change], sourceLocation: SourceLocation = #_sourceLocation, _ body: (inout [[Post]]) -> Void
        ) -> [TableViewChange]? {
            let revision = tableView.revision
            storage.change(changes, body)
            #expect(tableView.anomalies.counts.isEmpty, sourceLocation: sourceLocation)
            #expect(tableView.revision == revision + 1, sourceLocation: sourceLocation)
            return tableView.history.changes(since: revision)
        }
    }

    @Test func `Each change of the storage is one of the table`() {
        let world = World()
        #expect(
            world.changes([.insertItem(Post(), at: [0, 1])]) { $0[0].insert(Post(), at: 1) } == [.insertRows([[0, 1]])])
        #expect(world.changes([.deleteItem(Post(), at: [0, 1])]) { $0[0].remove(at: 1) } == [.deleteRows([[0, 1]])])
        #expect(
            world.changes([.moveItem(Post(), from: [0, 0], to: [1, 1])]) { $0[1].append($0[0].removeFirst()) }
                == [.moveRow(from: [0, 0], to: [1, 1])])
        #expect(
            world.changes([.updateItem(Post(), old: Post(), at: [1, 0])]) { $0[1][0].title = "new" }
                == [.reloadRows([[1, 0]])])
        #expect(world.changes([.insertSection(2)]) { $0.append([]) } == [.insertSections([2], animation: .none)])
        #expect(
            world.changes([.moveSection(from: 2, to: 0)]) { $0.insert($0.removeLast(), at: 0) } == [
                .moveSection(from: 2, to: 0)
            ])
        #expect(world.changes([.deleteSection(0, items: [])]) { $0.removeFirst() } == [.deleteSections([0])])
        #expect(world.changes([.updateSection(1)]) { _ in } == [.reloadSections([1])])
    }

    @Test func `Several changes are one revision`() {
        let world = World()
        let changes = world.changes([.deleteItem(Post(), at: [0, 0]), .insertItem(Post(id: 5), at: [1, 0])]) {
            $0[0].removeFirst()
            $0[1].insert(Post(id: 5), at: 0)
        }
        #expect(Set(changes ?? []) == [.deleteRows([[0, 0]]), .insertRows([[1, 0]])])
        #expect(world.tableView.numberOfRows == 4)
    }

    @Test(arguments: 0..<30 as Range<UInt64>, [false, true])
    func `After any changes of a memory storage the table shows it, with every row by its name`(
        seed: UInt64, inTree: Bool
    ) throws {
        let walk = StorageWalk(seed: seed)
        let manager = TableManager(storage: walk.storage)
        manager.register(TableViewCell.self, for: StorageWalk.Item.self) { cell, item, _ in
            cell.title = "\(item.id) \(item.version)"
        }
        manager.identifier { "\($0.id)" }
        let empty = CascadingSectionTableDelegate()
        let tableView = TableView.quiet(
            root: inTree ? CascadingRootTableDelegate(childDelegates: [empty, manager]) : manager)
        _ = tableView.numberOfRows

        for _ in 0..<30 {
            try walk.step()

            let shown = inTree ? [walk.sections.first ?? []] : walk.sections
            let offset = inTree ? 1 : 0
            #expect(tableView.titles.dropFirst(offset) == ArraySlice(shown.map { $0.map { "\($0.id) \($0.version)" } }))
            for (section, items) in shown.enumerated() {
                for (row, item) in items.enumerated() {
                    let name = inTree ? "\(manager.identifier)-\(item.id)" : "\(item.id)"
                    #expect(tableView.indexPath(forRowWithIdentifier: name) == [section + offset, row])
                }
            }
        }
        #expect(tableView.anomalies.counts.isEmpty)
    }

    @Test func `A row that is reloaded shows its new model`() {
        let world = World()
        #expect(world.tableView.cellForRow(at: [0, 1])?.title == "post")
        _ = world.changes([.updateItem(Post(), old: Post(), at: [0, 1])]) { $0[0][1].title = "new" }
        #expect(world.tableView.cellForRow(at: [0, 1])?.title == "new")
    }

    @Test func `In a tree a change is one of the manager's section`() {
        let world = World(inTree: true)
        #expect(world.changes([.insertItem(Post(), at: [0, 3])]) { $0[0].append(Post()) } == [.insertRows([[1, 3]])])
        #expect(world.changes([.deleteItem(Post(), at: [0, 0])]) { $0[0].removeFirst() } == [.deleteRows([[1, 0]])])
        #expect(
            world.changes([.moveItem(Post(), from: [0, 0], to: [0, 1])]) { $0[0].swapAt(0, 1) }
                == [.moveRow(from: [1, 0], to: [1, 1])])
        #expect(world.changes([.updateSection(0)]) { _ in } == [.reloadSections([1])])
    }

    @Test func `A reload of the storage is one of the table, in a tree of the section`() {
        let world = World()
        let revision = world.tableView.revision
        world.storage.sections = []
        world.manager.storageNeedsReload()
        #expect(world.tableView.history.changes(since: revision) == [.reloadData])
        #expect(world.tableView.numberOfSections == 0)

        let tree = World(inTree: true)
        let before = tree.tableView.revision
        tree.storage.sections = []
        tree.manager.storageNeedsReload()
        #expect(tree.tableView.history.changes(since: before) == [.reloadSections([1])])
        #expect(tree.tableView.numberOfRows(inSection: 1) == 0)
    }

    @Test func `Another storage is shown in place of the first, which is listened to no more`() {
        let world = World()
        let other = ListStorage<Post>([[Post(title: "other")]])

        world.manager.storage = other

        #expect(world.tableView.titles == [["other"]])
        #expect(world.storage.observers.isEmpty)
        #expect(other.observers.count == 1)
        let revision = world.tableView.revision
        other.change([.insertItem(Post(), at: [0, 0])]) { $0[0].insert(Post(), at: 0) }
        #expect(world.tableView.history.changes(since: revision) == [.insertRows([[0, 0]])])
    }

    @Test func `A manager taken from its tree changes that table no more`() {
        let world = World(inTree: true)
        world.root.childDelegates.removeLast()
        let revision = world.tableView.revision
        world.storage.change([.insertItem(Post(), at: [0, 0])]) { $0[0].insert(Post(), at: 0) }
        #expect(world.tableView.revision == revision)
    }

    // MARK: Handlers that change storage or manager

    @Test func `A handler may remove the row it was called for`() async throws {
        let world = World()
        world.mapping?.didSelect { [storage = world.storage] _, post, indexPath in
            storage.change([.deleteItem(post, at: indexPath)]) { $0[indexPath.section].remove(at: indexPath.row) }
        }
        try await world.tableView.gestures.touchRow(at: [0, 1])
        #expect(world.tableView.numberOfRows(inSection: 0) == 2)
        #expect(world.tableView.indexPathsForSelectedRows == [])
        #expect(world.tableView.anomalies.counts.isEmpty)
    }

    @Test func `A handler may unregister its own mapping and register another`() async throws {
        let world = World()
        world.mapping?.didSelect { [manager = world.manager] _, _, _ in
            manager.unregister(PostCell.self)
            manager.register(TableViewCell.self, for: Post.self) { cell, _, _ in cell.title = "another" }
        }
        try await world.tableView.gestures.touchRow(at: [0, 1])
        #expect(world.tableView.cellForRow(at: [0, 0])?.title == "another")
    }

    @Test func `A handler of a cell may change the storage that is being shown`() {
        let world = World()
        world.manager.unregister(PostCell.self)
        world.manager.register(PostCell.self) { _ in
        } handler: { [storage = world.storage] _, _, indexPath in
            guard indexPath == [0, 0], storage.sections[0].count == 3 else { return }
            storage.change([.deleteItem(Post(id: 0), at: [0, 0])]) { $0[0].removeFirst() }
        }
        #expect(world.tableView.cellForRow(at: [0, 0])?.title == "post")
        #expect(world.tableView.numberOfRows(inSection: 0) == 2)
    }

    // MARK: Lifetimes

    @Test func `A manager is let go with its table, though its storage lives`() {
        let storage = ListStorage<Post>([[Post()]])
        weak var manager: TableManager<Post>?
        weak var tableView: TableView?
        do {
            let made = TableManager(storage: storage)
            made.register(PostCell.self) { $0.didSelect { _, _, _ in } }
            let table = TableView(root: made)
            _ = table.cellForRow(at: [0, 0])
            manager = made
            tableView = table
            storage.removeObserver(made)
        }
        #expect(tableView == nil)
        #expect(manager == nil)
    }
}
