import CascadingTable
import FoundationEssentials
import TableTesting
import Testing

/// Tests which reloads follow when the children of a node change, by the table's revision and its changes.
@TableActor
@Suite struct ReloadOnChildDelegatesChangedTests {
    private let row = CascadingBareTableDelegate()
    private let section = CascadingSectionTableDelegate()
    private let root: CascadingRootTableDelegate
    private let tableView: TableView

    init() {
        root = CascadingRootTableDelegate(childDelegates: [CascadingSectionTableDelegate(), section])
        tableView = TableView(root: root)
        _ = tableView.numberOfRows
    }

    @Test func `A root reloads nothing unless told`() {
        root.childDelegates.append(CascadingSectionTableDelegate())
        #expect(tableView.revision == 1)
        #expect(tableView.numberOfSections == 2)
    }

    @Test func `A root that is told reloads the table`() {
        root.reloadOnChildDelegatesChanged = true
        root.childDelegates.append(CascadingSectionTableDelegate())
        #expect(tableView.revision == 2)
        #expect(tableView.history.changes(since: 1) == [.reloadData])
        #expect(tableView.numberOfSections == 3)
    }

    @Test func `A section reloads nothing unless told`() {
        section.childDelegates = [row]
        #expect(tableView.revision == 1)
        #expect(tableView.numberOfRows(inSection: 1) == 0)
    }

    @Test func `A section can reload the whole table`() {
        section.reloadModeOnChildDelegatesChanged = .whole
        section.childDelegates = [row]
        #expect(tableView.history.changes(since: 1) == [.reloadData])
        #expect(tableView.numberOfRows(inSection: 1) == 1)
    }

    @Test func `A section can reload itself alone`() {
        section.reloadModeOnChildDelegatesChanged = .section(animation: .fade)
        section.childDelegates = [row]
        #expect(tableView.history.changes(since: 1) == [.reloadSections([1], animation: .fade)])
        #expect(tableView.numberOfRows(inSection: 1) == 1)
    }

    @Test func `Each change is one reload, and changes in a batch are one revision`() {
        section.reloadModeOnChildDelegatesChanged = .section(animation: .none)
        section.childDelegates.append(row)
        section.childDelegates.removeLast()
        #expect(tableView.revision == 3)

        tableView.performBatchUpdates {
            section.childDelegates.append(row)
            section.childDelegates.append(CascadingBareTableDelegate())
        }

        #expect(tableView.revision == 4)
        #expect(
            tableView.history.changes(since: 3) == [
                .reloadSections([1], animation: .none), .reloadSections([1], animation: .none),
            ])
        #expect(tableView.numberOfRows(inSection: 1) == 2)
    }

    @Test func `The index of a section is right before its reload fires`() {
        section.reloadModeOnChildDelegatesChanged = .section(animation: .none)
        root.childDelegates.insert(CascadingSectionTableDelegate(), at: 0)
        tableView.reloadData()
        let revision = tableView.revision

        section.childDelegates = [row]

        #expect(tableView.history.changes(since: revision) == [.reloadSections([2], animation: .none)])
    }

    @Test func `Children have their new index when the reload asks`() {
        let seen = Seen()
        let observed = ObservedTable(seen: seen, children: [RecordingTableDelegate(), RecordingTableDelegate()])
        observed.reloadModeOnChildDelegatesChanged = .section(animation: .none)
        root.childDelegates = [observed]
        tableView.reloadData()
        _ = tableView.numberOfRows

        observed.childDelegates.remove(at: 0)

        #expect(seen.indexes == [0])
    }

    @Test func `A removed section no longer reloads the table it has left`() {
        for mode: CascadingSectionTableDelegate.ReloadMode in [.whole, .section(animation: .none)] {
            let section = CascadingSectionTableDelegate()
            section.reloadModeOnChildDelegatesChanged = mode
            root.childDelegates = [section]
            root.childDelegates = []
            tableView.reloadData()
            let revision = tableView.revision

            section.childDelegates = [row]

            #expect(tableView.revision == revision)
        }
    }

    @Test func `A node that is in no table reloads nothing`() {
        let root = CascadingRootTableDelegate()
        root.reloadOnChildDelegatesChanged = true
        root.childDelegates = [section]
        let lone = CascadingSectionTableDelegate()
        lone.reloadModeOnChildDelegatesChanged = .whole
        lone.childDelegates = [row]
        #expect(lone.childDelegates.count == 1)
    }

    @TableActor private final class Seen {
        var indexes: [Int] = []
    }

    /// Records the indexes of its children when the table counts its rows. A checked reload counts at once.
    private final class ObservedTable: CascadingSectionTableDelegate {
        let seen: Seen

        init(seen: Seen, children: [any CascadingTableDelegate]) {
            self.seen = seen
            super.init(childDelegates: children)
        }

        override func tableView(_ tableView: TableView, numberOfRowsInSection section: Int) -> Int {
            seen.indexes = childDelegates.map(\.index)
            return super.tableView(tableView, numberOfRowsInSection: section)
        }
    }
}
