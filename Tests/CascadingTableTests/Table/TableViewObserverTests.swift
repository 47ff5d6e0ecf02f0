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
        tableView.addObserver(observer)
        tableView.addObserver(observer)
        let first = tableView.revision
        tableView.reloadData()
        tableView.title = "Other"
        #expect(observer.revisions == [first + 1, first + 2])
        tableView.removeObserver(observer)
        tableView.reloadData()
        #expect(observer.revisions.count == 2)
    }

    @Test func aRevisionOfAnAnswerIsToldToTheObserversOfTheTable() {
        let tableView = TableView(root: CascadingRootTableDelegate())
        let observer = Observer()
        tableView.addObserver(observer)
        let answer = TableView(
            root: CascadingRootTableDelegate(), answering: TableQuery(sort: [.init("a")]), of: tableView)
        let before = tableView.revision
        answer.reloadData()
        #expect(tableView.revision == before + 1)
        #expect(observer.revisions.last == before + 1)
    }
}
