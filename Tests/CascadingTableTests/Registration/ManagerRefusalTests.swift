import CascadingTable
import FoundationEssentials
import TableTesting
import Testing

/// Tests that a change that a closure refuses does not reach later closures, the delegate or the data source.
@TableActor
@Suite struct ManagerRefusalTests {
    private struct Refusal: Error {}

    /// A log of the called closures and delegates.
    @TableActor private final class Log {
        var entries: [String] = []
    }

    /// A table with two sections of two posts, which logs its changes. The closures in `refusing` refuse.
    @TableActor private struct World {
        let tableView: TableView
        let log = Log()

        init(refusing: [String], byThrowing throwing: Bool = true) {
            let posts = ["a", "b"].map { Post(title: $0) }
            let manager = TableManager(storage: ListStorage([posts, posts]))
            tableView = TableView.quiet(root: manager)
            let note = { @TableActor [log, tableView] (name: String) throws in
                log.entries.append(name)
                guard refusing.contains(name) else { return }
                if throwing { throw Refusal() }
                tableView.refuse(Refusal())
            }
            manager.register(PostCell.self) { mapping in
                mapping.canEditCell { _, _, _ in true }
                mapping.editingStyle { _, _, _ in .delete }
                mapping.commitEditingStyle { _, _, _, _ in try note("mapping") }
                mapping.fieldsForEditing { _, _, _ in [TableViewEditableField("name", label: "Name")] }
                mapping.commitValues { _, _, _, _ in try note("mapping") }
                mapping.canMove { _, _, _ in true }
                mapping.moveRowTo { _, _, _, _ in try note("mapping") }
                mapping.canPerformPrimaryAction { _, _, _ in true }
                mapping.performPrimaryAction { _, _, _ in try note("mapping") }
                mapping.shouldShowMenu { _, _, _ in true }
                mapping.canPerformAction { _, _, _, _, _ in true }
                mapping.performAction { _, _, _, _, _ in try note("mapping") }
            }
            manager.move { _, _ in try note("manager") }
            manager.canMoveSection { _ in true }
            manager.moveSection { _, _ in try note("manager") }
            manager.canHandleDrop { _ in true }
            manager.performDrop { _ in try note("manager") }
            let controller = RecordingTableDelegate()
            let changes: Set<TableDelegateCall.Method> = [
                .commit, .commitValues, .moveRow, .moveSection, .performDrop, .performPrimaryAction, .performAction,
            ]
            controller.handler = { [log] call, _ in if changes.contains(call.method) { log.entries.append("last") } }
            manager.delegate = controller
            manager.dataSource = controller
        }
    }

    struct Case: Sendable, CustomTestStringConvertible {
        let testDescription: String
        /// The closures that are called before the delegate or the data source.
        let closures: [String]
        let gesture: @TableActor @Sendable (TableView) async throws -> Void
    }

    nonisolated static let cases = [
        Case(testDescription: "commit", closures: ["mapping"]) {
            try await $0.gestures.commit(.delete, forRowAt: [0, 1])
        },
        Case(testDescription: "values", closures: ["mapping"]) {
            try await $0.gestures.commitValues([:], forRowAt: [0, 1])
        },
        Case(testDescription: "move", closures: ["mapping", "manager"]) {
            try await $0.gestures.dragRow(at: [0, 1], to: [0, 0])
        },
        Case(testDescription: "section", closures: ["manager"]) { try await $0.gestures.dragSection(0, to: 1) },
        Case(testDescription: "drop", closures: ["manager"]) {
            try await $0.gestures.drop(TableViewDrop(items: [], destination: [0, 0]))
        },
        Case(testDescription: "primary", closures: ["mapping"]) {
            try await $0.gestures.performPrimaryAction(forRowAt: [0, 1])
        },
        Case(testDescription: "menu", closures: ["mapping"]) {
            try await $0.gestures.performMenuAction(.paste, forRowAt: [0, 1])
        },
    ]

    @Test(arguments: cases, [true, false])
    func `A closure that refuses is the last that is called`(given: Case, throwing: Bool) async throws {
        for closure in given.closures {
            let world = World(refusing: [closure], byThrowing: throwing)
            await #expect(throws: Refusal.self) { try await given.gesture(world.tableView) }
            let called = given.closures.prefix { $0 != closure } + [closure]
            #expect(world.log.entries == Array(called))
        }
    }

    @Test(arguments: cases)
    func `Where no closure refuses all are called, and an older refusal stops none`(given: Case) async throws {
        let world = World(refusing: [])
        world.tableView.refuse("Outside of an action.")
        do { try await given.gesture(world.tableView) } catch let error as TableViewError {
            #expect(error.code == .vetoed)
        }
        #expect(world.log.entries == given.closures + ["last"])
    }
}
