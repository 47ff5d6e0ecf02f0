import CascadingTable
import StaticTables
import FoundationEssentials
import Testing

@TableActor
@Suite struct StaticTableTests {
    private let log = Log()

    @TableActor private final class Log {
        var entries: [String] = []
        func handler(_ name: String) -> Row.Handler {
            { [self] _, indexPath in entries.append("\(name) \(indexPath.section).\(indexPath.row)") }
        }
    }

    private func fruit(names: [String] = ["Pear", "Plum"], isAdmin: Bool = false) -> StaticTable {
        StaticTable {
            Section("Fruit") {
                Row("Apple", detail: "red", accessory: .disclosure) { tableView, indexPath in
                    tableView.navigate(to: "apple/")
                }
                for name in names { Row(name) }
                if isAdmin { Row("Secret") }
            } footer: {
                "Sorted by taste"
            }
        }
    }

    private func titles(_ tableView: TableView) -> [[String?]] {
        (0..<tableView.numberOfSections).map { section in
            (0..<tableView.numberOfRows(inSection: section)).map {
                tableView.cellForRow(at: [section, $0])?.title
            }
        }
    }

    private func code(_ body: () async throws -> Void) async -> TableViewError.Code? {
        do { try await body() } catch { return (error as? TableViewError)?.code }
        return nil
    }

    // MARK: Displayed rows

    @Test func `Rows are written one below the other, in loops and under conditions`() {
        #expect(titles(TableView(root: fruit())) == [["Apple", "Pear", "Plum"]])
        #expect(titles(TableView(root: fruit(names: [], isAdmin: true))) == [["Apple", "Secret"]])
    }

