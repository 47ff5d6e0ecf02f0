import CascadingTable
import StaticTables
import FoundationEssentials
import Testing

@TableActor
@Suite struct OptionGroupTests {
    private let log = Log()

    @TableActor private final class Log { var entries: [String] = [] }

    /// A group of options in a table, with a log of its events and those of its rows.
    @TableActor private struct World {
        let group: OptionGroup
        let tableView: TableView

        init(
            _ names: [String] = ["a", "b", "c"], selected: Set<String> = [], maximum: Int = 1, alwaysOne: Bool = false,
            log: Log
        ) {
            group = OptionGroup(maximum: maximum, alwaysSelectsOneOption: alwaysOne) {
                for name in names {
                    OptionRow(name, isSelected: selected.contains(name)) { row in
                        log.entries.append("\(row.title) \(row.isSelected)")
                    }
                }
            } action: { group in
                log.entries.append(group.selectedOptions.map(\.title).joined())
            }
            let group = group
            tableView = TableView(
                root: StaticTable {
                    Section { group }
                })
            tableView.anomalies.action = { log.entries.append($0.description) }
            _ = tableView.numberOfRows
        }

        var checked: String {
            (0..<tableView.numberOfRows).compactMap { tableView.cellForRow(at: [0, $0]) }
                .filter { $0.accessory == .checkmark }.compactMap(\.title).joined()
        }

        func press(_ row: Int) async -> TableViewError.Code? {
            do { try await tableView.gestures.touchRow(at: [0, row]) } catch { return (error as? TableViewError)?.code }
            return nil
        }
    }

    @Test func `Of a group one is chosen, which takes the place of another`() async {
        let world = World(log: log)
        #expect(world.checked == "")

        #expect(await world.press(0) == nil)
        #expect(world.checked == "a")
        #expect(world.tableView.revision == 2)
        #expect(await world.press(2) == nil)
        #expect(world.checked == "c")

        #expect(log.entries == ["a true", "a", "a false", "c true", "c"])
        #expect(world.tableView.history.changes(since: 2) == [.reloadRows([[0, 0], [0, 2]])])
        #expect(world.tableView.revision == 3)
        #expect(world.group.selectedOption?.title == "c")
    }

    @Test func `What is chosen can be taken back`() async {
        let world = World(selected: ["b"], log: log)
        #expect(await world.press(1) == nil)
        #expect(world.checked == "")
        #expect(log.entries == ["b false", ""])
    }

    @Test func `Always one: it begins with the first, and the last stays`() async {
        let world = World(alwaysOne: true, log: log)
        #expect(world.checked == "a")

        #expect(await world.press(0) == nil)
        world.group.options[0].isSelected = false

        #expect(world.checked == "a")
        #expect(log.entries == [])
        #expect(world.tableView.revision == 1)
        #expect(await world.press(1) == nil)
        #expect(world.checked == "b")
    }

    @Test func `Up to a maximum several are chosen, then the others refuse`() async {
        let world = World(maximum: 2, log: log)
        #expect(await world.press(0) == nil)
        #expect(await world.press(1) == nil)
        #expect(world.checked == "ab")

        #expect(await world.press(2) == .notHighlightable)
        world.group.options[2].isSelected = true
        #expect(world.checked == "ab")

        #expect(await world.press(0) == nil)
        #expect(await world.press(2) == nil)
        #expect(world.checked == "bc")
        #expect(log.entries == ["a true", "a", "b true", "ab", "a false", "b", "c true", "bc"])
    }

    @Test func `Too many to begin with are cut to the maximum, and a maximum below one is one`() {
        #expect(World(selected: ["a", "b", "c"], maximum: 2, log: log).checked == "ab")
        #expect(World(selected: ["b", "c"], maximum: 0, log: log).checked == "b")
        #expect(World([], alwaysOne: true, log: log).checked == "")
        #expect(log.entries == [])
    }

    @Test func `A change from elsewhere keeps the limits and tells once`() {
        let world = World(selected: ["a"], log: log)
        world.group.options[1].isSelected = true
        world.group.options[1].isSelected = true
        #expect(world.checked == "b")
        #expect(log.entries == ["a false", "b true", "b"])
    }

    @Test func `An action that changes the choice leaves it within the limits`() {
        let options = [OptionRow("a", isSelected: true), OptionRow("b")]
        let stubborn = OptionRow("c") { row in
            if !row.isSelected { row.isSelected = true }
        }
        let group = OptionGroup(alwaysSelectsOneOption: true) {
            options
            stubborn
        }
        stubborn.isSelected = true
        options[1].isSelected = true
        #expect(group.selectedOptions.map(\.title) == ["c"])
    }

    @Test func `A hidden option keeps its choice and its limits`() async {
        let world = World(selected: ["a"], maximum: 2, log: log)
        world.group.options[0].isHidden = true
        #expect(await world.press(0) == nil)
        #expect(await world.press(1) == .notHighlightable)
        #expect(world.group.selectedOptions.map(\.title) == ["a", "b"])
    }

    @Test func `With the first hidden, always one begins with the first that is shown`() {
        let group = OptionGroup(alwaysSelectsOneOption: true) {
            OptionRow("a", isHidden: true)
            OptionRow("b")
        }
        #expect(group.selectedOption?.title == "b")
    }

    @Test func `An option alone is on or off`() async throws {
        let row = OptionRow("a") { [log] in log.entries.append("\($0.isSelected)") }
        let tableView = TableView(root: StaticTable([Section(rows: [row])]))
        try await tableView.gestures.touchRow(at: [0, 0])
        try await tableView.gestures.touchRow(at: [0, 0])
        row.isSelected = false
        #expect(log.entries == ["true", "false"])
    }

    @Test(arguments: [false, true])
    func `A choice that cannot be stored is taken back`(waits: Bool) async {
        struct DiskFull: Error {}
        let group = OptionGroup(alwaysSelectsOneOption: true) {
            OptionRow("a")
            OptionRow("b")
        } action: { _ in
            if waits { await Task.yield() }
            throw DiskFull()
        }
        let tableView = TableView(root: StaticTable { Section { group } })
        await #expect(throws: DiskFull.self) { try await tableView.gestures.touchRow(at: [0, 1]) }
        #expect(group.selectedOption?.title == "a")
        #expect(tableView.cellForRow(at: [0, 0])?.accessory == .checkmark)
        #expect(tableView.indexPathForSelectedRow == nil)
    }

    @Test func `An option that cannot be stored is taken back`() async {
        struct DiskFull: Error {}
        let row = OptionRow("a") { _ in
            await Task.yield()
            throw DiskFull()
        }
        let tableView = TableView(root: StaticTable([Section(rows: [row])]))
        await #expect(throws: DiskFull.self) { try await tableView.gestures.touchRow(at: [0, 0]) }
        #expect(!row.isSelected)
    }

    @Test func `A group and its rows keep each other no longer than they are used`() {
        weak var row: OptionRow?
        do {
            let group = OptionGroup { OptionRow("a") }
            row = group.options.first
            let table = StaticTable { Section { group } }
            #expect(TableView(root: table).numberOfRows == 1)
        }
        #expect(row == nil)
    }
}
