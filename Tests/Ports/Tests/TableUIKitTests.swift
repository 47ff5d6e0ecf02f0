import TableUIKit
import Testing

/// Tests the effects of UIKit's calls.
@TableActor
@Suite struct TableUIKitTests {
    @Test func `Heights of a delegate are CGFloat`() {
        let list = List()
        let tableView = UITableView(dataSource: list, delegate: list)
        #expect(tableView.responder(forRowAt: [0, 0]).height == 80)
        #expect(tableView.responder(forRowAt: [0, 1]).height == .automatic)
        #expect(tableView.responder(inSection: 0).headerHeight == 0)
        tableView.rowHeight = 50
        #expect(tableView.responder(forRowAt: [0, 1]).height == 50)
        tableView.rowHeight = UITableView.automaticDimension
        #expect(tableView.responder(forRowAt: [0, 1]).height == .automatic)
        #expect(tableView.rowHeight == -1)
    }

    @Test func `Answers in UIKit's types count`() {
        let list = TypedList()
        let tableView = UITableView(dataSource: list, delegate: list)
        #expect(tableView.responder(inSection: 0).headerHeight == 30)
        #expect(tableView.responder(inSection: 0).footerHeight == .automatic)
        #expect(tableView.headerView(forSection: 0)?.title == "Header")
        #expect(tableView.footerView(forSection: 0)?.title == "Footer")
        #expect(tableView.sectionIndex.map(\.title) == ["A", "B"])
        #expect(tableView.prefetch(rowsAt: [[0, 0]]).map { _ in true } == nil)
        #expect(list.prefetched == [[0, 0]])
    }

    @Test func `What UIKit's types leave out has the default`() {
        let list = List()
        let tableView = UITableView(dataSource: list, delegate: list)
        #expect(tableView.headerView(forSection: 0) == nil)
        #expect(tableView.sectionIndex.isEmpty)
        #expect(tableView.prefetch(rowsAt: [[0, 0]]).map { _ in true } == nil)
        tableView.sectionHeaderHeight = 12
        #expect(tableView.responder(inSection: 0).headerHeight == 12)
    }

