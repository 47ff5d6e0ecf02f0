import CascadingTable
import FoundationEssentials
import TableTesting
import Testing

/// Tests which mappings an event of the manager reaches, and in which order the handlers are called.
@TableActor
@Suite struct ManagerEventsTests {
    class NoteCell: ModelTransfer {
        var cell = TableViewCell()
        required init() {}
        func update(with animal: Animal) { cell.title = animal.name }
    }

    final class DogCell: NoteCell {}

    @TableActor private struct World {
        let storage: ListStorage<any FeedItem>
        let manager: TableManager<any FeedItem>
        let tableView: TableView

        init(_ items: any FeedItem...) {
            storage = ListStorage([items])
            manager = TableManager(storage: storage)
            tableView = TableView.quiet(root: manager)
        }

        func heights() -> [Height] {
            (0..<storage.sections[0].count).map { tableView.height(forRowAt: [0, $0]) }
        }
    }

    @Test func `All mappings to the cell have the event, and those to subclasses of it`() throws {
        let world = World(Dog(), Animal(), Post())
        world.manager.register(DogCell.self, for: Dog.self) { cell, dog, _ in cell.update(with: dog) }
        world.manager.register(NoteCell.self)
        world.manager.register(PostCell.self)
        var told: [String] = []

        world.manager.cells(NoteCell.self).didSelect { cell, animal, indexPath in
            told.append("\(type(of: cell)) \(animal.name) \(indexPath.row)")
        }
        for row in 0..<3 { try world.manager.tableView(world.tableView, didSelectRowAt: [0, row]) }

        #expect(told == ["DogCell dog 0", "NoteCell animal 1"])
        #expect(world.tableView.anomalies.counts.isEmpty)
    }

    @Test func `An event for a subclass of a cell does not reach the cell`() {
        let world = World(Animal(), Dog())
        world.manager.register(DogCell.self, for: Dog.self) { _, _, _ in }
        world.manager.register(NoteCell.self)
        world.manager.cells(DogCell.self, for: Dog.self).indentationLevelForCell { _, _, _ in 3 }
        #expect((0...1).map { world.manager.tableView(world.tableView, indentationLevelForRowAt: [0, $0]) } == [0, 3])
    }

    @Test func `An event for a model reaches every mapping for it or a subclass, whatever the cell`() {
        let world = World(Dog(), Animal(), Post())
        world.manager.register(DogCell.self, for: Dog.self) { _, _, _ in }
        world.manager.register(NoteCell.self)
        world.manager.register(PostCell.self)
        world.manager.cells(for: Animal.self).heightForCell { animal, _ in animal.name == "dog" ? 10 : 20 }
        #expect(world.heights() == [10, 20, .automatic])
    }

    @Test func `An event for a protocol reaches the mapping for it`() {
        let world = World(Photo(), Post())
        world.manager.register(PostCell.self)
        world.manager.register(ItemCell.self)
        world.manager.cells(ItemCell.self).heightForCell { _, _ in 10 }
        #expect(world.heights() == [10, .automatic])
    }

    @Test func `A mapping registered later does not have the event`() {
        let world = World(Photo(), Post())
        world.manager.register(PhotoCell.self, for: Photo.self) { _, _, _ in }
        world.manager.cells(PhotoCell.self, for: Photo.self).heightForCell { _, _ in 10 }
        world.manager.register(PostCell.self) { $0.heightForCell { _, _ in 20 } }
        #expect(world.heights() == [10, 20])
    }

    @Test func `A second closure for an event replaces the first`() {
        let world = World(Post())
        world.manager.register(PostCell.self) { mapping in
            mapping.heightForCell { _, _ in 10 }
            mapping.heightForCell { _, _ in 20 }
        }
        #expect(world.heights() == [20])
        world.manager.cells(PostCell.self).heightForCell { _, _ in 30 }
        #expect(world.heights() == [30])
    }

    @Test func `An event that is attached late makes a new revision, and its answer is used`() {
        let world = World(Post())
        world.manager.register(PostCell.self)
        #expect(world.heights() == [.automatic])
        let revision = world.tableView.revision
        world.manager.cells(PostCell.self).heightForCell { _, _ in 30 }
        #expect(world.heights() == [30])
        #expect(world.tableView.revision > revision)
    }

    // MARK: Nil answers

    @Test func `A closure that refuses is not overruled`() {
        let world = World(Post())
        let controller = RecordingTableDelegate(answers: .distinctive)
        world.manager.delegate = controller
        world.manager.register(PostCell.self) { mapping in
            mapping.willSelect { _, _, _ in nil }
            mapping.editActions { _, _, _ in nil }
            mapping.titleForDeleteConfirmationButton { _, _, _ in nil }
        }
        #expect(world.manager.tableView(world.tableView, willSelectRowAt: [0, 0]) == nil)
        #expect(world.manager.tableView(world.tableView, editActionsForRowAt: [0, 0]) == nil)
        #expect(world.manager.tableView(world.tableView, titleForDeleteConfirmationButtonForRowAt: [0, 0]) == nil)
        #expect(controller.calls == [])
    }

