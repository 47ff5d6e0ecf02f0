public import CascadingTable
import Essentials
public import TableStorage

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

extension SectionModel {
    /// Adds a row at the end of the section.
    ///
    /// - Parameter model: The model of the row.
    public final func addCellModel(_ model: CellModel) {
        place(Entry(model), at: entries.count)
        announce { [.insertItem(model, at: [$0, entries.count - 1])] }
    }

    /// Inserts a row at a position.
    ///
    /// - Parameters:
    ///   - model: The model of the row.
    ///   - row: The position of the row, from 0 to the number of rows.
    /// - Throws: `StorageError` with `indexPathOutOfRange` for an invalid position.
    public final func insertCellModel(_ model: CellModel, at row: Int) throws(StorageError) {
        guard (0...entries.count).contains(row) else { throw .noPlace(row, among: entries.count) }
        place(Entry(model), at: row)
        announce { [.insertItem(model, at: [$0, row])] }
    }

    /// Removes the first row that uses a model.
    ///
    /// - Parameter model: The model of the row.
    /// - Throws: `StorageError` with `itemNotFound` if no row of the section uses the model.
    public final func removeCellModel(_ model: CellModel) throws(StorageError) {
        guard let row = entries.firstIndex(where: { $0.model === model }) else {
            throw StorageError(.itemNotFound, "The section does not have this row.")
        }
        try removeCellModel(at: row)
    }

    /// Removes the row at a position and returns its model.
    ///
    /// - Parameter row: The position of the row.
    /// - Throws: `StorageError` with `indexPathOutOfRange` for an invalid position.
    @discardableResult
    public final func removeCellModel(at row: Int) throws(StorageError) -> CellModel {
        guard entries.indices.contains(row) else {
            throw StorageError(.indexPathOutOfRange, "There is no row \(row). Number of rows: \(entries.count).")
        }
        let entry = take(at: row)
        entry.model.places -= 1
        announce { [.deleteItem(entry.model, at: [$0, row])] }
        return entry.model
    }

    /// Removes all rows of the section.
    public final func removeAllCellModels() {
        guard !entries.isEmpty else { return }
        let models = cellModels
        while !entries.isEmpty { take(at: entries.count - 1).model.places -= 1 }
        announce { section in
            models.enumerated().map { .deleteItem($1, at: [section, $0]) }
        }
    }

    /// Removes a row without announcing the change.
    final func take(at row: Int) -> Entry {
        let entry = entries.remove(at: row)
        if entry.model.sectionModel === self, !entries.contains(where: { $0.model === entry.model }) {
            entry.model.sectionModel = nil
        }
        return entry
    }

    /// Inserts a row without announcing the change.
    final func place(_ entry: Entry, at row: Int) {
        entries.insert(entry, at: row)
        entry.model.sectionModel = self
    }
}

extension StorageError {
    static func noPlace(_ place: Int, among count: Int) -> StorageError {
        StorageError(.indexPathOutOfRange, "A row cannot be inserted at \(place). Number of rows: \(count).")
    }
}