    @Test func `A cell is filled in by labels or by a content configuration`() {
        let cell = UITableViewCell(style: .value1, reuseIdentifier: "cell")
        cell.textLabel?.text = "Title"
        cell.detailTextLabel?.text = "Detail"
        cell.imageView?.image = UIImage(named: "a.png")
        cell.accessoryType = .disclosureIndicator
        cell.selectionStyle = .none
        #expect(
            cell.contents
                == TableViewCell(
                    style: .value1, title: "Title", subtitle: "Detail", image: .init(source: "/a.png"),
                    accessory: .disclosure))
        var content = cell.defaultContentConfiguration()
        content.text = "New"
        cell.contentConfiguration = content
        #expect(cell.contents == TableViewCell(style: .value1, title: "New", accessory: .disclosure))
        let plain = UITableViewCell()
        content.secondaryText = "Below"
        plain.contentConfiguration = content
        #expect(plain.contents == TableViewCell(style: .subtitle, title: "New", subtitle: "Below"))
        plain.contentConfiguration = UIListContentConfiguration.valueCell()
        #expect(plain.contents == TableViewCell(style: .value1))
    }

    @Test func `Calls with UIKit's parameters announce and select`() {
        let list = List()
        let tableView = UITableView(dataSource: list, delegate: list)
        let revision = tableView.revision
        tableView.reloadSections(IndexSet(integer: 0), with: .fade)
        #expect(tableView.history.changes(since: revision) == [.reloadSections([0], animation: .fade)])
        #expect(tableView.indexPathsForSelectedRows == nil)
        tableView.selectRow(at: [0, 1], animated: true, scrollPosition: .top)
        #expect(tableView.indexPathsForSelectedRows == [[0, 1]])
        tableView.selectRow(at: nil, animated: true, scrollPosition: .none)
        #expect(tableView.indexPathsForSelectedRows == nil)
        #expect(!tableView.isEditing)
        tableView.isEditing = true
        #expect(tableView.isEditing)
        tableView.setEditing(false, animated: true)
        #expect(!tableView.isEditing)
        var isDone = false
        tableView.performBatchUpdates({ tableView.reloadRows(at: [[0, 0]], with: .none) }, completion: { isDone = $0 })
        #expect(isDone && tableView.revision == revision + 2)
    }

    @Test func `Views around the rows are those of the page`() {
        let tableView = UITableView()
        tableView.tableHeaderView = UIView(title: "Above")
        tableView.tableFooterView = UIView()
        tableView.backgroundView = UIView(title: "Nothing here")
        #expect(tableView.appearance.headerView?.title == "Above")
        #expect(tableView.appearance.footerView == nil)
        #expect(tableView.appearance.emptyView?.title == "Nothing here")
    }

    @Test func `A snapshot change that is not possible is an anomaly`() {
        let tableView = UITableView()
        let dataSource = UITableViewDiffableDataSource<String, Int>(tableView: tableView) { _, _, item in
            UITableViewCell(TableViewCell(title: "\(item)"))
        }
        tableView.anomalies.action = { _ in }
        var snapshot = NSDiffableDataSourceSnapshot<String, Int>()
        snapshot.appendItems([1])
        snapshot.appendSections(["a"])
        snapshot.appendItems([1, 2])
        snapshot.appendItems([2])
        var isDone = false
        dataSource.apply(snapshot) { isDone = true }
        #expect(isDone && dataSource.snapshot().itemIdentifiers == [1, 2])
        #expect(tableView.anomalies.counts == [.inconsistentUpdate: 2])
        #expect(tableView.cellForRow(at: [0, 1])?.title == "2")
        #expect(tableView.indexPath(forRowWithIdentifier: tableView.identifier(forRowAt: [0, 1])) == [0, 1])
        #expect(dataSource.itemIdentifier(for: [0, 0]) == 1 && dataSource.indexPath(for: 2) == [0, 1])
    }

    @Test func `A switch in a cell performs its actions`() async throws {
        let switches = Switches()
        let tableView = switches.tableView
        #expect(tableView.cellForRow(at: [0, 1])?.accessory == .toggle(isOn: false))
        try await tableView.gestures.tapAccessory(forRowAt: [0, 1])
        #expect(switches.areOn == [false, true, false] && switches.tapped.isEmpty)
        #expect(tableView.cellForRow(at: [0, 1])?.accessory == .toggle(isOn: true))
        // The last row has a button instead.
        try await tableView.gestures.tapAccessory(forRowAt: [0, 2])
        #expect(switches.tapped == [2] && switches.areOn == [false, true, false])
        // A row that a search finds is the same row.
        let found = try tableView.table(answering: TableQuery(search: "1"))
        #expect(found.numberOfRows(inSection: 0) == 1)
        try await found.gestures.tapAccessory(forRowAt: [0, 0])
        #expect(switches.areOn == [false, false, false])
    }

    @Test func `A switch of an item performs its actions`() async throws {
        let tableView = UITableView()
        var on: Set<Int> = [2]
        let dataSource = UITableViewDiffableDataSource<String, Int>(tableView: tableView) { _, _, item in
            let cell = UITableViewCell()
            let toggle = UISwitch(frame: .zero)
            toggle.setOn(on.contains(item), animated: false)
            toggle.addAction(
                UIAction { action in
                    if (action.sender as? UISwitch)?.isOn == true { on.insert(item) } else { on.remove(item) }
                }, for: .valueChanged)
            cell.accessoryView = toggle
            return cell
        }
        var snapshot = NSDiffableDataSourceSnapshot<String, Int>()
        snapshot.appendSections(["a"])
        snapshot.appendItems([1, 2])
        dataSource.apply(snapshot)
        try await tableView.gestures.tapAccessory(forRowAt: [0, 0])
        try await tableView.gestures.tapAccessory(forRowAt: [0, 1])
        #expect(on == [1])
    }

    private final class Names: UITableViewController {
        var names = ["a", "b"]
        override func tableView(_ tableView: UITableView, numberOfRowsInSection section: Int) -> Int { names.count }
        override func tableView(_ tableView: UITableView, cellForRowAt indexPath: IndexPath) -> UITableViewCell {
            let cell = UITableViewCell()
            cell.textLabel?.text = names[indexPath.row]
            return cell
        }
        override func tableView(_ tableView: UITableView, canEditRowAt indexPath: IndexPath) -> Bool {
            indexPath.row == 1
        }
        override func tableView(
            _ tableView: UITableView, commit editingStyle: UITableViewCell.EditingStyle, forRowAt indexPath: IndexPath
        ) {
            names.remove(at: indexPath.row)
            tableView.deleteRows(at: [indexPath], with: .fade)
        }
    }

    @Test func `A row that can be deleted is deleted by a swipe`() async throws {
        let list = Names()
        let tableView = list.tableView
        #expect(tableView.gestures.actions(forRowAt: [0, 0]).all.isEmpty)
        #expect(tableView.gestures.actions(forRowAt: [0, 1]).all.map(\.title) == ["Delete"])
        try await tableView.gestures.performAction("delete", forRowAt: [0, 1])
        #expect(list.names == ["a"])
        #expect(Switches().tableView.gestures.actions(forRowAt: [0, 0]).all.isEmpty)
    }

    private final class Switches: UITableViewController {
        var areOn = [false, false, false]
        var tapped: [Int] = []

        override func viewDidLoad() { navigationItem.searchController = UISearchController() }
        override func tableView(_ tableView: UITableView, numberOfRowsInSection section: Int) -> Int { areOn.count }
        override func tableView(_ tableView: UITableView, cellForRowAt indexPath: IndexPath) -> UITableViewCell {
            let cell = UITableViewCell()
            cell.textLabel?.text = "Row \(indexPath.row)"
            guard indexPath.row < 2 else {
                cell.accessoryType = .detailButton
                return cell
            }
            let toggle = UISwitch()
            toggle.isOn = areOn[indexPath.row]
            toggle.addAction(
                UIAction { [weak self] action in
                    self?.areOn[indexPath.row] = (action.sender as? UISwitch)?.isOn ?? false
                }, for: .valueChanged)
            cell.accessoryView = toggle
            return cell
        }
        override func tableView(_ tableView: UITableView, accessoryButtonTappedForRowWith indexPath: IndexPath) {
            tapped.append(indexPath.row)
        }
    }

    @Test func `An action that fails is refused`() async throws {
        let list = List()
        let tableView = UITableView(dataSource: list, delegate: list)
        #expect(tableView.gestures.actions(forRowAt: [0, 0]).all.map(\.id) == ["markasread", "action"])
        try await tableView.gestures.performAction("markasread", forRowAt: [0, 0])
        await #expect(throws: TableViewError.self) {
            try await tableView.gestures.performAction("action", forRowAt: [0, 0])
        }
    }
}

