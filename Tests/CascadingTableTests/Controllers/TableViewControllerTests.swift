import CascadingTable
import FoundationEssentials
import Testing

/// Tests a controller that is data source and delegate of its table.
@TableActor
@Suite struct TableViewControllerTests {
    @Test func `The table is asked after viewDidLoad, which is called once`() {
        let controller = Shelf()
        #expect(controller.calls == [])
        #expect(controller.tableView.numberOfSections == 2)
        #expect(controller.tableView === controller.tableView)
        #expect(controller.tableView.numberOfRows(inSection: 1) == 3)
        #expect(controller.calls == ["viewDidLoad", "numberOfSections", "numberOfRows"])
        #expect(controller.tableView.dataSource === controller)
        #expect(controller.tableView.delegate === controller)
    }

    @Test func `A table that is made for the controller loads it`() {
        let controller = Shelf()
        let tableView = TableView(root: controller)
        #expect(controller.calls == ["viewDidLoad"])
        #expect(controller.tableView === tableView)
    }

    @Test func `The title is that of the table, set before or after`() {
        let controller = Shelf()
        #expect(controller.title == nil)
        controller.title = "Before"
        #expect(controller.tableView.title == "Before")
        controller.title = "After"
        #expect(controller.tableView.title == "After")
        controller.tableView.title = "By the table"
        #expect(controller.title == "By the table")
    }

    @Test func `The style is that of the page`() {
        #expect(TableViewController().tableView.appearance.style == .plain)
        #expect(TableViewController(style: .insetGrouped).tableView.appearance.style == .insetGrouped)
    }

    /// One controller serves several sections, so its rows and sections need different identifiers.
    @Test func `Rows are named by their places and found by these names`() {
        let tableView = Shelf().tableView
        let rows: [IndexPath] = [[0, 0], [0, 2], [1, 0], [1, 2]]
        let names = rows.map(tableView.identifier(forRowAt:))
        #expect(Set(names).count == rows.count)
        for (row, name) in zip(rows, names) { #expect(tableView.indexPath(forRowWithIdentifier: name) == row) }
        #expect(tableView.identifier(forSection: 0) != tableView.identifier(forSection: 1))
        tableView.selectRow(at: [1, 2])
        #expect(tableView.indexPathsForSelectedRows == [[1, 2]])
    }

    @Test func `Names of the subclass are used`() {
        let controller = NamedShelf()
        #expect(controller.tableView.identifier(forRowAt: [1, 2]) == "1.2")
        #expect(controller.tableView.indexPath(forRowWithIdentifier: "1.2") == [1, 2])
    }

    @Test func `A controller and its table are released together once the table is mounted`() {
        weak var released: Shelf?
        do {
            let controller = Shelf()
            released = controller
            let tableView = controller.tableView
            controller.tableWasMounted()
            #expect(controller.tableView === tableView)
        }
        #expect(released == nil)
    }

    @Test func `A controller that outlives its table has an empty one`() {
        let controller = Shelf()
        do {
            let tableView = controller.tableView
            controller.tableWasMounted()
            withExtendedLifetime(tableView) {}
        }
        #expect(controller.tableView.numberOfSections == 0)
        #expect(controller.calls == ["viewDidLoad"])
    }

    @Test func `Viewers are counted`() {
        let controller = Shelf()
        let tableView = controller.tableView
        tableView.viewerWillAppear()
        #expect(tableView.hosting.numberOfViewers == 0)
        tableView.viewerDidAppear()
        tableView.viewerWillAppear()
        tableView.viewerDidAppear()
        #expect(tableView.hosting.numberOfViewers == 2)
        tableView.viewerDidDisappear()
        #expect(
            controller.calls == [
                "viewDidLoad", "willAppear 1", "didAppear 1", "willAppear 2", "didAppear 2", "didDisappear 1",
            ])
    }
}

private class Shelf: TableViewController {
    var calls: [String] = []

    override func viewDidLoad() { calls.append("viewDidLoad") }
    override func tableViewWillAppear(viewers: Int) { calls.append("willAppear \(viewers)") }
    override func tableViewDidAppear(viewers: Int) { calls.append("didAppear \(viewers)") }
    override func tableViewDidDisappear(viewers: Int) { calls.append("didDisappear \(viewers)") }

    override func numberOfSections(in tableView: TableView) -> Int {
        calls.append("numberOfSections")
        return 2
    }

    override func tableView(_ tableView: TableView, numberOfRowsInSection section: Int) -> Int {
        calls.append("numberOfRows")
        return 3
    }
}

private final class NamedShelf: Shelf {
    override func tableView(_ tableView: TableView, identifierForRowAt indexPath: IndexPath) -> String? {
        "\(indexPath.section).\(indexPath.row)"
    }
}
