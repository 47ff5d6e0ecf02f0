import CascadingTable
public import Essentials

extension MemoryStorage {
    /// Replaces the item at an index path. Replace an object by itself if it looks different.
    ///
    /// - Throws: ``StorageError`` with `itemNotFound`.
    public func replaceItem(at indexPath: IndexPath, with item: Item) throws(StorageError) {
        let old = try checkedItem(at: indexPath)
        perform(StorageUpdate([.updateItem(item, old: old, at: indexPath)]))
    }

    /// Moves an item. The section of the destination is created if it is missing.
    ///
    /// - Parameters:
    ///   - source: The index path of the item.
    ///   - destination: The index path of the item after the move.
    /// - Throws: ``StorageError`` with `itemNotFound`, `indexPathOutOfRange` or `sectionOutOfRange`.
    public func moveItem(at source: IndexPath, to destination: IndexPath) throws(StorageError) {
        let item = try checkedItem(at: source)
        let count = numberOfItems(inSection: destination.section)
        try checkPlace(destination, count: destination.section == source.section ? count - 1 : count)
        guard source != destination else { return }
        perform(
            StorageUpdate(
                sectionsToMake(upTo: destination.section) + [.moveItem(item, from: source, to: destination)]))
    }
}

extension MemoryStorage {
    /// Adds an item at the end of a section, which is created if it is missing.
    ///
    /// - Throws: ``StorageError`` with `sectionOutOfRange`.
    public func addItem(_ item: Item, toSection section: Int = 0) throws(StorageError) {
        try addItems([item], toSection: section)
    }

    /// Adds items at the end of a section, which is created if it is missing.
    ///
    /// - Throws: ``StorageError`` with `sectionOutOfRange`.
    public func addItems(_ items: [Item], toSection section: Int = 0) throws(StorageError) {
        try insertItems(items, at: IndexPath(row: numberOfItems(inSection: section), section: section))
    }

    /// Inserts an item. The section is created if it is missing.
    ///
    /// - Throws: ``StorageError`` with `indexPathOutOfRange` or `sectionOutOfRange`.
    public func insertItem(_ item: Item, at indexPath: IndexPath) throws(StorageError) {
        try insertItems([item], at: indexPath)
    }

    /// Inserts items one after the other, the first of them at the index path.
    ///
    /// - Throws: ``StorageError`` with `indexPathOutOfRange` or `sectionOutOfRange`.
    public func insertItems(_ items: [Item], at indexPath: IndexPath) throws(StorageError) {
        try checkPlace(indexPath, count: numberOfItems(inSection: indexPath.section))
        guard !items.isEmpty else { return }
        var update = StorageUpdate<Item>(sectionsToMake(upTo: indexPath.section))
        for (offset, item) in items.enumerated() {
            let place = IndexPath(row: indexPath.row + offset, section: indexPath.section)
            update.changes.append(.insertItem(item, at: place))
        }
        perform(update)
    }
}

extension MemoryStorage {
    /// Removes the item at an index path.
    ///
    /// - Throws: ``StorageError`` with `itemNotFound`.
    public func removeItem(at indexPath: IndexPath) throws(StorageError) {
        try removeItems(at: [indexPath])
    }

    /// Removes the items at index paths, all counted before the removal. One that is given twice is removed once.
    ///
    /// - Throws: ``StorageError`` with `itemNotFound`. Nothing is removed then.
    public func removeItems(at indexPaths: [IndexPath]) throws(StorageError) {
        var changes: [StorageUpdate<Item>.Change] = []
        for path in Set(indexPaths).sorted() { changes.append(.deleteItem(try checkedItem(at: path), at: path)) }
        perform(StorageUpdate(changes))
    }

    /// Removes every item for which the predicate is true. Cost: O(items).
    public func removeItems(where shouldBeRemoved: (Item) throws -> Bool) rethrows {
        var changes: [StorageUpdate<Item>.Change] = []
        for (section, content) in sections.enumerated() {
            for (row, item) in content.items.enumerated() where try shouldBeRemoved(item) {
                changes.append(.deleteItem(item, at: IndexPath(row: row, section: section)))
            }
        }
        perform(StorageUpdate(changes))
    }

    /// Removes all items of a section and keeps the section.
    ///
    /// - Throws: ``StorageError`` with `sectionOutOfRange`.
    public func removeItems(fromSection section: Int) throws(StorageError) {
        try checkSection(section)
        perform(
            StorageUpdate(
                sections[section].items.enumerated().map { row, item in
                    .deleteItem(item, at: IndexPath(row: row, section: section))
                }))
    }
}

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

/// Methods that replace data. Observers are told to reload.
extension MemoryStorage {
    /// Replaces the items of a section, which is created if it is missing. Observers reload.
    ///
    /// - Throws: ``StorageError`` with `sectionOutOfRange`.
    public func setItems(_ items: [Item], forSection section: Int = 0) throws(StorageError) {
        try checkSection(toMake: section)
        while sections.count <= section { sections.append(StorageSection()) }
        sections[section].items = items
        tellReload()
    }

    /// Removes all items and keeps the sections with their headers and footers. Observers reload.
    public func removeAllItems() {
        for section in sections.indices { sections[section].items.removeAll() }
        tellReload()
    }
}
