import CascadingTable
import TableManagers
import FoundationEssentials
import Testing

/// Tests that a closure can refuse the change that it is called for.
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
        }
    }

    struct Case: Sendable, CustomTestStringConvertible {
        let testDescription: String
        let gesture: @TableActor @Sendable (TableView) async throws -> Void
    }

    nonisolated static let cases = [
        Case(testDescription: "commit") { try await $0.gestures.commit(.delete, forRowAt: [0, 1]) },
        Case(testDescription: "values") { try await $0.gestures.commitValues([:], forRowAt: [0, 1]) },
        Case(testDescription: "move") { try await $0.gestures.dragRow(at: [0, 1], to: [0, 0]) },
        Case(testDescription: "primary") { try await $0.gestures.performPrimaryAction(forRowAt: [0, 1]) },
        Case(testDescription: "menu") { try await $0.gestures.performMenuAction(.paste, forRowAt: [0, 1]) },
    ]

    @Test(arguments: cases, [true, false])
    func `A closure refuses by throwing, or by telling the table`(given: Case, throwing: Bool) async throws {
        let world = World(refusing: ["mapping"], byThrowing: throwing)
        await #expect(throws: Refusal.self) { try await given.gesture(world.tableView) }
        #expect(world.log.entries == ["mapping"])
    }

    @Test(arguments: cases)
    func `Where no closure refuses the action is done`(given: Case) async throws {
        let world = World(refusing: [])
        // The table finds that the closure has moved no row.
        do { try await given.gesture(world.tableView) } catch let error as TableViewError {
            #expect(error.code == .vetoed && given.testDescription == "move")
        }
        #expect(world.log.entries == ["mapping"])
    }
}
