import FoundationEssentials
import Testing

@testable import CascadingTable

@TableActor
@Suite struct RevisionHistoryTests {
    private func world() -> (ModelTable, TableView) {
        let model = ModelTable(counts: [3, 3])
        let tableView = model.shown()
        return (model, tableView)
    }

    @Test func `Nothing has changed since now`() {
        let (_, tableView) = world()
        #expect(tableView.history.changes(since: tableView.revision) == [])
    }

    @Test func `The changes since a revision are those after it, in order`() {
        let (_, tableView) = world()
        let revision = tableView.revision
        for row in 0..<3 {
            tableView.reloadRows(at: [[0, row]])
            #expect(tableView.revision == revision + UInt64(row) + 1)
        }
        #expect(tableView.history.changes(since: revision) == (0..<3).map { .reloadRows([[0, $0]]) })
        #expect(tableView.history.changes(since: revision + 2) == [.reloadRows([[0, 2]])])
    }

    @Test func `Rows that were reloaded are known until anything else changes`() throws {
        let (_, tableView) = world()
        let revision = tableView.revision
        tableView.reloadRows(at: [[1, 2]])
        tableView.reloadRows(at: [[0, 1]])
        #expect(tableView.history.changes(since: revision)?.reloadedRows == [[1, 2], [0, 1]])
        tableView.title = "Other"
        #expect(tableView.history.changes(since: revision)?.reloadedRows == nil)
    }

    @Test func `Changes too long ago are no longer known`() {
        let (_, tableView) = world()
        let revision = tableView.revision
        for _ in 0..<256 {
            tableView.reloadRows(at: [[0, 0]])
            _ = tableView.revision
        }
        #expect(tableView.history.changes(since: revision)?.count == 256)

        tableView.reloadRows(at: [[0, 0]])

        #expect(tableView.history.changes(since: revision) == nil)
        #expect(tableView.history.changes(since: revision + 1)?.count == 256)
        #expect(tableView.history.changes(since: 0) == nil)
    }

    @Test func `A revision that is not there yet is not known`() {
        let (_, tableView) = world()
        for revision in [tableView.revision + 1, tableView.revision + 100, .max, .max - 1] {
            #expect(tableView.history.changes(since: revision) == nil)
        }
    }

    @Test func `Of a table that never changed nothing before is known`() {
        #expect(TableView().history.changes(since: 0) == nil)
        #expect(TableView().history.changes(since: 1) == [])
        #expect(TableView().history.changes(since: .max) == nil)
    }

    @Test func `A revision is counted, and has its changes`() {
        let history = TableHistory()
        let count = history.changeCount
        #expect(history.revision == 1)
        history.append([.reloadRows([[0, 1]])])
        history.append([.insertRows([[0, 0]])])
        #expect(history.revision == 3)
        #expect(history.changeCount == count + 2)
        #expect(history.changes(since: 1, through: 3) == [.reloadRows([[0, 1]]), .insertRows([[0, 0]])])
        #expect(history.changes(since: 1, through: 2) == [.reloadRows([[0, 1]])])
        #expect(history.changes(since: 0, through: 3) == nil)
    }

    @Test func `A row without a name has another one once rows above it moved`() {
        let history = TableHistory()
        #expect(history.placeIdentifier(of: [0, 3]) == "0-3")
        history.append([.reloadRows([[0, 3]])])
        #expect(history.placeIdentifier(of: [0, 3]) == "0-3")
        history.append([.deleteRows([[0, 2]])])
        #expect(history.placeIdentifier(of: [0, 3]) == "0-3@3")
        #expect(history.placeIdentifier(of: [0, 1]) == "0-1")
        history.append([.reloadData], movingRows: false)
        #expect(history.placeIdentifier(of: [0, 1]) == "0-1")
        history.append([.reloadData])
        #expect(history.placeIdentifier(of: [0, 1]) == "0-1@5")
    }
}
