import CascadingTable
import FoundationEssentials
import TableTesting
import TestSupport
import Testing

/// Asks every kind of node every question: at an index outside the children, at a child that implements nothing, and at
/// a child that answers.
@TableActor
@Suite struct PropagationGridTests {
    @Test(arguments: TableDelegateQuestion.all, PropagationWorld.Owner.allCases)
    func `An index above the children is answered by default and reaches nobody`(
        question: TableDelegateQuestion, owner: PropagationWorld.Owner
    ) async throws {
        for place in PropagationWorld.placesAboveRange {
            let world = PropagationWorld(owner)
            let indexPath = world.indexPath(toChildAt: place)

            let answer = try await world.ask(question, at: indexPath)

            #expect(answer == world.answerOfNode(to: question, at: indexPath))
            world.expectNoCalls()
        }
    }

    @Test(arguments: TableDelegateQuestion.all, PropagationWorld.Owner.allCases)
    func `A negative index is answered by default and reaches nobody`(
        question: TableDelegateQuestion, owner: PropagationWorld.Owner
    ) async throws {
        for place in PropagationWorld.placesBelowRange {
            let world = PropagationWorld(owner)
            let indexPath = world.indexPath(toChildAt: place)

            let answer = try await world.ask(question, at: indexPath)

            #expect(answer == world.answerOfNode(to: question, at: indexPath))
            world.expectNoCalls()
        }
    }

    @Test(arguments: TableDelegateQuestion.all, PropagationWorld.Owner.allCases)
    func `A child that implements nothing gives the default`(
        question: TableDelegateQuestion, owner: PropagationWorld.Owner
    ) async throws {
        let world = PropagationWorld(owner)
        let indexPath = world.indexPath(toChildAt: PropagationWorld.silentPlace)

        let answer = try await world.ask(question, at: indexPath)

        #expect(answer == world.answerOfNode(to: question, at: indexPath))
        world.expectNoCalls()
    }

    @Test(arguments: TableDelegateQuestion.all, PropagationWorld.Owner.allCases)
    func `A child that answers is asked once, alone and with the index path unchanged`(
        question: TableDelegateQuestion, owner: PropagationWorld.Owner
    ) async throws {
        let world = PropagationWorld(owner)
        let indexPath = world.indexPath(toChildAt: PropagationWorld.answeringPlace)

        let answer = try await world.ask(question, at: indexPath)

        if world.passesOn(question) {
            #expect(answer == question.recorded)
            world.expectOnlyCall(question.call(at: indexPath))
        } else {
            #expect(answer == world.answerOfNode(to: question, at: indexPath))
            world.expectNoCalls()
        }
    }

    @Test(arguments: TableDelegateQuestion.all, PropagationWorld.Owner.allCases)
    func `An index path with too few or too many parts traps nobody`(
        question: TableDelegateQuestion, owner: PropagationWorld.Owner
    ) async throws {
        for indexPath: IndexPath in [[], [2], [2, 2, 2]] {
            _ = try await PropagationWorld(owner).ask(question, at: indexPath)
        }
    }

    @Test(arguments: TableDelegateQuestion.all)
    func `A bare node answers the same default as the protocol`(question: TableDelegateQuestion) async throws {
        let bare = BareNode(), silent = SilentTableDelegate()
        let tableView = TableView()

        for node in [bare as any CascadingTableDelegate, silent] {
            #expect(try await question.ask(node, tableView, [3, 5]) == question.fallback([3, 5]))
        }
    }

    /// Questions about all children have a suite of their own.
    @Test func `Every method of a delegate has its row`() {
        let elsewhere: Set<TableDelegateCall.Method> = [
            .numberOfSections, .columns, .sectionIndexTitles, .sectionForIndexTitle, .preferredFocusedRow,
            .rowWithIdentifier, .rowStartingWith, .tableAnswering, .rowsAt, .prefetchNumberOfRows,
            .didEndMultipleSelection, .prepare,
        ]
        let asked = Set(TableDelegateQuestion.all.map(\.method))

        #expect(asked.isDisjoint(with: elsewhere))
        #expect(asked.union(elsewhere) == Set(TableDelegateCall.Method.allCases))
        #expect(asked.count == TableDelegateQuestion.all.count)
    }

    /// A bare node without identifiers, because the default identifiers differ for each node.
    private final class BareNode: CascadingBareTableDelegate {
        override func tableView(_ tableView: TableView, identifierForRowAt indexPath: IndexPath) -> String? { nil }
        override func tableView(_ tableView: TableView, identifierForSection section: Int) -> String? { nil }
    }
}
