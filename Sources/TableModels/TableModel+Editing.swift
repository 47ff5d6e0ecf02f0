import CascadingTable
public import FoundationEssentials
import LocalizedMessages
public import TableStorage

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
