import CascadingTable
import FoundationEssentials
import TableTesting
import Testing

/// Tests questions about more than one child, or about all children.
@TableActor
@Suite struct PropagationToSeveralTests {
    typealias Owner = PropagationWorld.Owner

    // MARK: Vetoes

    @Test(arguments: Owner.allCases)
    func `A child's refusal to be selected or deselected comes through`(owner: Owner) {
        let world = PropagationWorld(owner)
        world.answering.answers.willSelectRow = .refused
        world.answering.answers.willDeselectRow = .refused
        let indexPath = world.indexPath(toChildAt: 2)

        #expect(world.node.tableView(world.tableView, willSelectRowAt: indexPath) == nil)
        #expect(world.node.tableView(world.tableView, willDeselectRowAt: indexPath) == nil)
        #expect(world.answering.methods == [.willSelectRow, .willDeselectRow])
    }

    @Test(arguments: Owner.allCases)
    func `The end of editing a row that has gone reaches nobody`(owner: Owner) {
        let world = PropagationWorld(owner)

        world.node.tableView(world.tableView, didEndEditingRowAt: nil)

        world.expectNoCalls()
    }

    // MARK: Counts

    @Test func `A root has a section for each child, and asks none of them`() {
        let world = PropagationWorld(.root)
        #expect(world.node.numberOfSections(in: world.tableView) == 4)
        world.expectNoCalls()
    }

    @Test func `A section has no sections, and a row for each child in whatever section it is asked for`() {
        let world = PropagationWorld(.section)
        #expect(world.node.numberOfSections(in: world.tableView) == 0)
        for section in [0, 8, -1, .max, .min] {
            #expect(world.node.tableView(world.tableView, numberOfRowsInSection: section) == 4)
        }
        world.expectNoCalls()
    }

    // MARK: Moves

