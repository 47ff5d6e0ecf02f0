import CascadingTable
import TableStorage
import TableManagers
import FoundationEssentials
import TestSupport
import Testing

@TableActor
@Suite struct TableManagerTests {
    @Test func `A feed of several types is shown by the cells registered for them`() {
        let storage = ListStorage<any FeedItem>([[Post(title: "first")], [Photo(name: "sea"), Dog()]])
        let manager = TableManager(storage: storage)
        manager.register(PostCell.self)
        manager.register(PhotoCell.self, for: Photo.self) { cell, photo, indexPath in
            cell.cell.title = photo.name
            cell.cell.subtitle = "\(indexPath.section).\(indexPath.row)"
        }
        manager.register(AnimalCell.self)

        let tableView = TableView(title: "Feed", root: manager)

        #expect(tableView.titles == [["first"], ["sea", "dog"]])
        #expect(tableView.cellForRow(at: [0, 0])?.style == .subtitle)
        #expect(tableView.cellForRow(at: [1, 0])?.subtitle == "1.0")
        #expect(tableView.anomalies.counts.isEmpty)
    }

    @Test func `It reads like a table view of iOS`() async throws {
        let storage = MemoryStorage<any FeedItem>()
        let manager = TableManager(storage: storage)
        var picked: [String] = []
        manager.register(PostCell.self) { mapping in
            mapping.didSelect { cell, post, indexPath in picked.append("\(cell.cell.title ?? "") \(indexPath)") }
            mapping.heightForCell { post, indexPath in 44 }
            mapping.condition = .section(1)
        }
        manager.register(PhotoCell.self, for: Photo.self) { mapping in
            mapping.commitEditingStyle { style, cell, photo, indexPath in try? storage.removeItem(at: indexPath) }
        } handler: { cell, photo, indexPath in
            cell.cell.title = photo.name
        }
        manager.headers.register(TableViewHeaderFooterView.self, for: String.self) { view, title, section in
            view.title = title
        }
        let tableView = TableView(title: "Feed", root: manager)

        try storage.setItems([Photo(name: "sea")])
        try storage.setItems([Post(title: "first")], forSection: 1)
        try storage.setSectionHeaderModels(["Photos", "Posts"])
        try storage.addItem(Photo(name: "sky"))
        try await tableView.gestures.touchRow(at: [1, 0])

        #expect(tableView.titles == [["sea", "sky"], ["first"]])
        #expect(tableView.headerView(forSection: 1)?.title == "Posts")
        #expect(tableView.height(forRowAt: [1, 0]) == 44)
        #expect(picked == ["first [1, 0]"])
        #expect(tableView.anomalies.counts.isEmpty)

        try await manager.tableView(tableView, commit: .delete, forRowAt: [0, 0])
        #expect(tableView.titles == [["sky"], ["first"]])
    }

    @Test func `In a tree it shows section 0 of its storage, wherever it stands`() {
        let storage = ListStorage<Post>([[Post(title: "a"), Post(title: "b")], [Post(title: "not shown")]])
        let manager = TableManager(storage: storage)
        manager.register(PostCell.self)
        let root = CascadingRootTableDelegate(childDelegates: [CascadingSectionTableDelegate(), manager])
        let tableView = TableView(root: root)
        #expect(tableView.titles == [[], ["a", "b"]])

        root.childDelegates.removeFirst()
        tableView.reloadData()

        #expect(tableView.titles == [["a", "b"]])
    }

    @Test(arguments: [[], [0], [0, 2], [0, -1], [-1, 0], [2, 0], [0, 0, 0]] as [IndexPath])
    func `A path that leads nowhere has an empty cell that says so`(indexPath: IndexPath) {
        let manager = TableManager(storage: ListStorage<Post>([[Post()]]))
        manager.register(PostCell.self)
        let tableView = TableView.quiet(root: manager)

        let cell = manager.tableView(tableView, cellForRowAt: indexPath)

        #expect(cell.title?.hasPrefix("There is no model at") == true)
        #expect(!cell.isEnabled)
        #expect(tableView.anomalies.counts == [.nilCellModel: 1])
        #expect(tableView.anomalies.recent.first?.indexPath == indexPath)
    }
}

extension TableView {
    /// The titles of all cells.
    var titles: [[String]] {
        (0..<numberOfSections).map { section in
            (0..<numberOfRows(inSection: section)).map { cellForRow(at: [section, $0])?.title ?? "" }
        }
    }

    /// Returns a table that does not log its anomalies.
    static func quiet(root: any CascadingTableDelegate) -> TableView {
        let tableView = TableView(root: root)
        tableView.anomalies.action = { _ in }
        return tableView
    }
}
