import CascadingTable
import FoundationEssentials
import TableTesting
import Testing

@TableActor
@Suite struct TableViewMultipleSelectionTests {
    /// A section of rows that can be selected together, with one log of their calls.
    @TableActor private struct World {
        let table: RecordingWorld

        init(rows count: Int = 5, allowsMultipleSelection: Bool = true, limit: Int? = nil) {
            table = RecordingWorld(rows: count)
            tableView.allowsMultipleSelection = allowsMultipleSelection
            tableView.selectionLimit = limit
            for row in table.rows.indices { when(nil, row: row) { _ in } }
        }

        var tableView: TableView { table.tableView }

        /// Runs the body when the row receives the call, after the call was logged.
        func when(_ method: TableDelegateCall.Method?, row: Int, do body: @escaping @TableActor (TableView) -> Void) {
            table.rows[row].handler = { [log = table.log] call, tableView in
                guard ![.identifierForRow, .cellForRow, .prepare].contains(call.method) else { return }
                log.entries.append("\(row) \(call.method)")
                if call.method == method { body(tableView) }
            }
        }

        var log: [String] { table.log.entries }

        /// The log without the calls that every touch makes.
        var told: [String] {
            log.filter { !$0.hasSuffix("ighlightRow") && !$0.contains(" will") }
        }

        var selected: [Int] { tableView.indexPathsForSelectedRows.map(\.row) }

        func touch(_ rows: [Int]) async throws -> SelectionResult {
            try await tableView.gestures.touchRows(at: rows.map { [0, $0] })
        }
    }

    private func code(_ body: () async throws -> Void) async -> TableViewError.Code? {
        do { try await body() } catch { return (error as? TableViewError)?.code }
        return nil
    }

    // MARK: An interaction

