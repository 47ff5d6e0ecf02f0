import CascadingTable
import TableStorage
import FoundationEssentials

/// A table that shows a storage and follows its updates.
@TableActor
final class StorageTable<Item>: TableViewDataSource, StorageObserver {
    let tableView = TableView()
    private let storage: any Storage<Item>
    private(set) var anomalies: [Anomaly] = []

    init(_ storage: some Storage<Item>) {
        self.storage = storage
        tableView.anomalies.action = { [weak self] in self?.anomalies.append($0) }
        tableView.dataSource = self
        _ = tableView.numberOfRows
        storage.addObserver(self)
    }

    func numberOfSections(in tableView: TableView) -> Int { storage.numberOfSections }
    func tableView(_ tableView: TableView, numberOfRowsInSection section: Int) -> Int {
        storage.numberOfItems(inSection: section)
    }
    func tableView(_ tableView: TableView, cellForRowAt indexPath: IndexPath) -> TableViewCell { TableViewCell() }

    func storageDidPerform(_ update: StorageUpdate<Item>) {
        tableView.perform(update)
        _ = tableView.numberOfRows
    }
    func storageNeedsReload() {
        tableView.reloadData()
        _ = tableView.numberOfRows
    }
}

/// Returns the rows of a page that knew the old rows and applied the changes.
///
/// An item is nil if the page must request its row, because the row is new or reloaded.
func shown<Item>(_ old: [[Item]], after changes: [TableViewChange], of sizes: [Int]) -> [[Item?]] {
    var rows: [[(item: Item?, isGone: Bool)]] = old.map { $0.map { ($0, false) } }
    var arrivals: [(path: IndexPath, item: Item?)] = []
    var sections: [Int: Int?] = [:]
    var goneSections: Set<Int> = []
    for case .reloadRows(let paths, _) in changes { for path in paths { rows[path.section][path.row].item = nil } }
    for case .reloadSections(let places, _) in changes {
        for section in places { rows[section] = rows[section].map { (nil, $0.isGone) } }
    }
    for change in changes {
        switch change {
        case .insertRows(let paths, _): arrivals += paths.map { ($0, nil) }
        case .deleteRows(let paths, _): for path in paths { rows[path.section][path.row].isGone = true }
        case .moveRow(let from, let to):
            arrivals.append((to, rows[from.section][from.row].item))
            rows[from.section][from.row].isGone = true
        case .insertSections(let places, _): for section in places { sections[section] = .some(nil) }
        case .deleteSections(let places, _): goneSections.formUnion(places)
        case .moveSection(let from, let to):
            goneSections.insert(from)
            sections[to] = from
        case .reloadRows, .reloadSections, .reloadData: break
        }
    }
    var staying = rows.indices.filter { !goneSections.contains($0) }[...]
    var new: [[Item?]] = []
    for (section, size) in sizes.enumerated() {
        let origin = sections[section] ?? staying.popFirst()
        new.append(
            origin.map { rows[$0].filter { !$0.isGone }.map(\.item) } ?? [Item?](repeating: nil, count: size))
    }
    for arrival in arrivals.sorted(by: { $0.path < $1.path }) {
        new[arrival.path.section].insert(arrival.item, at: min(arrival.path.row, new[arrival.path.section].count))
    }
    return new
}
