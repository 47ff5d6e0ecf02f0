import CascadingTable
import FoundationEssentials
import Testing

/// Tests the defaults of `canEditRowAt`, `canMoveRowAt` and `editingStyleForRowAt`.
@TableActor
@Suite struct TableViewEditingDefaultsTests {
    private class Rows {
        func tableView(_ tableView: TableView, numberOfRowsInSection section: Int) -> Int { 1 }
        func tableView(_ tableView: TableView, cellForRowAt indexPath: IndexPath) -> TableViewCell { TableViewCell() }
    }

    private final class Plain: Rows, TableViewDataSource, TableViewDelegate {}

    private final class Deletes: Rows, TableViewDataSource, TableViewDelegate {
        func tableView(
            _ tableView: TableView, commit editingStyle: TableViewCell.EditingStyle, forRowAt indexPath: IndexPath
        ) {}
    }

    private final class DeletesLater: Rows, TableViewDataSource, TableViewDelegate {
        func tableView(
            _ tableView: TableView, commit editingStyle: TableViewCell.EditingStyle, forRowAt indexPath: IndexPath
        ) async throws {}
    }

    private final class Moves: Rows, TableViewDataSource, TableViewDelegate {
        func tableView(_ tableView: TableView, moveRowAt source: IndexPath, to destination: IndexPath) throws {}
    }

    private final class MovesLater: Rows, TableViewDataSource, TableViewDelegate {
        func tableView(_ tableView: TableView, moveRowAt source: IndexPath, to destination: IndexPath) async {}
    }

    private final class Refuses: Rows, TableViewDataSource, TableViewDelegate {
        func tableView(_ tableView: TableView, canEditRowAt indexPath: IndexPath) -> Bool { false }
        func tableView(
            _ tableView: TableView, commit editingStyle: TableViewCell.EditingStyle, forRowAt indexPath: IndexPath
        ) {}
    }

    private static func style(_ rows: any TableViewDataSource & TableViewDelegate) -> TableViewCell.EditingStyle {
        TableView(dataSource: rows, delegate: rows).gestures.editingStyle(forRowAt: [0, 0])
    }

    @Test func `A data source that implements commit can delete`() {
        #expect(Self.style(Plain()) == .none)
        #expect(Self.style(Deletes()) == .delete)
        #expect(Self.style(DeletesLater()) == .delete)
        #expect(Self.style(Refuses()) == .none)
        #expect(TableView(dataSource: Deletes()).gestures.editingStyle(forRowAt: [0, 0]) == .delete)
    }

    @Test func `A data source that implements moveRowAt can move`() {
        #expect(!TableView(dataSource: Plain()).gestures.canMoveRow(at: [0, 0]))
        #expect(TableView(dataSource: Moves()).gestures.canMoveRow(at: [0, 0]))
        #expect(TableView(dataSource: MovesLater()).gestures.canMoveRow(at: [0, 0]))
        #expect(!TableView(dataSource: Deletes()).gestures.canMoveRow(at: [0, 0]))
    }

    private class List: TableViewController {
        override func tableView(_ tableView: TableView, numberOfRowsInSection section: Int) -> Int { 1 }
    }

    private class DeletingList: List {
        override func tableView(
            _ tableView: TableView, commit editingStyle: TableViewCell.EditingStyle, forRowAt indexPath: IndexPath
        ) {}
    }

    private final class DeletingSublist: DeletingList {}

    private final class LaterDeletingList: List {
        override func tableView(
            _ tableView: TableView, commit editingStyle: TableViewCell.EditingStyle, forRowAt indexPath: IndexPath
        ) async throws {}
    }

    private final class MovingList: List {
        override func tableView(_ tableView: TableView, canEditRowAt indexPath: IndexPath) -> Bool { true }
        override func tableView(_ tableView: TableView, moveRowAt source: IndexPath, to destination: IndexPath) {}
    }

    @Test func `A controller that overrides commit can delete, and one that overrides moveRowAt can move`() async {
        let cases: [(List, TableViewCell.EditingStyle)] = [
            (List(), .none), (DeletingList(), .delete), (DeletingSublist(), .delete), (LaterDeletingList(), .delete),
            // Nothing would delete the row.
            (MovingList(), .none),
        ]
        for (list, style) in cases {
            let tableView = list.tableView
            #expect(tableView.gestures.editingStyle(forRowAt: [0, 0]) == style, "\(list)")
            #expect(tableView.gestures.canMoveRow(at: [0, 0]) == (list is MovingList))
            guard style == .none else { continue }
            await #expect(throws: TableViewError(.notEditable, "The row has no delete button.")) {
                try await tableView.gestures.commit(.delete, forRowAt: [0, 0])
            }
        }
    }

    private class Leaf: CascadingBareTableDelegate {}

    private final class DeletingLeaf: Leaf {
        override func tableView(
            _ tableView: TableView, commit editingStyle: TableViewCell.EditingStyle, forRowAt indexPath: IndexPath
        ) {}
        override func tableView(_ tableView: TableView, moveRowAt source: IndexPath, to destination: IndexPath) {}
    }

    @Test func `A node of a tree deletes and moves what it implements`() {
        let tableView = TableView(
            root: CascadingRootTableDelegate(childDelegates: [
                CascadingSectionTableDelegate(childDelegates: [CascadingBareTableDelegate(), Leaf(), DeletingLeaf()])
            ]))
        #expect((0..<3).map { tableView.gestures.editingStyle(forRowAt: [0, $0]) } == [.none, .none, .delete])
        #expect((0..<3).map { tableView.gestures.canMoveRow(at: [0, $0]) } == [false, false, true])
    }
}
