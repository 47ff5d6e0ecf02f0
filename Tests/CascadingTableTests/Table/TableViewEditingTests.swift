import CascadingTable
import FoundationEssentials
import Testing

@TableActor
@Suite struct TableViewEditingTests {
    private func code(_ body: () async throws -> Void) async -> TableViewError.Code? {
        do { try await body() } catch { return (error as? TableViewError)?.code }
        return nil
    }

    // MARK: Refusals

    @Test func `A refusal leaves everything as it was`() async {
        typealias Gesture = @TableActor (TableView) async throws -> Void
        typealias Change = @TableActor (EditableTable) -> Void
        let none: Change = { _ in }
        let item = TableViewDragItem("x")
        func dropping(_ place: IndexPath) async -> Gesture {
            { try await $0.gestures.drop(TableViewDrop(items: [item], destination: place)) }
        }
        var cases: [(TableViewError.Code, Change, Gesture)] = [
            (.notEditable, { $0.canEdit = false }, { try await $0.gestures.commit(.delete, forRowAt: [0, 0]) }),
            (.notEditable, { $0.editingStyle = .insert }, { try await $0.gestures.commit(.delete, forRowAt: [0, 0]) }),
            (.notEditable, { $0.editingStyle = .none }, { try await $0.gestures.commit(.none, forRowAt: [0, 0]) }),
            (.notMovable, { $0.canMove = false }, { try await $0.gestures.dragRow(at: [0, 0], to: [0, 1]) }),
            (.notMovable, { $0.canMoveSections = false }, { try await $0.gestures.dragSection(0, to: 1) }),
            (.notDroppable, { $0.canHandleDrops = false }, await dropping([0, 0])),
            (.notDroppable, { $0.tableView.delegate = nil }, await dropping([0, 0])),
        ]
        for path: IndexPath in [[0, 3], [0, -1], [3, 0], [-1, 0], [], [0], [0, 0, 0]] {
            cases.append((.noSuchRow, none, { try await $0.gestures.commit(.delete, forRowAt: path) }))
            cases.append((.noSuchRow, none, { try await $0.gestures.dragRow(at: path, to: [0, 0]) }))
        }
        // A move within a section adds no row, so the last valid place is that of the last row.
        for path: IndexPath in [
            [0, 3], [0, -1], [1, 3], [2, 1], [3, 0], [-1, 0], [.max, 0], [0, .max], [], [0],
        ] {
            cases.append((.noSuchRow, none, { try await $0.gestures.dragRow(at: [0, 0], to: path) }))
            cases.append(
                (.noSuchRow, { $0.target = path }, { try await $0.gestures.dragRow(at: [0, 0], to: [0, 1]) }))
        }
        for path: IndexPath in [[0, 4], [0, -1], [2, 1], [3, 0], [-1, 0], [], [0], [0, 0, 0]] {
            await cases.append((.noSuchRow, none, dropping(path)))
        }
        for (source, destination) in [(0, 3), (3, 0), (-1, 0), (0, -1), (.max, .min)] {
            cases.append((.noSuchSection, none, { try await $0.gestures.dragSection(source, to: destination) }))
        }
        for (expected, change, gesture) in cases {
            let table = EditableTable([["a", "b", "c"], ["d", "e"], []])
            change(table)
            var before = table.snapshot
            // If the delegate returns an invalid target, the table also reports an anomaly.
            if table.target != nil { before.anomalies = [.indexOutOfRange] }

            #expect(await code { try await gesture(table.tableView) } == expected)

            #expect(table.snapshot == before)
        }
    }

    @Test func `A table without a data source refuses what it is asked`() async {
        let tableView = TableView()
        #expect(await code { try await tableView.gestures.commit(.delete, forRowAt: [0, 0]) } == .noSuchRow)
        #expect(await code { try await tableView.gestures.dragRow(at: [0, 0], to: [0, 0]) } == .noSuchRow)
        #expect(await code { try await tableView.gestures.dragSection(0, to: 0) } == .noSuchSection)
        #expect(!tableView.gestures.canMoveRow(at: [0, 0]) && !tableView.gestures.canMoveSection(0))
        #expect(tableView.gestures.editingStyle(forRowAt: [0, 0]) == .none)
        #expect(tableView.revision == 1)
    }

    // MARK: Committing

    @Test func `A committed row is deleted or inserted by the data source, in one revision`() async throws {
        for (style, sections, change) in [
            (.delete, [["a"]], .deleteRows([[0, 1]])), (.insert, [["a", "new", "b"]], .insertRows([[0, 1]])),
        ] as [(TableViewCell.EditingStyle, [[String]], TableViewChange)] {
            let table = EditableTable([["a", "b"]])
            table.editingStyle = style
            let revision = table.tableView.revision

            try await table.tableView.gestures.commit(style, forRowAt: [0, 1])

            #expect(table.sections == sections)
            #expect(table.told == ["\(style.rawValue) 0.1"])
            #expect(table.tableView.revision == revision + 1)
            #expect(table.tableView.history.changes(since: revision) == [change])
            #expect(table.counts == sections.map(\.count))
            #expect(table.anomalies == [])
        }
    }

