import CascadingTable
import FoundationEssentials
import TableTesting
import Testing

@TableActor
@Suite struct TableViewSelectionTests {
    /// A section of rows that record their calls, under a root in a table.
    @TableActor private struct World {
        let rows: [RecordingTableDelegate]
        let section: CascadingSectionTableDelegate
        let root: CascadingRootTableDelegate
        let tableView: TableView
        let log = Log()

        init(rows count: Int = 4, allowsMultipleSelection: Bool = false) {
            rows = (0..<count).map { _ in RecordingTableDelegate() }
            for (number, row) in rows.enumerated() { row.answers.rowIdentifier = "r\(number)" }
            section = CascadingSectionTableDelegate(childDelegates: rows)
            root = CascadingRootTableDelegate(childDelegates: [section])
            tableView = TableView(root: root)
            tableView.allowsMultipleSelection = allowsMultipleSelection
            for (number, row) in rows.enumerated() {
                row.calls = []
                row.handler = { [log] call, _ in
                    guard !World.quiet.contains(call.method) else { return }
                    log.entries.append("\(number) \(call.method)")
                }
            }
        }

        static let quiet: Set<TableDelegateCall.Method> = [.identifierForRow, .cellForRow, .prepare]

        var selectedNames: [String] {
            tableView.indexPathsForSelectedRows.map { tableView.identifier(forRowAt: $0) }
        }

        /// Runs the handler when the row receives the call, after the call was logged.
        func when(_ method: TableDelegateCall.Method, row: Int, do body: @escaping @TableActor (TableView) -> Void) {
            rows[row].handler = { [log] call, tableView in
                guard !World.quiet.contains(call.method) else { return }
                log.entries.append("\(row) \(call.method)")
                if call.method == method { body(tableView) }
            }
        }
    }

    @TableActor private final class Log {
        var entries: [String] = []
    }

    private func code(_ body: () async throws -> Void) async -> TableViewError.Code? {
        do { try await body() } catch { return (error as? TableViewError)?.code }
        return nil
    }

    // MARK: The order of calls

