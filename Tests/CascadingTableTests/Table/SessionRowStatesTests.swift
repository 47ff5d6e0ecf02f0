import CascadingTable
import Foundation
import Testing

/// Tests row states that are looked up once for several pages.
@TableActor
struct SessionRowStatesTests {
    private final class Delegate: TableViewDataSource, TableViewDelegate {
        var preferred: IndexPath?

        func tableView(_ tableView: TableView, numberOfRowsInSection section: Int) -> Int { 3 }
        func tableView(_ tableView: TableView, cellForRowAt indexPath: IndexPath) -> TableViewCell { TableViewCell() }
        func indexPathForPreferredFocusedView(in tableView: TableView) -> IndexPath? { preferred }
    }

    private let delegate = Delegate()
    private let tableView = TableView(title: "")
    private let marks: SessionRowStates

    init() {
        tableView.dataSource = delegate
        tableView.delegate = delegate
        marks = SessionRowStates(of: tableView)
    }

    @Test func holdAsLongAsNoRowHasAny() async throws {
        #expect(marks.arePlain && marks.hold(in: tableView))
        // when a row is selected, and deselected
        _ = try await tableView.gestures.touchRow(at: IndexPath(row: 1, section: 0))
        #expect(!marks.hold(in: tableView))
        _ = try await tableView.gestures.releaseRow(at: IndexPath(row: 1, section: 0))
        #expect(marks.hold(in: tableView))
        // when a row is the preferred focus
        delegate.preferred = IndexPath(row: 2, section: 0)
        tableView.reloadData()
        #expect(!marks.hold(in: tableView))
        #expect(!SessionRowStates(of: tableView).hold(in: tableView))
    }

    @Test func doNotHoldForAPageWithARowExpanded() {
        let request = TableRequest(session: TableSession(), query: [("_expanded", "0-1")])
        #expect(tableView.answering(request) { !marks.hold(in: tableView) }.result)
    }

    @Test func holdForAVisitorOfWhomNothingIsRemembered() {
        for session in [nil, TableSession(), TableSession(id: "ada")] {
            #expect(tableView.answering(TableRequest(session: session)) { marks.hold(in: tableView) }.result)
        }
        let session = TableSession(id: "ada")
        _ = tableView.answering(TableRequest(session: session)) { tableView.setEditing(true) }
        #expect(tableView.answering(TableRequest(session: session)) { !marks.hold(in: tableView) }.result)
    }

    @Test func doNotHoldForAPageInEditMode() {
        let request = TableRequest(session: TableSession(), query: [("_edit", "1")])
        #expect(tableView.answering(request) { !marks.hold(in: tableView) }.result)
    }
}
