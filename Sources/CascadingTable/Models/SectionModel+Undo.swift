import LocalizedMessages
import FoundationEssentials

/// Insertions and deletions that a visitor can undo and redo.
extension SectionModel {
    func insertUndoably(_ model: CellModel, at row: Int, as title: LocalizedMessage, in tableView: TableView) throws {
        try insertCellModel(model, at: row)
        tableView.registerUndo(title) { [self] tableView in
            guard let row = entries.lastIndex(where: { $0.model === model }) else {
                throw StorageError(.itemNotFound, "The row no longer exists.")
            }
            try removeUndoably(at: row, as: title, in: tableView)
        }
    }

    /// Removes a row. Undo inserts it at its previous position, or at the end if the section has fewer rows by then.
    func removeUndoably(at row: Int, as title: LocalizedMessage, in tableView: TableView) throws {
        let model = try removeCellModel(at: row)
        tableView.registerUndo(title) { [self] tableView in
            try insertUndoably(model, at: min(row, entries.count), as: title, in: tableView)
        }
    }
}
