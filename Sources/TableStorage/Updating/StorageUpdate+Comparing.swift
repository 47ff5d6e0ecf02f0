/// A section of a list that is compared with another list. Its identity is unique in its list.
package struct IdentifiedSection<ID: Hashable, Item> {
    var id: ID
    var items: [Item]

    package init(id: ID, items: [Item]) { (self.id, self.items) = (id, items) }
}

extension StorageUpdate {
    /// Creates the update that turns one list into another. Cost: O(n), or O(n log n) if many rows have moved.
    ///
    /// Sections and items that keep their identity stay or move. An item with a duplicate identity counts as new.
    ///
    /// - Parameters:
    ///   - id: Returns the identity of an item.
    ///   - isChanged: Returns whether an item looks different from the old item with its identity.
    ///   - isSectionChanged: Returns whether the header or footer of a section has changed, by its old and its new
    ///     position.
    package init<SectionID: Hashable, ID: Hashable>(
        from before: [IdentifiedSection<SectionID, Item>], to after: [IdentifiedSection<SectionID, Item>],
        id: (Item) -> ID, isChanged: (_ old: Item, _ new: Item) -> Bool,
        isSectionChanged: (_ old: Int, _ new: Int) -> Bool = { _, _ in false }
    ) {
        var origins: [SectionID: Int] = [:]
        var places = Dictionary(minimumCapacity: before.reduce(0) { $0 + $1.items.count }) as [ID: RowPosition]
        for (number, section) in before.enumerated() {
            origins[section.id] = number
            for (row, item) in section.items.enumerated() {
                places[id(item)] = RowPosition(section: number, row: row)
            }
        }
        var traces = ChangeTracker()
        for (number, section) in after.enumerated() {
            let origin = origins.removeValue(forKey: section.id)
            if let origin, isSectionChanged(origin, number) { traces.updatedSections.insert(origin) }
            let items = section.items.map { item in
                guard let place = places.removeValue(forKey: id(item)) else { return RowPosition.new }
                if isChanged(before[place.section].items[place.row], item) { traces.updatedRows.insert(place) }
                return place
            }
            traces.sections.append(TracedSection(origin: origin, items: items))
        }
        self.init(
            following: traces, from: before.map { StorageSection($0.items) },
            to: after.map { StorageSection($0.items) })
    }
}