    @Test func `A touch highlights, unhighlights, asks and tells, in UIKit's order`() async throws {
        let world = World()

        #expect(try await world.tableView.gestures.touchRow(at: [0, 1]) == [0, 1])

        #expect(
            world.log.entries == [
                "1 shouldHighlightRow", "1 didHighlightRow", "1 didUnhighlightRow", "1 willSelectRow", "1 didSelectRow",
            ])
        #expect(world.selectedNames == ["r1"])
    }

    @Test func `Another touch deselects the first row before it selects the second`() async throws {
        let world = World()
        try await world.tableView.gestures.touchRow(at: [0, 1])
        world.log.entries = []

        try await world.tableView.gestures.touchRow(at: [0, 3])

        #expect(
            world.log.entries == [
                "3 shouldHighlightRow", "3 didHighlightRow", "3 didUnhighlightRow", "3 willSelectRow",
                "1 willDeselectRow", "1 didDeselectRow", "3 didSelectRow",
            ])
        #expect(world.selectedNames == ["r3"])
    }

    @Test func `A touch on the selected row selects it again and deselects nothing`() async throws {
        let world = World()
        try await world.tableView.gestures.touchRow(at: [0, 1])
        world.log.entries = []

        try await world.tableView.gestures.touchRow(at: [0, 1])

        #expect(world.log.entries.suffix(2) == ["1 willSelectRow", "1 didSelectRow"])
        #expect(!world.log.entries.contains("1 willDeselectRow"))
        #expect(world.selectedNames == ["r1"])
    }

    @Test func `With several selected none is deselected, and they stand in the order of selection`() async throws {
        let world = World(allowsMultipleSelection: true)
        for row in [2, 0, 3] { try await world.tableView.gestures.touchRow(at: [0, row]) }

        #expect(world.selectedNames == ["r2", "r0", "r3"])
        #expect(world.tableView.indexPathForSelectedRow == [0, 2])
        #expect(!world.log.entries.contains { $0.hasSuffix("DeselectRow") })

        #expect(try await world.tableView.gestures.releaseRow(at: [0, 0]) == [0, 0])
        #expect(world.selectedNames == ["r2", "r3"])
        #expect(world.log.entries.suffix(2) == ["0 willDeselectRow", "0 didDeselectRow"])
    }

    @Test func `Releasing a row that is not selected asks and tells nobody`() async throws {
        let world = World()
        #expect(try await world.tableView.gestures.releaseRow(at: [0, 1]) == [0, 1])
        #expect(world.log.entries == [])
    }

    @Test func `Selecting without a touch asks and tells nobody`() {
        let world = World()

        world.tableView.selectRow(at: [0, 1])
        world.tableView.selectRow(at: [0, 2])
        #expect(world.selectedNames == ["r2"])
        #expect(world.tableView.isSelected(identifier: "r2"))
        world.tableView.deselectRow(at: [0, 2])

        #expect(world.selectedNames == [])
        #expect(world.log.entries == [])
    }

    // MARK: Refusals

    @Test func `A row that may not be highlighted is asked nothing more`() async {
        let world = World()
        world.rows[1].answers.shouldHighlight = false

        #expect(await code { try await world.tableView.gestures.touchRow(at: [0, 1]) } == .notHighlightable)

        #expect(world.log.entries == ["1 shouldHighlightRow"])
        #expect(world.selectedNames == [])
    }

    @Test func `A row that refuses to be selected leaves the selection as it was`() async throws {
        let world = World()
        try await world.tableView.gestures.touchRow(at: [0, 0])
        world.rows[1].answers.willSelectRow = .refused
        world.log.entries = []

        #expect(await code { try await world.tableView.gestures.touchRow(at: [0, 1]) } == .vetoed)

        #expect(world.log.entries.last == "1 willSelectRow")
        #expect(!world.log.entries.contains { $0.hasPrefix("0") })
        #expect(world.selectedNames == ["r0"])
    }

    @Test func `A row that refuses to be deselected stays selected`() async throws {
        let world = World(allowsMultipleSelection: true)
        try await world.tableView.gestures.touchRow(at: [0, 0])
        world.rows[0].answers.willDeselectRow = .refused

        #expect(await code { try await world.tableView.gestures.releaseRow(at: [0, 0]) } == .vetoed)

        #expect(world.selectedNames == ["r0"])
        #expect(!world.log.entries.contains("0 didDeselectRow"))
    }

    @Test func `A row that refuses to be deselected keeps another from being selected where only one can be`()
        async throws
    {
        let world = World()
        try await world.tableView.gestures.touchRow(at: [0, 0])
        world.rows[0].answers.willDeselectRow = .refused

        #expect(await code { try await world.tableView.gestures.touchRow(at: [0, 1]) } == .vetoed)

        #expect(world.selectedNames == ["r0"])
        #expect(world.log.entries.last == "0 willDeselectRow")
    }

    @Test func `A row that is not there is an error, and its neighbours are not asked`() async {
        let world = World()
        for path: IndexPath in [[0, 4], [0, -1], [1, 0], [-1, 0], [], [0]] {
            #expect(await code { try await world.tableView.gestures.touchRow(at: path) } == .noSuchRow)
            #expect(await code { try await world.tableView.gestures.releaseRow(at: path) } == .noSuchRow)
        }
        #expect(world.log.entries == [])
    }

    @Test func `Selecting a row that is not there is an anomaly`() {
        let world = World()
        let anomalies = Log()
        world.tableView.anomalies.action = { anomalies.entries.append($0.code.rawValue) }

        world.tableView.selectRow(at: [0, 9])
        world.tableView.deselectRow(at: [0, 9])

        #expect(anomalies.entries == ["indexOutOfRange"])
        #expect(world.selectedNames == [])
    }

    @Test func `A data source is not asked for the name of a row that it has not`() async {
        let source = RecordingTableDelegate()
        source.answers.numberOfRows = 3
        let tableView = TableView(dataSource: source, delegate: source)

        tableView.selectRow(at: [0, 3])
        tableView.deselectRow(at: [0, 3])
        _ = try? await tableView.gestures.touchRow(at: [0, 3])
        _ = try? await tableView.gestures.releaseRow(at: [0, -1])

        #expect(Set(source.methods) == [.numberOfSections, .numberOfRows, .prefetchNumberOfRows])
    }

    // MARK: Selection of another row

    @Test func `The row that is selected is the one willSelectRow names`() async throws {
        let world = World()
        world.rows[1].answers.willSelectRow = .other([0, 3])

        #expect(try await world.tableView.gestures.touchRow(at: [0, 1]) == [0, 3])

        #expect(world.log.entries.suffix(2) == ["1 willSelectRow", "3 didSelectRow"])
        #expect(world.selectedNames == ["r3"])
    }

    @Test func `The row that is deselected is the one willDeselectRow names`() async throws {
        let world = World(allowsMultipleSelection: true)
        for row in [1, 3] { try await world.tableView.gestures.touchRow(at: [0, row]) }
        world.rows[1].answers.willDeselectRow = .other([0, 3])

        #expect(try await world.tableView.gestures.releaseRow(at: [0, 1]) == [0, 3])

        #expect(world.log.entries.suffix(2) == ["1 willDeselectRow", "3 didDeselectRow"])
        #expect(world.selectedNames == ["r1"])
    }

    @Test func `Naming a row that is not there selects none`() async {
        let world = World()
        world.rows[1].answers.willSelectRow = .other([7, 7])
        #expect(await code { try await world.tableView.gestures.touchRow(at: [0, 1]) } == .noSuchRow)
        #expect(world.selectedNames == [])
    }

    // MARK: Handlers that change the table

    @Test func `A handler may delete the row it is told of`() async throws {
        let world = World()
        let section = world.section
        world.when(.didSelectRow, row: 1) { tableView in
            section.childDelegates.remove(at: 1)
            tableView.deleteRows(at: [[0, 1]])
        }

        try await world.tableView.gestures.touchRow(at: [0, 1])

        #expect(world.tableView.numberOfRows == 3)
        #expect(world.selectedNames == [])
        #expect(world.rows[1].parentDelegate == nil)
    }

    @Test func `A handler may take all children from the node it was called from, and the node from its parent`()
        async throws
    {
        for method: TableDelegateCall.Method in [.shouldHighlightRow, .didHighlightRow, .willSelectRow, .didSelectRow] {
            let world = World()
            let (section, root) = (world.section, world.root)
            world.when(method, row: 1) { tableView in
                section.childDelegates = []
                root.childDelegates = []
                tableView.reloadData()
            }

            _ = try? await world.tableView.gestures.touchRow(at: [0, 1])

            #expect(world.tableView.numberOfSections == 0)
            #expect(world.selectedNames == [])
            #expect(world.log.entries.last == "1 \(method)")
        }
    }

    @Test func `A handler may reload`() async throws {
        let world = World()
        world.when(.didSelectRow, row: 1) { $0.reloadData() }
        try await world.tableView.gestures.touchRow(at: [0, 1])
        #expect(world.selectedNames == ["r1"])
    }

    @Test func `A handler may select another row`() async throws {
        let world = World()
        world.when(.didSelectRow, row: 1) { tableView in
            try? tableView.start { _ = try await tableView.gestures.touchRow(at: [0, 2]) }
        }

        try await world.tableView.gestures.touchRow(at: [0, 1])

        #expect(world.selectedNames == ["r2"])
        #expect(
            world.log.entries.suffix(5) == [
                "2 didUnhighlightRow", "2 willSelectRow", "1 willDeselectRow", "1 didDeselectRow", "2 didSelectRow",
            ])
    }

    @Test func `A handler may deselect its row at once`() async throws {
        let world = World()
        world.when(.didSelectRow, row: 1) { $0.deselectRow(at: [0, 1]) }
        try await world.tableView.gestures.touchRow(at: [0, 1])
        #expect(world.selectedNames == [])
    }

    @Test func `A row that moves while another is deselected is still the one that is selected`() async throws {
        let world = World()
        let section = world.section
        try await world.tableView.gestures.touchRow(at: [0, 0])
        world.when(.didDeselectRow, row: 0) { tableView in
            section.childDelegates.remove(at: 0)
            tableView.deleteRows(at: [[0, 0]])
        }

        #expect(try await world.tableView.gestures.touchRow(at: [0, 2]) == [0, 1])

        #expect(world.log.entries.last == "2 didSelectRow")
        #expect(world.selectedNames == ["r2"])
    }

    @Test func `A row that goes while another is deselected is not selected, and the other stays so`() async throws {
        let world = World()
        let section = world.section
        try await world.tableView.gestures.touchRow(at: [0, 0])
        world.when(.didDeselectRow, row: 0) { tableView in
            section.childDelegates.removeLast()
            tableView.deleteRows(at: [[0, 3]])
        }

        #expect(await code { try await world.tableView.gestures.touchRow(at: [0, 3]) } == .noSuchRow)

        #expect(!world.log.entries.contains("3 didSelectRow"))
        #expect(world.selectedNames == ["r0"])
    }

    // MARK: Rows that move

    @Test func `A selection stays with its row`() async throws {
        let world = World()
        try await world.tableView.gestures.touchRow(at: [0, 1])

        world.section.childDelegates.reverse()
        world.tableView.reloadData()
        #expect(world.tableView.indexPathsForSelectedRows == [[0, 2]])

        world.root.childDelegates.insert(CascadingSectionTableDelegate(), at: 0)
        world.tableView.reloadData()
        #expect(world.tableView.indexPathsForSelectedRows == [[1, 2]])
        #expect(try await world.tableView.gestures.releaseRow(at: [1, 2]) == [1, 2])
        #expect(world.selectedNames == [])
    }

    @Test func `A selection of a row that has gone is not shown, and comes back with it`() async throws {
        let world = World()
        try await world.tableView.gestures.touchRow(at: [0, 1])

        let row = world.section.childDelegates.remove(at: 1)
        world.tableView.reloadData()
        #expect(world.selectedNames == [])

        world.section.childDelegates.append(row)
        world.tableView.reloadData()
        #expect(world.tableView.indexPathsForSelectedRows == [[0, 3]])
    }

    // MARK: Sessions

    @Test func `Each session has its own selection and editing`() async throws {
        let world = World()
        let ada = TableSession(id: "ada"), bob = TableSession(id: "bob")

        let touched = try await world.tableView.performing(TableRequest(session: ada)) {
            world.tableView.setEditing(true)
            return try await world.tableView.gestures.touchRow(at: [0, 1])
        }
        _ = try await world.tableView.performing(TableRequest(session: bob)) {
            try await world.tableView.gestures.touchRow(at: [0, 2])
        }

        #expect(touched.result == [0, 1])
        func look(_ session: TableSession) -> [String] {
            world.tableView.answering(TableRequest(session: session)) {
                world.selectedNames + (world.tableView.isEditing ? ["editing"] : [])
            }.result
        }
        #expect(look(ada) == ["r1", "editing"])
        #expect(look(bob) == ["r2"])
        #expect(look(TableSession()) == [])
        #expect(world.selectedNames == [])
    }

    @Test func `Looking at a selection is reading the session`() {
        let world = World()
        let looks: [@TableActor (TableView) -> Void] = [
            { _ = $0.indexPathsForSelectedRows }, { _ = $0.indexPathForSelectedRow }, { _ = $0.isEditing },
            { _ = $0.session },
        ]
        for look in looks {
            let outcome = world.tableView.answering(TableRequest(session: TableSession())) { look(world.tableView) }
            #expect(outcome.reads.contains(.session))
        }
    }

    @Test func `A session knows whether it was left as it came, and numbers its changes`() async throws {
        let world = World()
        let session = TableSession(id: "ada")
        #expect(session.isEmpty)
        #expect(session.revision == 0)

        _ = try await world.tableView.performing(TableRequest(session: session)) {
            try await world.tableView.gestures.touchRow(at: [0, 1])
            #expect(session.revision == 1)
            #expect(!session.isEmpty)
            try await world.tableView.gestures.releaseRow(at: [0, 1])
        }

        #expect(session.isEmpty)
        #expect(session.revision == 2)
    }

    @Test func `What changes nothing in a session is no revision of it`() throws {
        let world = World()
        world.tableView.setEditing(false)
        #expect(world.tableView.session.revision == 0)
        world.tableView.setEditing(true)
        world.tableView.setEditing(true)
        world.tableView.selectRow(at: [0, 1])
        world.tableView.selectRow(at: [0, 1])
        #expect(world.tableView.session.revision == 2)
    }
}