    @Test func `The delegate is told that it begins, of each row as by a touch, and that it ends`() async throws {
        let world = World()

        let outcome = try await world.touch([1, 3])

        #expect(outcome.rows == [[0, 1], [0, 3]])
        #expect(outcome.refused.isEmpty)
        #expect(
            world.log == [
                "1 didBeginMultipleSelection",
                "1 shouldHighlightRow", "1 didHighlightRow", "1 didUnhighlightRow", "1 willSelectRow", "1 didSelectRow",
                "3 shouldHighlightRow", "3 didHighlightRow", "3 didUnhighlightRow", "3 willSelectRow", "3 didSelectRow",
            ] + (0..<5).map { "\($0) didEndMultipleSelection" })
        #expect(world.selected == [1, 3])
    }

    @Test func `Rows that are selected are not touched again, and others stay selected`() async throws {
        let world = World()
        _ = try await world.touch([4, 1])

        let outcome = try await world.touch([0, 1, 0, 1])

        #expect(outcome.rows == [[0, 0], [0, 1]])
        #expect(world.log.count { $0 == "1 didSelectRow" } == 1)
        #expect(world.log.count { $0 == "0 didSelectRow" } == 1)
        #expect(world.selected == [4, 1, 0])
    }

    @Test func `No rows are no interaction`() async throws {
        let world = World()
        #expect(try await world.touch([]).rows.isEmpty)
        #expect(try await world.tableView.gestures.releaseRows(at: []).rows.isEmpty)
        #expect(world.log == [])
    }

    @Test func `A table that lets one row be selected takes several where its delegate lets them begin`() async throws {
        let world = World(allowsMultipleSelection: false)
        world.table.rows[2].answers.shouldBeginMultipleSelection = true

        #expect(await code { _ = try await world.touch([1, 2]) } == .singleSelection)
        #expect(world.selected == [])
        #expect(world.told == ["1 shouldBeginMultipleSelection"])

        _ = try await world.touch([2, 1])
        #expect(world.selected == [2, 1])
        #expect(!world.log.contains { $0.hasSuffix("DeselectRow") })
        // A single touch replaces the selection again.
        try await world.tableView.gestures.touchRow(at: [0, 4])
        #expect(world.selected == [4])
    }

    @Test func `A table that allows several does not ask whether they may begin`() async throws {
        let world = World()
        _ = try await world.touch([1, 2])
        #expect(!world.log.contains("1 shouldBeginMultipleSelection"))
    }

    @Test func `Without a delegate rows are selected too`() async throws {
        let world = World()
        world.tableView.delegate = nil
        #expect(try await world.touch([2, 0]).rows == [[0, 2], [0, 0]])
        #expect(world.selected == [2, 0])
        #expect(try await world.tableView.gestures.releaseRows(at: [[0, 2]]).rows == [[0, 2]])
        #expect(world.selected == [0])
    }

    // MARK: Refusals

    @Test func `A row that is not there, or disabled, leaves all as they are`() async throws {
        let world = World()
        world.table.rows[3].answers.cell.isEnabled = false
        for (rows, refusal) in [
            ([0, 5], TableViewError.Code.noSuchRow), ([-1, 0], .noSuchRow), ([0, 3], .disabled), ([3], .disabled),
        ] {
            #expect(await code { _ = try await world.touch(rows) } == refusal)
        }
        #expect(await code { try await world.tableView.gestures.touchRows(at: [[0, 0], [1, 0]]) } == .noSuchRow)
        #expect(await code { try await world.tableView.gestures.releaseRows(at: [[0, 0], [0, 5]]) } == .noSuchRow)
        #expect(world.log == [])
        #expect(world.selected == [])
        #expect(world.tableView.session.revision == 0)
    }

    @Test func `A row that is selected may have been disabled since`() async throws {
        let world = World()
        _ = try await world.touch([3])
        world.table.rows[3].answers.cell.isEnabled = false
        #expect(try await world.touch([0, 3]).rows == [[0, 0], [0, 3]])
        #expect(try await world.tableView.gestures.releaseRows(at: [[0, 3]]).rows == [[0, 3]])
        #expect(world.selected == [0])
    }

    @Test func `Rows that the delegate refuses are left out, with the reason, and the end is told`() async throws {
        let world = World()
        world.table.rows[0].answers.shouldHighlight = false
        world.table.rows[2].answers.willSelectRow = .refused

        let outcome = try await world.touch([0, 1, 2, 3])

        #expect(outcome.rows == [[0, 1], [0, 3]])
        #expect(outcome.refused.map(\.indexPath) == [[0, 0], [0, 2]])
        #expect(outcome.refused.map(\.identifier) == ["r0", "r2"])
        #expect(outcome.refused.map { ($0.error as? TableViewError)?.code } == [.notHighlightable, .vetoed])
        #expect(world.selected == [1, 3])
        #expect(world.log.last == "4 didEndMultipleSelection")
    }

    @Test func `The row that is selected is the one willSelectRow names`() async throws {
        let world = World()
        world.table.rows[1].answers.willSelectRow = .other([0, 3])
        #expect(try await world.touch([1, 2]).rows == [[0, 3], [0, 2]])
        #expect(world.selected == [3, 2])
    }

    // MARK: Deselecting

    @Test func `Rows are released as one by one, those that refuse left out`() async throws {
        let world = World(limit: 4)
        _ = try await world.touch([0, 1, 2, 3])
        world.table.rows[1].answers.willDeselectRow = .refused
        world.table.log.entries = []

        let outcome = try await world.tableView.gestures.releaseRows(at: [[0, 0], [0, 1], [0, 3], [0, 4]])

        #expect(outcome.rows == [[0, 0], [0, 3], [0, 4]])
        #expect(outcome.refused.map { ($0.error as? TableViewError)?.code } == [.vetoed])
        #expect(
            world.log == [
                "0 willDeselectRow", "0 didDeselectRow", "1 willDeselectRow", "3 willDeselectRow", "3 didDeselectRow",
            ])
        #expect(world.selected == [1, 2])
    }

    // MARK: Handlers that change the table

    @Test func `Rows are found again when handlers have moved them`() async throws {
        let world = World()
        let section = world.table.section
        world.when(.didSelectRow, row: 0) { tableView in
            section.childDelegates.reverse()
            tableView.reloadData()
        }

        let outcome = try await world.touch([0, 1])

        #expect(outcome.rows == [[0, 4], [0, 3]])
        #expect(world.selected == [4, 3])
        #expect(world.told.filter { $0.hasSuffix("didSelectRow") } == ["0 didSelectRow", "1 didSelectRow"])
    }

    @Test func `A row that goes meanwhile is left out, or not told of when it was its own doing`() async throws {
        let world = World()
        let section = world.table.section
        world.when(.didSelectRow, row: 1) { tableView in
            section.childDelegates.removeSubrange(1...2)
            tableView.reloadData()
        }

        let outcome = try await world.touch([1, 2, 3])

        #expect(outcome.rows == [[0, 1]])
        #expect(outcome.refused.map(\.identifier) == ["r2"])
        #expect(outcome.refused.map { ($0.error as? TableViewError)?.code } == [.noSuchRow])
    }
}
