import CascadingTable
import FoundationEssentials
import TableTesting
import TestSupport
import Testing

/// Tests trees of real nodes, from the table down to its rows.
@TableActor
@Suite struct TreeTests {
    /// A link to a row must stay valid after a program creates the same tree again.
    @Test func `Nodes are named in the order they were made in, whoever is asked first`() throws {
        let nodes = (0..<3).map { _ in CascadingBareTableDelegate() }

        let names = nodes.reversed().map { $0.identifier }

        let numbers = try names.map { try #require(Int($0.dropFirst())) }
        #expect(numbers == numbers.sorted(by: >))
    }

    @Test func `A node keeps its name, which is a letter and its number`() {
        let node = CascadingBareTableDelegate()

        #expect(node.identifier == node.identifier)
        #expect(node.identifier.wholeMatch(of: /n[1-9][0-9]*/) != nil)
    }

    @Test func `One object for several sections gives no two rows or sections one identifier`() {
        final class Sections: CascadingBareTableDelegate {
            override func numberOfSections(in tableView: TableView) -> Int { 3 }
            override func tableView(_ tableView: TableView, numberOfRowsInSection section: Int) -> Int { 2 }
        }
        let tableView = TableView(root: Sections())
        let rows = (0..<3).flatMap { section in
            [IndexPath(row: 0, section: section), IndexPath(row: 1, section: section)]
        }
        #expect(Set(rows.map(tableView.identifier)).count == 6)
        #expect(Set((0..<3).map(tableView.identifier(forSection:))).count == 3)
        for row in rows {
            #expect(tableView.indexPath(forRowWithIdentifier: tableView.identifier(forRowAt: row)) == row)
        }
    }

    @Test func `A row two levels down shows its cell and hears its selection`() async throws {
        let fruit = FruitSection(["Apple", "Pear"]), nuts = FruitSection(["Walnut"])
        let tableView = TableView(root: CascadingRootTableDelegate(childDelegates: [fruit, nuts]))

        let titles = (0..<tableView.numberOfSections).map { section in
            (0..<tableView.numberOfRows(inSection: section)).map {
                tableView.cellForRow(at: IndexPath(row: $0, section: section))?.title
            }
        }
        try await tableView.gestures.touchRow(at: [1, 0])

        #expect(titles == [["Apple", "Pear"], ["Walnut"]])
        #expect(nuts.rows[0].selected == [[1, 0]])
        #expect(fruit.rows.allSatisfy { $0.selected.isEmpty })
    }

    @Test func `An override hears the call first and passes it on with super`() async throws {
        let fruit = FruitSection(["Apple", "Pear"])
        let tableView = TableView(root: CascadingRootTableDelegate(childDelegates: [fruit]))

        try await tableView.gestures.touchRow(at: [0, 1])

        #expect(fruit.log == ["section [0, 1]", "Pear [0, 1]"])
    }

    @Test func `An override without super keeps the call from its children`() async throws {
        let fruit = FruitSection(["Apple"])
        fruit.passesOn = false
        let tableView = TableView(root: CascadingRootTableDelegate(childDelegates: [fruit]))

        try await tableView.gestures.touchRow(at: [0, 0])

        #expect(fruit.log == ["section [0, 0]"])
    }

    @Test func `A section shows its own header, footer, heights and index title through the root`() {
        let section = CascadingSectionTableDelegate(childDelegates: [FruitRow("Apple")])
        section.headerTitle = "Fruit"
        section.footerTitle = "1 row"
        section.headerHeight = 30
        section.footerHeight = 20
        section.rowHeight = 50
        section.indexTitle = "F"
        let root = CascadingRootTableDelegate(childDelegates: [CascadingSectionTableDelegate(), section])
        let tableView = TableView(root: root)

        #expect(tableView.headerView(forSection: 1) == TableViewHeaderFooterView(title: "Fruit"))
        #expect(tableView.footerView(forSection: 1) == TableViewHeaderFooterView(title: "1 row"))
        #expect(tableView.headerView(forSection: 0) == nil)
        #expect(tableView.height(forHeaderInSection: 1) == 30)
        #expect(tableView.height(forFooterInSection: 1) == 20)
        #expect(tableView.height(forRowAt: [1, 0]) == 50)
        #expect(root.tableView(tableView, heightForRowAt: [1, 0]) == 50)
        #expect(root.sectionIndexTitles(for: tableView) == ["F"])
        #expect(root.tableView(tableView, sectionForSectionIndexTitle: "F", at: 0) == 1)
    }

    @Test func `A section's view goes before its title`() {
        let section = CascadingSectionTableDelegate()
        section.headerTitle = "title"
        section.headerView = TableViewHeaderFooterView(title: "view")
        let tableView = TableView(root: CascadingRootTableDelegate(childDelegates: [section]))

        #expect(tableView.headerView(forSection: 0)?.title == "view")
    }

    @Test func `A deeper tree passes the same index path through every level`() {
        let leaf = RecordingTableDelegate(answers: .distinctive)
        let inner = CascadingSectionTableDelegate(childDelegates: [SilentTableDelegate(), leaf])
        let middle = Choosing(childDelegates: [inner])
        let section = Choosing(childDelegates: [middle])
        let root = CascadingRootTableDelegate(childDelegates: [CascadingSectionTableDelegate(), section])
        let tableView = TableView(root: root)

        #expect(root.tableView(tableView, canEditRowAt: [1, 1]))
        #expect(root.tableView(tableView, numberOfRowsInSection: 1) == 2)

        #expect(leaf.calls == [.init(.prepare), .init(.canEditRow, .indexPath([1, 1]))])
    }

    @Test func `A node of an own kind has one section and a name for each of its rows`() async throws {
        let tableView = TableView(root: Squares())

        #expect(tableView.numberOfSections == 1)
        #expect(tableView.cellForRow(at: [0, 3])?.title == "9")
        let identifiers = (0..<4).map { tableView.identifier(forRowAt: [0, $0]) }
        #expect(Set(identifiers).count == 4)
        #expect(identifiers.map(tableView.indexPath(forRowWithIdentifier:)) == (0..<4).map { [0, $0] })
        #expect(tableView.indexPath(forRowWithIdentifier: "x" + identifiers[0]) == nil)
        try await tableView.gestures.touchRow(at: [0, 2])
        #expect(tableView.indexPathsForSelectedRows == [[0, 2]])
    }

    @Test func `A node of an own kind names its rows under a root as well`() {
        let root = CascadingRootTableDelegate(childDelegates: [CascadingSectionTableDelegate(), Squares(), Squares()])
        let tableView = TableView(root: root)

        for path: IndexPath in [[1, 0], [1, 3], [2, 0], [2, 3]] {
            #expect(tableView.indexPath(forRowWithIdentifier: tableView.identifier(forRowAt: path)) == path)
        }
    }

    @Test func `Nodes of the library have names that no two share`() {
        let nodes = (0..<100).map { _ in CascadingBareTableDelegate() }
        #expect(Set(nodes.map(\.identifier)).count == 100)
    }

    @Test func `No index path traps a table or its tree`() async {
        let tableView = TableView(root: CascadingRootTableDelegate(childDelegates: [FruitSection(["Apple"])]))
        let numbers = [Int.min, -1, 0, 1, 2, Int.max]
        let paths: [IndexPath] =
            [[], [0], [0, 0, 0]] + numbers.flatMap { s in numbers.map { IndexPath(row: $0, section: s) } }

        for path in paths where path != [0, 0] {
            #expect(!tableView.hasRow(at: path))
            #expect(tableView.cellForRow(at: path) == nil)
            await #expect(throws: TableViewError.self) { try await tableView.gestures.touchRow(at: path) }
            await #expect(throws: TableViewError.self) { try await tableView.gestures.releaseRow(at: path) }
            tableView.selectRow(at: path)
            tableView.deselectRow(at: path)
            _ = tableView.height(forRowAt: path)
            _ = tableView.identifier(forRowAt: path)
            _ = tableView.window(from: path, size: 10)
            _ = tableView.offset(ofRowAt: path)
        }
        for section in numbers where section != 0 {
            #expect(tableView.numberOfRows(inSection: section) == 0)
            #expect(tableView.headerView(forSection: section) == nil)
            #expect(tableView.footerView(forSection: section) == nil)
            #expect(tableView.indexPath(forRowAtOffset: section) == nil)
            _ = tableView.height(forHeaderInSection: section)
            _ = tableView.height(forFooterInSection: section)
            _ = tableView.identifier(forSection: section)
        }
        #expect(tableView.indexPathsForSelectedRows == [])
    }
}

private final class FruitSection: CascadingSectionTableDelegate {
    let rows: [FruitRow]
    var passesOn = true
    var log: [String] = []

