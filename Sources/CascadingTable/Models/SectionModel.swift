import FoundationEssentials

/// The model of a section: its rows in order, what stands above and below them, and its entry in the index.
@TableActor
open class SectionModel {
    /// The table it is in, while it is in one.
    public final internal(set) weak var tableModel: TableModel?

    public final var header: SectionAccessoryModel? { didSet { accessoryDidChange(from: oldValue, to: header) } }
    public final var footer: SectionAccessoryModel? { didSet { accessoryDidChange(from: oldValue, to: footer) } }
    public final var indexTitle: String? { didSet { reload() } }

    /// Makes the row that is inserted by an insert button; without it no row has one.
    public final var makeCellModelForInsertion: (() -> CellModel)? { didSet { reload() } }

    /// Rises with each reload.
    final private(set) var revision = 0
    final var entries: [Entry]

    private final let serialNumber = SerialNumber.next()

    /// A row of the section: one model may be in several.
    final class Entry {
        let model: CellModel
        /// Unique among the rows of all models.
        let name: String
        /// The handler of its view, where the model keeps it.
        var handler: (any CellEvents)?

        @TableActor
        init(_ model: CellModel) {
            self.model = model
            if model.places == 0 { model.placesGiven = 0 }
            model.places += 1
            model.placesGiven += 1
            name = model.placesGiven == 1 ? model.identifier : "\(model.identifier)-\(model.placesGiven)"
        }
    }

    public init(title: String? = nil, cellModels: [CellModel] = []) {
        entries = cellModels.map { Entry($0) }
        if let title { header = SectionAccessoryModel(title: title) }
        header?.sectionModel = self
        for model in cellModels { model.sectionModel = self }
    }

    /// The name it keeps when it moves: unique while the process runs. Override it with one that lasts.
    open var identifier: String { "m\(serialNumber)" }

    public final var cellModels: [CellModel] { entries.map(\.model) }

    /// Its place in the table, or nil in none.
    public final var index: Int? { tableModel?.sectionModels.firstIndex { $0 === self } }

    /// Has the tables that show it ask for it anew.
    public final func reload() {
        revision += 1
        announce { [.updateSection($0)] }
    }

    final func announce(_ changes: (_ section: Int) -> [StorageUpdate<CellModel>.Change]) {
        guard let tableModel, let index else { return }
        tableModel.announce(changes(index))
    }

    private func accessoryDidChange(from old: SectionAccessoryModel?, to new: SectionAccessoryModel?) {
        if old !== header, old !== footer, old?.sectionModel === self { old?.sectionModel = nil }
        new?.sectionModel = self
        reload()
    }
}
