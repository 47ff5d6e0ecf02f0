import CascadingTable

extension MemoryStorage {
    /// Inserts a section with its items, header and footer.
    ///
    /// - Parameters:
    ///   - section: The section. Default: an empty section.
    ///   - index: The position of the section, at most the number of sections.
    /// - Throws: ``StorageError`` with `sectionOutOfRange`.
    public func insertSection(
        _ section: StorageSection<Item> = StorageSection([]), at index: Int
    ) throws(StorageError) {
        guard (0...sections.count).contains(index), sections.count < Self.maximumNumberOfSections else {
            throw StorageError(
                .sectionOutOfRange, "A section cannot be inserted at \(index). Number of sections: \(sections.count).")
        }
        sections.insert(section, at: index)
        tell(
            StorageUpdate(
                [.insertSection(index)]
                    + section.items.enumerated().map { row, item in
                        .insertItem(item, at: IndexPath(row: row, section: index))
                    }))
    }

    /// Deletes sections with their items. A section that is given twice is deleted once.
    ///
    /// - Throws: ``StorageError`` with `sectionOutOfRange`.
    public func deleteSections(_ indices: [Int]) throws(StorageError) {
        for index in indices { try checkSection(index) }
        perform(
            StorageUpdate(Set(indices).sorted().map { .deleteSection($0, items: sections[$0].items) }))
    }

    /// Moves a section with its items, header and footer.
    ///
    /// - Parameters:
    ///   - source: The position of the section.
    ///   - destination: The position of the section after the move.
    /// - Throws: ``StorageError`` with `sectionOutOfRange`.
    public func moveSection(_ source: Int, toSection destination: Int) throws(StorageError) {
        try checkSection(source)
        try checkSection(destination)
        guard source != destination else { return }
        perform(StorageUpdate([.moveSection(from: source, to: destination)]))
    }
}

// MARK: - Headers and footers

extension MemoryStorage {
    /// Sets the header of each section, and removes the headers of the sections after these.
    ///
    /// Missing sections are created, so that headers can be set before the items. The created sections are empty and
    /// show their headers.
    ///
    /// - Parameter models: The models of the headers by section; nil for no header.
    /// - Throws: ``StorageError`` with `sectionOutOfRange` for more than 1,048,576 models.
    public func setSectionHeaderModels(_ models: [(any SupplementaryModel)?]) throws(StorageError) {
        try setSupplementaryModels(models, \.headerModel)
    }

    /// Sets the footer of each section, and removes the footers of the sections after these.
    ///
    /// Missing sections are created, as by ``setSectionHeaderModels(_:)``.
    ///
    /// - Parameter models: The models of the footers by section; nil for no footer.
    /// - Throws: ``StorageError`` with `sectionOutOfRange` for more than 1,048,576 models.
    public func setSectionFooterModels(_ models: [(any SupplementaryModel)?]) throws(StorageError) {
        try setSupplementaryModels(models, \.footerModel)
    }

    private typealias SupplementaryPath = WritableKeyPath<StorageSection<Item>, (any SupplementaryModel)?>

    private func setSupplementaryModels(
        _ models: [(any SupplementaryModel)?], _ path: SupplementaryPath
    ) throws(StorageError) {
        if !models.isEmpty { try checkSection(toMake: models.count - 1) }
        var update = StorageUpdate<Item>(sectionsToMake(upTo: models.count - 1))
        sections.apply(update, make: { $0 }, replace: { $0 = $1 })
        let count = sections.count - update.changes.count
        for section in sections.indices {
            let model = models.indices.contains(section) ? models[section] : nil
            if section < count, model != nil || sections[section][keyPath: path] != nil {
                update.changes.append(.updateSection(section))
            }
            sections[section][keyPath: path] = model
        }
        tell(update)
    }
}
