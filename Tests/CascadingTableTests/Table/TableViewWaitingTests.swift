import CascadingTable
import TableStorage
import TableManagers
import StaticTables
import FoundationEssentials
import Testing

/// Tests actions with an asynchronous delegate.
@TableActor
@Suite struct TableViewWaitingTests {
    private struct Failure: Error {}

    /// A gate at which actions wait.
    @TableActor
    private final class Gate {
        private var waiting: [CheckedContinuation<Void, any Error>] = []
        var count: Int { waiting.count }

        func pass() async throws {
            try await withCheckedThrowingContinuation { waiting.append($0) }
        }

        func open(throwing error: (any Error)? = nil) {
            let waiting = waiting
            self.waiting = []
            for continuation in waiting {
                if let error { continuation.resume(throwing: error) } else { continuation.resume() }
            }
        }
    }

    /// A table whose action methods wait at a gate.
    @TableActor
    private final class Board: TableViewDataSource, TableViewDelegate {
        var names = ["a", "b", "c"]
        var cell = TableViewCell(accessory: .detail)
        let gate = Gate()
        var told: [String] = []
        private(set) lazy var tableView = TableView(dataSource: self, delegate: self)

        func tableView(_ tableView: TableView, numberOfRowsInSection section: Int) -> Int { names.count }
        func tableView(_ tableView: TableView, cellForRowAt indexPath: IndexPath) -> TableViewCell {
            var cell = cell
            cell.title = names[indexPath.row]
            return cell
        }
        func tableView(_ tableView: TableView, identifierForRowAt indexPath: IndexPath) -> String? {
            names[indexPath.row]
        }
        func tableView(_ tableView: TableView, canEditRowAt indexPath: IndexPath) -> Bool { true }
        func tableView(_ tableView: TableView, canMoveRowAt indexPath: IndexPath) -> Bool { true }
        func tableView(_ tableView: TableView, canMoveSection section: Int) -> Bool { true }
        func numberOfSections(in tableView: TableView) -> Int { 1 }
        func tableView(_ tableView: TableView, editingStyleForRowAt indexPath: IndexPath) -> TableViewCell.EditingStyle
        { .delete }
        func tableView(_ tableView: TableView, canPerformPrimaryActionForRowAt indexPath: IndexPath) -> Bool { true }
        func tableView(_ tableView: TableView, shouldShowMenuForRowAt indexPath: IndexPath) -> Bool { true }
        func tableView(
            _ tableView: TableView, canPerformAction action: MenuAction, forRowAt indexPath: IndexPath,
            withSender sender: TableSession?
        ) -> Bool { true }
        func tableView(_ tableView: TableView, canHandle drop: TableViewDrop) -> Bool { true }
        func tableView(_ tableView: TableView, expansionForRowAt indexPath: IndexPath) -> TableViewRowExpansion? {
            TableViewRowExpansion(.init(title: "More"))
        }
        func tableView(_ tableView: TableView, fieldsForEditingRowAt indexPath: IndexPath) -> [TableViewEditableField] {
            [TableViewEditableField("name", label: "Name")]
        }

        private func wait(_ what: String) async throws {
            try await gate.pass()
            told.append(what)
        }

        func tableView(_ tableView: TableView, didSelectRowAt indexPath: IndexPath) async throws {
            try await wait("select")
        }
        func tableView(_ tableView: TableView, didDeselectRowAt indexPath: IndexPath) async throws {
            try await wait("deselect")
        }
        func tableView(_ tableView: TableView, accessoryButtonTappedForRowWith indexPath: IndexPath) async throws {
            try await wait("tap")
        }
        func tableView(_ tableView: TableView, performPrimaryActionForRowAt indexPath: IndexPath) async throws {
            try await wait("primary")
        }
        func tableView(
            _ tableView: TableView, performAction action: MenuAction, forRowAt indexPath: IndexPath,
            withSender sender: TableSession?
        ) async throws { try await wait("menu") }
        func tableView(_ tableView: TableView, performDropWith drop: TableViewDrop) async throws {
            try await wait("drop")
        }
        func tableView(_ tableView: TableView, didExpandRowAt indexPath: IndexPath) async throws {
            try await wait("expand")
        }
        func tableView(_ tableView: TableView, didCollapseRowAt indexPath: IndexPath) async throws {
            try await wait("collapse")
        }
        func tableView(
            _ tableView: TableView, commitValues values: [String: String], forRowAt indexPath: IndexPath
        ) async throws {
            try await wait("edit")
            names[indexPath.row] = values["name"] ?? ""
        }
        func tableView(
            _ tableView: TableView, commit editingStyle: TableViewCell.EditingStyle, forRowAt indexPath: IndexPath
        ) async throws {
            let name = names[indexPath.row]
            try await wait("delete")
            guard let row = names.firstIndex(of: name) else { return }
            names.remove(at: row)
            tableView.deleteRows(at: [IndexPath(row: row, section: 0)])
            tableView.registerUndo("Delete \(name)") { _ in }
        }
        func tableView(_ tableView: TableView, moveRowAt source: IndexPath, to destination: IndexPath) async throws {
            try await wait("move")
            names.insert(names.remove(at: source.row), at: destination.row)
        }
    }

