import FoundationEssentials

extension StorageUpdate {
    /// One update that does what several do one after the other. O(rows).
    ///
    /// - Parameters:
    ///   - before: what was there before the first of them.
    ///   - after: what is there after the last.
    init(composing updates: [StorageUpdate], from before: [StorageSection<Item>], to after: [StorageSection<Item>]) {
        var sections = before.enumerated().map { section, content in
            TracedSection(origin: section, items: content.items.indices.map { RowPosition(section: section, row: $0) })
        }
        var traces = ChangeTracker()
        for update in updates {
            for change in update.changes {
                switch change {
                case .updateItem(_, _, let path):
                    traces.updatedRows.insert(sections[path.section].items[path.row])
                case .updateSection(let section):
                    if let origin = sections[section].origin { traces.updatedSections.insert(origin) }
                default: break
                }
            }
            sections.apply(update, make: { _ in .new }, replace: { _, _ in })
        }
        traces.sections = sections
        self.init(following: traces, from: before, to: after)
    }

    /// What has happened to sections and rows whose origins are known.
    ///
    /// Sections stand before items, and what goes before what comes. Of those that changed their order as few are
    /// moved as can be.
    init(following traces: ChangeTracker, from before: [StorageSection<Item>], to after: [StorageSection<Item>]) {
        self.init()
        let origins = traces.sections.map(\.origin)
        var isGone = before.map { [Bool](repeating: true, count: $0.items.count) }
        for row in traces.sections.lazy.flatMap(\.items) where row != .new { isGone[row.section][row.row] = false }

        // Sections.
        let kept = Set(origins.compactMap(\.self))
        for (section, content) in before.enumerated() where !kept.contains(section) {
            changes.append(
                .deleteSection(section, items: zip(content.items, isGone[section]).filter(\.1).map(\.0)))
        }
        for (section, origin) in origins.enumerated() where origin == nil { changes.append(.insertSection(section)) }
        let staying = origins.indicesOfStaying { $0 }
        for (section, origin) in origins.enumerated() {
            if let origin, !staying[section] { changes.append(.moveSection(from: origin, to: section)) }
        }
        changes += traces.updatedSections.filter(kept.contains).sorted().map(Change.updateSection)

        // Items that go, come, and move.
        for (section, rows) in isGone.enumerated() where kept.contains(section) {
            for (row, isGone) in rows.enumerated() where isGone {
                changes.append(.deleteItem(before[section].items[row], at: IndexPath(row: row, section: section)))
            }
        }
        var moves: [Change] = []
        for (section, content) in traces.sections.enumerated() {
            let staying = content.items.indicesOfStaying { $0 != .new && $0.section == content.origin ? $0.row : nil }
            for (row, origin) in content.items.enumerated() where !staying[row] {
                let item = after[section].items[row]
                let path = IndexPath(row: row, section: section)
                if origin == .new {
                    changes.append(.insertItem(item, at: path))
                } else {
                    moves.append(.moveItem(item, from: origin.path, to: path))
                }
            }
        }
        changes += moves

        // Items that are others where they were.
        guard !traces.updatedRows.isEmpty else { return }
        var updates: [(place: RowPosition, change: Change)] = []
        for (section, content) in traces.sections.enumerated() {
            for (row, origin) in content.items.enumerated() where traces.updatedRows.contains(origin) && origin != .new
            {
                let old = before[origin.section].items[origin.row]
                updates.append((origin, .updateItem(after[section].items[row], old: old, at: origin.path)))
            }
        }
        changes += updates.sorted { $0.place < $1.place }.map(\.change)
    }
}
