public import FoundationEssentials
import LocalizedMessages

extension TableModel {
    /// Adds an empty section at the end.
    @discardableResult
    public final func addNewSectionModel() -> SectionModel {
        let section = SectionModel()
        addSectionModel(section)
        return section
    }

    /// Adds a section at the end, unless it is in the table already.
    public final func addSectionModel(_ section: SectionModel) {
        guard section.tableModel !== self else { return }
        adopt(section, at: sectionModels.count)
    }

    /// Puts a section before the one at that place, or at the end.
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

    public final func removeSectionModel(_ section: SectionModel) throws(StorageError) {
        guard let index = sectionModels.firstIndex(where: { $0 === section }) else {
            throw StorageError(.itemNotFound, "The table does not have this section.")
        }
        try removeSectionModel(at: index)
    }

    @discardableResult
    public final func removeSectionModel(at index: Int) throws(StorageError) -> SectionModel {
        guard sectionModels.indices.contains(index) else {
            throw StorageError(
                .sectionOutOfRange, "There is no section \(index). Number of sections: \(sectionModels.count).")
        }
        let section = sectionModels.remove(at: index)
        section.tableModel = nil
        announce(.deleteSection(index, items: section.cellModels))
        return section
    }

    /// Adds a row at the end of the last section, or of a first one where there is none.
    public final func addCellModel(_ model: CellModel) {
        (lastSectionModel ?? addNewSectionModel()).addCellModel(model)
    }

    /// Adds a row at the end of the section, which is added to the table if it is not in it.
    public final func addCellModel(_ model: CellModel, toSectionModel section: SectionModel) {
        addSectionModel(section)
        section.addCellModel(model)
    }

    /// Moves a row, to another section too; the destination is its place after the move.
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
        announce(.moveItem(entry.model, from: source, to: destination))
    }

    /// Takes the section from the table it is in, and puts it in this one.
    private func adopt(_ section: SectionModel, at index: Int) {
        try? section.tableModel?.removeSectionModel(section)
        sectionModels.insert(section, at: index)
        section.tableModel = self
        announce(.insertSection(index))
    }
}
