import CascadingTable
import FoundationEssentials
public import TableStorage

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
