import CascadingTable
import Testing

/// Tests that a node belongs to one table at a time.
@TableActor
@Suite struct SecondTableTests {
    private final class NamedRow: CascadingBareTableDelegate {
        let name: String

        init(_ name: String) {
            self.name = name
            super.init()
        }

        override func tableView(_ tableView: TableView, cellForRowAt indexPath: IndexPath) -> TableViewCell {
            TableViewCell(title: name)
        }
    }

    private static func section(_ names: String...) -> CascadingSectionTableDelegate {
        CascadingSectionTableDelegate(childDelegates: names.map(NamedRow.init))
    }

    private static func root(_ sections: CascadingSectionTableDelegate...) -> CascadingRootTableDelegate {
        CascadingRootTableDelegate(childDelegates: sections)
    }

    private static func table(_ title: String, _ root: any CascadingTableDelegate) -> TableView {
        let tableView = TableView(title: title, root: root)
        tableView.anomalies.action = { _ in }
        return tableView
    }

    private static func titles(_ tableView: TableView) -> [[String]] {
        (0..<tableView.numberOfSections).map { section in
            (0..<tableView.numberOfRows(inSection: section)).map {
                tableView.cellForRow(at: [section, $0])?.title ?? "-"
            }
        }
    }

    /// Checks that the first table reloaded and reported an anomaly for each node that it lost.
    private func expectLoss(_ first: TableView, _ second: TableView, since revision: UInt64, _ count: Int = 1) {
        #expect(first.revision == revision + UInt64(count))
        #expect(first.history.changes(since: revision) == Array(repeating: .reloadData, count: count))
        #expect(first.anomalies.counts == [.nodeInSeveralTables: count])
        let message = first.anomalies.recent.last?.message ?? ""
        #expect(message.contains("\"\(first.title)\"") && message.contains("\"\(second.title)\""), "\(message)")
        #expect(second.anomalies.counts.isEmpty)
    }

    @Test func `A root that is given to a second table leaves the first`() {
        let root = Self.root(Self.section("a"), Self.section("b", "c"))
        let first = Self.table("First", root)
        let revision = first.revision

        let second = Self.table("Second", root)

        #expect(Self.titles(first) == [])
        #expect(first.dataSource == nil && first.delegate == nil)
        #expect(Self.titles(second) == [["a"], ["b", "c"]])
        #expect(root.tableView === second)
        expectLoss(first, second, since: revision)
    }

    @Test(arguments: [false, true]) func `A section that is added to a second table leaves the first`(isMade: Bool) {
        let shared = Self.section("b", "c")
        let firstRoot = Self.root(Self.section("a"), shared, Self.section("d"))
        let first = Self.table("First", firstRoot)
        let revision = first.revision

        let second: TableView
        if isMade {
            let root = Self.root()
            second = Self.table("Second", root)
            root.childDelegates = [shared]
        } else {
            second = Self.table("Second", Self.root(shared))
        }

        #expect(Self.titles(first) == [["a"], ["d"]])
        #expect(firstRoot.childDelegates.map(\.index) == [0, 1])
        #expect(Self.titles(second) == [["b", "c"]])
        #expect(shared.index == 0 && shared.tableView === second)
        #expect(shared.childDelegates.allSatisfy { ($0 as? NamedRow)?.tableView === second })
        expectLoss(first, second, since: revision)
    }

    /// The test builds both trees before the tables, in either order.
    @Test(arguments: [false, true]) func `A section of two trees belongs to the second table`(firstIsLast: Bool) {
        let shared = Self.section("b")
        let roots = [Self.root(shared), Self.root(Self.section("a"), shared)]
        let (one, other) = firstIsLast ? (roots[1], roots[0]) : (roots[0], roots[1])
        let first = Self.table("First", one)
        let revision = first.revision

        let second = Self.table("Second", other)

        #expect(Self.titles(first).flatMap(\.self).contains("b") == false)
        #expect(Self.titles(second).last == ["b"])
        #expect(shared.parentDelegate === other && shared.tableView === second)
        #expect(shared.index == other.childDelegates.count - 1)
        expectLoss(first, second, since: revision)
    }

    @Test func `A row that is added to a second table leaves the first`() {
        let row = NamedRow("b")
        let section = CascadingSectionTableDelegate(childDelegates: [NamedRow("a"), row, NamedRow("c")])
        let first = Self.table("First", Self.root(section))
        let revision = first.revision
        let other = Self.section("x")
        let second = Self.table("Second", Self.root(other))

        other.childDelegates.append(row)

        #expect(Self.titles(first) == [["a", "c"]])
        #expect(Self.titles(second) == [["x", "b"]])
        #expect(row.index == 1 && row.parentDelegate === other && row.tableView === second)
        expectLoss(first, second, since: revision)
    }

    @Test func `A node that was removed first is moved without a word`() {
        let shared = Self.section("b")
        let firstRoot = Self.root(Self.section("a"), shared)
        let (first, secondRoot) = (Self.table("First", firstRoot), Self.root())
        let second = Self.table("Second", secondRoot)

        firstRoot.childDelegates.remove(at: 1)
        secondRoot.childDelegates = [shared]
        #expect(first.anomalies.counts.isEmpty && second.anomalies.counts.isEmpty)
        #expect(shared.tableView === second)

        // A tree that is in no table can also take over the node.
        let third = Self.root(shared)
        secondRoot.childDelegates = []
        #expect(shared.tableView == nil && shared.parentDelegate === third)
        let last = Self.table("Third", third)
        #expect(Self.titles(last) == [["b"]])
        #expect(second.anomalies.counts.isEmpty && last.anomalies.counts.isEmpty)
    }

    @Test func `A node of a table that is gone is moved without a word`() {
        let root = Self.root(Self.section("a"))
        do { _ = Self.table("First", root) }
        let second = Self.table("Second", root)
        #expect(Self.titles(second) == [["a"]])
        #expect(second.anomalies.counts.isEmpty)
    }

    @Test func `A section moves between the trees of one table without a word`() {
        let section = Self.section("a")
        let tableView = Self.table("One", Self.root(section))
        let root = Self.root(section, Self.section("b"))
        root.prepare(tableView: tableView)
        #expect(Self.titles(tableView) == [["a"], ["b"]])
        #expect(section.parentDelegate === root && section.tableView === tableView)
        #expect(tableView.anomalies.counts.isEmpty)
    }
}