    @Test(arguments: Owner.allCases)
    func `A move asks and tells source and destination, in that order, and no other`(owner: Owner) throws {
        let world = PropagationWorld(owner)
        let source = world.indexPath(toChildAt: 2), destination = world.indexPath(toChildAt: 3)
        world.answering.answers.targetForMove = [41, 42]
        world.last.answers.targetForMove = nil

        let target = world.node.tableView(
            world.tableView, targetIndexPathForMoveFromRowAt: source, toProposedIndexPath: destination)
        try world.node.tableView(world.tableView, moveRowAt: source, to: destination)

        #expect(target == [41, 42])
        let move = TableDelegateCall(.moveRow, .indexPath(source), .indexPath(destination))
        #expect(
            world.answering.calls == [.init(.targetForMove, .indexPath(source), .indexPath(destination)), move])
        // The destination receives the row that the source has chosen.
        #expect(world.last.calls == [.init(.targetForMove, .indexPath(source), .indexPath([41, 42])), move])
        #expect(world.first.calls == [])
    }

    @Test(arguments: Owner.allCases, [-1, 4, .max])
    func `A move between a child and a place without one reaches that child alone`(owner: Owner, place: Int) throws {
        let inside = PropagationWorld(owner).indexPath(toChildAt: 2)
        let outside = PropagationWorld(owner).indexPath(toChildAt: place)
        for (source, destination) in [(inside, outside), (outside, inside)] {
            let world = PropagationWorld(owner)

            try world.node.tableView(world.tableView, moveRowAt: source, to: destination)

            world.expectOnlyCall(.init(.moveRow, .indexPath(source), .indexPath(destination)))
        }
    }

    // MARK: Focus

    @Test(arguments: Owner.allCases)
    func `A change of focus asks and tells the row that loses it and the row that gets it`(owner: Owner) {
        let world = PropagationWorld(owner)
        let context = TableViewFocusUpdateContext(
            previouslyFocusedIndexPath: world.indexPath(toChildAt: 0),
            nextFocusedIndexPath: world.indexPath(toChildAt: 3))
        world.first.answers.shouldUpdateFocus = true
        world.last.answers.shouldUpdateFocus = true

        #expect(world.node.tableView(world.tableView, shouldUpdateFocusIn: context))
        world.node.tableView(world.tableView, didUpdateFocusIn: context)

        for child in [world.first, world.last] {
            #expect(
                child.calls == [.init(.shouldUpdateFocus, .focus(context)), .init(.didUpdateFocus, .focus(context))])
        }
        #expect(world.answering.calls == [])
    }

    @Test(arguments: Owner.allCases, [true, false])
    func `Either row can keep the focus where it is`(owner: Owner, refusedByFirst: Bool) {
        let world = PropagationWorld(owner)
        world.first.answers.shouldUpdateFocus = !refusedByFirst
        world.last.answers.shouldUpdateFocus = refusedByFirst
        let context = TableViewFocusUpdateContext(
            previouslyFocusedIndexPath: world.indexPath(toChildAt: 0),
            nextFocusedIndexPath: world.indexPath(toChildAt: 3))

        #expect(!world.node.tableView(world.tableView, shouldUpdateFocusIn: context))
    }

    @Test(arguments: Owner.allCases)
    func `The first child that prefers a row has the focus`(owner: Owner) {
        let world = PropagationWorld(owner)
        world.first.answers.preferredFocusedRow = nil

        #expect(world.node.indexPathForPreferredFocusedView(in: world.tableView) == [97, 98])

        #expect(world.first.methods == [.preferredFocusedRow])
        #expect(world.answering.methods == [.preferredFocusedRow])
        #expect(world.last.calls == [])
    }

    @Test(arguments: Owner.allCases)
    func `Without a preference there is none`(owner: Owner) {
        let world = PropagationWorld(owner)
        world.node.childDelegates = [SilentTableDelegate()]
        #expect(world.node.indexPathForPreferredFocusedView(in: world.tableView) == nil)
    }

    // MARK: Index titles

    @Test func `A root's index titles are those of its children in order`() {
        let world = PropagationWorld(.root)
        world.first.answers.sectionIndexTitles = ["A", "B"]
        world.answering.answers.sectionIndexTitles = ["C"]
        world.last.answers.sectionIndexTitles = []

        #expect(world.node.sectionIndexTitles(for: world.tableView) == ["A", "B", "C"])
    }

    @Test func `Without any title there is no index`() {
        let root = CascadingRootTableDelegate(childDelegates: [
            SilentTableDelegate(), CascadingSectionTableDelegate(), CascadingBareTableDelegate(),
        ])
        #expect(root.sectionIndexTitles(for: TableView()) == nil)
    }

    @Test(arguments: [(0, "first", 0), (1, "first", 1), (2, "answering", 0), (3, "last", 0), (5, "last", 2)])
    func `An index title is resolved by the child it came from, counted from that child's first`(
        place: Int, child: String, placeInChild: Int
    ) {
        let world = PropagationWorld(.root)
        world.first.answers.sectionIndexTitles = ["A", "B"]
        world.answering.answers.sectionIndexTitles = ["C"]
        world.last.answers.sectionIndexTitles = ["D", "E", "F"]
        let children = ["first": world.first, "answering": world.answering, "last": world.last]

        let section = world.node.tableView(world.tableView, sectionForSectionIndexTitle: "T", at: place)

        #expect(section == 99)
        for (name, recorder) in children {
            let resolved = recorder.calls.filter { $0.method == .sectionForIndexTitle }
            #expect(resolved == (name == child ? [.init(.sectionForIndexTitle, .text("T"), .place(placeInChild))] : []))
        }
    }

    @Test(arguments: [-1, Int.min, 3, 999, Int.max])
    func `An index title that no child has leads to the first section and reaches nobody`(place: Int) {
        let world = PropagationWorld(.root)

        #expect(world.node.tableView(world.tableView, sectionForSectionIndexTitle: "T", at: place) == 0)

        for child in [world.first, world.answering, world.last] {
            #expect(child.count(of: .sectionForIndexTitle) == 0)
        }
    }

    @Test(arguments: [-1, 0, 999])
    func `A section answers for its own index title and leads to itself`(place: Int) {
        let world = PropagationWorld(.section)

        #expect(world.node.sectionIndexTitles(for: world.tableView) == ["O"])
        #expect(world.node.tableView(world.tableView, sectionForSectionIndexTitle: "O", at: place) == 8)
        world.expectNoCalls()
    }

    // MARK: Identity, columns and loading

    @Test func `A root finds a row by name in the first child that has it`() {
        let world = PropagationWorld(.root)
        world.first.answers.rowWithIdentifier = nil

        let found = world.node.tableView(world.tableView, indexPathForRowWithIdentifier: "name")

        #expect(found == [101, 102])
        #expect(world.answering.calls == [.init(.rowWithIdentifier, .text("name"))])
        #expect(world.last.calls == [])
    }

    @Test func `A section finds a row by asking its children for their names`() {
        let world = PropagationWorld(.section)
        world.first.answers.rowIdentifier = "other"

        #expect(world.node.tableView(world.tableView, indexPathForRowWithIdentifier: "recorded row") == [8, 2])
        #expect(world.node.tableView(world.tableView, indexPathForRowWithIdentifier: "nobody") == nil)
        #expect(world.first.calls.first == .init(.identifierForRow, .indexPath([8, 0])))
    }

    @Test func `A root asks for the beginning of a row from the section of the place on`() {
        let world = PropagationWorld(.root)
        world.answering.answers.rowStartingWith = nil

        let found = world.node.tableView(world.tableView, indexPathForRowStartingWith: "ab", after: [2, 5])

        #expect(found == [103, 104])
        #expect(world.first.calls == [])
        #expect(world.answering.calls == [.init(.rowStartingWith, .text("ab"), .indexPath([2, 5]))])
        #expect(world.last.calls == [.init(.rowStartingWith, .text("ab"), .indexPath(nil))])
    }

    @Test(arguments: [[], [-3, 0], [9, 9]] as [IndexPath])
    func `A root looks for a beginning after whatever place it is given`(place: IndexPath) {
        let world = PropagationWorld(.root)
        let found = world.node.tableView(world.tableView, indexPathForRowStartingWith: "ab", after: place)
        #expect(found == (place == [9, 9] ? nil : [103, 104]))
    }

    @Test func `The columns are those of the first child that has any`() {
        let world = PropagationWorld(.root)
        world.first.answers.columns = []

        #expect(world.node.columns(in: world.tableView).map(\.name) == ["recorded"])
        #expect(world.last.calls == [])
    }

    @Test func `A section has columns of its own`() {
        let section = CascadingSectionTableDelegate(childDelegates: [RecordingTableDelegate(answers: .distinctive)])
        section.columns = [TableViewColumn("own")]
        #expect(section.columns(in: TableView()).map(\.name) == ["own"])
    }

    @Test(arguments: Owner.allCases)
    func `Each child prefetches the run of its own rows, and all of them are awaited`(owner: Owner) async throws {
        let world = PropagationWorld(owner)
        let order = Order()
        for (child, name) in [(world.first, "first"), (world.answering, "answering"), (world.last, "last")] {
            child.answers.prefetch = .awaiting { order.names.append(name) }
        }
        let paths = [0, 1, 2, 2, -1, 3, 999].map(world.indexPath(toChildAt:))

        try await world.node.tableView(world.tableView, prefetchRowsAt: paths)?()

        #expect(order.names == ["first", "answering", "last"])
        #expect(world.answering.calls == [.init(.prefetchRows, .indexPaths([paths[2], paths[3]]))])
    }

    @Test(arguments: Owner.allCases)
    func `With nothing to load there is nothing to await`(owner: Owner) {
        let world = PropagationWorld(owner)
        for child in [world.first, world.answering, world.last] { child.answers.prefetch = nil }
        let paths = (-1..<6).map(world.indexPath(toChildAt:))
        #expect(world.node.tableView(world.tableView, prefetchRowsAt: paths) == nil)
    }

    @Test(arguments: Owner.allCases)
    func `Each child is asked for its run of rows again where others are in between`(owner: Owner) {
        let world = PropagationWorld(owner)
        let paths = [2, 3, 3, 3, 2, 2, 0].map(world.indexPath(toChildAt:))

        _ = world.node.tableView(world.tableView, prefetchRowsAt: paths)
        world.node.tableView(world.tableView, cancelPrefetchingForRowsAt: [paths[0], paths[4]])

        #expect(
            world.answering.calls == [
                .init(.prefetchRows, .indexPaths([paths[0]])), .init(.prefetchRows, .indexPaths([paths[4], paths[5]])),
                .init(.cancelPrefetching, .indexPaths([paths[0], paths[4]])),
            ])
        #expect(world.last.calls == [.init(.prefetchRows, .indexPaths(Array(paths[1...3])))])
        #expect(world.first.calls == [.init(.prefetchRows, .indexPaths([paths[6]]))])
    }

    @Test func `A subclass that says which child a row is of has that child asked for it`() {
        let child = RecordingTableDelegate(answers: .distinctive)
        let node = BackwardsSection(childDelegates: [SilentTableDelegate(), SilentTableDelegate(), child])

        _ = node.tableView(TableView(), prefetchRowsAt: [[0, 0], [0, 1]])

        #expect(child.calls == [.init(.prefetchRows, .indexPaths([[0, 0]]))])
    }

    /// A section that numbers its rows from the last child.
    private final class BackwardsSection: CascadingSectionTableDelegate {
        override func childDelegate(forRowAt indexPath: IndexPath) -> (any CascadingTableDelegate)? {
            childDelegate(at: childDelegates.count - 1 - indexPath.row)
        }
    }

    @TableActor private final class Order {
        var names: [String] = []
    }
}
