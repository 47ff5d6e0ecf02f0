import CascadingTable
import StaticTables
import FoundationEssentials
import Testing

@TableActor
@Suite struct SettingsRowTests {
    private let log = Log()

    @TableActor private final class Log { var entries: [String] = [] }

    private func shown(_ rows: any StaticRow...) -> TableView {
        let tableView = TableView(root: StaticTable([Section(rows: rows)]))
        tableView.anomalies.action = { [log] in log.entries.append($0.description) }
        _ = tableView.numberOfRows
        return tableView
    }

    private func code(_ body: () async throws -> Void) async -> TableViewError.Code? {
        do { try await body() } catch { return (error as? TableViewError)?.code }
        return nil
    }

    // MARK: Switches

    @Test func `A switch is tapped, tells once, and its row is reloaded`() async throws {
        let row = SwitchRow("Wi-Fi", isOn: false) { [log] in log.entries.append("\($0.title) \($0.isOn)") }
        let tableView = shown(Row("first"), row)
        #expect(tableView.cellForRow(at: [0, 1])?.accessory == .toggle(isOn: false))

        try await tableView.gestures.tapAccessory(forRowAt: [0, 1])

        #expect(row.isOn)
        #expect(log.entries == ["Wi-Fi true"])
        #expect(tableView.cellForRow(at: [0, 1])?.accessory == .toggle(isOn: true))
        #expect(tableView.history.changes(since: 1) == [.reloadRows([[0, 1]])])
    }

    @Test func `A switch set from elsewhere is shown and told, the same value is not`() {
        let row = SwitchRow("Wi-Fi", isOn: false) { [log] in log.entries.append("\($0.isOn)") }
        let tableView = shown(row)

        row.isOn = true
        row.isOn = true

        #expect(log.entries == ["true"])
        #expect(tableView.revision == 2)
    }

    @Test func `Pressing the row of a switch is refused and changes nothing`() async {
        let row = SwitchRow("Wi-Fi", isOn: false)
        let tableView = shown(row)
        #expect(await code { try await tableView.gestures.touchRow(at: [0, 0]) } == .notHighlightable)
        #expect(!row.isOn)
    }

    @Test func `A switch goes back if its action fails, at once or later`() async throws {
        struct Failure: Error {}
        for waits in [false, true] {
            let row = SwitchRow("Wi-Fi", isOn: false) { [log] row in
                log.entries.append("\(row.isOn)")
                if waits { await Task.yield() }
                throw Failure()
            }
            let tableView = shown(row)
            await #expect(throws: Failure.self) { try await tableView.gestures.tapAccessory(forRowAt: [0, 0]) }
            #expect(!row.isOn)
            #expect(tableView.cellForRow(at: [0, 0])?.accessory == .toggle(isOn: false))
        }
        #expect(log.entries == ["true", "true"])
    }

    @Test func `A switch whose action waits is on when it ends`() async throws {
        let row = SwitchRow("Wi-Fi", isOn: false) { _ in await Task.yield() }
        let tableView = shown(row)
        try await tableView.gestures.tapAccessory(forRowAt: [0, 0])
        #expect(row.isOn)
        #expect(tableView.cellForRow(at: [0, 0])?.accessory == .toggle(isOn: true))
    }

    @Test func `A switch that its action sets back is shown as it is then, and told once`() async throws {
        let row = SwitchRow("Wi-Fi", isOn: false) { [log] row in
            log.entries.append("\(row.isOn)")
            row.isOn.toggle()
        }
        let tableView = shown(row)

        try await tableView.gestures.tapAccessory(forRowAt: [0, 0])

        #expect(!row.isOn)
        #expect(log.entries == ["true"])
        #expect(tableView.cellForRow(at: [0, 0])?.accessory == .toggle(isOn: false))
        #expect(tableView.history.changes(since: 1) == [.reloadRows([[0, 0]])])
    }