/// Tests parts of UIKit that used to be accepted without an effect.
@TableActor
@Suite struct UIKitEffectTests {
    private final class Inbox: UITableViewController {
        var completes: Bool? = false
        override func tableView(_ tableView: UITableView, numberOfRowsInSection section: Int) -> Int { 2 }
        override func tableView(_ tableView: TableView, leadingSwipeActionsConfigurationForRowAt indexPath: IndexPath)
            -> UISwipeActionsConfiguration?
        {
            UISwipeActionsConfiguration(actions: [
                UIContextualAction(style: .normal, title: "Send") { [completes] _, _, completion in
                    Task {
                        try await Task.sleep(for: .milliseconds(5))
                        if let completes { completion(completes) }
                    }
                }
            ])
        }
    }

    @Test func `An action that fails later is refused`() async throws {
        let inbox = Inbox()
        let tableView = inbox.tableView
        await #expect(throws: TableViewError(.vetoed, "Send is not possible.")) {
            try await tableView.gestures.performAction("send", forRowAt: [0, 0])
        }
        // A completion that is never called counts as done.
        for completes in [true, nil] {
            inbox.completes = completes
            try await tableView.gestures.performAction("send", forRowAt: [0, 0])
        }
    }

    @Test func `A refresh control is set up in place`() async throws {
        let inbox = Inbox()
        let tableView = inbox.tableView
        var count = 0
        tableView.refreshControl = UIRefreshControl()
        tableView.refreshControl?.addAction(UIAction { _ in count += 1 }, for: .valueChanged)
        inbox.refreshControl?.addAction(UIAction { _ in count += 10 }, for: .valueChanged)
        try await tableView.gestures.refresh()
        #expect(count == 11)
        tableView.refreshControl = nil
        #expect(inbox.refreshControl == nil && tableView.refreshHandler == nil)
    }

    @Test func `Several rows are selected in edit mode only`() async throws {
        let inbox = Inbox()
        let tableView = inbox.tableView
        tableView.allowsMultipleSelectionDuringEditing = true
        for (isEditing, count) in [(false, 1), (true, 2)] {
            try await tableView.performing(TableRequest(session: TableSession())) { @TableActor in
                tableView.isEditing = isEditing
                try await tableView.gestures.touchRow(at: [0, 0])
                try await tableView.gestures.touchRow(at: [0, 1])
                #expect(tableView.numberOfSelectedRows == count)
                if isEditing {
                    try await tableView.gestures.touchRows(at: [[0, 0], [0, 1]])
                } else {
                    await #expect(throws: TableViewError.self) {
                        try await tableView.gestures.touchRows(at: [[0, 0], [0, 1]])
                    }
                }
            }.result
        }
    }
}

