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

    @Test func `A node of a tree deletes and moves only what it says`() {
        let tableView = TableView(
            root: CascadingRootTableDelegate(childDelegates: [
                CascadingSectionTableDelegate(childDelegates: [CascadingBareTableDelegate()])
            ]))
        #expect(tableView.gestures.editingStyle(forRowAt: [0, 0]) == .none)
        #expect(!tableView.gestures.canMoveRow(at: [0, 0]))
    }
}
