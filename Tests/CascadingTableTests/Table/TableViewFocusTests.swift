import CascadingTable
import FoundationEssentials
import TableTesting
import Testing

@TableActor
@Suite struct TableViewFocusTests {
    /// Returns a table of three rows that can be focused.
    private func makeWorld() -> RecordingWorld {
        let world = RecordingWorld()
        for row in world.rows { row.answers.canFocus = true }
        return world
    }

    private func update(_ previous: IndexPath?, _ next: IndexPath?) -> TableDelegateCall.Argument {
        .focus(TableViewFocusUpdateContext(previouslyFocusedIndexPath: previous, nextFocusedIndexPath: next))
    }

    private func code(_ body: () async throws -> Void) async -> TableViewError.Code? {
        do { try await body() } catch { return (error as? TableViewError)?.code }
        return nil
    }

    @Test func `A row that gets the focus is asked and told, and so is the one that had it`() async throws {
        let world = makeWorld()

        #expect(try await world.tableView.gestures.focusRow(at: [0, 0]) == [0, 0])
        #expect(try await world.tableView.gestures.focusRow(at: [0, 2]) == [0, 2])

        let first = update(nil, [0, 0])
        let second = update([0, 0], [0, 2])
        #expect(
            world.calls(ofRow: 0) == [
                .init(.canFocusRow, .indexPath([0, 0])), .init(.shouldUpdateFocus, first),
                .init(.didUpdateFocus, first), .init(.selectionFollowsFocus, .indexPath([0, 0])),
                .init(.shouldUpdateFocus, second), .init(.didUpdateFocus, second),
            ])
        #expect(world.told(.didUpdateFocus, row: 2) == [.init(.didUpdateFocus, second)])
        #expect(world.calls(ofRow: 1) == [])
    }

    @Test func `The row that has the focus is not asked again`() async throws {
        let world = makeWorld()
        try await world.tableView.gestures.focusRow(at: [0, 1])
        world.rows[1].calls = []

        #expect(try await world.tableView.gestures.focusRow(at: [0, 1]) == [0, 1])

        #expect(world.calls(ofRow: 1) == [.init(.canFocusRow, .indexPath([0, 1]))])
    }

    @Test func `By default no row can be focused`() async {
        let world = RecordingWorld()
        #expect(await code { try await world.tableView.gestures.focusRow(at: [0, 1]) } == .notFocusable)
        #expect(world.told(.shouldUpdateFocus, row: 1) == [])
        #expect(await code { try await TableView().gestures.focusRow(at: [0, 0]) } == .noSuchRow)
        #expect(await code { try await world.tableView.gestures.focusRow(at: [0, 3]) } == .noSuchRow)
        world.rows[1].answers.cell.isEnabled = false
        #expect(await code { try await world.tableView.gestures.focusRow(at: [0, 1]) } == .disabled)
    }

    @Test func `A refusal leaves the focus where it was, whichever row it comes from`() async throws {
        for refusing in [0, 2] {
            let world = makeWorld()
            try await world.tableView.gestures.focusRow(at: [0, 0])
            world.rows[refusing].answers.shouldUpdateFocus = false

            #expect(await code { try await world.tableView.gestures.focusRow(at: [0, 2]) } == .vetoed)

            #expect(world.told(.didUpdateFocus, row: 2) == [])
            world.rows[refusing].answers.shouldUpdateFocus = true
            try await world.tableView.gestures.focusRow(at: [0, 1])
            #expect(world.told(.didUpdateFocus, row: 1) == [.init(.didUpdateFocus, update([0, 0], [0, 1]))])
        }
    }

    @Test func `A delegate that refuses when it is told leaves the focus where it was too`() async throws {
        let world = makeWorld()
        try await world.tableView.gestures.focusRow(at: [0, 0])
        world.rows[2].handler = { call, tableView in
            if call.method == .didUpdateFocus { tableView.refuse("Not now.") }
        }
        #expect(await code { try await world.tableView.gestures.focusRow(at: [0, 2]) } == .vetoed)
        #expect(try await world.tableView.gestures.endFocus() == [0, 0])
    }

    @Test func `The focus leaves the table`() async throws {
        let world = makeWorld()
        #expect(try await world.tableView.gestures.endFocus() == nil)
        try await world.tableView.gestures.focusRow(at: [0, 1])
        world.rows[1].answers.shouldUpdateFocus = false
        #expect(await code { try await world.tableView.gestures.endFocus() } == .vetoed)
        world.rows[1].answers.shouldUpdateFocus = true

        #expect(try await world.tableView.gestures.endFocus() == [0, 1])
        #expect(try await world.tableView.gestures.endFocus() == nil)

        #expect(
            world.told(.didUpdateFocus, row: 1) == [
                .init(.didUpdateFocus, update(nil, [0, 1])), .init(.didUpdateFocus, update([0, 1], nil)),
            ])
    }

    @Test func `The focus stays with its row when that moves, and goes with it`() async throws {
        let world = makeWorld()
        try await world.tableView.gestures.focusRow(at: [0, 0])
        world.section.childDelegates.swapAt(0, 2)
        world.tableView.reloadData()
        try await world.tableView.gestures.focusRow(at: [0, 1])
        #expect(world.told(.didUpdateFocus, row: 1) == [.init(.didUpdateFocus, update([0, 2], [0, 1]))])

        world.section.childDelegates.remove(at: 1)
        world.tableView.reloadData()
        #expect(try await world.tableView.gestures.endFocus() == nil)
        try await world.tableView.gestures.focusRow(at: [0, 1])
        #expect(world.told(.didUpdateFocus, row: 0).last == .init(.didUpdateFocus, update(nil, [0, 1])))
    }

    @Test func `Selection follows the focus where the delegate says so`() async throws {
        let world = makeWorld()
        world.rows[1].answers.selectionFollowsFocus = true
        world.rows[2].answers.selectionFollowsFocus = true
        world.rows[2].answers.shouldHighlight = false

        try await world.tableView.gestures.focusRow(at: [0, 0])
        #expect(world.tableView.indexPathsForSelectedRows == [])
        try await world.tableView.gestures.focusRow(at: [0, 1])
        #expect(world.tableView.indexPathsForSelectedRows == [[0, 1]])
        #expect(world.told(.didSelectRow, row: 1).count == 1)
        // A refused touch does not refuse the focus.
        #expect(try await world.tableView.gestures.focusRow(at: [0, 2]) == [0, 2])
        #expect(world.tableView.indexPathsForSelectedRows == [[0, 1]])
        #expect(world.told(.didUpdateFocus, row: 2).count == 1)
    }

    @Test func `The focus makes the visitor's page no other`() async throws {
        let world = makeWorld()
        let before = world.revisions
        let session = world.tableView.session
        #expect(session.isForgettable)

        try await world.tableView.gestures.focusRow(at: [0, 1])
        #expect(world.revisions == before)
        #expect(session.isEmpty && !session.isForgettable)
        try await world.tableView.gestures.endFocus()
        #expect(session.isForgettable)
    }

    @Test func `Each visitor has a focus of his own`() async throws {
        let world = makeWorld()
        for id in ["a", "b"] {
            let request = TableRequest(session: TableSession(id: id))
            _ = try await world.tableView.performing(request) {
                try await world.tableView.gestures.focusRow(at: [0, 1])
            }
        }
        let told = TableDelegateCall(.didUpdateFocus, update(nil, [0, 1]))
        #expect(world.told(.didUpdateFocus, row: 1) == [told, told])
    }

    @Test func `A row that is deleted when it is told is gone`() async throws {
        let world = makeWorld()
        let section = world.section
        world.rows[1].handler = { call, tableView in
            guard call.method == .didUpdateFocus else { return }
            section.childDelegates.remove(at: 1)
            tableView.reloadData()
        }
        #expect(try await world.tableView.gestures.focusRow(at: [0, 1]) == nil)
        #expect(world.told(.selectionFollowsFocus, row: 2) == [])
        #expect(world.tableView.numberOfRows == 2)
    }

    @Test func `The preferred row is asked for once, and must be there`() {
        let world = makeWorld()
        world.rows[0].answers.preferredFocusedRow = [0, 2]
        for _ in 0..<3 { #expect(world.tableView.gestures.preferredFocusedRow == [0, 2]) }
        #expect(world.told(.preferredFocusedRow, row: 0).count == 1)
        for place: IndexPath? in [[0, 3], [1, 0], [], [0, -1], nil] {
            world.rows[0].answers.preferredFocusedRow = place
            world.tableView.reloadData()
            #expect(world.tableView.gestures.preferredFocusedRow == nil)
        }
    }
}
