public import CascadingTable
public import FoundationEssentials
public import TableStorage

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
    public final var sectionIndexTitles: [String]? { didSet { observers.sendReload() } }

    private final let observers = StorageObservers<CellModel>()
    /// The changes that are announced as one update.
    private final var batch: MemoryStorageBatch<CellModel>?

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
        for (number, section) in sectionModels.enumerated() {
            if let row = section.entries.firstIndex(where: { $0.model === model }) { return [number, row] }
        }
        return nil
    }

    /// Runs a closure and combines all changes that it makes into one update of the tables that show the model.
    ///
    /// - Parameter updates: A closure that changes the model.
    /// - Throws: The error of the closure. The changes made before it are kept.
    public final func performUpdates(_ updates: () throws -> Void) rethrows {
        guard batch == nil else { return try updates() }
        batch = MemoryStorageBatch(before: storageSections)
        defer {
            let update = batch?.update(to: storageSections)
            batch = nil
            if let update { observers.send(update) }
        }
        try updates()
    }

    /// Sends changes to the observers, unless `performUpdates` sends all changes later.
    final func announce(_ changes: [StorageUpdate<CellModel>.Change]) {
        let update = StorageUpdate(changes)
        if batch == nil { observers.send(update) } else { batch?.updates.append(update) }
    }

    final func announceReload(of model: CellModel) {
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

    private var storageSections: [StorageSection<CellModel>] {
        sectionModels.map { StorageSection($0.cellModels) }
    }
}

// MARK: - As a storage

extension TableModel: SupplementaryStorage {
    /// The number of sections.
    public final var numberOfSections: Int { sectionModels.count }

    /// Returns the model of a section, or nil if the section does not exist.
    final func sectionModel(at section: Int) -> SectionModel? {
        sectionModels.indices.contains(section) ? sectionModels[section] : nil
    }

    /// Returns the number of rows in a section, or 0 if the section does not exist.
    public final func numberOfItems(inSection section: Int) -> Int { sectionModel(at: section)?.entries.count ?? 0 }

    /// Returns the model of a row, as ``cellModel(at:)`` does.
    public final func item(at indexPath: IndexPath) -> CellModel? { cellModel(at: indexPath) }

    /// Returns the identifier of a row, or nil if the row does not exist.
    public final func identifier(ofItemAt indexPath: IndexPath) -> String? { entry(at: indexPath)?.name }

    /// Returns the model of a section's header, or nil if it has none.
    public final func headerModel(inSection section: Int) -> (any SupplementaryModel)? {
        sectionModel(at: section)?.header
    }

    /// Returns the model of a section's footer, or nil if it has none.
    public final func footerModel(inSection section: Int) -> (any SupplementaryModel)? {
        sectionModel(at: section)?.footer
    }

    /// Adds an observer, which is held weakly. An observer that is added twice is told once.
    public final func addObserver(_ observer: any StorageObserver<CellModel>) { observers.add(observer) }

    /// Removes an observer, which is told nothing more.
    public final func removeObserver(_ observer: any StorageObserver<CellModel>) { observers.remove(observer) }
}
