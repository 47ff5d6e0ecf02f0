public import FoundationEssentials

/// Shows what is in a storage by the cells that are registered for its models: a table, or one section of a tree.
///
/// ```swift
/// let manager = TableManager(storage: storage)
/// manager.register(PostCell.self) { mapping in
///     mapping.didSelect { cell, post, indexPath in print("\(post.title) was picked") }
/// }
/// let tableView = TableView(title: "Feed", root: manager)
/// ```
///
/// As a section of a tree it shows section 0 of its storage, wherever it stands.
@TableActor
open class TableManager<Item>: CascadingBareTableDelegate {
    /// What is shown.
    public final let storage: any SupplementaryStorage<Item>

    /// What was wrong so far; passed on to the table's.
    public final let anomalies = AnomalyHandler()

    final let cellMappings = MappingList<IndexPath, TableViewCell>()

    public init(storage: some SupplementaryStorage<Item>, index: Int = 0) {
        self.storage = storage
        super.init(index: index)
        cellMappings.owner = self
    }

    // MARK: What there is

    open override func numberOfSections(in tableView: TableView) -> Int { storage.numberOfSections }

    open override func tableView(_ tableView: TableView, numberOfRowsInSection section: Int) -> Int {
        storage.numberOfItems(inSection: storageSection(section))
    }

    open override func tableView(_ tableView: TableView, cellForRowAt indexPath: IndexPath) -> TableViewCell {
        cell(at: storagePath(indexPath), tablePath: indexPath)
    }
}

// MARK: Places

extension TableManager {
    /// The section of the storage that the table shows as its section of that number.
    func storageSection(_ section: Int) -> Int {
        parentDelegate == nil ? section : section - index
    }

    func storagePath(_ indexPath: IndexPath) -> IndexPath {
        guard parentDelegate != nil, indexPath.count == 2 else { return indexPath }
        return IndexPath(row: indexPath.row, section: indexPath.section - index)
    }
}

extension TableManager: MappingListOwner {
    func mappingsDidChange() {
        tableView?.reloadData()
    }

    func report(_ code: Anomaly.Code, _ message: String) {
        report(code, message, at: nil)
    }

    func report(_ code: Anomaly.Code, _ message: String, at indexPath: IndexPath?) {
        anomalies.report(Anomaly(code, message, indexPath: indexPath), passingOnTo: tableView?.anomalies)
    }
}
