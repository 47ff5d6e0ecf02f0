import OrderedCollections

extension DiffableSnapshot {
    public mutating func appendSections(_ identifiers: [SectionID]) throws(StorageError) {
        try insertSections(identifiers, at: sections.count)
    }

    public mutating func insertSections(
        _ identifiers: [SectionID], beforeSection section: SectionID
    ) throws(StorageError) {
        try insertSections(identifiers, at: checkedIndex(of: section))
    }

    public mutating func insertSections(
        _ identifiers: [SectionID], afterSection section: SectionID
    ) throws(StorageError) {
        try insertSections(identifiers, at: checkedIndex(of: section) + 1)
    }

    /// Deletes sections with their items; one that is named twice is deleted once.
    public mutating func deleteSections(_ identifiers: [SectionID]) throws(StorageError) {
        for section in identifiers { _ = try checkedIndex(of: section) }
        for section in Set(identifiers) {
            for item in sections[section] ?? [] { forget(item) }
            reloadedSectionIdentifiers.remove(section)
        }
        let deleted = Set(identifiers)
        sections.removeAll { deleted.contains($0.key) }
    }

    public mutating func moveSection(
        _ section: SectionID, beforeSection other: SectionID
    ) throws(StorageError) {
        try move(section, at: 0, from: other)
    }

    public mutating func moveSection(_ section: SectionID, afterSection other: SectionID) throws(StorageError) {
        try move(section, at: 1, from: other)
    }

    /// Says that the headers and footers of these sections are others.
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
