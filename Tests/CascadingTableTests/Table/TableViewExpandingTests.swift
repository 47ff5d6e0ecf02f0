import CascadingTable
import FoundationEssentials
import TableTesting
import Testing

@TableActor
@Suite struct TableViewExpandingTests {
    @Test func `A row is expanded and collapsed, and told of each change once`() throws {
        let world = RecordingWorld()
        world.rows[1].answers.expansion = TableViewRowExpansion(.init(title: "more"))

        for expanded in [false, true, true, false, false] {
            try world.tableView.setExpanded(expanded, forRowAt: [0, 1])
        }

        let told = world.calls(ofRow: 1).filter { $0.method != .expansion }
        #expect(told == [.init(.didExpandRow, .indexPath([0, 1])), .init(.didCollapseRow, .indexPath([0, 1]))])
        #expect(world.tableView.session.revision == 2)
        #expect(world.tableView.session.isEmpty)
    }

    @Test func `What is expanded is the visitor's own, and no revision of the table`() throws {
        let world = RecordingWorld()
        for row in world.rows { row.answers.expansion = TableViewRowExpansion() }
        let ada = TableSession(id: "ada"), bob = TableSession(id: "bob")
        let revision = world.tableView.revision

        _ = try world.tableView.answering(TableRequest(session: ada)) {
            try world.tableView.setExpanded(true, forRowAt: [0, 1])
        }
        _ = try world.tableView.answering(TableRequest(session: bob)) {
            try world.tableView.setExpanded(true, forRowAt: [0, 2])
        }

        func look(_ session: TableSession) -> [Bool] {
            world.tableView.answering(TableRequest(session: session)) {
                (0..<3).map { world.tableView.isExpanded(identifier: "r\($0)") }
            }.result
        }
        #expect(look(ada) == [false, true, false])
        #expect(look(bob) == [false, false, true])
        #expect(look(TableSession()) == [false, false, false])
        #expect(world.tableView.revision == revision)
        #expect(!ada.isEmpty && ada.revision == 1)
    }

    @Test func `What is expanded stays with its row`() throws {
        let world = RecordingWorld()
        world.rows[0].answers.expansion = TableViewRowExpansion()
        try world.tableView.setExpanded(true, forRowAt: [0, 0])
        world.section.childDelegates.reverse()
        world.tableView.reloadData()

        #expect(world.tableView.isExpanded(identifier: world.tableView.identifier(forRowAt: [0, 2])))
        try world.tableView.setExpanded(false, forRowAt: [0, 2])
        #expect(!world.tableView.isExpanded(identifier: "r0"))
    }
}
