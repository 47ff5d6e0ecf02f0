import CascadingTable
import FoundationEssentials

extension StorageUpdate {
    /// Creates one update that does what several updates did in order. O(rows).
    ///
    /// - Parameters:
    ///   - before: The sections before the first update.
    ///   - after: The sections after the last update.
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

    /// Creates the update from the origins of sections and rows.
    ///
    /// Changes of sections come before changes of items, and deletions before insertions. As few sections and rows as
    /// possible are moved.
    init(following traces: ChangeTracker, from before: [StorageSection<Item>], to after: [StorageSection<Item>]) {
        self.init()
        let origins = traces.sections.map(\.origin)
        var isGone = before.map { [Bool](repeating: true, count: $0.items.count) }
        for row in traces.sections.lazy.flatMap(\.items) where row != .new { isGone[row.section][row.row] = false }

        // Sections that are deleted, inserted, moved and updated.
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

        // Items that are deleted, inserted and moved.
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

        // Items that were replaced in place.
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
