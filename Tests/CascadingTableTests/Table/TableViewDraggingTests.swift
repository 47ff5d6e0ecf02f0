import CascadingTable
import FoundationEssentials
import TableTesting
import Testing

@TableActor
@Suite struct TableViewDraggingTests {
    @Test func `What goes with a row is what its delegate says`() throws {
        let world = RecordingWorld()
        let items = [TableViewDragItem("a"), TableViewDragItem("<b>", type: "text/html")]
        world.rows[1].answers.itemsForDrag = items

        #expect(try world.tableView.gestures.dragItems(forRowAt: [0, 1]) == items)

        #expect(world.calls(ofRow: 1) == [.init(.itemsForDrag, .indexPath([0, 1]))])
        #expect(world.calls(ofRow: 0) == [])
    }

    @Test func `A row with nothing to go with it, or that cannot be used, stays`() {
        let world = RecordingWorld()
        world.rows[2].answers.itemsForDrag = [TableViewDragItem("a")]
        world.rows[2].answers.cell.isEnabled = false
        for (path, code): (IndexPath, TableViewError.Code) in [
            ([0, 1], .notDraggable), ([0, 2], .disabled), ([0, 3], .noSuchRow), ([1, 0], .noSuchRow),
            ([], .noSuchRow),
        ] {
            let error = #expect(throws: TableViewError.self) { try world.tableView.gestures.dragItems(forRowAt: path) }
            #expect(error?.code == code)
        }
        #expect(world.told(.itemsForDrag, row: 2) == [])
    }
}
