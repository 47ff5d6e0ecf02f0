import CascadingTable
import FoundationEssentials
import TableTesting
import Testing

/// Tests index, parent and preparation of children after each change to the list of children.
@TableActor
@Suite struct ChildDelegatesTests {
    enum Parent: String, CaseIterable, Sendable {
        case root, section, bare

        @TableActor func make(_ children: [any CascadingTableDelegate] = []) -> CascadingBareTableDelegate {
            switch self {
            case .root: CascadingRootTableDelegate(childDelegates: children)
            case .section: CascadingSectionTableDelegate(childDelegates: children)
            case .bare: CascadingBareTableDelegate(childDelegates: children)
            }
        }
    }

    private let a = RecordingTableDelegate(index: 77)
    private let b = RecordingTableDelegate(index: 78)
    private let c = RecordingTableDelegate(index: 79)

    private func expect(
        _ children: [RecordingTableDelegate], under parent: CascadingBareTableDelegate,
        sourceLocation: SourceLocation = #_sourceLocation
    ) {
        #expect(children.map(\.index) == Array(children.indices), sourceLocation: sourceLocation)
        #expect(children.allSatisfy { $0.parentDelegate === parent }, sourceLocation: sourceLocation)
    }

    // MARK: Index and parent

    @Test(arguments: Parent.allCases) func `The initialiser numbers the children`(kind: Parent) {
        expect([a, b, c], under: kind.make([a, b, c]))
    }

    @Test(arguments: Parent.allCases) func `Assigning numbers the children`(kind: Parent) {
        let parent = kind.make()
        parent.childDelegates = [a, b]
        expect([a, b], under: parent)
    }

    @Test(arguments: Parent.allCases) func `Appending numbers the new child`(kind: Parent) {
        let parent = kind.make([a])
        parent.childDelegates.append(b)
        expect([a, b], under: parent)
        parent.childDelegates += [c]
        expect([a, b, c], under: parent)
    }

    @Test(arguments: Parent.allCases) func `Inserting in front numbers the others anew`(kind: Parent) {
        let parent = kind.make([b, c])
        parent.childDelegates.insert(a, at: 0)
        expect([a, b, c], under: parent)
    }

    @Test(arguments: Parent.allCases) func `A removed child loses its parent and the others move up`(kind: Parent) {
        let parent = kind.make([a, b, c])
        parent.childDelegates.remove(at: 0)
        expect([b, c], under: parent)
        #expect(a.parentDelegate == nil)
    }

    @Test(arguments: Parent.allCases) func `Reordering numbers the children anew`(kind: Parent) {
        let parent = kind.make([a, b, c])
        parent.childDelegates.reverse()
        expect([c, b, a], under: parent)
        parent.childDelegates.swapAt(0, 2)
        expect([a, b, c], under: parent)
    }

    @Test(arguments: Parent.allCases) func `Replacing one child releases the other`(kind: Parent) {
        let parent = kind.make([a, b])
        parent.childDelegates[1] = c
        expect([a, c], under: parent)
        #expect(b.parentDelegate == nil)
    }

    @Test(arguments: Parent.allCases) func `A child listed twice has the last index`(kind: Parent) {
        let parent = kind.make([a, b, a])
        #expect(a.index == 2)
        #expect(a.parentDelegate === parent)
    }

    @Test(arguments: Parent.allCases)
    func `A child listed twice and removed once stays, with the index that is left`(kind: Parent) {
        let parent = kind.make([a, b, a])
        parent.childDelegates.removeLast()
        expect([a, b], under: parent)
        parent.childDelegates = [b]
        #expect(a.parentDelegate == nil)
    }

    @Test(arguments: Parent.allCases) func `A child taken by another parent keeps that parent`(kind: Parent) {
        let old = kind.make([a, b]), new = kind.make([c])

        new.childDelegates.append(a)
        old.childDelegates.remove(at: 0)

        expect([c, a], under: new)
        expect([b], under: old)
    }

    @Test(arguments: Parent.allCases) func `A child given away first and taken then has the new parent`(kind: Parent) {
        let old = kind.make([a, b]), new = kind.make()

        old.childDelegates.removeAll()
        new.childDelegates = [b, a]

        expect([b, a], under: new)
    }

    @Test(arguments: Parent.allCases) func `A parent is held weakly and holds its children`(kind: Parent) {
        weak var child: RecordingTableDelegate?
        weak var weakParent: CascadingBareTableDelegate?
        do {
            let parent = kind.make([RecordingTableDelegate()])
            child = parent.childDelegates[0] as? RecordingTableDelegate
            parent.childDelegates.append(a)
            weakParent = parent
            #expect(child != nil)
            #expect(a.parentDelegate === parent)
        }
        #expect(weakParent == nil)
        #expect(child == nil)
        #expect(a.parentDelegate == nil)
    }

