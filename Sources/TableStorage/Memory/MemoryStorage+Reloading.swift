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
