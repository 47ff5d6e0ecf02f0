import CascadingTable
import TableManagers
import FoundationEssentials
import TestSupport
import Testing

/// Tests when the closures of a manager's mappings are called, and what they decide.
@TableActor
@Suite struct ManagerEventsTests {
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

    @Test func `A second closure for an event replaces the first`() {
        let world = World(Post())
        world.manager.register(PostCell.self) { mapping in
            mapping.heightForCell { _, _ in 10 }
            mapping.heightForCell { _, _ in 20 }
        }
        #expect(world.heights() == [20])
    }

    @Test func `An event that is attached late makes a new revision, and its answer is used`() {
        let world = World(Post())
        var mapping: CellMapping<PostCell, Post>?
        world.manager.register(PostCell.self) { mapping = $0 }
        #expect(world.heights() == [.automatic])
        let revision = world.tableView.revision
        mapping?.heightForCell { _, _ in 30 }
        #expect(world.heights() == [30])
        #expect(world.tableView.revision > revision)
    }

    // MARK: Answers

    @Test func `The actions at the end of a row are its edit actions where it has no others`() {
        let world = World(Post())
        let action = TableViewRowAction(id: "edit", title: "Edit") { _, _ in .keep }
        world.manager.register(PostCell.self) { $0.editActions { _, _, _ in [action] } }
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
        manager.register(PostCell.self) { mapping in
            mapping.didSelect { _, _, _ in manager.told.append("closure") }
            mapping.canEditCell { _, _, _ in true }
        }
        let tableView = TableView(root: manager)

        try manager.tableView(tableView, didSelectRowAt: [0, 0])

        #expect(manager.told == ["subclass", "closure"])
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
        var mapping: CellMapping<PostCell, Post>?
        world.manager.register(PostCell.self) { mapping = $0 }
        #expect(world.tableView.gestures.editingStyle(forRowAt: [0, 0]) == .none)
        #expect(!world.tableView.gestures.canMoveRow(at: [0, 0]))
        mapping?.canEditCell { _, _, _ in true }
        #expect(world.tableView.gestures.editingStyle(forRowAt: [0, 0]) == .none)

        mapping?.commitEditingStyle { style, _, post, _ in told.append("\(style) \(post.title)") }
        mapping?.moveRowTo { to, _, post, _ in told.append("move \(post.title) to \(to.row)") }
        try await world.tableView.gestures.commit(.delete, forRowAt: [0, 0])
        try await world.tableView.gestures.dragRow(at: [0, 0], to: [0, 1])
        #expect(told == ["delete a", "move a to 1"])
    }

    @Test func `A subclass that deletes needs no closure`() {
        final class Feed: TableManager<Post> {
            override func tableView(
                _ tableView: TableView, commit editingStyle: TableViewCell.EditingStyle, forRowAt indexPath: IndexPath
            ) throws {}
        }
        let manager = Feed(storage: ListStorage([[Post()]]))
        manager.register(PostCell.self)
        #expect(TableView(root: manager).gestures.editingStyle(forRowAt: [0, 0]) == .delete)
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