    init(_ names: [String]) {
        rows = names.map(FruitRow.init)
        super.init(childDelegates: rows)
    }

    override func tableView(_ tableView: TableView, didSelectRowAt indexPath: IndexPath) throws {
        log.append("section \(Array(indexPath))")
        if passesOn { try super.tableView(tableView, didSelectRowAt: indexPath) }
    }
}

private final class FruitRow: CascadingBareTableDelegate {
    let name: String
    var selected: [IndexPath] = []

    init(_ name: String) {
        self.name = name
        super.init()
    }

    override func tableView(_ tableView: TableView, cellForRowAt indexPath: IndexPath) -> TableViewCell {
        TableViewCell(title: name)
    }

    override func tableView(_ tableView: TableView, didSelectRowAt indexPath: IndexPath) {
        selected.append(indexPath)
        (parentDelegate as? FruitSection)?.log.append("\(name) \(Array(indexPath))")
    }
}

/// A level that passes every question on to its only child.
private final class Choosing: PropagatingTableDelegate {
    override func childDelegate(forRowAt indexPath: IndexPath) -> (any CascadingTableDelegate)? { childDelegate(at: 0) }
    override func childDelegate(forSection section: Int) -> (any CascadingTableDelegate)? { childDelegate(at: 0) }
    override func tableView(_ tableView: TableView, numberOfRowsInSection section: Int) -> Int {
        childDelegate(at: 0)?.tableView(tableView, numberOfRowsInSection: section) ?? 0
    }
}

/// A node with computed rows, without a node for each row.
private final class Squares: CascadingBareTableDelegate {
    override func tableView(_ tableView: TableView, numberOfRowsInSection section: Int) -> Int { 4 }
    override func tableView(_ tableView: TableView, cellForRowAt indexPath: IndexPath) -> TableViewCell {
        TableViewCell(title: "\(indexPath.row * indexPath.row)")
    }
}
