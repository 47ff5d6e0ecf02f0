extension TableSnapshot {
    /// Returns the update that changes this snapshot into another one.
    ///
    /// Sections and rows that keep their identifier stay or move, and are reloaded if their contents differ. The cost
    /// is O(n), and O(n log n) in the rows that change their order.
    func update(to new: Self) -> StorageUpdate<Row> {
        var origins: [String: Int] = [:]
        var places: [String: RowPosition] = [:]
        for (number, section) in sections.enumerated() {
            origins[section.id] = number
            for (row, content) in section.rows.enumerated() {
                places[content.id] = RowPosition(section: number, row: row)
            }
        }
        var traces = ChangeTracker()
        for section in new.sections {
            let origin = origins.removeValue(forKey: section.id)
            if let origin, sections[origin].content != section.content { traces.updatedSections.insert(origin) }
            let items = section.rows.map { row in
                guard let place = places.removeValue(forKey: row.id) else { return RowPosition.new }
                if sections[place.section].rows[place.row] != row { traces.updatedRows.insert(place) }
                return place
            }
            traces.sections.append(TracedSection(origin: origin, items: items))
        }
        return StorageUpdate(
            following: traces, from: sections.map { StorageSection($0.rows) },
            to: new.sections.map { StorageSection($0.rows) })
    }
}
