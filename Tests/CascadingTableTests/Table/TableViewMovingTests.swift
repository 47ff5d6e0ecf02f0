import CascadingTable
import FoundationEssentials
import TestSupport
import Testing

@TableActor
@Suite struct TableViewMovingTests {
    typealias Announcement = @TableActor (TableView) -> Void

    // MARK: Rows

    @Test(
        arguments: [
            ([0, 0], [0, 1], [["b", "a", "c"], ["d"], []]),
            ([0, 0], [0, 2], [["b", "c", "a"], ["d"], []]),
            ([0, 2], [0, 0], [["c", "a", "b"], ["d"], []]),
            ([0, 1], [1, 0], [["a", "c"], ["b", "d"], []]),
            ([0, 2], [1, 1], [["a", "b"], ["d", "c"], []]),
            ([0, 0], [2, 0], [["b", "c"], ["d"], ["a"]]),
            ([1, 0], [0, 0], [["d", "a", "b", "c"], [], []]),
            ([1, 0], [0, 3], [["a", "b", "c", "d"], [], []]),
            ([1, 0], [2, 0], [["a", "b", "c"], [], ["d"]]),
        ] as [(IndexPath, IndexPath, [[String]])])
    func `A row goes to its place, at the ends of sections and in empty ones too`(
        source: IndexPath, destination: IndexPath, sections: [[String]]
    ) async throws {
        let table = EditableTable([["a", "b", "c"], ["d"], []])
        let revision = table.tableView.revision

        let place = try await table.tableView.gestures.dragRow(at: source, to: destination)

        #expect(place == destination)
        #expect(table.sections == sections)
        #expect(table.tableView.history.changes(since: revision) == [.moveRow(from: source, to: destination)])
        #expect(table.counts == sections.map(\.count))
        #expect(table.anomalies == [])
    }

    @Test func `A row moved to where it is stays, and nobody is told`() async throws {
        let table = EditableTable([["a"], []])
        let before = table.snapshot
        #expect(try await table.tableView.gestures.dragRow(at: [0, 0], to: [0, 0]) == [0, 0])
        table.target = [0, 0]
        #expect(try await table.tableView.gestures.dragRow(at: [0, 0], to: [1, 0]) == [0, 0])
        #expect(table.snapshot == before)
    }

    @Test func `The delegate may send the row elsewhere`() async throws {
        let table = EditableTable([["a", "b"], ["c"]])
        table.target = [1, 1]
        let revision = table.tableView.revision

        #expect(try await table.tableView.gestures.dragRow(at: [0, 0], to: [0, 1]) == [1, 1])

        #expect(table.told == ["move 0.0 to 1.1"])
        #expect(table.sections == [["b"], ["c", "a"]])
        #expect(table.tableView.history.changes(since: revision) == [.moveRow(from: [0, 0], to: [1, 1])])
    }

    @Test func `Without a delegate a row goes where it was let go`() async throws {
        let table = EditableTable([["a", "b"], ["c"]])
        table.tableView.delegate = nil
        #expect(try await table.tableView.gestures.dragRow(at: [0, 0], to: [1, 1]) == [1, 1])
        #expect(table.sections == [["b"], ["c", "a"]])
    }

    @Test func `What the data source announces of a move itself is not announced again`() async throws {
        let cases: [(Announcement, [TableViewChange])] = [
            ({ $0.moveRow(at: [0, 0], to: [1, 0]) }, [.moveRow(from: [0, 0], to: [1, 0])]),
            (
                {
                    $0.deleteRows(at: [[0, 0]])
                    $0.insertRows(at: [[1, 0]])
                }, [.deleteRows([[0, 0]]), .insertRows([[1, 0]])]
            ),
            (
                { tableView in
                    tableView.performBatchUpdates { tableView.moveRow(at: [0, 0], to: [1, 0]) }
                }, [.moveRow(from: [0, 0], to: [1, 0])]
            ),
            ({ $0.reloadSections([0, 1]) }, [.reloadSections([0, 1])]),
            ({ $0.reloadData() }, [.reloadData]),
        ]
        for (announcement, changes) in cases {
            let table = EditableTable([["a", "b"], ["c"]])
            table.announcement = announcement
            let revision = table.tableView.revision

            #expect(try await table.tableView.gestures.dragRow(at: [0, 0], to: [1, 0]) == [1, 0])

            #expect(table.tableView.revision == revision + 1)
            #expect(table.tableView.history.changes(since: revision) == changes)
            #expect(table.counts == [1, 2])
            #expect(table.anomalies == [])
        }
    }

    @Test func `A row without a name is where it was moved to`() async throws {
        for destination: IndexPath in [[0, 2], [1, 0], [1, 1]] {
            let table = EditableTable([["a", "b", "c"], ["d"]])
            table.namesRows = false
            #expect(try await table.tableView.gestures.dragRow(at: [0, 0], to: destination) == destination)
            #expect(try await table.tableView.gestures.dragRow(at: destination, to: [0, 0]) == [0, 0])
            #expect(table.sections == [["a", "b", "c"], ["d"]])
        }
    }

    @Test func `A row of a node that has rows of its own is where it was moved to`() async throws {
        let root = CascadingRootTableDelegate(childDelegates: [PlainSection()])
        let tableView = TableView(root: root)
        #expect(try await tableView.gestures.dragRow(at: [0, 0], to: [0, 2]) == [0, 2])
    }