    @Test func `What a data source announces in several steps while it commits is one revision`() async throws {
        let table = EditableTable([["a", "b"], ["c"]])
        let revision = table.tableView.revision
        table.handler = {
            $0.sections = [["b", "x"]]
            $0.tableView.deleteRows(at: [[0, 0]])
            $0.tableView.insertRows(at: [[0, 1]])
            $0.tableView.deleteSections([1])
        }

        try await table.tableView.gestures.commit(.delete, forRowAt: [0, 0])

        #expect(table.tableView.revision == revision + 1)
        #expect(
            table.tableView.history.changes(since: revision) == [
                .deleteRows([[0, 0]]), .insertRows([[0, 1]]), .deleteSections([1]),
            ])
        #expect(table.anomalies == [])
    }

    // MARK: Dropping

    @Test func `What is dropped is taken in at its place, which may be past the last row or in an empty section`()
        async throws
    {
        for (place, sections) in [
            ([0, 0], [["x", "y", "a"], []]), ([0, 1], [["a", "x", "y"], []]), ([1, 0], [["a"], ["x", "y"]]),
        ] as [(IndexPath, [[String]])] {
            let table = EditableTable([["a"], []])
            let items = [TableViewDragItem("x"), TableViewDragItem("y")]

            try await table.tableView.gestures.drop(TableViewDrop(items: items, destination: place))

            #expect(table.sections == sections)
            #expect(table.counts == sections.map(\.count))
            #expect(table.anomalies == [])
        }
    }

    // MARK: Handlers that change the table

    @Test func `A data source may empty itself while it is told of a gesture`() async throws {
        let gestures: [@TableActor (TableView) async throws -> Void] = [
            { try await $0.gestures.commit(.delete, forRowAt: [0, 1]) },
            { try await $0.gestures.dragRow(at: [0, 1], to: [1, 0]) },
            { try await $0.gestures.dragSection(1, to: 0) },
            { try await $0.gestures.drop(TableViewDrop(items: [TableViewDragItem("x")], destination: [0, 0])) },
        ]
        for gesture in gestures {
            let table = EditableTable([["a", "b"], ["c"]])
            table.handler = {
                $0.sections = []
                $0.tableView.reloadData()
            }

            try await gesture(table.tableView)

            #expect(table.told.count == 1)
            #expect(table.tableView.numberOfSections == 0)
            #expect(table.anomalies == [])
        }
    }

    @Test func `A data source may take itself from the table while it is told of a gesture`() async throws {
        let table = EditableTable([["a", "b"], ["c"]])
        table.handler = {
            $0.tableView.dataSource = nil
            $0.tableView.delegate = nil
        }

        try await table.tableView.gestures.dragRow(at: [0, 1], to: [1, 0])

        #expect(table.tableView.numberOfSections == 0)
        #expect(table.anomalies == [])
    }

    @Test func `A gesture made while another is being done is part of its revision`() async throws {
        let table = EditableTable([["a", "b", "c"]])
        let revision = table.tableView.revision
        table.handler = { table in
            table.handler = nil
            table.sections[0].remove(at: 0)
            table.tableView.deleteRows(at: [[0, 0]])
        }
        table.tableView.performBatchUpdates {
            try? table.tableView.start { try await table.tableView.gestures.commit(.delete, forRowAt: [0, 0]) }
            #expect(table.tableView.revision == revision)
        }
        #expect(table.tableView.revision == revision + 1)
        #expect(table.sections == [["b", "c"]])
    }

    // MARK: Edit mode

    @Test func `Edit mode is what the request says, and what the session says where it does not`() {
        let table = EditableTable([["a"]])
        for (query, isEditing, reads) in [
            ([], true, [.query, .session]), ([("_edit", "1")], true, .query), ([("_edit", "0")], false, .query),
            ([("_edit", "1"), ("_edit", "0")], false, .query), ([("_edit", "yes")], false, .query),
        ] as [([(String, String)], Bool, TableRequest.Reads)] {
            let session = TableSession(id: "ada")
            let request = TableRequest(session: session, query: query.map { (name: $0.0, value: $0.1) })

            let outcome = table.tableView.answering(request) {
                table.tableView.setEditing(true)
                return (table.tableView.showsEditing, table.tableView.isEditing)
            }

            #expect(outcome.result == (isEditing, isEditing))
            #expect(outcome.reads == reads)
        }
        #expect(!table.tableView.isEditing)
    }

    @Test func `A row that cannot be edited is not asked how`() {
        let table = EditableTable([["a"]])
        table.editingStyle = .insert
        #expect(table.tableView.gestures.editingStyle(forRowAt: [0, 0]) == .insert)
        table.canEdit = false
        #expect(table.tableView.gestures.editingStyle(forRowAt: [0, 0]) == .none)
    }
}
