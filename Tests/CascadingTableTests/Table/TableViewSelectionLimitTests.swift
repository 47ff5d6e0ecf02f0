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

    private func refusal(_ body: () throws -> Void) -> TableViewError? {
        do { try body() } catch { return error as? TableViewError }
        return nil
    }

    private func selected(_ world: RecordingWorld) -> [Int] { world.tableView.indexPathsForSelectedRows.map(\.row) }

    @Test func `One row more than the limit is refused, and one less is room for it`() throws {
        let world = makeWorld(limit: 2)
        for row in [0, 1] { try world.tableView.touchRow(at: [0, row]) }

        #expect(
            refusal { try world.tableView.touchRow(at: [0, 2]) }
                == TableViewError(.selectionLimitReached, "At most 2 rows can be selected. Deselect some first."))
        #expect(selected(world) == [0, 1])
        #expect(world.told(.didSelectRow, row: 2) == [])
        // One that is selected is none more.
        try world.tableView.touchRow(at: [0, 1])

        try world.tableView.releaseRow(at: [0, 0])
        try world.tableView.touchRow(at: [0, 2])
        #expect(selected(world) == [1, 2])
    }

    @Test func `Several rows of which one is too many are all refused`() throws {
        let world = makeWorld(limit: 3)
        try world.tableView.touchRow(at: [0, 0])

        #expect(
            refusal { try world.tableView.touchRows(at: [[0, 1], [0, 2], [0, 3]]) }?.code == .selectionLimitReached)
        #expect(selected(world) == [0])
        #expect(world.told(.didBeginMultipleSelection, row: 1) == [])

        try world.tableView.touchRows(at: [[0, 0], [0, 1], [0, 0], [0, 2]])
        #expect(selected(world) == [0, 1, 2])
    }

    @Test func `A table without a limit has one of 10,000 rows`() throws {
        let table = ManyRows()
        let tableView = TableView(dataSource: table, delegate: table)
        tableView.allowsMultipleSelection = true
        try tableView.touchRows(at: (0..<9999).map { [0, $0] })
        try tableView.touchRow(at: [0, 9999])
        #expect(
            refusal { try tableView.touchRow(at: [0, 10_000]) }
                == TableViewError(.selectionLimitReached, "At most 10000 rows can be selected. Deselect some first."))
        #expect(refusal { try tableView.touchRows(at: [[0, 10_001]]) }?.code == .selectionLimitReached)
        #expect(tableView.numberOfSelectedRows == 10_000)

        tableView.selectionLimit = 10_001
        try tableView.touchRow(at: [0, 10_000])
        #expect(tableView.numberOfSelectedRows == 10_001)
    }

    private final class ManyRows: TableViewDataSource, TableViewDelegate {
        func tableView(_ tableView: TableView, numberOfRowsInSection section: Int) -> Int { 20_000 }
        func tableView(_ tableView: TableView, cellForRowAt indexPath: IndexPath) -> TableViewCell { TableViewCell() }
    }

    @Test func `A limit that becomes less than are selected deselects nothing`() throws {
        let world = makeWorld(limit: nil)
        try world.tableView.touchRows(at: [[0, 0], [0, 1], [0, 2]])
        let revision = world.tableView.revision

        world.tableView.selectionLimit = 1

        #expect(world.tableView.revision > revision)
        #expect(selected(world) == [0, 1, 2])
        #expect(refusal { try world.tableView.touchRow(at: [0, 3]) }?.message == "At most 1 row can be selected.")
        try world.tableView.releaseRows(at: [[0, 0], [0, 1], [0, 2]])
        try world.tableView.touchRow(at: [0, 3])
        #expect(selected(world) == [3])
    }

    @Test(arguments: [true, false]) func `Without room for any none is selected`(several: Bool) {
        for limit in [0, -1, .min] {
            let world = makeWorld(limit: limit, allowsMultipleSelection: several)
            #expect(
                refusal { try world.tableView.touchRow(at: [0, 0]) }?.message == "No row can be selected.")
            #expect(selected(world) == [])
        }
    }

    @Test func `Where one row is selected in place of another the limit is no hindrance`() throws {
        let world = makeWorld(limit: 1, allowsMultipleSelection: false)
        try world.tableView.touchRow(at: [0, 0])
        try world.tableView.touchRow(at: [0, 1])
        #expect(selected(world) == [1])
    }

    @Test func `A row that willSelectRow names counts like any other`() throws {
        let world = makeWorld(limit: 1)
        try world.tableView.touchRow(at: [0, 0])
        world.rows[0].answers.willSelectRow = .other([0, 1])
        world.rows[2].answers.willSelectRow = .other([0, 0])

        #expect(refusal { try world.tableView.touchRow(at: [0, 0]) }?.code == .selectionLimitReached)
        try world.tableView.touchRow(at: [0, 2])
        #expect(selected(world) == [0])
    }

    @Test func `What is selected without a touch is not limited`() {
        let world = makeWorld(limit: 1)
        for row in [0, 1] { world.tableView.selectRow(at: [0, row]) }
        #expect(selected(world) == [0, 1])
    }

    @Test func `Rows that are gone make room, and do not come back selected`() throws {
        let world = makeWorld(limit: 2)
        try world.tableView.touchRows(at: [[0, 0], [0, 1]])
        let gone = world.section.childDelegates.remove(at: 0)
        world.tableView.reloadData()

        try world.tableView.touchRow(at: [0, 2])
        #expect(selected(world) == [0, 2])

        world.section.childDelegates.insert(gone, at: 0)
        world.tableView.reloadData()
        #expect(selected(world) == [1, 3])
    }

    /// Otherwise each further try would look for them again.
    @Test func `A refusal forgets the rows that are gone`() throws {
        let world = makeWorld(limit: 2)
        try world.tableView.touchRows(at: [[0, 0], [0, 1]])
        let gone = world.section.childDelegates.remove(at: 0)
        world.tableView.reloadData()

        #expect(refusal { try world.tableView.touchRows(at: [[0, 1], [0, 2]]) }?.code == .selectionLimitReached)

        world.section.childDelegates.insert(gone, at: 0)
        world.tableView.reloadData()
        #expect(selected(world) == [1])
    }

    @Test func `A request looks up at most 64 rows, and no more than it needs`() throws {
        // given 200 selected rows that are gone
        let table = RenamedRows()
        let tableView = TableView(dataSource: table, delegate: table)
        tableView.allowsMultipleSelection = true
        tableView.selectionLimit = 200
        try tableView.touchRows(at: (0..<200).map { [0, $0] })
        table.prefix = "new"
        tableView.reloadData()
        let others: [IndexPath] = (0..<100).map { [0, $0] }

        // when, then
        table.lookups = 0
        #expect(refusal { try tableView.touchRows(at: others) }?.code == .selectionLimitReached)
        #expect(table.lookups == 64)
        table.lookups = 0
        try tableView.touchRows(at: others)
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
