import DequeModule
package import FoundationEssentials

/// The revisions of a table: the current one, the latest changes, and the revisions that moved rows to their positions.
@TableActor
final class RevisionHistory {
    private struct Entry {
        var revision: UInt64
        var changes: [TableViewChange]
    }

    /// The current revision, from 1.
    private(set) var revision: UInt64 = 1
    /// Counts revisions for threads that are not isolated to the table's actor.
    nonisolated let changeCounter = ModificationCounter()
    /// The observers, which are told of each revision.
    var observers: [TableView.WeakObserver] = []
    private var entries: Deque<Entry> = []
    private var places = PlaceRevisions()
    private let capacity = 256

    nonisolated init() {}

    /// Makes the next revision.
    ///
    /// - Parameter movingRows: Whether rows may have moved to other index paths.
    func append(_ changes: [TableViewChange], movingRows: Bool = true) {
        revision += 1
        changeCounter.advance()
        entries.append(Entry(revision: revision, changes: changes), keepingAtMost: capacity)
        if movingRows { places.note(changes, revision: revision) }
    }

    /// Returns the identifier of a row that has none from its data source: `SECTION-ROW`, and `@REVISION` after rows
    /// moved.
    ///
    /// Another row that comes to the position later has another identifier.
    func placeIdentifier(of indexPath: IndexPath) -> String {
        let revision = places.revision(of: indexPath)
        return "\(indexPath.section)-\(indexPath.row)" + (revision == 0 ? "" : "@\(revision)")
    }

    /// Returns the identifier of a section that has none from its data source: `SECTION@REVISION`, with the revision
    /// that last moved a section there; 0 for none.
    func placeIdentifier(ofSection section: Int) -> String {
        "\(section)@\(places.revision(ofSection: section))"
    }

    /// Returns the changes after a revision, in order; nil if they are no longer known, or not known yet.
    func changes(since revision: UInt64, through end: UInt64) -> [TableViewChange]? {
        guard let first = entries.first, let last = entries.last,
            (first.revision - 1...last.revision).contains(revision)
        else { return nil }
        // Searched from the end, because most callers ask for the latest changes.
        var start = entries.endIndex
        while start > entries.startIndex, entries[start - 1].revision > revision { start -= 1 }
        var changes: [TableViewChange] = []
        for entry in entries[start...] where entry.revision <= end {
            if changes.isEmpty { changes = entry.changes } else { changes += entry.changes }
        }
        return changes
    }
}

extension Deque {
    /// Appends an element. If the capacity is reached, the first element is removed.
    fileprivate mutating func append(_ element: consuming Element, keepingAtMost capacity: Int) {
        if count == capacity { removeFirst() }
        append(element)
    }
}

extension [TableViewChange] {
    /// The rows that were reloaded; nil if there were other changes.
    package var reloadedRows: [IndexPath]? {
        var rows: [IndexPath] = []
        for change in self {
            guard case .reloadRows(let reloaded, _) = change else { return nil }
            rows += reloaded
        }
        return rows
    }
}