private final class TypedList: UITableViewDataSource, UITableViewDelegate {
    var prefetched: [IndexPath] = []

    func tableView(_ tableView: UITableView, numberOfRowsInSection section: Int) -> Int { 2 }
    func tableView(_ tableView: UITableView, cellForRowAt indexPath: IndexPath) -> UITableViewCell { UITableViewCell() }
    func tableView(_ tableView: UITableView, heightForHeaderInSection section: Int) -> CGFloat { 30 }
    func tableView(_ tableView: UITableView, heightForFooterInSection section: Int) -> CGFloat {
        UITableView.automaticDimension
    }
    func tableView(_ tableView: UITableView, titleForHeaderInSection section: Int) -> String { "Header" }
    func tableView(_ tableView: UITableView, titleForFooterInSection section: Int) -> String { "Footer" }
    func sectionIndexTitles(for tableView: UITableView) -> [String] { ["A", "B"] }
    func tableView(_ tableView: UITableView, prefetchRowsAt indexPaths: [IndexPath]) { prefetched += indexPaths }
}

private final class List: UITableViewDataSource, UITableViewDelegate {
    func tableView(_ tableView: UITableView, numberOfRowsInSection section: Int) -> Int { 2 }
    func tableView(_ tableView: UITableView, cellForRowAt indexPath: IndexPath) -> UITableViewCell { UITableViewCell() }
    func tableView(_ tableView: UITableView, heightForRowAt indexPath: IndexPath) -> CGFloat {
        indexPath.row == 0 ? 80 : UITableView.automaticDimension
    }
    func tableView(_ tableView: UITableView, leadingSwipeActionsConfigurationForRowAt indexPath: IndexPath)
        -> UISwipeActionsConfiguration?
    {
        UISwipeActionsConfiguration(actions: [
            UIContextualAction(style: .normal, title: "Mark as read") { _, _, completion in completion(true) },
            UIContextualAction(style: .destructive, title: "✕") { _, _, completion in completion(false) },
        ])
    }
}
