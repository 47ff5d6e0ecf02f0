import CascadingTable
import StaticTables
import FoundationEssentials
import Testing

@TableActor
@Suite struct StaticTableUpdatingTests {
    private let table = StaticTable {
        Section("Fruit") {
            Row("Apple")
            Row("Pear")
        }
        Section("Roots") { Row("Carrot") }
    }
    private let tableView: TableView
    private let anomalies = Anomalies()

    @TableActor private final class Anomalies { var all: [Anomaly] = [] }

    init() {
        tableView = TableView(root: table)
        tableView.anomalies.action = { [anomalies] in anomalies.all.append($0) }
        _ = tableView.numberOfRows
    }

    private func names() -> [String] {
        (0..<tableView.numberOfSections).flatMap { section in
            (0..<tableView.numberOfRows(inSection: section)).map {
                tableView.identifier(forRowAt: [section, $0])
            }
        }
    }

    @Test func `Replacing the sections is one update that keeps who is who`() {
        let before = names()

        table.sections = [
            Section("Fruit") {
                Row("Quince")
                Row("Pear", detail: "ripe")
            },
            Section("Roots") { Row("Carrot") },
        ]

        #expect(tableView.revision == 2)
        #expect(
            tableView.history.changes(since: 1) == [
                .deleteRows([[0, 0]]), .insertRows([[0, 0]]), .reloadRows([[0, 1]]),
            ])
        #expect(names().dropFirst() == before.dropFirst())
        #expect(anomalies.all == [])
    }

    @Test func `The same again is no update`() {
        table.sections = table.sections
        table.update()
        #expect(tableView.revision == 1)
    }

    @Test func `Changes made together are one update`() {
        table.performUpdates {
            table.sections[0].rows.removeFirst()
            table.sections[1].rows.append(Row("Turnip"))
            table.sections.append(Section("New") {})
        }
        #expect(tableView.revision == 2)
        #expect(
            tableView.history.changes(since: 1) == [
                .insertSections([2], animation: .none), .deleteRows([[0, 0]]), .insertRows([[1, 1]]),
            ])
        #expect(anomalies.all == [])
    }

    @Test func `An error does not keep an update open`() {
        struct Failure: Error {}
        #expect(throws: Failure.self) {
            try table.performUpdates {
                table.sections = []
                throw Failure()
            }
        }
        #expect(tableView.numberOfSections == 0)
        #expect(tableView.revision == 2)
    }

    @Test func `Several changes in a batch of the table reload it and are no anomaly`() {
        tableView.performBatchUpdates {
            table.sections[0].rows.removeFirst()
            table.sections[0].rows.removeFirst()
        }
        #expect(tableView.revision == 2)
        #expect(tableView.numberOfRows == 1)
        #expect(anomalies.all == [])
    }

    @Test func `Names are explicit, or made of section, title and place`() {
        table.sections = [
            Section("A", id: "section") {
                Row("x", id: "mine"); Row("x"); Row("x")
            },
            Section("A") {
                Row("x"); Row("x-2")
            },
            Section(rows: { Row("x") }),
            Section(rows: { Row("x", id: "mine") }),
        ]
        #expect(
            names() == [
                "mine", "section/x", "section/x-2", "A/x", "A/x-2", "section-2/x", "mine-2",
            ])
        #expect((0..<4).map { tableView.identifier(forSection: $0) } == ["section", "A", "section-2", "section-3"])
        for name in names() {
            #expect(tableView.indexPath(forRowWithIdentifier: name).map(tableView.identifier(forRowAt:)) == name)
        }
    }

    @Test func `A press that changes the table it was made in is one update`() async throws {
        let table = StaticTable()
        table.sections = [
            Section(rows: [
                Row("More") { _, _ in
                    table.sections[0].rows.append(Row("one"))
                    table.sections[0].rows.append(Row("two"))
                }
            ])
        ]
        let tableView = TableView(root: table)
        _ = tableView.numberOfRows

        try await tableView.gestures.touchRow(at: [0, 0])

        #expect(tableView.history.changes(since: 1) == [.insertRows([[0, 1], [0, 2]])])
        #expect(tableView.numberOfRows == 3)
    }

    @Test func `A section in a tree announces its changes at its place`() {
        let other = CascadingSectionTableDelegate()
        let root = CascadingRootTableDelegate(childDelegates: [other, table])
        let tableView = TableView(root: root)
        tableView.anomalies.action = { [anomalies] in anomalies.all.append($0) }
        _ = tableView.numberOfRows
        let revision = tableView.revision

        table.sections[0].rows.insert(Row("Fig"), at: 1)
        table.sections[0].header = TableViewHeaderFooterView(title: "Other")
        table.sections = []
        table.sections = []

        #expect(
            tableView.history.changes(since: revision) == [
                .insertRows([[1, 1]]), .reloadSections([1]), .reloadSections([1]),
            ])
        #expect(tableView.numberOfRows == 0)
        // The table's root was the root of another table before.
        #expect(anomalies.all.map(\.code) == [.nodeInSeveralTables])
    }

    @Test func `A table that is shown nowhere changes as well`() {
        let table = StaticTable()
        table.sections = [Section(rows: [Row("a")])]
        #expect(TableView(root: table).numberOfRows == 1)
    }
}
