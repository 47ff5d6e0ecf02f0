import CascadingTable
import FoundationEssentials
import TableTesting
import Testing

@TableActor
@Suite struct TableViewSelectionLimitTests {
    private func makeWorld(limit: Int?, allowsMultipleSelection: Bool = true) -> RecordingWorld {
        let world = RecordingWorld(rows: 5)
        world.tableView.allowsMultipleSelection = allowsMultipleSelection
        world.tableView.selectionLimit = limit
        return world
    }

    private func refusal(_ body: () async throws -> Void) async -> TableViewError? {
        do { try await body() } catch { return error as? TableViewError }
        return nil
    }

    private func selected(_ world: RecordingWorld) -> [Int] { world.tableView.indexPathsForSelectedRows.map(\.row) }

    @Test func `One row more than the limit is refused, and one less is room for it`() async throws {
        let world = makeWorld(limit: 2)
        for row in [0, 1] { try await world.tableView.gestures.touchRow(at: [0, row]) }

        #expect(
            await refusal { try await world.tableView.gestures.touchRow(at: [0, 2]) }
                == TableViewError(.selectionLimitReached, "At most 2 rows can be selected. Deselect some first."))
        #expect(selected(world) == [0, 1])
        #expect(world.told(.didSelectRow, row: 2) == [])
        // A row that is already selected does not count again.
        try await world.tableView.gestures.touchRow(at: [0, 1])

