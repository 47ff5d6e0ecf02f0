import CascadingTable
import TableManagers
import FoundationEssentials
import TableTesting
import TestSupport
import Testing

/// Tests every event of a row, for a manager that is the whole table and for a manager that is a section of a tree.
@TableActor
@Suite struct CellEventTests {
    /// Two posts and a photo. The tests ask about the second post.
    @TableActor private struct World {
        let storage = ListStorage<any FeedItem>([[Post(title: "first"), Post(title: "second"), Photo()]])
        let manager: TableManager<any FeedItem>
        let tableView: TableView
        let log = CellEventCase.Log()
        let section: Int

        init(inTree: Bool = false) {
            manager = TableManager(storage: storage)
            section = inTree ? 1 : 0
            let empty = CascadingSectionTableDelegate()
            tableView = TableView.quiet(
                root: inTree ? CascadingRootTableDelegate(childDelegates: [empty, manager]) : manager)
        }

        func attach(_ event: CellEventCase, flag: Bool = true) {
            manager.register(PostCell.self) { event.attach($0, log, flag) }
            manager.register(PhotoCell.self, for: Photo.self) { _, _, _ in }
        }

        func ask(_ event: CellEventCase, row: Int = 1) async throws -> TableDelegateAnswer {
            try await event.question.ask(manager, tableView, [section, row])
        }

        /// Returns the answer with the section that the manager has in the table.
        func inTable(_ answer: TableDelegateAnswer) -> TableDelegateAnswer {
            guard case .indexPath(let indexPath?) = answer else { return answer }
            return .indexPath([section, indexPath.row])
        }
    }

    @Test(arguments: CellEventCase.all)
    func `A closure is given cell, model and place, and its answer is the table's`(event: CellEventCase) async throws {
        for (inTree, flag) in [(false, false), (false, true), (true, false), (true, true)] {
            let world = World(inTree: inTree)
            world.attach(event, flag: flag)

            let answer = try await world.ask(event)

            #expect(answer == world.inTable(event.answer(flag)))
            let isAboutShown = [.willDisplayCell, .didEndDisplayingCell].contains(event.method)
            #expect(
                world.log.entries == [
                    event.entry(cell: isAboutShown ? "asked" : "second", post: "second", at: [0, 1])
                ])
        }
    }

    @Test(arguments: CellEventCase.all)
    func `A row of another mapping has the default, and no closure is called`(event: CellEventCase) async throws {
        let world = World()
        world.attach(event)
        #expect(try await world.ask(event, row: 2) == event.question.fallback([0, 2]))
        #expect(world.log.entries == [])
    }

    @Test(arguments: CellEventCase.all)
    func `Without a closure the default is answered, and the storage is not even asked`(event: CellEventCase)
        async throws
    {
        let world = World()
        world.manager.register(PostCell.self)
        #expect(try await world.ask(event) == event.question.fallback([0, 1]))
        #expect(world.storage.itemQuestions == 0)
    }

    @Test(arguments: CellEventCase.all)
    func `With the mapping its events go`(event: CellEventCase) async throws {
        let world = World()
        world.attach(event)
        world.manager.unregister(PostCell.self)
        world.manager.register(PostCell.self)
        #expect(try await world.ask(event) == event.question.fallback([0, 1]))
        #expect(world.log.entries == [])
    }

    @Test(arguments: CellEventCase.all)
    func `A place that is not there has the default`(event: CellEventCase) async throws {
        for inTree in [false, true] {
            for indexPath: IndexPath in [
                [], [0], [0, -1], [0, 3], [-1, 0], [1, 3], [7, 0], [1, 1, 1], [.max, .max],
            ] {
                let world = World(inTree: inTree)
                world.attach(event)
                let answer = try await event.question.ask(world.manager, world.tableView, indexPath)
                #expect(try answer == event.question.fallback(indexPath))
                #expect(world.log.entries == [])
            }
        }
    }

    @Test func `Every method of data source and delegate is answered for`() {
        // Other methods are answered by the storage and the mappings, or have their own suite.
        let ofTheStorage: Set<TableDelegateCall.Method> = [
            .numberOfSections, .numberOfRows, .cellForRow, .rowsAt, .prepare,
        ]
        let ofIdentity: Set<TableDelegateCall.Method> = [
            .identifierForSection, .identifierForRow, .rowWithIdentifier, .rowStartingWith, .rowsMatching,
            .tableAnswering, .prefetchNumberOfRows,
        ]
        let ofSupplementaries: Set<TableDelegateCall.Method> = [
            .titleForHeader, .titleForFooter, .viewForHeader, .viewForFooter, .willDisplayHeader, .willDisplayFooter,
            .didEndDisplayingHeader, .didEndDisplayingFooter, .heightForHeader, .heightForFooter,
        ]
        // Only subclasses answer these.
        let ofSubclasses: Set<TableDelegateCall.Method> = [
            .fieldsForCreating, .createRow, .sectionIndexTitles, .sectionForIndexTitle, .canMoveSection, .moveSection,
            .didEndMultipleSelection, .shouldUpdateFocus, .didUpdateFocus, .preferredFocusedRow, .canHandleDrop,
            .performDrop,
        ]
        let tested = CellEventCase.all.map(\.method) + [.columns, .heightForEveryRow]
        #expect(Set(tested).count == tested.count)
        #expect(
            Set(tested).union(ofTheStorage).union(ofIdentity).union(ofSupplementaries).union(ofSubclasses)
                == Set(TableDelegateCall.Method.allCases))
    }
}
