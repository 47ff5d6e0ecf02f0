import CascadingTable
import FoundationEssentials
import TableTesting
import Testing

/// Tests events that concern no single row, for a manager that is the whole table or a section of a tree.
@TableActor
@Suite struct TableEventTests {
    /// The methods that this suite tests.
    static let methods: [TableDelegateCall.Method] = [
        .sectionIndexTitles, .sectionForIndexTitle, .canMoveSection, .moveSection, .didEndMultipleSelection,
        .shouldUpdateFocus, .didUpdateFocus, .preferredFocusedRow, .canHandleDrop, .performDrop, .columns,
        .heightForEveryRow,
    ]

    @TableActor private struct World {
        let manager = TableManager(storage: ListStorage<Post>([[Post(), Post()], [Post()]]))
        let controller = RecordingTableDelegate(answers: .distinctive)
        let tableView: TableView
        let log = Log()

        init(inTree: Bool = false, hasController: Bool = false) {
            manager.register(PostCell.self)
            let empty = CascadingSectionTableDelegate()
            tableView = TableView.quiet(
                root: inTree ? CascadingRootTableDelegate(childDelegates: [empty, manager]) : manager)
            guard hasController else { return }
            manager.delegate = controller
            manager.dataSource = controller
            controller.handler = { [log] call, _ in log.entries.append("controller") }
        }
    }

    @TableActor private final class Log {
        var entries: [String] = []
    }

    private func drop(_ indexPath: IndexPath) -> TableViewDrop {
        TableViewDrop(items: [], destination: indexPath)
    }

    private func focus(_ indexPath: IndexPath?) -> TableViewFocusUpdateContext {
        TableViewFocusUpdateContext(previouslyFocusedIndexPath: [0, 0], nextFocusedIndexPath: indexPath)
    }

    // MARK: Without closures

    @Test func `Without closure and controller the defaults are answered`() {
        let world = World(), manager = world.manager, tableView = world.tableView
        #expect(manager.sectionIndexTitles(for: tableView) == nil)
        #expect(manager.tableView(tableView, sectionForSectionIndexTitle: "A", at: 3) == 0)
        #expect(!manager.tableView(tableView, canMoveSection: 0))
        #expect(manager.tableView(tableView, shouldUpdateFocusIn: focus([0, 1])))
        #expect(manager.indexPathForPreferredFocusedView(in: tableView) == nil)
        #expect(!manager.tableView(tableView, canHandle: drop([0, 0])))
        #expect(manager.columns(in: tableView) == [])
        #expect(manager.tableView(tableView, heightForEveryRowInSection: 0) == nil)
    }

    @Test func `Without closures the controller answers and is told`() throws {
        let world = World(inTree: true, hasController: true), manager = world.manager, tableView = world.tableView
        #expect(manager.sectionIndexTitles(for: tableView) == ["recorded index"])
        #expect(manager.tableView(tableView, sectionForSectionIndexTitle: "A", at: 3) == 99)
        #expect(manager.tableView(tableView, canMoveSection: 1))
        try manager.tableView(tableView, moveSection: 1, to: 0)
        manager.tableViewDidEndMultipleSelectionInteraction(tableView)
        #expect(!manager.tableView(tableView, shouldUpdateFocusIn: focus([1, 1])))
        manager.tableView(tableView, didUpdateFocusIn: focus([1, 1]))
        #expect(manager.indexPathForPreferredFocusedView(in: tableView) == [97, 98])
        #expect(manager.tableView(tableView, canHandle: drop([1, 0])))
        try manager.tableView(tableView, performDropWith: drop([1, 0]))
        #expect(manager.columns(in: tableView) == world.controller.answers.columns)
        #expect(manager.tableView(tableView, heightForEveryRowInSection: 1) == 81)

        #expect(Set(world.controller.methods) == Set(Self.methods))
        #expect(world.controller.methods.count == Self.methods.count)
        #expect(world.controller.calls.contains(.init(.performDrop, .drop(drop([1, 0])))))
        #expect(world.controller.calls.contains(.init(.moveSection, .section(1), .section(0))))
    }

    // MARK: Index

    @Test(arguments: [false, true]) func `The index is the closures'`(hasController: Bool) {
        let world = World(hasController: hasController)
        world.manager.sectionIndexTitles { ["A", "B"] }
        world.manager.sectionForSectionIndexTitle { title, index in title == "B" && index == 1 ? 1 : 0 }
        #expect(world.manager.sectionIndexTitles(for: world.tableView) == ["A", "B"])
        #expect(world.manager.tableView(world.tableView, sectionForSectionIndexTitle: "B", at: 1) == 1)
        #expect(world.log.entries == [])
    }

    @Test func `In a tree an index title leads to the manager's section`() {
        let world = World(inTree: true)
        world.manager.sectionIndexTitles { ["A"] }
        world.manager.sectionForSectionIndexTitle { _, _ in 0 }
        #expect(world.manager.tableView(world.tableView, sectionForSectionIndexTitle: "A", at: 0) == 1)
    }

    // MARK: Moves

    @Test func `A move is told to the mapping, to the manager and to the controller`() throws {
        let world = World(hasController: true)
        world.manager.cells(PostCell.self).moveRowTo { destination, _, _, source in
            world.log.entries.append("mapping \(source) \(destination)")
        }
        world.manager.move { source, destination in world.log.entries.append("manager \(source) \(destination)") }

        try world.manager.tableView(world.tableView, moveRowAt: [0, 0], to: [1, 0])

        #expect(world.log.entries == ["mapping [0, 0] [1, 0]", "manager [0, 0] [1, 0]", "controller"])
    }

