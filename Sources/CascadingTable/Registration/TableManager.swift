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

    /// How headers and footers are shown.
    public final var configuration = TableViewConfiguration() {
        didSet { if configuration != oldValue { tableView?.reloadData() } }
    }

    /// Answers what no registered closure does, and is told what happens after the closure was.
    ///
    /// Held by the manager, as a table holds its own. A subclass that overrides a method comes before the closures, and
    /// calls `super` for them.
    public final var delegate: (any TableViewDelegate)? { didSet { tableView?.reloadData() } }
    /// The same for a data source; it is not asked for what the storage knows: rows and their cells.
    public final var dataSource: (any TableViewDataSource)? { didSet { tableView?.reloadData() } }

    final let cellMappings = MappingList<IndexPath, TableViewCell>()
    final let headerMappings = MappingList<Int, TableViewHeaderFooterView>()
    final let footerMappings = MappingList<Int, TableViewHeaderFooterView>()

    /// Answers everything with its default.
    private final let defaults = CascadingBareTableDelegate()

    public init(storage: some SupplementaryStorage<Item>, index: Int = 0) {
        self.storage = storage
        super.init(index: index)
        cellMappings.owner = self
        headerMappings.owner = self
        footerMappings.owner = self
    }

    // MARK: What there is

    open override func numberOfSections(in tableView: TableView) -> Int { storage.numberOfSections }

    open override func tableView(_ tableView: TableView, numberOfRowsInSection section: Int) -> Int {
        storage.numberOfItems(inSection: storageSection(section))
    }

    open override func tableView(_ tableView: TableView, cellForRowAt indexPath: IndexPath) -> TableViewCell {
        cell(at: storagePath(indexPath), tablePath: indexPath)
    }

    // MARK: Headers and footers

    open override func tableView(_ tableView: TableView, titleForHeaderInSection section: Int) -> String? {
        guard !hides(.header, in: storageSection(section)) else { return nil }
        return dataSource?.tableView(tableView, titleForHeaderInSection: section)
            ?? title(of: .header, in: storageSection(section))
    }

    open override func tableView(_ tableView: TableView, viewForHeaderInSection section: Int)
        -> TableViewHeaderFooterView?
    {
        guard !hides(.header, in: storageSection(section)) else { return nil }
        return view(of: .header, in: storageSection(section))
            ?? delegate?.tableView(tableView, viewForHeaderInSection: section)
            ?? placeholder(of: .header, in: storageSection(section))
    }

    /// The closure's, else the delegate's, else that of the content where there is a model.
    open override func tableView(_ tableView: TableView, heightForHeaderInSection section: Int) -> Height {
        let own = storageSection(section)
        guard !hides(.header, in: own) else { return 0 }
        if let height = answer(.height, of: .header, in: own) { return height }
        let height = controller.tableView(tableView, heightForHeaderInSection: section)
        return height == 0 && hasModel(of: .header, in: own) ? .automatic : height
    }

    open override func tableView(_ tableView: TableView, estimatedHeightForHeaderInSection section: Int) -> Height {
        let own = storageSection(section)
        guard !hides(.header, in: own) else { return 0 }
        if let height = answer(.estimatedHeight, of: .header, in: own) { return height }
        let height = controller.tableView(tableView, estimatedHeightForHeaderInSection: section)
        return height == 0 ? self.tableView(tableView, heightForHeaderInSection: section) : height
    }

    open override func tableView(
        _ tableView: TableView, willDisplayHeaderView view: TableViewHeaderFooterView, forSection section: Int
    ) {
        _ = answer(.willDisplay, of: .header, in: storageSection(section), showing: view)
        controller.tableView(tableView, willDisplayHeaderView: view, forSection: section)
    }

    open override func tableView(
        _ tableView: TableView, didEndDisplayingHeaderView view: TableViewHeaderFooterView, forSection section: Int
    ) {
        _ = answer(.didEndDisplaying, of: .header, in: storageSection(section), showing: view)
        controller.tableView(tableView, didEndDisplayingHeaderView: view, forSection: section)
    }

    open override func tableView(_ tableView: TableView, titleForFooterInSection section: Int) -> String? {
        guard !hides(.footer, in: storageSection(section)) else { return nil }
        return dataSource?.tableView(tableView, titleForFooterInSection: section)
            ?? title(of: .footer, in: storageSection(section))
    }

    open override func tableView(_ tableView: TableView, viewForFooterInSection section: Int)
        -> TableViewHeaderFooterView?
    {
        guard !hides(.footer, in: storageSection(section)) else { return nil }
        return view(of: .footer, in: storageSection(section))
            ?? delegate?.tableView(tableView, viewForFooterInSection: section)
            ?? placeholder(of: .footer, in: storageSection(section))
    }

    /// The closure's, else the delegate's, else that of the content where there is a model.
    open override func tableView(_ tableView: TableView, heightForFooterInSection section: Int) -> Height {
        let own = storageSection(section)
        guard !hides(.footer, in: own) else { return 0 }
        if let height = answer(.height, of: .footer, in: own) { return height }
        let height = controller.tableView(tableView, heightForFooterInSection: section)
        return height == 0 && hasModel(of: .footer, in: own) ? .automatic : height
    }

    open override func tableView(_ tableView: TableView, estimatedHeightForFooterInSection section: Int) -> Height {
        let own = storageSection(section)
        guard !hides(.footer, in: own) else { return 0 }
        if let height = answer(.estimatedHeight, of: .footer, in: own) { return height }
        let height = controller.tableView(tableView, estimatedHeightForFooterInSection: section)
        return height == 0 ? self.tableView(tableView, heightForFooterInSection: section) : height
    }

    open override func tableView(
        _ tableView: TableView, willDisplayFooterView view: TableViewHeaderFooterView, forSection section: Int
    ) {
        _ = answer(.willDisplay, of: .footer, in: storageSection(section), showing: view)
        controller.tableView(tableView, willDisplayFooterView: view, forSection: section)
    }

    open override func tableView(
        _ tableView: TableView, didEndDisplayingFooterView view: TableViewHeaderFooterView, forSection section: Int
    ) {
        _ = answer(.didEndDisplaying, of: .footer, in: storageSection(section), showing: view)
        controller.tableView(tableView, didEndDisplayingFooterView: view, forSection: section)
    }
}

extension TableManager {
    /// Who is asked after the registered closures.
    private var controller: any TableViewDelegate { delegate ?? defaults }
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
