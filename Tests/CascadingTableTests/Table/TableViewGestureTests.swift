import CascadingTable
import FoundationEssentials
import TableTesting
import Testing

@TableActor
@Suite struct TableViewGestureTests {
    private func code(_ body: () async throws -> Void) async -> TableViewError.Code? {
        do { try await body() } catch { return (error as? TableViewError)?.code }
        return nil
    }

    // MARK: Refusals

    @Test func `A refusal leaves everything as it was and tells nobody`() async {
        typealias Gesture = @TableActor (TableView) async throws -> Void
        typealias Change = @TableActor (inout TableDelegateAnswers) -> Void
        let cases: [(TableViewError.Code, Change, Gesture)] = [
            (.noSuchAction, { _ in }, { try await $0.gestures.performAction("act", forRowAt: [0, 1]) }),
            (.noSuchAction, { _ in }, { try await $0.gestures.performMenuAction(.copy, forRowAt: [0, 1]) }),
            (
                .noSuchAction, { $0.shouldShowMenu = true },
                { try await $0.gestures.performMenuAction(.copy, forRowAt: [0, 1]) }
            ),
            (
                .noSuchAction, { $0.canPerformAction = true },
                { try await $0.gestures.performMenuAction(.copy, forRowAt: [0, 1]) }
            ),
            (.noSuchAction, { _ in }, { try await $0.gestures.performPrimaryAction(forRowAt: [0, 1]) }),
            (.noSuchAction, { _ in }, { try await $0.gestures.setExpanded(true, forRowAt: [0, 1]) }),
            (.noSuchAction, { _ in }, { try await $0.gestures.setExpanded(false, forRowAt: [0, 1]) }),
            (.notTappable, { _ in }, { try await $0.gestures.tapAccessory(forRowAt: [0, 1]) }),
            (
                .notTappable, { $0.cell.accessory = .disclosure },
                { try await $0.gestures.tapAccessory(forRowAt: [0, 1]) }
            ),
            (
                .notTappable, { $0.cell.accessory = .checkmark },
                { try await $0.gestures.tapAccessory(forRowAt: [0, 1]) }
            ),
        ]
        for (expected, change, gesture) in cases {
            let world = RecordingWorld()
            change(&world.rows[1].answers)
            let before = world.revisions

            #expect(await code { try await gesture(world.tableView) } == expected)

            #expect(world.revisions == before)
            for row in 0..<3 { #expect(Set(world.calls(ofRow: row).map(\.method)).isDisjoint(with: Self.tells)) }
        }
    }

    @Test func `A row that is not there is an error, and nobody is asked`() async {
        for path: IndexPath in [[0, 3], [0, -1], [1, 0], [-1, 0], [], [0], [0, 0, 0]] {
            let world = RecordingWorld()
            for gesture in Self.gestures {
                #expect(await code { try await gesture(world.tableView, path) } == .noSuchRow)
            }
            for row in world.rows { #expect(row.calls == []) }
        }
    }

    @Test func `A row that is disabled is told nothing, whatever it offers`() async {
        let world = RecordingWorld()
        world.rows[1].answers = Self.willing
        world.rows[1].answers.leadingSwipeActions = .init(actions: [world.action()])
        world.rows[1].answers.cell.isEnabled = false
        let before = world.revisions

        for gesture in Self.gestures {
            #expect(await code { try await gesture(world.tableView, [0, 1]) } == .disabled)
        }

        #expect(world.rows[1].methods.allSatisfy { $0 == .cellForRow })
        #expect(world.log.entries == [])
        #expect(world.revisions == before)
    }

    @Test func `The same row enabled is told all of it`() async throws {
        let world = RecordingWorld()
        world.rows[1].answers = Self.willing
        world.rows[1].answers.leadingSwipeActions = .init(actions: [world.action()])

        for gesture in Self.gestures.dropLast() { try await gesture(world.tableView, [0, 1]) }
        // The row is also told of a move. The recorder does not make the move, so it is vetoed.
        await #expect(throws: TableViewError(.vetoed, "The row cannot be moved there.")) {
            try await world.tableView.gestures.dragRow(at: [0, 1], to: [0, 0])
        }

        #expect(Self.tells.isSubset(of: world.rows[1].methods))
        #expect(world.log.entries == ["act 0.1"])
    }

    @Test func `A row that was selected before it was disabled can be released`() async throws {
        let world = RecordingWorld()
        try await world.tableView.gestures.touchRow(at: [0, 1])
        world.rows[1].answers.cell.isEnabled = false

        try await world.tableView.gestures.touchRow(at: [0, 2])

        #expect(world.tableView.indexPathsForSelectedRows == [[0, 2]])
    }

    // MARK: Handlers that change the table

    @Test func `A handler may take all rows from the table in the midst of any gesture`() async throws {
        for method: TableDelegateCall.Method in Self.tells.union([
            .cellForRow, .canPerformPrimaryAction, .shouldShowMenu, .canPerformAction, .expansion, .leadingSwipeActions,
        ]) {
            for gesture in Self.gestures {
                let world = RecordingWorld()
                let section = world.section
                world.rows[1].answers = Self.willing
                world.rows[1].answers.leadingSwipeActions = .init(actions: [world.action { _, _ in .delete }])
                world.rows[1].handler = { call, tableView in
                    guard call.method == method else { return }
                    section.childDelegates = []
                    tableView.reloadData()
                }

                _ = try? await gesture(world.tableView, [0, 1])

                let isTold = world.rows[1].methods.contains(method)
                #expect(world.tableView.numberOfRows == (isTold ? 0 : 3))
                // The row to select is gone by then. The table may report only this, and not in `didSelectRow`.
                #expect(world.log.anomalies.allSatisfy { $0 == .indexOutOfRange && method != .didSelectRow })
            }
        }
    }

    /// The methods that report a gesture. The others ask a question.
    private static let tells: Set<TableDelegateCall.Method> = [
        .didHighlightRow, .didSelectRow, .accessoryButtonTapped, .performPrimaryAction, .performAction, .didExpandRow,
        .commit, .moveRow,
    ]

    /// All gestures on a row. The gesture that moves the row is the last.
    private static let gestures: [@TableActor (TableView, IndexPath) async throws -> Void] = [
        { try await $0.gestures.touchRow(at: $1) },
        { try await $0.gestures.tapAccessory(forRowAt: $1) },
        { try await $0.gestures.performAction("act", forRowAt: $1) },
        { try await $0.gestures.performMenuAction(.copy, forRowAt: $1) },
        { try await $0.gestures.performPrimaryAction(forRowAt: $1) },
        { try await $0.gestures.setExpanded(true, forRowAt: $1) },
        { try await $0.gestures.commit(.delete, forRowAt: $1) },
        { try await $0.gestures.dragRow(at: $1, to: [0, 0]) },
    ]

    /// A row that allows every gesture.
    private static var willing: TableDelegateAnswers {
        var answers = TableDelegateAnswers()
        answers.rowIdentifier = "r1"
        answers.cell.accessory = .detail
        answers.shouldShowMenu = true
        answers.canPerformAction = true
        answers.canPerformPrimaryAction = true
        answers.expansion = TableViewRowExpansion()
        answers.canEdit = true
        answers.editingStyle = .delete
        answers.canMove = true
        return answers
    }
}