        try await world.tableView.gestures.releaseRow(at: [0, 0])
        try await world.tableView.gestures.touchRow(at: [0, 2])
        #expect(selected(world) == [1, 2])
    }

    @Test func `Several rows of which one is too many are all refused`() async throws {
        let world = makeWorld(limit: 3)
        try await world.tableView.gestures.touchRow(at: [0, 0])

        #expect(
            await refusal { try await world.tableView.gestures.touchRows(at: [[0, 1], [0, 2], [0, 3]]) }?.code
                == .selectionLimitReached)
        #expect(selected(world) == [0])
        #expect(world.told(.didBeginMultipleSelection, row: 1) == [])

        try await world.tableView.gestures.touchRows(at: [[0, 0], [0, 1], [0, 0], [0, 2]])
        #expect(selected(world) == [0, 1, 2])
    }

    @Test func `A table without a limit has one of 10,000 rows`() async throws {
        let table = ManyRows()
        let tableView = TableView(dataSource: table, delegate: table)
        tableView.allowsMultipleSelection = true
        try await tableView.gestures.touchRows(at: (0..<9999).map { [0, $0] })
        try await tableView.gestures.touchRow(at: [0, 9999])
        #expect(
            await refusal { try await tableView.gestures.touchRow(at: [0, 10_000]) }
                == TableViewError(.selectionLimitReached, "At most 10000 rows can be selected. Deselect some first."))
        #expect(
            await refusal { try await tableView.gestures.touchRows(at: [[0, 10_001]]) }?.code == .selectionLimitReached)
        #expect(tableView.numberOfSelectedRows == 10_000)

        tableView.selectionLimit = 10_001
        try await tableView.gestures.touchRow(at: [0, 10_000])
        #expect(tableView.numberOfSelectedRows == 10_001)
    }

    private final class ManyRows: TableViewDataSource, TableViewDelegate {
        func tableView(_ tableView: TableView, numberOfRowsInSection section: Int) -> Int { 20_000 }
        func tableView(_ tableView: TableView, cellForRowAt indexPath: IndexPath) -> TableViewCell { TableViewCell() }
    }

    @Test func `A limit that becomes less than are selected deselects nothing`() async throws {
        let world = makeWorld(limit: nil)
        try await world.tableView.gestures.touchRows(at: [[0, 0], [0, 1], [0, 2]])
        let revision = world.tableView.revision

        world.tableView.selectionLimit = 1

        #expect(world.tableView.revision > revision)
        #expect(selected(world) == [0, 1, 2])
        #expect(
            await refusal { try await world.tableView.gestures.touchRow(at: [0, 3]) }?.message
                == "At most 1 row can be selected.")
        try await world.tableView.gestures.releaseRows(at: [[0, 0], [0, 1], [0, 2]])
        try await world.tableView.gestures.touchRow(at: [0, 3])
        #expect(selected(world) == [3])
    }

    @Test(arguments: [true, false]) func `Without room for any none is selected`(several: Bool) async {
        for limit in [0, -1, .min] {
            let world = makeWorld(limit: limit, allowsMultipleSelection: several)
            #expect(
                await refusal { try await world.tableView.gestures.touchRow(at: [0, 0]) }?.message
                    == "No row can be selected.")
            #expect(selected(world) == [])
        }
    }

    @Test func `Where one row is selected in place of another the limit is no hindrance`() async throws {
        let world = makeWorld(limit: 1, allowsMultipleSelection: false)
        try await world.tableView.gestures.touchRow(at: [0, 0])
        try await world.tableView.gestures.touchRow(at: [0, 1])
        #expect(selected(world) == [1])
    }

    @Test func `A row that willSelectRow names counts like any other`() async throws {
        let world = makeWorld(limit: 1)
        try await world.tableView.gestures.touchRow(at: [0, 0])
        world.rows[0].answers.willSelectRow = .other([0, 1])
        world.rows[2].answers.willSelectRow = .other([0, 0])

        #expect(
            await refusal { try await world.tableView.gestures.touchRow(at: [0, 0]) }?.code == .selectionLimitReached)
        try await world.tableView.gestures.touchRow(at: [0, 2])
        #expect(selected(world) == [0])
    }

    @Test func `What is selected without a touch is not limited`() {
        let world = makeWorld(limit: 1)
        for row in [0, 1] { world.tableView.selectRow(at: [0, row]) }
        #expect(selected(world) == [0, 1])
    }

    @Test func `Rows that are gone make room, and do not come back selected`() async throws {
        let world = makeWorld(limit: 2)
        try await world.tableView.gestures.touchRows(at: [[0, 0], [0, 1]])
        let gone = world.section.childDelegates.remove(at: 0)
        world.tableView.reloadData()

        try await world.tableView.gestures.touchRow(at: [0, 2])
        #expect(selected(world) == [0, 2])

        world.section.childDelegates.insert(gone, at: 0)
        world.tableView.reloadData()
        #expect(selected(world) == [1, 3])
    }

    /// Otherwise each further attempt would look for these rows again.
    @Test func `A refusal forgets the rows that are gone`() async throws {
        let world = makeWorld(limit: 2)
        try await world.tableView.gestures.touchRows(at: [[0, 0], [0, 1]])
        let gone = world.section.childDelegates.remove(at: 0)
        world.tableView.reloadData()

        #expect(
            await refusal { try await world.tableView.gestures.touchRows(at: [[0, 1], [0, 2]]) }?.code
                == .selectionLimitReached)

        world.section.childDelegates.insert(gone, at: 0)
        world.tableView.reloadData()
        #expect(selected(world) == [1])
    }

    @Test func `A request looks up at most 64 rows, and no more than it needs`() async throws {
        // given 200 selected rows that are gone
        let table = RenamedRows()
        let tableView = TableView(dataSource: table, delegate: table)
        tableView.allowsMultipleSelection = true
        tableView.selectionLimit = 200
        try await tableView.gestures.touchRows(at: (0..<200).map { [0, $0] })
        table.prefix = "new"
        tableView.reloadData()
        let others: [IndexPath] = (0..<100).map { [0, $0] }

        // when, then
        table.lookups = 0
        #expect(await refusal { try await tableView.gestures.touchRows(at: others) }?.code == .selectionLimitReached)
        #expect(table.lookups == 64)
        table.lookups = 0
        try await tableView.gestures.touchRows(at: others)
        #expect(table.lookups == 36)
        #expect(tableView.numberOfSelectedRows == 200)
    }

    private final class RenamedRows: TableViewDataSource, TableViewDelegate {
        var prefix = "old"
        var lookups = 0

        func tableView(_ tableView: TableView, numberOfRowsInSection section: Int) -> Int { 200 }
        func tableView(_ tableView: TableView, cellForRowAt indexPath: IndexPath) -> TableViewCell { TableViewCell() }
        func tableView(_ tableView: TableView, identifierForRowAt indexPath: IndexPath) -> String? {
            "\(prefix) \(indexPath.row)"
        }
        func tableView(_ tableView: TableView, indexPathForRowWithIdentifier identifier: String) -> IndexPath? {
            lookups += 1
            return nil
        }
    }
}
