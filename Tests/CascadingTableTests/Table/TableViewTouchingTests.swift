import CascadingTable
import FoundationEssentials
import TableTesting
import Testing

/// Tests which index path is reported for a row that handlers move during a touch.
@TableActor
@Suite struct TableViewTouchingTests {
    /// A table of named rows. A row moves to the top when `event` occurs.
    @TableActor private final class MovingTable: TableViewDataSource, TableViewDelegate {
        var names = ["a", "b", "c", "d"]
        /// The event that moves a row.
        var event = ""
        /// Announces the move.
        var announcement: @TableActor (TableView) -> Void = { _ in }
        /// If true, the rows that a visitor has selected come first.
        var isSortedBySelection = false

        private func tell(_ event: String, _ tableView: TableView, _ indexPath: IndexPath) {
            guard event == self.event else { return }
            names.insert(names.remove(at: indexPath.row), at: 0)
            announcement(tableView)
        }

        private func order(in tableView: TableView) -> [String] {
            guard isSortedBySelection else { return names }
            _ = tableView.session
            return names.filter(tableView.isSelected) + names.filter { !tableView.isSelected(identifier: $0) }
        }

        func tableView(_ tableView: TableView, numberOfRowsInSection section: Int) -> Int { names.count }
        func tableView(_ tableView: TableView, cellForRowAt indexPath: IndexPath) -> TableViewCell { TableViewCell() }
        func tableView(_ tableView: TableView, identifierForRowAt indexPath: IndexPath) -> String? {
            order(in: tableView)[indexPath.row]
        }
        func tableView(_ tableView: TableView, willDeselectRowAt indexPath: IndexPath) -> IndexPath? {
            tell("willDeselect", tableView, indexPath)
            return event == "willDeselect" ? [0, 0] : indexPath
        }
        func tableView(_ tableView: TableView, didDeselectRowAt indexPath: IndexPath) {
            tell("didDeselect", tableView, indexPath)
        }
        func tableView(_ tableView: TableView, didSelectRowAt indexPath: IndexPath) {
            tell("didSelect", tableView, indexPath)
        }
    }

    private static let announcements: [@TableActor @Sendable (TableView) -> Void] = [
        { $0.reloadData() }, { $0.reloadSections([0]) },
        { tableView in tableView.performBatchUpdates { tableView.reloadData() } },
    ]

    private func touch(_ row: Int, moving event: String, _ place: Int) async throws -> (IndexPath?, [String]) {
        let table = MovingTable()
        let tableView = TableView(dataSource: table, delegate: table)
        try await tableView.gestures.touchRow(at: [0, 1])
        (table.event, table.announcement) = (event, Self.announcements[place])
        let target = try await tableView.gestures.touchRow(at: [0, row])
        return (target, tableView.indexPathsForSelectedRows.map { table.names[$0.row] })
    }

    @Test(arguments: 0..<3)
    func `A row that moves when it is selected is where it moved to`(place: Int) async throws {
        let (target, selected) = try await touch(3, moving: "didSelect", place)
        #expect(target == [0, 0])
        #expect(selected == ["d"])
    }

    @Test(arguments: ["willDeselect", "didDeselect"], 0..<3)
    func `A row that is moved by the one that is deselected is where it moved to`(event: String, place: Int)
        async throws
    {
        let (target, selected) = try await touch(0, moving: event, place)
        #expect(target == [0, 1])
        #expect(selected == ["a"])
    }

    @Test func `A row that moves within a batch is where it moved to`() async {
        let table = MovingTable()
        let tableView = TableView(dataSource: table, delegate: table)
        (table.event, table.announcement) = ("didSelect", { $0.reloadData() })
        var target: IndexPath?
        tableView.performBatchUpdates {
            try? tableView.start { target = try await tableView.gestures.touchRow(at: [0, 2]) }
        }
        #expect(target == [0, 0])
    }

    @Test func `A row that moves for its visitor alone is where it moved to`() async throws {
        let table = MovingTable()
        let tableView = TableView(dataSource: table, delegate: table)
        table.isSortedBySelection = true
        let outcome = try await tableView.performing(TableRequest(session: TableSession())) {
            [try await tableView.gestures.touchRow(at: [0, 2]), try await tableView.gestures.touchRow(at: [0, 3])]
        }
        #expect(outcome.result == [[0, 0], [0, 0]])
    }
}