    @Test func `What is set is everybody's`() async throws {
        let row = SwitchRow("Wi-Fi", isOn: false)
        let tableView = shown(row)
        let outcome = try await tableView.performing(TableRequest(session: TableSession(id: "one"))) {
            try await tableView.gestures.tapAccessory(forRowAt: [0, 0])
        }
        #expect(outcome.reads == [])
        let seen = tableView.answering(TableRequest(session: TableSession(id: "two"))) {
            tableView.cellForRow(at: [0, 0])?.accessory
        }
        #expect(seen.result == .toggle(isOn: true))
    }

    // MARK: Other rows

    @Test func `An action row does it and stays unselected`() async throws {
        let tableView = shown(TapActionRow("Forget") { [log] _, indexPath in log.entries.append("\(indexPath.row)") })
        try await tableView.gestures.touchRow(at: [0, 0])
        #expect(log.entries == ["0"])
        #expect(tableView.indexPathsForSelectedRows == [])
    }

    @Test func `A navigation row leads to its page, and may have a button`() async throws {
        let plain = NavigationRow("Tone", detail: "Chime", to: "tones/")
        let button = NavigationRow("Tone", to: "tones/") { [log] _, _ in log.entries.append("button") }
        let tableView = shown(plain, button)
        #expect(
            tableView.cellForRow(at: [0, 0])
                == TableViewCell(
                    style: .value1, title: "Tone", subtitle: "Chime", accessory: .disclosure, to: "tones/"))
        #expect(tableView.cellForRow(at: [0, 1])?.accessory == .detail)
        #expect(await code { try await tableView.gestures.tapAccessory(forRowAt: [0, 0]) } == .notTappable)

        try await tableView.gestures.tapAccessory(forRowAt: [0, 1])
        #expect(log.entries == ["button"])