    private typealias Gesture = @TableActor @Sendable (TableView) async throws -> Void
    private nonisolated static let gestures: [(String, Gesture)] = [
        ("select", { try await $0.gestures.touchRow(at: [0, 1]) }),
        ("deselect", { try await $0.gestures.releaseRow(at: [0, 2]) }),
        ("tap", { try await $0.gestures.tapAccessory(forRowAt: [0, 1]) }),
        ("primary", { try await $0.gestures.performPrimaryAction(forRowAt: [0, 1]) }),
        ("menu", { try await $0.gestures.performMenuAction(.copy, forRowAt: [0, 1]) }),
        ("drop", { try await $0.gestures.drop(TableViewDrop(items: [.init("x")], destination: [0, 0])) }),
        ("expand", { try await $0.gestures.setExpanded(true, forRowAt: [0, 1]) }),
        ("edit", { try await $0.gestures.commitValues(["name": "z"], forRowAt: [0, 1]) }),
        ("delete", { try await $0.gestures.commit(.delete, forRowAt: [0, 1]) }),
        ("move", { try await $0.gestures.dragRow(at: [0, 1], to: [0, 0]) }),
    ]

    /// Starts a visitor's action, and returns when the action waits at the gate.
    private func start(
        _ board: Board, _ session: TableSession = TableSession(id: "visitor"), _ gesture: @escaping Gesture
    ) async -> Task<TableView.Outcome<Void>, any Error> {
        let count = board.gate.count
        let task = Task { @TableActor in
            try await board.tableView.performing(TableRequest(session: session)) { try await gesture(board.tableView) }
        }
        while board.gate.count == count { await Task.yield() }
        return task
    }

    private func select(_ row: Int, _ session: TableSession, _ board: Board) {
        _ = board.tableView.answering(TableRequest(session: session)) { board.tableView.selectRow(at: [0, row]) }
    }

    private func selected(_ session: TableSession, _ board: Board) -> [Int] {
        board.tableView.answering(TableRequest(session: session)) {
            board.tableView.indexPathsForSelectedRows.map(\.row)
        }.result
    }

    @Test(arguments: gestures.indices)
    func `An action ends after its delegate has waited`(index: Int) async throws {
        let (name, gesture) = Self.gestures[index]
        let (board, session) = (Board(), TableSession(id: "visitor"))
        select(2, session, board)
        board.tableView.allowsMultipleSelection = true
        let revision = board.tableView.revision

        let action = await start(board, session, gesture)

        #expect(board.told.isEmpty)
        #expect(board.tableView.history.changes(since: revision) == [])
        // The actor is free while the action waits.
        #expect(board.tableView.numberOfRows == 3)
        board.gate.open()
        _ = try await action.value
        #expect(board.told == [name])
    }

    @Test(arguments: gestures.indices)
    func `An action that fails after it has waited changes nothing`(index: Int) async throws {
        let (board, session) = (Board(), TableSession(id: "visitor"))
        select(2, session, board)
        board.tableView.allowsMultipleSelection = true
        let revision = board.tableView.revision

        let action = await start(board, session, Self.gestures[index].1)
        board.gate.open(throwing: Failure())

        await #expect(throws: Failure.self) { try await action.value }
        #expect(board.told.isEmpty)
        #expect(board.names == ["a", "b", "c"])
        #expect(board.tableView.history.changes(since: revision) == [])
        #expect(selected(session, board) == [2])
    }

