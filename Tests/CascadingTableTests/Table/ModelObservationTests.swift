import FoundationEssentials
import Observation
import Testing

@testable import CascadingTable

/// Models that a data source reads, and sequences that a table follows.
@TableActor
struct ModelObservationTests {
    @Observable
    @TableActor
    final class Shop {
        var orders: [Order] = [Order("Pear"), Order("Plum"), Order("Fig")]
        var title = "Orders"
    }

    @Observable
    @TableActor
    final class Order {
        var name: String

        init(_ name: String) { self.name = name }
    }

    final class ShopController: TableViewController {
        let shop = Shop()

        override func tableView(_ tableView: TableView, numberOfRowsInSection section: Int) -> Int {
            shop.orders.count
        }

        override func tableView(_ tableView: TableView, titleForHeaderInSection section: Int) -> String? {
            shop.title
        }

        override func tableView(_ tableView: TableView, cellForRowAt indexPath: IndexPath) -> TableViewCell {
            TableViewCell(title: shop.orders[indexPath.row].name)
        }
    }

    let controller = ShopController()
    var tableView: TableView { controller.tableView }

    /// Reads the page, as a request does.
    private func read() async throws -> [String?] {
        try await tableView.loading { tableView in
            _ = tableView.headerView(forSection: 0)
            return (0..<tableView.numberOfRows(inSection: 0)).map {
                tableView.cellForRow(at: IndexPath(row: $0, section: 0))?.title
            }
        }
    }

    /// Returns the changes that are announced after a change of the models, which is one turn.
    private func changes(_ change: () -> Void) async throws -> [TableViewChange]? {
        let revision = tableView.revision
        change()
        #expect(tableView.revision == revision)
        for _ in 0..<1000 where tableView.revision == revision { await Task.yield() }
        return tableView.history.changes(since: revision)
    }

    @Test func aChangeOfARowsModelReloadsTheRow() async throws {
        #expect(try await read() == ["Pear", "Plum", "Fig"])
        #expect(try await changes { controller.shop.title = "All" } == [.reloadData])
        #expect(try await read() == ["Pear", "Plum", "Fig"])
        for name in ["Lime", "Kiwi"] {
            let changed = try await changes { controller.shop.orders[2].name = name }
            #expect(changed == [.reloadRows([IndexPath(row: 2, section: 0)])])
            #expect(try await read() == ["Pear", "Plum", name])
        }
    }

    @Test func changesWithinOneTurnAreOneRevision() async throws {
        _ = try await read()
        _ = try await changes { controller.shop.title = "All" }
        _ = try await read()
        let revision = tableView.revision
        let changed = try await changes { for order in controller.shop.orders { order.name += "s" } }
        #expect(changed?.reloadedRows?.map(\.row).sorted() == [0, 1, 2])
        #expect(tableView.revision == revision + 1)
    }

    @Test func aListThatGrowsIsReloaded() async throws {
        _ = try await read()
        #expect(try await changes { controller.shop.orders.append(Order("Lime")) } == [.reloadData])
        #expect(try await read().count == 4)
        #expect(try await changes { controller.shop.orders.removeAll() } == [.reloadData])
        #expect(try await read() == [])
        #expect(try await changes { controller.shop.title = "None" } == [.reloadData])
    }

    /// A table that is read again and again, and whose models do not change, observes nothing twice.
    @Test func aRowIsObservedOnce() async throws {
        _ = try await read()
        _ = try await changes { controller.shop.title = "All" }
        for _ in 0..<100 { _ = try await read() }
        #expect((1..<10).contains(tableView.models.observerCount))
        let revision = tableView.revision
        _ = try await changes { controller.shop.orders[0].name = "Lemon" }
        #expect(tableView.revision == revision + 1)
    }

    @Test func aTableWithoutModelsObservesNothing() async throws {
        let tableView = ModelTable(counts: [3]).shown()
        _ = try await tableView.loading { $0.cellForRow(at: IndexPath(row: 0, section: 0)) }
        #expect(tableView.models.observerCount == 0)
    }

    @Test func rowsReloadedOneByOneInATurnAreOneRevision() {
        tableView.reloadData()
        let revision = tableView.revision
        for row in 0..<3 { tableView.reloadRows(at: [IndexPath(row: row, section: 0)]) }
        #expect(tableView.revision == revision + 1)
        #expect(tableView.history.changes(since: revision)?.count == 3)
        // Whoever knows the revision gets the next change as another one.
        tableView.reloadRows(at: [IndexPath(row: 0, section: 0)])
        #expect(tableView.history.changes(since: revision + 1)?.count == 1)
    }

    final class RestlessController: TableViewController {
        override func tableView(_ tableView: TableView, numberOfRowsInSection section: Int) -> Int {
            tableView.reloadData()
            return 2
        }

        override func tableView(_ tableView: TableView, cellForRowAt indexPath: IndexPath) -> TableViewCell {
            tableView.reloadRows(at: [indexPath])
            return TableViewCell(title: "Pear")
        }
    }

    @Test func aDataSourceThatReloadsWhileItIsAskedIsAnAnomaly() async throws {
        let tableView = RestlessController().tableView
        tableView.anomalies.action = nil
        let revision = tableView.revision
        _ = try await tableView.loading { tableView in
            (0..<tableView.numberOfRows(inSection: 0)).map { tableView.cellForRow(at: IndexPath(row: $0, section: 0)) }
        }
        #expect(tableView.revision == revision)
        #expect(tableView.anomalies.recent.map(\.code).contains(.changeWhileAsked))
    }

    @Test func aTableFollowsASequence() async throws {
        let (stream, continuation) = AsyncStream<String>.makeStream()
        tableView.follow(stream) { tableView, title in tableView.title = title }
        continuation.yield("Monday")
        for _ in 0..<1000 where tableView.title != "Monday" { await Task.yield() }
        #expect(tableView.title == "Monday")
        continuation.finish()
    }

    struct Broken: Error {}

    @Test func anErrorOfASequenceIsReported() async throws {
        tableView.anomalies.action = nil
        tableView.follow(AsyncThrowingStream<Int, any Error> { $0.finish(throwing: Broken()) })
        for _ in 0..<1000 where tableView.anomalies.recent.isEmpty { await Task.yield() }
        #expect(tableView.anomalies.recent.map(\.code) == [.failedSequence])
    }
}