    @Test func `A controller that refuses is not overruled`() {
        let world = World(Post())
        world.manager.register(PostCell.self)
        let controller = RecordingTableDelegate()
        controller.answers.willSelectRow = .refused
        world.manager.delegate = controller
        #expect(world.manager.tableView(world.tableView, willSelectRowAt: [0, 0]) == nil)
    }

    @Test func `The actions at the end of a row are its edit actions where it has no others`() {
        let world = World(Post())
        let action = TableViewRowAction(id: "edit", title: "Edit") { _, _ in .keep }
        world.manager.register(PostCell.self) { $0.editActions { _, _, _ in [action] } }
        world.manager.delegate = RecordingTableDelegate()
        #expect(world.tableView.gestures.actions(forRowAt: [0, 0]).trailing?.actions.map(\.id) == ["edit"])
    }

    // MARK: Subclasses

    @Test func `A subclass comes first, and passes on by calling super`() throws {
        final class Feed: TableManager<Post> {
            var told: [String] = []
            override func tableView(_ tableView: TableView, didSelectRowAt indexPath: IndexPath) throws {
                told.append("subclass")
                try super.tableView(tableView, didSelectRowAt: indexPath)
            }
            override func tableView(_ tableView: TableView, canEditRowAt indexPath: IndexPath) -> Bool { false }
        }
        let manager = Feed(storage: ListStorage([[Post()]]))
        let controller = RecordingTableDelegate()
        controller.handler = { call, _ in manager.told.append("controller") }
        manager.delegate = controller
        manager.register(PostCell.self) { mapping in
            mapping.didSelect { _, _, _ in manager.told.append("closure") }
            mapping.canEditCell { _, _, _ in true }
        }
        let tableView = TableView(root: manager)

        try manager.tableView(tableView, didSelectRowAt: [0, 0])

        #expect(manager.told == ["subclass", "closure", "controller"])
        #expect(!manager.tableView(tableView, canEditRowAt: [0, 0]))
    }

    @Test func `A row that cannot be shown has no events`() {
        let world = World(Unknown())
        world.manager.register(PostCell.self) { $0.shouldHighlight { _, _, _ in false } }
        #expect(world.manager.tableView(world.tableView, shouldHighlightRowAt: [0, 0]))
        #expect(world.tableView.anomalies.counts.isEmpty)
    }

    // MARK: Gestures

    @Test func `Closures that delete and move need no others`() async throws {
        let world = World(Post(title: "a"), Post(title: "b"))
        var told: [String] = []
        world.manager.register(PostCell.self)
        #expect(world.tableView.gestures.editingStyle(forRowAt: [0, 0]) == .none)
        #expect(!world.tableView.gestures.canMoveRow(at: [0, 0]))
        world.manager.cells(PostCell.self).canEditCell { _, _, _ in true }
        #expect(world.tableView.gestures.editingStyle(forRowAt: [0, 0]) == .none)

        let events = world.manager.cells(PostCell.self)
        events.commitEditingStyle { style, _, post, _ in told.append("\(style) \(post.title)") }
        events.moveRowTo { to, _, post, _ in told.append("move \(post.title) to \(to.row)") }
        try await world.tableView.gestures.commit(.delete, forRowAt: [0, 0])
        try await world.tableView.gestures.dragRow(at: [0, 0], to: [0, 1])
        #expect(told == ["delete a", "move a to 1"])
    }

    @Test func `A subclass and a data source that delete need no closure`() {
        final class Feed: TableManager<Post> {
            override func tableView(
                _ tableView: TableView, commit editingStyle: TableViewCell.EditingStyle, forRowAt indexPath: IndexPath
            ) throws {}
        }
        let manager = Feed(storage: ListStorage([[Post()]]))
        manager.register(PostCell.self)
        #expect(TableView(root: manager).gestures.editingStyle(forRowAt: [0, 0]) == .delete)
        let world = World(Post())
        world.manager.register(PostCell.self)
        let source = RecordingTableDelegate()
        world.manager.dataSource = source
        #expect(world.tableView.gestures.editingStyle(forRowAt: [0, 0]) == .none)
        source.answers.canEdit = true
        source.answers.canMove = true
        #expect(world.tableView.gestures.editingStyle(forRowAt: [0, 0]) == .delete)
        #expect(world.tableView.gestures.canMoveRow(at: [0, 0]))
    }

    @Test func `A touch, an edit and a move go through the closures`() async throws {
        let world = World(Post(title: "a"), Post(title: "b"))
        var told: [String] = []
        world.manager.register(PostCell.self) { mapping in
            mapping.didSelect { _, post, _ in told.append("select \(post.title)") }
            mapping.canEditCell { _, _, _ in true }
            mapping.editingStyle { _, _, _ in .delete }
            mapping.commitEditingStyle { style, _, post, _ in told.append("\(style) \(post.title)") }
            mapping.canMove { _, _, _ in true }
            mapping.targetIndexPathForMove { _, _, _, source in source }
            mapping.moveRowTo { _, _, _, _ in told.append("never") }
        }
        try await world.tableView.gestures.touchRow(at: [0, 1])
        try await world.tableView.gestures.commit(.delete, forRowAt: [0, 0])
        #expect(try await world.tableView.gestures.dragRow(at: [0, 0], to: [0, 1]) == [0, 0])
        #expect(told == ["select b", "delete a"])
    }
}
