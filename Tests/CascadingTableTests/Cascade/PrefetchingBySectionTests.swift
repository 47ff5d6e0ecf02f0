import FoundationEssentials
import TableTesting
import Testing

@testable import CascadingTable

/// Tests that rows given by section are prefetched by the delegates that their index paths lead to.
@TableActor
@Suite struct PrefetchingBySectionTests {
    /// A root that overrides nothing. The table cannot assume this of a subclass, so it asks the root.
    private final class OwnRoot: CascadingRootTableDelegate {}

    /// A section that numbers its rows from the last child.
    private final class BackwardsSection: CascadingSectionTableDelegate {
        override func childDelegate(forRowAt indexPath: IndexPath) -> (any CascadingTableDelegate)? {
            childDelegate(at: childDelegates.count - 1 - indexPath.row)
        }
    }

    private let row = RecordingTableDelegate(answers: .distinctive)
    private let otherRow = RecordingTableDelegate(answers: .distinctive)
    private let backwardsRow = RecordingTableDelegate(answers: .distinctive)
    private let section = RecordingTableDelegate(answers: .distinctive)
    private let sections = [
        SectionRows(section: 0, rows: [1, 0, 0, 7, -1, 2, 1]), SectionRows(section: 1, rows: [4, 3]),
        SectionRows(section: 9, rows: [0]), SectionRows(section: 2, rows: [1]), SectionRows(section: 1, rows: []),
        SectionRows(section: 0, rows: [0]),
    ]

    private var children: [any CascadingTableDelegate] {
        [
            CascadingSectionTableDelegate(childDelegates: [row, otherRow, SilentTableDelegate()]), section,
            BackwardsSection(childDelegates: [backwardsRow, SilentTableDelegate()]),
        ]
    }

    /// Returns the prefetch calls that a delegate received.
    private func rows(askedOf delegate: RecordingTableDelegate) -> [TableDelegateCall] {
        delegate.calls.filter { $0.method == .prefetchRows }
    }

    @Test(arguments: [false, true])
    func `Each child is asked for the runs of its own rows`(isOwnRoot: Bool) {
        let root = isOwnRoot ? OwnRoot(childDelegates: children) : CascadingRootTableDelegate(childDelegates: children)
        let tableView = TableView(root: root)

        _ = tableView.prefetch(sections)

        #expect(
            rows(askedOf: row) == [
                .init(.prefetchRows, .indexPaths([[0, 0], [0, 0]])), .init(.prefetchRows, .indexPaths([[0, 0]])),
            ])
        #expect(
            rows(askedOf: otherRow) == [
                .init(.prefetchRows, .indexPaths([[0, 1]])), .init(.prefetchRows, .indexPaths([[0, 1]])),
            ])
        #expect(rows(askedOf: section) == [.init(.prefetchRows, .indexPaths([[1, 4], [1, 3]]))])
        #expect(rows(askedOf: backwardsRow) == [.init(.prefetchRows, .indexPaths([[2, 1]]))])
    }

    @Test func `All that they load is awaited, in order`() async throws {
        let order = Order()
        for (delegate, name) in [(row, "row"), (otherRow, "other row"), (section, "section"), (backwardsRow, "last")] {
            delegate.answers.prefetch = .awaiting { order.names.append(name) }
        }
        let tableView = TableView(root: CascadingRootTableDelegate(childDelegates: children))

        try await tableView.prefetch(sections)?()

        #expect(order.names == ["other row", "row", "other row", "section", "last", "row"])
    }

    @Test func `With nothing to load there is nothing to await`() {
        for delegate in [row, otherRow, section, backwardsRow] { delegate.answers.prefetch = nil }
        let tableView = TableView(root: CascadingRootTableDelegate(childDelegates: children))
        #expect(tableView.prefetch(sections) == nil)
        #expect(tableView.prefetch([]) == nil)
    }

    @Test func `A data source that is no tree is asked for all paths at once`() {
        let tableView = TableView(dataSource: section)

        _ = tableView.prefetch([SectionRows(section: 0, rows: [1]), SectionRows(section: 2, rows: [3, 4])])

        #expect(rows(askedOf: section) == [.init(.prefetchRows, .indexPaths([[0, 1], [2, 3], [2, 4]]))])
    }

    @TableActor private final class Order {
        var names: [String] = []
    }
}
