import CascadingTable
import FoundationEssentials
import TableTesting
import Testing

@TableActor
@Suite struct TableViewRowActionsTests {
    @Test func `A row's actions are those of both edges and of its menu`() async throws {
        let world = RecordingWorld()
        world.rows[1].answers.leadingSwipeActions = .init(actions: [world.action("a"), world.action("b")])
        world.rows[1].answers.editActions = [world.action("c")]
        world.rows[1].answers.contextMenu = .init(title: "Menu", actions: [world.action("d")])

        let actions = world.tableView.gestures.actions(forRowAt: [0, 1])
        #expect(actions.all.map(\.id) == ["a", "b", "c", "d"])
        #expect(actions.trailing?.actions.map(\.id) == ["c"])
        #expect(actions.menu?.title == "Menu")
        for id in ["d", "c", "b", "a"] { try await world.tableView.gestures.performAction(id, forRowAt: [0, 1]) }

        #expect(world.log.entries == ["d 0.1", "c 0.1", "b 0.1", "a 0.1"])
        #expect(world.tableView.gestures.actions(forRowAt: [0, 0]).all.isEmpty)
        #expect(TableView().gestures.actions(forRowAt: [0, 0]).all.isEmpty)
    }

    @Test func `Actions with one identifier are told apart by where they are offered`() async throws {
        let world = RecordingWorld()
        var done: [String] = []
        func action(_ name: String) -> TableViewRowAction {
            world.action("act") { _, _ in
                done.append(name)
                return .keep
            }
        }
        world.rows[1].answers.leadingSwipeActions = .init(actions: [action("first"), action("second")])
        world.rows[1].answers.trailingSwipeActions = .init(actions: [action("trailing")])
        world.rows[1].answers.contextMenu = .init(title: "Menu", actions: [action("menu")])

        let identifiers = world.tableView.gestures.actions(forRowAt: [0, 1]).all.map(\.id)
        for identifier in identifiers {
            try await world.tableView.gestures.performAction(identifier, forRowAt: [0, 1])
        }

        #expect(identifiers == ["act", "act@leading", "act@trailing", "act@menu"])
        #expect(done == ["first", "second", "trailing", "menu"])
    }

    @Test func `A row whose action keeps it is reloaded`() async throws {
        let world = RecordingWorld()
        world.rows[1].answers.leadingSwipeActions = .init(actions: [world.action()])
        let before = world.tableView.revision
        try await world.tableView.gestures.performAction("act", forRowAt: [0, 1])
        #expect(world.told(.commit, row: 1) == [])
        #expect(world.tableView.history.changes(since: before) == [.reloadRows([[0, 1]])])
    }

    @Test func `An action that answers delete has the data source delete its row, in one revision`() async throws {
        let world = RecordingWorld()
        let section = world.section
        world.rows[1].answers.leadingSwipeActions = .init(actions: [world.action { _, _ in .delete }])
        world.rows[1].handler = { call, tableView in
            guard call.method == .commit else { return }
            section.childDelegates.remove(at: 1)
            tableView.deleteRows(at: [[0, 1]])
        }
        let revision = world.tableView.revision

        try await world.tableView.gestures.performAction("act", forRowAt: [0, 1])

        #expect(world.told(.commit, row: 1) == [.init(.commit, .editingStyle(.delete), .indexPath([0, 1]))])
        #expect(world.tableView.numberOfRows == 2)
        #expect(world.tableView.history.changes(since: revision) == [.deleteRows([[0, 1]])])
        #expect(world.log.anomalies == [])
    }

    @Test func `The row an action deletes is its own, also when the action has moved it`() async throws {
        let world = RecordingWorld()
        let section = world.section
        world.rows[0].answers.leadingSwipeActions = .init(actions: [
            world.action { tableView, _ in
                section.childDelegates.swapAt(0, 2)
                tableView.reloadData()
                return .delete
            }
        ])

        try await world.tableView.gestures.performAction("act", forRowAt: [0, 0])

        #expect(world.told(.commit, row: 0) == [.init(.commit, .editingStyle(.delete), .indexPath([0, 2]))])
        #expect(world.told(.commit, row: 2) == [])
    }

    @Test func `An action that has removed its row itself deletes no other`() async throws {
        let world = RecordingWorld()
        let section = world.section
        world.rows[0].answers.leadingSwipeActions = .init(actions: [
            world.action { tableView, _ in
                section.childDelegates.remove(at: 0)
                tableView.deleteRows(at: [[0, 0]])
                return .delete
            }
        ])

        try await world.tableView.gestures.performAction("act", forRowAt: [0, 0])

        for row in 0..<3 { #expect(world.told(.commit, row: row) == []) }
        #expect(world.tableView.numberOfRows == 2)
    }

    @Test func `What an action async throws comes out, and nothing is deleted`() async {
        struct Refusal: Error {}
        let world = RecordingWorld()
        world.rows[1].answers.leadingSwipeActions = .init(actions: [
            world.action("own") { _, _ in throw Refusal() },
            world.action("veto") { _, _ in throw TableViewError(.vetoed, "Not today.") },
        ])
        let before = world.revisions

        await #expect(throws: Refusal.self) {
            try await world.tableView.gestures.performAction("own", forRowAt: [0, 1])
        }
        await #expect(throws: TableViewError(.vetoed, "Not today.")) {
            try await world.tableView.gestures.performAction("veto", forRowAt: [0, 1])
        }

        #expect(world.told(.commit, row: 1) == [])
        #expect(world.revisions == before)
    }

    @Test func `The table can be used after an action has thrown in the midst of a change`() async throws {
        struct Refusal: Error {}
        let world = RecordingWorld()
        world.rows[1].answers.leadingSwipeActions = .init(actions: [
            world.action { tableView, _ in
                tableView.reloadRows(at: [[0, 0]])
                throw Refusal()
            }
        ])
        let revision = world.tableView.revision

        _ = try? await world.tableView.gestures.performAction("act", forRowAt: [0, 1])
        world.tableView.reloadRows(at: [[0, 2]])

        #expect(world.tableView.history.changes(since: revision) == [.reloadRows([[0, 0]]), .reloadRows([[0, 2]])])
    }
}
