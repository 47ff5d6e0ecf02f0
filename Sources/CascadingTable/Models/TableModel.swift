public import FoundationEssentials

/// The models of a table: sections of rows, which tell the tables that show them of each change.
///
/// ```swift
/// let market = TableModel()
/// market.addNewSectionModel().header = SectionAccessoryModel(title: "Fruit")
/// market.addCellModel(FruitModel(name: "Apple"))
/// let tableView = TableView(root: ModelTableDelegate(market, eventHandlerProvider: provider))
/// ```
@TableActor
open class TableModel {
    public final internal(set) var sectionModels: [SectionModel] = []

    /// The index beside the table; nil for the index titles of the sections.
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

    public init(sectionModels: [SectionModel] = []) {
        for section in sectionModels { addSectionModel(section) }
    }

    public final var lastSectionModel: SectionModel? { sectionModels.last }

    /// The row there, or nil where there is none.
    public final func cellModel(at indexPath: IndexPath) -> CellModel? {
        entry(at: indexPath)?.model
    }

    /// Where the model has its first row, or nil when it has none.
    public final func indexPath(for model: CellModel) -> IndexPath? {
        indexPath { $0.model === model }
    }

    /// Makes several changes one update of the tables that show them.
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

    /// Tells it of each change from now on; held weakly.
    final func addObserver(_ delegate: ModelTableDelegate) {
        observers.removeAll { $0.delegate == nil || $0.delegate === delegate }
        observers.append(Observer(delegate: delegate))
    }

    /// Tells of changes that were made, unless all are told of later.
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