    @Test func `A row is found where the data source put it instead`() async throws {
        let table = EditableTable([["a", "b", "c"]])
        table.handler = {
            $0.sections = [["b", "a", "c"]]
            $0.tableView.moveRow(at: [0, 0], to: [0, 1])
        }
        #expect(try await table.tableView.gestures.dragRow(at: [0, 0], to: [0, 2]) == [0, 1])
    }

    @Test(arguments: [IndexPath(row: 1, section: 0), IndexPath(row: 0, section: 1)])
    func `A move that the data source does not make is refused and not announced`(destination: IndexPath) async throws {
        let table = EditableTable([["a", "x"], ["b"]])
        table.handler = { _ in }
        let revision = table.tableView.revision

        await #expect(throws: TableViewError(.vetoed, "The row cannot be moved there.")) {
            try await table.tableView.gestures.dragRow(at: [0, 0], to: destination)
        }

        #expect(table.anomalies == [])
        #expect(table.tableView.history.changes(since: revision) == [])
        #expect(table.counts == [2, 1])
    }

    @Test func `A target that is no place is refused and an anomaly of the delegate`() async {
        let table = EditableTable([["a"], ["b"]])
        table.target = [7, 0]
        await #expect(throws: TableViewError.self) {
            try await table.tableView.gestures.dragRow(at: [0, 0], to: [1, 0])
        }
        #expect(table.anomalies == [.indexOutOfRange])
        #expect(table.sections == [["a"], ["b"]])
    }

    @Test func `What is selected and expanded moves with its row`() async throws {
        let table = EditableTable([["a", "b", "c"], []])
        table.tableView.selectRow(at: [0, 0])

        try await table.tableView.gestures.dragRow(at: [0, 0], to: [1, 0])
        #expect(table.tableView.indexPathForSelectedRow == [1, 0])
        try await table.tableView.gestures.dragSection(1, to: 0)
        #expect(table.tableView.indexPathForSelectedRow == [0, 0])
    }

    // MARK: Sections

    @Test(
        arguments: [
            (0, 1, [["b"], ["a"], []]), (0, 2, [["b"], [], ["a"]]), (2, 0, [[], ["a"], ["b"]]),
            (1, 0, [["b"], ["a"], []]),
        ] as [(Int, Int, [[String]])])
    func `A section goes to its place`(source: Int, destination: Int, sections: [[String]]) async throws {
        let table = EditableTable([["a"], ["b"], []])
        let revision = table.tableView.revision

        try await table.tableView.gestures.dragSection(source, to: destination)

        #expect(table.sections == sections)
        #expect(table.tableView.history.changes(since: revision) == [.moveSection(from: source, to: destination)])
        #expect(table.counts == sections.map(\.count))
        #expect(table.anomalies == [])
    }

    @Test func `A section moved to where it is stays, and nobody is told`() async throws {
        let table = EditableTable([["a"], []])
        let before = table.snapshot
        try await table.tableView.gestures.dragSection(1, to: 1)
        #expect(table.snapshot == before)
    }

    @Test func `What the data source announces of a section's move itself is not announced again`() async throws {
        let cases: [(Announcement, TableViewChange)] = [
            ({ $0.moveSection(0, toSection: 1) }, .moveSection(from: 0, to: 1)), ({ $0.reloadData() }, .reloadData),
        ]
        for (announcement, change) in cases {
            let table = EditableTable([["a", "b"], ["c"]])
            table.announcement = announcement
            let revision = table.tableView.revision

            try await table.tableView.gestures.dragSection(0, to: 1)

            #expect(table.tableView.revision == revision + 1)
            #expect(table.tableView.history.changes(since: revision) == [change])
            #expect(table.anomalies == [])
        }
    }

    // MARK: Random moves

    @Test(arguments: UInt64(0)..<40)
    func `After any moves the table shows what the data source has`(seed: UInt64) async {
        var random = SeededRandomNumberGenerator(seed: seed)
        let table = EditableTable((0..<3).map { section in (0..<section * 2).map { "\(section)\($0)" } })
        for _ in 0..<100 {
            let source = IndexPath(
                row: .random(in: -1...5, using: &random), section: .random(in: -1...3, using: &random))
            let proposed = IndexPath(
                row: .random(in: -1...5, using: &random), section: .random(in: -1...3, using: &random))
            let before = table.snapshot
            var expected = table.sections
            if table.tableView.hasRow(at: source), expected.indices.contains(proposed.section) {
                let name = expected[source.section].remove(at: source.row)
                if (0...expected[proposed.section].count).contains(proposed.row) {
                    expected[proposed.section].insert(name, at: proposed.row)
                } else {
                    expected = before.sections
                }
            }

            let place = try? await table.tableView.gestures.dragRow(at: source, to: proposed)

            #expect(table.sections == expected)
            #expect(table.counts == expected.map(\.count))
            #expect(table.anomalies == [])
            if let place {
                #expect(place == proposed)
            } else {
                #expect(table.snapshot == before)
            }
        }
    }

    /// A section of three rows without identifiers. It allows moves and does nothing.
    private final class PlainSection: CascadingBareTableDelegate {
        override func tableView(_ tableView: TableView, numberOfRowsInSection section: Int) -> Int { 3 }
        override func tableView(_ tableView: TableView, canMoveRowAt indexPath: IndexPath) -> Bool { true }
    }
}
