import CascadingTable
import FoundationEssentials
import TableTesting
import Testing

/// Tests that a touch that a handler refuses leaves the selection unchanged.
@TableActor
@Suite struct TableViewSelectionUndoTests {
    private func makeWorld(allowsMultipleSelection: Bool, selected: [Int]) -> RecordingWorld {
        let world = RecordingWorld(rows: 6)
        world.tableView.allowsMultipleSelection = true
        for row in selected { world.tableView.selectRow(at: [0, row]) }
        world.tableView.allowsMultipleSelection = allowsMultipleSelection
        return world
    }

    private func selected(_ world: RecordingWorld) -> [Int] { world.tableView.indexPathsForSelectedRows.map(\.row) }

    @Test func `The row that is refused, and all that handlers selected meanwhile, is not selected`() async throws {
        let world = makeWorld(allowsMultipleSelection: true, selected: [4, 0, 3])
        world.rows[1].handler = { call, tableView in
            guard call.method == .didSelectRow else { return }
            tableView.deselectRow(at: [0, 0])
            try? tableView.start { _ = try await tableView.gestures.touchRow(at: [0, 2]) }
            try? tableView.start { _ = try await tableView.gestures.releaseRow(at: [0, 4]) }
            tableView.selectRow(at: [0, 0])
            tableView.refuse("No.")
        }
        await #expect(throws: TableViewError.self) { try await world.tableView.gestures.touchRow(at: [0, 1]) }
        #expect(selected(world) == [4, 0, 3])
    }

    @Test func `In place of others a row that is refused is not selected`() async throws {
        let world = makeWorld(allowsMultipleSelection: false, selected: [1])
        world.rows[1].handler = { call, tableView in
            guard call.method == .didSelectRow else { return }
            tableView.selectRow(at: [0, 2])
            tableView.refuse("No.")
        }
        await #expect(throws: TableViewError.self) { try await world.tableView.gestures.touchRow(at: [0, 1]) }
        #expect(selected(world) == [1])
    }

    @Test func `The rows that were deselected for one that is refused are selected again`() async throws {
        let world = makeWorld(allowsMultipleSelection: false, selected: [4, 0, 3])
        world.rows[1].handler = { call, tableView in if call.method == .didSelectRow { tableView.refuse("No.") } }
        await #expect(throws: TableViewError.self) { try await world.tableView.gestures.touchRow(at: [0, 1]) }
        #expect(world.told(.didDeselectRow, row: 4).count == 1)
        #expect(selected(world) == [4, 0, 3])
    }

    @Test func `Of several rows one that refuses to be deselected keeps the others selected`() async throws {
        let world = makeWorld(allowsMultipleSelection: false, selected: [4, 0, 3])
        world.rows[0].answers.willDeselectRow = .refused
        await #expect(throws: TableViewError.self) { try await world.tableView.gestures.touchRow(at: [0, 1]) }
        #expect(world.told(.didSelectRow, row: 1).isEmpty)
        #expect(selected(world) == [4, 0, 3])
    }

    @Test func `A row that refuses to be let go keeps its place among the others`() async throws {
        let world = makeWorld(allowsMultipleSelection: true, selected: [4, 0, 3])
        world.rows[0].handler = { call, tableView in if call.method == .didDeselectRow { tableView.refuse("No.") } }
        await #expect(throws: TableViewError.self) { try await world.tableView.gestures.releaseRow(at: [0, 0]) }
        #expect(selected(world) == [4, 0, 3])
    }

    @Test func `Of several rows those that are refused late are left out`() async throws {
        let world = makeWorld(allowsMultipleSelection: true, selected: [5])
        world.rows[1].handler = { call, tableView in if call.method == .didSelectRow { tableView.refuse("No.") } }
        let outcome = try await world.tableView.gestures.touchRows(at: [[0, 0], [0, 1], [0, 2]])
        #expect(outcome.rows == [[0, 0], [0, 2]])
        #expect(outcome.refused.map(\.identifier) == ["r1"])
        #expect(selected(world) == [5, 0, 2])
    }

    @Test func `A refusal of what a handler does does not undo what it was called for`() async throws {
        let world = makeWorld(allowsMultipleSelection: true, selected: [])
        world.rows[1].handler = { call, tableView in
            guard call.method == .didSelectRow else { return }
            try? tableView.start { _ = try await tableView.gestures.touchRow(at: [0, 2]) }
        }
        world.rows[2].handler = { call, tableView in if call.method == .didSelectRow { tableView.refuse("No.") } }
        try await world.tableView.gestures.touchRow(at: [0, 1])
        #expect(selected(world) == [1])
    }
}
