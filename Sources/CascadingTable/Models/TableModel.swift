public import FoundationEssentials

/// The model of a table: sections of row models. Every change updates the tables that show the model.
///
/// ```swift
/// let market = TableModel()
/// market.addNewSectionModel().header = SectionAccessoryModel(title: "Fruit")
/// market.addCellModel(FruitModel(name: "Apple"))
/// let tableView = TableView(root: ModelTableDelegate(market, eventHandlerProvider: provider))
/// ```
@TableActor
open class TableModel {
    /// The sections of the table, from top to bottom. Use the methods of the table model to change them.
    public final internal(set) var sectionModels: [SectionModel] = []

    /// The entries of the index beside the table, or nil to use the index titles of the sections. A change reloads the
    /// table.
    public final var sectionIndexTitles: [String]? {
        didSet {
            for observer in observers { observer.delegate?.tableView?.reloadData() }
        }
    }

    private final var observers: [Observer] = []
    private final var depth = 0

    private struct Observer {
        weak var delegate: ModelTableDelegate?
    }

    /// Creates a model with sections.
    ///
    /// - Parameter sectionModels: The sections, from top to bottom. A section that is in another table leaves it.
    public init(sectionModels: [SectionModel] = []) {
        for section in sectionModels { addSectionModel(section) }
    }

    /// The last section, or nil if the table has no sections.
    public final var lastSectionModel: SectionModel? { sectionModels.last }

    /// Returns the model of a row, or nil if the row does not exist.
    ///
    /// - Parameter indexPath: The position of the row in this model.
    public final func cellModel(at indexPath: IndexPath) -> CellModel? {
        entry(at: indexPath)?.model
    }

    /// Returns the position of the first row that uses a model, or nil if no row uses it. The cost is O(n) in the rows.
    ///
    /// - Parameter model: The model of the row.
    public final func indexPath(for model: CellModel) -> IndexPath? {
        indexPath { $0.model === model }
    }

    /// Runs a closure and combines all changes that it makes into one update of the tables that show the model.
    ///
    /// - Parameter updates: A closure that changes the model.
    /// - Throws: The error of the closure. The changes made before it are kept.
    public final func performUpdates(_ updates: () throws -> Void) rethrows {
        guard depth == 0 else { return try updates() }
        let before = snapshot
        depth += 1
        defer {
            depth -= 1
            let update = before.update(to: snapshot)
            for observer in observers { observer.delegate?.announce(update) }
        }
        try updates()
    }

    /// Adds a delegate that is notified of each change from now on. The delegate is held weakly.
    final func addObserver(_ delegate: ModelTableDelegate) {
        observers.removeAll { $0.delegate == nil || $0.delegate === delegate }
        observers.append(Observer(delegate: delegate))
    }

    /// Sends changes to the delegates, unless `performUpdates` sends all changes later.
    final func announce(_ changes: StorageUpdate<CellModel>.Change...) {
        announce(changes)
    }

    final func announce(_ changes: [StorageUpdate<CellModel>.Change]) {
        guard depth == 0 else { return }
        for observer in observers { observer.delegate?.announce(StorageUpdate(changes)) }
    }

    final func announceReload(of model: CellModel) {
        guard depth == 0 else { return }
        var changes: [StorageUpdate<CellModel>.Change] = []
        for (number, section) in sectionModels.enumerated() {
            for (row, entry) in section.entries.enumerated() where entry.model === model {
                changes.append(.updateItem(model, old: model, at: [number, row]))
            }
        }
        announce(changes)
    }

    final func entry(at indexPath: IndexPath) -> SectionModel.Entry? {
        guard sectionModels.indices.contains(indexPath.section) else { return nil }
        let entries = sectionModels[indexPath.section].entries
        return entries.indices.contains(indexPath.row) ? entries[indexPath.row] : nil
    }

    final func indexPath(ofEntryWhere matches: (SectionModel.Entry) -> Bool) -> IndexPath? {
        for (number, section) in sectionModels.enumerated() {
            if let row = section.entries.firstIndex(where: matches) { return [number, row] }
        }
        return nil
    }

    private var snapshot: TableSnapshot<Int, Int> {
        TableSnapshot(
            sections: sectionModels.map { section in
                .init(
                    id: section.identifier, content: section.revision,
                    rows: section.entries.map { .init(id: $0.name, content: $0.model.revision) })
            })
    }
}
