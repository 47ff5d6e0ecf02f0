import CascadingTable
import FoundationEssentials
import TableTesting
import Testing

@TableActor
@Suite struct TableViewMenuTests {
    @Test func `The menu has the entries the delegate allows, in a fixed order`() async throws {
        let allowed = Allowing([.paste, .copy])
        let tableView = TableView(dataSource: allowed, delegate: allowed)

        #expect(tableView.gestures.menuActions(forRowAt: [0, 0]) == [.copy, .paste])
        try await tableView.gestures.performMenuAction(.paste, forRowAt: [0, 0])
        await #expect(throws: TableViewError.self) {
            try await tableView.gestures.performMenuAction(.cut, forRowAt: [0, 0])
        }

        #expect(allowed.performed == [.paste])
        #expect(TableView().gestures.menuActions(forRowAt: [0, 0]) == [])
    }

    @Test func `The menu's sender is the visitor who asks`() async throws {
        let world = RecordingWorld()
        world.rows[1].answers.shouldShowMenu = true
        world.rows[1].answers.canPerformAction = true

        _ = try await world.tableView.performing(TableRequest(session: TableSession(id: "ada"))) {
            try await world.tableView.gestures.performMenuAction(.copy, forRowAt: [0, 1])
        }

        #expect(
            world.told(.performAction, row: 1)
                == [.init(.performAction, .action(.copy), .indexPath([0, 1]), .sender("ada"))])
        #expect(world.told(.canPerformAction, row: 1).allSatisfy { $0.arguments.contains(.sender("ada")) })
    }

    @Test(arguments: [true, false])
    func `A menu that is shown is made for one visitor, for it may differ by its sender`(isShown: Bool) {
        let world = RecordingWorld()
        world.rows[1].answers.shouldShowMenu = isShown
        let outcome = world.tableView.answering(TableRequest(session: TableSession(id: "ada"))) {
            world.tableView.gestures.menuActions(forRowAt: [0, 1])
        }
        #expect(outcome.reads.contains(.session) == isShown)
    }

    // MARK: Accessory and primary action

    @Test(arguments: [TableViewCell.Accessory.detail, .toggle(isOn: true), .toggle(isOn: false)])
    func `An accessory that is a button is tapped`(accessory: TableViewCell.Accessory) async throws {
        let world = RecordingWorld()
        world.rows[1].answers.cell.accessory = accessory
        try await world.tableView.gestures.tapAccessory(forRowAt: [0, 1])
        #expect(world.calls(ofRow: 1) == [.init(.accessoryButtonTapped, .indexPath([0, 1]))])
    }

    @Test func `The primary action is asked for and done`() async throws {
        let world = RecordingWorld()
        world.rows[1].answers.canPerformPrimaryAction = true
        try await world.tableView.gestures.performPrimaryAction(forRowAt: [0, 1])
        #expect(
            world.calls(ofRow: 1) == [
                .init(.canPerformPrimaryAction, .indexPath([0, 1])), .init(.performPrimaryAction, .indexPath([0, 1])),
            ])
    }

    // MARK: Refreshing

    @Test func `News are waited for, and what fails comes out`() async throws {
        struct Outage: Error {}
        let world = RecordingWorld()
        await #expect(throws: TableViewError.self) { try await world.tableView.gestures.refresh() }
        world.tableView.refreshHandler = { tableView in
            await Task.yield()
            tableView.reloadData()
        }
        let revision = world.tableView.revision
        try await world.tableView.gestures.refresh()
        #expect(world.tableView.history.changes(since: revision) == [.reloadData])

        world.tableView.refreshHandler = { _ in throw Outage() }
        await #expect(throws: Outage.self) { try await world.tableView.gestures.refresh() }
    }

    /// A table of one row whose menu has the given actions.
    private final class Allowing: TableViewDataSource, TableViewDelegate {
        let actions: Set<MenuAction>
        private(set) var performed: [MenuAction] = []

        init(_ actions: Set<MenuAction>) {
            self.actions = actions
        }

        func tableView(_ tableView: TableView, numberOfRowsInSection section: Int) -> Int { 1 }
        func tableView(_ tableView: TableView, cellForRowAt indexPath: IndexPath) -> TableViewCell { TableViewCell() }
        func tableView(_ tableView: TableView, shouldShowMenuForRowAt indexPath: IndexPath) -> Bool { true }

        func tableView(
            _ tableView: TableView, canPerformAction action: MenuAction, forRowAt indexPath: IndexPath,
            withSender sender: TableSession?
        ) -> Bool { actions.contains(action) }

        func tableView(
            _ tableView: TableView, performAction action: MenuAction, forRowAt indexPath: IndexPath,
            withSender sender: TableSession?
        ) { performed.append(action) }
    }
}
