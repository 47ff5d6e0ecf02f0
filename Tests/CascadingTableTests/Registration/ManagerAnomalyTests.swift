import CascadingTable
import FoundationEssentials
import Testing

@TableActor
@Suite struct ManagerAnomalyTests {
    private func make() -> TableManager<any FeedItem> {
        let manager = TableManager(storage: ListStorage<any FeedItem>([[Post(), Unknown()]]))
        manager.anomalies.action = { _ in }
        return manager
    }

    @Test func `An event for cells, headers or footers that are not registered`() {
        let manager = make()
        manager.cells(PostCell.self).didSelect { _, _, _ in }
        manager.cells(for: Post.self).heightForCell { _, _ in 1 }
        manager.headers(TableViewHeaderFooterView.self, for: String.self).height { _, _ in 1 }
        manager.footers(TableViewHeaderFooterView.self, for: String.self).height { _, _ in 1 }

        #expect(manager.anomalies.counts == [.eventRegistrationForUnregisteredMapping: 4])
        #expect(
            manager.anomalies.recent.first?.message
                == "An event is attached to PostCell for Post, which is not registered.")
    }

    @Test func `An event for a mapping that has been unregistered`() {
        let manager = make()
        var mapping: CellMapping<PostCell, Post>?
        manager.register(PostCell.self) { mapping = $0 }
        mapping?.didSelect { _, _, _ in }
        #expect(manager.anomalies.counts.isEmpty)

        manager.unregister(PostCell.self)
        mapping?.didDeselect { _, _, _ in }

        #expect(manager.anomalies.counts == [.unusedEventDetected: 1])
    }

    @Test func `A table lists what was wrong before it was there, and acts on it no more`() {
        let manager = make()
        manager.cells(PostCell.self).didSelect { _, _, _ in }
        var acted: [Anomaly.Code] = []
        manager.anomalies.action = { acted.append($0.code) }
        let before = AnomalyHandler.defaultAction
        defer { AnomalyHandler.defaultAction = before }
        AnomalyHandler.defaultAction = { acted.append($0.code) }

        let tableView = TableView(root: manager)
        tableView.anomalyHandler = { acted.append($0.code) }
        #expect(tableView.anomalies.counts == [.eventRegistrationForUnregisteredMapping: 1])
        _ = tableView.cellForRow(at: [0, 1])

        #expect(tableView.anomalies.counts[.noCellMappingFound] == 1)
        #expect(acted == [.noCellMappingFound])
    }

    @Test func `Without an action of the manager the table's acts`() {
        let manager = TableManager(storage: ListStorage<Post>([[Post()]]))
        let tableView = TableView(root: manager)
        var acted: [Anomaly.Code] = []
        tableView.anomalyHandler = { acted.append($0.code) }
        _ = tableView.cellForRow(at: [0, 0])
        #expect(acted == [.noCellMappingFound])
    }

    @Test func `What the manager silences the table does not hear of`() {
        let manager = make()
        let tableView = TableView.quiet(root: manager)
        manager.anomalies.silence { $0.code == .noCellMappingFound }
        #expect(tableView.titles == [["No cell is registered for Post.", "No cell is registered for Unknown."]])
        #expect(manager.anomalies.counts.isEmpty)
        #expect(tableView.anomalies.counts.isEmpty)
    }

    @Test func `What the table silences the manager still counts`() {
        let manager = make()
        let tableView = TableView.quiet(root: manager)
        tableView.anomalies.silence { $0.code == .noCellMappingFound }
        _ = tableView.cellForRow(at: [0, 0])
        #expect(manager.anomalies.counts == [.noCellMappingFound: 1])
        #expect(tableView.anomalies.counts.isEmpty)
    }
}