    @Test func `The whole builder language works`() {
        let season: Int? = 2
        let more = [Section("More") { Row("Melon") }]
        let table = StaticTable {
            if season == 2 { Section { Row("Cherry") } } else { Section { Row("Chestnut") } }
            switch season {
            case 1?: Section("One") {}
            case let other?: Section("\(other)") { Row("Grape") }
            case nil: Section {}
            }
            for number in 0..<2 { Section("\(number)") {} }
            more
        }
        let tableView = TableView(root: table)
        #expect(titles(tableView) == [["Cherry"], ["Grape"], [], [], ["Melon"]])
        #expect(
            (0..<5).map { tableView.headerView(forSection: $0)?.title } == [nil, "2", "0", "1", "More"])
    }

    @Test func `A row is a cell of its values`() {
        let image = TableViewImage(source: "apple.svg", description: "An apple")
        let rows: [(Row, TableViewCell)] = [
            (Row("A"), TableViewCell(style: .value1, title: "A")),
            (
                Row("A", detail: "b", style: .subtitle, image: image, accessory: .checkmark),
                TableViewCell(style: .subtitle, title: "A", subtitle: "b", image: image, accessory: .checkmark)
            ),
            (
                Row("A", accessory: .detail { _, _ in }, to: "a/"),
                TableViewCell(style: .value1, title: "A", accessory: .detail, to: "a/")
            ),
            // A disabled row has no link.
            (Row("A", to: "a/", isEnabled: false), TableViewCell(style: .value1, title: "A", isEnabled: false)),
        ]
        for (row, cell) in rows { #expect(row.makeCell() == cell) }
        let tableView = TableView(root: StaticTable([Section(rows: rows.map(\.0))]))
        for (number, (_, cell)) in rows.enumerated() { #expect(tableView.cellForRow(at: [0, number]) == cell) }
    }

    @Test func `Headers and footers are titles or views`() {
        let view = TableViewHeaderFooterView(title: "Map", subtitle: "of the market")
        let isOpen = false
        let table = StaticTable {
            Section("Fruit") {
                Row("Apple")
            } footer: {
                if isOpen { "Open" } else { "Closed" }
            }
            Section {
                Row("Pear")
            } header: {
                view
            } footer: {
                view
            }
            Section { Row("Plum") }
        }
        let tableView = TableView(root: table)
        #expect((0..<3).map { tableView.headerView(forSection: $0) } == [.init(title: "Fruit"), view, nil])
        #expect((0..<3).map { tableView.footerView(forSection: $0) } == [.init(title: "Closed"), view, nil])
    }

    @Test func `Sections with an index title are in the index`() {
        let table = StaticTable([
            Section(rows: [Row("x")]), Section(indexTitle: "A"), Section(), Section(indexTitle: "B"),
        ])
        let tableView = TableView(root: table)
        #expect(table.sectionIndexTitles(for: tableView) == ["A", "B"])
        let sections = [("A", 0), ("B", 1), ("?", 7), ("?", -1)].map {
            table.tableView(tableView, sectionForSectionIndexTitle: $0.0, at: $0.1)
        }
        #expect(sections == [1, 3, 0, 0])
        table.sections = []
        #expect(table.sectionIndexTitles(for: tableView) == nil)
    }

    // MARK: Pressing

    @Test func `Pressing a row calls its closure and leaves nothing selected`() async throws {
        let tableView = TableView(
            root: StaticTable {
                Section {
                    Row("A", selection: log.handler("a")); Row("B", selection: log.handler("b"))
                }
            })

        try await tableView.gestures.touchRow(at: [0, 1])

        #expect(log.entries == ["b 0.1"])
        #expect(tableView.indexPathsForSelectedRows == [])
        #expect(tableView.session.isEmpty)
    }

    @Test func `A closure may send the visitor elsewhere`() async throws {
        let tableView = TableView(root: fruit())
        let outcome = try await tableView.performing(TableRequest(session: TableSession())) {
            try await tableView.gestures.touchRow(at: [0, 0])
        }
        #expect(outcome.location == "apple/")
    }

    @Test func `A row with a link may be pressed, which follows it`() async throws {
        let tableView = TableView(root: StaticTable { Section { Row("A", to: "a/") } })
        let outcome = try await tableView.performing(TableRequest(session: TableSession())) {
            try await tableView.gestures.touchRow(at: [0, 0])
        }
        #expect(outcome.location == "a/")
    }

    @Test func `A row that does nothing, and one that is disabled, refuses`() async {
        let tableView = TableView(
            root: StaticTable {
                Section {
                    Row("nothing")
                    Row("disabled", isEnabled: false, selection: log.handler("a"))
                    Row("disabled link", to: "a/", isEnabled: false)
                    Row("disabled button", accessory: .detail(log.handler("b")), isEnabled: false)
                }
            })
        #expect(await code { try await tableView.gestures.touchRow(at: [0, 0]) } == .notHighlightable)
        for row in 1..<4 { #expect(await code { try await tableView.gestures.touchRow(at: [0, row]) } == .disabled) }
        #expect(await code { try await tableView.gestures.tapAccessory(forRowAt: [0, 3]) } == .disabled)
        #expect(log.entries == [])
    }

    @Test func `A detail button has a closure of its own`() async throws {
        let tableView = TableView(
            root: StaticTable {
                Section { Row("A", accessory: .detail(log.handler("detail")), selection: log.handler("select")) }
            })

        try await tableView.gestures.tapAccessory(forRowAt: [0, 0])

        #expect(log.entries == ["detail 0.0"])
    }

    @Test func `A row's actions are offered and done, and what they change is shown`() async throws {
        let tableView = TableView()
        let table = StaticTable()
        table.sections = [
            Section(rows: [
                Row(
                    "A",
                    actions: [
                        TableViewRowAction(id: "clear", title: "Clear") { _, _ in
                            table.sections = []
                            return .keep
                        }
                    ]), Row("B", isEnabled: false, actions: [.init(id: "x", title: "X") { _, _ in .keep }]),
            ])
        ]
        tableView.dataSource = table
        tableView.delegate = table
        table.prepare(tableView: tableView)
        #expect(tableView.gestures.actions(forRowAt: [0, 0]).all.map(\.id) == ["clear"])
        #expect(tableView.gestures.actions(forRowAt: [0, 1]).all.isEmpty)

        try await tableView.gestures.performAction("clear", forRowAt: [0, 0])

        #expect(tableView.numberOfRows == 0)
    }

    // MARK: In a tree

    @Test func `As a section of a tree it shows its first section at its place`() async throws {
        let first = fruit()
        let second = StaticTable {
            Section("Fruit", indexTitle: "F") { Row("Apple", selection: log.handler("apple")) }
            Section("never shown", indexTitle: "N") { Row("x") }
        }
        let tableView = TableView(root: CascadingRootTableDelegate(childDelegates: [first, second]))

        #expect(titles(tableView) == [["Apple", "Pear", "Plum"], ["Apple"]])
        #expect(tableView.headerView(forSection: 1)?.title == "Fruit")
        #expect(second.sectionIndexTitles(for: tableView) == ["F"])
        #expect(second.tableView(tableView, sectionForSectionIndexTitle: "F", at: 0) == 1)
        // Rows with the same title, under headers with the same title, have different identifiers.
        let names = [tableView.identifier(forRowAt: [0, 0]), tableView.identifier(forRowAt: [1, 0])]
        #expect(Set(names).count == 2)
        #expect(tableView.indexPath(forRowWithIdentifier: names[1]) == [1, 0])

        try await tableView.gestures.touchRow(at: [1, 0])
        #expect(log.entries == ["apple 1.0"])
    }

    @Test(arguments: [[0, 9], [9, 0], [-1, 0], [0, -1], [], [0]] as [IndexPath])
    func `No index path, however wrong, traps`(indexPath: IndexPath) throws {
        let table = fruit()
        let tableView = TableView(root: table)
        for inTree in [false, true] {
            if inTree { _ = TableView(root: CascadingRootTableDelegate(childDelegates: [table])) }
            #expect(table.tableView(tableView, cellForRowAt: indexPath) == TableViewCell())
            #expect(!table.tableView(tableView, shouldHighlightRowAt: indexPath))
            #expect(table.tableView(tableView, willSelectRowAt: indexPath) == nil)
            #expect(table.tableView(tableView, identifierForRowAt: indexPath) == nil)
            #expect(table.tableView(tableView, editActionsForRowAt: indexPath) == nil)
            try table.tableView(tableView, didSelectRowAt: indexPath)
            try table.tableView(tableView, accessoryButtonTappedForRowWith: indexPath)
        }
        for section in [-1, 9] {
            #expect(table.tableView(tableView, numberOfRowsInSection: section) == 0)
            #expect(table.tableView(tableView, viewForHeaderInSection: section) == nil)
            #expect(table.tableView(tableView, viewForFooterInSection: section) == nil)
            #expect(table.tableView(tableView, identifierForSection: section) == nil)
        }
    }
}
