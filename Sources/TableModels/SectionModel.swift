public import CascadingTable
import FoundationEssentials
import TableStorage

/// The model of a section: its rows in order, its header, its footer and its entry in the index.
///
/// One row model can be used by several rows.
@TableActor
open class SectionModel {
    /// The table that contains the section, or nil if no table contains it.
    public final internal(set) weak var tableModel: TableModel?

    /// The model of the header, or nil for no header. A change reloads the section.
    public final var header: SectionAccessoryModel? { didSet { accessoryDidChange(from: oldValue, to: header) } }
    /// The model of the footer, or nil for no footer. A change reloads the section.
    public final var footer: SectionAccessoryModel? { didSet { accessoryDidChange(from: oldValue, to: footer) } }
    /// The section's entry in the index beside the table, or nil for no entry. A change reloads the section.
    public final var indexTitle: String? { didSet { if indexTitle != oldValue { reload() } } }

    /// A closure that returns the model of a row that an insert button adds.
    ///
    /// If it is nil, no row of the section has an insert button. A change reloads the section.
    public final var makeCellModelForInsertion: (() -> CellModel)? { didSet { reload() } }

    final var entries: [Entry]

    private final let serialNumber = SerialNumber.next()

    /// A row of the section. One model can have several entries.
    final class Entry {
        let model: CellModel
        /// The identifier of the row, unique among all rows of all models.
        let name: String

        @TableActor
        init(_ model: CellModel) {
            self.model = model
            if model.places == 0 { model.placesGiven = 0 }
            model.places += 1
            model.placesGiven += 1
            name = model.placesGiven == 1 ? model.identifier : "\(model.identifier)-\(model.placesGiven)"
        }
    }

    /// Creates a section with rows.
    ///
    /// - Parameters:
    ///   - title: The title of a header, or nil for no header.
    ///   - cellModels: The models of the rows, from top to bottom.
    public init(title: String? = nil, cellModels: [CellModel] = []) {
        entries = cellModels.map { Entry($0) }
        if let title { header = SectionAccessoryModel(title: title) }
        header?.sectionModel = self
        for model in cellModels { model.sectionModel = self }
    }

    /// The identifier of the section, which it keeps when it moves.
    ///
    /// The default is unique while the process runs. Override it to return an identifier that is still valid after a
    /// restart.
    open var identifier: String { "m\(serialNumber)" }

    /// The models of the rows, from top to bottom. The cost is O(n).
    public final var cellModels: [CellModel] { entries.map(\.model) }

    /// The position of the section in its table, or nil if no table contains it. The cost is O(n) in the sections.
    public final var index: Int? { tableModel?.sectionModels.firstIndex { $0 === self } }

    /// Reloads the section in all tables that show it. Call it when properties that a subclass adds have changed.
    public final func reload() {
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