    @Test func `What an action changed is announced when it is done`() async throws {
        let board = Board()
        let revision = board.tableView.revision
        for (_, gesture) in Self.gestures.suffix(3) {
            let action = await start(board, TableSession(id: "visitor"), gesture)
            board.gate.open()
            _ = try await action.value
        }
        #expect(
            board.tableView.history.changes(since: revision) == [
                .reloadRows([[0, 1]]), .deleteRows([[0, 1]]), .moveRow(from: [0, 1], to: [0, 0]),
            ])
    }

    @Test func `The changes of an action are known if nothing else changed the table`() async throws {
        for isChanged in [false, true] {
            let board = Board()
            var changes: [TableViewChange]?
            let action = await start(board) { tableView in
                changes = try await tableView.changesOfAction {
                    try await tableView.gestures.commit(.delete, forRowAt: [0, 1])
                }
            }
            if isChanged {
                board.names.insert("new", at: 0)
                board.tableView.insertRows(at: [[0, 0]])
            }
            board.gate.open()
            _ = try await action.value
            #expect(changes == (isChanged ? nil : [.deleteRows([[0, 1]])]))
        }
    }

    @Test func `A row that moved while its action waited is the one that is reloaded`() async throws {
        let board = Board()
        let action = await start(board) { try await $0.gestures.tapAccessory(forRowAt: [0, 0]) }
        board.names.insert("new", at: 0)
        board.tableView.insertRows(at: [[0, 0]])
        let revision = board.tableView.revision

        board.gate.open()
        _ = try await action.value

        #expect(board.tableView.history.changes(since: revision) == [.reloadRows([[0, 1]])])
    }

    @Test func `After it has waited, an action has the session of its own visitor`() async throws {
        @TableActor final class Names: CascadingBareTableDelegate {
            let gate = Gate()
            var seen: [String] = []
            override func tableView(_ tableView: TableView, numberOfRowsInSection section: Int) -> Int { 2 }
            override func tableView(_ tableView: TableView, didSelectRowAt indexPath: IndexPath) async throws {
                try await gate.pass()
                seen.append(tableView.session.id)
                tableView.navigate(to: tableView.session.id)
                if tableView.query.first?.value == "refuse" { tableView.refuse("No.") }
            }
        }
        let names = Names()
        let tableView = TableView(root: names)
        let visitors = ["ada", "bob"].map { id in
            Task { @TableActor in
                let query = [(name: "say", value: id == "bob" ? "refuse" : "yes")]
                return try await tableView.performing(TableRequest(session: TableSession(id: id), query: query)) {
                    try await tableView.gestures.touchRow(at: [0, id == "ada" ? 0 : 1])
                }.location
            }
        }
        while names.gate.count < 2 { await Task.yield() }
        _ = tableView.answering(TableRequest(session: TableSession(id: "eve"))) {
            #expect(tableView.session.id == "eve")
            names.gate.open()
        }

        #expect(try await visitors[0].value == "ada")
        await #expect(throws: TableViewError(.vetoed, "No.")) { try await visitors[1].value }
        #expect(names.seen.sorted() == ["ada", "bob"])
        #expect(tableView.session.id != "ada")
    }

    @Test func `An action that fails undoes its own selection, and not that of another action`() async throws {
        let (board, session) = (Board(), TableSession(id: "visitor"))
        board.tableView.allowsMultipleSelection = true
        let failing = await start(board, session) { try await $0.gestures.touchRow(at: [0, 0]) }
        select(2, session, board)
        board.gate.open(throwing: Failure())
        await #expect(throws: Failure.self) { try await failing.value }
        #expect(selected(session, board) == [2])
    }

    @Test func `An undo that is registered late belongs to its action`() async throws {
        let board = Board()
        let action = await start(board) { try await $0.gestures.commit(.delete, forRowAt: [0, 0]) }
        board.gate.open()
        #expect(try await action.value.undo?.title == "Delete a")
    }

    @Test func `A tree waits for its row`() async throws {
        @TableActor final class Slow: CascadingBareTableDelegate {
            let gate = Gate()
            var isDone = false
            override func tableView(_ tableView: TableView, didSelectRowAt indexPath: IndexPath) async throws {
                try await gate.pass()
                isDone = true
            }
        }
        let row = Slow()
        let tableView = TableView(
            root: CascadingRootTableDelegate(childDelegates: [CascadingSectionTableDelegate(childDelegates: [row])]))
        let action = Task { @TableActor in
            try await tableView.performing(TableRequest(session: TableSession())) {
                try await tableView.gestures.touchRow(at: [0, 0])
                return row.isDone
            }.result
        }
        while row.gate.count == 0 { await Task.yield() }
        row.gate.open()
        #expect(try await action.value)
    }

    @Test func `Closures of managers and static tables may wait`() async throws {
        struct Item: Sendable { var name: String }
        struct ItemCell: CellContent { var cell = TableViewCell() }
        let gate = Gate()
        var done: [String] = []
        let manager = TableManager(storage: MemoryStorage(items: [[Item(name: "a")]]))
        manager.register(ItemCell.self, for: Item.self) { mapping in
            mapping.didSelect { _, item, _ in
                try await gate.pass()
                done.append(item.name)
            }
        } handler: { _, _, _ in
        }
        let table = StaticTable {
            Section {
                Row("Wait") { _, _ in
                    try await gate.pass()
                    throw Failure()
                }
            }
        }
        let tableView = TableView(root: CascadingRootTableDelegate(childDelegates: [manager]))
        let first = Task { @TableActor in try await tableView.gestures.touchRow(at: [0, 0]) }
        while gate.count == 0 { await Task.yield() }
        #expect(done.isEmpty)
        gate.open()
        _ = try await first.value
        #expect(done == ["a"])

        let staticView = TableView(root: table)
        let second = Task { @TableActor in try await staticView.gestures.touchRow(at: [0, 0]) }
        while gate.count == 0 { await Task.yield() }
        gate.open()
        await #expect(throws: Failure.self) { try await second.value }
    }

    @Test func `A cancelled action cancels its work`() async throws {
        @TableActor final class Sleeper: CascadingBareTableDelegate {
            var isAsleep = false
            override func tableView(_ tableView: TableView, numberOfRowsInSection section: Int) -> Int { 1 }
            override func tableView(_ tableView: TableView, didSelectRowAt indexPath: IndexPath) async throws {
                isAsleep = true
                try await Task.sleep(for: .seconds(600))
            }
        }
        let sleeper = Sleeper()
        let tableView = TableView(root: sleeper)
        let action = Task { @TableActor in try await tableView.gestures.touchRow(at: [0, 0]) }
        while !sleeper.isAsleep { await Task.yield() }
        action.cancel()
        await #expect(throws: CancellationError.self) { try await action.value }
        #expect(tableView.indexPathsForSelectedRows == [])
    }

    /// A table with as many rows as the user's name has letters, and a button that waits twice.
    @TableActor
    private final class Letters: TableViewDataSource {
        let gates = ["a": Gate(), "three": Gate()]
        private(set) var seen: [String] = []
        private(set) lazy var tableView = TableView(dataSource: self)

        func user(of tableView: TableView) -> String { tableView.visitor.user as? String ?? "" }
        func tableView(_ tableView: TableView, numberOfRowsInSection section: Int) -> Int {
            user(of: tableView).count
        }
        func tableView(_ tableView: TableView, cellForRowAt indexPath: IndexPath) -> TableViewCell {
            TableViewCell(title: String(Array(user(of: tableView))[indexPath.row]))
        }

        func press(_ user: String) async throws {
            tableView.toolbar = [
                TableViewToolbarAction(id: "count", title: "Count") { [self] tableView in
                    for _ in 0..<2 {
                        seen.append("\(user) \(tableView.numberOfRows) \(tableView.hasRow(at: [0, 2]))")
                        try await gates[user]?.pass()
                    }
                }
            ]
            _ = try await tableView.performing(TableRequest(user: user)) {
                try await tableView.gestures.performToolbarAction("count")
            }
        }
    }

    @Test func `An action that goes on reads no answers of another one that waits`() async throws {
        // given two actions that wait
        let letters = Letters()
        let first = Task.immediate { try await letters.press("a") }
        let second = Task.immediate { try await letters.press("three") }
        // when they go on in turn
        letters.gates["a"]?.open()
        while letters.seen.count < 3 { await Task.yield() }
        letters.gates["three"]?.open()
        while letters.seen.count < 4 { await Task.yield() }
        letters.gates["a"]?.open()
        letters.gates["three"]?.open()
        try await first.value
        try await second.value
        // then each has its own
        #expect(letters.seen == ["a 1 false", "three 5 true", "a 1 false", "three 5 true"])
    }
}
