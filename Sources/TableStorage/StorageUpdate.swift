import CascadingTable
public import Essentials

/// The difference that a method call, or a batch of calls, made to a storage.
///
/// As in `TableView.performBatchUpdates(_:)`, deleted, moved and updated items have their positions before the
/// update. Inserted items have their positions after it. So the order of the changes has no meaning.
///
/// Changes of sections come before changes of items, and deletions before insertions. The items of an inserted section
/// are listed one by one. The items of a deleted section are listed only in `deleteSection`.
public struct StorageUpdate<Item> {
    /// The changes of sections and items.
    public var changes: [Change]

    /// Creates an update from changes.
    public init(_ changes: [Change] = []) {
        self.changes = changes
    }

    /// A Boolean value that indicates whether the update contains no changes.
    public var isEmpty: Bool { changes.isEmpty }

    /// A change of a storage, with the items it concerns.
    public enum Change {
        /// A section was inserted, at this position after the update.
        case insertSection(Int)
        /// A section was deleted with its items, at this position before the update.
        case deleteSection(Int, items: [Item])
        /// A section was moved.
        case moveSection(from: Int, to: Int)
        /// An item was inserted, at this index path after the update.
        case insertItem(Item, at: IndexPath)
        /// An item was deleted, at this index path before the update.
        case deleteItem(Item, at: IndexPath)
        /// An item was moved to another index path.
        case moveItem(Item, from: IndexPath, to: IndexPath)
        /// An item was replaced or reloaded. `old` is the item that was there before.
        case updateItem(Item, old: Item, at: IndexPath)
        /// The header or footer of a section has changed.
        case updateSection(Int)
    }
}

extension StorageUpdate: Sendable where Item: Sendable {}
extension StorageUpdate.Change: Sendable where Item: Sendable {}
extension StorageUpdate: Equatable where Item: Equatable {}
extension StorageUpdate.Change: Equatable where Item: Equatable {}

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
