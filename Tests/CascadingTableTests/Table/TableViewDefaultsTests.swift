import CascadingTable
import FoundationEssentials
import TestSupport
import Testing

/// Tests properties of a table that apply if the delegate has no answer.
@TableActor
@Suite struct TableViewDefaultsTests {
    private let list = List()

    private func makeTable() -> TableView { TableView(dataSource: list, delegate: list) }

    @Test func `Heights of the table hold where the delegate has the defaults`() {
        let tableView = makeTable()
        tableView.rowHeight = 70
        tableView.sectionHeaderHeight = 30
        tableView.sectionFooterHeight = 20
        #expect(tableView.height(forRowAt: [0, 0]) == 70)
        #expect(tableView.height(forRowAt: [0, 1]) == 90)
        #expect(tableView.height(forHeaderInSection: 0) == 30)
        #expect(tableView.height(forFooterInSection: 0) == 20)
    }

    @Test func `No row can be selected if the table does not allow it`() async throws {
        let tableView = makeTable()
        let revision = tableView.revision
        tableView.allowsSelection = false
        #expect(tableView.revision == revision + 1)
        #expect(!tableView.responder(forRowAt: [0, 0]).isHighlightable)
        await #expect(throws: TableViewError.self) { try await tableView.gestures.touchRow(at: [0, 0]) }
        tableView.allowsSelection = true
        try await tableView.gestures.touchRow(at: [0, 0])
        #expect(tableView.indexPathsForSelectedRows == [[0, 0]])
    }

    @Test func `Rows of a batch cannot be selected either`() {
        let tableView = makeTable()
        #expect(tableView.responder(inSection: 0).rows(at: [0])?.rows[0].isSelectable == true)
        tableView.allowsSelection = false
        #expect(tableView.responder(inSection: 0).rows(at: [0])?.rows[0].isSelectable == false)
    }

    @Test func `Changes between beginUpdates and endUpdates are one revision`() {
        let tableView = makeTable()
        #expect(tableView.numberOfRows(inSection: 0) == 2)
        let revision = tableView.revision
        tableView.beginUpdates()
        list.count = 4
        tableView.insertRows(at: [[0, 2]])
        tableView.beginUpdates()
        tableView.insertRows(at: [[0, 3]])
        tableView.endUpdates()
        #expect(tableView.revision == revision)
        tableView.endUpdates()
        #expect(tableView.revision == revision + 1)
        #expect(tableView.numberOfRows(inSection: 0) == 4)
        #expect(tableView.anomalies.counts == [:])
        // A surplus call has no effect, and later changes are announced.
        tableView.endUpdates()
        tableView.reconfigureRows(at: [[0, 0]])
        #expect(tableView.revision == revision + 2)
    }

    @Test func `Updates within a batch belong to it`() {
        let tableView = makeTable()
        let revision = tableView.revision
        tableView.performBatchUpdates {
            tableView.beginUpdates()
            tableView.reloadRows(at: [[0, 0]])
            tableView.endUpdates()
            #expect(tableView.revision == revision)
            tableView.reloadRows(at: [[0, 1]])
        }
        #expect(tableView.revision == revision + 1)
    }
}

private final class List: TableViewDataSource, TableViewDelegate {
    var count = 2

    func tableView(_ tableView: TableView, numberOfRowsInSection section: Int) -> Int { count }
    func tableView(_ tableView: TableView, cellForRowAt indexPath: IndexPath) -> TableViewCell { TableViewCell() }
    func tableView(_ tableView: TableView, heightForRowAt indexPath: IndexPath) -> Height {
        indexPath.row == 1 ? 90 : .automatic
    }
    func tableView(_ tableView: TableView, rowsAt rows: [Int], inSection section: Int) -> RowBatch? {
        var batch = RowBatch(fieldNames: ["a"])
        for row in rows { batch.beginRow(identifier: "\(row)") }
        return batch
    }
}