        let outcome = try await tableView.performing(TableRequest(session: TableSession())) {
            try await tableView.gestures.touchRow(at: [0, 0])
        }
        #expect(outcome.location == "tones/")
    }

    @Test func `Each property that is set is shown`() {
        let row = NavigationRow("Tone", to: "tones/")
        let tableView = shown(row)
        let image = TableViewImage(source: "bell.svg")

        row.title = "Bell"
        row.detail = "loud"
        row.style = .subtitle
        row.image = image
        row.destination = "bells/"

        #expect(tableView.revision > 1)
        #expect(
            tableView.cellForRow(at: [0, 0])
                == TableViewCell(
                    style: .subtitle, title: "Bell", subtitle: "loud", image: image, accessory: .disclosure,
                    to: "bells/"))
        #expect(log.entries == [])
    }

    // MARK: Enabled and hidden

    @Test func `A row that is not enabled refuses, whatever its kind`() async {
        let rows: [SettingsRow] = [
            SwitchRow("switch", isOn: false) { [log] _ in log.entries.append("switch") },
            TapActionRow("tap") { [log] _, _ in log.entries.append("tap") },
            NavigationRow("link", to: "a/") { [log] _, _ in log.entries.append("button") },
            OptionRow("option") { [log] _ in log.entries.append("option") },
        ]
        let tableView = TableView(root: StaticTable([Section(rows: rows)]))
        for row in rows { row.isEnabled = false }
        for (place, row) in rows.enumerated() {
            #expect(tableView.cellForRow(at: [0, place])?.isEnabled == false)
            #expect(tableView.cellForRow(at: [0, place])?.link == nil)
            #expect(await code { try await tableView.gestures.touchRow(at: [0, place]) } == .disabled, "\(row.title)")
            #expect(
                await code { try await tableView.gestures.tapAccessory(forRowAt: [0, place]) } == .disabled,
                "\(row.title)")
        }
        #expect(log.entries == [])
    }

    @Test func `A hidden row is not counted, and hiding it is an update`() async throws {
        let advanced = SwitchRow("Advanced", isOn: false)
        let hidden = TapActionRow("Erase", isHidden: true) { [log] _, _ in log.entries.append("erased") }
        let last = TapActionRow("Last") { [log] _, _ in log.entries.append("last") }
        let tableView = shown(advanced, hidden, last)
        #expect(tableView.numberOfRows == 2)

        hidden.isHidden = false
        #expect(tableView.history.changes(since: 1) == [.insertRows([[0, 1]])])
        try await tableView.gestures.touchRow(at: [0, 1])

        hidden.isHidden = true
        #expect(tableView.history.changes(since: 2) == [.deleteRows([[0, 1]])])
        try await tableView.gestures.touchRow(at: [0, 1])

        #expect(log.entries == ["erased", "last"])
    }

    @Test func `A switch may show and hide other rows, in one update`() async throws {
        let first = TapActionRow("First", isHidden: true) { _, _ in }
        let second = TapActionRow("Second", isHidden: true) { _, _ in }
        let row = SwitchRow("Advanced", isOn: false) { row in
            first.isHidden = !row.isOn
            second.isHidden = !row.isOn
        }
        let tableView = shown(row, first, second)

        try await tableView.gestures.tapAccessory(forRowAt: [0, 0])

        #expect(tableView.revision == 2)
        #expect(tableView.history.changes(since: 1) == [.insertRows([[0, 1], [0, 2]]), .reloadRows([[0, 0]])])
        #expect(log.entries == [])
    }

    @Test func `A row that has left its table announces nothing there`() {
        let row = SwitchRow("Wi-Fi", isOn: false)
        let table = StaticTable([Section(rows: [row])])
        let tableView = TableView(root: table)
        table.sections = []
        let revision = tableView.revision

        row.isOn = true
        row.isHidden = true

        #expect(tableView.revision == revision)
    }

    @Test func `A table is not kept by its rows`() {
        let row = SwitchRow("Wi-Fi", isOn: false)
        weak var table: StaticTable?
        do {
            let made = StaticTable([Section(rows: [row])])
            table = made
            _ = TableView(root: made)
            #expect(row.table === made)
        }
        #expect(table == nil)
    }

    // MARK: Custom kinds

    private struct GaugeRow: StaticRow {
        let percent: Int
        func makeCell() -> TableViewCell {
            TableViewCell(title: "Battery", fields: [Field("percent", .integer(Int64(percent)))])
        }
    }

    private final class StepperRow: SettingsRow {
        var value = 0 { didSet { didChange() } }
        override var isSelectable: Bool { true }
        override var accessory: TableViewCell.Accessory { value > 1 ? .checkmark : .none }
        override func didSelect(in tableView: TableView, at indexPath: IndexPath) async { value += 1 }
    }

    private final class OwnRow: StaticRow {
        var presses = 0
        var isSelectable: Bool { true }
        func makeCell() -> TableViewCell { TableViewCell(title: "own", subtitle: "\(presses)", accessory: .detail) }
        func didSelect(in tableView: TableView, at indexPath: IndexPath) { presses += 1 }
        func accessoryButtonTapped(in tableView: TableView, at indexPath: IndexPath) { presses += 2 }
    }

    @Test func `A row of an own kind is a type that conforms`() async throws {
        let own = OwnRow()
        let table = StaticTable {
            Section("Own") {
                GaugeRow(percent: 80)
                StepperRow("Step")
                own
            }
        }
        let tableView = TableView(root: table)
        _ = tableView.numberOfRows
        #expect(tableView.cellForRow(at: [0, 0])?.fields == [Field("percent", 80)])
        #expect(await code { try await tableView.gestures.touchRow(at: [0, 0]) } == .notHighlightable)

        for _ in 0..<2 { try await tableView.gestures.touchRow(at: [0, 1]) }
        #expect(tableView.cellForRow(at: [0, 1])?.accessory == .checkmark)

        // A press reloads the row by itself. Other changes are shown after `update()`.
        let revision = tableView.revision
        try await tableView.gestures.touchRow(at: [0, 2])
        #expect(tableView.history.changes(since: revision) == [.reloadRows([[0, 2]])])
        try await tableView.gestures.tapAccessory(forRowAt: [0, 2])
        own.presses += 4
        #expect(tableView.cellForRow(at: [0, 2])?.subtitle == "3")
        table.update()
        #expect(tableView.cellForRow(at: [0, 2])?.subtitle == "7")
    }
}
