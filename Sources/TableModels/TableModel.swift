public import CascadingTable
import Essentials
import LocalizedMessages
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

extension TableModel: Storage {
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

extension TableModel {
    /// Adds an empty section at the end and returns it.
    @discardableResult
    public final func addNewSectionModel() -> SectionModel {
        let section = SectionModel()
        addSectionModel(section)
        return section
    }

    /// Adds a section at the end. Does nothing if the section is already in this table.
    ///
    /// - Parameter section: The section. If it is in another table, it leaves that table.
    public final func addSectionModel(_ section: SectionModel) {
        guard section.tableModel !== self else { return }
        adopt(section, at: sectionModels.count)
    }

    /// Inserts a section at a position.
    ///
    /// - Parameters:
    ///   - section: The section. If it is in another table, it leaves that table.
    ///   - index: The position of the section, from 0 to the number of sections.
    /// - Throws: `StorageError` with `duplicateItem` if the section is already in this table, or `sectionOutOfRange`
    ///   for an invalid position.
    public final func insertSectionModel(_ section: SectionModel, at index: Int) throws(StorageError) {
        guard section.tableModel !== self else {
            throw StorageError(.duplicateItem, "The section is already in the table.")
        }
        guard (0...sectionModels.count).contains(index) else {
            throw StorageError(
                .sectionOutOfRange,
                "A section cannot be inserted at \(index). Number of sections: \(sectionModels.count).")
        }
        adopt(section, at: index)
    }

    /// Removes a section.
    ///
    /// - Parameter section: The section.
    /// - Throws: `StorageError` with `itemNotFound` if the section is not in this table.
    public final func removeSectionModel(_ section: SectionModel) throws(StorageError) {
        guard let index = sectionModels.firstIndex(where: { $0 === section }) else {
            throw StorageError(.itemNotFound, "The table does not have this section.")
        }
        try removeSectionModel(at: index)
    }

    /// Removes the section at a position and returns it.
    ///
    /// - Parameter index: The position of the section.
    /// - Throws: `StorageError` with `sectionOutOfRange` for an invalid position.
    @discardableResult
    public final func removeSectionModel(at index: Int) throws(StorageError) -> SectionModel {
        guard sectionModels.indices.contains(index) else {
            throw StorageError(
                .sectionOutOfRange, "There is no section \(index). Number of sections: \(sectionModels.count).")
        }
        let section = sectionModels.remove(at: index)
        section.tableModel = nil
        announce([.deleteSection(index, items: section.cellModels)])
        return section
    }

    /// Adds a row at the end of the last section. Adds a section first if the table has none.
    ///
    /// - Parameter model: The model of the row.
    public final func addCellModel(_ model: CellModel) {
        (lastSectionModel ?? addNewSectionModel()).addCellModel(model)
    }

    /// Adds a row at the end of a section. Adds the section to the table first if the table does not contain it.
    ///
    /// - Parameters:
    ///   - model: The model of the row.
    ///   - section: The section.
    public final func addCellModel(_ model: CellModel, toSectionModel section: SectionModel) {
        addSectionModel(section)
        section.addCellModel(model)
    }

    /// Moves a row to a position in any section. Does nothing if the source and the destination are equal.
    ///
    /// - Parameters:
    ///   - source: The position of the row.
    ///   - destination: The position of the row after the move.
    /// - Throws: `StorageError` with `indexPathOutOfRange` or `sectionOutOfRange` for an invalid source or
    ///   destination.
    public final func moveCellModel(from source: IndexPath, to destination: IndexPath) throws(StorageError) {
        guard entry(at: source) != nil else {
            throw StorageError(.indexPathOutOfRange, "There is no row \(source) to move.", at: source)
        }
        guard sectionModels.indices.contains(destination.section) else {
            throw StorageError(.sectionOutOfRange, "There is no section \(destination.section).", at: destination)
        }
        let section = sectionModels[destination.section]
        let count = section.entries.count - (source.section == destination.section ? 1 : 0)
        guard (0...count).contains(destination.row) else { throw .noPlace(destination.row, among: count) }
        guard source != destination else { return }
        let entry = sectionModels[source.section].take(at: source.row)
        section.place(entry, at: destination.row)
        announce([.moveItem(entry.model, from: source, to: destination)])
    }

    /// Adds a section to this table and removes it from its previous one.
    private func adopt(_ section: SectionModel, at index: Int) {
        try? section.tableModel?.removeSectionModel(section)
        sectionModels.insert(section, at: index)
        section.tableModel = self
        announce(
            [.insertSection(index)] + section.cellModels.enumerated().map { .insertItem($1, at: [index, $0]) })
    }
}
