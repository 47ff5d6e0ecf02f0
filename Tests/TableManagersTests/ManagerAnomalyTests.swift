import CascadingTable
import TableManagers
import FoundationEssentials
import Testing

@TableActor
@Suite struct ManagerAnomalyTests {
    @Test func `The table's action is called for a model without a cell`() {
        let manager = TableManager(storage: ListStorage<Post>([[Post()]]))
        let tableView = TableView(root: manager)
        var acted: [Anomaly.Code] = []
        tableView.anomalies.action = { acted.append($0.code) }
        _ = tableView.cellForRow(at: [0, 0])
        #expect(acted == [.noCellMappingFound])
    }

    @Test func `What the table silences is shown and not counted`() {
        let tableView = TableView.quiet(root: TableManager(storage: ListStorage<any FeedItem>([[Post(), Unknown()]])))
        tableView.anomalies.silence { $0.code == .noCellMappingFound }
        #expect(tableView.titles == [["No cell is registered for Post.", "No cell is registered for Unknown."]])
        #expect(tableView.anomalies.counts.isEmpty)
    }
}
