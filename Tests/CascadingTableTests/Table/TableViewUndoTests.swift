import CascadingTable
import FoundationEssentials
import Testing

@TableActor
@Suite struct TableViewUndoTests {
    private let visitor = TableSession(id: "visitor")

    @discardableResult
    private func answer(_ table: EditableTable, _ body: () async throws -> Void) async throws -> TableView.Undo? {
        try await table.tableView.performing(TableRequest(session: visitor), body).undo
    }

    private func code(_ body: () async throws -> Void) async -> TableViewError.Code? {
        do { try await body() } catch { return (error as? TableViewError)?.code }
        return nil
    }

    @Test func `A row that was moved goes back, and there again`() async throws {
        let table = EditableTable([["a", "b", "c"], ["d"]])
        let undo = try #require(
            try await answer(table) { _ = try await table.tableView.gestures.dragRow(at: [0, 0], to: [1, 1]) })
        #expect(undo.title == "Move a" && !undo.isRedo)

        let redo = try #require(try await answer(table) { try await table.tableView.gestures.undo(undo.token) })
        #expect(table.sections == [["a", "b", "c"], ["d"]])
        #expect(redo.title == "Move a" && redo.isRedo)

        let again = try await answer(table) { try await table.tableView.gestures.undo(redo.token) }
        #expect(table.sections == [["b", "c"], ["d", "a"]])
        #expect(again?.isRedo == false)
        #expect(table.anomalies == [])
    }

    @Test func `The row is found where it has gone meanwhile, by its name`() async throws {
        let table = EditableTable([["a", "b", "c"]])
        let undo = try #require(
            try await answer(table) { _ = try await table.tableView.gestures.dragRow(at: [0, 0], to: [0, 1]) })
        table.sections[0].insert("new", at: 0)
        table.tableView.reloadData()

        try await answer(table) { try await table.tableView.gestures.undo(undo.token) }

        #expect(table.sections == [["a", "new", "b", "c"]])
    }

    @Test func `A row known by its place is moved back only as long as nothing has changed`() async throws {
        let table = EditableTable([["a", "b", "c"]])
        table.namesRows = false
        let undo = try #require(
            try await answer(table) { _ = try await table.tableView.gestures.dragRow(at: [0, 0], to: [0, 2]) })
        try await answer(table) { try await table.tableView.gestures.undo(undo.token) }
        #expect(table.sections == [["a", "b", "c"]])

        let other = try #require(
            try await answer(table) { _ = try await table.tableView.gestures.dragRow(at: [0, 0], to: [0, 2]) })
        table.tableView.reloadData()
        #expect(
            await code { try await answer(table) { try await table.tableView.gestures.undo(other.token) } }
                == .noSuchRow)
        #expect(table.sections == [["b", "c", "a"]])
    }

    @Test func `A section that was moved goes back`() async throws {
        let table = EditableTable([["a"], ["b"], ["c"]])
        let undo = try #require(try await answer(table) { try await table.tableView.gestures.dragSection(0, to: 2) })
        #expect(table.sections == [["b"], ["c"], ["a"]])

        let redo = try #require(try await answer(table) { try await table.tableView.gestures.undo(undo.token) })
        #expect(table.sections == [["a"], ["b"], ["c"]])
        try await answer(table) { try await table.tableView.gestures.undo(redo.token) }
        #expect(table.sections == [["b"], ["c"], ["a"]])
    }

    @Test func `It works once, for the visitor who did it`() async throws {
        let table = EditableTable([["a", "b"]])
        let undo = try #require(
            try await answer(table) { _ = try await table.tableView.gestures.dragRow(at: [0, 0], to: [0, 1]) })

        let other = TableRequest(session: TableSession(id: "other"))
        #expect(
            await code {
                _ = try await table.tableView.performing(other) { try await table.tableView.gestures.undo(undo.token) }
            } == .noSuchUndo)
        try await answer(table) { try await table.tableView.gestures.undo(undo.token) }
        #expect(
            await code { try await answer(table) { try await table.tableView.gestures.undo(undo.token) } }
                == .noSuchUndo)
        #expect(table.sections == [["a", "b"]])
    }

    @Test func `What one request does is undone together, the last first`() async throws {
        let table = EditableTable([["a", "b", "c"]])
        let undo = try #require(
            try await answer(table) {
                _ = try await table.tableView.gestures.dragRow(at: [0, 0], to: [0, 2])
                _ = try await table.tableView.gestures.dragRow(at: [0, 0], to: [0, 1])
            })
        #expect(table.sections == [["c", "b", "a"]])
        #expect(undo.title == "Move b")

        try await answer(table) { try await table.tableView.gestures.undo(undo.token) }

        #expect(table.sections == [["a", "b", "c"]])
    }

    @Test func `A gesture that is refused leaves nothing to undo`() async throws {
        let table = EditableTable([["a", "b"]])
        table.handler = { table in
            table.tableView.registerUndo("Move") { _ in }
            table.tableView.refuse("No.")
        }
        let undo = try await answer(table) {
            #expect(await code { _ = try await table.tableView.gestures.dragRow(at: [0, 0], to: [0, 1]) } == .vetoed)
        }
        #expect(undo == nil)
        #expect(visitor.isForgettable)
    }

    @Test func `A data source that registers its own way back is believed`() async throws {
        let table = EditableTable([["a", "b"]])
        var undone = 0
        table.handler = { table in
            table.sections = [["b", "a"]]
            table.tableView.registerUndo("Swap") { _ in undone += 1 }
        }
        let undo = try #require(
            try await answer(table) { _ = try await table.tableView.gestures.dragRow(at: [0, 0], to: [0, 1]) })
        #expect(undo.title == "Swap")
        try await answer(table) { try await table.tableView.gestures.undo(undo.token) }
        #expect(undone == 1)
    }

    @Test func `What could not be undone can be tried again, but nothing twice`() async throws {
        let table = EditableTable([["a"]])
        var done: [String] = []
        var isRefused = true
        let undo = try #require(
            try await answer(table) {
                table.tableView.registerUndo("First") { _ in
                    if isRefused { throw TableViewError(.vetoed, "Not yet.") }
                    done.append("first")
                }
                table.tableView.registerUndo("Second") { _ in done.append("second") }
            })
        #expect(
            await code { try await answer(table) { try await table.tableView.gestures.undo(undo.token) } } == .vetoed)
        isRefused = false
        try await answer(table) { try await table.tableView.gestures.undo(undo.token) }
        #expect(done == ["second", "first"])
    }

    @Test func `Outside of a request nothing is registered`() async throws {
        let table = EditableTable([["a"]])
        table.tableView.registerUndo("Nothing") { _ in }
        #expect(try await answer(table) {} == nil)
        #expect(table.tableView.session.isForgettable)
    }
}
