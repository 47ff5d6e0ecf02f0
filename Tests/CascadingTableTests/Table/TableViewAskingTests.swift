import CascadingTable
import FoundationEssentials
import TableTesting
import TestSupport
import Testing

@TableActor
@Suite struct TableViewAskingTests {
    @Test func `Counts are asked once and kept until a reload`() {
        let model = ModelTable(counts: [2, 3])
        let tableView = model.shown()

        for _ in 0..<3 {
            #expect(model.counts == [2, 3])
            #expect(tableView.numberOfRows == 5)
            #expect(tableView.hasRow(at: [1, 2]))
        }
        #expect(model.sectionQuestions == 1)
        #expect(model.rowQuestions == [0: 1, 1: 1])

        model.sections = [["a"]]
        #expect(model.counts == [2, 3])
        tableView.reloadData()
        #expect(model.counts == [1])
        #expect(model.sectionQuestions == 2)
    }

    @Test func `Columns are asked once and kept until a reload`() {
        let section = ColumnCountingSection(childDelegates: [CascadingBareTableDelegate()])
        let tableView = TableView(root: CascadingRootTableDelegate(childDelegates: [section]))

        for _ in 0..<3 { #expect(tableView.columns.map(\.name) == ["1"]) }
        tableView.title = "Other"
        #expect(tableView.columns.map(\.name) == ["1"])
        tableView.reloadRows(at: [[0, 0]])
        #expect(tableView.columns.map(\.name) == ["2"])
    }

    @Test func `Columns made from who asks are asked for each request`() {
        let section = ColumnCountingSection(childDelegates: [CascadingBareTableDelegate()])
        section.readsSession = true
        let tableView = TableView(root: CascadingRootTableDelegate(childDelegates: [section]))

        for count in 1...3 {
            let request = TableRequest(session: TableSession(id: "\(count)"))
            _ = tableView.answering(request) {
                for _ in 0..<2 { #expect(tableView.columns.map(\.name) == ["\(count)"]) }
            }
        }
    }

    /// A section whose column is named by the number of calls.
    private final class ColumnCountingSection: CascadingSectionTableDelegate {
        var readsSession = false
        private var count = 0

        override func columns(in tableView: TableView) -> [TableViewColumn] {
            count += 1
            if readsSession { _ = tableView.session }
            return [TableViewColumn("\(count)")]
        }
    }

    @Test func `A section that is not there has no rows and is not asked for`() {
        let model = ModelTable(counts: [2])
        let tableView = model.shown()
        for section in [-1, 1, .max, .min] { #expect(tableView.numberOfRows(inSection: section) == 0) }
        #expect(model.rowQuestions == [:])
    }

    @Test func `A negative number of sections is an anomaly and counts as none`() {
        let model = ModelTable(counts: [2])
        model.countOfSections = -3
        #expect(model.shown().numberOfSections == 0)
        #expect(model.tableView.numberOfRows == 0)
        #expect(model.anomalies.map(\.code) == [.negativeCount])
    }

    @Test func `A negative number of rows is an anomaly and counts as none`() {
        let model = ModelTable(counts: [2, 2])
        model.countOfRows = [1: -1]
        #expect(model.shown().numberOfRows == 2)
        #expect(model.anomalies.map(\.code) == [.negativeCount])
        #expect(
            model.anomalies.first?.description == "negativeCount: numberOfRowsInSection 1 answered -1; it counts as 0.")
    }

    @Test func `Counts that cannot be added up are an anomaly and end at the limit`() {
        let model = ModelTable(counts: [2, 2])
        model.countOfRows = [0: .max, 1: .max]
        #expect(model.shown().numberOfRows == 2 << 40)
        #expect(model.anomalies.map(\.code) == [.excessiveCount, .excessiveCount])

        model.countOfSections = .max
        model.tableView.reloadData()
        #expect(model.tableView.numberOfSections == 1 << 20)
    }

    @Test func `A table without data source or delegate is empty`() async throws {
        let tableView = TableView()
        #expect(tableView.numberOfSections == 0)
        #expect(tableView.window(size: 10).sections.isEmpty)
        #expect(tableView.columns == [])
        #expect(tableView.indexPath(forRowWithIdentifier: "a") == nil)
        #expect(tableView.height(forRowAt: [0, 0]) == .automatic)
        await #expect(throws: TableViewError.self) { try await tableView.gestures.touchRow(at: [0, 0]) }
    }

    @Test func `A data source alone selects without being asked`() async throws {
        let model = ModelTable(counts: [2])
        model.tableView.dataSource = model
        #expect(try await model.tableView.gestures.touchRow(at: [0, 1]) == [0, 1])
        #expect(try await model.tableView.gestures.releaseRow(at: [0, 1]) == [0, 1])
        #expect(model.tableView.indexPathForSelectedRow == nil)
    }

    @Test func `A row is found by name wherever it is`() {
        let model = ModelTable([["a", "b"], [], ["c"]])
        let tableView = model.shown()
        #expect(tableView.indexPath(forRowWithIdentifier: "c") == [2, 0])
        #expect(tableView.indexPath(forRowWithIdentifier: "d") == nil)
    }

    @Test func `A row or section without a name goes by its place`() {
        let recorder = RecordingTableDelegate()
        recorder.answers.numberOfSections = 4
        recorder.answers.numberOfRows = 3
        let tableView = TableView(dataSource: recorder)
        #expect(tableView.identifier(forRowAt: [3, 2]) == "3-2")
        #expect(tableView.identifier(forSection: 3) == "3")
    }

    @Test func `A row that the data source finds where no row is counts as gone`() {
        let recorder = RecordingTableDelegate()
        recorder.answers.rowWithIdentifier = [0, 5]
        recorder.answers.numberOfRows = 5
        let tableView = TableView(dataSource: recorder)
        #expect(tableView.indexPath(forRowWithIdentifier: "x") == nil)
    }

    @Test func `A change of what stands around the rows makes a revision, and setting the same does not`() {
        let tableView = TableView(title: "Market")
        let changes: [@TableActor () -> Void] = [
            { tableView.title = "Shop" }, { tableView.navigationItem.breadcrumbs = [TableLink("Home", to: "/")] },
            { tableView.allowsMultipleSelection = true },
        ]
        for (index, change) in changes.enumerated() {
            change()
            #expect(tableView.revision == UInt64(2 + index))
            change()
            #expect(tableView.revision == UInt64(2 + index))
        }
        tableView.performBatchUpdates {
            tableView.title = "Mall"
            tableView.navigationItem.breadcrumbs = []
        }
        #expect(tableView.revision == 5)
        #expect(tableView.history.changes(since: 4)?.contains(.reloadData) == true)
    }
}
