import CascadingTable
import FoundationEssentials
import TableTesting
import Testing

@TableActor
@Suite struct TableViewExpandingTests {
    @Test func `A row is expanded and collapsed, and told of each change once`() async throws {
        let world = RecordingWorld()
        world.rows[1].answers.expansion = TableViewRowExpansion(.init(title: "more"))

        for expanded in [false, true, true, false, false] {
            try await world.tableView.gestures.setExpanded(expanded, forRowAt: [0, 1])
        }

        let told = world.calls(ofRow: 1).filter { $0.method != .expansion }
        #expect(told == [.init(.didExpandRow, .indexPath([0, 1])), .init(.didCollapseRow, .indexPath([0, 1]))])
        #expect(world.tableView.session.revision == 0)
    }

    @Test func `What is expanded is in the query, and no revision of table or session`() async throws {
        let world = RecordingWorld()
        for row in world.rows { row.answers.expansion = TableViewRowExpansion() }
        let session = TableSession(id: "ada")
        let revision = world.tableView.revision
        func request(_ names: String...) -> TableRequest {
            TableRequest(session: session, query: names.map { ("_expanded", $0) })
        }

        let outcome = try await world.tableView.performing(request("r2", "r0", "gone")) {
            try await world.tableView.gestures.setExpanded(true, forRowAt: [0, 1])
            try await world.tableView.gestures.setExpanded(false, forRowAt: [0, 2])
        }
        #expect(outcome.expandedRows == ["r0", "gone", "r1"])
        #expect(session.isForgettable && session.revision == 0)
        #expect(world.tableView.revision == revision)

        let look = world.tableView.answering(request("r0", "r1")) {
            (0..<3).map { world.tableView.isExpanded(identifier: "r\($0)") }
        }
        #expect(look.result == [true, true, false])
        #expect(look.reads == .query && look.expandedRows == nil)
        let other = world.tableView.answering(request()) { world.tableView.isExpanded(identifier: "r0") }
        #expect(!other.result)
    }

    @Test func `At most a hundred rows are expanded`() async throws {
        let world = RecordingWorld()
        world.rows[0].answers.expansion = TableViewRowExpansion()
        for (count, isAccepted) in [(99, true), (100, false)] {
            let query = (0..<count).map { (name: "_expanded", value: "other\($0)") }
            let outcome = try await world.tableView.performing(TableRequest(session: TableSession(), query: query)) {
                (try? await world.tableView.gestures.setExpanded(true, forRowAt: [0, 0])) != nil
            }
            #expect(outcome.result == isAccepted)
            #expect(outcome.expandedRows?.count == 100)
        }
    }

    @Test func `What is expanded stays with its row`() async throws {
        let world = RecordingWorld()
        world.rows[0].answers.expansion = TableViewRowExpansion()
        try await world.tableView.gestures.setExpanded(true, forRowAt: [0, 0])
        world.section.childDelegates.reverse()
        world.tableView.reloadData()

        #expect(world.tableView.isExpanded(identifier: world.tableView.identifier(forRowAt: [0, 2])))
        try await world.tableView.gestures.setExpanded(false, forRowAt: [0, 2])
        #expect(!world.tableView.isExpanded(identifier: "r0"))
    }
}
