import CascadingTable
import Testing

/// Tests which observers are told of the revisions of a table.
@TableActor
@Suite struct TableViewObserverTests {
    private final class Observer: TableViewObserver {
        var revisions: [UInt64] = []
        func tableViewDidChange(_ tableView: TableView) { revisions.append(tableView.revision) }
    }

    @Test func eachRevisionIsTold() {
        let tableView = TableView(root: CascadingRootTableDelegate())
        let observer = Observer()
        tableView.history.addObserver(observer)
        tableView.history.addObserver(observer)
        let first = tableView.revision
        tableView.reloadData()
        tableView.title = "Other"
        #expect(observer.revisions == [first + 1, first + 2])
        tableView.history.removeObserver(observer)
        tableView.reloadData()
        #expect(observer.revisions.count == 2)
    }

    @Test func aRevisionOfAnAnswerIsToldToTheObserversOfTheTable() {
        let tableView = TableView(root: CascadingRootTableDelegate())
        let observer = Observer()
        tableView.history.addObserver(observer)
        let answer = TableView(
            root: CascadingRootTableDelegate(), answering: TableQuery(sort: [.init("a")]), of: tableView)
        let before = tableView.revision
        #expect(answer.answering(TableRequest()) { answer.numberOfRows }.result == 0)
        answer.reloadData()
        #expect(tableView.revision == before + 1)
        #expect(observer.revisions.last == before + 1)
    }

    /// Otherwise each new query of a visitor would reload the pages of all others.
    @Test func `An answer that is set up changes nothing for others`() {
        final class Found: TableViewController {
            override func viewDidLoad() {
                title = "Found"
                tableView.toolbar = [TableViewToolbarAction(id: "back", title: "Back") { _ in }]
                tableView.reloadData()
            }
        }
        let tableView = TableView(root: CascadingRootTableDelegate())
        let before = tableView.revision
        let answer = TableView(root: Found(), answering: TableQuery(sort: [.init("a")]), of: tableView)
        answer.selectionActions = [TableViewSelectionAction(id: "ship", title: "Ship") { _, _ in }]
        #expect(answer.title == "Found")
        #expect(tableView.revision == before)
    }

    @Test func `Actions that look the same are no change`() {
        let tableView = TableView(root: CascadingRootTableDelegate())
        let set = {
            tableView.toolbar = [TableViewToolbarAction(id: "new", title: "New") { _ in }]
            tableView.selectionActions = [TableViewSelectionAction(id: "ship", title: "Ship") { _, _ in }]
        }
        set()
        let before = tableView.revision
        set()
        #expect(tableView.revision == before)
        tableView.toolbar[0].title = "Add"
        tableView.selectionActions[0].style = .destructive
        #expect(tableView.revision == before + 2)
    }
}
