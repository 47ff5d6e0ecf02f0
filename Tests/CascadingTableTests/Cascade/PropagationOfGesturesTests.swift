import CascadingTable
import FoundationEssentials
import TableTesting
import Testing

/// Tests the calls of a gesture that concern more than one row.
@TableActor
@Suite struct PropagationOfGesturesTests {
    typealias Owner = PropagationWorld.Owner

    @Test func `A section's move tells source and destination, in that order, and no other`() throws {
        let world = PropagationWorld(.root)
        let order = Order()
        for (child, name) in [(world.first, "first"), (world.answering, "answering"), (world.last, "last")] {
            child.handler = { _, _ in order.names.append(name) }
        }

        try world.node.tableView(world.tableView, moveSection: 3, to: 2)

        let move = TableDelegateCall(.moveSection, .section(3), .section(2))
        #expect(world.last.calls == [move])
        #expect(world.answering.calls == [move])
        #expect(order.names == ["last", "answering"])
    }

    @Test(arguments: [-1, 4, Int.max])
    func `A section's move between a child and a place without one reaches that child alone`(place: Int) throws {
        for (source, destination) in [(2, place), (place, 2)] {
            let world = PropagationWorld(.root)

            try world.node.tableView(world.tableView, moveSection: source, to: destination)

            world.expectOnlyCall(.init(.moveSection, .section(source), .section(destination)))
        }
    }

    @Test(arguments: [-1, 0, 8, 77, Int.max])
    func `A section cannot be moved unless it says so itself, and tells no row`(section: Int) throws {
        let world = PropagationWorld(.section)

        #expect(!world.node.tableView(world.tableView, canMoveSection: section))
        try world.node.tableView(world.tableView, moveSection: section, to: 0)

        world.expectNoCalls()
    }

    @Test(arguments: Owner.allCases)
    func `The end of selecting several rows is told to every child once`(owner: Owner) {
        let world = PropagationWorld(owner)

        world.node.tableViewDidEndMultipleSelectionInteraction(world.tableView)

        for child in [world.first, world.answering, world.last] {
            #expect(child.calls == [.init(.didEndMultipleSelection)])
        }
    }

    @Test(arguments: Owner.allCases)
    func `Each child gives up loading the run of its own rows`(owner: Owner) {
        let world = PropagationWorld(owner)
        let paths = [0, 1, 2, 2, -1, 3, 999].map(world.indexPath(toChildAt:))

        world.node.tableView(world.tableView, cancelPrefetchingForRowsAt: paths)

        #expect(world.first.calls == [.init(.cancelPrefetching, .indexPaths([paths[0]]))])
        #expect(world.answering.calls == [.init(.cancelPrefetching, .indexPaths([paths[2], paths[3]]))])
        #expect(world.last.calls == [.init(.cancelPrefetching, .indexPaths([paths[5]]))])
    }

    @Test(arguments: Owner.allCases)
    func `What is dropped reaches the child at its place with all its items`(owner: Owner) throws {
        let world = PropagationWorld(owner)
        let drop = TableViewDrop(
            items: [TableViewDragItem("one"), TableViewDragItem("two", type: "text/csv")],
            destination: world.indexPath(toChildAt: 2))

        #expect(world.node.tableView(world.tableView, canHandle: drop))
        try world.node.tableView(world.tableView, performDropWith: drop)

        #expect(world.answering.calls == [.init(.canHandleDrop, .drop(drop)), .init(.performDrop, .drop(drop))])
        #expect(world.first.calls == [] && world.last.calls == [])
    }

    @Test func `Without swipe actions of its own, a row has its edit actions at its end`() {
        let tableView = TableView()
        for node in [OldRow() as any CascadingTableDelegate, OldBareRow()] {
            let section = CascadingSectionTableDelegate(childDelegates: [node])

            let actions = section.tableView(tableView, trailingSwipeActionsConfigurationForRowAt: [0, 0])

            #expect(actions?.actions.map(\.id) == ["old"])
            #expect(actions?.performsFirstActionWithFullSwipe == true)
            #expect(section.tableView(tableView, leadingSwipeActionsConfigurationForRowAt: [0, 0]) == nil)
        }
    }

    @TableActor private final class Order {
        var names: [String] = []
    }

    private final class OldBareRow: CascadingBareTableDelegate {
        override func tableView(_ tableView: TableView, editActionsForRowAt indexPath: IndexPath)
            -> [TableViewRowAction]?
        { [.old] }
    }

    private final class OldRow: CascadingTableDelegate {
        var index = 0
        var childDelegates: [any CascadingTableDelegate] = []
        weak var parentDelegate: (any CascadingTableDelegate)?

        func prepare(tableView: TableView) {}
        func tableView(_ tableView: TableView, numberOfRowsInSection section: Int) -> Int { 0 }
        func tableView(_ tableView: TableView, cellForRowAt indexPath: IndexPath) -> TableViewCell { .init() }
        func tableView(_ tableView: TableView, editActionsForRowAt indexPath: IndexPath) -> [TableViewRowAction]? {
            [.old]
        }
    }
}

extension TableViewRowAction {
    fileprivate static let old = TableViewRowAction(id: "old", title: "Old") { _, _ in .keep }
}
