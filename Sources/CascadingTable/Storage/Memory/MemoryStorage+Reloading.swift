/// Methods that replace data. Observers are told to reload.
extension MemoryStorage {
    /// Replaces the items of a section, which is created if it is missing. Observers reload.
    ///
    /// - Throws: ``StorageError`` with `sectionOutOfRange`.
    public func setItems(_ items: [Item], forSection section: Int = 0) throws(StorageError) {
        try checkSection(toMake: section)
        makeSections(upTo: section)
        sections[section].items = items
        tellReload()
    }

    /// Replaces the items of every section, so that there is one section for each list. Observers reload.
    ///
    /// Sections that exist keep their header and footer.
    ///
    /// - Throws: ``StorageError`` with `sectionOutOfRange` for more than 1,048,576 sections.
    public func setItemsForAllSections(_ items: [[Item]]) throws(StorageError) {
        if !items.isEmpty { try checkSection(toMake: items.count - 1) }
        sections.removeSubrange(min(items.count, sections.count)...)
        makeSections(upTo: items.count - 1)
        for (section, items) in items.enumerated() { sections[section].items = items }
        tellReload()
    }

    /// Replaces a section with its header and footer. It is created if it is missing. Observers reload.
    ///
    /// - Throws: ``StorageError`` with `sectionOutOfRange`.
    public func setSection(_ content: StorageSection<Item>, forSection section: Int) throws(StorageError) {
        try checkSection(toMake: section)
        makeSections(upTo: section)
        sections[section] = content
        tellReload()
    }

    /// Removes all items and keeps the sections with their headers and footers. Observers reload.
    public func removeAllItems() {
        for section in sections.indices { sections[section].items.removeAll() }
        tellReload()
    }

    private func makeSections(upTo section: Int) {
        while sections.count <= section { sections.append(StorageSection()) }
    }
}
