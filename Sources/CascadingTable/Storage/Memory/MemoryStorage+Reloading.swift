/// What sets models anew; the observers reload.
extension MemoryStorage {
    /// Replaces the items of a section.
    public func setItems(_ items: [Item], forSection section: Int = 0) throws(StorageError) {
        try checkSection(toMake: section)
        makeSections(upTo: section)
        sections[section].items = items
        tellReload()
    }

    /// Replaces the items of every section; there are as many sections afterwards, each with its header and footer as
    /// far as it was there.
    public func setItemsForAllSections(_ items: [[Item]]) throws(StorageError) {
        if !items.isEmpty { try checkSection(toMake: items.count - 1) }
        sections.removeSubrange(min(items.count, sections.count)...)
        makeSections(upTo: items.count - 1)
        for (section, items) in items.enumerated() { sections[section].items = items }
        tellReload()
    }

    /// Replaces a section with its header and footer.
    public func setSection(_ content: StorageSection<Item>, forSection section: Int) throws(StorageError) {
        try checkSection(toMake: section)
        makeSections(upTo: section)
        sections[section] = content
        tellReload()
    }

    /// Empties every section; the sections stay.
    public func removeAllItems() {
        for section in sections.indices { sections[section].items.removeAll() }
        tellReload()
    }

    private func makeSections(upTo section: Int) {
        while sections.count <= section { sections.append(StorageSection()) }
    }
}
