import CascadingTable
import TableManagers
import FoundationEssentials
import Testing

@TableActor
@Suite struct EntityTableTests {
    private struct Zombie: RowEntity {
        var name: String
        func makeCell() -> ZombieCell { ZombieCell() }
    }

    private struct ZombieCell: BindingCell {
        var cell = TableViewCell(style: .subtitle)
        mutating func bind(_ zombie: Zombie) { cell.title = zombie.name.uppercased() }
    }

    private final class Human: RowEntity, Identifiable {
        let id: String
        init(_ id: String) { self.id = id }
        func makeCell() -> HumanCell { HumanCell() }
    }

    private struct HumanCell: BindingCell {
        var cell = TableViewCell()
        mutating func bind(_ human: Human) { cell.title = human.id }
    }

    private let log = Log()

    @TableActor private final class Log { var entries: [String] = [] }

    private func titles(_ tableView: TableView) -> [String?] {
        (0..<tableView.numberOfSections).flatMap { section in
            (0..<tableView.numberOfRows(inSection: section)).map {
                tableView.cellForRow(at: [section, $0])?.title
            }
        }
    }

    @Test func `Each entity makes its cell, and the cell binds it`() {
        let tableView = TableView(root: EntityTable([Zombie(name: "Romero"), Zombie(name: "Bub")]))
        #expect(titles(tableView) == ["ROMERO", "BUB"])
        #expect(tableView.cellForRow(at: [0, 0])?.style == .subtitle)
    }

    @Test func `Entities of several types stand in one table`() async throws {
        let entities: [any RowEntity] = [Zombie(name: "Bub"), Human("Barbara"), Zombie(name: "Romero")]
        let table = EntityTable(entities) { [log] entity in
            log.entries.append((entity as? Human)?.id ?? "zombie")
        }
        let tableView = TableView(root: table)
        #expect(titles(tableView) == ["BUB", "Barbara", "ROMERO"])

        for row in [1, 0] { try await tableView.gestures.touchRow(at: [0, row]) }

        #expect(log.entries == ["Barbara", "zombie"])
    }

    @Test func `Models that know no cell are shown by a closure`() async throws {
        let table = EntityTable([3, 5], cell: { TableViewCell(title: "\($0)") }) { [log] in
            log.entries.append("\($0 + 1)")
        }
        let tableView = TableView(root: table)
        #expect(titles(tableView) == ["3", "5"])
        try await tableView.gestures.touchRow(at: [0, 1])
        #expect(log.entries == ["6"])
    }

    @Test func `Without a closure no row can be pressed`() async throws {
        let table = EntityTable([Zombie(name: "Bub")])
        let tableView = TableView(root: table)
        _ = tableView.numberOfRows
        await #expect(throws: TableViewError.self) { try await tableView.gestures.touchRow(at: [0, 0]) }

        table.selection = { [log] zombie in log.entries.append(zombie.name) }
        #expect(tableView.revision == 2)
        try await tableView.gestures.touchRow(at: [0, 0])
        #expect(log.entries == ["Bub"])
    }

    @Test func `Setting the entities reloads their section, in a root and in a tree`() {
        let table = EntityTable([Zombie(name: "Bub")])
        let tableView = TableView(root: table)
        _ = tableView.numberOfRows
        table.entities.append(Zombie(name: "Romero"))
        #expect(tableView.history.changes(since: 1) == [.reloadData])
        #expect(titles(tableView) == ["BUB", "ROMERO"])

        let second = EntityTable([Human("Ben")])
        let root = CascadingRootTableDelegate(childDelegates: [EntityTable([Zombie(name: "Bub")]), second])
        let tree = TableView(root: root)
        _ = tree.numberOfRows
        let revision = tree.revision
        second.entities = [Human("Tom"), Human("Judy")]
        #expect(tree.history.changes(since: revision) == [.reloadSections([1])])
        #expect(titles(tree) == ["BUB", "Tom", "Judy"])
    }

    @Test func `A press in a tree finds the entity by its place there`() async throws {
        let table = EntityTable([Human("Ben"), Human("Tom")]) { [log] in log.entries.append($0.id) }
        let root = CascadingRootTableDelegate(childDelegates: [EntityTable([Human("Judy")]), table])
        try await TableView(root: root).gestures.touchRow(at: [1, 1])
        #expect(log.entries == ["Tom"])
        #expect(table.entity(at: [1, 0])?.id == "Ben")
        #expect(table.entity(at: [0, 0]) == nil)
    }

    @Test func `A closure may set the entities it was called from`() async throws {
        let table = EntityTable([Human("Ben"), Human("Tom")])
        table.selection = { [weak table] human in table?.entities.removeAll { $0 === human } }
        let tableView = TableView(root: table)
        try await tableView.gestures.touchRow(at: [0, 0])
        #expect(titles(tableView) == ["Tom"])
    }

    @Test func `Entities with an id are known by it, others by their place`() {
        let table = EntityTable([Human("Ben"), Human("Tom")])
        let tableView = TableView(root: table)
        let tom = tableView.identifier(forRowAt: [0, 1])
        tableView.selectRow(at: [0, 1])

        table.entities.reverse()

        #expect(tableView.identifier(forRowAt: [0, 0]) == tom)
        #expect(tableView.indexPath(forRowWithIdentifier: tom) == [0, 0])
        #expect(tableView.indexPathForSelectedRow == [0, 0])
        table.entities = []
        #expect(tableView.indexPath(forRowWithIdentifier: tom) == nil)

        let zombies = EntityTable([Zombie(name: "Bub"), Zombie(name: "Romero")])
        let root = CascadingRootTableDelegate(childDelegates: [table, zombies])
        let tree = TableView(root: root)
        let second = tree.identifier(forRowAt: [1, 1])
        #expect(tree.indexPath(forRowWithIdentifier: second) == [1, 1])
    }

    @Test(arguments: [[0, 9], [9, 0], [-1, 0], [0, -1], [], [0]] as [IndexPath])
    func `No index path, however wrong, traps`(indexPath: IndexPath) {
        let table = EntityTable([Human("Ben")]) { [log] in log.entries.append($0.id) }
        let tableView = TableView(root: table)
        #expect(!table.tableView(tableView, cellForRowAt: indexPath).isEnabled)
        #expect(table.tableView(tableView, identifierForRowAt: indexPath) == nil)
        try? table.tableView(tableView, didSelectRowAt: indexPath)
        #expect(table.tableView(tableView, numberOfRowsInSection: -1) == 0)
        #expect(table.tableView(tableView, numberOfRowsInSection: 1) == 0)
        #expect(log.entries == [])
    }
}
