import CascadingTable
import OrderedCollections

extension DiffableSnapshot {
    /// Adds empty sections at the end.
    ///
    /// - Throws: ``StorageError`` with `duplicateSection` if a section exists or is given twice.
    public mutating func appendSections(_ identifiers: [SectionID]) throws(StorageError) {
        try insertSections(identifiers, at: sections.count)
    }

    /// Inserts empty sections before another section.
    ///
    /// - Throws: ``StorageError`` with `sectionNotFound` or `duplicateSection`.
    public mutating func insertSections(
        _ identifiers: [SectionID], beforeSection section: SectionID
    ) throws(StorageError) {
        try insertSections(identifiers, at: checkedIndex(of: section))
    }

    /// Inserts empty sections after another section.
    ///
    /// - Throws: ``StorageError`` with `sectionNotFound` or `duplicateSection`.
    public mutating func insertSections(
        _ identifiers: [SectionID], afterSection section: SectionID
    ) throws(StorageError) {
        try insertSections(identifiers, at: checkedIndex(of: section) + 1)
    }

    /// Deletes sections with their items. A section that is given twice is deleted once.
    ///
    /// - Throws: ``StorageError`` with `sectionNotFound`.
    public mutating func deleteSections(_ identifiers: [SectionID]) throws(StorageError) {
        for section in identifiers { _ = try checkedIndex(of: section) }
        for section in Set(identifiers) {
            for item in sections[section] ?? [] { forget(item) }
            reloadedSectionIdentifiers.remove(section)
        }
        let deleted = Set(identifiers)
        sections.removeAll { deleted.contains($0.key) }
    }

    /// Moves a section with its items before another section.
    ///
    /// - Throws: ``StorageError`` with `sectionNotFound`.
    public mutating func moveSection(
        _ section: SectionID, beforeSection other: SectionID
    ) throws(StorageError) {
        try move(section, at: 0, from: other)
    }

    /// Moves a section with its items after another section.
    ///
    /// - Throws: ``StorageError`` with `sectionNotFound`.
    public mutating func moveSection(_ section: SectionID, afterSection other: SectionID) throws(StorageError) {
        try move(section, at: 1, from: other)
    }

    /// Marks the headers and footers of sections as changed.
    ///
    /// - Throws: ``StorageError`` with `sectionNotFound`.
    public mutating func reloadSections(_ identifiers: [SectionID]) throws(StorageError) {
        for section in identifiers { _ = try checkedIndex(of: section) }
        reloadedSectionIdentifiers.formUnion(identifiers)
    }

    private mutating func insertSections(_ identifiers: [SectionID], at index: Int) throws(StorageError) {
        var new = Set<SectionID>(minimumCapacity: identifiers.count)
        for section in identifiers {
            if let index = sections.index(forKey: section) {
                throw StorageError(
                    .duplicateSection, "The section \(described(section)) is already there, at \(index).")
            }
            guard new.insert(section).inserted else {
                throw StorageError(.duplicateSection, "The section \(described(section)) cannot be inserted twice.")
            }
        }
        for (offset, section) in identifiers.enumerated() {
            sections.updateValue([], forKey: section, insertingAt: index + offset)
        }
    }

    private mutating func move(_ section: SectionID, at offset: Int, from other: SectionID) throws(StorageError) {
        _ = try checkedIndex(of: section)
        _ = try checkedIndex(of: other)
        guard section != other, let items = sections.removeValue(forKey: section) else { return }
        sections.updateValue(items, forKey: section, insertingAt: try checkedIndex(of: other) + offset)
    }

    func checkedIndex(of section: SectionID) throws(StorageError) -> Int {
        guard let index = sections.index(forKey: section) else {
            throw StorageError(.sectionNotFound, "The snapshot has no section \(described(section)).")
        }
        return index
    }
}