    @Test func `A table holds its tree and a tree does not hold its table`() {
        weak var root: CascadingRootTableDelegate?
        weak var weakTable: TableView?
        do {
            let tableView = TableView(root: CascadingRootTableDelegate(childDelegates: [a]))
            root = tableView.dataSource as? CascadingRootTableDelegate
            weakTable = tableView
            #expect(root?.tableView === tableView)
        }
        #expect(weakTable == nil)
        #expect(root == nil)
    }

    // MARK: Preparing

    @Test(arguments: Parent.allCases) func `Preparing reaches each child once, with the same table`(kind: Parent) {
        let tables = Tables()
        for child in [a, b] { child.handler = { tables.seen.append($1) } }
        let tableView = TableView()

        kind.make([a, b]).prepare(tableView: tableView)

        #expect(a.calls == [.init(.prepare)])
        #expect(b.calls == [.init(.prepare)])
        #expect(tables.seen.allSatisfy { $0 === tableView })
    }

    @Test(arguments: Parent.allCases) func `A child added after preparing is prepared once`(kind: Parent) {
        let parent = kind.make([a])
        parent.prepare(tableView: TableView.kept)

        parent.childDelegates.append(b)
        parent.childDelegates.reverse()
        parent.childDelegates.append(c)

        for child in [a, b, c] { #expect(child.calls == [.init(.prepare)]) }
    }

    @Test(arguments: Parent.allCases) func `A child added twice at once is prepared once`(kind: Parent) {
        let parent = kind.make()
        parent.prepare(tableView: TableView.kept)
        parent.childDelegates = [a, a]
        #expect(a.calls == [.init(.prepare)])
    }

    @Test(arguments: Parent.allCases) func `A child added before preparing is not prepared yet`(kind: Parent) {
        let parent = kind.make([a])
        parent.childDelegates.append(b)
        #expect(a.calls.isEmpty && b.calls.isEmpty)
    }

    @Test(arguments: Parent.allCases) func `A child is prepared when all indexes and parents are right`(kind: Parent) {
        let parent = kind.make([c])
        parent.prepare(tableView: TableView.kept)
        let (a, b, c) = (a, b, c)
        a.handler = { _, _ in
            #expect([a, b, c].map(\.index) == [0, 1, 2])
            #expect([a, b, c].allSatisfy { $0.parentDelegate === parent })
        }

        parent.childDelegates = [a, b, c]

        #expect(a.calls == [.init(.prepare)])
    }

    @Test func `A whole branch added later is prepared down to its rows`() {
        let root = CascadingRootTableDelegate()
        let tableView = TableView(root: root)

        root.childDelegates = [CascadingSectionTableDelegate(childDelegates: [a, b])]
        root.childDelegates.insert(CascadingSectionTableDelegate(childDelegates: [c]), at: 0)

        for child in [a, b, c] { #expect(child.calls == [.init(.prepare)]) }
        #expect(root.childDelegates.count == 2 && tableView.revision == 1)
    }

    @Test func `A removed branch forgets its table, and one that comes back is prepared again`() {
        let row = CascadingBareTableDelegate()
        let section = CascadingSectionTableDelegate(childDelegates: [row, a])
        let root = CascadingRootTableDelegate(childDelegates: [section])
        let tableView = TableView(root: root)
        #expect(section.tableView === tableView && row.tableView === tableView)

        root.childDelegates = []
        #expect(section.tableView == nil && row.tableView == nil)

        root.childDelegates = [section]
        #expect(section.tableView === tableView && row.tableView === tableView)
        #expect(a.calls == [.init(.prepare), .init(.prepare)])
    }

    @Test func `A branch that moves to another parent of the table stays in the table`() {
        let row = CascadingBareTableDelegate()
        let old = CascadingSectionTableDelegate(childDelegates: [row]), new = CascadingSectionTableDelegate()
        let tableView = TableView(root: CascadingRootTableDelegate(childDelegates: [old, new]))

        new.childDelegates = [row]
        old.childDelegates = []

        #expect(row.tableView === tableView)
        #expect(row.parentDelegate === new)
    }

    @Test func `A root that is prepared becomes the table's data source and delegate, a section does not`() {
        let tableView = TableView()
        CascadingSectionTableDelegate().prepare(tableView: tableView)
        #expect(tableView.dataSource == nil && tableView.delegate == nil)

        let inner = CascadingRootTableDelegate()
        let root = CascadingRootTableDelegate(childDelegates: [inner])
        root.prepare(tableView: tableView)

        #expect(tableView.dataSource === root && tableView.delegate === root)
        #expect(tableView.revision == 2)
    }

    @TableActor private final class Tables {
        var seen: [TableView] = []
    }
}

extension TableView {
    /// A table that outlives the tests, because nodes hold their table weakly.
    fileprivate static let kept = TableView()
}