    @Test func `In a tree a move from or to another section is the controller's alone`() throws {
        let world = World(inTree: true, hasController: true)
        world.manager.cells(PostCell.self).moveRowTo { _, _, _, _ in world.log.entries.append("mapping") }
        world.manager.cells(PostCell.self).targetIndexPathForMove { _, _, _, _ in [0, 0] }
        world.manager.move { source, destination in world.log.entries.append("manager \(source) \(destination)") }

        try world.manager.tableView(world.tableView, moveRowAt: [1, 0], to: [0, 0])
        try world.manager.tableView(world.tableView, moveRowAt: [0, 0], to: [1, 0])
        #expect(world.log.entries == ["controller", "controller"])
        #expect(
            world.manager.tableView(
                world.tableView, targetIndexPathForMoveFromRowAt: [1, 0], toProposedIndexPath: [0, 0]) == [95, 96])

        world.log.entries = []
        try world.manager.tableView(world.tableView, moveRowAt: [1, 0], to: [1, 1])
        #expect(world.log.entries == ["mapping", "manager [0, 0] [0, 1]", "controller"])
    }

    @Test func `Sections are moved by the closures`() throws {
        let world = World(hasController: true)
        world.controller.answers.canMoveSection = false
        world.manager.canMoveSection { $0 == 1 }
        world.manager.moveSection { section, destination in world.log.entries.append("\(section) \(destination)") }

        #expect([0, 1].map { world.manager.tableView(world.tableView, canMoveSection: $0) } == [false, true])
        #expect(world.log.entries == [])
        try world.manager.tableView(world.tableView, moveSection: 1, to: 0)
        #expect(world.log.entries == ["1 0", "controller"])
    }

    @Test func `In a tree the manager's own section is not for its closures to move`() throws {
        let world = World(inTree: true)
        world.manager.canMoveSection { _ in true }
        world.manager.moveSection { _, _ in world.log.entries.append("moved") }
        #expect(!world.manager.tableView(world.tableView, canMoveSection: 1))
        try world.manager.tableView(world.tableView, moveSection: 1, to: 0)
        #expect(world.log.entries == [])
    }

    // MARK: Multiple selection and focus

    @Test func `The end of a multiple selection is told to the closure, then to the controller`() {
        let world = World(hasController: true)
        world.manager.didEndMultipleSelectionInteraction { world.log.entries.append("closure") }
        world.manager.tableViewDidEndMultipleSelectionInteraction(world.tableView)
        #expect(world.log.entries == ["closure", "controller"])
    }

    @Test(arguments: [false, true]) func `Focus is asked of the closure, and told to it first`(answer: Bool) {
        let world = World(hasController: true)
        world.controller.answers.shouldUpdateFocus = !answer
        world.manager.shouldUpdateFocus { context in
            world.log.entries.append("\(context.nextFocusedIndexPath ?? [])")
            return answer
        }
        world.manager.didUpdateFocus { context in world.log.entries.append("did") }

        #expect(world.manager.tableView(world.tableView, shouldUpdateFocusIn: focus([0, 1])) == answer)
        #expect(world.log.entries == ["[0, 1]"])
        world.manager.tableView(world.tableView, didUpdateFocusIn: focus([0, 1]))
        #expect(world.log.entries == ["[0, 1]", "did", "controller"])
    }

    @Test func `In a tree focus comes from outside, and a preferred row is the table's`() {
        let world = World(inTree: true)
        world.manager.didUpdateFocus { context in
            #expect(context.previouslyFocusedIndexPath == nil)
            #expect(context.nextFocusedIndexPath == [0, 1])
            world.log.entries.append("did")
        }
        world.manager.indexPathForPreferredFocusedView { [0, 1] }

        world.manager.tableView(world.tableView, didUpdateFocusIn: focus([1, 1]))

        #expect(world.log.entries == ["did"])
        #expect(world.manager.indexPathForPreferredFocusedView(in: world.tableView) == [1, 1])
    }

    @Test func `No preference of the closure is none of the controller's`() {
        let world = World(hasController: true)
        world.manager.indexPathForPreferredFocusedView { nil }
        #expect(world.manager.indexPathForPreferredFocusedView(in: world.tableView) == nil)
    }

    // MARK: Drops

    @Test(arguments: [false, true]) func `A drop is at its place in the storage`(inTree: Bool) throws {
        let world = World(inTree: inTree, hasController: true)
        let destination: IndexPath = inTree ? [1, 2] : [0, 2]
        world.controller.answers.canHandleDrop = false
        world.manager.canHandleDrop { $0.destination == [0, 2] }
        world.manager.performDrop { world.log.entries.append("\($0.destination)") }

        #expect(world.manager.tableView(world.tableView, canHandle: drop(destination)))
        try world.manager.tableView(world.tableView, performDropWith: drop(destination))

        #expect(world.log.entries == ["[0, 2]", "controller"])
    }

    // MARK: Properties

    @Test func `One height of all rows goes before every other`() {
        let world = World(hasController: true)
        world.manager.cells(PostCell.self).heightForCell { _, _ in 50 }
        #expect(world.manager.tableView(world.tableView, heightForRowAt: [0, 0]) == 50)
        let revision = world.tableView.revision

        world.manager.rowHeight = 40

        #expect(world.tableView.revision > revision)
        #expect(world.manager.tableView(world.tableView, heightForEveryRowInSection: 0) == 40)
        #expect(world.manager.tableView(world.tableView, heightForRowAt: [0, 0]) == 40)
    }

    @Test func `Columns are the manager's, else the controller's`() {
        let world = World(hasController: true)
        world.manager.columns = [TableViewColumn("title")]
        #expect(world.tableView.columns.map(\.name) == ["title"])
        world.manager.columns = []
        #expect(world.tableView.columns.map(\.name) == ["recorded"])
    }
}
